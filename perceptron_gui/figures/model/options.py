"""The kinds of options that only views have: labels, axes, updates, names, contestants."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from perceptron_gui.base.errors import WRONG_ENTRY, InputError, Problem
from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.params import (
    NO_POINT_0,
    OUT_OF_REACH,
    Choice,
    Count,
    Kind,
    Number,
    Param,
    PlainText,
    finite,
    in_reach,
    json_fraction,
    option,
)
from perceptron_gui.core.rules.contestants import SEPARATOR, read_contestants
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.theory.convergence.statement import HIGHLIGHTS, POINT
from perceptron_gui.theory.run_text.status import CLASSES, LINE, SCORES

from .label import from_user, to_plain

END = "end"
ALONG = "w"  # a plane that is turned so that the weights lie in it
ROWS = Count(1, 100_000)
LOG_AXES = Problem("{flag}: logarithmic axes only hold numbers above 0")
_MOST_FRAMES = 60
_SHORTEST, _FARTHEST = 1e-80, 1e80
_NUMBERED = re.compile(r"(?<= )(0|[1-9][0-9]{0,8})$")
_COORDINATE = re.compile(r"[1-9][0-9]{0,5}")
_WRONG = Problem("{flag} {quoted}: {why}", "{quoted}: {why}")


class MathText(PlainText):
    """A text that may hold mathematics, but only what every pen can set."""

    def read(self, param: Param, value: Any) -> str:
        text = super().read(param, value)
        try:
            to_plain(text)
        except ValueError:  # no mathematics, so it is taken as it is
            return from_user(text)
        return text


class AxesRange(Kind):
    """Fixed axes: x0,x1,y0,y1."""

    hint = "x0, x1, y0, y1"
    holds = "numbers"

    def read(self, param: Param, value: Any) -> tuple[float, ...]:
        numbers = tuple(finite(param, part) for part in _split(value))
        if len(numbers) != 4:
            raise param.error(_WRONG, value, why="give four numbers x0,x1,y0,y1")
        if not (numbers[0] < numbers[1] and numbers[2] < numbers[3]):
            raise param.error(_WRONG, value, why="x0 must be below x1 and y0 below y1")
        for low, high in (numbers[:2], numbers[2:]):
            size = max(abs(low), abs(high))
            # Beyond this, floats cannot tell the places of one axis apart.
            if not (high - low >= _SHORTEST and size <= _FARTHEST and high - low >= 1e-9 * size):
                raise param.error(_WRONG, value, why="too far away, or too narrow to be drawn")
        return numbers

    def to_text(self, value: Any) -> str:
        """Return the numbers without digits that nobody typed."""
        return "" if value is None else ", ".join(f"{part:g}" for part in value)


class PlaneAxes(Kind):
    """Which two coordinates a plane shows, counted from 1, or w for the direction of w."""

    hint = "w, or two coordinates such as 1,3"
    stored = ("w, or two coordinates", (str, list), (int,))
    word = ALONG  # instead of two coordinates

    def read(self, param: Param, value: Any) -> tuple[int, int] | str:
        if value == self.word:
            return self.word
        texts = [str(part) for part in _split(value)]
        if len(texts) != 2 or not all(map(_COORDINATE.fullmatch, texts)) or texts[0] == texts[1]:
            raise param.error(_WRONG, value, why=f"give {self.hint}")
        return int(texts[0]), int(texts[1])

    def to_text(self, value: Any) -> str:
        return value if isinstance(value, str) else ",".join(map(str, value))


class WeightAxes(PlaneAxes):
    """Which two weights a figure shows, counted from 1; none is named where there are but few."""

    hint = "two weights such as 1,3"
    stored = ("two weights", (str, list), (int,))
    word = ""


class Updates(Kind):
    """Some updates: 0,1,2,5,end."""

    hint = "0, 1, 2, end"

    def read(self, param: Param, value: Any) -> tuple[int | str, ...]:
        """Return the numbers of updates, and `end` for the last one."""
        found: list[int | str] = []
        for part in _split(value):
            if part == END:
                found.append(END)
                continue
            number = finite(param, part)
            if number != int(number) or number < 0:
                why = f"updates are whole numbers from 0, or {END}"
                raise param.error(_WRONG, value, why=why)
            found.append(int(number))
        if not 1 <= len(found) <= _MOST_FRAMES:
            raise param.error(_WRONG, value, why=f"give 1 to {_MOST_FRAMES} updates")
        return tuple(found)


class ExactVector(Kind):
    """Exact numbers: 1,1,-1.5."""

    holds = "numbers"

    def _numbers(self, param: Param, value: Any, why: str) -> tuple[Fraction, ...]:
        try:
            return tuple(exact_number(part) for part in _split(value) if part != "")
        except (ValueError, ZeroDivisionError, TypeError, OverflowError) as error:
            raise param.error(_WRONG, value, why=why) from error

    def to_json(self, value: Any) -> Any:
        """Return numbers where JSON can hold them, else fractions as text."""
        return None if value is None else [json_fraction(entry) for entry in value]

    def to_text(self, value: Any) -> str:
        return "" if value is None else Number().to_text(tuple(value))


class PlaneVector(ExactVector):
    """A vector with two coordinates."""

    hint = "two numbers such as 1, −2"
    stored = ("a list of two numbers", (list,), (int, float, str))

    def read(self, param: Param, value: Any) -> tuple[Fraction, ...]:
        why = "give two numbers such as 1,-2"
        numbers = self._numbers(param, value, why)
        if len(numbers) != 2:
            raise param.error(_WRONG, value, why=why)
        if not all(map(in_reach, numbers)):
            raise param.error(OUT_OF_REACH, value, what="numbers")
        return numbers


class Weights(ExactVector):
    """Weights, the constant's last; none by default."""

    hint = "1, 1, -1.5"
    stored = ("a list of numbers", (str, list), (int, float, str))

    def read(self, param: Param, value: Any) -> tuple[Fraction, ...]:
        numbers = self._numbers(param, value, "give numbers such as 1,1,-1.5")
        if not all(map(in_reach, numbers)) or (numbers and not any(numbers)):
            raise param.error(_WRONG, value, why="give numbers that are not all 0, nor too large")
        return numbers


