"""The actions that export and copy figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QToolButton

from perceptron_gui.app.state.app_state import BOUNDARY, Store
from perceptron_gui.app.window.docks import PLOTS, Panels

if TYPE_CHECKING:
    from .exporter import Exporter


_HIDDEN = "This step of the lesson hides what an export would show; reveal the answer first"
_COMPUTING = "The run of these points is still being computed; a figure can be had in a moment"


class FigureCommands(QObject):
    """Finds the view that is meant, and shows messages about its export."""

    message_shown = Signal(str)

    def __init__(
        self,
        panels: Panels,
        plane_button: QToolButton,
        store: Store,
        exporting: Callable[[], Exporter],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._plots, self._store = panels.plots, store
        self._exporting = exporting
        plane_button.clicked.connect(partial(self._export, BOUNDARY))
        for view in PLOTS:
            panels.docks[view].export_requested.connect(partial(self._export, view))

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        return {
            "file.export": self._export,
            "file.quick_export": self._quick_export,
            "file.copy_figure": self._copy,
            "file.copy_description": self._copy_description,
        }

    def pointed_view(self) -> str:
        """Return the view under the pointer; that of the page in front where there is none."""
        under = QApplication.widgetAt(QCursor.pos())
        for name, plot in self._plots.items():
            if under is not None and (under is plot or plot.isAncestorOf(under)):
                return name
        return self._store.state.front

    def _export(self, view: str = "", _checked: bool = False) -> None:
        if self._may_export(any_view=True):
            self._exporting().show_dialog(view or self.pointed_view())

    def _quick_export(self) -> None:
        if self._may_export(any_view=True):
            self._exporting().quick_export(self.pointed_view())

    def _copy(self) -> None:
        if self._may_export():
            self._exporting().copy_figure(self.pointed_view())

    def _copy_description(self) -> None:
        if self._may_export(any_view=True):  # it tells how the run ends, and the verdict
            self._exporting().copy_description(self.pointed_view())

    def _may_export(self, any_view: bool = False) -> bool:
        """Tell whether what would be written is there and not hidden, and say so where it is not.

        What is copied is what is seen; an export draws any view, and all of the run.
        """
        state = self._store.state
        problem = _COMPUTING if state.is_awaited else ""
        if any_view and state.hides:
            problem = _HIDDEN
        if problem:
            self.message_shown.emit(problem)
        return not problem
