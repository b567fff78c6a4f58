"""Where a run starts: the initial weights w₀."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from . import kernels
from .errors import RuleError
from .rule import Rule


def starting_weights(rule: Rule, dimension: int) -> list[Fraction]:
    """Return w₀ (D,); random ones are tenths, so that a chalkboard can follow."""
    if rule.init == "zeros":
        return [Fraction(0)] * dimension
    if rule.init == "random":
        # Draws are below the length of the array; a multiple of 21 makes all tenths equally likely.
        draws = np.empty(21 * -(-dimension // 21), dtype=np.int32)
        kernels.order_of_epoch.python(draws, kernels.RANDOM, rule.seed, 0)
        return [Fraction(int(v) % 21 - 10, 10) for v in draws[:dimension]]
    if len(rule.init) != dimension:
        last = " and that of the constant last" if rule.offset else ""
        shape = f"one for every coordinate{last}"
        raise RuleError(f"--init has {len(rule.init)} numbers, this run needs {dimension}: {shape}")
    assert isinstance(rule.init, tuple)
    return list(rule.init)
