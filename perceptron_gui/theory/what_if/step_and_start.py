"""What if the step η or the start w₀ were others: what matters, and what the bound becomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import Bounds, find_bounds
from perceptron_gui.core.runs.run import Run

_NO_STEP = "The closed form takes no steps, so η has no effect."
_SCALES = (
    "From w₀ = 0 every weight is η times what it is for η = 1, so the same points are mistakes: "
    "η only makes w longer or shorter, and the bound does not contain it."
)
_RATIO = "From w₀ = 0 only the ratio m/η of margin and step matters."
_START = (
    "The steps have to make up for w₀ ≠ 0: the smaller η is, the more of them it may take, and "
    "for large η the bound comes near to that of w₀ = 0."
)
_SIZES = "This rule answers to how large the scores are, so η matters, whatever w₀ is."


@frozen_value
class StepEffect:
    """Whether η changes which points are mistakes, and the sentence that says why."""

    matters: bool
    sentence: str


def step_effect(run: Run) -> StepEffect:
    """Return whether η matters for a run, in exact arithmetic."""
    rule = run.rule
    if not rule.uses_option("eta"):
        return StepEffect(False, _NO_STEP)
    if rule.rule == "least-squares" or (rule.rule == "sgd" and not _counts_mistakes(rule)):
        return StepEffect(True, _SIZES)
    if any(run.start):
        return StepEffect(True, _START)
    if rule.uses_option("margin") and rule.margin:
        return StepEffect(True, _RATIO)
    return StepEffect(False, _SCALES)


def _counts_mistakes(rule: Rule) -> bool:
    """Return whether steps of gradient descent only depend on the signs of scores."""
    return rule.loss == "perceptron" and not rule.l2


def bounds_if(
    run: Run, eta: Fraction | None = None, start: Sequence[Fraction] | None = None
) -> Bounds | str:
    """Return the bounds with another step or start (D,), or why the theorem gives none."""
    rule = run.rule if eta is None else replace(run.rule, eta=eta)
    return find_bounds(rule, run.verdict, list(run.start if start is None else start))
