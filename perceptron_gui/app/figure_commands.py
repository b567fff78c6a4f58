"""Actions about figures: those under the pointer are exported and copied."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from .exporting import Exporting
from .main_window import MainWindow
from .screen import BOUNDARY


class FigureCommands(QObject):
    """Finds which view is meant, and tells what became of it."""

    def __init__(self, window: MainWindow, exporting: Exporting) -> None:
        super().__init__(window)
        self._window = window
        self._exporting = exporting
        exporting.figure_written.connect(self._on_figure_written)
        exporting.figure_copied.connect(self._on_figure_copied)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions about figures do."""
        return {
            "file.export": self._export,
            "file.quick_export": self._quick_export,
            "file.copy_figure": self._copy,
        }

    def pointed_view(self) -> str:
        """Return the view under the pointer; the canvas where there is none."""
        under = QApplication.widgetAt(QCursor.pos())
        for name, plot in self._window.plots.items():
            if under is not None and (under is plot or plot.isAncestorOf(under)):
                return name
        return BOUNDARY

    def _export(self) -> None:
        self._exporting.show_dialog(self.pointed_view())

    def _quick_export(self) -> None:
        self._exporting.quick_export(self.pointed_view())

    def _copy(self) -> None:
        self._exporting.copy_figure(self.pointed_view())

    @Slot(str)
    def _on_figure_written(self, path: str) -> None:
        self._window.read_out.show_hint(f"Written: {path}")

    @Slot(str)
    def _on_figure_copied(self, view: str) -> None:
        self._window.read_out.show_hint(f"Copied: {view}")
