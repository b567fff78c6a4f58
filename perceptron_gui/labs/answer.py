"""The margin that weights have on the points of a space, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.base.exact import floats_over, size_of, whole_numbers
from perceptron_gui.core.space.space import Space

_EPS = float(np.finfo(np.float64).eps)


def margin_squared(
    space: Space, weights: Sequence[Fraction], length_squared: Fraction
) -> Fraction | None:
    """Return the squared margin, or None where the weights do not separate.

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
