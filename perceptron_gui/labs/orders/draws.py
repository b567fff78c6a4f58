"""What is tried: orders of the points, all of them or random ones, or random starts.

Any trial can be looked up later without those before it, so none has to be kept.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.kernels.trial_kernels import shuffle_orders

# Every weight of a start is one of so many steps on both sides of 0.
_STEPS = 100
# Starts come in blocks, each with a generator of its own.
_BLOCK = 1024


class OrderDraws:
    """Orders of n points: all of them where there are no more than asked for.

    A random one is that of an epoch of `--order shuffled` with this seed: order 0 of epoch 1.
    """

    def __init__(self, n: int, asked: int, seed: int) -> None:
        self.n = n
        self.seed = seed
        # Nobody asks for as many trials as 20 points have orders.
        self.is_all = n <= 20 and math.factorial(n) <= asked
        self.total = math.factorial(n) if self.is_all else asked

    def rows(self, first: int, last: int) -> NDArray[np.int32]:
        """Return orders first…last−1 (m, n)."""
        if self.is_all:
            return self._permutations[first:last]
        orders = np.empty((last - first, self.n), dtype=np.int32)
        shuffle_orders(orders, self.seed, first)
        return orders

    @cached_property
    def _permutations(self) -> NDArray[np.int32]:
        listed = itertools.permutations(range(self.n))
        return np.array(list(listed), dtype=np.int32).reshape(self.total, self.n)

    def order(self, trial: int) -> tuple[int, ...]:
        """Return one order."""
        return tuple(self.rows(trial, trial + 1)[0].tolist())


class StartDraws:
    """Random w₀: every weight is equally likely to be any multiple of `step` within `reach`."""

    is_all = False

    def __init__(self, dimension: int, asked: int, seed: int, update: float) -> None:
        """Draw starts that matter beside a large update, whose size is `update` = ηR."""
        self.dimension = dimension
        self.seed = seed
        self.total = asked
        self.reach = Fraction(10) ** (round(math.log10(update)) if update > 0 else 0)
        self.step = self.reach / _STEPS  # a power of ten: short decimals keep runs exact

    def rows(self, first: int, last: int) -> NDArray[np.int64]:
        """Return how many steps the weights of starts first…last−1 are away from 0 (m, D)."""
        blocks = range(first // _BLOCK, -(-last // _BLOCK))
        found = np.concatenate([self._block(number) for number in blocks])
        return found[first - blocks.start * _BLOCK : last - blocks.start * _BLOCK]

    def _block(self, number: int) -> NDArray[np.int64]:
        generator = np.random.Generator(np.random.PCG64([self.seed, number]))
        return generator.integers(-_STEPS, _STEPS, (_BLOCK, self.dimension), endpoint=True)

    def start(self, trial: int) -> list[Fraction]:
        """Return w₀ of a trial."""
        return [whole * self.step for whole in self.rows(trial, trial + 1)[0].tolist()]
