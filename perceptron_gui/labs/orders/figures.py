"""The figures of other orders or starts: how many updates they need, and where they end."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.params import Flag, option
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Range, Sheet
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import Line, Mark, Region, RuleLine
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import nothing_to_show
from perceptron_gui.figures.pictures.plane_theory import margin_band, support_rings
from perceptron_gui.figures.plane.box import Affine, Path, joined, plane_figure
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.line import decision_line, notes_on_the_line
from perceptron_gui.figures.plane.points import points
from perceptron_gui.figures.plane.projection import Curved
from perceptron_gui.labs.lab import WIDE, Place, side_by_side

from .findings import STATUSES, Bars, OrderFindings
from .study import AdversaryResult, OrderOptions, Row, Study, TrialOptions
from .words import NAME, details, named, notes, result

_BAR = 0.8  # the share of its room that a bar fills
_BARS = {
    "converged": (Role.WEIGHTS, "converged"),
    "cycle": (Role.CONTESTANT_3, "first round of a cycle"),
    "budget": (Role.CONTESTANT_2, "stopped (limit)"),
}
# The bound is drawn where it is at most so many times as far away as the longest run.
_FAR = 3.0


def draw_histogram(study: Study, run: Run, cursor: int, options: OrderOptions) -> Figure:
    """Draw how many updates the trials made, and how many this run has made up to the cursor."""
    found, extremes = study.found, study.extremes
    # The updates of the run at hand, up to here and in all.
    own = int(run.updates_at(min(cursor, run.visits))), int(run.updates_at(run.visits))
    if not len(found):
        return nothing_to_show(NAME, options, "Nothing has been tried yet.")
    bars = Bars.of(found.updates)
    lines = list(_lines(found, own, extremes))
    x = options.x_range or _width(bars, lines, own[1])
    counts = {status: bars.counts(found.updates[found.ended(status)]) for status in STATUSES}
    tallest = max(int(np.sum(list(counts.values()), axis=0).max()), 1)
    return Figure(
        NAME,
        Axis("updates $k$", range=x, whole=True),
        Axis(found.what, range=options.y_range or (0.0, 1.1 * tallest), whole=True),
        (*_stacked(bars, counts), *(line for line in lines if x[0] <= line.at <= x[1])),
        title=options.title,
        notes=tuple(_histogram_notes(study, bars, own, x)),
        headline=result(found),
    )


def _stacked(bars: Bars, counts: dict[str, NDArray[np.int64]]) -> Iterator[Region]:
    """Yield the bars of every ending, each standing on those before it."""
    ground = np.zeros(bars.count, dtype=np.int64)
    for status, each in counts.items():
        rings = list[Path]()
        for bar in np.flatnonzero(each).tolist():
            middle = bars.first + bar * bars.width + (bars.width - 1) / 2
            x = middle + _BAR * bars.width / 2 * np.array([-1, 1, 1, -1])
            rings.append((x, ground[bar] + each[bar] * np.array([0.0, 0.0, 1.0, 1.0])))
        if rings:
            role, label = _BARS[status]
            yield Region(status, role, *joined(rings), label=label)
        ground = ground + each


def _lines(
    found: OrderFindings, own: tuple[int, int], extremes: AdversaryResult | None
) -> Iterator[RuleLine]:
    """Yield where the run at hand is, what an adversary makes of any order, and the bound."""
    so_far = " so far" if own[0] < own[1] else ""
    label = f"this run{so_far}: $k = {own[0]}$"
    yield RuleLine("own", Role.BOUNDARY, float(own[0]), label=label)
    if extremes is not None:
        for key, role, mistakes in (
            ("shortest", Role.LOWER_BOUND, extremes.shortest),
            ("longest", Role.UPPER_BOUND, extremes.longest),
        ):
            if mistakes is not None:
                k = len(mistakes)
                yield RuleLine(key, role, float(k), label=f"{key} possible: $k = {k}$")
    if (most := found.most_updates) is not None:
        which = "bound" if found.what == "orders" else "largest bound"
        yield RuleLine("bound", Role.LIMIT, float(most), label=f"{which}: $k \\le {most}$")


def _width(bars: Bars, lines: list[RuleLine], own: int) -> Range:
    """Return how far k goes: all bars and lines, the bound where it is near, 0 where it is."""
    low, high = bars.edges
    near = [line.at for line in lines if line.key != "own" and line.at <= _FAR * max(high, 1.0)]
    left, right = min(low, *near, own), max(high, *near, own)
    left = min(left, -0.5) if left <= right / 2 else left
    room = 0.03 * max(right - left, 1.0)
    return left - room, right + room


def _histogram_notes(study: Study, bars: Bars, own: tuple[int, int], x: Range) -> Iterator[str]:
    found = study.found
    yield result(found).full
    fewest, highest = found.updates[found.best], found.updates[found.worst]
    best, worst = named(found, found.best), named(found, found.worst)
    if fewest < highest and found.count("converged") and best:
        yield f"Fewest with {best} ($k = {fewest}$), most with {worst} ($k = {highest}$)."
    most = found.most_updates
    if most is not None and most > x[1]:
        which = "bound" if found.what == "orders" else "largest bound of all starts"
        yield f"The {which} is far away: $k \\le {most}$."
    if bars.width > 1:
        yield f"A bar counts {bars.width} values of $k$."
    if not x[0] <= own[0] <= x[1]:
        plural = "" if own[0] == 1 else "s"
        yield f"This run has made {own[0]} update{plural} so far, which lies outside."
    yield from notes(study)


SOLUTIONS = "solutions"
# So many lines are drawn at most; curves take longer to find.
_MOST_LINES = 80
_MOST_CURVES = 40
# From which share of the trials on a line is drawn in a role, the most frequent first.
_TIERS = (
    ("frequent", Role.WEIGHTS, 0.1),
    ("repeated", Role.CONSTRAINT, 0.01),
    ("single", Role.SOLUTION, 0.0),
)


@dataclass(frozen=True)
class SolutionOptions(TrialOptions):
    """What may be drawn beside the lines."""

    margin: bool = option(False, Flag(), "the line with the largest margin, and its margin")


def draw_solutions(study: Study, run: Run, cursor: int, options: SolutionOptions) -> Figure:
    """Draw the lines that trials ended with, over the points of a run and its own line."""
    chosen = BoundaryOptions(
        notation=options.notation, range=options.range, aspect=options.aspect, margin=options.margin
    )
    plane = DataPlane.of(run, cursor, chosen)
    lines = _Lines(study.found, plane)
    layers: tuple[Iterator[Mark], ...] = (
        margin_band(plane),
        lines.marks(),
        (mark for mark in decision_line(plane) if isinstance(mark, Line)),
        points(plane),
        support_rings(plane),
    )
    marks = (mark for layer in layers for mark in layer)
    notes = (*_solution_notes(study.found), *lines.notes(), *notes_on_the_line(plane))
    labels = plane.projection.labels
    return plane_figure(SOLUTIONS, labels, plane.box, marks, options.title, notes)


class _Lines:
    """The different lines of the trials that converged, as far as the plane shows them."""

    def __init__(self, found: OrderFindings, plane: DataPlane) -> None:
        self._found = found
        self._tiers: dict[int, list[Path]] = {tier: [] for tier in range(len(_TIERS))}
        self._without = 0  # trials that end with weights that make no line
        self._hidden = False  # whether boundaries are no lines in this plane
        self._most = _MOST_CURVES if plane.run.rule.lift != "none" else _MOST_LINES
        drawn = slice(self._most)
        weights = found.arithmetic.floats(found.raw[found.lines.trials[drawn]])
        scores = plane.projection.scores(weights)
        for score, count in zip(scores, found.lines.counts[drawn].tolist(), strict=True):
            self._add(plane, score, count)

    def _least(self, tier: int) -> int:
        """Return how many trials have to end with a line of this tier."""
        return max(1, math.ceil(_TIERS[tier][2] * self._found.count("converged")))

    def _add(self, plane: DataPlane, score: Affine | Curved | None, count: int) -> None:
        if score is None:
            self._hidden = True
        elif score.constant is not None:
            self._without += count
        else:
            tier = next(tier for tier in self._tiers if count >= self._least(tier))
            self._tiers[tier].append(score.line(plane.box))

    def marks(self) -> Iterator[Line]:
        """Yield the lines, the most frequent above all others."""
        what = self._found.what
        for tier in reversed(self._tiers):
            x, y = joined(self._tiers[tier])
            if len(x):
                key, role, _ = _TIERS[tier]
                least = self._least(tier)
                label = rf"end of $\ge {least}$ {what}" if least > 1 else f"end of other {what}"
                yield Line(key, role, x, y, label=label)

    def notes(self) -> Iterator[str]:
        """Say which lines cannot be seen."""
        if self._hidden:
            yield "They are no lines in this plane, so only the one at hand can be seen."
        elif len(self._found.lines) > self._most:
            yield f"Only {self._most} of the lines are drawn, the most frequent ones."
        if self._without:
            yield f"Without a line, the same everywhere: {self._without}."


def _solution_notes(found: OrderFindings) -> Iterator[str]:
    yield result(found).full
    yield from details(found)
    if not found.count("converged"):
        yield "None of them converged, so there are no solutions to draw."
    answer = RULES[found.rule.rule].answer.lower()
    if answer:
        yield f"The lines are those of the last weights, not of the {answer}."
    yield from map(from_user, found.remarks)


def order_sheet(study: Study, run: Run, visit: int, options: OrderOptions) -> Sheet:
    """Draw both figures of a study beside a run, after a visit."""
    cursor, notation, aspect = min(visit, run.visits), options.notation, options.aspect
    counts = draw_histogram(study, run, cursor, OrderOptions(notation=notation))
    plane = aspect / 2 if aspect >= WIDE else aspect * 2
    lines = draw_solutions(study, run, cursor, SolutionOptions(notation=notation, aspect=plane))
    # One paragraph across the page takes less room than lines below each figure.
    head, *said = dict.fromkeys((*counts.notes, *lines.notes))
    return side_by_side((counts, lines), aspect, (head, " ".join(said)))


def row_at(study: Study, _options: OrderOptions, figure: Figure, place: Place) -> Row | None:
    """Return what the bar at a place of the histogram counts."""
    found, x = study.found, place[0]
    if figure.name != NAME or not len(found):
        return None
    bars = (ks for ks in Bars.of(found.updates).ranges if ks[0] - 0.5 <= x < ks[-1] + 0.5)
    return next(map(study.row, bars), None)
