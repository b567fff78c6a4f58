"""Which run of the step laboratory a place of its figures belongs to."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF

from perceptron_gui.figures import step_limit, steps
from perceptron_gui.figures.marks import Dots, Line
from perceptron_gui.labs.steps import StepsResult, StepTrial

from .figure_view import FigureView

Place = tuple[float, float]
_REACH = 12.0  # pixels


def trial_at(
    view: FigureView, results: tuple[StepsResult, ...], place: Place | None
) -> StepTrial | None:
    """Return the run whose curve or dot is nearest to a place, if it is near."""
    if place is None or not results:
        return None
    if view.figure.name == steps.NAME:
        return _of_curves(view, results[0], place)
    if view.figure.name == step_limit.NAME and len(results) > 1:
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
