"""The scores of all points before a visit, put on a curve: what losses and activations share.

Also how far the scores reach along the whole run, so that axes stand still while it is played.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from perceptron_gui.core.paths.results import Last
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.measures import agreement, predictions
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import sampled
from perceptron_gui.figures.model.figure import Range
from perceptron_gui.figures.model.marks import Labels, Line, Mark, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.figures.plane.points import (
    bad_label,
    labelled,
    note_on_visit,
    unhidden,
    visited_rings,
)
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.lectures.visit import VisitContext

NO_CLASSES = "These points have real targets, not classes: a score is neither correct nor wrong."

Place = tuple[float, float]

# Scores beyond this have squares that floats do not hold.
_FARTHEST = 1e150
_MOST_POSITIONS, _MOST_SCORES = 200, 1 << 21
_PADDING = 0.06
# A tangent reaches over this share of the axes, to either side of its point.
_ACROSS, _UP = 0.17, 0.3
# Places along a curve that names keep away from; those where its own may be, and how far away.
_ALONG, _MOST_SPOTS, _BESIDE = 60, 16, (0.02, 0.05)
_APART = 0.04  # from other curves: where they run together, a name could be that of any


@dataclass(frozen=True, eq=False)
class VisitScores:
    """A visit of a run, and y·s of every point before it."""

    context: VisitContext

    @property
    def run(self) -> Run:
        return self.context.run

    @cached_property
    def agreements(self) -> Values:
        """y·s (n,) with the weights before the visit."""
        k = np.array([self.context.updates_before])
        return np.asarray(np.clip(agreement(self.run, k)[0], -_FARTHEST, _FARTHEST))

    @cached_property
    def scores(self) -> Values:
        return self.agreements * self.run.dataset.labels

    @cached_property
    def predicted(self) -> Labels:
        """What is predicted of every point (n,)."""
        return predictions(self.run, self.agreements)

    def reach(self, signed: bool) -> Range:
        """Return the least and the largest s, or y·s where `signed`, of the whole run."""
        updates, n = len(self.run.history), len(self.run.dataset)

        def found() -> Range:
            ks = sampled(0, updates, max(2, min(_MOST_POSITIONS, _MOST_SCORES // n)))
            m = np.clip(agreement(self.run, ks), -_FARTHEST, _FARTHEST)
            values = m if signed else m * self.run.dataset.labels
            return float(values.min()), float(values.max())

        return self.run.cache.get_or_compute(("reach of scores", signed), updates, found)

    def points(self, x: Values, y: Values, box: PlaneBox) -> Iterator[Mark]:
        """Yield the points at places (n,), and a ring around the visited one.

        Those whose y is not a number are left out.
        """
        dataset, i = self.run.dataset, self.context.index
        at = np.column_stack([x, y])
        # A crowd is thinned where it stands, whatever the units of the axes are.
        even = np.column_stack([(x - box.x0) / box.width, (y - box.y0) / box.height])
        kept = [] if i is None else [i]
        square = PlaneBox(0.0, 1.0, 0.0, 1.0)
        shown = unhidden(np.nan_to_num(even), dataset.labels, self.predicted, square, kept)
        yield labelled("points", dataset, at, self.predicted, shown[~np.isnan(y[shown])])
        if i is None or np.isnan(y[i]):
            return
        wrong = self.context.is_wrong(i, self.context.agreements(i)[0])
        verdict = bad_label(self.context) if wrong else "correct"
        ring = x[i : i + 1], y[i : i + 1]
        yield from visited_rings(*ring, wrong, f"visited point ({verdict})")
        yield labelled("visited point", dataset, at, self.predicted, np.array([i]))

    def notes(self) -> Iterator[str]:
        """Yield which weights the scores are those of."""
        yield note_on_visit(self.context)
        if type(self.run.result) is not Last:
            answer = RULES[self.run.rule.rule].answer.lower()
            yield f"The scores are those of the weights on the way, not of the {answer}."


def named_curves(
    lines: Mapping[str, Line], chosen: str, box: PlaneBox, avoided: Sequence[Place] = ()
) -> Iterator[Mark]:
    """Yield all curves with their names beside them, and a halo below that of the points.

    Names avoid some places, which are given in shares of the box.
    """
    label = "the curve of the points"
    yield replace(lines[chosen], key="chosen", role=Role.HIGHLIGHT, label=label)
    yield from lines.values()
    # In shares of the box: areas of its own numbers may be too large for floats.
    places = TextPlaces(PlaneBox(0.0, 1.0, 0.0, 1.0), avoided)
    along = {name: _along(line, box) for name, line in lines.items()}
    for spots in along.values():
        places.avoid(spots)
    for name, spots in along.items():
        if spots:
            others = [spot for other in along if other != name for spot in along[other]]
            alone = [s for s in spots if all(math.dist(s, o) > _APART for o in others)] or spots
            some = alone[len(alone) // 10 :: -(-len(alone) // _MOST_SPOTS)]
            role, words = lines[name].role, lines[name].name
            text = places.at_one_of(f"name of {name}", role, words, some, 0.9, _BESIDE)
            yield replace(text, x=box.x0 + text.x * box.width, y=box.y0 + text.y * box.height)


def _along(line: Line, box: PlaneBox) -> list[Place]:
    """Return places along a curve in shares of the box, as far as it shows the curve."""
    across, up = (line.x - box.x0) / box.width, (line.y - box.y0) / box.height
    corners = np.column_stack([across, up])
    shares = np.linspace(0.0, 1.0, max(2, _ALONG // len(corners)))[:, None, None]
    found = (corners[:-1] + shares * np.diff(corners, axis=0)).transpose(1, 0, 2).reshape(-1, 2)
    seen = found[((found >= 0) & (found <= 1)).all(axis=1)]
    return [(x, y) for x, y in seen[:: max(1, len(seen) // _ALONG)].tolist()]


def padded(low: float, high: float) -> Range:
    room = _PADDING * (high - low)
    return low - room, high + room


def tangent(x: float, y: float, slope: float, box: PlaneBox) -> Line:
    """Return a piece of the line of a slope through a place, short enough to be seen."""
    reach = tangent_reach(slope, box)
    across = np.array([x - reach, x + reach])
    return Line("slope", Role.TANGENT, across, y + slope * (across - x), name="tangent")


def tangent_reach(slope: float, box: PlaneBox) -> float:
    """Return how far a tangent goes to either side."""
    return min(_ACROSS * box.width, _UP * box.height / abs(slope) if slope else np.inf)
