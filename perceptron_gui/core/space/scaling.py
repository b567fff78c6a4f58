"""Points centred or scaled before a rule sees them, coordinate by coordinate, and the way back.

Means and ranges are fractions, so that runs stay exact; a standard deviation is a square root and
is rounded to a float unless it is a fraction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import (
    FLOAT_INTEGERS,
    BigIntegers,
    Integers,
    big_integers,
    decimal_integers,
    exact_number,
)
from perceptron_gui.core.data.dataset import Dataset

SCALES = {
    "none": "the points as they are",
    "centre": "every coordinate minus its mean",
    "standard": "minus its mean, over its standard deviation",
    "range": "from −1 to 1: its least value is −1, its largest 1",
}
Number = TypeVar("Number", Fraction, float)
Pairs = list[tuple[int, int]]


@dataclass(frozen=True)
class Scaling:
    """x ↦ (x − shift)/size in every coordinate; without any it is the identity."""

    shifts: tuple[Fraction, ...] = ()
    sizes: tuple[Fraction, ...] = ()
    is_rounded: bool = False  # a size is the float nearest to a square root

    @property
    def is_identity(self) -> bool:
        """Tell whether the points stay as they are."""
        return not self.sizes

    def apply(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return points (m, d) as the rule sees them, in floating point."""
        if self.is_identity:
            return points
        shifts, sizes = (np.array([float(v) for v in part]) for part in (self.shifts, self.sizes))
        return np.asarray((points - shifts) / sizes)

    def nearest(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return points (n, d) as the rule sees them, all but rounded: for those that it learns.

        A float near its shift has few digits left; as a decimal, which is what it means, all.
        """
        if self.is_identity:
            return points
        integers, decimals = decimal_integers(points) or big_integers(points)
        columns = []
        for column, shift, size in zip(integers.T, self.shifts, self.sizes, strict=True):
            level = shift * 10**decimals
            whole = round(level)  # whole numbers leave whole numbers, and the rest is at most 1/2
            rest, width = float(level - whole), float(size * 10**decimals)
            columns.append(((column - whole).astype(np.float64) - rest) / width)
        return np.column_stack(columns)

    def integers(self, points: NDArray[np.float64]) -> tuple[Integers, int, int] | None:
        """Return the scaled points as integers (n, d) and one over their unit, if 53 bits do.

        The third is the largest of them.
        """
        found = decimal_integers(points)
        if found is None:
            return None
        integers, scale = found[0], 10 ** found[1]
        if self.is_identity:
            return integers, scale, int(np.abs(integers).max(initial=0))
        factors, constants, whole = self._whole(scale)
        largest = np.abs(integers).max(axis=0, initial=0).tolist()
        reach = zip(largest, factors, constants, strict=True)
        if max(max(x, 1) * f + abs(c) for x, f, c in reach) >= FLOAT_INTEGERS:
            return None
        found_integers = integers * np.array(factors) - np.array(constants)
        return found_integers, whole, int(np.abs(found_integers).max(initial=0))

    def big_integers(self, points: NDArray[np.float64]) -> tuple[BigIntegers, int]:
        """Return the same in Python integers, which hold any points."""
        integers, decimals = big_integers(points)
        if self.is_identity:
            return integers, 10**decimals
        factors, constants, whole = self._whole(10**decimals)
        return (
            integers * np.array(factors, dtype=object) - np.array(constants, dtype=object),
            whole,
        )

    def _whole(self, scale: int) -> tuple[list[int], list[int], int]:
        """Return p, q (d,) and W: x of m/scale is seen as (p·m − q)/W."""
        slopes = [1 / (scale * size) for size in self.sizes]
        levels = [shift / size for shift, size in zip(self.shifts, self.sizes, strict=True)]
        whole = math.lcm(*(value.denominator for value in (*slopes, *levels)))
        return [int(v * whole) for v in slopes], [int(v * whole) for v in levels], whole

    def undone(
        self, weights: Sequence[Number], constant: Number, pairs: Pairs
    ) -> tuple[list[Number], Number]:
        """Return the weights and the constant that give the same scores on points as typed.

        Weights are those of the coordinates and then of the products `pairs` of a lift; in
        w·(x_i − a_i)(x_j − a_j)/(s_i·s_j) a product leaves something to each coordinate.
        """
        if self.is_identity:
            return list(weights), constant
        as_given = type(constant)
        shifts, sizes = ([as_given(v) for v in part] for part in (self.shifts, self.sizes))
        d = len(sizes)
        found = [w / s for w, s in zip(weights[:d], sizes, strict=True)]
        for w, a in zip(list(found), shifts, strict=True):
            constant -= w * a
        for w, (i, j) in zip(weights[d:], pairs, strict=True):
            share = w / (sizes[i] * sizes[j])
            found.append(share)
            found[i] -= share * shifts[j]
            found[j] -= share * shifts[i]
            constant += share * shifts[i] * shifts[j]
        return found, constant


def scaling_of(dataset: Dataset, name: str) -> Scaling:
    """Return the scaling that a name means for these points; what never varies is only centred."""
    if name == "none" or not len(dataset):
        return Scaling()
    integers, decimals = decimal_integers(dataset.points) or big_integers(dataset.points)
    unit, n = Fraction(1, 10**decimals), len(dataset)
    shifts, sizes, is_rounded = list[Fraction](), list[Fraction](), False
    for column in integers.T:
        total = int(column.sum(dtype=object))
        shift, size = total * unit / n, Fraction(1)
        if name == "range":
            low, high = int(column.min()), int(column.max())
            shift, size = (low + high) * unit / 2, (high - low) * unit / 2
        elif name == "standard":  # over n, not n − 1
            squares = int(np.square(column.astype(object)).sum())
            size, is_exact = _root(Fraction(n * squares - total**2, n * n) * unit**2)
            is_rounded |= not is_exact
        shifts.append(shift)
        sizes.append(size or Fraction(1))  # a constant coordinate is only centred
    return Scaling(tuple(shifts), tuple(sizes), is_rounded)


def _root(square: Fraction) -> tuple[Fraction, bool]:
    """Return √square and whether it is exact; else it is the decimal of the nearest float."""
    top, below = math.isqrt(square.numerator), math.isqrt(square.denominator)
    if top * top == square.numerator and below * below == square.denominator:
        return Fraction(top, below), True
    # Squares may be beyond floats where their roots are not: 64 bits of the root are enough.
    places = 64 - (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    enlarged = square * Fraction(4) ** places
    return exact_number(float(math.isqrt(int(enlarged)) / Fraction(2) ** places)), False
