"""The laboratory of steps: one descent over several η, schedules or batch sizes."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QPointF, Qt, Slot

from perceptron_gui.figures.model.marks import Dots, Line
from perceptron_gui.labs.steps.figures import CURVES, LIMIT, steps_sheet
from perceptron_gui.labs.steps.lab import LAB, replay_name, values_table
from perceptron_gui.labs.steps.steps import StepsResult, StepTrial, make_both_sweeps
from perceptron_gui.views.figure.view import FigureView

from .controls import LabParts
from .page import Draw, LabPage, ViewOptionValues

Place = tuple[float, float]
_REACH = 12.0  # pixels


def trial_at(
    view: FigureView, results: tuple[StepsResult, ...], place: Place | None
) -> StepTrial | None:
    """Return the run whose curve or dot is nearest to a place, if it is near."""
    if place is None or not results:
        return None
    if view.figure.name == CURVES:
        return _of_curves(view, results[0], place)
    if view.figure.name == LIMIT and len(results) > 1:
        return _of_dots(view, results[1], place)
    return None


def _of_curves(view: FigureView, result: StepsResult, place: Place) -> StepTrial | None:
    """Return the run of a curve, judged at the whole epochs around the place."""
    found: list[tuple[float, int]] = []
    for number in range(len(result.trials)):
        if not view.figure.has(f"curve-{number}"):
            break
        curve = view.figure.mark(f"curve-{number}")
        assert isinstance(curve, Line)
        epochs = (math.floor(place[0]), math.ceil(place[0]))
        ends = [
            view.position_of(float(curve.x[e]), float(curve.y[e]))
            for e in epochs
            if e < len(curve.x)
        ]
        if ends:
            found.append((_distance(view.position_of(*place), ends[0], ends[-1]), number))
    distance, number = min(found, default=(math.inf, 0))
    return result.trials[number] if distance <= _REACH else None


def _of_dots(view: FigureView, result: StepsResult, place: Place) -> StepTrial | None:
    """Return the run of a dot or of a cross."""
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
    return min(result.trials, key=lambda trial: abs(float(trial.value) - near[0]))


def _distance(point: QPointF, one: QPointF, other: QPointF) -> float:
    """Return how far a point is from a piece of a straight line."""
    along, to = other - one, point - one
    length = QPointF.dotProduct(along, along)
    share = QPointF.dotProduct(along, to) / length if length else 0.0
    return _length(to - along * min(max(share, 0.0), 1.0))


def _length(vector: QPointF) -> float:
    return math.hypot(vector.x(), vector.y())


_HINT = (
    "The same descent with several values of one option. Click a curve, or double-click a row, "
    "to follow its run on the plane."
)


class StepsPage(LabPage):
    """Shows the losses of all values, and which η are too long; what is varied can be chosen."""

    follows_run = False

    def __init__(self) -> None:
        super().__init__(LAB, _HINT, make_both_sweeps)
        self._results: tuple[StepsResult, ...] = ()
        self.parts = LabParts(self, self.view, "What became of each value")
        self.parts.table.row_activated.connect(self._on_row_activated)
        self.view.figure_made.connect(self._on_figure_made)

    @property
    def view_options(self) -> ViewOptionValues:
        """What is varied; the limit is shown for η that suit the data."""
        found = super().view_options
        return {**found, LIMIT: {name: found[LIMIT][name] for name in ("method", "passes")}}

    def store_result(self, result: tuple[StepsResult, ...] | None) -> None:
        """Store the sweeps so far: that of all values, and for η a finer one."""
        super().store_result(result)
        self._results = result or ()
        self.parts.show_table(values_table(result[0]) if result else None)

    @property
    def shared_result(self) -> StepsResult:
        """The sweep of all values."""
        return self._results[0]

    @property
    def work(self) -> str:
        """What is varied."""
        varied = self.form.params["over"].title_of(self.chosen["over"])
        return f"Descending with every {varied[:1].lower()}{varied[1:]}"

    def drawings(self, aspect: float) -> dict[str, Draw]:
        """Return the curves, and for η the losses at the end beside them."""
        if not self._results:
            return {}
        seen = self._notation, self.chosen["passes"], aspect
        return {self.name: partial(steps_sheet, self._results, *seen)}

    def _ask(self, trial: StepTrial) -> None:
        self.rule_requested.emit(trial.rule, replay_name(trial, self._results[0].over))

    @Slot(int)
    def _on_row_activated(self, row: int) -> None:
        if self._results and row < len(self._results[0].trials):
            self._ask(self._results[0].trials[row])

    @Slot(object)
    def _on_figure_made(self, figure: FigureView) -> None:
        figure.pointed_at.connect(partial(self._on_pointed_at, figure))
        figure.place_clicked.connect(partial(self._on_place_clicked, figure))

    def _on_pointed_at(self, figure: FigureView, place: Place | None) -> None:
        if trial_at(figure, self._results, place) is None:
            figure.unsetCursor()
        else:
            figure.setCursor(Qt.CursorShape.PointingHandCursor)

    def _on_place_clicked(self, figure: FigureView, place: Place) -> None:
        trial = trial_at(figure, self._results, place)
        if trial is not None:
            self._ask(trial)
