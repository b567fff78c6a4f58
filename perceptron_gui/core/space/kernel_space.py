"""The space of a kernel: w = Σ v_j·y_j·φ(x_j) is never written out, only the v_j are.

A point x has the coordinates y_j·k(x_j, x), one for every point of the data, so that its score is
⟨v, x̃⟩ as in any other space. Lengths are those of φ: ‖w‖² = Σ v_i·v_j·y_i·y_j·k(x_i, x_j).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError, OptionError, Problem
from perceptron_gui.base.exact import INT64_ROOM, BigIntegers, Integers, big_integers
from perceptron_gui.core.data.dataset import Dataset

from .space import SPACES, Space

KERNELS = {
    "linear": "⟨x, z⟩: the perceptron without an offset",
    "poly": "(1 + ⟨x, z⟩)^degree: curves of that degree",
    "gaussian": "exp(−‖x − z‖²/2σ²): nearby points are alike",
}
MOST_POINTS = 20_000
MOST_DEGREE = 12
_MOST_COORDINATES = 1024  # of the space in which a polynomial kernel is the inner product
_LEAST_UPDATES = 16  # that an exact run can make without overflow
_PIECE = 1 << 20  # kernels computed at a time
_CANCELLED = 1e-13  # of what is added up: a smaller score is rounding
_FEW = 256  # points that are looked at together
_DIGITS = "the kernel of these coordinates has too many digits for exact integers"
_TOO_HIGH = Problem(
    "{flag} {given} makes {count} products of {d} coordinates; at most {most} are handled, "
    "so take a smaller degree"
)


@dataclass(frozen=True)
class KernelFunction:
    """k(x, z) by name."""

    name: str
    degree: int
    width: Fraction

    @property
    def is_rational(self) -> bool:
        """Whether decimal points have rational kernels."""
        return self.name != "gaussian"

    def values(self, a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return k(a_i, b_j) (m, n) of points a (m, d) and others b (n, d)."""
        # One coordinate after another: the last bit must not depend on how many points there are.
        total, columns = np.zeros((len(a), len(b))), b.T
        if self.name != "gaussian":
            for j, column in enumerate(columns):
                total += a[:, j : j + 1] * column
            return total if self.name == "linear" else (1.0 + total) ** self.degree
        with np.errstate(over="ignore"):
            for j, column in enumerate(columns):  # differences keep the digits of near points
                apart = a[:, j : j + 1] - column
                apart /= float(self.width)
                apart *= apart
                total += apart
            total *= -0.5
            return np.asarray(np.exp(total, out=total))

    @property
    def power(self) -> int:
        """Which power of the unit of the products is that of k."""
        return self.degree if self.name == "poly" else 1


