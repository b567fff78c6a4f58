"""A rule in a few words, for a line of a list."""

from __future__ import annotations

from perceptron_gui.core.options import RULES
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.rule_words import option_words

_SHORT = {"pla": "PLA", "sgd": "SGD"}


def described(rule: Rule) -> str:
    """Return a rule such as PLA, η = 1, ties −1, and whatever else is not as usual."""
    usual = Rule(rule=rule.rule, eta=rule.eta, tie=rule.tie).options()
    parts = [_SHORT.get(rule.rule, RULES[rule.rule].title)]
    if rule.listens_to("eta"):
        parts.append(option_words("eta", rule.eta))
    parts.append(option_words("tie", rule.tie))
    for name, value in rule.options().items():
        matters = rule.is_random if name == "seed" else rule.listens_to(name)
        if matters and value != usual[name]:
            parts.append(option_words(name, value))
    return ", ".join(parts)
