"""The loop over many short runs of the same data, one source for int64 and float64.

A row is z = y·x̃ followed by its limit, as in `core.kernels`: ⟨w, z⟩ ≤ limit is a mistake. Every
trial repeats one order of the rows in every epoch, so equal weights at the start of two epochs
prove a cycle.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perceptron_gui.core.kernels.compiler import Kernel, kernel_part
from perceptron_gui.core.kernels.point_kernels import (
    LAP,
    POWER,
    SHUFFLED,
    STATE_SIZE,
    fill_order,
    product,
    recurred,
)

Array = Any

# How a trial ended.
CONVERGED, CYCLE, BUDGET, OVERFLOWED = range(4)

# What is found of a trial, in this order: the last three only where it cycles.
STATUS, UPDATES, VISITS, PRE_PERIOD, PERIOD, PERIOD_UPDATES = range(6)
FINDINGS = 6

# Runs of more epochs are not searched a second time for a cycle that Brent did not meet.
_MOST_LAPS = 200_000


@kernel_part
def visit_row(weights: Array, rows: Array, position: int, step: Any) -> int:
    """Visit one row; return 1 where it was a mistake, which moves the weights."""
    d = len(weights)
    if product(weights, rows, position) > rows[position, d]:
        return 0
    for j in range(d):
        weights[j] += step * rows[position, j]
    return 1


@kernel_part
def pass_over(weights: Array, rows: Array, step: Any, epochs: int) -> int:
    """Visit all rows so many times over; return the updates."""
    made = 0
    for _ in range(epochs):
        for position in range(len(rows)):
            made += visit_row(weights, rows, position, step)
    return made


@kernel_part
def are_equal(one: Array, other: Array) -> bool:
    """Tell whether two weights are the same."""
    same = True
    for j in range(len(one)):
        same = same and one[j] == other[j]
    return same


@kernel_part
def safe_updates(weights: Array, most: int, growth: int) -> Any:
    """Return after how many updates every number is sure to be at most `most`."""
    reach = abs(weights[0])
    for j in range(1, len(weights)):
        reach = max(reach, abs(weights[j]))
    return (most - reach) // growth


@kernel_part
def overlooked_lap(start: Array, last: Array, rows: Array, step: Any, epochs: int) -> int:
    """Return how many epochs before its end a run was where it ended; 0 where it never was.

    A run that has gone round once ends on its cycle, whether or not Brent had time to notice.
    """
    weights = start.copy()
    lap = 0
    for epoch in range(epochs):
        if are_equal(weights, last):
            lap = epochs - epoch
        pass_over(weights, rows, step, 1)
    return lap


@kernel_part
def measure_cycle(start: Array, rows: Array, step: Any, lap: int, found: Array) -> Array:
    """Find the first visit of a cycle of `lap` epochs; return the weights there.

    Two runners go round, one a period ahead of the other, until they are at the same place.
    """
    behind = start.copy()
    ahead = start.copy()
    n = len(rows)
    updates = pass_over(ahead, rows, step, lap)
    later = 0
    t = 0
    while not are_equal(behind, ahead):
        later += visit_row(behind, rows, t % n, step)
        updates += visit_row(ahead, rows, t % n, step)
        t += 1
    found[STATUS] = CYCLE
    found[UPDATES] = updates
    found[VISITS] = t + lap * n
    found[PRE_PERIOD] = t
    found[PERIOD] = lap * n
    found[PERIOD_UPDATES] = updates - later
    return behind


@Kernel
def shuffle_orders(orders: Array, seed: int, first: int) -> None:
    """Write random orders first, first + 1, … into rows (m, n)."""
    for row in range(len(orders)):
        fill_order(orders[row], SHUFFLED, seed, first + row)


@kernel_part
def train_trial(
    weights: Array,
    rows: Array,
    step: Any,
    exact: bool,
    most: int,
    growth: int,
    epochs: int,
    most_updates: int,
    found: Array,
) -> Array:
    """Train from `weights` on, which it moves; write what is found and return the last weights."""
    d = len(weights)
    n = len(rows)
    start = weights.copy()
    anchor = weights.copy()
    last = weights.copy()  # at the start of the last epoch
    state = np.zeros(STATE_SIZE, np.int64)
    state[POWER] = 1
    k = epoch = visits = lap = 0
    room = most_updates
    if exact:
        room = min(most_updates, safe_updates(weights, most, growth))
    status = BUDGET if room > 0 else OVERFLOWED
    is_full = False
    while status == BUDGET and not is_full and lap == 0 and epoch < epochs:
        before = k
        for position in range(n):
            agreement = weights[0] * rows[position, 0]
            for j in range(1, d):
                agreement += weights[j] * rows[position, j]
            if agreement <= rows[position, d]:
                if k == room and k < most_updates:
                    # So many updates were sure to fit; ask again, the weights may be small.
                    room = min(most_updates, k + safe_updates(weights, most, growth))
                    if room <= k:
                        status = OVERFLOWED
                if k >= room:
                    is_full = True
                    break
                for j in range(d):
                    weights[j] += step * rows[position, j]
                k += 1
            visits += 1
        if not is_full:
            epoch += 1
            if k == before:
                status = CONVERGED
            elif exact:
                if recurred(weights, anchor, state):
                    lap = state[LAP]
                for j in range(d):
                    last[j] = weights[j]
    found[STATUS] = status
    found[UPDATES] = k
    found[VISITS] = visits
    if status == BUDGET and lap == 0 and exact and epoch <= _MOST_LAPS:
        lap = overlooked_lap(start, last, rows, step, epoch)
    if lap > 0:
        return measure_cycle(start, rows, step, lap, found)
    return weights


@Kernel
def train_trials(
    orders: Array,
    starts: Array,
    rows: Array,
    step: Any,
    exact: bool,
    most: int,
    growth: int,
    epochs: int,
    most_updates: int,
    found: Array,
    finals: Array,
) -> None:
    """Train every trial: its order (m, L) or the only one, its start (m, D) or the only one.

    `found` (m, 6) gets the findings, `finals` (m, D) the last weights. Exact weights stay below
    `most` in size, since an update adds at most `growth`; a trial that may not is OVERFLOWED.
    """
    d = starts.shape[1]
    n = orders.shape[1]
    listed = np.empty((n, d + 1), rows.dtype)
    for trial in range(len(found)):
        order = orders[min(trial, len(orders) - 1)]
        for position in range(n):  # in the order of the visits, so that memory is read straight on
            for j in range(d + 1):
                listed[position, j] = rows[order[position], j]
        weights = starts[min(trial, len(starts) - 1)].copy()
        last = train_trial(
            weights, listed, step, exact, most, growth, epochs, most_updates, found[trial]
        )
        for j in range(d):
            finals[trial, j] = last[j]
