"""Changes of a rule: what fits together and to the points, and what an undo step says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.paths.path import CHOICES, SEQUENCES
from perceptron_gui.core.rules.rule import OPTIONS, Rule, starting_weights
from perceptron_gui.core.space.space import feature_names, lift_pairs, why_not_lifted
from perceptron_gui.lectures.notation import coordinate

# How SGD begins, so that it looks different from the perceptron: every point counts a little.
_FIRST_SGD: dict[str, Any] = {"loss": "logistic", "eta": Fraction(1, 10)}


def request_name(name: str, value: Any) -> str:
    """Return what an undo step calls a change: Set η to 0.1, Turn the offset off."""
    param = OPTIONS[name]
    text = param.shown(value)
    return f"Turn {param.noun} {text}" if param.is_flag else f"Set {param.noun} to {text}"


def orders_of(rule: Rule) -> list[str]:
    """Return the orders that a rule can be given by name."""
    return [*SEQUENCES, *(() if rule.takes_points_as_they_come else CHOICES)]


def changed(rule: Rule, name: str, value: Any, dimension: int) -> Rule:
    """Return the rule with another value; an OptionError says why it cannot be."""
    new = rule.with_options({name: value})
    if name == "rule" and "sgd" in (rule.rule, value) and rule.rule != value:
        new = _with_step_of_sgd(rule, new)
    if (why := why_not_lifted(new.lift, dimension)) is not None:
        raise why
    if name == "init":
        starting_weights(new, weight_count(new, dimension))
    if new.takes_points_as_they_come and new.order in CHOICES:
        new = replace(new, order="cyclic")
    if name in ("offset", "lift") and isinstance(rule.init, tuple):
        new = replace(new, init=_moved(rule.init, rule, new, dimension))
    return new


def _with_step_of_sgd(before: Rule, after: Rule) -> Rule:
    """Return the rule with the loss and the step of SGD, or without them where it goes again.

    What was chosen by hand stays.
    """
    usual = {name: OPTIONS[name].default for name in _FIRST_SGD}
    own, others = (_FIRST_SGD, usual) if after.rule == "sgd" else (usual, _FIRST_SGD)
    is_untouched = all(getattr(before, name) == value for name, value in others.items())
    return replace(after, **own) if is_untouched else after


def weight_count(rule: Rule, dimension: int) -> int:
    """Return how many weights there are."""
    is_lifted = rule.lift != "none" and why_not_lifted(rule.lift, dimension) is None
    return dimension + (len(lift_pairs(rule.lift, dimension)) if is_lifted else 0) + rule.offset


def weight_names(rule: Rule, dimension: int) -> list[str]:
    """Return what the weights belong to: x₁, x₂, x₁·x₂, constant."""
    names = tuple(to_plain(coordinate(j)) for j in range(dimension))
    lift = rule.lift if why_not_lifted(rule.lift, dimension) is None else "none"
    return [*feature_names(lift, names), *(["constant"] if rule.offset else [])]


def _moved(
    weights: tuple[Fraction, ...], before: Rule, after: Rule, dimension: int
) -> tuple[Fraction, ...]:
    """Return the weights where the new rule looks for them; 0 for those that are new."""
    known = dict(zip(weight_names(before, dimension), weights, strict=False))
    return tuple(known.get(name, Fraction(0)) for name in weight_names(after, dimension))
