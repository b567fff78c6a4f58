"""The numbers of a kernel run: whole counts of mistakes, and kernels as integers or floats.

Rational kernels are exact integers in a unit, as long as 64 bits hold them. Others are floats.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import FLOAT_INTEGERS, INT64_ROOM

from .arithmetic import Arithmetic, Raw
from .kernel_space import KernelSpace

_KEPT_BYTES = 32 << 20  # of rows for readers
_PIECE = 1 << 21  # kernels computed at a time


class KernelArithmetic(Arithmetic):
    """Raw weights are how often each point was mistaken (n,); the step η is their unit."""

    def __init__(self, space: KernelSpace, eta: Fraction, exact: bool) -> None:
        self.space = space
        self.step = eta
        self.kernel_unit, largest = Fraction(1), 0
        if exact:
            space.check_exact()
            self.kernel_unit, largest = space.gram_unit, space.largest_kernel
        else:
            _check_finite(space)
        self.kind: Any = np.int64 if exact else np.float64
        self._kept_rows: dict[int, Raw] = {}
        self._most_kept = _KEPT_BYTES // (8 * max(1, len(space)))
        empty = np.empty((len(space), 0), dtype=self.kind)
        super().__init__(empty, eta if exact else None, self.kernel_unit, largest)
        self.agreement_unit = eta * self.kernel_unit  # of floats too: raw weights are counts

    @property
    def n(self) -> int:
        """How many points there are."""
        return len(self.space)

    def rows_of(self, indices: NDArray[Any] | Sequence[int]) -> Raw:
        """Return y_i·y_j·k(x_i, x_j) (m, n) of some points i, in steps of `kernel_unit`."""
        which = np.asarray(indices, dtype=np.int64)
        kept = self._kept_rows
        new = np.array([i for i in which.tolist() if i not in kept], dtype=np.int64)
        found = dict(zip(new.tolist(), self._computed(new), strict=True)) if len(new) else {}
        if len(kept) + len(found) <= self._most_kept:
            kept.update(found)  # threads may race: they store equal rows
        rows = [found[i] if i in found else kept[i] for i in which.tolist()]
        return np.array(rows) if rows else np.empty((0, self.n), dtype=self.kind)

    def _computed(self, which: NDArray[np.int64]) -> Raw:
        space = self.space
        if self.is_exact:
            return np.asarray(space.exact_gram(which, np.int64))
        values = space.features(space.dataset.points[which])
        values *= space.labels[which][:, None]
        return values

    def raw(self, values: Sequence[Fraction]) -> Raw:
        """Return weights (n,) as counts."""
        return np.array([int(value / self.step) for value in values], dtype=np.int64)

    def floats(self, raw: Raw) -> NDArray[np.float64]:
        """Return raw weights as ordinary numbers."""
        return np.asarray(raw, dtype=np.float64) * float(self.step)

    def fractions(self, raw: Raw, count: int = 1) -> list[Fraction]:
        """Return one raw weight vector (n,) exactly, or its share of so many."""
        return [int(v) * self.step / count for v in raw]

    def agreement(self, raw: Raw, i: int) -> Fraction:
        """Return y·s of one point under one raw weight vector (n,)."""
        found = self.agreements(raw[None], np.array([i]))[0, 0]
        return Fraction(int(found) if self.is_exact else float(found)) * self.agreement_unit

    def agreements(self, raw: Raw, indices: NDArray[Any] | slice = slice(None)) -> Raw:
        """Return y·s (m, n) of raw weights (m, n), in steps of η·`kernel_unit`."""
        held = np.flatnonzero(raw.any(axis=0))
        columns = np.arange(self.n)[indices]
        kind = self._kind_of_sums(raw)
        found = np.zeros((len(raw), len(columns)), dtype=kind)
        size = max(1, _PIECE // max(1, self.n))
        for start in range(0, len(held), size):
            part = held[start : start + size]
            rows = self.rows_of(part)[:, columns]
            found += raw[:, part].astype(kind) @ rows.astype(kind)
        return found

    def _kind_of_sums(self, raw: Raw) -> Any:
        """Return the fastest kind of numbers that holds every sum exactly, if they are exact."""
        most = int(np.abs(raw).sum(axis=1).max(initial=0)) * self.largest
        if not self.is_exact or most < FLOAT_INTEGERS:
            return np.float64
        return np.int64 if most < INT64_ROOM else object

    def combination(self, counts: NDArray[np.int64]) -> Raw:
        """Return Σ counts_i·z_i as the scores (n,) of all points: 0 where the sum is."""
        return np.asarray(self.agreements(counts[None])[0])

    def _sums_fit_floats(self, raw: Raw) -> bool:
        return False

    def _pieces(self, raw: Raw) -> Iterator[tuple[int, Raw]]:
        piece = max(1, _PIECE // max(1, self.n))
        for start in range(0, len(raw), piece):
            yield start, raw[start : start + piece]


def _check_finite(space: KernelSpace) -> None:
    """Raise a DataError where kernels exceed every float; none exceeds the largest k(x, x)."""
    if not space.kernel.is_rational:
        return
    with np.errstate(over="ignore"):
        square = float(np.square(space.dataset.points).sum(axis=1).max(initial=0.0))
        largest = (1.0 + np.float64(square)) ** space.kernel.power
    if not math.isfinite(largest):
        raise DataError(
            "the kernel of these coordinates is larger than any number; scale them down"
        )
