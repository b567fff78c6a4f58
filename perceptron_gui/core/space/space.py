"""The space a rule works in: scaled and lifted points, the constant coordinate last, signed.

R, γ, w* and every bound live here: all of them with the constant coordinate.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import OptionError, Problem
from perceptron_gui.base.exact import FLOAT_INTEGERS, BigIntegers, Integers
from perceptron_gui.base.limits import MEMORY, MOST_COLUMNS
from perceptron_gui.core.data.dataset import Dataset

from .scaling import Pairs, Scaling, scaling_of

if TYPE_CHECKING:
    from perceptron_gui.core.rules.rule import Rule

_ONE_COORDINATE = Problem("{flag} {given} needs points with at least two coordinates")
_TOO_WIDE = Problem(
    "{flag} {given} makes {count} coordinates of {d}; at most {most} are handled, "
    "so take fewer columns"
)
# What a run, its verdict and its figures hold of a coordinate of a point.
_CELL_BYTES = 48
_SQUARE_BYTES = 24  # with what is computed of it

LIFTS = {
    "none": "the points as they are",
    "product": "appends x₁·x₂ (every product of two coordinates)",
    "quadratic": "appends x₁², x₁·x₂, x₂² (all products)",
}


def why_not_lifted(name: str, dimension: int) -> OptionError | None:
    """Return why a lift is nothing for points of this dimension, where that is so."""
    if name == "product" and dimension < 2:
        return OptionError("lift", _ONE_COORDINATE, name)
    squares = dimension if name == "quadratic" else 0
    count = dimension + squares + dimension * (dimension - 1) // 2
    if name == "none" or count <= MOST_COLUMNS:
        return None
    return OptionError("lift", _TOO_WIDE, name, count=count, d=dimension, most=MOST_COLUMNS)


def lift_pairs(name: str, dimension: int) -> Pairs:
    """Return the products x_i·x_j that a lift appends to points of this dimension."""
    if name == "none":
        return []
    if (why := why_not_lifted(name, dimension)) is not None:
        raise why
    choose = combinations if name == "product" else combinations_with_replacement
    return list(choose(range(dimension), 2))


def append_products(points: NDArray[Any], pairs: Pairs, unit: int = 1) -> NDArray[Any]:
    """Return (n, d + len(pairs)) columns; coordinates are multiplied by `unit`, products are not.

    With integer points in units of 1/unit, everything comes out in units of 1/unit².
    """
    if not pairs:
        return points
    products = [points[:, i] * points[:, j] for i, j in pairs]
    return np.column_stack([points * unit, *products])


def feature_names(name: str, names: tuple[str, ...]) -> list[str]:
    """Return the names of the coordinates of the lifted space."""
    products = [
        f"{names[i]}²" if i == j else f"{names[i]}·{names[j]}"
        for i, j in lift_pairs(name, len(names))
    ]
    return [*names, *products]


# Rules with another kind of space; the module of that space registers it here.
SPACES: dict[str, Callable[[Dataset, Rule], Space]] = {}


class Space:
    """x̃ = (scaled and lifted x, B) of every point, and z = y·x̃, in floats and exact integers."""

    def __init__(
        self,
        dataset: Dataset,
        *,
        lift: str = "none",
        offset: bool = True,
        bias_scale: Fraction = Fraction(1),
        scale: str = "none",
    ) -> None:
        self.dataset = dataset
        self.scale = scale
        self.labels = dataset.labels
        self.offset = offset
        self.bias_scale = bias_scale
        self.largest = 0  # no integer of `scaled` is larger, once they are made
        self._pairs = lift_pairs(lift, dataset.dimension)
        self.dimension = dataset.dimension + len(self._pairs) + offset
        what = f"training on {len(dataset)} points with {self.dimension} coordinates"
        MEMORY.check(_CELL_BYTES * len(dataset) * self.dimension, what, "take fewer of either")

    @classmethod
    def of(cls, dataset: Dataset, rule: Rule) -> Space:
        """Return the space a rule works in."""
        if rule.rule in SPACES:
            return SPACES[rule.rule](dataset, rule)
        return cls(
            dataset,
            lift=rule.lift,
            offset=rule.offset,
            bias_scale=rule.bias_scale,
            scale=rule.scale,
        )

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def scaling(self) -> Scaling:
        """How the points are centred and scaled, before they are lifted."""
        return scaling_of(self.dataset, self.scale)

    @property
    def is_plain(self) -> bool:
        """Tell whether the rule sees the coordinates as they were typed."""
        return not self.made_by

    def check_square(self) -> None:
        """Raise a LimitError where no matrix (D, D) fits into the memory."""
        what = f"a matrix of {self.dimension} × {self.dimension} numbers"
        MEMORY.check(_SQUARE_BYTES * self.dimension**2, what, "take fewer columns")

    @property
    def made_by(self) -> str:
        """What made this space of the points, in a word: scaled, lifted, a kernel, or nothing."""
        return "lifted" if self._pairs else "" if self.scale == "none" else "scaled"

    @property
    def why_floats(self) -> str:
        """Why the points do not fit exact integers, where they do not."""
        if self.scale == "none":
            return "the coordinates have too many digits for exact integers"
        if self.scaling.is_rounded:
            return "standard deviations are square roots, which integers cannot hold"
        return "the scaled coordinates have too many digits for exact integers"

    def line_of(self, weights: Sequence[Fraction]) -> tuple[list[Fraction], Fraction]:
        """Return weights of the typed coordinates, products included, and the line's constant.

        On the points as they were typed they have the very scores of these weights (D,).
        """
        if not self.offset:
            return self.scaling.undone(weights, Fraction(0), self._pairs)
        return self.scaling.undone(weights[:-1], weights[-1] * self.bias_scale, self._pairs)

    def lines_of(
        self, weights: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the same of many weights (m, D), rounded: weights and constants (m,)."""
        bias = float(self.bias_scale) if self.offset else 0.0
        normals, constants = weights[:, : self.dimension - self.offset], weights[:, -1] * bias
        if self.scaling.is_identity or not len(weights):
            return normals, constants
        found = [
            self.scaling.undone(row, constant, self._pairs)
            for row, constant in zip(normals.tolist(), constants.tolist(), strict=True)
        ]
        return np.array([row for row, _ in found]), np.array([constant for _, constant in found])

    @property
    def is_lifted(self) -> bool:
        """Whether a line of this space is a curve among the points."""
        return self.made_by in ("lifted", "kernel")

    def scores(
        self, points: NDArray[np.float64], weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return s (m,) of any points (m, d), in floating point."""
        return np.asarray(self.features(points) @ weights)

    def features(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return x̃ (m, D) of any points (m, d), in floating point."""
        return self._lifted(self.scaling.apply(np.asarray(points, dtype=np.float64)))

    def with_products(self, points: NDArray[Any]) -> NDArray[Any]:
        """Return points (m, d) as typed, of any kind of numbers, with the products of the lift."""
        return append_products(points, self._pairs)

    def largest_terms(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return numbers (m, D) that no sum in the features of points (m, d) exceeds."""
        sizes = np.abs(points)
        if not self.scaling.is_identity:
            shifts = np.array([abs(float(v)) for v in self.scaling.shifts])
            sizes = (sizes + shifts) / np.array([float(v) for v in self.scaling.sizes])
        return self._lifted(sizes)

    def _lifted(self, scaled: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return x̃ (m, D) of points (m, d) that are scaled already."""
        lifted = append_products(scaled, self._pairs)
        if not self.offset:
            return lifted
        return np.column_stack([lifted, np.full(len(lifted), float(self.bias_scale))])

    @cached_property
    def signed(self) -> NDArray[np.float64]:
        """z_i = y_i·x̃_i (n, D), each entry within some roundings of its exact value."""
        if self.scaled is None:
            return self._lifted(self.scaling.nearest(self.dataset.points)) * self.labels[:, None]
        # Integers below 2^53 over integers below 2^53 divide to the nearest float.
        z, unit = self.scaled
        return np.divide(z, float(unit.denominator), dtype=np.float64)

    @cached_property
    def scaled(self) -> tuple[Integers, Fraction] | None:
        """z as integers (n, D) and their unit, one over a whole number; None beyond 53 bits."""
        scaling = self.scaling
        found = None if scaling.is_rounded else scaling.integers(self.dataset.points)
        if found is None:
            return None
        integers, scale, largest = found
        lifted_scale = scale * scale if self._pairs else scale
        whole = math.lcm(lifted_scale, self.bias_scale.denominator) if self.offset else lifted_scale
        factor = whole // lifted_scale
        constant = self.bias_scale
        bias = constant.numerator * (whole // constant.denominator) if self.offset else 0
        reach = factor * (largest * max(scale, largest) if self._pairs else largest)
        if max(reach, bias, whole) >= FLOAT_INTEGERS:
            return None
        self.largest = max(reach, bias)
        integers = append_products(integers, self._pairs, scale)
        rows = integers * (self.labels * np.int64(factor))[:, None]
        if self.offset:
            rows = np.column_stack([rows, self.labels * np.int64(bias)])
        return rows, Fraction(1, whole)

    def exact_rows(self, indices: Sequence[int] | Integers) -> tuple[BigIntegers, Fraction]:
        """Return z of some points as Python integers and their unit; any finite data will do."""
        if self.scaled is not None:
            z, unit = self.scaled
            return z[indices].astype(object), unit
        integers, scale = self.scaling.big_integers(self.dataset.points[indices])
        lifted = append_products(integers, self._pairs, scale)
        whole = scale * scale if self._pairs else scale
        if self.offset:
            common = math.lcm(whole, self.bias_scale.denominator)
            constant = np.full((len(lifted), 1), int(self.bias_scale * common), dtype=object)
            lifted = np.column_stack([lifted * (common // whole), constant])
            whole = common
        labels = np.array([int(y) for y in self.labels[indices]], dtype=object)
        return lifted * labels[:, None], Fraction(1, whole)

    @property
    def squares(self) -> NDArray[np.float64]:
        """‖x̃_i‖² of every point (n,), rounded."""
        return np.asarray(np.square(self.signed).sum(axis=1))

    @property
    def radius_squared(self) -> Fraction:
        """R² = max‖x̃_i‖², exact."""
        return self._farthest[0]

    @property
    def radius_points(self) -> list[int]:
        """The points whose ‖x̃‖ is R, decided exactly."""
        return self._farthest[1]

    @cached_property
    def _farthest(self) -> tuple[Fraction, list[int]]:
        if not len(self):
            return Fraction(0), []
        scaled = self.signed / (np.abs(self.signed).max() or 1.0)  # squares must not overflow
        norms = np.square(scaled) @ np.ones(self.dimension)
        near = np.flatnonzero(norms >= norms.max() * (1 - 1e-12))
        rows, unit = self.exact_rows(near)
        squares = (rows * rows).sum(axis=1)
        return Fraction(int(squares.max())) * unit**2, near[squares == squares.max()].tolist()
