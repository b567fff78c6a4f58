"""The loops of the kernel perceptron: scores of all points are kept, an update adds a row.

`scores` are y·s of every point (n,); row i of the signed Gram matrix is what a mistake on point i
adds to them. Rows are made when they are needed: a loop that misses one returns NEEDS_ROW, with
the point in `missing`, and goes on from there.
"""

from __future__ import annotations

from typing import Any

from .compiler import Kernel
from .point_kernels import (
    CLEAN,
    EPOCH_UPDATES,
    FIRST_MISTAKE,
    FULL,
    LAP,
    PAUSED,
    RANDOM,
    RANDOM_MISTAKE,
    RECURRED,
    UPDATES,
    VISITS,
    WATCH,
    draw_mistake,
    fill_order,
    recurred,
)

Array = Any

NEEDS_ROW = 5
_FIXED = 0


@Kernel
def visit_scores(
    scores: Array,
    limits: Array,
    slots: Array,
    rows: Array,
    missing: Array,
    order: Array,
    how: int,
    seed: int,
    state: Array,
    anchor: Array,
    visits: Array,
    points: Array,
    before: Array,
    stop: int,
    room: int,
) -> int:
    """Visit point after point until visit `stop`, update `room`, a clean epoch or a cycle."""
    n = len(order)
    t = state[VISITS]
    k = state[UPDATES]
    start_of_epoch = k - state[EPOCH_UPDATES]
    why = PAUSED
    while t < stop and why == PAUSED:
        position = t % n
        if position == 0 and how != _FIXED:
            fill_order(order, how, seed, t // n)
        i = order[position]
        if scores[i] <= limits[i]:
            if k == room:
                why = FULL
                break
            slot = slots[i]
            if slot < 0:
                missing[0] = i
                why = NEEDS_ROW
                break
            visits[k] = t + 1
            points[k] = i
            before[k] = scores[i]
            for j in range(len(scores)):
                scores[j] += rows[slot, j]
            k += 1
        t += 1
        if position == n - 1:
            if k == start_of_epoch:
                clean = True
                if how == RANDOM:
                    # Draws with replacement may have missed the point that is wrong.
                    for j in range(len(scores)):
                        if scores[j] <= limits[j]:
                            clean = False
                if clean:
                    why = CLEAN
                state[LAP] += 1
            elif state[WATCH] and recurred(scores, anchor, state):
                why = RECURRED
            start_of_epoch = k
    state[VISITS] = t
    state[UPDATES] = k
    state[EPOCH_UPDATES] = k - start_of_epoch
    return why


@Kernel
def choose_scores(
    scores: Array,
    limits: Array,
    slots: Array,
    rows: Array,
    missing: Array,
    how: int,
    seed: int,
    state: Array,
    anchor: Array,
    scratch: Array,
    visits: Array,
    points: Array,
    before: Array,
    stop: int,
    room: int,
) -> int:
    """Visit one chosen mistake after another until none is left (CLEAN) or the scores recur."""
    t = state[VISITS]
    k = state[UPDATES]
    why = PAUSED
    while why == PAUSED:
        found = 0
        chosen = -1
        lowest = scores[0]
        for i in range(len(scores)):
            if scores[i] <= limits[i]:
                if how == RANDOM_MISTAKE:
                    scratch[found] = i
                elif found == 0 or scores[i] < lowest:
                    chosen = i
                    lowest = scores[i]
                found += 1
                if how == FIRST_MISTAKE:
                    break
        if found == 0:
            why = CLEAN
            break
        if t >= stop:
            break
        if k == room:
            why = FULL
            break
        if how == RANDOM_MISTAKE:
            chosen = scratch[draw_mistake(seed, t, found)]
        slot = slots[chosen]
        if slot < 0:
            missing[0] = chosen
            why = NEEDS_ROW
            break
        before[k] = scores[chosen]
        for j in range(len(scores)):
            scores[j] += rows[slot, j]
        t += 1
        visits[k] = t
        points[k] = chosen
        k += 1
        if state[WATCH] and recurred(scores, anchor, state):
            why = RECURRED
    state[VISITS] = t
    state[UPDATES] = k
    return why
