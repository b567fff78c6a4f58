"""The hot loops, one source for int64 and float64, compiled or not (see `compiling`).

A row of `rows` is z = y·x̃ followed by its limit: the point is a mistake when ⟨w, z⟩ ≤ limit.
Slices resume from `state`, so where a run is cut never changes its path.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .compiling import Kernel, kernel_part

Array = Any

# Where a kernel left off, in `state`.
VISITS, UPDATES, EPOCH_UPDATES, LAP, POWER, WATCH = range(6)
STATE_SIZE = 6

# Why a kernel returned.
PAUSED, FULL, CLEAN, RECURRED, DIVERGED = range(5)

# How the next point is found.
FIXED, SHUFFLED, RANDOM = range(3)
FIRST_MISTAKE, RANDOM_MISTAKE, WORST = range(3)

PERCEPTRON, HINGE, LOGISTIC, SQUARED = range(4)
CONSTANT, INVERSE, INVERSE_SQRT = range(3)

_WORD = 0xFFFFFFFF

# Weights that grow beyond this will not come back; their squares are still numbers.
TOO_LARGE = 1e150


@kernel_part
def scramble(word: int) -> int:
    """Mix 32 bits; every product stays below 2^63, so that int64 and Python agree."""
    word ^= word >> 16
    word = (word * 0x7FEB352D) & _WORD
    word ^= word >> 15
    word = (word * 0x2C1B3C6D) & _WORD
    return word ^ (word >> 16)


@kernel_part
def fill_order(order: Array, how: int, seed: int, epoch: int) -> None:
    """Write the points of one epoch: a permutation, or draws with replacement.

    Every draw is a hash of (seed, epoch, position): any epoch can be looked up later without
    replaying those before it, and the processor works on several draws at once.
    """
    n = len(order)
    word = scramble(scramble((seed & _WORD) ^ 0x9E3779B) ^ (seed >> 32))
    word = scramble(scramble(word ^ (epoch & _WORD)) ^ (epoch >> 32) ^ 0x5851F42)
    for position in range(n):
        choices = n if how == RANDOM else position + 1
        order[position] = (scramble((word + position * 0x9E3779B1) & _WORD) * choices) >> 32
    if how == SHUFFLED:
        # Fisher and Yates, inside out: the draw at a position is used up as the position is filled.
        for position in range(n):
            i = order[position]
            order[position] = order[i]
            order[i] = position


@kernel_part
def recurred(weights: Array, anchor: Array, state: Array) -> bool:
    """Brent's search, one step: is w the anchored one again? The lap is then the period."""
    state[LAP] += 1
    same = True
    for j in range(len(weights)):
        if weights[j] != anchor[j]:
            same = False
    if not same and state[LAP] >= state[POWER]:
        for j in range(len(weights)):
            anchor[j] = weights[j]
        state[POWER] *= 2
        state[LAP] = 0
    return same


@kernel_part
def has_mistake(weights: Array, rows: Array) -> bool:
    """Tell whether any point is a mistake."""
    d = len(weights)
    for i in range(len(rows)):
        agreement = weights[0] * rows[i, 0]
        for j in range(1, d):
            agreement += weights[j] * rows[i, j]
        if agreement <= rows[i, d]:
            return True
    return False


