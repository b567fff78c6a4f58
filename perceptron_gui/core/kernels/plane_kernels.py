"""The loop of points in the plane, with and without an offset: most of what a classroom runs.

It does what `point_kernels.visit_points` does, visit by visit and bit by bit, but holds the two or
three weights in the processor's registers. Where few visits are mistakes it looks at many points at
a time for the first that is; where many are it adds without branching: a processor that guesses
wrong which visits are mistakes loses ten visits' time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiler import Kernel, kernel_part
from .point_kernels import (
    CLEAN,
    EPOCH_UPDATES,
    FIXED,
    FULL,
    LAP,
    PAUSED,
    RANDOM,
    RECURRED,
    UPDATES,
    VISITS,
    WATCH,
    Array,
    draw,
    fill_order,
    has_mistake,
    recurred,
    word_of_epoch,
)

AHEAD = 256  # visits whose points are drawn at a time, where epochs are short
FEW = 16  # numbers below fit into four bits, and so a permutation of fewer into one integer
_BITS = 4
_GATHERED = 512  # rows that are fetched at a time
_AT_ONCE = 32  # rows that are looked at for a mistake at a time


@kernel_part
def fill_epochs(orders: Array, n: int, how: int, seed: int, epoch: int) -> None:
    """Write the points of several epochs one after another, as `fill_order` does for each.

    A permutation is packed into an integer, so that several epochs are drawn at a time.
    """
    count = len(orders) // n
    words = np.empty(count, dtype=np.int64)
    packed = np.zeros(count, dtype=np.int64)
    for e in range(count):
        words[e] = word_of_epoch(seed, epoch + e)
    if how == RANDOM:
        for e in range(count):
            word = words[e]
            for position in range(n):
                orders[np.uintp(e * n + position)] = draw(word, position, n)
        return
    for position in range(1, n):
        for e in range(count):
            place = _BITS * draw(words[e], position, position + 1)
            moved = (packed[e] >> place) & (FEW - 1)
            others = packed[e] & ~((FEW - 1) << place)
            packed[e] = others | (position << place) | (moved << (_BITS * position))
    for position in range(n):
        for e in range(count):
            place = _BITS * position
            orders[np.uintp(e * n + position)] = (packed[e] >> place) & (FEW - 1)


@kernel_part
def hand_over(orders: Array, at: int, order: Array) -> None:
    """Write the epoch at a place of several into the order that the next slice goes on with."""
    for position in range(len(order)):
        order[position] = orders[at + position]


@kernel_part
def store_at(flat: Array, at: int, three: bool, w0: Any, w1: Any, w2: Any) -> None:
    """Write two or three weights at a place of a flat array."""
    flat[np.uintp(at)] = w0
    flat[np.uintp(at + 1)] = w1
    if three:
        flat[np.uintp(at + 2)] = w2


@kernel_part
def store(weights: Array, three: bool, w0: Any, w1: Any, w2: Any) -> None:
    """Write two or three weights into an array (2,) or (3,)."""
    store_at(weights, 0, three, w0, w1, w2)


def _visit_plane(three: bool, fixed: bool, whole: bool) -> Any:
    """Return the loop for two or three weights, a kind of order and of numbers.

    Places are cast to `uintp`, since numba looks whether any other index is negative.
    """
    d = 3 if three else 2

    def visit_plane(
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
        """Visit point after point until visit `stop`, update `room`, a clean epoch or a cycle."""
        n = len(order)
        flat = rows.reshape(-1)
        w0, w1, w2 = weights[0], weights[1], weights[d - 1]
        t = state[VISITS]
        k = state[UPDATES]
        start_of_epoch = k - state[EPOCH_UPDATES]
        checkpoint = (k // spacing + 1) * spacing
        epoch = t // n
        first = t % n
        several = not fixed and n < FEW
        orders = np.empty(AHEAD // n * n, dtype=np.int32) if several else order
        at = len(orders) if several else 0  # where the points of this epoch begin
        gathered = np.empty(0 if fixed else _GATHERED * (d + 1), dtype=rows.dtype)
        is_dense = False
        why = PAUSED
        while t < stop and why == PAUSED:
            if several:
                if at == len(orders):
                    fill_epochs(orders, n, how, seed, epoch)
                    at = 0
            elif first == 0 and not fixed:
                fill_order(order, how, seed, epoch)
            left = n - first  # visits of this epoch
            span = min(left, stop - t)
            if whole and is_dense:
                if several and not state[WATCH]:
                    span = min(len(orders) - at - first, stop - t)
                if k + span > room:
                    is_dense = False
                    continue
                place = at + first
                for q in range(place, place + span):
                    point = orders[np.uintp(q)]
                    i = (q if fixed else point) * (d + 1)
                    z0, z1 = flat[np.uintp(i)], flat[np.uintp(i + 1)]
                    # The bits of `wrong` are all set where ⟨w, z⟩ ≤ limit, else none is.
                    above = w1 * z1 - (flat[np.uintp(i + d)] + 1)
                    if three:
                        z2 = flat[np.uintp(i + 2)]
                        above += w2 * z2
                    wrong = (w0 * z0 + above) >> 63
                    t += 1
                    visits[np.uintp(k)] = t
                    points[np.uintp(k)] = point
                    w0 += (step * z0) & wrong
                    w1 += (step * z1) & wrong
                    if three:
                        w2 += (step * z2) & wrong
                    k -= wrong
                    if k == checkpoint:
                        store(checkpoints[k // spacing], three, w0, w1, w2)
                        checkpoint += spacing
                    left -= 1
                    if left == 0 and q + 1 < place + span:
                        if k == start_of_epoch:
                            break
                        start_of_epoch = k
                        left = n
                        epoch += 1
                        at += n
            else:
                near = flat
                start = first  # the position whose row is the first of `near`
                if fixed:
                    start = 0
                else:
                    near = gathered
                    span = min(span, _GATHERED)
                    for q in range(span):
                        i, j = orders[np.uintp(at + first + q)] * (d + 1), q * (d + 1)
                        z0, z1, z2 = flat[np.uintp(i)], flat[np.uintp(i + 1)], flat[np.uintp(i + 2)]
                        limit = flat[np.uintp(i + d)]
                        near[np.uintp(j)], near[np.uintp(j + 1)] = z0, z1
                        near[np.uintp(j + 2)], near[np.uintp(j + d)] = z2, limit
                base = t - first + 1
                end = first + span
                position = first
                while position < end:
                    i = (position - start) * (d + 1)
                    if position + _AT_ONCE <= end:
                        ahead = _AT_ONCE  # how many points come before the first mistake
                        for q in range(_AT_ONCE):
                            j = i + q * (d + 1)
                            agreement = w0 * near[np.uintp(j)] + w1 * near[np.uintp(j + 1)]
                            if three:
                                agreement += w2 * near[np.uintp(j + 2)]
                            is_wrong = agreement <= near[np.uintp(j + d)]
                            ahead = min(ahead, q if is_wrong else _AT_ONCE)
                        if ahead == _AT_ONCE:
                            position += _AT_ONCE
                            continue
                        position += ahead
                        i += ahead * (d + 1)
                    z0, z1 = near[np.uintp(i)], near[np.uintp(i + 1)]
                    agreement = w0 * z0 + w1 * z1
                    if three:
                        z2 = near[np.uintp(i + 2)]
                        agreement += w2 * z2
                    if agreement <= near[np.uintp(i + d)]:
                        if k == room:
                            why = FULL
                            end = position
                            break
                        w0 += step * z0
                        w1 += step * z1
                        if three:
                            w2 += step * z2
                        visits[np.uintp(k)] = base + position
                        points[np.uintp(k)] = orders[np.uintp(at + position)]
                        k += 1
                        if k == checkpoint:
                            store(checkpoints[k // spacing], three, w0, w1, w2)
                            checkpoint += spacing
                    position += 1
                t = base + end - 1
                left = n - end
            first = n - left
            if left == 0:
                is_clean = k == start_of_epoch
                if is_clean or state[WATCH]:
                    store(weights, three, w0, w1, w2)
                if is_clean:
                    # Draws with replacement may have missed the point that is wrong.
                    if how != RANDOM or not has_mistake(weights, rows):
                        why = CLEAN
                    state[LAP] += 1
                elif state[WATCH] and recurred(weights, anchor, state):
                    why = RECURRED
                is_dense = 8 * (k - start_of_epoch) > n
                start_of_epoch = k
                first = 0
                epoch += 1
                if several:
                    at += n
        if several and first > 0:
            hand_over(orders, at, order)
        store(weights, three, w0, w1, w2)
        state[VISITS] = t
        state[UPDATES] = k
        state[EPOCH_UPDATES] = k - start_of_epoch
        return why

    return visit_plane


_KINDS = [(d, fixed, whole) for d in (2, 3) for fixed in (True, False) for whole in (True, False)]
_loops = {(d, *kind): Kernel(_visit_plane(d == 3, *kind)) for d, *kind in _KINDS}


def visit_plane_kernel(dimension: int, how: int, whole: bool) -> Kernel | None:
    """Return the loop for weights (dimension,), an order and integers or not, if it is compiled."""
    found = _loops.get((dimension, how == FIXED, whole))
    return found if found is not None and found.runs_compiled else None
