"""The widest line, and how far lines are from the nearest point: margins without the constant.

The margin γ of a space counts the constant coordinate, and so does its w*. The widest line is
that of the hard-margin support vector machine: halfway between the hulls of both classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from perceptron_gui.base.exact import dot

from .hull_gap import MOST_COORDINATES, hull_gap
from .separability import Separability
from .space import Space


@dataclass(frozen=True)
class WidestLine:
    """The line whose nearest point is farther away than that of any other line."""

    weights: tuple[Fraction, ...]  # the constant's last, as those of a rule
    score: Fraction  # y·s of its nearest points
    distance_squared: Fraction
    support: tuple[int, ...]  # points that hold it


def widest_line(space: Space, verdict: Separability) -> WidestLine | None:
    """Return the widest line of a space, exactly; through the origin where lines have no offset.

    None where no line separates the points, and where `why_no_widest` says why.
    """
    if not verdict.has_separator:
        return None
    if not space.offset:
        square = verdict.margin_squared
        return WidestLine(verdict.separator, square, square, tuple(sorted(verdict.support)))
    gap = hull_gap(space)
    if gap is None:
        return None
    # Both nearest points are equally far from the line, which is at a right angle to their way.
    level = (dot(gap.positive, gap.positive) - dot(gap.negative, gap.negative)) / 2
    weights = (*gap.across, -level / space.bias_scale)
    square = gap.distance_squared
    return WidestLine(weights, square / 2, square / 4, tuple(sorted(gap.shares)))


def why_no_widest(space: Space) -> str:
    """Return why the widest line of points that a line separates is not known."""
    if not space.offset:
        return "floating point cannot tell by how much"
    if (space.labels == space.labels[0]).all():
        return "there is only one class"
    return f"there are more than {MOST_COORDINATES} coordinates"


def distance_squared(
    space: Space, weights: Sequence[Fraction], margin_squared: Fraction | None
) -> Fraction | None:
    """Return how far the line of weights with this margin is from its nearest point, squared.

    Without a constant coordinate that is the margin. None where nothing is separated by a line:
    the offset alone may do that.
    """
    if margin_squared is None or not space.offset:
        return margin_squared
    plain = dot(weights[:-1], weights[:-1])
    return margin_squared * dot(weights, weights) / plain if plain else None
