"""The loop of the kernel perceptron: scores of all points are kept, an update adds a row.

`scores` are y·s of every point (n,); row i of the signed Gram matrix is what a mistake on point i
adds to them. Rows are made when they are needed: a loop that misses one returns NEEDS_ROW, with
the point in `missing`, and goes on from there.
"""

from __future__ import annotations

from .compiler import Kernel, kernel_part
from .point_kernels import (
    CLEAN,
    EPOCH_UPDATES,
    FIRST_MISTAKE,
    FIXED,
    FULL,
    LAP,
    PAUSED,
    RANDOM,
    RANDOM_MISTAKE,
    RECURRED,
    UPDATES,
    VISITS,
    WATCH,
    Array,
    draw_mistake,
    fill_order,
    recurred,
    word_of_seed,
)

NEEDS_ROW = 5
_NO_POINT = -1


@kernel_part
def chosen_mistake(
    scores: Array, limits: Array, how: int, seed: int, visit: int, scratch: Array
) -> int:
    """Return the mistake that is visited after this visit, or −1 where there is none."""
    found = 0
    chosen = _NO_POINT
    for i in range(len(scores)):
        if scores[i] <= limits[i]:
            if how == RANDOM_MISTAKE:
                scratch[found] = i
            elif found == 0 or scores[i] < scores[chosen]:
                chosen = i
            found += 1
            if how == FIRST_MISTAKE:
                break
    if how == RANDOM_MISTAKE and found > 0:
        chosen = scratch[draw_mistake(seed, visit, found)]
    return chosen


@Kernel
def visit_scores(
    scores: Array,
    limits: Array,
    slots: Array,
    rows: Array,
    missing: Array,
    order: Array,
    chooses: bool,
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
    """Visit point after point, or one chosen mistake after another; as the loops of points do."""
    n = len(order)
    t = state[VISITS]
    k = state[UPDATES]
    start_of_epoch = k - state[EPOCH_UPDATES]
    seed_word = word_of_seed(seed)
    why = PAUSED
    while why == PAUSED:
        if chooses:
            i = chosen_mistake(scores, limits, how, seed, t, scratch)
            if i == _NO_POINT:
                why = CLEAN
                break
        if t >= stop:
            break
        position = t % n
        if not chooses:
            if position == 0 and how != FIXED:
                fill_order(order, how, seed_word, t // n)
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
        if chooses:
            if state[WATCH] and recurred(scores, anchor, state):
                why = RECURRED
        elif position == n - 1:
            if k == start_of_epoch:
                # Draws with replacement may have missed the point that is wrong.
                if how != RANDOM or (scores > limits).all():
                    why = CLEAN
                state[LAP] += 1
            elif state[WATCH] and recurred(scores, anchor, state):
                why = RECURRED
            start_of_epoch = k
    state[VISITS] = t
    state[UPDATES] = k
    state[EPOCH_UPDATES] = k - start_of_epoch
    return why
