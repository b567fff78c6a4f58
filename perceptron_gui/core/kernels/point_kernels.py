"""The hot loops, one source for int64 and float64, compiled or not (see `compiler`).

A row of `rows` is z = y·x̃: the point is a mistake when ⟨w, z⟩ ≤ its limit.
Slices resume from `state`, so where a run is cut never changes its path. `judge` counts the errors
of very many points, three times as fast as the same in numpy, which is used until it is compiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiler import Kernel, kernel_part

Array = Any

# Where a kernel left off, in `state`.
VISITS, UPDATES, EPOCH_UPDATES, LAP, POWER, WATCH = range(6)
STATE_SIZE = 6

# Why a kernel returned.
PAUSED, FULL, CLEAN, RECURRED, DIVERGED = range(5)

# How the next point is found.
FIXED, SHUFFLED, RANDOM = range(3)
FIRST_MISTAKE, RANDOM_MISTAKE, WORST = range(3)

_WORD = 0xFFFFFFFF
# Tells the compiler that an index is not negative, or it would look every time: a tenth of a run.
NOT_NEGATIVE = 0x7FFFFFFF

# Runs of more epochs are not searched a second time for a cycle that Brent did not meet.
MOST_LAPS = 200_000

# Points whose numbers stay close to the processor.
_AT_ONCE = 1024

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
def draw(word: int, position: int, choices: int) -> Any:
    """Return the draw of a position among so many choices."""
    return (scramble((word + position * 0x9E3779B1) & _WORD) * (choices & NOT_NEGATIVE)) >> 32


@kernel_part
def word_of_seed(seed: int) -> Any:
    """Return what the draws of all epochs are made of."""
    return scramble(scramble((seed & _WORD) ^ 0x9E3779B) ^ (seed >> 32))


@kernel_part
def draw_mistake(seed: int, visit: int, count: int) -> Any:
    """Return which of so many mistakes is visited after this visit."""
    word = scramble(scramble((seed & _WORD) ^ (visit & _WORD)) ^ (seed >> 32) ^ (visit >> 32))
    return (word * count) >> 32


@kernel_part
def fill_order(order: Array, how: int, seed_word: int, epoch: int) -> None:
    """Write the points of one epoch: a permutation, or draws with replacement.

    Every draw is a hash of (seed, epoch, position): any epoch can be looked up later without
    replaying those before it, and the processor need not wait for one draw to begin the next.
    """
    n = len(order)
    word = scramble(scramble(seed_word ^ (epoch & _WORD)) ^ (epoch >> 32) ^ 0x5851F42)
    if how == RANDOM:
        for position in range(n):
            order[position] = draw(word, position, n)
        return
    # All draws come first: one loop of draws and swaps would take twice as long.
    for position in range(n):
        order[position] = draw(word, position, position + 1)
    # Fisher and Yates, inside out: whatever was at the drawn place moves to the new one.
    for position in range(n):
        i = order[position] & NOT_NEGATIVE
        order[position] = order[i]
        order[i] = position


@kernel_part
def recurred(weights: Array, anchor: Array, state: Array) -> Any:
    """Brent's search, one step: is w the anchored one again? The lap is then the period."""
    state[LAP] += 1
    same = (weights == anchor).all()
    if not same and state[LAP] >= state[POWER]:
        anchor[:] = weights
        state[POWER] *= 2
        state[LAP] = 0
    return same


@kernel_part
def product(weights: Array, rows: Array, i: int) -> Any:
    """⟨w, row i⟩, summed from the first coordinate on: the order decides the last bit."""
    total = weights[0] * rows[i, 0]
    for j in range(1, len(weights)):
        total += weights[j] * rows[i, j]
    return total


@kernel_part
def has_mistake(weights: Array, rows: Array, limits: Array) -> bool:
    """Return whether any point is a mistake."""
    for i in range(len(rows)):
        if product(weights, rows, i) <= limits[i]:
            return True
    return False


@Kernel
def visit_points(
    weights: Array,
    rows: Array,
    limits: Array,
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
    d = len(weights)
    n = len(order)
    t = state[VISITS]
    k = state[UPDATES]
    start_of_epoch = k - state[EPOCH_UPDATES]
    checkpoint = (k // spacing + 1) * spacing
    epoch = t // n
    first = t % n
    seed_word = word_of_seed(seed)
    why = PAUSED
    while t < stop and why == PAUSED:
        if first == 0 and how != FIXED:
            fill_order(order, how, seed_word, epoch)
        end = min(n, first + stop - t)
        for position in range(first, end):
            i = order[position] & NOT_NEGATIVE
            agreement = weights[0] * rows[i, 0]
            for j in range(1, d):
                agreement += weights[j] * rows[i, j]
            if agreement <= limits[i]:
                if k == room:
                    why = FULL
                    end = position
                    break
                for j in range(d):
                    weights[j] += step * rows[i, j]
                visits[k] = t - first + position + 1
                points[k] = i
                k += 1
                if k == checkpoint:
                    for j in range(d):
                        checkpoints[k // spacing, j] = weights[j]
                    checkpoint += spacing
        t += end - first
        first = end
        if end == n:
            if k == start_of_epoch:
                # Draws with replacement may have missed the point that is wrong.
                if how != RANDOM or not has_mistake(weights, rows, limits):
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


@Kernel
def choose_mistakes(
    weights: Array,
    rows: Array,
    limits: Array,
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
    why = PAUSED
    while why == PAUSED:
        found = 0
        chosen = -1
        lowest = weights[0] * 0
        for i in range(len(rows)):
            agreement = product(weights, rows, i)
            if agreement <= limits[i]:
                if how == RANDOM_MISTAKE:
                    scratch[found] = i
                elif found == 0 or agreement < lowest:
                    chosen = i
                    lowest = agreement
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
            why = RECURRED
    state[VISITS] = t
    state[UPDATES] = k
    return why


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
def order_of_epoch(order: Array, how: int, seed: int, epoch: int) -> None:
    """Write the points of one epoch, as the visiting loops do."""
    fill_order(order, how, word_of_seed(seed), epoch)


@Kernel
def judge(raw: Array, z: Array, limits: Array, counts: Array, sums: Array) -> None:
    """Write for every w of raw (m, D) how many points have ⟨w, z⟩ ≤ limit, and Σ max(0, −⟨w, z⟩).

    All are whole numbers held by floats; z is (D, n).
    """
    n = z.shape[1]
    scores = np.empty(min(n, _AT_ONCE))
    counts[:] = 0
    sums[:] = 0.0
    for first in range(0, n, _AT_ONCE):
        last = min(first + _AT_ONCE, n)
        most = limits[first:last]
        for m in range(raw.shape[0]):
            weight, column = raw[m, 0], z[0, first:last]
            for i in range(last - first):
                scores[i] = weight * column[i]
            for j in range(1, raw.shape[1]):
                weight, column = raw[m, j], z[j, first:last]
                for i in range(last - first):
                    scores[i] += weight * column[i]
            count = 0
            total = 0.0
            for i in range(last - first):
                count += scores[i] <= most[i]
                total -= min(0.0, scores[i])
            counts[m] += count
            sums[m] += total
