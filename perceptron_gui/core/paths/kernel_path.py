"""The path of a kernel run: a mistake counts its point, and adds a row to the scores of all.

What recurs in a cycle are the scores: they are equal exactly where w is, since
‖w − w'‖² is a sum of their differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.core.kernels import gram_kernels
from perceptron_gui.core.space.arithmetic import KernelArithmetic, Raw

from .history import PointHistory, Positions, grown
from .path import Path, Visiting

MOST_ROW_BYTES = 192 << 20  # of kept rows; more are computed anew
_FIRST_ROWS = 64


class CountHistory(PointHistory):
    """One point per update, and y·s before it; the weights are how often each point came."""

    def __init__(self, n: int, kind: Any) -> None:
        super().__init__(np.empty((n, 0), dtype=np.int64), 1, np.zeros(0, dtype=np.int64))
        self.n = n
        self.recorded_before = np.empty(0, dtype=kind)

    @property
    def update_bytes(self) -> int:
        return 8 + super().update_bytes

    def reserve(self, capacity: int) -> None:
        self.recorded_before = grown(self.recorded_before, capacity)
        super().reserve(capacity)

    def weights_after(self, ks: Positions) -> Raw:
        """Return how often each point came (m, n): in a cycle w returns, but the counts go on."""
        counts = super().weights_after(ks)
        if (loop := self.loop) is not None:
            round_ = self.recorded_points[loop.first : loop.first + loop.updates]
            counts += loop.rounds(ks)[:, None] * np.bincount(round_, minlength=self.n)
        return counts

    def _recorded_weights(self, ks: Positions) -> Raw:
        out = np.empty((len(ks), self.n), dtype=np.int64)
        counts, made = np.zeros(self.n, dtype=np.int64), 0
        for place in np.argsort(ks, kind="stable").tolist():
            k = int(ks[place])
            counts = counts + np.bincount(self.recorded_points[made:k], minlength=self.n)
            out[place], made = counts, k
        return out


class KernelPath(Path):
    """One point per visit; a mistake is counted."""

    history: CountHistory
    arithmetic: KernelArithmetic
    has_long_states = True
    why_floats = "a Gaussian kernel is not rational"

    def __init__(self, arithmetic: KernelArithmetic, visiting: Visiting, limits: Raw) -> None:
        n, kind = arithmetic.n, arithmetic.kind
        super().__init__(arithmetic, visiting, np.zeros(n, kind), CountHistory(n, kind))
        self._limits = limits
        self._slots = np.full(n, -1, dtype=np.int32)
        self._rows = np.empty((0, n), dtype=kind)
        self._held = 0  # how many rows there are
        self._most_rows = max(1, MOST_ROW_BYTES // (8 * n))
        self._missing = np.zeros(1, dtype=np.int64)
        self._scratch = np.empty(n if visiting.chooses_mistakes else 0, np.int32)

    def _work_per_visit(self) -> int:
        return len(self._slots)

    def _room(self) -> int:
        if not self.arithmetic.is_exact:
            return INT64_ROOM
        largest = max(1, self.arithmetic.largest)
        reach = int(np.abs(self._weights).max(initial=0))
        safe = (INT64_ROOM - reach) // largest
        if safe < 1:
            raise OverflowError("the scores outgrew exact integers")
        return self.updates + safe

    def _run_kernel(self, stop: int, room: int) -> int:
        order, *state = self._order_and_state()
        visiting, history = self.visiting, self.history
        record = history.recorded_visits, history.recorded_points, history.recorded_before
        while True:
            taken = self._weights, self._limits, self._slots, self._rows, self._missing
            chosen = order, visiting.chooses_mistakes, *state, self._scratch
            why = gram_kernels.visit_scores(*taken, *chosen, *record, stop, room)
            if why != gram_kernels.NEEDS_ROW:
                return int(why)
            self._keep_row(int(self._missing[0]))

    def _keep_row(self, i: int) -> None:
        """Store the row of a point; where no more fit, all others are forgotten."""
        if self._held == self._most_rows:
            self._slots[:] = -1
            self._held = 0
        if self._held == len(self._rows):
            size = min(self._most_rows, max(_FIRST_ROWS, 2 * self._held), len(self._slots))
            self._rows = grown(self._rows, size)
        self._rows[self._held] = self.arithmetic.rows_of([i])[0]
        self._slots[i] = self._held
        self._held += 1

    def states_after(self, ks: Positions) -> Raw:
        """Return the scores (m, n) after k updates, for every k."""
        found = self.arithmetic.agreements(self.history.weights_after(ks))
        return np.asarray(found).astype(self.arithmetic.kind)

    def points_of_updates(self, first: int, last: int) -> NDArray[np.int64]:
        return self.history.points_of(np.arange(first, last)).astype(np.int64)

    def recorded_agreement(self, k: int) -> Fraction:
        """Return y·s of the point of the update after k others, as it was when it was made."""
        folded = k if self.history.loop is None else int(self.history.loop.fold(k))
        value = self.history.recorded_before[folded].item()
        return Fraction(value) * self.arithmetic.step * self.arithmetic.kernel_unit

    def norms_squared(self, ks: Positions) -> Iterator[Fraction]:
        """Yield ‖w_k‖² for every k: each update adds 2η·y·s + η²·k(x, x)."""
        arithmetic, history = self.arithmetic, self.history
        eta, unit = arithmetic.step, arithmetic.kernel_unit
        folded = ks if history.loop is None else history.loop.fold(ks)
        last = int(folded.max(initial=0))
        points, before = history.recorded_points[:last], history.recorded_before[:last]
        own = {int(i): arithmetic.rows_of([i])[0][i].item() for i in np.unique(points)}
        sums = [0]
        for score, i in zip(before.tolist(), points.tolist(), strict=True):
            sums.append(sums[-1] + 2 * score + own[i])
        yield from (Fraction(sums[int(k)]) * eta**2 * unit for k in folded)