class KernelSpace(Space):
    """A point as its kernels with all points of the data; the constant is part of no kernel."""

    def __init__(self, dataset: Dataset, kernel: KernelFunction) -> None:
        if len(dataset) > MOST_POINTS:
            raise DataError(
                f"the kernel rule compares every point with every other: {len(dataset)} points "
                f"are too many, at most {MOST_POINTS} are possible; take fewer, or rule pla"
            )
        super().__init__(dataset, offset=False)
        self.kernel = kernel
        self.dimension = len(dataset)
        products = (dataset.dimension + 1) ** kernel.degree
        if kernel.name == "poly" and products > _MOST_COORDINATES:
            facts = {"count": products, "d": dataset.dimension, "most": _MOST_COORDINATES}
            raise OptionError("degree", _TOO_HIGH, kernel.degree, **facts)

    def features(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return y_j·k(x_j, x) (m, n) of any points (m, d), in floating point."""
        given = np.asarray(points, dtype=np.float64)
        return self.kernel.values(given, self.dataset.points) * self.labels

    @property
    def made_by(self) -> str:
        """What made this space of the points, in a word."""
        return "kernel"

    @property
    def is_quadratic(self) -> bool:
        """Whether every boundary is a curve of degree 2 at most."""
        return self.kernel.name == "linear" or (self._is_poly and self.kernel.degree <= 2)

    def scores(
        self, points: NDArray[np.float64], weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return s (m,) of any points (m, d): the sum over the points that count."""
        held = np.flatnonzero(weights)
        others, shares = self.dataset.points[held], weights[held] * self.labels[held]
        found, size = np.zeros(len(points)), max(1, _PIECE // max(1, len(held)))
        for start in range(0, len(points), size):
            part = slice(start, start + size)
            found[part] = self.kernel.values(points[part], others) @ shares
        return found

    def cancels(self, weights: NDArray[np.float64]) -> bool:
        """Return whether w is 0 but for rounding, as it may be again in a cycle."""
        if not self.kernel.is_rational:
            return False
        points = self.dataset.points
        squares = np.square(points).sum(axis=1)
        lengths = np.sqrt((1.0 + squares) ** self.kernel.degree if self._is_poly else squares)
        most = lengths * float(np.abs(weights) @ lengths)  # no score is larger
        for start in range(0, len(points), _FEW):  # the first few points tell for nearly all w
            part = slice(start, start + _FEW)
            if (np.abs(self.scores(points[part], weights)) > _CANCELLED * most[part]).any():
                return False
        return True

    @property
    def squares(self) -> NDArray[np.float64]:
        """k(x_i, x_i) of every point (n,)."""
        pairs = self.dataset.points[:, None]
        return np.array([self.kernel.values(each, each)[0, 0] for each in pairs])

    @cached_property
    def signed(self) -> NDArray[np.float64]:
        """y_i·y_j·k(x_i, x_j) (n, n), in floating point."""
        return np.asarray(self.features(self.dataset.points) * self.labels[:, None])

    @cached_property
    def scaled(self) -> tuple[Integers, Fraction] | None:
        """The points have no integers here: `exact_gram` holds the kernels of some."""
        return None

    @cached_property
    def whole_points(self) -> tuple[BigIntegers, int]:
        """The points as Python integers X and the least unit: x = X/unit."""
        integers, decimals = big_integers(self.dataset.points)
        scale = 10**decimals
        common = reduce(math.gcd, (int(v) for v in integers.ravel()), scale)
        return integers // common, scale // common

    @cached_property
    def gram_unit(self) -> Fraction:
        """The value of one step of the integers of `exact_gram`."""
        return Fraction(1, (self.whole_points[1] ** 2) ** self.kernel.power)

    @cached_property
    def largest_kernel(self) -> int:
        """The largest |k| in steps of `gram_unit`; attained where a point meets itself, or less."""
        points, unit = self.whole_points
        longest = max((int((row * row).sum()) for row in points), default=0)
        return int((unit**2 + longest) ** self.kernel.degree) if self._is_poly else longest

    @property
    def _is_poly(self) -> bool:
        return self.kernel.name == "poly"

    def exact_gram(self, rows: Sequence[int] | Integers, kind: Any = object) -> Any:
        """Return y_i·y_j·k(x_i, x_j) (m, n) of some points i in whole steps, of any size.

        As int64 only after `check_exact`.
        """
        points, unit = self.whole_points
        typed, labels = points.astype(kind), self.labels.astype(kind)
        values = typed[rows] @ typed.T
        if self._is_poly:
            values = (unit**2 + values) ** self.kernel.degree
        return np.asarray(values * labels * labels[rows][:, None])

    def check_exact(self) -> None:
        """Raise OverflowError where the kernels are not exact, or no 64-bit integers hold them."""
        if not self.kernel.is_rational:
            raise OverflowError("a Gaussian kernel is not rational")
        if self.largest_kernel >= INT64_ROOM // _LEAST_UPDATES:
            raise OverflowError(_DIGITS)

    def exact_rows(self, indices: Sequence[int] | Integers) -> tuple[BigIntegers, Fraction]:
        """Return the coordinates of some points as Python integers; only of rational kernels."""
        return self.exact_gram(indices), self.gram_unit

    def expanded(self) -> Space:
        """Return plain coordinates with the same inner products; only of rational kernels."""
        if self._is_poly:
            return ProductSpace(self.dataset, self.kernel.degree)
        return Space(self.dataset, offset=False)

    @cached_property
    def _farthest(self) -> tuple[Fraction, list[int]]:
        """R² = max k(x, x), and the points that attain it."""
        if not self.kernel.is_rational:
            return Fraction(1), list(range(len(self)))
        points, _ = self.whole_points
        squares = np.array([int((row * row).sum()) for row in points], dtype=object)
        attained = [int(i) for i in np.flatnonzero(squares == squares.max())]
        return Fraction(self.largest_kernel) * self.gram_unit, attained


class ProductSpace(Space):
    """All products of `degree` factors of (1, x), whose inner product is (1 + ⟨x, z⟩)^degree.

    A product that comes in several orders is there as often, so no roots are needed.
    """

    def __init__(self, dataset: Dataset, degree: int) -> None:
        super().__init__(dataset, offset=False)
        self._degree = degree
        self.dimension = (dataset.dimension + 1) ** degree

    def _lifted(self, scaled: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return all products (m, D) of points (m, d)."""
        return self._multiplied(np.column_stack([np.ones(len(scaled)), scaled]))

    def _multiplied(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        found = rows
        for _ in range(self._degree - 1):
            found = (found[:, :, None] * rows[:, None, :]).reshape(len(rows), -1)
        return found

    @cached_property
    def scaled(self) -> tuple[Integers, Fraction] | None:
        """Nothing: `exact_rows` makes integers of those points that decide."""
        return None

    def exact_rows(self, indices: Sequence[int] | Integers) -> tuple[BigIntegers, Fraction]:
        """Return z of some points as Python integers and their unit."""
        integers, decimals = big_integers(self.dataset.points[indices])
        scale = 10**decimals
        ones = np.full((len(integers), 1), scale, dtype=object)
        found = self._multiplied(np.column_stack([ones, integers]))
        labels = np.array([int(y) for y in self.labels[indices]], dtype=object)
        return found * labels[:, None], Fraction(1, scale**self._degree)


SPACES["kernel"] = lambda dataset, rule: KernelSpace(
    dataset, KernelFunction(rule.kernel, rule.degree, rule.width)
)
