"""The page of every sweep: its figures, a table of its runs, and a way to put each on the plane."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, Slot

from perceptron_gui.figures.model.marks import Dots, Line
from perceptron_gui.labs.lab import ExperimentsInTurn, Lab, Subject
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.editors import named

from .page import Draw, LabPage, Place
from .parts import LabParts

_REACH = 12.0  # pixels
_ROWS = "How every run ended"
_TIP = "Double-click a row, or press Enter, to see its run on the plane"


class SweepPage(LabPage):
    """Shows what became of every run; a click on a row or in a figure replays one."""

    follows_run = False

    def __init__(self, lab: Lab) -> None:
        assert lab.sweep is not None, "the laboratory has runs to replay"
        self.sweep = lab.sweep
        self._results: tuple[Any, ...] = ()  # of the laboratory, and of what is beside it
        super().__init__(lab, self.sweep.hint, self._both)
        if self.sweep.table is None:
            self.table = named(self.view.table, _ROWS, _TIP)
        else:
            self.parts = LabParts(self, self.view, _ROWS)
            self.table = self.parts.table
        self.table.row_activated.connect(self._on_row_activated)

    def _both(self, subject: Subject, options: Any) -> ExperimentsInTurn:
        beside = self.sweep.beside(subject, options)
        found = self.lab.experiment(subject, options)
        return ExperimentsInTurn(found, *(() if beside is None else (beside,)))

    def store_result(self, result: tuple[Any, ...] | None) -> None:
        """Store the runs so far: those of the laboratory, and those beside them."""
        super().store_result(result)
        self._results = result or ()
        if self.sweep.table is not None:
            has_rows = bool(result and result[0].trials)
            self.parts.show_table(self.sweep.table(self._results[0]) if has_rows else None)

    @property
    def shared_result(self) -> Any:
        """What the laboratory itself would have found."""
        return self._results[0] if self._results else None

    def drawings(self, aspect: float) -> dict[str, Draw]:
        if not self._results:
            return {}
        options = replace(self.options, notation=self._notation, aspect=aspect)
        return {self.name: partial(self.sweep.draw, self._results, options)}

    def target_at(self, view: FigureView, place: Place | None) -> Any:
        """Return the run whose curve or dot is nearest to a place, if it is near."""
        names = [each.name for each in self.lab.figures]
        if place is None or view.figure.name not in names[: len(self._results)]:
            return None
        trials = self._results[names.index(view.figure.name)].trials
        find = _of_curves if view.figure.has("curve-0") else _of_dots
        return find(view, trials, place)

    def follow(self, target: Any) -> None:
        """Put a run on the plane, with its points if they are others."""
        assert self._dataset is not None, "there are runs"
        found = self.sweep.replay(self._dataset, self._results[0], target)
        if found.dataset is None:
            self.rule_requested.emit(found.rule, found.name)
        else:
            self.points_requested.emit(found.dataset, found.rule, found.name)

    @Slot(int)
    def _on_row_activated(self, row: int) -> None:
        # The table may still be that of the last experiment.
        if self._results and row < len(self._results[0].trials):
            self.follow(self._results[0].trials[row])


def _of_curves(view: FigureView, trials: Sequence[Any], place: Place) -> Any:
    """Return the run of a curve, judged at the whole positions around the place."""
    found: list[tuple[float, int]] = []
    for number in range(len(trials)):
        if not view.figure.has(f"curve-{number}"):
            break
        curve = view.figure.mark(f"curve-{number}")
        assert isinstance(curve, Line)
        around = (math.floor(place[0]), math.ceil(place[0]))
        ends = [
            view.position_of(float(curve.x[at]), float(curve.y[at]))
            for at in around
            if at < len(curve.x)
        ]
        if ends:
            found.append((_distance(view.position_of(*place), ends[0], ends[-1]), number))
    distance, number = min(found, default=(math.inf, 0))
    return trials[number] if distance <= _REACH else None


def _of_dots(view: FigureView, trials: Sequence[Any], place: Place) -> Any:
    """Return the run of a dot or of a cross, which stands at the value that was tried."""
    pointer = view.position_of(*place)
    places = [
        (float(x), float(y))
        for mark in view.figure.marks
        if isinstance(mark, Dots)
        for x, y in zip(mark.x, mark.y, strict=True)
    ]
    near = min(places, key=lambda each: _length(view.position_of(*each) - pointer), default=None)
    if near is None or _length(view.position_of(*near) - pointer) > _REACH:
        return None
    return min(trials, key=lambda trial: abs(float(trial.value) - near[0]))


def _distance(point: QPointF, one: QPointF, other: QPointF) -> float:
    along, to = other - one, point - one
    length = QPointF.dotProduct(along, along)
    share = QPointF.dotProduct(along, to) / length if length else 0.0
    return _length(to - along * min(max(share, 0.0), 1.0))


def _length(vector: QPointF) -> float:
    return math.hypot(vector.x(), vector.y())
