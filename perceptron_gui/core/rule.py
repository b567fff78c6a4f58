"""What to train with: a rule and all its options as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from fractions import Fraction
from typing import Any

from .option_values import checked
from .options import COMMON, OPTIONS, RULES
from .values import frozen_value


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
        return [name for name in OPTIONS if name in self.given and not self.listens_to(name)]

    def listens_to(self, name: str) -> bool:
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
        return self.init == "random" or (drawn and self.listens_to("order"))
