"""A rule in a few words, for a line of a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perceptron_gui.core.chalkboard import number
from perceptron_gui.core.mathtext import to_plain
from perceptron_gui.core.options import RULES
from perceptron_gui.core.rule import Rule

from .option_words import value_text

_SHORT = {"pla": "PLA", "sgd": "SGD"}
_TIES = {"minus": "ties −1", "plus": "ties +1", "always": "ties wrong", "never": "ties right"}


def described(rule: Rule) -> str:
    """Return a rule such as PLA, η = 1, ties −1, and whatever else is not as usual."""
    usual = Rule(rule=rule.rule, eta=rule.eta, tie=rule.tie).options()
    parts = [_SHORT.get(rule.rule, RULES[rule.rule].title)]
    if rule.listens_to("eta"):
        parts.append(f"η = {to_plain(number(rule.eta))}")
    parts.append(_TIES[rule.tie])
    for name, value in rule.options().items():
        matters = rule.is_random if name == "seed" else rule.listens_to(name)
        if matters and value != usual[name]:
            parts.append(_WRITERS[name](value))
    return ", ".join(parts)


def _order(value: Any) -> str:
    return f"order {value_text(value)}" if isinstance(value, tuple) else str(value)


def _start(value: Any) -> str:
    if not isinstance(value, tuple):
        return f"{value} start"
    return f"start ({', '.join(to_plain(number(weight)) for weight in value)})"


def _number(words: str) -> Callable[[Any], str]:
    return lambda value: words.format(to_plain(number(value)))


_WRITERS: dict[str, Callable[[Any], str]] = {
    "order": _order,
    "offset": lambda value: "no offset",
    "bias_scale": _number("B = {}"),
    "schedule": "{} schedule".format,
    "margin": _number("margin {}"),
    "init": _start,
    "seed": "seed {}".format,
    "loss": "{} loss".format,
    "batch_size": "batches of {}".format,
    "l2": _number("l2 = {}"),
    "solver": "solver {}".format,
    "lift": "lift {}".format,
    "epochs": "{} epochs".format,
    "max_updates": "{} updates".format,
    "keep_going": lambda value: "keeps going",
    "pocket": "by {}".format,
    "arithmetic": "{} numbers".format,
}
