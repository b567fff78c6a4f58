"""What the views over time share: the part of a run they show, their axis, their curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.params import VISIT, Choice, Flag, option
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import (
    RANGE,
    Band,
    Dots,
    Line,
    Mark,
    RuleLine,
    Steps,
    Values,
)
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions

from .envelope import Buckets, Curve, Measure, Positions, bucketed, keeps_extremes, shown

_TITLES = {"updates": "updates $k$", "visits": "visits $t$", "epochs": "epochs"}
# Up to so many updates each has a dot of its own.
_MOST_DOTS = 60
# With more swings than this, up or down, the styles of a curve run into each other on most
# pages; swings below this share of its height only make it a little thicker.
_MOST_SWINGS, _LEAST_SWING = 100, 0.03
# So few that one can see the steps between them.
_MOST_BUCKETS = 80
_ROUNDS, _FEWEST_RECENT = 2, 8  # of a cycle that plots show at least, and visits
# What is to come is faint, but as dashed as the curve itself: the faint roles by their dash.
_FAINT = dict.fromkeys((Role.ERRORS, Role.NEGATIVE_SERIES), Role.GHOST)
_FAINT |= dict.fromkeys((Role.SIDE_LOSS, Role.SIDE_ERRORS), Role.CURSOR)


@dataclass(frozen=True)
class CurveStyle:
    """The key, role and label of a curve, and whether it is measured on the right axis."""

    key: str
    role: Role
    label: str = ""
    right: bool = False
    area: Role | None = None  # of what it fills where it cannot be followed, if another
    name: str = ""  # of a curve without a label

    def future(self, is_named: bool) -> CurveStyle:
        """Return the style of the rest of the curve; one of a figure is in the legend."""
        label = "to come" if is_named else ""
        faint, area = _FAINT.get(self.role, Role.FUTURE), self.area or self.role
        name = self.name or self.label
        return CurveStyle(f"{self.key}-future", faint, label, self.right, area, name)

    def curve(
        self, kind: type[Line] | type[Steps], x: Values, y: Values, sampled: bool = False
    ) -> Line | Steps:
        """Return a curve of this style through the values."""
        return kind(self.key, self.role, x, y, self.label, self.right, self.name, sampled)


def area_marks(
    styles: Sequence[CurveStyle], edges: Values, lowest: Values, mean: Values, highest: Values
) -> list[Mark]:
    """Return what shows curves that cannot be followed: lowest to highest values, above them means.

    Each (c, b) is as wide as its bucket between the edges (b + 1,).
    """
    x, areas, means = np.repeat(edges, 2)[1:-1], list[Mark](), list[Mark]()
    for style, low, middle, high in zip(styles, lowest, mean, highest, strict=True):
        role, corners = style.area or style.role, (np.repeat(low, 2), np.repeat(high, 2))
        areas.append(Band(style.key + RANGE, role, x, *corners, right=style.right))
        means.append(style.curve(Steps, edges, np.append(middle, middle[-1:])))
    return areas + means


def is_crowded(curve: Curve) -> bool:
    """Return whether a curve swings more often than a page can show."""
    values = curve.values[np.isfinite(curve.values)]
    steps = np.diff(values)
    values, steps = np.append(values[:1], values[1:][steps != 0]), steps[steps != 0]
    if not len(steps):
        return False
    turns = np.flatnonzero(np.sign(steps[1:]) != np.sign(steps[:-1])) + 1
    swings = np.abs(np.diff(values[np.concatenate([[0], turns, [-1]])]))
    wide = int((swings > _LEAST_SWING * np.ptp(values)).sum())
    if curve.sampled:  # then it turns at most as often as it has positions
        return wide > min(_MOST_SWINGS, len(curve.ks) // 2)
    return wide > _MOST_SWINGS


@dataclass(frozen=True)
class SeriesOptions(ViewOptions):
    """Options of every view over time."""

    future: bool = option(False, Flag(), "the rest of the run too, faintly")
    recent: int | None = option(
        None, VISIT, "only so many visits, up to the last one", title="Last visits"
    )


@dataclass(frozen=True)
class TimedOptions(SeriesOptions):
    """Options of views that also make sense between updates."""

    against: str = option(
        "visits", Choice(("visits", "updates", "epochs")), "what the horizontal axis counts"
    )


def visit_at(run: Run, axis: Axis, x: float) -> int | None:
    """Return the visit at a position of an axis over time, or None for other axes."""
    if axis.counts == "updates":
        return run.history.visit_after(min(max(round(x), 0), int(run.updates_at(run.visits))))
    if not axis.counts:
        return None
    return min(max(round(x * visits_per_unit(run, axis.counts)), 0), run.visits)


def position_of(run: Run, counts: str, visit: int) -> float:
    """Return where a visit is on an axis over time that counts updates, visits or epochs."""
    if counts == "updates":
        return float(run.updates_at(visit))
    return visit / visits_per_unit(run, counts)


def visits_per_unit(run: Run, counts: str) -> int:
    """Return how many visits are a unit of an axis that counts visits or epochs."""
    return run.path.visiting.epoch_length if counts == "epochs" else 1


def recent_visits(period: int) -> int:
    """Return how many visits plots show of a cycle with this period: whole rounds."""
    return period * max(_ROUNDS, -(-_FEWEST_RECENT // period))


def recent_rounds(run: Run, cursor: int) -> int | None:
    """Return how many visits to show after a visit: the last rounds of a cycle played for long."""
    found = run.cycle
    most = 0 if found is None else recent_visits(found.period_visits)
    return most if found is not None and cursor > found.start_visit + most else None


def time_axis(counts: str, edges: Range, log: bool = False) -> Axis:
    """Return a horizontal axis that counts updates, visits or epochs."""
    return Axis(_TITLES[counts], range=edges, log=log, whole=True, counts=counts)


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
        self.has_more = self.visit < made
        self.last_visit = made if options.future else self.visit
        self.last = int(run.updates_at(self.last_visit))
        self.first_visit = 0
        if options.recent:  # before the last visit that the axis reaches
            reached = min(max(self.last_visit, options.horizon or 0), made)
            self.first_visit = max(0, reached - options.recent)
        self.first = int(run.updates_at(min(self.first_visit, self.visit)))
        # Where the cursor is on the axis, and where the part that is shown ends.
        self.now = position_of(run, against, self.visit)
        self.end = position_of(run, against, self.last_visit)
        self.shows_future = self.last_visit > self.visit
        self._detail, self._title = options.detail, options.title

    def figure(
        self,
        name: str,
        edges: Range,
        y: Axis,
        marks: Iterable[Mark],
        notes: Iterable[str],
        right: Axis | None = None,
        log: bool | None = None,
    ) -> Figure:
        """Return a figure over time; without `log` the time is logarithmic if the values are."""
        x = time_axis(self.against, edges, y.log if log is None else log)
        return Figure(name, x, y, tuple(marks), right, self._title, notes=tuple(notes))

    def positions(self, ks: Positions) -> Values:
        """Return the position on the axis after so many updates."""
        if self.against == "updates":
            return ks.astype(np.float64)
        visits = np.zeros(len(ks))
        visits[ks > 0] = self.run.history.visits_of(ks[ks > 0] - 1)
        return visits / visits_per_unit(self.run, self.against)

    def edges(self, options: ViewOptions, room: float = 0.02) -> Range:
        """Return the range of the axis, with some room beside the curves."""
        start = position_of(self.run, self.against, self.first_visit)
        length = max(self.end - start, 1.0)
        return options.x_range or (start - 0.02 * length, start + (1 + room) * length)

    def cursor_mark(self, edges: Range) -> list[Mark]:
        """Mark the visit that is shown where both the run and the axis go on after it."""
        if not (self.has_more and 0 < self.now < 0.9 * edges[1]):
            return []
        return [RuleLine("cursor", Role.CURSOR, self.now)]

    def curves(self, measure: Measure, share: int = 1, later: bool = False) -> list[Curve]:
        """Return the curves of a measure up to the cursor, each in its share of the detail.

        With `later` they go on to the end of what is shown.
        """
        part = max(self._detail // share, min(self._detail, 200))
        return shown(self.run, measure, self.last if later else self.updates, part, self.first)

    def curve_marks(
        self, measure: Measure, styles: Sequence[CurveStyle], names_future: bool = True
    ) -> list[Mark]:
        """Return the marks of every curve of a measure; what is to come lies below all of them."""
        curves = self.curves(measure, len(styles))
        pairs = list(zip(styles, curves, strict=True))
        if any(map(is_crowded, curves)):
            past = self.area_marks(measure, styles)
        else:
            past = [self.curve_mark(*pair) for pair in pairs]
        for style, curve in pairs:
            # A dot where the curve has come to, and for every update of a line with few.
            x, y = np.array([self.now]), curve.values[-1:]
            if self.against == "updates" and len(curve.ks) <= _MOST_DOTS:
                x, y = self.positions(curve.ks), curve.values
            past.append(Dots(f"{style.key}-dots", style.role, x, y, right=style.right))
        return [*self.future_marks(measure, styles, names_future), *past]

    def curve_mark(self, style: CurveStyle, curve: Curve) -> Line | Steps:
        """Return one curve: from update to update, or held until the next one and the cursor."""
        x, y = self.positions(curve.ks), curve.values
        if self.against == "updates":
            return style.curve(Line, x, y, curve.sampled)
        return style.curve(Steps, np.append(x, self.now), np.append(y, y[-1]), curve.sampled)

    def is_crowded(self, measure: Measure, share: int) -> bool:
        """Return whether one of the curves, as far as they are shown, cannot be followed."""
        return any(map(is_crowded, self.curves(measure, share, later=True)))

    def buckets(self, measure: Measure, later: bool = False) -> tuple[Values, Buckets]:
        """Return all curves of a measure up to the cursor, or after it, in buckets, and edges."""
        last, end = (self.last, self.end) if later else (self.updates, self.now)
        found = bucketed(self.run, measure, last, min(_MOST_BUCKETS, self._detail // 2))
        edges = np.append(self.positions(found.first), end)
        if not later:
            return edges, found
        past = int((edges[1:] <= self.now).sum())
        return np.maximum(edges[past:], self.now), found.part(slice(past, None))

    def area_marks(
        self, measure: Measure, styles: Sequence[CurveStyle], later: bool = False
    ) -> list[Mark]:
        edges, found = self.buckets(measure, later)
        return area_marks(styles, edges, found.lowest, found.mean, found.highest)

    def future_marks(
        self, measure: Measure, styles: Sequence[CurveStyle], is_named: bool = True
    ) -> list[Mark]:
        """Return what is still to come of every curve, faintly, if the future is shown."""
        if not self.shows_future:
            return []
        faint = [style.future(is_named and style is styles[0]) for style in styles]
        # Where no update is to come, there are no buckets of them either.
        if self.end > self.now and self.is_crowded(measure, len(styles)):
            return self.area_marks(measure, faint, later=True)
        every = self.curves(measure, len(styles), later=True)
        here = measure.at(self.run, np.array([self.updates]))
        marks: list[Mark] = []
        for style, curve, value in zip(faint, every, here, strict=True):
            later = curve.ks > self.updates
            x = np.concatenate([[self.now], self.positions(curve.ks[later]), [self.end]])
            y = np.concatenate([value, curve.values[later], curve.values[-1:]])
            kind: type[Line] | type[Steps] = Line if self.against == "updates" else Steps
            marks.append(style.curve(kind, x, y, curve.sampled))
        return marks

    def sampling_note(self, measure: Measure) -> list[str]:
        """Return the note that extremes may be missing, where there is too much to look at."""
        if keeps_extremes(self.run, measure, self.last):
            return []
        return [
            "There are too many updates and points to look at all of them: the curves go through "
            "evenly spaced updates, and peaks between them are not shown."
        ]


def diverged_note(run: Run, is_log: bool) -> list[str]:
    """Return why the axes of a run that diverged are logarithmic."""
    if not (run.diverged and is_log):
        return []
    return ["The run diverged, so what grew is shown on a logarithmic axis."]


def crowd_note(marks: Sequence[Mark]) -> list[str]:
    """Return the notes on areas, where there are areas instead of curves; one fits any panel."""
    if not any(mark.key.endswith(RANGE) for mark in marks):
        return []
    return ["Bands: minimum to maximum; lines: mean.", "There are too many swings to draw each."]
