"""The loop of gradient descent over points in the plane, one after another.

It does what `block_kernels.descend` does with blocks of one point, bit by bit, but holds the two
or three weights in the processor's registers and is compiled for one loss.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .block_kernels import (
    HINGE,
    INVERSE,
    INVERSE_SQRT,
    LOGISTIC,
    PERCEPTRON,
    SQUARED,
    at_rest,
    loss_slope,
)
from .compiler import Kernel
from .plane_kernels import AHEAD, FEW, fill_epochs, hand_over, store
from .point_kernels import (
    CLEAN,
    DIVERGED,
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


def _descend_plane(three: bool, loss: int) -> Any:
    """Return the loop for two or three weights and a loss, for the compiler."""
    d = 3 if three else 2

    def descend_plane(
        weights: Array,
        rows: Array,
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
        """Step against the gradient of loss + l2·‖w‖² after every visit.

        A row is z = y·x̃ of a point. With the perceptron's loss one more number tells whether a tie
        is a mistake; with the squared one it may be the goal of the score, which is 1 without it.
        """
        n, width = len(order), rows.shape[1]
        has_goals, ties_count = loss == SQUARED and width > d, loss == PERCEPTRON
        flat = rows.reshape(-1)
        w0, w1, w2 = weights[0], weights[1], weights[d - 1]
        most0, most1, most2 = anchor[0], anchor[1], anchor[d - 1]
        t = state[VISITS]
        k = state[UPDATES]
        first = t % n
        several = how != FIXED and n < FEW
        orders = np.empty(AHEAD // n * n, dtype=np.int32) if several else order
        at = len(orders) if several else 0  # where the points of this epoch begin
        # Rows from all over the memory come sooner when nothing waits for each of them.
        is_far = how != FIXED and n > _CACHED
        gathered = np.empty(_GATHERED * width if is_far else 0)
        rate = eta
        goal, tie = 1.0, 0.0
        why = PAUSED
        while t < stop and why == PAUSED:
            if first == 0:
                most0, most1, most2 = 0.0, 0.0, 0.0
            if several:
                if at == len(orders):
                    fill_epochs(orders, n, how, seed, t // n)
                    at = 0
            elif first == 0 and how != FIXED:
                fill_order(order, how, seed, t // n)
            end = min(n, first + stop - t)
            near = flat
            if is_far:
                near = gathered
                end = min(end, first + _GATHERED)
                for position in range(first, end):
                    i = order[np.uintp(position)] * width
                    for j in range(width):
                        near[np.uintp((position - first) * width + j)] = flat[np.uintp(i + j)]
            base = t - first
            for position in range(first, end):
                if k == room:
                    why = FULL
                    end = position
                    break
                place = position - first if is_far else orders[np.uintp(at + position)]
                i = place * width
                z0, z1 = near[np.uintp(i)], near[np.uintp(i + 1)]
                margin = w0 * z0 + w1 * z1
                if three:
                    z2 = near[np.uintp(i + 2)]
                    margin += w2 * z2
                if ties_count:
                    tie = near[np.uintp(i + d)]
                if has_goals:
                    goal = near[np.uintp(i + d)]
                slope = loss_slope(loss, margin, goal, tie)
                if schedule == INVERSE:
                    rate = eta / (1 + base + position)
                elif schedule == INVERSE_SQRT:
                    rate = eta / math.sqrt(1 + base + position)
                g0 = slope * z0 + 2 * l2 * w0
                g1 = slope * z1 + 2 * l2 * w1
                g2 = 0.0
                w0 -= rate * g0
                w1 -= rate * g1
                most0 = max(most0, abs(rate * g0))
                most1 = max(most1, abs(rate * g1))
                if three:
                    g2 = slope * z2 + 2 * l2 * w2
                    w2 -= rate * g2
                    most2 = max(most2, abs(rate * g2))
                else:
                    w2 = w1
                # Each of these is one question, so that there is one branch to guess.
                is_small = (abs(w0) < TOO_LARGE) & (abs(w1) < TOO_LARGE) & (abs(w2) < TOO_LARGE)
                if not is_small:
                    why = DIVERGED
                    end = position
                    break
                if (g0 != 0) | (g1 != 0) | (g2 != 0):
                    store(path[k + 1], three, w0, w1, w2)
                    visits[k] = base + position + 1
                    k += 1
            t = base + end
            first = end
            if end == n:
                still = max(abs(w0), abs(w1), abs(w2)) * 2.0**-50
                if max(most0, most1, most2) <= still:
                    store(weights, three, w0, w1, w2)
                    goals, ties = np.ones(len(rows)), np.zeros(len(rows))
                    if has_goals:
                        goals[:] = rows[:, d]
                    if ties_count:
                        ties[:] = rows[:, d]
                    z = rows[:, :d]
                    if how != RANDOM or at_rest(weights, z, goals, ties, loss, still / rate):
                        why = CLEAN
                first = 0
                if several:
                    at += n
        if several and first > 0:
            hand_over(orders, at, order)
        store(weights, three, w0, w1, w2)
        store(anchor, three, most0, most1, most2)
        state[VISITS] = t
        state[UPDATES] = k
        return why

    return descend_plane


_LOSSES = (PERCEPTRON, HINGE, LOGISTIC, SQUARED)
_loops = {(d, loss): Kernel(_descend_plane(d == 3, loss)) for d in (2, 3) for loss in _LOSSES}


def descend_plane_kernel(dimension: int, loss: int) -> Kernel | None:
    """Return the loop for weights (dimension,) and a loss, if it is compiled."""
    found = _loops.get((dimension, loss))
    return found if found is not None and found.runs_compiled else None
