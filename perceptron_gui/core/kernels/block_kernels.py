"""The hot loops of steps over several points; conventions as in `point_kernels`."""

from __future__ import annotations

import math

import numpy as np

from .compiler import Kernel, kernel_part
from .point_kernels import (
    CLEAN,
    DIVERGED,
    EPOCH_UPDATES,
    FIXED,
    FULL,
    LAP,
    NOT_NEGATIVE,
    PAUSED,
    RANDOM,
    RECURRED,
    TOO_LARGE,
    UPDATES,
    VISITS,
    WATCH,
    Array,
    fill_order,
    has_mistake,
    product,
    recurred,
    word_of_seed,
)

PERCEPTRON, HINGE, LOGISTIC, SQUARED = range(4)
CONSTANT, INVERSE, INVERSE_SQRT = range(3)


@Kernel
def visit_blocks(
    weights: Array,
    rows: Array,
    limits: Array,
    block: int,
    steps: Array,
    order: Array,
    how: int,
    seed: int,
    state: Array,
    anchor: Array,
    visits: Array,
    path: Array,
    stop: int,
    room: int,
) -> int:
    """Add up the mistakes of one block of points after another; `steps` = (full, short last)."""
    d = len(weights)
    n = len(order)
    per_epoch = (n + block - 1) // block
    seed_word = word_of_seed(seed)
    total = np.zeros_like(weights)
    while state[VISITS] < stop:
        position = state[VISITS] % per_epoch
        if position == 0 and how != FIXED:
            fill_order(order, how, seed_word, state[VISITS] // per_epoch)
        first = position * block
        last = min(n, first + block)
        mistakes = 0
        for j in range(d):
            total[j] = 0
        for q in range(first, last):
            i = order[q]
            if product(weights, rows, i) <= limits[i]:
                mistakes += 1
                for j in range(d):
                    total[j] += rows[i, j]
        if mistakes > 0:
            k = state[UPDATES]
            if k == room:
                return FULL
            step = steps[0] if last - first == block else steps[1]
            for j in range(d):
                weights[j] += step * total[j]
                path[k + 1, j] = weights[j]
            visits[k] = state[VISITS] + 1
            state[UPDATES] += 1
            state[EPOCH_UPDATES] += 1
        state[VISITS] += 1
        if position == per_epoch - 1:
            clean = state[EPOCH_UPDATES] == 0
            state[EPOCH_UPDATES] = 0
            if clean:
                if how != RANDOM or not has_mistake(weights, rows, limits):
                    return CLEAN
                state[LAP] += 1
            elif state[WATCH] and recurred(weights, anchor, state):
                return RECURRED
    return PAUSED


@kernel_part
def loss_slope(loss: int, score: float, label: float, at_tie: float) -> float:
    """dL/ds. At s = 0 the perceptron loss steps as the tie rule says; at the hinge's kink not."""
    margin = label * score
    if loss == PERCEPTRON:
        return -label if margin < 0 or (margin == 0 and at_tie > 0) else 0.0
    if loss == HINGE:
        return -label if margin < 1 else 0.0
    if loss == LOGISTIC:
        # No power is large, and there is no branch that a processor could guess wrong.
        small = math.exp(-abs(margin))
        return -label * (small if margin > 0 else 1.0) / (1 + small)
    return 2 * (score - label)


@kernel_part
def rate_of(eta: float, schedule: int, visit: int) -> float:
    """Return the rate of a visit, counted from 0."""
    if schedule == INVERSE:
        return eta / (1 + visit)
    return eta / math.sqrt(1 + visit) if schedule == INVERSE_SQRT else eta


@kernel_part
def at_rest(
    weights: Array, rows: Array, ties: Array, goals: Array, loss: int, still: float
) -> bool:
    """Return whether no point pulls at a weight; draws with replacement may have missed one."""
    for i in range(len(rows)):
        slope = loss_slope(loss, product(weights, rows, i), goals[i], ties[i])
        for j in range(len(weights)):
            if abs(slope * rows[i, j]) > still:
                return False
    return True


@Kernel
def descend(
    weights: Array,
    rows: Array,
    ties: Array,
    goals: Array,
    loss: int,
    averages: bool,
    block: int,
    eta: float,
    schedule: int,
    l2: float,
    l1: float,
    penalised: int,
    order: Array,
    how: int,
    seed: int,
    state: Array,
    reach: Array,
    visits: Array,
    path: Array,
    stop: int,
    room: int,
) -> int:
    """Step against the gradient of loss + l2·‖w‖², block after block, in float64.

    A row is z = y·x̃, so that labels are +1: the `goals` of the scores. `ties` (n,) tells where a
    score of 0 is a mistake.
    The penalty l1·Σ|w| of the first `penalised` weights is a proximal step: after every step
    they are drawn towards 0 by rate·l1, and those that would pass it stay there.
    CLEAN when no step of a whole epoch moved a weight by more than 2⁻⁵⁰ of the largest; `reach`
    (1,) holds how far this epoch moved one at most.
    """
    d = len(weights)
    n = len(order)
    per_epoch = (n + block - 1) // block
    seed_word = word_of_seed(seed)
    gradient = np.zeros_like(weights)
    t = state[VISITS]
    k = state[UPDATES]
    position = t % per_epoch
    farthest = reach[0]
    why = PAUSED
    while t < stop and why == PAUSED:
        if k == room:
            why = FULL
            break
        if position == 0:
            farthest = 0.0
            if how != FIXED:
                fill_order(order, how, seed_word, t // per_epoch)
        first = position * block
        last = min(n, first + block)
        for q in range(first, last):
            i = order[q] & NOT_NEGATIVE
            slope = loss_slope(loss, product(weights, rows, i), goals[i], ties[i])
            for j in range(d):
                if q == first:  # a third faster than adding to 0, where a block is one point
                    gradient[j] = slope * rows[i, j]
                else:
                    gradient[j] += slope * rows[i, j]
        rate = rate_of(eta, schedule, t)
        moved = False
        for j in range(d):
            g = gradient[j]
            if averages:
                g /= last - first
            g += 2 * l2 * weights[j]
            before = weights[j]
            weights[j] -= rate * g
            if l1 > 0 and j < penalised:
                shrunk = max(abs(weights[j]) - rate * l1, 0.0)
                weights[j] = math.copysign(shrunk, weights[j]) if shrunk > 0 else 0.0
                g = (before - weights[j]) / rate
            path[k + 1, j] = weights[j]
            moved |= g != 0
            farthest = max(farthest, abs(rate * g))
            if not abs(weights[j]) < TOO_LARGE:
                why = DIVERGED
        if why == DIVERGED:
            break
        t += 1
        position += 1
        if moved:
            visits[k] = t
            k += 1
        if position == per_epoch:
            position = 0
            still = np.abs(weights).max() * 2.0**-50
            if farthest <= still and (
                how != RANDOM or at_rest(weights, rows, ties, goals, loss, still / rate)
            ):
                why = CLEAN
    state[VISITS] = t
    state[UPDATES] = k
    reach[0] = farthest
    return why
