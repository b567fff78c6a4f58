"""The kinds of options views have, read from texts of the command line or values of JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.rules.contestants import SEPARATOR, read_contestants
from perceptron_gui.core.rules.rule import Rule

from .label import from_user, to_plain

Choices = tuple[str, ...]
END = "end"
_MOST_FRAMES = 60
_LONGEST = 300
_SHORTEST, _FARTHEST = 1e-80, 1e80
_NUMBERED = re.compile(r"(?<= )(0|[1-9][0-9]{0,8})$")


class OptionError(InputError):
    """An option of a view cannot be used."""


def _wrong(name: str, value: Any, what: str) -> OptionError:
    return OptionError(f"--{name.replace('_', '-')} {quoted(str(value))}: {what}")


def _switch(name: str, value: Any, choices: Choices) -> bool:
    if not isinstance(value, bool):
        raise _wrong(name, value, "is either true or false")
    return value


def _choice(name: str, value: Any, choices: Choices) -> str:
    if value not in choices:
        listed = f"; it is one of {', '.join(choices)}"
        raise _wrong(name, value, f"unknown{did_you_mean(str(value), choices) or listed}")
    return str(value)


def _text(name: str, value: Any, choices: Choices) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise _wrong(name, value, f"must be a text of at most {_LONGEST} characters")
    text = " ".join(value.split())
    try:  # mathematics is welcome, but only what every pen can set
        to_plain(text)
    except ValueError:
        return from_user(text)
    return text


def _number(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise _wrong(name, value, "not a number") from error
    if not math.isfinite(number) or isinstance(value, bool):
        raise _wrong(name, value, "not a finite number")
    return number


def _positive(name: str, value: Any, choices: Choices) -> float:
    number = _number(name, value)
    if not 1e-3 <= number <= 1e3:
        raise _wrong(name, value, "must be between 0.001 and 1000")
    return number


def _count(name: str, value: Any, choices: Choices) -> int:
    number = _number(name, value)
    if number != int(number) or not 10 <= number <= 1_000_000:
        raise _wrong(name, value, "must be a whole number from 10 to 1000000")
    return int(number)


def _split(value: Any) -> Sequence[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    return value if isinstance(value, list | tuple) else [value]


def _range(name: str, value: Any, choices: Choices) -> tuple[float, ...] | None:
    if value is None:
        return None
    numbers = tuple(_number(name, part) for part in _split(value))
    if len(numbers) != 4:
        raise _wrong(name, value, "give four numbers x0,x1,y0,y1")
    if not (numbers[0] < numbers[1] and numbers[2] < numbers[3]):
        raise _wrong(name, value, "x0 must be below x1 and y0 below y1")
    for low, high in (numbers[:2], numbers[2:]):
        size = max(abs(low), abs(high))
        # Beyond this, floats cannot tell the places of one axis apart.
        if not (high - low >= _SHORTEST and size <= _FARTHEST and high - low >= 1e-9 * size):
            raise _wrong(name, value, "too far away, or too narrow to be drawn")
    return numbers


def _updates(name: str, value: Any, choices: Choices) -> tuple[int | str, ...]:
    """Read updates 0,1,2,5,end."""
    found: list[int | str] = []
    for part in _split(value):
        if part == END:
            found.append(END)
            continue
        number = _number(name, part)
        if number != int(number) or number < 0:
            raise _wrong(name, value, f"updates are whole numbers from 0, or {END}")
        found.append(int(number))
    if not 1 <= len(found) <= _MOST_FRAMES:
        raise _wrong(name, value, f"give 1 to {_MOST_FRAMES} updates")
    return tuple(found)


def _names(name: str, value: Any, choices: Choices) -> tuple[str, ...]:
    """Read several of the choices, a,b, where N stands for a number; an empty text has none."""
    found = dict.fromkeys(str(part) for part in _split(value) if part != "")
    for part in found:
        if _NUMBERED.sub("N", part) not in choices:
            _choice(name, part, choices)
    return tuple(found)


def _rows(name: str, value: Any, choices: Choices) -> int:
    number = _number(name, value)
    if number != int(number) or not 1 <= number <= 100_000:
        raise _wrong(name, value, "must be a whole number from 1 to 100000")
    return int(number)


def _visit(name: str, value: Any, choices: Choices) -> int | None:
    if value is None:
        return None
    number = _number(name, value)
    if number != int(number) or not 0 <= number < 2**53:
        raise _wrong(name, value, "must be a whole number, at least 0")
    return int(number)


def _seed(name: str, value: Any, choices: Choices) -> int:
    found = _visit(name, value, choices)
    if found is None:
        raise _wrong(name, value, "must be a whole number, at least 0")
    return found


def _contestants(name: str, value: Any, choices: Choices) -> str:
    """Read rules such as averaged; sgd loss=hinge; what they change is not known here."""
    longest = _LONGEST * 10  # room for as many rules as there may be
    if not isinstance(value, str) or len(value) > longest:
        raise _wrong(name, value, f"must be a text of at most {longest} characters")
    try:
        read_contestants(value, Rule())
    except InputError as error:
        raise OptionError(f"--{name}: {error}") from error
    parts = (" ".join(part.split()) for part in value.split(SEPARATOR))
    return f"{SEPARATOR} ".join(part for part in parts if part)


KINDS: dict[str, Callable[[str, Any, Choices], Any]] = {
    "switch": _switch,
    "choice": _choice,
    "text": _text,
    "positive": _positive,
    "count": _count,
    "range": _range,
    "updates": _updates,
    "names": _names,
    "rows": _rows,
    "visit": _visit,
    "seed": _seed,
    "contestants": _contestants,
}
