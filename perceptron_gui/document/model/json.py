"""JSON of sessions: how it is written, read, and checked, with limits on what others send."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.base.text import did_you_mean, printable, quoted

# Of JSON as Python holds it, and as it becomes points.
_LIST_BYTES, _KEY_BYTES, _VALUE_BYTES = 96, 160, 64
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def check_size(text: str) -> None:
    """Refuse what would fill the memory before it is read; a small file can unpack to that.

    Marks inside of texts are counted too, which are few in a session.
    """
    lists, keys, values = text.count("[") + text.count("{"), text.count(":"), text.count(",")
    needed = len(text) + _LIST_BYTES * lists + _KEY_BYTES * keys + _VALUE_BYTES * values
    MEMORY.check(needed, f"reading {values} values", "take fewer points")


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
    if not math.isfinite(value):
        raise SessionError(f"{quoted(text)} is not a finite number; correct it")
    return value


def _whole(text: str) -> int:
    _finite(text)
    return int(text)


def write_json(value: Any) -> str:
    """Return JSON text with one line for every list or object that holds no other.

    So a point is a line.
    """
    text = _laid_out(value, "") + "\n"
    # Half a character, as in names of files that are not UTF-8, is written as JSON escapes it.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _laid_out(value: Any, indent: str) -> str:
    deeper = indent + "  "
    if isinstance(value, dict) and any(map(_is_container, value.values())):
        lines = [f"{_encode(key)}: {_laid_out(entry, deeper)}" for key, entry in value.items()]
    elif isinstance(value, list) and any(map(_is_container, value)):
        lines = [_laid_out(entry, deeper) for entry in value]
    else:
        return _encode(value)
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}{last}"


def _is_container(value: Any) -> bool:
    return isinstance(value, dict | list)


Scalar = str | int | float | bool | None
OptionValue = Scalar | Sequence[Scalar]

# Far beyond what anybody writes, and small enough to be harmless.
LONGEST_TEXT = 5_000
MOST_ENTRIES = 1_000
_MOST_COUNT = 2**63 - 1
_KINDS = {
    dict: "an object in braces",
    list: "a list",
    str: "a text in quotes",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}


class SessionError(InputError):
    """A session cannot be read or carried; the message says where, what and what to do."""


def below(path: str, name: str) -> str:
    """Return where in a session a named value stands."""
    return f"{path}.{printable(name, 40)}"


def wrong(path: str, wanted: str, value: Any) -> SessionError:
    """Return the error for a value of another kind than wanted."""
    return SessionError(f"{path}: must be {wanted}, not {_KINDS.get(type(value), 'this')}")


def checked_text(value: Any, path: str) -> str:
    """Return a text that is not too long."""
    if not isinstance(value, str):
        raise wrong(path, "a text in quotes", value)
    if len(value) > LONGEST_TEXT:
        raise SessionError(f"{path}: longer than {LONGEST_TEXT} characters; shorten it")
    return value


def checked_count(value: Any, path: str) -> int:
    """Return a whole number, at least 0."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong(path, "a whole number", value)
    if not 0 <= value <= _MOST_COUNT:
        raise SessionError(f"{path}: must be from 0 to {_MOST_COUNT}")
    return value


def checked_scalar(value: Any, path: str) -> Scalar:
    """Return a text, a finite number, true, false or null."""
    if isinstance(value, str):
        return checked_text(value, path)
    if isinstance(value, int | float):
        largest = _MOST_COUNT if isinstance(value, int) else sys.float_info.max
        if not abs(value) <= largest:  # as it is for nan
            raise SessionError(f"{path}: not a number of bearable size; give another")
        return value
    if value is not None:
        raise wrong(path, "a text, a number, true, false or null", value)
    return None


def checked_list(value: Any, path: str, wanted: str) -> list[Any]:
    """Return a list, whatever is in it; `wanted` is what messages call it."""
    if not isinstance(value, list):
        raise wrong(path, wanted, value)
    return value


def checked_names(value: Any, path: str) -> Mapping[str, Any]:
    """Return a mapping that is not too large and whose keys are names."""
    if not isinstance(value, Mapping):
        raise wrong(path, "an object in braces", value)
    if len(value) > MOST_ENTRIES:
        raise SessionError(f"{path}: more than {MOST_ENTRIES} entries; remove some")
    for name in value:
        checked_text(name, f"{path}: a name in it")
    return value


def checked_options(value: Any, path: str) -> Mapping[str, OptionValue]:
    """Return options by name, frozen: scalars and flat lists, whose meaning is not looked at."""
    found: dict[str, OptionValue] = {}
    for name, entry in checked_names(value, path).items():
        where = below(path, name)
        if not isinstance(entry, list | tuple):
            found[name] = checked_scalar(entry, where)
            continue
        if len(entry) > MOST_ENTRIES:
            raise SessionError(f"{where}: more than {MOST_ENTRIES} entries; shorten the list")
        found[name] = tuple(checked_scalar(each, f"{where}[{i}]") for i, each in enumerate(entry))
    return MappingProxyType(found)


def checked_keys(value: Any, path: str, known: Collection[str]) -> dict[str, Any]:
    """Return a JSON object that has none but the known keys; the whole session has no path."""
    before = f"{path}: " if path else ""
    if not isinstance(value, dict):
        raise wrong(path or "the session", "an object in braces", value)
    for key in value:
        if key not in known:
            hint = did_you_mean(key, known) or f"; it has {', '.join(known)}"
            raise SessionError(f"{before}unknown key {quoted(key)}{hint}")
    return value
