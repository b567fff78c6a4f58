"""What the views over time share: how much of a run they show, and against what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perceptron_gui.core.notation import Notation
from perceptron_gui.core.run import Run

from .envelope import Curve, Measure, Positions, Values, keeps_extremes, shown
from .figure import Axis, Range
from .marks import Dots, Line, Mark, RuleLine, Steps
from .role import Role
from .view import ViewOptions, option

_AXES = {"updates": "updates $k$", "visits": "visits $t$", "epochs": "epochs"}
# Up to so many updates each has a dot of its own.
_MOST_DOTS = 60
_AGREEMENT = {
    "000": "ys",
    "001": r"y\,(\theta \cdot x + \theta_0)",
    "002": r"y\,w^\top x",
    "003": r"a^\top y_n",
    "004": r"y\,\theta^\top x",
}


@dataclass(frozen=True)
class SeriesOptions(ViewOptions):
    """What every view over time listens to."""

    future: bool = option(False, "switch", "the rest of the run too, faintly")


@dataclass(frozen=True)
class TimedOptions(SeriesOptions):
    """What views listen to that also make sense between updates."""

    against: str = option(
        "visits", "choice", "what the horizontal axis counts", ("visits", "updates", "epochs")
    )


@dataclass(frozen=True)
class Stroke:
    """The key, role and label of a curve, and whether it is measured on the right axis."""

    key: str
    role: Role
    label: str = ""
    right: bool = False


class Timeline:
    """The part of a run that is shown: up to a visit, and with the future to the end."""

    def __init__(
        self, run: Run, cursor: int, options: SeriesOptions, against: str = "updates"
    ) -> None:
        made = run.visits  # read once: the run may still grow
        self.run = run
        self.against = against
        self.visit = min(cursor, made)
        self.updates = int(run.updates_at(self.visit))
        self.goes_on = self.visit < made
        self.last_visit = made if options.future else self.visit
        self.last = int(run.updates_at(self.last_visit))
        self._detail = options.detail

    @property
    def now(self) -> float:
        """Where the cursor is on the axis."""
        return self._place(self.visit, self.updates)

    @property
    def reach(self) -> float:
        """How far the axis has to go."""
        return self._place(self.last_visit, self.last)

    def _place(self, visit: int, updates: int) -> float:
        return float(updates) if self.against == "updates" else visit / self._visits_per_unit

    @property
    def _visits_per_unit(self) -> int:
        return self.run.path.visiting.epoch_length if self.against == "epochs" else 1

    def across(self, ks: Positions) -> Values:
        """Return where on the axis so many updates were made."""
        if self.against == "updates":
            return ks.astype(np.float64)
        visits = np.zeros(len(ks))
        visits[ks > 0] = self.run.history.visits_of(ks[ks > 0] - 1)
        return visits / self._visits_per_unit

    def across_visits(self, visits: Positions, before: Positions) -> Values:
        """Return where visits lie, each made after so many updates."""
        return np.asarray(before if self.against == "updates" else visits / self._visits_per_unit)

    def edges(self, options: ViewOptions, room: float = 0.02) -> Range:
        """Return how far the axis goes, with some room beside the curves."""
        reach = max(self.reach, 1.0)
        return options.x_range or (-0.02 * reach, (1 + room) * reach)

    def axis(self, edges: Range, log: bool = False) -> Axis:
        """Return the horizontal axis."""
        return Axis(_AXES[self.against], range=edges, log=log, whole=True)

    def cursor_mark(self, edges: Range) -> list[Mark]:
        """Mark the visit that is shown where both the run and the axis go on after it."""
        if not (self.goes_on and 0 < self.now < 0.9 * edges[1]):
            return []
        return [RuleLine("cursor", Role.CURSOR, self.now)]

    def curves(self, measure: Measure, share: int = 1) -> list[Curve]:
        """Return the curves of a measure up to the cursor, each in its share of the detail."""
        return shown(self.run, measure, self.updates, self._part(share))

    def _part(self, share: int) -> int:
        return max(self._detail // share, min(self._detail, 200))

    def drawn(self, measure: Measure, strokes: Sequence[Stroke]) -> list[Mark]:
        """Return a mark for every curve of a measure; what is to come lies below all of them."""
        curves = self.curves(measure, len(strokes))
        past = [self.curve_mark(*pair) for pair in zip(strokes, curves, strict=True)]
        return [*self.to_come(measure, strokes), *past, *self._dots(past)]

    def curve_mark(self, stroke: Stroke, curve: Curve) -> Line | Steps:
        """Return one curve: from update to update, or held until the next one and the cursor."""
        x, y = self.across(curve.ks), curve.values
        if self.against == "updates":
            return Line(stroke.key, stroke.role, x, y, stroke.label, stroke.right)
        x, y = np.append(x, self.now), np.append(y, y[-1])
        return Steps(stroke.key, stroke.role, x, y, stroke.label, stroke.right)

    def _dots(self, curves: Sequence[Line | Steps]) -> list[Mark]:
        """Return a dot where each curve has come to, and for every update of a line with few."""
        dots: list[Mark] = []
        for curve in curves:
            few = isinstance(curve, Line) and len(curve.x) <= _MOST_DOTS
            x, y = (curve.x, curve.y) if few else (curve.x[-1:], curve.y[-1:])
            dots.append(Dots(f"{curve.key}-dots", curve.role, x, y, right=curve.right))
        return dots

    def to_come(self, measure: Measure, strokes: Sequence[Stroke]) -> list[Mark]:
        """Return what is still to come of every curve, faintly, if the future is shown."""
        if self.last_visit == self.visit:
            return []
        whole = shown(self.run, measure, self.last, self._part(len(strokes)))
        here = measure.at(self.run, np.array([self.updates]))
        kind = Line if self.against == "updates" else Steps
        marks: list[Mark] = []
        for stroke, curve, value in zip(strokes, whole, here, strict=True):
            later = curve.ks > self.updates
            x = np.concatenate([[self.now], self.across(curve.ks[later]), [self.reach]])
            y = np.concatenate([value, curve.values[later], curve.values[-1:]])
            marks.append(kind(f"{stroke.key}-future", Role.FUTURE, x, y, right=stroke.right))
        return marks

    def sampling_note(self, measure: Measure) -> list[str]:
        """Say that extremes may be missing, where so many points and updates hide them."""
        if keeps_extremes(self.run, measure, self.last):
            return []
        return [
            "There are too many updates and points to look at all of them: the curves go through "
            "evenly spaced updates, and peaks between them are not shown."
        ]


def heights(marks: Sequence[Mark], right: bool = False) -> list[Values]:
    """Return the values of all curves on one of the axes."""
    return [
        mark.y for mark in marks if isinstance(mark, Line | Steps | Dots) and mark.right == right
    ]


def from_zero(values: Sequence[Values], least: float = 0.0) -> Range:
    """Return a range that holds values from 0 on, with room to see a curve that is 0."""
    flat = np.concatenate([*values, [0.0]])
    top = max(float(np.nanmax(flat)), least) or 1.0
    return -0.04 * top, 1.08 * top


def agreement(notation: Notation, offset: bool) -> str:
    """Return what y·s is called."""
    if notation.name == "001" and not offset:
        return r"y\,\theta \cdot x"
    return _AGREEMENT[notation.name]
