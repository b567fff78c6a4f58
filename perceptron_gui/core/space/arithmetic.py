"""The numbers of a run: integers in a common unit, or floats.

Of a kernel run they are whole counts of mistakes. Rational kernels are exact integers in a unit, as
long as 64 bits hold them; others are floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import FLOAT_INTEGERS, INT64_ROOM, common_unit
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.point_kernels import judge

from .kernel_space import KernelSpace
from .space import Space

# int64 in exact runs, float64 otherwise; "raw" weights are of this kind too.
Raw = NDArray[Any]

_KEPT_BYTES = 192 << 20  # of rows of kernels; more are computed anew
_MOST_STORED = 1 << 25  # numbers of all points that are held as floats, too


class Arithmetic:
    """z (n, D) as the run computes with it, and what raw weights mean."""

    at_once = 1 << 17  # agreements that are computed together

    def __init__(
        self,
        z: Raw,
        unit: Fraction = Fraction(1),
        point_unit: Fraction = Fraction(1),
        largest: int = 0,
    ) -> None:
        self.z = z
        self.is_exact = z.dtype == np.int64
        self.weight_kind = z.dtype
        self.unit = unit  # the value of 1 of a raw weight
        self.point_unit = point_unit
        self.largest = largest
        self.agreement_unit = point_unit * unit  # the value of 1 of a raw ⟨w, z⟩
        self._columns: NDArray[np.float64] | None = None

    @classmethod
    def exact(
        cls, space: Space, steps: Sequence[Fraction], start: Sequence[Fraction]
    ) -> Arithmetic:
        """Choose the unit of the weights: whole multiples of it make w₀ and every step·z."""
        if space.scaled is None:
            raise OverflowError(space.why_floats)
        z, point_unit = space.scaled
        unit = common_unit([*(step * point_unit for step in steps), *start])
        return cls(z, unit, point_unit, space.largest)

    @classmethod
    def floating(cls, space: Space) -> Arithmetic:
        """Hold z as floats."""
        return cls(space.signed)

    def raw(self, values: Sequence[Fraction]) -> Raw:
        """Return weights (D,) as the run holds them."""
        if self.weight_kind != np.int64:
            return np.array([float(v) for v in values])
        whole = [int(v / self.unit) if v else 0 for v in values]
        if any(abs(v) >= INT64_ROOM for v in whole):
            raise OverflowError("the initial weights have too many digits for exact integers")
        return np.array(whole, dtype=np.int64)

    def raw_step(self, step: Fraction) -> Any:
        """Return the factor of raw z that changes raw weights by step·z."""
        if not self.is_exact:
            return float(step)
        whole = int(step * self.point_unit / self.unit)
        if whole >= INT64_ROOM:
            raise OverflowError("the step is too large for exact integers")
        return np.int64(whole)

    def limits(self, bound: Fraction, inclusive: NDArray[np.bool_]) -> Raw:
        """Return the limit of every raw agreement a: a ≤ limit means a ≤ bound, or a < bound."""
        scaled = bound / self.agreement_unit
        if not self.is_exact:
            value = float(scaled)
            return np.where(inclusive, value, np.nextafter(value, -np.inf))
        at, below = math.floor(scaled), math.ceil(scaled) - 1
        if at >= INT64_ROOM:
            raise OverflowError("the margin is too large for exact integers")
        return np.where(inclusive, np.int64(at), np.int64(below))

    def safe_updates(self, weights: Raw, growth: int, capacity: int) -> int:
        """Return how many updates of |growth·z| are sure to keep every score below capacity."""
        reach: int = max(map(abs, weights.tolist()))
        if not self.largest:
            return INT64_ROOM
        most = capacity // (len(weights) * self.largest)
        return (most - reach) // max(1, growth * self.largest)

    def floats(self, raw: Raw) -> NDArray[np.float64]:
        """Return raw weights as ordinary numbers."""
        scaled = raw * float(self.unit.numerator)
        return np.asarray(scaled / float(self.unit.denominator), dtype=np.float64)

    def fractions(self, raw: Raw, count: int = 1) -> list[Fraction]:
        """Return one raw weight vector (D,) exactly, or its share of so many."""
        if self.weight_kind != np.int64:
            return [Fraction(v) / count for v in raw.tolist()]
        top, below = self.unit.numerator, self.unit.denominator * count
        return [Fraction(v * top, below) for v in raw.tolist()]

    def agreement(self, raw: Raw, i: int) -> Fraction:
        """Return ⟨w, z_i⟩ of one raw weight vector (D,) and one point, as the run computes it."""
        if not self.is_exact:
            total = raw[0] * self.z[i, 0]
            for j in range(1, len(raw)):  # the order of the kernels, so that the bits agree
                total += raw[j] * self.z[i, j]
            return Fraction(float(total))
        products = zip(raw.tolist(), self.z[i].tolist(), strict=True)
        return Fraction(sum(a * b for a, b in products)) * self.agreement_unit

    def agreements(self, raw: Raw, indices: NDArray[Any] | slice = slice(None)) -> Raw:
        """Return ⟨w, z_i⟩ (m, n) of raw weights (m, D); integers stay exact."""
        if not self.is_exact:
            columns = self._float_columns(indices)
            found = raw[:, :1] * columns[0]
            for j in range(1, raw.shape[1]):  # the order of the kernels, so that the bits agree
                found += raw[:, j : j + 1] * columns[j]
            return np.asarray(found)
        reach = self._reach(raw)
        if reach < FLOAT_INTEGERS:  # sums of such integers are exact in floats, and far faster
            return np.asarray(raw.astype(np.float64) @ self._float_columns(indices))
        z = self.z[indices]
        kind = np.int64 if reach < INT64_ROOM else object
        return np.asarray(raw.astype(kind) @ z.T.astype(kind))

    def agreements_as_floats(
        self, raw: Raw, indices: NDArray[Any] | slice = slice(None)
    ) -> NDArray[np.float64]:
        """Return ⟨w, z_i⟩ (m, n) as ordinary numbers."""
        return self._in_units(self.agreements(raw, indices).astype(np.float64, copy=False))

    def combination(self, counts: NDArray[np.int64]) -> Raw:
        """Return Σ counts_i·z_i (D,) in integers."""
        fits = int(counts.sum()) * self.largest < INT64_ROOM
        used = np.flatnonzero(counts)  # often a few of many points
        return np.asarray(counts[used].astype(np.int64 if fits else object) @ self.z[used])

    def count_mistakes(self, raw: Raw, limits: Raw) -> NDArray[np.int64]:
        """Return for every w of raw (m, D) how many points have ⟨w, z⟩ ≤ limit."""
        return self.mistakes_and_shortfalls(raw, limits)[0]

    def mistakes_and_shortfalls(
        self, raw: Raw, limits: Raw
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return these counts, and Σ max(0, −⟨w, z⟩) over all points, for every w of raw (m, D).

        Where floats hold the sums of whole numbers, these are rounded once, compiled or not.
        """
        counts, sums = np.empty(len(raw), dtype=np.int64), np.empty(len(raw))
        is_exact = self._sums_fit_floats(raw)
        if is_exact and compiler.is_loaded():
            limits = limits.astype(np.float64, copy=False)
            judge(raw.astype(np.float64), self._float_columns(), limits, counts, sums)
            return counts, self._in_units(sums)
        for start, part in self._pieces(raw):
            found = self.agreements(part)
            counts[start : start + len(part)] = (found <= limits).sum(axis=1)
            if not is_exact:
                found = self._in_units(found.astype(np.float64, copy=False))
            sums[start : start + len(part)] = np.maximum(0, -found).sum(axis=1)
        return counts, self._in_units(sums) if is_exact else sums

    def votes(
        self, raw: Raw, counts: NDArray[np.int64], on_line: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return Σ count·sign⟨w, z⟩ (n,) over raw weights (m, D); sign(0) is `on_line` (n,)."""
        total = np.zeros(len(self.z), dtype=np.int64)
        for start, part in self._pieces(raw):
            signs = np.sign(self.agreements(part)).astype(np.int64)
            signs = np.where(signs == 0, on_line, signs)
            total += counts[start : start + len(part)] @ signs
        return total

    def _sums_fit_floats(self, raw: Raw) -> bool:
        """Return whether floats hold sums of all agreements of raw weights, which are whole."""
        return self.is_exact and self._reach(raw) * len(self.z) < FLOAT_INTEGERS

    def _reach(self, raw: Raw) -> int:
        """Return an upper bound on |⟨w, z⟩| for raw weights (m, D), in raw numbers."""
        farthest = int(np.abs(raw).max(initial=0))
        return farthest * self.largest * int(raw.shape[1])

    def _in_units(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return raw agreements, or sums of them, in the units of the data."""
        unit = self.agreement_unit
        return sums * float(unit.numerator) / float(unit.denominator)

    def _float_columns(self, indices: NDArray[Any] | slice = slice(None)) -> NDArray[np.float64]:
        """Return z as floats, coordinate by coordinate (D, n), or of some points."""
        if not isinstance(indices, slice) or indices != slice(None):
            return np.ascontiguousarray(self.z[indices].T, dtype=np.float64)
        columns = self._columns
        if columns is None:
            columns = np.ascontiguousarray(self.z.T, dtype=np.float64)
            if columns.size <= _MOST_STORED:
                self._columns = columns  # the same for all who ask at once
        return columns

    def _pieces(self, raw: Raw) -> Iterator[tuple[int, Raw]]:
        """Yield raw weights in pieces whose agreements fit into memory, each with its place."""
        piece = max(1, self.at_once // max(1, len(self.z)))
        for start in range(0, len(raw), piece):
            yield start, raw[start : start + piece]


class KernelArithmetic(Arithmetic):
    """Raw weights are how often each point was mistaken (n,); the step η is their unit."""

    at_once = 1 << 21  # kernels, too

    def __init__(self, space: KernelSpace, eta: Fraction, exact: bool) -> None:
        self.space = space
        self.kernel_unit, largest = Fraction(1), 0
        if exact:
            space.check_exact()
            self.kernel_unit, largest = space.gram_unit, space.largest_kernel
        elif space.kernel.is_rational:
            with np.errstate(over="ignore"):
                square = float(np.square(space.dataset.points).sum(axis=1).max(initial=0.0))
                most = (1.0 + np.float64(square)) ** space.kernel.power  # no k(x, x) is larger
            if not math.isfinite(most):
                raise DataError(
                    "the kernel of these coordinates is larger than any number; scale them down"
                )
        self.kind: Any = np.int64 if exact else np.float64
        self._kept_rows: dict[int, Raw] = {}
        self._most_kept = _KEPT_BYTES // (8 * max(1, len(space)))
        empty = np.empty((len(space), 0), dtype=self.kind)
        super().__init__(empty, eta, self.kernel_unit, largest)
        self.weight_kind = np.dtype(np.int64)  # of floats too: raw weights are counts

    @property
    def n(self) -> int:
        """How many points there are."""
        return len(self.space)

    def row_of(self, i: int) -> Raw:
        """Return y_i·y_j·k(x_i, x_j) (n,) of one point i, in steps of `kernel_unit`."""
        return np.asarray(self.rows_of([i])[0])

    def rows_of(self, indices: NDArray[Any] | Sequence[int]) -> Raw:
        """Return y_i·y_j·k(x_i, x_j) (m, n) of some points i, in steps of `kernel_unit`."""
        which = np.asarray(indices, dtype=np.int64)
        kept = self._kept_rows
        new = np.array([i for i in which.tolist() if i not in kept], dtype=np.int64)
        found: dict[int, Raw] = {}
        if len(new) and self.is_exact:
            found = dict(zip(new.tolist(), self.space.exact_gram(new, np.int64), strict=True))
        elif len(new):
            values = self.space.features(self.space.dataset.points[new])
            values *= self.space.labels[new][:, None]
            found = dict(zip(new.tolist(), values, strict=True))
        if len(kept) + len(found) <= self._most_kept:
            kept.update(found)  # threads may race: they store equal rows
        rows = [found[i] if i in found else kept[i] for i in which.tolist()]
        return np.array(rows) if rows else np.empty((0, self.n), dtype=self.kind)

    def agreement(self, raw: Raw, i: int) -> Fraction:
        """Return y·s of one point under one raw weight vector (n,)."""
        found = self.agreements(raw[None], np.array([i]))[0, 0]
        return Fraction(int(found) if self.is_exact else float(found)) * self.agreement_unit

    def agreements(self, raw: Raw, indices: NDArray[Any] | slice = slice(None)) -> Raw:
        """Return y·s (m, n) of raw weights (m, n), in steps of η·`kernel_unit`."""
        held = np.flatnonzero(raw.any(axis=0))
        columns = np.arange(self.n)[indices]
        # The fastest kind of numbers that holds every sum exactly, if they are exact.
        most = int(np.abs(raw).sum(axis=1).max(initial=0)) * self.largest
        kind: Any = np.int64 if most < INT64_ROOM else object
        if not self.is_exact or most < FLOAT_INTEGERS:
            kind = np.float64
        found = np.zeros((len(raw), len(columns)), dtype=kind)
        size = max(1, self.at_once // max(1, self.n))
        for start in range(0, len(held), size):
            part = held[start : start + size]
            rows = self.rows_of(part)[:, columns]
            found += raw[:, part].astype(kind) @ rows.astype(kind)
        return found

    def combination(self, counts: NDArray[np.int64]) -> Raw:
        """Return Σ counts_i·z_i as the scores (n,) of all points: 0 where the sum is."""
        return np.asarray(self.agreements(counts[None])[0])

    def _sums_fit_floats(self, raw: Raw) -> bool:
        return False
