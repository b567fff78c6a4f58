"""Actions that help: the sheet of keys, details for a report, and about the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from perceptron_gui import __version__

from .actions import ACTIONS
from .main_window import MainWindow

if TYPE_CHECKING:
    from perceptron_gui.views.about_dialog import AboutDialog
    from perceptron_gui.views.shortcut_sheet import ShortcutSheet

_MADE_WITH = ("PySide6", "pyqtgraph", "numpy", "numba", "matplotlib")


class HelpCommands:
    """Makes its dialogs when they are first asked for, and shows the same ones again."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._sheet: ShortcutSheet | None = None
        self._about: AboutDialog | None = None

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions of the help menu do."""
        return {
            "help.shortcuts": self._show_keys,
            "help.details": self._copy_details,
            "help.about": self._show_about,
        }

    def _show_keys(self) -> None:
        from perceptron_gui.views.shortcut_sheet import ShortcutRow, ShortcutSheet

        if self._sheet is None:
            rows = [ShortcutRow(spec.menu, spec.name, spec.keys, spec.tip) for spec in ACTIONS]
            self._sheet = ShortcutSheet(rows, self._window)
        self._sheet.show()
        self._sheet.raise_()

    def _copy_details(self) -> None:
        details = {"version": __version__, **self._window.describe()}
        QGuiApplication.clipboard().setText(json.dumps(details, indent=1, ensure_ascii=False))

    def _show_about(self) -> None:
        from perceptron_gui.views.about_dialog import AboutDialog

        if self._about is None:
            self._about = AboutDialog(__version__, _MADE_WITH, self._window)
        self._about.open()
