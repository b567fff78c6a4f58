"""The loop of gradient descent over points in the plane, one after another.

It does what `block_kernels.descend` does with blocks of one point, but holds the two or three
weights in the processor's registers and is compiled for one loss. No other loop makes such runs,
compiled or not: so it matters neither where slices end nor when the compiler comes.

With a loss that has kinks both do the same bit by bit, with a smooth one up to rounding. There,
every visit makes a step, and the next would wait for its weights. So a score is taken in two parts,
of which only the second has to wait, and for one number:
⟨w, z⟩ = ⟨b, z⟩ − slope·⟨l, z⟩, where the last step led from b to w = b − slope·l.
Visits that this does not serve, which are few, are made as the formula is written.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from .block_kernels import (
    CONSTANT,
    HINGE,
    LOGISTIC,
    PERCEPTRON,
    SQUARED,
    at_rest,
    loss_slope,
    rate_of,
)
from .compiler import Kernel, kernel_part
from .logistic_kernels import FAR, RANGE, logistic_table, nearest, slope_beside
from .plane_kernels import AHEAD, FEW, fill_epochs, store, store_at
from .point_kernels import (
    CLEAN,
    DIVERGED,
    EPOCH_UPDATES,
    FIXED,
    FULL,
    PAUSED,
    RANDOM,
    TOO_LARGE,
    UPDATES,
    VISITS,
    Array,
    fill_order,
)

_CACHED = 1 << 14  # points whose rows stay near the processor
_GATHERED = 512  # rows that are fetched at a time
# No shorter step leads to weights that are too large: there it is lost in rounding.
_USUAL_STEP = 1e130
_SHORT_STEP = 1e-290  # which no rounding makes 0
_LEAST_SLOPE = 1e-28  # of the logistic loss, in the range of its table
SMOOTH = (LOGISTIC, SQUARED)


@kernel_part
def scored(three: bool, w0: float, w1: float, w2: float, z0: float, z1: float, z2: float) -> float:
    """Return ⟨w, z⟩ of two or three coordinates, added from the first on."""
    score = w0 * z0 + w1 * z1
    return score + w2 * z2 if three else score


@kernel_part
def size(three: bool, v0: float, v1: float, v2: float) -> float:
    """Return the sum of the absolute values of two or three numbers."""
    total = abs(v0) + abs(v1)
    return total + abs(v2) if three else total


@kernel_part
def stillness(three: bool, w0: float, w1: float, w2: float) -> float:
    """Return what is lost in rounding: a step this short moves no weight for good."""
    largest = max(abs(w0), abs(w1))
    return (max(largest, abs(w2)) if three else largest) * 2.0**-50


@kernel_part
def are_short(path: Array, still: float) -> bool:
    """Return whether no step of a path (m, D) moves a weight farther than `still`."""
    for k in range(1, len(path)):
        for j in range(path.shape[1]):
            if not abs(path[k, j] - path[k - 1, j]) <= still:
                return False
    return True


def _descend_plane(three: bool, loss: int, extra: bool, plain: bool) -> Any:
    """Return the loop for two or three weights and a loss, for the compiler.

    Rows may have one `extra` number; `plain` steps have one rate and no penalty.
    """
    d = 3 if three else 2
    width = d + extra
    has_goals, has_ties = loss == SQUARED and extra, loss == PERCEPTRON
    factor = 2.0 if loss == SQUARED else 1.0  # of its slope, which is that of half the loss

    def descend_plane(
        weights: Array,
        rows: Array,
        table: Array,
        least: float,
        most: float,
        eta: float,
        schedule: int,
        penalty: float,
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
        """Step against the gradient of loss + penalty·‖w‖² after every visit.

        A row is z = y·x̃ of a point. With the perceptron's loss one more number tells whether a tie
        is a mistake; with the squared one it may be the goal of the score, which is 1 without it.
        Visits are written once one of them makes no step: until then they are 1, 2, 3 …
        A plain step along a slope between `least` and `most` is neither too short nor too long.
        """
        n = len(order)
        flat, flat_path = rows.reshape(-1), path.reshape(-1)
        w0, w1, w2 = weights[0], weights[1], weights[d - 1]
        slope, guess = anchor[0], anchor[1]
        b0, b1, b2 = anchor[2], anchor[3], anchor[4]
        l0, l1, l2 = anchor[5], anchor[6], anchor[7]
        t = state[VISITS]
        k = state[UPDATES]
        start_of_epoch = k - state[EPOCH_UPDATES]
        left = n - t % n  # visits of this epoch
        several = n < FEW  # points, which are drawn for many epochs ahead
        orders = np.empty(AHEAD // n * n, dtype=np.int32) if several else order
        if several:
            for q in range(len(orders)):
                orders[q] = order[q % n]
        # Rows from all over the memory come sooner when nothing waits for each of them.
        is_far = how != FIXED and n > _CACHED
        near = np.empty(_GATHERED * width) if is_far else flat
        places = np.arange(_GATHERED).astype(np.int32) if is_far else orders
        drawn = at = len(places)  # how many of them are drawn, and where the next visit's is
        rate, fade = factor * eta, 2 * penalty
        g0, g1, g2 = 0.0, 0.0, 0.0
        z2, goal, tie = 0.0, 1.0 if loss == SQUARED else 0.0, 0.0
        is_quick = loss in SMOOTH
        if plain and loss == LOGISTIC:  # whose slopes lie between these
            is_quick = is_quick and least < _LEAST_SLOPE and most > 1
        why = PAUSED
        while t < stop and why == PAUSED:
            if at == drawn:
                at = n - left
                if several and how != FIXED:
                    fill_epochs(orders, n, how, seed, t // n)
                elif at == 0 and how != FIXED:
                    fill_order(order, how, seed, t // n)
                if is_far:
                    drawn = min(left, _GATHERED)
                    for q in range(drawn):
                        i = order[np.uintp(at + q)] * width
                        for j in range(width):
                            near[np.uintp(q * width + j)] = flat[np.uintp(i + j)]
                    at = 0
            span = min(drawn - at, stop - t, room - k)
            if span == 0:
                why = FULL
                break
            if is_quick:
                before = k
                for q in range(at, at + span):
                    i = places[np.uintp(q)] * width
                    z0, z1 = near[np.uintp(i)], near[np.uintp(i + 1)]
                    if three:
                        z2 = near[np.uintp(i + 2)]
                    if has_goals:
                        goal = near[np.uintp(i + d)]
                    across = scored(three, l0, l1, l2, z0, z1, z2)
                    if three:
                        begun = (b0 * z0 + b1 * z1) + (b2 * z2 - goal)
                    else:
                        begun = b0 * z0 + (b1 * z1 - goal)
                    if loss == LOGISTIC:
                        node, row = nearest(begun - guess * across)
                        h = (begun - node) - slope * across
                        # A difference of numbers that are too large would lack digits.
                        if not (abs(h) < FAR and abs(begun) + abs(node) < RANGE):
                            break
                        found, first = slope_beside(h, row, table)
                    else:
                        found = first = begun - slope * across
                        if plain and not least < abs(found) < most:
                            break
                    if plain:
                        l0, l1, l2 = rate * z0, rate * z1, rate * z2
                        g0, g1, g2 = found * l0, found * l1, found * l2
                        b0, b1, b2 = w0, w1, w2
                    else:
                        rate = rate_of(eta, schedule, t + (q - at))
                        step = factor * found
                        g0 = rate * (step * z0 + fade * w0)
                        g1 = rate * (step * z1 + fade * w1)
                        g2 = rate * (step * z2 + fade * w2)
                        if not 0 < size(three, g0, g1, g2) < _USUAL_STEP:
                            break
                        kept = 1 - fade * rate
                        b0, b1, b2 = kept * w0, kept * w1, kept * w2
                        rate *= factor
                        l0, l1, l2 = rate * z0, rate * z1, rate * z2
                    slope, guess = found, first
                    w0, w1, w2 = w0 - g0, w1 - g1, w2 - g2
                    k += 1
                    store_at(flat_path, k * d, three, w0, w1, w2)
                    left -= 1
                    if left == 0:
                        # The last step is looked at first: while it is longer, no others need be.
                        if size(three, g0, g1, g2) <= d * stillness(three, w0, w1, w2):
                            break
                        start_of_epoch = k
                        left = n
                made = k - before
                if before < t:  # else nobody asks: see `DescentHistory`
                    for q in range(made):
                        visits[np.uintp(before + q)] = t + q + 1
                t += made
                at += made
                span -= made
            # What is left over there is done as it is written, visit by visit.
            for q in range(at, at + min(span, left, 1 if is_quick else span)):
                i = places[np.uintp(q)] * width
                z0, z1 = near[np.uintp(i)], near[np.uintp(i + 1)]
                if three:
                    z2 = near[np.uintp(i + 2)]
                if has_ties:
                    tie = near[np.uintp(i + d)]
                if has_goals:
                    goal = near[np.uintp(i + d)]
                score = scored(three, w0, w1, w2, z0, z1, z2)
                full = loss_slope(loss, score, goal if has_goals else 1.0, tie)
                rate = rate_of(eta, schedule, t)
                g0 = rate * (full * z0 + fade * w0)
                g1 = rate * (full * z1 + fade * w1)
                g2 = rate * (full * z2 + fade * w2)
                kept = 1 - fade * rate
                b0, b1, b2 = kept * w0, kept * w1, kept * w2
                rate *= factor
                slope = guess = full / factor
                l0, l1, l2 = rate * z0, rate * z1, rate * z2
                w0, w1, w2 = w0 - g0, w1 - g1, w2 - g2
                moved = size(three, g0, g1, g2)
                if not moved < _USUAL_STEP and not size(three, w0, w1, w2) < TOO_LARGE:
                    why = DIVERGED
                    break
                t += 1
                at += 1
                left -= 1
                if k == t - 1 and not moved > 0:  # the first visit without a step
                    for j in range(k):
                        visits[np.uintp(j)] = j + 1
                if moved > 0:
                    visits[np.uintp(k)] = t
                    k += 1
                    store_at(flat_path, k * d, three, w0, w1, w2)
            if left == 0:
                still = stillness(three, w0, w1, w2)
                is_short = size(three, g0, g1, g2) <= d * still
                if is_short and are_short(path[start_of_epoch : k + 1], still):
                    store(weights, three, w0, w1, w2)
                    goals, ties = np.ones(len(rows)), np.zeros(len(rows))
                    if has_goals:
                        goals[:] = rows[:, d]
                    if has_ties:
                        ties[:] = rows[:, d]
                    z = rows[:, :d]
                    pull = still * factor / rate
                    if how != RANDOM or at_rest(weights, z, goals, ties, loss, pull):
                        why = CLEAN
                start_of_epoch = k
                left = n
        store(weights, three, w0, w1, w2)
        anchor[0], anchor[1] = slope, guess
        anchor[2], anchor[3], anchor[4] = b0, b1, b2
        anchor[5], anchor[6], anchor[7] = l0, l1, l2
        state[VISITS] = t
        state[UPDATES] = k
        state[EPOCH_UPDATES] = k - start_of_epoch
        return why

    return descend_plane


# A loss, whether rows have one more number, and whether steps are plain: what is used most.
_KINDS = (
    (PERCEPTRON, True, False),
    (HINGE, False, False),
    (LOGISTIC, False, False),
    (LOGISTIC, False, True),
    (SQUARED, True, False),
    (SQUARED, False, False),
    (SQUARED, False, True),
)
_loops = {(d, *kind): Kernel(_descend_plane(d == 3, *kind)) for d, kind in product((2, 3), _KINDS)}
_NO_TABLE = np.empty(0)


def descend_plane_kernel(
    dimension: int, loss: int, schedule: int, penalty: float, has_goals: bool
) -> Kernel | None:
    """Return the loop for weights (dimension,) and a loss; None where they are not of a plane."""
    extra = loss == PERCEPTRON or (loss == SQUARED and has_goals)
    plain = loss in SMOOTH and not extra and schedule == CONSTANT and not penalty
    return _loops.get((dimension, loss, extra, plain))


def first_anchor(start: Array) -> Array:
    """Return what the loop begins with at weights (D,), as if a step had led nowhere.

    It holds of the last visit the slope, its guess, where its step began, and rate·z.
    """
    anchor = np.zeros(8)
    anchor[2 : 2 + len(start)] = start
    return anchor


def usual_slopes(rate: float, shortest: float, longest: float) -> tuple[float, float]:
    """Return between which slopes a step moves a weight, and none too far.

    The largest |number| of every row is at least `shortest`, at most `longest`.
    """
    step = 2 * rate  # the slope of the squared loss counts twice
    least = _SHORT_STEP / (step * shortest) if step * shortest > _SHORT_STEP else math.inf
    return least, _USUAL_STEP / (3 * step * max(longest, 1.0))


@cache
def table_of(loss: int) -> Array:
    """Return the table that the loop of a loss looks slopes up in, if it does."""
    return logistic_table() if loss == LOGISTIC else _NO_TABLE
