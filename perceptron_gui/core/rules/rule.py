"""What to train with: a rule and all its options as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.kernels import point_kernels

from .options import COMMON, OPTIONS, RULES, checked, flag


@frozen_value
class Rule:
    """A rule with all its options; equal rules on equal data make equal runs."""

    rule: str = "pla"
    order: str | tuple[int, ...] = "cyclic"
    tie: str = "always"
    offset: bool = True
    bias_scale: Fraction = Fraction(1)
    eta: Fraction = Fraction(1)
    schedule: str = "constant"
    margin: Fraction = Fraction(0)
    init: str | tuple[Fraction, ...] = "zeros"
    seed: int = 0
    loss: str = "perceptron"
    batch_size: int = 1
    l2: Fraction = Fraction(0)
    solver: str = "closed"
    lift: str = "none"
    epochs: int = 1000
    max_updates: int = 1_000_000
    keep_going: bool = False
    pocket: str = "ratchet"
    arithmetic: str = "auto"
    # Which options were given, so that one without effect can be remarked on.
    given: frozenset[str] = field(default=frozenset(), compare=False)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Rule:
        """Read options as typed or as Python values; a RuleError says which one is wrong."""
        values = {name: checked(name, value) for name, value in options.items()}
        return cls(**values, given=frozenset(values))

    def options(self) -> dict[str, Any]:
        """Return every option by name."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name in OPTIONS}

    def with_options(self, options: Mapping[str, Any]) -> Rule:
        """Return this rule with some options read anew; only those count as given."""
        values = {name: checked(name, value) for name, value in options.items()}
        return replace(self, **values, given=frozenset(values))

    def without_effect(self) -> list[str]:
        """Return the given options that this rule does not listen to."""
        return [name for name in OPTIONS if name in self.given and not self.uses_option(name)]

    def uses_option(self, name: str) -> bool:
        """Tell whether an option changes what this rule does."""
        if name == "eta" and self.rule == "least-squares":
            return self.solver != "closed"
        if name == "bias_scale":
            return self.offset
        return name in COMMON or name in RULES[self.rule].listens

    @property
    def is_random(self) -> bool:
        """Tell whether the seed matters."""
        drawn = self.order in ("shuffled", "random", "random-mistake")
        return self.init == "random" or (drawn and self.uses_option("order"))


def remarks_on(rule: Rule, points: int) -> list[str]:
    """Return a sentence for every option without effect, and for points never visited."""
    found = [f"{flag(name)} has no effect on {rule.rule}" for name in rule.without_effect()]
    if "seed" in rule.given and not rule.is_random:
        found.append("--seed has no effect where nothing is random")
    left_out = points - len(set(rule.order)) if isinstance(rule.order, tuple) else 0
    if left_out:
        found.append(f"--order never visits {left_out} of the points")
    return found


def starting_weights(rule: Rule, dimension: int) -> list[Fraction]:
    """Return w₀ (D,); random ones are tenths, so that a chalkboard can follow."""
    if rule.init == "zeros":
        return [Fraction(0)] * dimension
    if rule.init == "random":
        # Draws are below the length of the array; a multiple of 21 makes all tenths equally likely.
        draws = np.empty(21 * -(-dimension // 21), dtype=np.int32)
        point_kernels.order_of_epoch.python(draws, point_kernels.RANDOM, rule.seed, 0)
        return [Fraction(int(v) % 21 - 10, 10) for v in draws[:dimension]]
    if len(rule.init) != dimension:
        last = " and that of the constant last" if rule.offset else ""
        shape = f"one for every coordinate{last}"
        raise RuleError(f"--init has {len(rule.init)} numbers, this run needs {dimension}: {shape}")
    assert isinstance(rule.init, tuple)
    return list(rule.init)
