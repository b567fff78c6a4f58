"""The actions that export, copy and drag figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.app.state.app_state import Store
from perceptron_gui.views.figure.grip import FigureGrip

if TYPE_CHECKING:
    from .exporter import Exporter


_HIDDEN = "This step of the lesson hides what an export would show; reveal the answer first"
_COMPUTING = "The run of these points is still being computed; a figure can be had in a moment"


class FigureCommands(QObject):
    """Finds the view that is meant, and shows messages about its export."""

    message_shown = Signal(str)

    def __init__(
        self,
        grips: Mapping[str, FigureGrip],
        plots: Mapping[str, QWidget],
        store: Store,
        exporting: Callable[[], Exporter],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._plots, self._store = plots, store
        self._exporting = exporting
        for view, grip in grips.items():
            grip.clicked.connect(partial(self._export, view))
            grip.figure_requested.connect(partial(self._drag, view, grip))
            grip.drag_ended.connect(self._on_drag_ended)

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

    def _drag(self, view: str, grip: FigureGrip) -> None:
        if self._may_export():
            self._exporting().drag_figure(view, grip)

    def _may_export(self, any_view: bool = False) -> bool:
        """Tell whether what would be written is there and not hidden, and say so where it is not.

        What is copied or dragged is what is seen; an export draws any view, and all of the run.
        """
        state = self._store.state
        problem = _COMPUTING if state.is_awaited else ""
        if any_view and state.hides:
            problem = _HIDDEN
        if problem:
            self.message_shown.emit(problem)
        return not problem

    @Slot(bool)
    def _on_drag_ended(self, taken: bool) -> None:
        dragged, missed = "Dragged: the figure was taken", "Nobody took the figure; drag it again"
        self.message_shown.emit(dragged if taken else missed)
