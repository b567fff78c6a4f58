"""JSON without ambiguities, laid out for people to read and for lines to be compared."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import plain_numbers
from perceptron_gui.base.limits import MEMORY, LimitError
from perceptron_gui.base.text import quoted

from .checks import SessionError

_AT_ONCE = 1000  # rows of an array that are written without letting other threads work
_MOST_DIGITS = 300  # of a whole number, so that it is also a float
# Of JSON as Python holds it, and as it becomes points.
_LIST_BYTES, _KEY_BYTES, _VALUE_BYTES = 96, 160, 64
_MOST_LISTS = 5_000_000  # which are read in some seconds
_MOST_NAMED = 2_000_000  # twice the options of all views that a session may hold
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def check_size(text: str) -> None:
    """Refuse what would fill the memory before it is read; a small file can unpack to that.

    Marks inside of texts are counted too, which are few in a session.
    """
    objects, keys, values = text.count("{"), text.count(":"), text.count(",")
    lists = objects + text.count("[")
    if objects + keys > _MOST_NAMED:
        what = f"{objects + keys} objects and keys; at most {_MOST_NAMED} are read"
        raise SessionError(f"{what}, so remove some")
    if lists > _MOST_LISTS:
        raise SessionError(f"{lists} lists; at most {_MOST_LISTS} are read, so take fewer points")
    try:
        needed = len(text) + _LIST_BYTES * lists + _KEY_BYTES * keys + _VALUE_BYTES * values
        MEMORY.check(needed, f"reading {values} values", "take fewer points")
    except LimitError as error:
        raise SessionError(str(error), error.shown) from error


def read_json(text: str) -> Any:
    """Return the values of a JSON text; keys given twice and NaN are refused."""
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_object,
            parse_constant=_finite,
            parse_float=_finite,
            parse_int=_whole,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SessionError(f"{place}: this is not JSON ({error.msg}); correct it") from error
    except RecursionError as error:
        raise SessionError("nested too deeply; this is not a session") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise SessionError(f"the key {quoted(twice)} is given twice; give it once")
    return found


def _finite(text: str) -> float:
    """Return a number; `text` is also NaN or Infinity, which Python's reader takes for numbers."""
    value = float(text)
    if text[-1].isalpha():
        raise SessionError(f"{text} is not a finite number; correct it")
    if not math.isfinite(value):
        raise SessionError(f"{quoted(text)} is too large a number; correct it")
    return value


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise SessionError(f"{quoted(text)} is too large a number; correct it")
    return int(text)


def write_json(value: Any) -> str:
    """Return JSON text with one line for every list or object that holds no other.

    So a point is a line. An array is written as its list would be.
    """
    text = _laid_out(value, "") + "\n"
    # Half a character, as in names of files that are not UTF-8, is written as JSON escapes it.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _laid_out(value: Any, indent: str) -> str:
    deeper = indent + "  "
    if isinstance(value, np.ndarray):
        parts = list(_parts(value, deeper))
        if value.ndim == 1 or not parts:
            return f"[{', '.join(parts)}]"
        lines = parts
    elif isinstance(value, dict) and any(map(_is_container, value.values())):
        lines = [f"{_encode(key)}: {_laid_out(entry, deeper)}" for key, entry in value.items()]
    elif isinstance(value, list) and any(map(_is_container, value)):
        lines = [_laid_out(entry, deeper) for entry in value]
    else:
        return _encode(value)
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}{last}"


def _is_container(value: Any) -> bool:
    return isinstance(value, dict | list | np.ndarray)


def _parts(values: NDArray[Any], indent: str) -> Iterator[str]:
    """Yield the numbers or rows of an array as text, some at a time: other threads wait for it."""
    for start in range(0, len(values), _AT_ONCE):
        part = plain_numbers(values[start : start + _AT_ONCE])
        yield _encode(part)[1:-1].replace("], [", f"],\n{indent}[")
