"""Contestants as text, as the command line writes options: `averaged; sgd loss=hinge eta=0.1`.

Each is read as changes of one rule, so that order, seed and ties stay the same for all of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.text import quoted

from .options import OPTIONS
from .rule import Rule

SEPARATOR = ";"
MOST = 50  # more would neither be seen nor told apart
_NO = "no_"
_FLAGS = [name for name, option in OPTIONS.items() if option.kind == "flag"]


def read_contestants(text: str, base: Rule) -> tuple[Rule, ...]:
    """Return the rules of a text, each once; a RuleError says which contestant is wrong."""
    parts = [" ".join(part.split()) for part in text.split(SEPARATOR)]
    found = tuple(dict.fromkeys(_read(part, base) for part in parts if part))
    if len(found) > MOST:
        raise RuleError(f"{len(found)} contestants are too many; give at most {MOST}")
    return found


def contestant_text(rule: Rule, base: Rule) -> str:
    """Return the words that change one rule into another; its name always comes first."""
    options, usual = rule.options(), base.options()
    changes = [name for name in OPTIONS if name != "rule" and options[name] != usual[name]]
    return " ".join([rule.rule, *(_word(name, options[name]) for name in changes)])


def _read(part: str, base: Rule) -> Rule:
    options: dict[str, Any] = {}
    for word in part.split():
        name, value = _option(word)
        if name in options:
            raise RuleError(f"contestant {quoted(part)}: says twice what its {name} is")
        options[name] = value
    try:
        return base.with_options(options)
    except RuleError as error:
        raise RuleError(f"contestant {quoted(part)}: {error}") from error


def _option(word: str) -> tuple[str, Any]:
    """Return an option and its value; a word alone is a flag, or else the name of a rule."""
    name, given, value = word.removeprefix("--").partition("=")
    name = name.replace("-", "_")
    if given:
        return name, value
    if name in _FLAGS:
        return name, True
    if name.removeprefix(_NO) in _FLAGS:
        return name.removeprefix(_NO), False
    return "rule", word


def _word(name: str, value: Any) -> str:
    written = name.replace("_", "-")
    if isinstance(value, bool):
        return written if value else f"{_NO}{name}".replace("_", "-")
    values = value if isinstance(value, tuple) else (value,)
    return f"{written}={','.join(map(written_value, values))}"


def written_value(value: Any) -> str:
    """Write a value as it is typed: 0.1, or 1/3 where no short decimal is equal."""
    if not isinstance(value, Fraction):
        return str(value)
    decimal = repr(float(value)).removesuffix(".0")
    return decimal if Fraction(decimal) == value else str(value)