def _visit_points(dimension: int, fixed: bool) -> Any:
    """Return the loop for one length of weights (0: any) and kind of order, for the compiler."""

    def visit_points(
        weights: Array,
        rows: Array,
        step: Any,
        order: Array,
        how: int,
        seed: int,
        state: Array,
        anchor: Array,
        visits: Array,
        points: Array,
        checkpoints: Array,
        spacing: int,
        stop: int,
        room: int,
    ) -> int:
        """Visit point after point until visit `stop`, update `room`, a clean epoch or a cycle.

        The rows of a fixed order stand in that order, so that memory is read straight on.
        """
        d = dimension if dimension > 0 else len(weights)
        n = len(order)
        t = state[VISITS]
        k = state[UPDATES]
        start_of_epoch = k - state[EPOCH_UPDATES]
        checkpoint = (k // spacing + 1) * spacing
        epoch = t // n
        first = t % n
        why = PAUSED
        while t < stop and why == PAUSED:
            if first == 0 and not fixed:
                fill_order(order, how, seed, epoch)
            end = min(n, first + stop - t)
            base = t - first + 1
            for position in range(first, end):
                i = position if fixed else order[position]
                agreement = weights[0] * rows[i, 0]
                for j in range(1, d):
                    agreement += weights[j] * rows[i, j]
                if agreement <= rows[i, d]:
                    if k == room:
                        why = FULL
                        end = position
                        break
                    for j in range(d):
                        weights[j] += step * rows[i, j]
                    visits[k] = base + position
                    points[k] = order[position]
                    k += 1
                    if k == checkpoint:
                        for j in range(d):
                            checkpoints[k // spacing, j] = weights[j]
                        checkpoint += spacing
            t = base + end - 1
            if end == n:
                if k == start_of_epoch:
                    # Draws with replacement may have missed the point that is wrong.
                    if how != RANDOM or not has_mistake(weights, rows):
                        why = CLEAN
                    state[LAP] += 1
                elif state[WATCH] and recurred(weights, anchor, state):
                    why = RECURRED
                start_of_epoch = k
                first = 0
                epoch += 1
        state[VISITS] = t
        state[UPDATES] = k
        state[EPOCH_UPDATES] = k - start_of_epoch
        return why

    return visit_points


# Points in the plane, with and without an offset, are most of what a classroom runs.
_loops = {(d, fixed): Kernel(_visit_points(d, fixed)) for d in (0, 2, 3) for fixed in (True, False)}


def visit_points_kernel(dimension: int, how: int) -> Kernel:
    """Return the fastest loop for weights (dimension,) and a kind of order."""
    fixed = how == FIXED
    return _loops.get((dimension, fixed), _loops[0, fixed])


@Kernel
def choose_mistakes(
    weights: Array,
    rows: Array,
    step: Any,
    how: int,
    seed: int,
    state: Array,
    anchor: Array,
    scratch: Array,
    visits: Array,
    points: Array,
    checkpoints: Array,
    spacing: int,
    stop: int,
    room: int,
) -> int:
    """Visit one chosen mistake after another until none is left (CLEAN) or w recurs."""
    d = len(weights)
    t = state[VISITS]
    k = state[UPDATES]
    while t < stop:
        if k == room:
            state[VISITS] = t
            state[UPDATES] = k
            return FULL
        found = 0
        chosen = -1
        lowest = weights[0] * 0
        for i in range(len(rows)):
            agreement = weights[0] * rows[i, 0]
            for j in range(1, d):
                agreement += weights[j] * rows[i, j]
            if agreement <= rows[i, d]:
                if how == RANDOM_MISTAKE:
                    scratch[found] = i
                elif found == 0 or agreement < lowest:
                    chosen = i
                    lowest = agreement
                found += 1
                if how == FIRST_MISTAKE:
                    break
        if found == 0:
            state[VISITS] = t
            state[UPDATES] = k
            return CLEAN
        if how == RANDOM_MISTAKE:
            word = scramble(scramble((seed & _WORD) ^ (t & _WORD)) ^ (seed >> 32) ^ (t >> 32))
            chosen = scratch[(word * found) >> 32]
        for j in range(d):
            weights[j] += step * rows[chosen, j]
        t += 1
        visits[k] = t
        points[k] = chosen
        k += 1
        if k % spacing == 0:
            for j in range(d):
                checkpoints[k // spacing, j] = weights[j]
        if state[WATCH] and recurred(weights, anchor, state):
            state[VISITS] = t
            state[UPDATES] = k
            return RECURRED
    state[VISITS] = t
    state[UPDATES] = k
    return PAUSED


@Kernel
def replay(
    checkpoints: Array, spacing: int, points: Array, rows: Array, step: Any, ks: Array, out: Array
) -> None:
    """Write the weights after k updates for every k of the ascending `ks` into `out` (m, D)."""
    d = out.shape[1]
    weights = checkpoints[0].copy()
    at = 0
    for m in range(len(ks)):
        k = ks[m]
        near = k // spacing * spacing
        if at < near:
            at = near
            for j in range(d):
                weights[j] = checkpoints[near // spacing, j]
        while at < k:
            for j in range(d):
                weights[j] += step * rows[points[at], j]
            at += 1
        for j in range(d):
            out[m, j] = weights[j]


@Kernel
def visit_blocks(
    weights: Array,
    rows: Array,
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
    total = np.zeros_like(weights)
    while state[VISITS] < stop:
        position = state[VISITS] % per_epoch
        if position == 0 and how != FIXED:
            fill_order(order, how, seed, state[VISITS] // per_epoch)
        first = position * block
        last = min(n, first + block)
        mistakes = 0
        for j in range(d):
            total[j] = 0
        for q in range(first, last):
            i = order[q]
            agreement = weights[0] * rows[i, 0]
            for j in range(1, d):
                agreement += weights[j] * rows[i, j]
            if agreement <= rows[i, d]:
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
                if how != RANDOM or not has_mistake(weights, rows):
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
        if margin > 0:
            small = math.exp(-margin)
            return -label * small / (1 + small)
        return -label / (1 + math.exp(margin))
    return 2 * (score - label)


@Kernel
def descend(
    weights: Array,
    features: Array,
    labels: Array,
    ties: Array,
    loss: int,
    mean: bool,
    block: int,
    eta: float,
    schedule: int,
    l2: float,
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
    """Step against the gradient of loss + l2·‖w‖², block after block, in float64.

    CLEAN when a whole epoch moved no weight by more than 2⁻⁵⁰ of the largest.
    """
    d = len(weights)
    n = len(order)
    per_epoch = (n + block - 1) // block
    gradient = np.zeros_like(weights)
    while state[VISITS] < stop:
        k = state[UPDATES]
        if k == room:
            return FULL
        t = state[VISITS]
        position = t % per_epoch
        if position == 0:
            for j in range(d):
                anchor[j] = weights[j]
            if how != FIXED:
                fill_order(order, how, seed, t // per_epoch)
        first = position * block
        last = min(n, first + block)
        for j in range(d):
            gradient[j] = 0
        for q in range(first, last):
            i = order[q]
            score = weights[0] * features[i, 0]
            for j in range(1, d):
                score += weights[j] * features[i, j]
            slope = loss_slope(loss, score, labels[i], ties[i])
            for j in range(d):
                gradient[j] += slope * features[i, j]
        rate = eta
        if schedule == INVERSE:
            rate = eta / (1 + t)
        elif schedule == INVERSE_SQRT:
            rate = eta / math.sqrt(1 + t)
        moved = False
        for j in range(d):
            g = gradient[j]
            if mean:
                g = g / (last - first)
            g += 2 * l2 * weights[j]
            if g != 0:
                moved = True
            weights[j] -= rate * g
            if not abs(weights[j]) < TOO_LARGE:
                return DIVERGED
        if moved:
            for j in range(d):
                path[k + 1, j] = weights[j]
            visits[k] = t + 1
            state[UPDATES] += 1
        state[VISITS] += 1
        if position == per_epoch - 1:
            largest = 0.0
            change = 0.0
            for j in range(d):
                largest = max(largest, abs(weights[j]))
                change = max(change, abs(weights[j] - anchor[j]))
            if change <= largest * 2.0**-50:
                return CLEAN
    return PAUSED


@Kernel
def order_of_epoch(order: Array, how: int, seed: int, epoch: int) -> None:
    """Write the points of one epoch, as the visiting loops do."""
    fill_order(order, how, seed, epoch)
