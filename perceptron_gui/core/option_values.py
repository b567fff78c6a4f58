"""Options read as typed or as Python values; a RuleError says what is wrong and what would do."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from .dataset import LARGEST, SMALLEST
from .errors import RuleError
from .exact import exact_number
from .nearest import nearest
from .options import OPTIONS, Option, flag


def checked(name: str, value: Any) -> Any:
    """Return the value of an option, read and within its limits."""
    if name not in OPTIONS:
        close = nearest(name, OPTIONS)
        hint = f"; did you mean '{close}'?" if close else ""
        raise RuleError(f"there is no option '{name}'{hint}")
    option = OPTIONS[name]
    reader = _READERS[option.kind]
    return reader(name, option, value)


def _choice(name: str, option: Option, value: Any) -> str:
    # 003 prints a rule under which a point on the line is never a mistake, so that w = 0 stays:
    # the engine can show that defect, no menu offers it.
    if value in option.choices or (name == "tie" and value == "never"):
        return str(value)
    close = nearest(str(value), option.choices)
    hint = f"did you mean '{close}'?" if close else f"it is one of {', '.join(option.choices)}"
    raise RuleError(f"{flag(name)} '{value}': unknown; {hint}")


def _number(name: str, option: Option, value: Any) -> Fraction:
    try:
        number = exact_number(value)
    except (ValueError, ZeroDivisionError, TypeError, OverflowError) as error:
        hint = "; decimals take a point, as in 0.1" if "," in str(value) else ""
        raise RuleError(f"{flag(name)} '{value}': not a number{hint}") from error
    if number < option.least or (option.above and number == option.least):
        raise RuleError(f"{flag(name)} {value}: must be {option.limit_text()}")
    if not _in_reach(number):
        raise RuleError(f"{flag(name)} {value}: out of reach; give a number nearer to 1")
    return number


def _in_reach(number: Fraction) -> bool:
    return number == 0 or exact_number(SMALLEST) <= abs(number) <= exact_number(LARGEST)


def _count(name: str, option: Option, value: Any) -> int:
    try:
        number = exact_number(value)
    except (ValueError, ZeroDivisionError, TypeError, OverflowError) as error:
        raise RuleError(f"{flag(name)} '{value}': not a whole number") from error
    if number.denominator != 1:
        raise RuleError(f"{flag(name)} {value}: must be a whole number")
    if number < option.least:
        raise RuleError(f"{flag(name)} {value}: must be {option.limit_text()}")
    if number >= 2**62:
        raise RuleError(f"{flag(name)} {value}: too large; at most {2**62 - 1}")
    return int(number)


def _flag(name: str, option: Option, value: Any) -> bool:
    if not isinstance(value, bool):
        raise RuleError(f"{flag(name)}: must be true or false, not '{value}'")
    return value


def _order(name: str, option: Option, value: Any) -> str | tuple[int, ...]:
    if isinstance(value, str) and not value.replace(",", "").replace(" ", "").isdigit():
        return _choice(name, option, value)
    entries = _entries(name, value)
    listed = tuple(_count(name, option, entry) for entry in entries)
    if not listed:
        raise RuleError("--order: the list of points is empty")
    return listed


def _entries(name: str, value: Any) -> list[Any]:
    if isinstance(value, str):
        return value.split(",")
    if not isinstance(value, Iterable):
        raise RuleError(f"{flag(name)} {value}: must be a word or a list")
    return list(value)


def _init(name: str, option: Option, value: Any) -> str | tuple[Fraction, ...]:
    if isinstance(value, str) and value in ("zeros", "random"):
        return value
    entries = _entries(name, value)
    try:
        numbers = tuple(exact_number(entry) for entry in entries)
        if not all(map(_in_reach, numbers)):
            raise RuleError(f"{flag(name)} {value}: out of reach; give numbers nearer to 1")
        return numbers
    except RuleError:
        raise
    except (ValueError, ZeroDivisionError, TypeError, OverflowError) as error:
        raise RuleError(
            f"{flag(name)} '{value}': must be zeros, random, or numbers like 0.2,0,-0.1"
        ) from error


_READERS = {
    "choice": _choice,
    "number": _number,
    "count": _count,
    "flag": _flag,
    "order": _order,
    "init": _init,
}
