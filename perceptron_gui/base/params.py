"""One declaration of an option: what it is called, what it means, what it may be, what it is.

Rules, views, pages, animations, data sets and settings declare their options here. The command
line, sessions, panels and dialogs are made from the declarations.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from .errors import OptionError, Problem
from .exact import LARGEST, SMALLEST, decimal, exact_number, plain_number, typed_value
from .latex import to_plain
from .number_text import number
from .text import did_you_mean

_MOST_COUNT = 2**62 - 1
_MOST_VISITS = 2**53 - 1
_MOST_TOLD = 50  # entries of a list that are told in a legend
_EVERY = 1000  # a slider stops at every whole number up to so many of them
_MOST_SLID = 1_000_000  # larger numbers are only typed
# The digits of steps of about a tenth.
FINE = (10, 11, 12, 14, 16, 18, 20, 22, 25, 28, 32, 36, 40, 45, 50, 56, 63, 71, 80, 90)

UNKNOWN = Problem("{flag} {quoted}: unknown{hint}", "{flag} {quoted} is unknown{hint}")
NOT_A_NUMBER = Problem("{flag} {quoted}: not a number{hint}", "{quoted} is not a number{hint}")
NOT_FINITE = Problem("{flag} {quoted}: not a finite number", "{quoted} is not a finite number")
NOT_WHOLE = Problem("{flag} {quoted}: not a whole number", "{quoted} is not a whole number")
NOT_A_FLAG = Problem("{flag} {quoted}: must be true or false", "{flag} must be true or false")
OUT_OF_REACH = Problem(
    "{flag} {given}: out of reach; give {what} nearer to 1",
    "{flag} is out of reach; give {what} nearer to 1",
)
BEYOND = Problem("{flag} {given}: must be {allowed}", "{flag} must be {allowed}")
OUTSIDE = Problem("{flag} {quoted}: must be {allowed}", "{flag} must be {allowed}")
NO_POINT_0 = Problem("{flag}: points are counted from 1")  # where they are: on screen
NO_SUCH_OPTION = Problem("there is no option {quoted}{hint}")

_MOST, _LEAST = int(exact_number(LARGEST)), int(1 / exact_number(SMALLEST))  # that is, 1/_LEAST
_NO_NUMBER = (ValueError, ZeroDivisionError, TypeError, OverflowError)


class Kind:
    """How the values of an option are read, from a text or from Python and JSON, and written."""

    choices: Mapping[str, str] = MappingProxyType({})  # each with what it means
    titles: Mapping[str, str] = MappingProxyType({})  # of choices, where menus use another word
    # What it is in a session: in words, the types of JSON, those of the entries of a list.
    stored: tuple[str, tuple[type, ...], tuple[type, ...]] = ("a text in quotes", (str,), ())
    own = ""  # the menu entry under which any other value can be typed, where that is possible
    listed = ""  # what such a value means
    hint = ""  # what may be typed
    offered: tuple[str, ...] = ()  # the choices as they are typed
    holds: Literal["text", "number", "numbers"] = "text"  # numbers have commas between them
    unit: str = ""

    @property
    def stops(self) -> Sequence[Any]:
        """What a slider stops at, ascending; without any the value is only typed."""
        return ()

    def read(self, param: Param, value: Any) -> Any:
        """Return the value; an OptionError says what is wrong with it."""
        raise NotImplementedError

    def on_screen(self, value: Any) -> Any:
        """Return the value with points counted from 1, as on screen; elsewhere they start at 0."""
        return value

    def off_screen(self, param: Param, value: Any) -> Any:
        """Return the value of one that counts points from 1."""
        return value

    def meaning_of(self, choice: str) -> str:
        """Return what a choice means; any other word stands for an own value."""
        return self.choices.get(choice, self.listed)

    def to_json(self, value: Any) -> Any:
        """Return the value as JSON holds it."""
        return [self.to_json(entry) for entry in value] if isinstance(value, tuple) else value

    def to_text(self, value: Any) -> str:
        """Return the value as it is typed."""
        if isinstance(value, list | tuple):
            return ", ".join(map(self.to_text, value))
        return "" if value is None else str(value)


class Flag(Kind):
    """True or false."""

    stored = ("true or false", (bool,), ())

    def read(self, param: Param, value: Any) -> bool:
        """Return a bool that is one already."""
        if not isinstance(value, bool):
            raise param.error(NOT_A_FLAG, value)
        return value

    def to_text(self, value: bool) -> str:
        """Say on or off."""
        return "on" if value else "off"


class Choice(Kind):
    """One of a few words; `hidden` ones are read, but not offered.

    The words are stored in files. `names` are what people type and read where a word is a code.
    """

    def __init__(
        self,
        choices: Mapping[str, str] | Iterable[str],
        hidden: Mapping[str, str] | None = None,
        titles: Mapping[str, str] | None = None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.choices = choices if isinstance(choices, Mapping) else dict.fromkeys(choices, "")
        self.hidden = hidden or {}
        self.titles = titles or {}
        self._names = names or {}
        self.offered = tuple(map(self.to_text, self.choices))

    def read(self, param: Param, value: Any) -> str:
        """Return a choice as it is stored."""
        if isinstance(value, str):
            found = next((word for word, name in self._names.items() if name == value), value)
            if found in self.choices or found in self.hidden:
                return found
        listed = f"; it is one of {', '.join(self.offered)}"
        raise param.error(UNKNOWN, value, hint=did_you_mean(str(value), self.offered) or listed)

    def to_text(self, value: Any) -> str:
        """Return the name of a word that has one."""
        return self._names.get(value) or super().to_text(value)

    def meaning_of(self, choice: str) -> str:
        """Return what a choice means, offered or not."""
        return self.hidden.get(choice) or super().meaning_of(choice)


@dataclass(frozen=True)
class Number(Kind):
    """An exact fraction, at least or above a limit, and not too far from 1."""

    stored = ("a number, or a fraction in quotes", (int, float, str), ())
    holds = "number"
    least: int = 0
    above: bool = False  # the least value itself is not allowed
    stops: tuple[Fraction, ...] = ()

    def read(self, param: Param, value: Any) -> Fraction:
        """Return the number as it was typed: 0.1 is one tenth."""
        try:
            found = exact_number(value)
        except _NO_NUMBER as error:
            hint = "; decimals take a point, as in 0.1" if "," in str(value) else ""
            raise param.error(NOT_A_NUMBER, value, hint=hint) from error
        if found.numerator < (least := self.least * found.denominator) or (
            self.above and found.numerator == least
        ):
            limit = "greater than" if self.above else "at least"
            raise param.error(BEYOND, value, allowed=f"{limit} {self.least}")
        if not in_reach(found):
            raise param.error(OUT_OF_REACH, value, what="a number")
        return found

    def to_json(self, value: Any) -> Any:
        """Return a number where JSON can hold it, else a fraction as text."""
        return super().to_json(value) if isinstance(value, tuple) else json_fraction(value)

    def to_text(self, value: Any) -> str:
        """Return the number with all its digits; nothing where there is none."""
        is_number = value is not None and not isinstance(value, tuple)
        return typed_value(value) if is_number else super().to_text(value)


@dataclass(frozen=True)
class Count(Kind):
    """A whole number, from a least one on, or between two limits."""

    stored = ("a whole number", (int,), ())
    holds = "number"
    least: int = 0
    most: int | None = None

    @cached_property
    def stops(self) -> Sequence[int]:
        """Every number where they are few; else round ones."""
        if self.most is None or self.most > _MOST_SLID:
            return ()
        if self.most - self.least <= _EVERY:
            return range(self.least, self.most + 1)
        steps = decades(0, 5, FINE)
        whole = (int(step) for step in steps if step.denominator == 1)
        return tuple(step for step in whole if self.least <= step <= self.most)

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        if self.most is None or self.most >= _MOST_VISITS:
            return f"a whole number, at least {self.least}"
        return f"a whole number from {self.least} to {self.most}"

    def read(self, param: Param, value: Any) -> int:
        """Return a whole number within its limits."""
        most = _MOST_COUNT if self.most is None else self.most
        try:
            found = exact_number(value)
        except _NO_NUMBER as error:
            raise param.error(NOT_WHOLE, value) from error
        if found.denominator != 1 or isinstance(value, bool):
            raise param.error(NOT_WHOLE, value)
        if not self.least <= found <= most:
            allowed = self.allowed if found <= most else f"at most {most}"
            raise param.error(OUTSIDE, value, allowed=allowed)
        return int(found)


VISIT = Count(0, _MOST_VISITS)


@dataclass(frozen=True)
class Real(Kind):
    """A floating-point number between two limits; the window shows its unit and suggestions."""

    stored = ("a number", (int, float), ())
    holds = "number"
    least: float
    most: float
    unit: str = ""
    noun: str = "a number "
    suggested: tuple[int, ...] = ()

    @cached_property
    def stops(self) -> tuple[float, ...]:
        """Steps of about a tenth, and 0."""
        steps = (0.0, *map(float, decades(-2, 5, FINE)))
        return tuple(step for step in steps if self.least <= step <= self.most)

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        return f"{self.noun}from {self.least} to {self.most}"

    def read(self, param: Param, value: Any) -> float:
        """Return a number within its limits; there is one sentence for all that is not."""
        try:
            found = math.nan if isinstance(value, bool) else float(value)
        except _NO_NUMBER:
            found = math.nan
        if not self.least <= found <= self.most:
            raise param.error(OUTSIDE, value, allowed=self.allowed)
        return found

    def to_text(self, value: float | None) -> str:
        """Return the number without a point where it is whole."""
        return "" if value is None else decimal(value)


@dataclass(frozen=True)
class PlainText(Kind):
    """A text in one line, its spaces tidied."""

    longest: int = 300
    hint: str = ""
    holds: Literal["text", "number", "numbers"] = "text"

    def read(self, param: Param, value: Any) -> str:
        """Return a text that is not too long."""
        if not isinstance(value, str) or len(value) > self.longest:
            allowed = f"a text of at most {self.longest} characters"
            raise param.error(OUTSIDE, value, allowed=allowed)
        return " ".join(value.split())


@dataclass(frozen=True, eq=False)
class Param:
    """An option. Only what the command line needs must be said; the rest has a default."""

    name: str
    kind: Kind
    default: Any
    meaning: str
    title: str = ""  # in the window
    tip: str = ""  # beside the title, where the meaning is too long
    effect: str = ""  # a sentence: what a change of it does
    noun: str = ""  # what an undo step calls it
    legend: str = ""  # a template for lists and legends: η = {}
    # The same of single values, and of all lists under the key `tuple`.
    legends: Mapping[Any, str] = field(default_factory=dict)
    group: str = ""  # the heading that it stands under
    rank: int = 1  # those of rank 0 stand first in their group
    is_inner: bool = False  # set by the program, not by people
    is_expert: bool = False  # few people need it, so that it is folded under More

    def __post_init__(self) -> None:
        title = self.title or self.name.replace("_", " ").capitalize()
        name = title.lower()
        usual = {"title": title, "noun": f"the {name}", "legend": f"{name} {{}}"}
        usual["tip"] = self.meaning
        for field_name, value in usual.items():
            if not getattr(self, field_name) and self.name:
                object.__setattr__(self, field_name, value)

    @property
    def choices(self) -> Mapping[str, str]:
        """The words it may be, each with what it means."""
        return self.kind.choices

    @property
    def is_flag(self) -> bool:
        """Tell whether it is either true or false."""
        return isinstance(self.kind, Flag)

    def read(self, value: Any) -> Any:
        """Return the value of what was typed or stored; an OptionError says what is wrong."""
        return None if value is None and self.default is None else self.kind.read(self, value)

    def title_of(self, choice: str) -> str:
        """Return what a menu calls a choice."""
        return self.kind.titles.get(choice) or self.legends.get(choice) or choice.replace("-", " ")

    def typed(self, text: str) -> Any:
        """Return the value of what was typed on screen; nothing typed may be the default."""
        is_default = not text.strip() and not self.kind.to_text(self.default)
        return self.default if is_default else self.kind.off_screen(self, self.read(text))

    def shown(self, value: Any) -> str:
        """Return a value as it is typed on screen."""
        return self.kind.to_text(self.kind.on_screen(value))

    def error(self, problem: Problem, given: Any = None, **facts: Any) -> OptionError:
        """Return the error that says what is wrong with this option."""
        return OptionError(self.name, problem, given, self.title, **facts)

    def words(self, value: Any) -> str:
        """Say in a legend what it is: η = 0.1, on the line: −1."""
        if value in self.legends:
            return self.legends[value]
        template = self.legends.get(tuple, self.legend) if type(value) is tuple else self.legend
        return template.format(_plain(value))

    def shown_words(self, value: Any) -> str:
        """Say in a legend of the window or a figure what it is."""
        return self.words(self.kind.on_screen(value))


def option(default: Any, kind: Kind, meaning: str, **about: Any) -> Any:
    """Declare a field of a frozen dataclass as an option; `about` is the rest of its Param."""
    return field(default=default, metadata={"param": Param("", kind, default, meaning, **about)})


_DECLARED: dict[type, dict[str, Param]] = {}


def params_of(declared: type) -> dict[str, Param]:
    """Return the options that a dataclass declares, by name."""
    found = _DECLARED.get(declared)
    if found is None:
        found = _DECLARED[declared] = {
            each.name: replace(each.metadata["param"], name=each.name)
            for each in fields(declared)
            if "param" in each.metadata
        }
    return found


def table(*params: Param) -> dict[str, Param]:
    """Return options by name."""
    return {param.name: param for param in params}


def read_values(
    params: Mapping[str, Param], values: Mapping[str, Any], unknown: Problem = NO_SUCH_OPTION
) -> dict[str, Any]:
    """Return the values of options; an OptionError says which one is wrong, or not known."""
    for name in values:
        if name not in params:
            raise OptionError(name, unknown, name, hint=did_you_mean(name, params))
    return {name: params[name].read(value) for name, value in values.items()}


def finite(param: Param, value: Any) -> float:
    """Return a finite floating-point number."""
    try:
        found = float(value)
    except _NO_NUMBER as error:
        raise param.error(NOT_A_NUMBER, value, hint="") from error
    if not math.isfinite(found):
        raise param.error(NOT_FINITE, value)
    return found


def decades(lowest: int, highest: int, digits: tuple[int, ...] = (1, 2, 5)) -> tuple[Fraction, ...]:
    """Return these digits times every power of ten from one to another, which ends them."""
    powers = (Fraction(10) ** power for power in range(lowest, highest))
    low = Fraction(10) ** (len(str(digits[0])) - 1)
    return (*(digit * power / low for power in powers for digit in digits), Fraction(10) ** highest)


def nearest(stops: Sequence[Any], value: Any) -> int:
    """Return the number of the stop in the same ratio to a value as nearly as possible."""
    above = bisect_left(stops, value)
    if above == len(stops):
        return above - 1
    if above == 0 or stops[above] == value:
        return above
    low, high, exact = Fraction(stops[above - 1]), Fraction(stops[above]), Fraction(value)
    return above if low <= 0 or high * low < exact * exact else above - 1


def in_reach(value: Fraction) -> bool:
    """Tell whether an exact number is neither too large nor too close to 0."""
    top, below = abs(value.numerator), value.denominator
    return not top or (below <= top * _LEAST and top <= below * _MOST)


def json_fraction(value: Fraction) -> int | float | str:
    """Return 2, 0.1 or "1/3", whichever reads back as the same."""
    plain = plain_number(float(value))
    return plain if exact_number(plain) == value else str(value)


def _plain(value: Any) -> str:
    if isinstance(value, tuple):
        told = ", ".join(map(_plain, value[:_MOST_TOLD]))
        return f"{told}, … ({len(value)} in all)" if len(value) > _MOST_TOLD else told
    return to_plain(number(value)) if isinstance(value, Fraction) else str(value)
