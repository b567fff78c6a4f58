"""The perceptron with several margins: how wide a line each ends with, and its run on the plane."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import Qt, Slot

from perceptron_gui.figures.model.marks import Dots
from perceptron_gui.labs.margins.lab import DOTS, LAB, draw_margins, margins_table, replay_name
from perceptron_gui.labs.margins.margins import MarginsOptions, MarginsResult, MarginTrial
from perceptron_gui.views.figure.view import FigureView

from .controls import LabParts
from .page import Draw, LabPage

Place = tuple[float, float]
_REACH = 12.0  # pixels
_HINT = (
    "The perceptron with several margins: the more is asked for, the nearer γ comes to the "
    "largest. Click a dot, or double-click a row, to follow its run on the plane."
)


class MarginsPage(LabPage):
    """Shows γ against the margin, and a table of all runs."""

    follows_run = False

    def __init__(self) -> None:
        super().__init__(LAB, _HINT)
        self.parts = LabParts(self, self.view, "What became of each margin")
        self.parts.table.row_activated.connect(self._on_row_activated)
        self.view.figure_made.connect(self._on_figure_made)

    @property
    def work(self) -> str:
        """What is varied."""
        return "Training with every margin"

    def drawings(self, aspect: float) -> dict[str, Draw]:
        """Return γ against the margin."""
        if self._result is None:
            return {}
        options = MarginsOptions(values=self.chosen["values"], aspect=aspect)
        return {self.name: partial(draw_margins, self._result, options)}

    def store_result(self, result: MarginsResult | None) -> None:
        """Store the runs so far."""
        super().store_result(result)
        self.parts.show_table(margins_table(result) if result and result.trials else None)

    def _trial_at(self, view: FigureView, place: Place | None) -> MarginTrial | None:
        """Return the run whose dot is at a place."""
        if place is None or self._result is None or not view.figure.has(DOTS):
            return None
        dots, pointer = view.figure.mark(DOTS), view.position_of(*place)
        assert isinstance(dots, Dots)
        for x, y in zip(dots.x.tolist(), dots.y.tolist(), strict=True):
            away = view.position_of(x, y) - pointer
            if math.hypot(away.x(), away.y()) <= _REACH:
                trials: tuple[MarginTrial, ...] = self._result.trials
                return min(trials, key=lambda trial: abs(float(trial.value) - x))
        return None

    def _ask(self, trial: MarginTrial) -> None:
        self.rule_requested.emit(trial.run.rule, replay_name(trial))

    @Slot(int)
    def _on_row_activated(self, row: int) -> None:
        if self._result is not None and row < len(self._result.trials):
            self._ask(self._result.trials[row])

    @Slot(object)
    def _on_figure_made(self, figure: FigureView) -> None:
        figure.pointed_at.connect(partial(self._on_pointed_at, figure))
        figure.place_clicked.connect(partial(self._on_place_clicked, figure))

    def _on_pointed_at(self, figure: FigureView, place: Place | None) -> None:
        if self._trial_at(figure, place) is None:
            figure.unsetCursor()
        else:
            figure.setCursor(Qt.CursorShape.PointingHandCursor)

    def _on_place_clicked(self, figure: FigureView, place: Place) -> None:
        trial = self._trial_at(figure, place)
        if trial is not None:
            self._ask(trial)
