"""Rules and their options in a few words, for lists and legends: PLA, η = 1, lift product."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number

SHORT_NAMES = {
    "pla": "PLA",
    "averaged": "Averaged",
    "voted": "Voted",
    "pocket": "Pocket",
    "batch": "Batch",
    "sgd": "SGD",
    "least-squares": "Least squares",
}
_TIES = {"minus": "ties −1", "plus": "ties +1", "always": "ties wrong", "never": "ties right"}


def option_words(name: str, value: Any) -> str:
    """Say what one option of a rule is: η = 0.1, ties −1, no offset."""
    return _WRITERS[name](value)


def _number(value: Fraction | int) -> str:
    return to_plain(number(Fraction(value)))


def _numbers(values: tuple[Fraction | int, ...]) -> str:
    return ", ".join(map(_number, values))


def _of_number(words: str) -> Callable[[Any], str]:
    return lambda value: words.format(_number(value))


_WRITERS: dict[str, Callable[[Any], str]] = {
    "rule": SHORT_NAMES.__getitem__,
    "order": lambda value: f"order {_numbers(value)}" if isinstance(value, tuple) else value,
    "tie": _TIES.__getitem__,
    "offset": lambda value: "offset" if value else "no offset",
    "bias_scale": _of_number("B = {}"),
    "eta": _of_number("η = {}"),
    "schedule": "{} schedule".format,
    "margin": _of_number("margin {}"),
    "init": lambda value: (
        f"start ({_numbers(value)})" if isinstance(value, tuple) else f"{value} start"
    ),
    "seed": "seed {}".format,
    "loss": "{} loss".format,
    "batch_size": "batches of {}".format,
    "l2": _of_number("l2 = {}"),
    "solver": "solver {}".format,
    "lift": lambda value: "no lift" if value == "none" else f"lift {value}",
    "epochs": "{} epochs".format,
    "max_updates": "{} updates".format,
    "keep_going": lambda value: "keeps going" if value else "stops at its end",
    "pocket": "by {}".format,
    "arithmetic": "{} numbers".format,
}
