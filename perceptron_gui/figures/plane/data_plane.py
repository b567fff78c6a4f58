"""The plane of the data at a visit: its projection, the box that is shown, line and predictions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.params import Count, Flag, option
from perceptron_gui.core.paths.results import Vote
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.measures import predictions
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import MistakeTally, tally_at
from perceptron_gui.figures.model.axes import sampled
from perceptron_gui.figures.model.marks import Arrow, Labels
from perceptron_gui.figures.model.options import (
    ALONG,
    PlaneAxes,
    hides_classes,
    highlight_option,
    kept_back_option,
)
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.run_text.status import CLASSES, LINE, SCORES

from .box import NOWHERE, Affine, Division, PlaneBox, ring
from .projection import Curved, PlaneProjection, projection_of

_PADDING = 0.15
# The origin belongs to the picture unless the picture had to grow by more than this for it.
_MOST_GROWTH = 3.0
# What its options are about belongs to a single figure unless it had to grow by more than this.
_FARTHEST = 8.0
_MOST_LINES = 100  # of a cycle, or of a run, that the box is made for
_MOST_WEIGHTS = 2000  # that a box is made for
_EMPTY = PlaneBox(-5.0, 5.0, -5.0, 5.0)
Place = tuple[float, float]
WEIGHTS = "weights"  # the key of the arrow of w
# It is as long as w itself, within these shares of the shorter side of the box, and ends within it.
_SHORTEST, _LONGEST, _EDGE = 0.15, 0.35, 0.06


# The options that would tell how points are classified, or where the line is.
_TELLING = {
    CLASSES: ("distance", "probability"),
    SCORES: ("distance", "probability"),
    LINE: ("distance", "probability", "intercept", "equation", "update"),
}


@dataclass(frozen=True)
class BoundaryOptions(ViewOptions):
    """Options of the boundary: what is drawn besides the points and the line."""

    margin: bool = option(False, Flag(), "the line with the largest margin, and its margin")
    widest: bool = option(False, Flag(), "the widest line, whose nearest point is farthest away")
    circle: bool = option(False, Flag(), "the circle of the radius R that holds all points")
    certificate: bool = option(False, Flag(), "both hulls, and where they meet or nearly do")
    result: bool = option(
        False, Flag(), "of earlier versions: what the rule returns is always shown", is_inner=True
    )
    equation: bool = option(False, Flag(), "the equation of the line in exact numbers")
    numbers: bool = option(False, Flag(), "the number of every point, if they are few")
    tally: bool = option(False, Flag(), "how often each point was mistaken, and w as their sum")
    update: bool = option(
        False, Flag(), "the update as a sum of arrows: the old weights, the step, the new ones"
    )
    distance: bool = option(
        False, Flag(), "how far the visited point, or those highlighted, are from the line"
    )
    intercept: bool = option(False, Flag(), "where the line meets the axes, in exact numbers")
    directions: bool = option(
        False, Flag(), "the line as H = x₀ + V, and u − v on it at a right angle to w"
    )
    residuals: bool = option(
        False, Flag(), "of least squares on one coordinate: how far the fit is from every target"
    )
    axes: tuple[int, int] | str = option(
        ALONG,
        PlaneAxes(),
        "of more than two coordinates: which two are seen, as in 1,3, or w",
        is_expert=True,
    )
    pointed: int | None = option(
        None, Count(), "the point under the pointer, whose distance is shown", is_inner=True
    )
    probability: bool = option(
        True, Flag(), "of logistic runs: shades of P(y = 1 | x), the probability of +1"
    )
    asked: bool = option(False, Flag(), "the point of the next visit, for a class to predict")
    visited: bool = option(
        False, Flag(), "one figure of many: a ring around the point of the very last visit, too"
    )
    kept_back: tuple[str, ...] = kept_back_option()
    highlight: tuple[str, ...] = highlight_option()

    @property
    def hides_classes(self) -> bool:
        """Whether it is hidden how points are classified: a score tells that, too."""
        return hides_classes(self.kept_back)

    def highlights(self, *names: str) -> bool:
        return any(name in self.highlight for name in names)


def planar_reach(run: Run) -> PlaneBox:
    """Return a box around 0 and the first two weights of a run, of a long one some of them."""
    made = len(run.history)

    def found() -> PlaneBox:
        ks = sampled(0, made, _MOST_WEIGHTS)
        weights = np.zeros((len(ks) + 1, 2))
        shown = min(2, run.dataset.dimension)
        weights[1:, :shown] = run.weights_after(ks)[:, :shown]
        return PlaneBox.around(weights)

    return run.cache.get_or_compute("reach of the weights", made, found)


@dataclass(frozen=True, eq=False)
class DataPlane:
    """A visit of a run in the plane of the data: everything that marks of the boundary need."""

    run: Run
    context: VisitContext
    options: BoundaryOptions
    weights: list[Fraction]  # that the rule returns after the visit

    @classmethod
    def of(cls, run: Run, cursor: int, options: BoundaryOptions) -> DataPlane:
        context = VisitContext(run, cursor, options.symbols)
        return cls(run, context, options, run.result_at(context.visit))

    def asks(self, *names: str) -> bool:
        """Return whether one of some options asks for something; without names it is shown."""
        hidden = {each for secret in self.options.kept_back for each in _TELLING.get(secret, ())}
        return not names or any(getattr(self.options, name) for name in {*names} - hidden)

    @property
    def answer(self) -> str:
        """What the rule returns, in a word; "" where that is its last weights."""
        return RULES[self.run.rule.rule].answer.lower()

    @property
    def can_show_update(self) -> bool:
        """Whether weights can be seen as arrows among the points."""
        return self.run.dataset.dimension <= 2 and self.run.space.is_plain

    @property
    def shows_update(self) -> bool:
        """Whether an update is drawn as a sum of arrows."""
        return self.options.update and self.can_show_update and self.context.is_update

    @property
    def next_points(self) -> list[int]:
        """The points that the next visit looks at; none after the last one."""
        later = self.context.visit + 1
        if later > self.run.visits:
            return []
        return VisitContext(self.run, later, self.options.symbols).points

    @cached_property
    def now(self) -> list[Fraction]:
        """The weights on the way, after the visit."""
        return self.run.exact_weights_at(self.context.visit)

    @cached_property
    def tally(self) -> MistakeTally | str:
        """How often every point was mistaken so far, or why that cannot be said."""
        return tally_at(self.run, self.context.visit)

    @cached_property
    def projection(self) -> PlaneProjection:
        options = self.options
        return projection_of(self.run, self.weights, options.symbols, options.axes)

    @cached_property
    def score(self) -> Affine | Curved | None:
        """The score of what is returned in that plane; None where it shows no boundary of it."""
        result = self.run.result
        if not isinstance(result, Vote):
            return self.projection.score(self.weights)
        raw, counts = result.voters(self.context.visit)
        weights = self.run.path.arithmetic.floats(raw)
        return self.projection.vote(weights, counts, self.on_line, self.run.check_cancelled)

    @property
    def has_line(self) -> bool:
        """Whether there is a line, be it outside of the box."""
        return self.score is not None and self.score.constant is None

    @cached_property
    def division(self) -> Division:
        """The line and both sides in the box; nothing where there is no line."""
        if self.score is None:
            return Division(NOWHERE, NOWHERE, NOWHERE)
        if self.score.constant is None:
            return self.score.divide(self.box)
        whole = ring(self.box.corners)
        positive, negative = (whole if self.everywhere == sign else NOWHERE for sign in (1, -1))
        return Division(NOWHERE, positive, negative)

    @property
    def everywhere(self) -> int:
        """What is predicted all over the plane; 0 where there is a line, or nothing to predict."""
        if self.score is None or self.score.constant is None:
            return 0
        return int(np.sign(self.score.constant)) or self.on_line

    @cached_property
    def plane_radius(self) -> float:
        """How far the farthest point lies from the origin, the constant coordinate aside."""
        points = self.run.dataset.points
        size = float(np.abs(points).max()) or 1.0
        return size * float(np.sqrt(np.square(points / size).sum(axis=1).max()))

    @cached_property
    def tests(self) -> NDArray[np.float64]:
        """The test points as they are seen (m, 2)."""
        test = self.run.dataset.test
        return np.empty((0, 2)) if test is None else self.projection.seen(test.points)

    @cached_property
    def box(self) -> PlaneBox:
        """What is shown of the plane; of one figure of many it does not depend on the visit."""
        options = self.options
        if options.range is not None:
            return PlaneBox(*options.range)
        if self.projection.turns and options.horizon is not None:
            # In an animation axes that turn with w have to fit whatever they are.
            return self._everywhere.framed(_PADDING / 2, options.aspect)
        if self.projection.turns:
            # As large whatever the direction of w, around the middle of the points.
            points = self.run.dataset.points
            middle = (points.min(axis=0) + points.max(axis=0)) / 2
            size = float(np.abs(points - middle).max()) or 1.0
            reach = size * float(np.sqrt(np.square((points - middle) / size).sum(axis=1).max()))
            x, y = (middle @ self.projection.directions).tolist()
            turned = PlaneBox(x - reach, x + reach, y - reach, y + reach)
            return turned.framed(_PADDING / 2, options.aspect)
        box = PlaneBox.around(self.projection.columns.T)
        for x, y in self.tests.tolist():
            box = box.with_point(x, y)
        with_origin = box.with_point(0.0, 0.0)
        is_cheap = with_origin.size <= _MOST_GROWTH * box.size
        if is_cheap or not box.size or not self.run.rule.offset:
            box = with_origin
        if options.circle and self.run.space.is_plain:
            box = self._everywhere.with_point(box.x0, box.y0).with_point(box.x1, box.y1)
        if options.update and self.can_show_update and not self.run.rule.offset:
            # With the weights of the run, unless they are far away.
            weights = planar_reach(self.run)
            larger = box.with_point(weights.x0, weights.y0).with_point(weights.x1, weights.y1)
            box = larger if larger.size <= _MOST_GROWTH * box.size else box
        most = _MOST_GROWTH * box.size
        if self.run.cycle is not None and not self.run.rule.is_curved:
            box = box.with_near(self._places_of_cycle(box.middle), most)
        # A margin is compared with the line; where figures follow one another lines come and go.
        is_compared = options.margin and not options.visited
        is_measured = options.distance or options.intercept or options.directions
        if options.update or is_measured or is_compared:
            farthest = most if options.visited else _FARTHEST * box.size
            box = box.with_near(self._told_places(box.middle), farthest)
        return box.framed(_PADDING, options.aspect)

    @property
    def _everywhere(self) -> PlaneBox:
        """The box of the circle that holds all points."""
        radius = self.plane_radius
        return PlaneBox(-radius, radius, -radius, radius)

    def _places_of_cycle(self, middle: Place) -> list[Place]:
        """Return the place nearest to the middle of every line of the cycle, of a long one some."""
        run = self.run

        def found() -> list[Place]:
            assert run.cycle is not None
            first, count = int(run.updates_at(run.cycle.start_visit)), run.cycle.period_updates
            ks = sampled(first, first + count - 1, _MOST_LINES)
            weights, constants = run.space.lines_of(run.weights_after(ks))
            up = weights[:, 1] if run.dataset.dimension > 1 else np.zeros(len(ks))
            rows = np.column_stack([weights[:, 0], up, constants])
            lines = [Affine(*row) for row in rows.tolist()]
            return [line.nearest(*middle) for line in lines if line.constant is None]

        return run.cache.get_or_compute("places of the cycle", middle, found)

    def _told_places(self, middle: Place) -> list[Place]:
        """Return where lines are that the options are about, their intercepts, and feet on them.

        Of a figure that is one of many, all of them have these places in view.
        """
        run, options = self.run, self.options
        visits = [self.context.visit]
        if options.visited:
            visits = sampled(0, run.visits, _MOST_LINES).tolist()
        told = options.update, options.intercept, options.distance, options.directions

        def found() -> list[Place]:
            return [place for visit in visits for place in self._places_at(visit, middle)]

        known = middle, told, visits[0], visits[-1], options.axes
        return run.cache.get_or_compute("told places", known, found)

    def _places_at(self, visit: int, middle: Place) -> Iterator[Place]:
        run, options = self.run, self.options
        weights = [run.result_at(visit)]
        if options.update:
            weights += [run.exact_weights_at(at) for at in (max(visit - 1, 0), visit)]
        points = VisitContext(run, visit, options.symbols).points if options.distance else []
        for each in weights:
            line = self.projection.score(each)
            if not isinstance(line, Affine) or line.constant is not None:
                continue
            yield line.nearest(*middle)
            if options.directions:
                yield 0.0, 0.0
                yield line.nearest(0.0, 0.0)
            if options.intercept and line.a:
                yield -line.c / line.a, 0.0
            if options.intercept and line.b:
                yield 0.0, -line.c / line.b
            for i in points[:1]:
                yield line.nearest(*self.projection.points[i].tolist())

    @cached_property
    def standing_arrow(self) -> Arrow | None:
        """The arrow of w on its line, near the middle of the box, if that line is straight."""
        if self.shows_update or LINE in self.options.kept_back:  # where w is one of three arrows
            return None
        box = self.box
        score = self.projection.score(self.now) if self.answer else self.score
        if not isinstance(score, Affine) or score.constant is not None:
            return None
        line = score.line(box)
        if not len(line[0]):
            return None
        direction = np.array([score.a, score.b]) / float(np.hypot(score.a, score.b))
        # The place of the line nearest to the middle, but not quite at an end.
        start, end = np.column_stack(line)
        along, size = end - start, float(np.abs(end - start).max())
        share = float((np.array(box.middle) - start) / size @ (along / size))
        share /= float(np.square(along / size).sum())
        foot = start + min(max(share, 0.15), 0.85) * along
        shorter = min(box.width, box.height)
        edge = _EDGE * shorter
        length = float(np.linalg.norm([float(v) for v in self.run.space.line_of(self.now)[0]]))
        length = min(max(length, _SHORTEST * shorter), _LONGEST * shorter)
        corners = (box.x0, box.y0), (box.x1, box.y1)
        for at, step, low, high in zip(foot.tolist(), direction.tolist(), *corners, strict=True):
            if step:  # it does not come too near to an edge of the box
                length = min(length, ((high - edge if step > 0 else low + edge) - at) / step)
        if length < edge:
            return None
        role = Role.NOW if self.answer else Role.WEIGHTS
        return Arrow(WEIGHTS, role, *foot.tolist(), *(foot + length * direction).tolist())

    @property
    def on_line(self) -> int:
        """What is predicted of a point on the line; 0 where the rule has no sign for it."""
        return self.run.rule.sign_on_line

    @cached_property
    def predicted(self) -> Labels:
        """What the answer predicts of every point (n,), decided with the numbers of the run.

        Nothing where that is hidden.
        """
        if self.options.hides_classes:
            return np.zeros(len(self.run.dataset), dtype=np.int8)
        return predictions(self.run, self.run.result.agreements(self.context.visit))


def untrained_box(columns: NDArray[np.float64], options: BoundaryOptions) -> PlaneBox:
    """Return what is shown of the plane before there is a run, or even a point of (2, n)."""
    if options.range is not None:
        return PlaneBox(*options.range)
    if not columns.shape[1]:
        return _EMPTY.framed(0.0, options.aspect)
    around = PlaneBox.around(columns.T)
    return around.with_point(0.0, 0.0).framed(_PADDING, options.aspect)
