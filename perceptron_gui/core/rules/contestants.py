"""Contestants as text, as the command line writes options: `averaged; sgd loss=hinge eta=0.1`.

Each is read as changes of one rule, so that order, seed and ties stay the same for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from perceptron_gui.base.errors import RuleError, Wording
from perceptron_gui.base.text import quoted
from perceptron_gui.core.space.space import lift_pairs, why_not_lifted

from .options import RULES
from .rule import OPTIONS, Rule

SEPARATOR = ";"
MOST = 50  # more would neither be seen nor told apart
_NO = "no_"


def read_contestants(text: str, base: Rule) -> tuple[Rule, ...]:
    """Return the rules of a text, each once; a RuleError says which contestant is wrong."""
    found = tuple(dict.fromkeys(read_each(text, base)))
    if len(found) > MOST:
        raise RuleError(f"{len(found)} contestants are too many; give at most {MOST}")
    return found


def read_each(text: str, base: Rule) -> tuple[Rule, ...]:
    """Return the rules of a text as they stand there, equal ones too."""
    parts = [" ".join(part.split()) for part in text.split(SEPARATOR)]
    return tuple(_read(part, base) for part in parts if part)


def contestants_text(rules: Iterable[Rule], base: Rule) -> str:
    """Return the text of several rules, which reads back as the same ones."""
    return f"{SEPARATOR} ".join(contestant_text(rule, base) for rule in rules)


def contestant_text(rule: Rule, base: Rule) -> str:
    """Return the words that change one rule into another; its name always comes first."""
    words = [rule.rule]
    for name, value in _changes(rule, base).items():
        written = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(written if value else f"no-{written}")
        else:
            words.append(f"{written}={OPTIONS[name].kind.to_text(value).replace(', ', ',')}")
    return " ".join(words)


def contestant_name(rule: Rule, base: Rule) -> Wording:
    """Return what a rule is called beside the one that it changes."""
    title, changes = RULES[rule.rule].short, _changes(rule, base)
    typed = [OPTIONS[name].words(value) for name, value in changes.items()]
    shown = [OPTIONS[name].shown_words(value) for name, value in changes.items()]
    return Wording(", ".join([title, *typed]), ", ".join([title, *shown]))


def _changes(rule: Rule, base: Rule) -> dict[str, Any]:
    """Return the options by which a rule differs from another one, its name left out."""
    usual = {**base.options(), "rule": rule.rule, "init": _inherited_start(rule, base)}
    return {name: value for name, value in rule.options().items() if value != usual[name]}


def _inherited_start(rule: Rule, base: Rule) -> str | tuple[Fraction, ...]:
    """Return w₀ of a contestant that names none: that of the base, 0 for products of a lift."""
    start = base.init
    is_lifted = base.lift == "none" != rule.lift and base.offset == rule.offset
    if isinstance(start, str) or not is_lifted:
        return start
    dimension = len(start) - base.offset
    if why_not_lifted(rule.lift, dimension) is not None:
        return start
    products = (Fraction(0),) * len(lift_pairs(rule.lift, dimension))
    return (*start[:dimension], *products, *start[dimension:])  # the constant last


def _read(part: str, base: Rule) -> Rule:
    options: dict[str, Any] = {}
    for word in part.split():
        name, value = _option(word)
        if name in options:
            raise RuleError(f"contestant {quoted(part)}: says twice what its {name} is")
        options[name] = value
    try:
        found = base.with_options(options)
    except RuleError as error:
        label = f"contestant {quoted(part)}"
        raise RuleError(f"{label}: {error}", f"{label}: {error.shown}") from error
    # A rule may reset the start (kernels begin at 0): only a start that was kept is adapted.
    inherits = "init" not in options and found.init == base.init
    return replace(found, init=_inherited_start(found, base)) if inherits else found


def _option(word: str) -> tuple[str, Any]:
    """Return an option and its value; a word alone is a flag, or else the name of a rule."""
    name, given, _ = word.lstrip("-").replace("-", "_").partition("=")
    if given:
        return name, word.partition("=")[2]
    for flag, is_on in ((name, True), (name.removeprefix(_NO), False)):
        if flag in OPTIONS and OPTIONS[flag].is_flag:
            return flag, is_on
    return "rule", word
