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


def _descend_plane(three: bool, loss: int) -> Any:
    """Return the loop for two or three weights and a loss, for the compiler."""

    def descend_plane(
        weights: Array,
        features: Array,
        labels: Array,
        ties: Array,
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
        """Step against the gradient of loss + l2·‖w‖² after every visit."""
        n = len(order)
        w0, w1, w2 = weights[0], weights[1], weights[-1]
        most0, most1, most2 = anchor[0], anchor[1], anchor[-1]
        t = state[VISITS]
        k = state[UPDATES]
        first = t % n
        rate = eta
        why = PAUSED
        while t < stop and why == PAUSED:
            if first == 0:
                most0, most1, most2 = 0.0, 0.0, 0.0
                if how != FIXED:
                    fill_order(order, how, seed, t // n)
            end = min(n, first + stop - t)
            base = t - first
            for position in range(first, end):
                if k == room:
                    why = FULL
                    end = position
                    break
                i = np.uintp(order[np.uintp(position)])
                f0, f1 = features[i, 0], features[i, 1]
                score = w0 * f0 + w1 * f1
                if three:
                    f2 = features[i, 2]
                    score += w2 * f2
                slope = loss_slope(loss, score, labels[i], ties[i])
                if schedule == INVERSE:
                    rate = eta / (1 + base + position)
                elif schedule == INVERSE_SQRT:
                    rate = eta / math.sqrt(1 + base + position)
                g0 = slope * f0 + 2 * l2 * w0
                g1 = slope * f1 + 2 * l2 * w1
                g2 = 0.0
                w0 -= rate * g0
                w1 -= rate * g1
                most0 = max(most0, abs(rate * g0))
                most1 = max(most1, abs(rate * g1))
                if three:
                    g2 = slope * f2 + 2 * l2 * w2
                    w2 -= rate * g2
                    most2 = max(most2, abs(rate * g2))
                if not (abs(w0) < TOO_LARGE and abs(w1) < TOO_LARGE and abs(w2) < TOO_LARGE):
                    why = DIVERGED
                    end = position
                    break
                if g0 != 0 or g1 != 0 or g2 != 0:
                    path[k + 1, 0] = w0
                    path[k + 1, 1] = w1
                    if three:
                        path[k + 1, 2] = w2
                    visits[k] = base + position + 1
                    k += 1
            t = base + end
            first = end
            if end == n:
                weights[0], weights[1], weights[-1] = w0, w1, w2 if three else w1
                still = np.abs(weights).max() * 2.0**-50
                if max(most0, most1, most2) <= still and (
                    how != RANDOM or at_rest(weights, features, labels, ties, loss, still / rate)
                ):
                    why = CLEAN
                first = 0
        weights[0], weights[1], weights[-1] = w0, w1, w2 if three else w1
        anchor[0], anchor[1], anchor[-1] = most0, most1, most2 if three else most1
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
