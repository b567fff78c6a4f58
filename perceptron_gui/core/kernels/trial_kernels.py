"""Many short runs of the same points, each made by the loop that makes all other runs.

Every trial repeats one order in every epoch, so equal weights at the start of two epochs prove a
cycle.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import point_kernels
from .compiler import Kernel, kernel_part
from .point_kernels import (
    CLEAN,
    FIXED,
    FULL,
    MOST_LAPS,
    POWER,
    RECURRED,
    SHUFFLED,
    STATE_SIZE,
    WATCH,
    Array,
    fill_order,
    word_of_seed,
)

# How a trial ended.
CONVERGED, CYCLE, BUDGET, OVERFLOWED = range(4)

# What is found of a trial, in this order; the last is 0 where it does not cycle.
STATUS, UPDATES, VISITS, PERIOD = range(4)
FINDINGS = 4

_FIRST_ROOM = 4096  # updates that a trial can record at first
_visit = point_kernels.visit_points.python


@Kernel
def shuffle_orders(orders: Array, seed: int, first: int) -> None:
    """Write random orders first, first + 1, … into rows (m, n)."""
    word = word_of_seed(seed)
    for row in range(len(orders)):
        fill_order(orders[row], SHUFFLED, word, first + row)


@kernel_part
def safe_updates(weights: Array, most: int, growth: int) -> Any:
    """Return after how many updates every number is sure to be at most `most`."""
    return (most - np.abs(weights).max()) // growth


@kernel_part
def undo(weights: Array, rows: Array, step: int, points: Array, first: int, last: int) -> None:
    """Take the updates first…last−1 back."""
    for k in range(first, last):
        for j in range(len(weights)):
            weights[j] -= step * rows[points[k], j]


@kernel_part
def overlooked_lap(
    weights: Array, rows: Array, step: int, n: int, visits: Array, points: Array, t: int
) -> int:
    """Return how many epochs before its last one a run was at the same place; 0 if it never was.

    A run that has gone round once ends on its cycle, whether or not Brent had time to notice.
    """
    epochs = t // n
    k = np.searchsorted(visits, epochs * n, side="right")
    last = weights.copy()
    undo(last, rows, step, points, k, len(visits))
    now = last.copy()
    for lap in range(1, epochs + 1):
        before = np.searchsorted(visits[:k], (epochs - lap) * n, side="right")
        undo(now, rows, step, points, before, k)
        k = before
        if (now == last).all():
            return lap
    return 0


@kernel_part
def first_return(visits: Array, points: Array, k: int, t: int, period: int) -> int:
    """Return the least visit with equal weights a period later: t − period and t have such.

    Up to equal weights two updates of the same point a period apart leave equal ones before them,
    and one without the other different ones. The record ends with update k, at most at visit t.
    """
    last = k
    first = np.searchsorted(visits[:k], t - period, side="right")
    while (
        first > 0
        and visits[first - 1] + period == visits[last - 1]
        and points[first - 1] == points[last - 1]
    ):
        first -= 1
        last -= 1
    one = visits[first - 1] if first > 0 else 0
    other = visits[last - 1] - period if last > 0 else 0
    return max(0, one, other)


@Kernel
def train_trials(
    orders: Array,
    starts: Array,
    rows: Array,
    limits: Array,
    step: int,
    exact: bool,
    most: int,
    growth: int,
    epochs: int,
    most_updates: int,
    found: Array,
    finals: Array,
) -> None:
    """Train every trial: its order (m, L) or the only one, its start (m, D) or the only one.

    `found` (m, 4) gets the findings, `finals` (m, D) the last weights. Exact weights stay below
    `most` in size, since an update adds at most `growth`; a trial that may not is OVERFLOWED.
    """
    n = orders.shape[1]
    visits = np.empty(_FIRST_ROOM, np.int64)
    points = np.empty(_FIRST_ROOM, np.int32)
    checkpoints = np.empty((0, starts.shape[1]), starts.dtype)
    state = np.empty(STATE_SIZE, np.int64)
    for trial in range(len(found)):
        order = orders[min(trial, len(orders) - 1)]
        weights = finals[trial]
        weights[:] = starts[min(trial, len(starts) - 1)]
        anchor = weights.copy()
        state[:] = 0
        state[POWER] = 1
        state[WATCH] = exact
        status = BUDGET
        why = FULL
        k = 0
        while why == FULL and k < most_updates:
            if k == len(visits):
                visits = np.append(visits, np.empty_like(visits))
                points = np.append(points, np.empty_like(points))
            room = min(most_updates, len(visits))
            if exact:
                room = min(room, k + safe_updates(weights, most, growth))
            if room <= k:
                status = OVERFLOWED
                break
            why = _visit(
                weights, rows, limits, step, order, FIXED, 0, state, anchor,
                visits, points, checkpoints, most_updates + 1, epochs * n, room,
            )  # fmt: skip
            k = state[point_kernels.UPDATES]
        t = state[point_kernels.VISITS]
        found[trial, UPDATES] = k
        found[trial, VISITS] = t
        lap = 0
        if why == CLEAN:
            status = CONVERGED
        elif why == RECURRED:
            lap = state[point_kernels.LAP]
        elif exact and status == BUDGET and t // n <= MOST_LAPS:
            lap = overlooked_lap(weights, rows, step, n, visits[:k], points, t)
        if lap > 0:
            status = CYCLE
            start = first_return(visits, points, k, t, lap * n)
            closed = np.searchsorted(visits[:k], start + lap * n, side="right")
            undo(weights, rows, step, points, closed, k)
            found[trial, UPDATES] = closed
            found[trial, VISITS] = start + lap * n
            found[trial, PERIOD] = lap * n
        found[trial, STATUS] = status
