"""The values that a slider stops at: short decimals, about as many between 1 and 2 as to 4."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.values import frozen_value

_TENTHS = (10, 11, 12, 14, 16, 18, 20, 22, 25, 28, 32, 36, 40, 45, 50, 56, 63, 71, 80, 90)
A_DOUBLING = 6  # steps from a value to twice as much


@frozen_value
class Ladder:
    """Values from one power of ten to another; 0 comes before all of them if it is a step."""

    lowest: int
    highest: int
    has_zero: bool = False

    @cached_property
    def values(self) -> tuple[Fraction, ...]:
        """The values, ascending."""
        decades = range(self.lowest, self.highest)
        steps = [Fraction(m) * Fraction(10) ** (e - 1) for e in decades for m in _TENTHS]
        zero = [Fraction(0)] if self.has_zero else []
        return (*zero, *steps, Fraction(10) ** self.highest)

    @cached_property
    def _logarithms(self) -> NDArray[np.float64]:
        return np.log([float(value) for value in self.values if value])

    def step_of(self, value: Fraction) -> int:
        """Return the number of the value in the same ratio as nearly as possible."""
        if value <= 0:
            return 0
        gaps = np.abs(self._logarithms - math.log(value))
        return int(gaps.argmin()) + self.has_zero
