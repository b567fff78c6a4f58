"""The widest line, and how far lines are from the nearest point: margins without the constant.

The margin γ of a space counts the constant coordinate, and so does its w*. The widest line is
that of the hard-margin support vector machine: halfway between the hulls of both classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from perceptron_gui.base.exact import dot, floats_over, size_of, whole_numbers

from .hull_gap import MOST_COORDINATES, hull_gap
from .separability import Separability
from .space import Space

_EPS = float(np.finfo(np.float64).eps)


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


def margin_squared(
    space: Space, weights: Sequence[Fraction], length_squared: Fraction
) -> Fraction | None:
    """Return the squared margin of weights, exactly, or None where they do not separate.

    It is that of the rule's space, where the constant coordinate counts, and so is the length of
    the weights: with an offset it is less than the distance of the line to the nearest point.
    """
    # y·s over the largest weight (n,), and how far rounding can have moved them.
    scaled = floats_over(weights, size_of(weights))
    scores, reach = space.signed @ scaled, float(np.abs(space.signed).max())
    doubt = (len(scaled) + 4) * 4 * _EPS * len(scaled) * reach
    if not any(weights) or scores.min() < -doubt:
        return None
    near = np.flatnonzero(scores <= scores.min() + 2 * doubt)
    rows, unit = space.exact_rows(near)
    whole, common = whole_numbers(weights)
    least = min(int(value) for value in rows @ np.array(whole, dtype=object))
    if least <= 0:
        return None
    return (least * unit / common) ** 2 / length_squared


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
