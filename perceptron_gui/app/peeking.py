"""A visit that is pointed at in a plot is shown on the plane; a click goes there."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Slot

from perceptron_gui.figures.series import visit_at
from perceptron_gui.views.figure_view import FigureView
from perceptron_gui.views.read_out import ReadOut

from .lesson import Lesson


class Peeking(QObject):
    """Turns places of plots over time into visits; what is still hidden is not peeked at."""

    def __init__(self, lesson: Lesson, read_out: ReadOut, parent: QObject) -> None:
        super().__init__(parent)
        self._lesson = lesson
        self._read_out = read_out

    @Slot(object)
    def listen_to(self, plot: FigureView) -> None:
        """Hear where a plot is pointed at and clicked."""
        plot.pointed_at.connect(partial(self._on_pointed_at, plot))
        plot.place_clicked.connect(partial(self._on_place_clicked, plot))

    def _on_pointed_at(self, plot: FigureView, place: tuple[float, float] | None) -> None:
        visit = self._visit(plot, place)
        self._lesson.screen.show_peeked(visit)
        self._read_out.show_tip(self._words(visit))

    def _on_place_clicked(self, plot: FigureView, place: tuple[float, float]) -> None:
        visit = self._visit(plot, place)
        if visit is not None:
            self._lesson.playback.pause()
            self._lesson.playback.seek(visit)

    def _visit(self, plot: FigureView, place: tuple[float, float] | None) -> int | None:
        run = self._lesson.run
        if run is None or place is None:
            return None
        visit = visit_at(run, plot.figure.x, place[0])
        made = self._lesson.playback.moment.visits_made
        if visit is None or (visit > made and not self._lesson.screen.shows_future):
            return None
        return visit

    def _words(self, visit: int | None) -> str:
        run = self._lesson.run
        if visit is None or run is None:
            return ""
        if not visit:
            return "Before the first visit; click to go there"
        return f"Visit {visit}, k = {run.updates_at(visit)}; click to go there"
