"""What contestants are called in figures and tables: the name of their rule, and where several
share it, what tells them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from perceptron_gui.core.options import OPTIONS
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.rule_words import SHORT_NAMES, option_words


def contestant_names(rules: Sequence[Rule]) -> dict[Rule, str]:
    """Return a short name for each of different rules; the first is the one at hand, and plain."""
    varied = {rule: _varied(rule, rules) for rule in rules}
    short = {rule: _name(rule, filter(rule.listens_to, varied[rule])) for rule in rules}
    taken = Counter(short.values())
    # What a rule does not listen to is told only where nothing else makes a difference.
    return {
        rule: name if taken[name] == 1 else _name(rule, varied[rule])
        for rule, name in short.items()
    }


def _varied(rule: Rule, rules: Sequence[Rule]) -> list[str]:
    """Return the options by which a rule differs from others of its kind, or from the one at hand
    where that is one of them."""
    at_hand = rules[0]
    if at_hand.rule == rule.rule:
        alike = [at_hand, rule]
    else:
        alike = [each for each in rules if each.rule == rule.rule]
    options = [each.options() for each in alike]
    return [name for name in OPTIONS if len({each[name] for each in options}) > 1]


def _name(rule: Rule, told: Iterable[str]) -> str:
    options = rule.options()
    return ", ".join(
        [SHORT_NAMES[rule.rule], *(option_words(name, options[name]) for name in told)]
    )
