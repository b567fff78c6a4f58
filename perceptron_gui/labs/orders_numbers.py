"""The numbers that trials are computed with, integers or floats, and the call of the kernel."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.arithmetic import Arithmetic, Raw
from perceptron_gui.core.exact import INT64_ROOM
from perceptron_gui.core.methods import Setting
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.values import frozen_value

from .order_kernels import FINDINGS, train_trials

Findings = NDArray[np.int64]


@frozen_value(eq=False)
class TrialNumbers:
    """Points and step as the kernel reads them; |w| stays below `most` by steps of `growth`."""

    rule: Rule
    arithmetic: Arithmetic
    rows: Raw
    step: Any
    most: int = INT64_ROOM
    growth: int = 1

    @classmethod
    def of(cls, setting: Setting) -> TrialNumbers:
        """Choose the numbers of a setting; an OverflowError where integers do not hold them."""
        arithmetic = setting.arithmetic([setting.rule.eta])
        rows = arithmetic.rows(arithmetic.limits(*setting.mistakes()))
        step = arithmetic.raw_step(setting.rule.eta)
        if not arithmetic.largest:  # floats, or only zeros
            return cls(setting.rule, arithmetic, rows, step)
        growth = int(step) * arithmetic.largest
        if growth >= INT64_ROOM:
            raise OverflowError("the step is too large for exact integers")
        most = INT64_ROOM // (setting.space.dimension * arithmetic.largest)
        return cls(setting.rule, arithmetic, rows, step, most, growth)

    @property
    def dimension(self) -> int:
        """How many weights there are."""
        return int(self.rows.shape[1]) - 1

    def starts(self, drawn: NDArray[np.int64], step: Fraction) -> Raw:
        """Return weights drawn·step (m, D) as they are computed with."""
        if self.arithmetic.is_exact:
            return np.asarray(drawn * self.arithmetic.raw([step])[0])
        # One division of whole numbers: the float nearest to the decimal.
        return drawn * float(step.numerator) / float(step.denominator)

    def train(self, orders: NDArray[np.int32], starts: Raw) -> tuple[Findings, Raw]:
        """Train with orders (m, L) and starts (m, D), one of them shared where it has one row.

        Return what `order_kernels` finds (m, 6), and the last weights (m, D).
        """
        trials = max(len(orders), len(starts))
        found = np.zeros((trials, FINDINGS), dtype=np.int64)
        finals = np.empty((trials, self.dimension), dtype=self.rows.dtype)
        with np.errstate(over="ignore", invalid="ignore"):  # as compiled kernels do
            train_trials(
                orders,
                starts,
                self.rows,
                self.step,
                self.arithmetic.is_exact,
                self.most,
                self.growth,
                self.rule.epochs,
                self.rule.max_updates,
                found,
                finals,
            )
        return found, finals