class Names(Choice):
    """Several of the choices: a,b, where N stands for a number; an empty text has none."""

    hint = f"such as radius, margin, {POINT} 1"

    def read(self, param: Param, value: Any) -> Any:
        """Return the names, each once."""
        found = dict.fromkeys(str(part) for part in _split(value) if part != "")
        for part in found:
            if _NUMBERED.sub("N", part) not in self.choices:
                super().read(param, part)
        return tuple(found)

    def on_screen(self, value: Any) -> Any:
        return tuple(_renumbered(str(name), 1) for name in value)

    def off_screen(self, param: Param, value: Any) -> Any:
        """Return the names with points counted from 0; an OptionError says there is no point 0."""
        if f"{POINT} 0" in value:
            raise param.error(NO_POINT_0)
        return tuple(_renumbered(name, -1) for name in value)


def _renumbered(name: str, by: int) -> str:
    """Return the name of a point with another number; other names as they are."""
    kind, _, number = name.rpartition(" ")
    return f"{kind} {int(number) + by}" if kind == POINT and number.isdecimal() else name


class Contestants(PlainText):
    """Rules such as averaged; sgd loss=hinge; what they change is not known here."""

    def read(self, param: Param, value: Any) -> str:
        text = super().read(param, value)
        try:
            read_contestants(text, Rule())
        except InputError as error:
            raise param.error(WRONG_ENTRY, cause=error) from error
        parts = (part.strip() for part in text.split(SEPARATOR))
        return f"{SEPARATOR} ".join(part for part in parts if part)


def _split(value: Any) -> Sequence[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    return value if isinstance(value, list | tuple) else [value]


def highlight_option() -> Any:
    """Declare the option of a view that names what is highlighted."""
    names = Names({**HIGHLIGHTS, f"{POINT} N": "the point with this number"})
    meaning = "what to highlight, of what the proofs mention"
    return option((), names, meaning, is_expert=True)


def kept_back_option() -> Any:
    """Declare the option that names what a question of a lesson keeps back."""
    meaning = "what a question of a lesson keeps back"
    names = Names(dict.fromkeys((CLASSES, SCORES, LINE), meaning))
    return option((), names, meaning, is_inner=True)


def hides_classes(hidden: Collection[str]) -> bool:
    """Tell whether it is hidden how points are classified, which their scores tell, too."""
    return CLASSES in hidden or SCORES in hidden


def separator_option() -> Any:
    """Declare the option of the views of a proof that gives another w*."""
    meaning = "another w* for the proof, such as 1,1,-1.5 with the constant's weight last"
    return option((), Weights(), meaning, is_expert=True)
