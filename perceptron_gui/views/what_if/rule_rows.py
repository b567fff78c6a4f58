"""The rows of the step η and of the constant coordinate B: one option of the rule each."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from PySide6.QtCore import Signal, Slot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.what_if.constant import why_no_curve
from perceptron_gui.theory.what_if.step_and_start import step_effect
from perceptron_gui.views.rules.labels import changed, request_name

from .row import WhatIfRow
from .slider import SliderScale
from .words import WhatIfText, of_constant, of_step

_STEP_TIP = "Change how far an update moves the weights; from w₀ = 0 no decision changes with it"
_CONSTANT_TIP = "Change the constant coordinate of every point, and with it both γ and R"
_LADDER = SliderScale(-2, 2)


class OptionSliderRow(WhatIfRow):
    """Asks for the rule with another value of one option."""

    rule_requested = Signal(object, str, str)

    def __init__(
        self, title: str, tip: str, option: str, tell: Callable[[Run], WhatIfText]
    ) -> None:
        super().__init__(title, tip, option, _LADDER)
        self._option, self._tell = option, tell
        self._rule, self._dimension = Rule(), 2
        self.value_requested.connect(self.request)

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show the value in force, and what comes of it."""
        self._rule, self._dimension = rule, dataset.dimension
        self.show_value(getattr(rule, self._option))
        if run is None:
            return
        reason = self._why_not(run)
        self.show_reason(reason)
        if not reason:
            self.show_told(self._tell(run))

    def _why_not(self, run: Run) -> str:
        """Return why there is nothing to choose for a run, or nothing."""
        return ""

    @Slot(object, str)
    def request(self, value: Fraction, gesture: str) -> None:
        """Ask for another value."""
        rule = changed(self._rule, self._option, value, self._dimension)
        self.rule_requested.emit(rule, request_name(self._option, value), gesture)


class StepRow(OptionSliderRow):
    """The step, which changes nothing but the length of w when w₀ = 0."""

    def __init__(self) -> None:
        super().__init__("Step η", _STEP_TIP, "eta", of_step)

    def _why_not(self, run: Run) -> str:
        return "" if run.rule.uses_option("eta") else step_effect(run).sentence


class ConstantRow(OptionSliderRow):
    """The constant coordinate, which is part of both γ and R."""

    def __init__(self) -> None:
        super().__init__("Constant B", _CONSTANT_TIP, "bias_scale", of_constant)

    def _why_not(self, run: Run) -> str:
        return why_no_curve(run) or ""
