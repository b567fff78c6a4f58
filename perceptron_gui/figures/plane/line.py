"""The line of the boundary: its two sides, where it was before, and w standing on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import size_of
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.measures import own_kind
from perceptron_gui.figures.model.label import equation
from perceptron_gui.figures.model.marks import Arrow, Line, Mark, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.lectures.tally import sum_symbols
from perceptron_gui.lectures.visit import VisitContext

from .box import NOWHERE, Affine, Path
from .data_plane import DataPlane
from .points import rings, shown_points
from .projection import feature_symbols
from .text_places import anchor_beyond

# The arrow of w is as long as w itself, within these shares of the shorter side of the box.
_SHORTEST, _LONGEST = 0.15, 0.35
_EDGE = 0.06
NOW = "now"  # the key of the line of w on the way
# How far the middle of its name is from the arrow, and from which distance on a point, a ring or
# a line is not in its way, in shares of the same side.
_NAME, _CLEAR, _CLEAR_OF_RING, _CLEAR_OF_LINE = 0.04, 0.06, 0.03, 0.035
# From which probability of +1 on each shade is drawn; those beyond lie above the others.
_CHANCES = (
    (0.7, Role.LIKELY_POSITIVE),
    (0.9, Role.SURE_POSITIVE),
    (0.3, Role.LIKELY_NEGATIVE),
    (0.1, Role.SURE_NEGATIVE),
)
PROBABILITY = "probability"  # what the keys of its shades begin with
_MOST_TERMS = 12  # of an equation that is written out
WEIGHTS, WEIGHTS_NAME = "weights", "weights name"  # the keys of the arrow and of what it is called


def sides(plane: DataPlane) -> Iterator[Region]:
    """Yield where +1 and where −1 is predicted."""
    _, positive, negative = plane.division
    if len(positive[0]):
        yield Region("positive side", Role.POSITIVE_SIDE, *positive)
    if len(negative[0]):
        yield Region("negative side", Role.NEGATIVE_SIDE, *negative)


def has_probabilities(plane: DataPlane) -> bool:
    """Tell whether shades of P(y = 1 | x) are drawn: only a logistic run has such numbers."""
    return plane.options.probability and own_kind(plane.run) == "logistic"


def probabilities(plane: DataPlane) -> Iterator[Region]:
    """Yield where P(y = 1 | x) = 1/(1 + e^−s) is above or below some levels, over both sides."""
    score = plane.score
    if not has_probabilities(plane) or score is None or score.constant is not None:
        return
    size = float(size_of(plane.weights))  # scores are seen over this
    for chance, role in _CHANCES:
        level = math.log(chance / (1 - chance)) / size
        path = score.beyond(plane.box, level, 1 if chance > 0.5 else -1)
        if len(path[0]):
            yield _shade(chance, role, path)


def _shade(chance: float, role: Role, path: Path) -> Region:
    sign = r"\ge" if chance > 0.5 else r"\le"
    label = rf"$P(y = 1|x) {sign} {chance:g}$"
    return Region(f"{PROBABILITY} {chance:g}", role, *path, label=label)


def possible_shades(plane: DataPlane) -> Iterator[Region]:
    """Yield every shade that some visit may have, nowhere: a legend keeps room for them."""
    if has_probabilities(plane):
        yield from (_shade(chance, role, NOWHERE) for chance, role in _CHANCES)


def ghost(plane: DataPlane) -> Iterator[Line]:
    """Yield the line before the visit, where the visit changed it and the rule returns w."""
    if not plane.context.is_update or plane.answer:
        return
    before = plane.run.exact_weights_at(plane.context.visit - 1)
    line = plane.projection.line(before, plane.box)
    if len(line[0]):
        yield Line("ghost", Role.GHOST, *line, label="before this visit")


def decision_label(plane: DataPlane) -> str:
    return f"decision line ({plane.answer})" if plane.answer else "decision line"


def now_label(plane: DataPlane) -> str:
    """Return what the line of w on the way is called."""
    return f"${plane.options.symbols.normal}$ now"


def decision_line(plane: DataPlane) -> Iterator[Mark]:
    """Yield the line of what is returned, and w as an arrow that stands on its own line."""
    line, arrow = plane.division.line, standing_arrow(plane)
    if plane.answer:  # below it, faintly, the line of w on the way with the arrow
        on_the_way = plane.projection.line(plane.now, plane.box)
        if len(on_the_way[0]):
            yield Line(NOW, Role.NOW, *on_the_way, label=now_label(plane))
        yield from [] if arrow is None else [arrow]
    if not len(line[0]):
        return
    yield Line("line", Role.BOUNDARY, *line, label=decision_label(plane))
    if not plane.answer and arrow is not None:
        yield arrow


def weights_name(plane: DataPlane) -> Iterator[Text]:
    """Yield the name of w above all points, beyond its arrow or where nothing is beside it."""
    if (arrow := standing_arrow(plane)) is None:
        return
    # The first place that is clear, or the clearest.
    foot, tip = np.array([arrow.x0, arrow.y0]), np.array([arrow.x1, arrow.y1])
    ahead = (tip - foot) / np.linalg.norm(tip - foot)
    aside = np.array([-ahead[1], ahead[0]])
    tried = [(tip, ahead), (tip, aside), (tip, -aside)]
    along = [(share, way) for share in (0.6, 0.8, 0.4) for way in (aside, -aside)]
    tried += [(foot + share * (tip - foot), way) for share, way in along]
    shorter = min(plane.box.width, plane.box.height)
    middles = np.array([place + _NAME * shorter * way for place, way in tried])
    (x, y), way = tried[int(np.argmax(_clearness(plane, middles, shorter)))]
    name = f"${plane.options.symbols.normal}$"
    yield Text(WEIGHTS_NAME, arrow.role, float(x), float(y), name, anchor_beyond(*way))


def _clearness(
    plane: DataPlane, places: NDArray[np.float64], shorter: float
) -> NDArray[np.float64]:
    """Return how clear of points, rings and lines places (m, 2) are: 1 where nothing is near."""
    at, near = plane.projection.points, 2 * _CLEAR * shorter
    drawn, (ringed, reach) = at[shown_points(plane)], rings(plane)
    low, high = places.min(axis=0) - near, places.max(axis=0) + near
    drawn = drawn[((drawn >= low) & (drawn <= high)).all(axis=1)]  # others are far away
    found = [np.ones(len(places)), _distances(drawn, places) / (_CLEAR * shorter)]
    found.append(_distances(at[ringed], places) / (reach + _CLEAR_OF_RING * shorter))
    lines = [(mark.x, mark.y) for mark in ghost(plane)]
    lines.append(plane.division.line)
    if plane.answer:  # then the arrow stands on another line
        lines.append(plane.projection.line(plane.now, plane.box))
    for x, y in lines:
        corners = np.column_stack([x, y])
        found.append(_from_path(corners, places) / (_CLEAR_OF_LINE * shorter))
    return np.asarray(np.min(found, axis=0))


def _distances(points: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far places (m, 2) are from the nearest of some points (n, 2), or from none."""
    squares = np.square(points[None] - places[:, None]).sum(axis=2)
    return np.asarray(np.sqrt(squares.min(axis=1, initial=np.inf)))


