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
from perceptron_gui.core.kernels.point_kernels import (
    CLEAN,
    EPOCH_UPDATES,
    FULL,
    LAP,
    PAUSED,
    RANDOM,
    RANDOM_MISTAKE,
    RECURRED,
    UPDATES,
    VISITS,
    WATCH,
    WORST,
    draw_mistake,
    recurred,
)
from perceptron_gui.core.space.arithmetic import KernelArithmetic, Raw

from .history import PointHistory, Positions, grown
from .path import Path, Visiting


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
    """One point per visit; a mistake is counted. Between two mistakes no score moves."""

    history: CountHistory
    arithmetic: KernelArithmetic
    has_long_states = True
    why_floats = "a Gaussian kernel is not rational"

    def __init__(self, arithmetic: KernelArithmetic, visiting: Visiting, limits: Raw) -> None:
        n, kind = arithmetic.n, arithmetic.kind
        super().__init__(arithmetic, visiting, np.zeros(n, kind), CountHistory(n, kind))
        self._limits = limits

    def _work_per_visit(self) -> int:
        return 1  # no compiled loop is needed: a mistake moves as many scores as there are points

    def _room(self) -> int:
        if not self.arithmetic.is_exact:
            return INT64_ROOM
        largest = max(1, self.arithmetic.largest)
        reach = int(np.abs(self._weights).max(initial=0))
        safe = (INT64_ROOM - reach) // largest
        if safe < 1:
            raise OverflowError("the scores outgrew exact integers")
        return self.updates + safe

    @np.errstate(all="ignore")  # compiled loops do not warn either
    def _run_kernel(self, stop: int, room: int) -> int:
        state = self._state
        go_on = self._choose_mistake if self.visiting.chooses_mistakes else self._visit_in_turn
        while True:
            why = go_on(stop, room)
            if why is not None:
                return why
            if self.visiting.chooses_mistakes or state[VISITS] % self.visiting.epoch_length == 0:
                is_clean = state[EPOCH_UPDATES] == 0
                state[EPOCH_UPDATES] = 0
                if is_clean:
                    # Draws with replacement may have missed the point that is wrong.
                    is_random = self.visiting.how == RANDOM
                    if not is_random or (self._weights > self._limits).all():
                        return CLEAN
                    state[LAP] += 1
                elif state[WATCH] and recurred(self._weights, self._anchor, state):
                    return RECURRED

    def _choose_mistake(self, stop: int, room: int) -> int | None:
        """Visit one chosen mistake; return why that cannot be."""
        t, scores, how = int(self._state[VISITS]), self._weights, self.visiting.how
        wrong = np.flatnonzero(scores <= self._limits)
        if not len(wrong):
            return CLEAN
        if t >= stop:
            return PAUSED
        if self._state[UPDATES] == room:
            return FULL
        place = 0
        if how == RANDOM_MISTAKE:
            place = int(draw_mistake(self.visiting.seed, t, len(wrong)))
        elif how == WORST:
            place = int(scores[wrong].argmin())
        self._update(int(wrong[place]), t + 1)
        return None

    def _visit_in_turn(self, stop: int, room: int) -> int | None:
        """Go on to the next mistake or the end of the epoch; return why that cannot be."""
        t, length = int(self._state[VISITS]), self.visiting.epoch_length
        if t >= stop:
            return PAUSED
        ahead = self.visiting.order_of(t // length)[t % length :][: stop - t]
        is_wrong = self._weights[ahead] <= self._limits[ahead]
        hit = int(is_wrong.argmax())
        if not is_wrong[hit]:
            self._state[VISITS] = t + len(ahead)
        elif self._state[UPDATES] == room:
            self._state[VISITS] = t + hit
            return FULL
        else:
            self._update(int(ahead[hit]), t + hit + 1)
        return None

    def _update(self, i: int, visit: int) -> None:
        """Count a mistake on a point at a visit."""
        k, history = int(self._state[UPDATES]), self.history
        history.recorded_visits[k] = visit
        history.recorded_points[k] = i
        history.recorded_before[k] = self._weights[i]
        self._weights += self.arithmetic.row_of(i)
        self._state[VISITS] = visit
        self._state[UPDATES] = k + 1
        self._state[EPOCH_UPDATES] += 1

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
        return Fraction(value) * self.arithmetic.agreement_unit

    def norms_squared(self, ks: Positions) -> Iterator[Fraction]:
        """Yield ‖w_k‖² for every k: each update adds 2η·y·s + η²·k(x, x)."""
        arithmetic, history = self.arithmetic, self.history
        eta, unit = arithmetic.unit, arithmetic.kernel_unit
        folded = ks if history.loop is None else history.loop.fold(ks)
        last = int(folded.max(initial=0))
        points, before = history.recorded_points[:last], history.recorded_before[:last]
        own = {int(i): arithmetic.row_of(int(i))[i].item() for i in np.unique(points)}
        sums = [0]
        for score, i in zip(before.tolist(), points.tolist(), strict=True):
            sums.append(sums[-1] + 2 * score + own[i])
        yield from (Fraction(sums[int(k)]) * eta**2 * unit for k in folded)
