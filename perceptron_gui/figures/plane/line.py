"""The line of the boundary: its two sides, where it was before, and w standing on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.base.exact import size_of
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.measures import own_kind
from perceptron_gui.figures.model.label import equation
from perceptron_gui.figures.model.marks import Line, Mark, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.lectures.tally import sum_symbols
from perceptron_gui.lectures.visit import VisitContext

from .box import NOWHERE, Path
from .data_plane import DataPlane
from .projection import feature_symbols
from .text_places import TextPlaces

NOW = "now"  # the key of the line of w on the way
# From which probability of +1 on each shade is drawn; those beyond lie above the others.
_CHANCES = (
    (0.7, Role.LIKELY_POSITIVE),
    (0.9, Role.SURE_POSITIVE),
    (0.3, Role.LIKELY_NEGATIVE),
    (0.1, Role.SURE_NEGATIVE),
)
PROBABILITY = "probability"  # what the keys of its shades begin with
_MOST_TERMS = 12  # of an equation that is written out
WEIGHTS_NAME = "weights name"  # the key of what the arrow is called


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
    line, arrow = plane.division.line, plane.standing_arrow
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


def weights_name(plane: DataPlane, places: TextPlaces) -> Iterator[Text]:
    """Yield the name of w beyond the tip of its arrow, or beside it where there is more room."""
    if (arrow := plane.standing_arrow) is None:
        return
    foot, tip = np.array([arrow.x0, arrow.y0]), np.array([arrow.x1, arrow.y1])
    ahead = (tip - foot) / np.linalg.norm(tip - foot)
    aside = np.array([-ahead[1], ahead[0]])
    along = [tip, foot + 0.6 * (tip - foot), foot + 0.8 * (tip - foot)]
    spots = [(x, y) for x, y in np.array(along).tolist()]
    sides = [(float(dx), float(dy)) for dx, dy in (ahead, aside, -aside)]
    name = f"${plane.options.symbols.normal}$"
    yield places.at_one_of(WEIGHTS_NAME, arrow.role, name, spots, 1.0, (0.0, 0.03), sides)


def notes_on_other_lines(plane: DataPlane) -> Iterator[str]:
    """Yield why lines besides that of the weights are missing, where the plane cannot show them."""
    has_others = plane.options.margin or plane.options.widest or plane.answer
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
    if plane.answer == "vote" and score is None:
        yield "The vote has no border in this plane; the filling of the points shows it."
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