def _from_path(corners: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far places (m, 2) are from a path through corners (n, 2), which NaN parts."""
    ways = np.diff(corners, axis=0)
    known = np.isfinite(ways).all(axis=1)
    starts, ways = corners[:-1][known], ways[known]
    lengths = np.maximum(np.square(ways).sum(axis=1), np.finfo(np.float64).tiny)
    shares = ((places[:, None] - starts) * ways).sum(axis=2) / lengths
    nearest = starts + np.clip(shares, 0.0, 1.0)[..., None] * ways
    squares = np.square(nearest - places[:, None]).sum(axis=2)
    return np.asarray(np.sqrt(squares.min(axis=1, initial=np.inf)))


def standing_arrow(plane: DataPlane) -> Arrow | None:
    """Return w where it stands on its line, near the middle of the box, if that is straight."""
    if plane not in _ARROWS:
        _ARROWS[plane] = _found_arrow(plane)
    return _ARROWS[plane]


_ARROWS: WeakKeyDictionary[DataPlane, Arrow | None] = WeakKeyDictionary()


def _found_arrow(plane: DataPlane) -> Arrow | None:
    if plane.shows_update:  # where w is one of three arrows
        return None
    box = plane.box
    score = plane.projection.score(plane.now) if plane.answer else plane.score
    if not isinstance(score, Affine) or score.constant is not None:
        return None
    line = score.line(box)
    if not len(line[0]):
        return None
    norm = float(np.hypot(score.a, score.b))
    direction = np.array([score.a, score.b]) / norm
    # The place of the line nearest to the middle, but not quite at an end.
    start, end = np.column_stack(line)
    along, size = end - start, float(np.abs(end - start).max())
    share = float((np.array(box.middle) - start) / size @ (along / size))
    share /= float(np.square(along / size).sum())
    foot = start + min(max(share, 0.15), 0.85) * along
    shorter = min(box.width, box.height)
    edge = _EDGE * shorter
    length = float(np.linalg.norm([float(v) for v in plane.run.space.line_of(plane.now)[0]]))
    length = min(max(length, _SHORTEST * shorter), _LONGEST * shorter)
    ways = zip(foot.tolist(), direction.tolist(), (box.x0, box.y0), (box.x1, box.y1), strict=True)
    for at, step, low, high in ways:  # it does not come too near to an edge of the box
        if step:
            length = min(length, ((high - edge if step > 0 else low + edge) - at) / step)
    if length < edge:
        return None
    tip = foot + length * direction
    role = Role.NOW if plane.answer else Role.WEIGHTS
    return Arrow(WEIGHTS, role, *foot.tolist(), *tip.tolist())


def notes_on_other_lines(plane: DataPlane) -> Iterator[str]:
    """Yield why lines besides that of the weights are missing, where the plane cannot show them."""
    has_others = plane.options.margin or plane.answer
    if has_others and not plane.projection.shows_all_coordinates:
        yield "Other lines than the current one cannot be seen in this plane."


def boundary_equation(context: VisitContext, weights: Sequence[Fraction]) -> str:
    """Return the equation of the boundary in the coordinates that were typed, if there is one."""
    run = context.run
    if run.rule.rule == "kernel":
        return f"Boundary: ${sum_symbols(context.notation)} = 0$."
    if RULES[run.rule.rule].answer == "Vote":  # its boundary is made of pieces of many lines
        return ""
    line, level = run.space.line_of(weights)
    *values, constant = context.numbers([*line, level])
    terms = list(zip(values, feature_symbols(run), strict=True))
    if not any(value for value, _ in terms):
        return ""
    if len(terms) > _MOST_TERMS:
        return f"The equation of the boundary has {len(terms)} terms and is left out."
    return f"Boundary: ${equation(terms, constant)}$."


def notes_on_the_line(plane: DataPlane) -> Iterator[str]:
    """Yield notes on the projection, and why there is no line where there is none."""
    score = plane.score
    if plane.projection.note:
        yield plane.projection.note
    of = f" of the {plane.answer}" if plane.answer else ""
    if plane.answer == "vote" and score is None:  # most often a chain of pieces of many lines
        yield "The vote of so many lines has no line here; the filling of the points shows it."
    elif score is None:
        return
    elif plane.answer == "vote" and score.constant is not None:
        side = f"${plane.everywhere:+d}$ everywhere." if plane.everywhere else ""
        yield f"The vote is {side or 'even everywhere, and there is no line.'}"
    elif score.constant:
        yield f"Only the offset{of} is not 0, so ${plane.everywhere:+d}$ is predicted everywhere."
    elif score.constant is not None and plane.everywhere:
        tie = f"${plane.everywhere:+d}$"
        yield f"All weights{of} are 0 and a tie is {tie}, which is predicted everywhere."
    elif score.constant is not None:
        yield f"All weights{of} are 0: every score is 0, and there is no line."
    elif not len(plane.division.line[0]):
        yield "The decision line lies outside this view."
