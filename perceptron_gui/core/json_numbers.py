"""Numbers of JSON objects: each as a float, and as a fraction where no float holds it."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

from .exact import is_dyadic

_MOST_FLOAT = Fraction(sys.float_info.max)


def json_number(key: str, value: Any, exact: bool = True) -> dict[str, Any]:
    """Return {key: number}, and {key_exact: fraction} where a float cannot hold the value."""
    entry = {key: _floats(value)}
    if exact and not is_dyadic_throughout(value):
        entry[f"{key}_exact"] = as_texts(value)
    return entry


def _floats(value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)):
        whole = value.denominator == 1 and abs(value) < 2**53
        # A bound can be larger than any float; whole numbers of JSON have no limit.
        return int(value) if whole or abs(value) > _MOST_FLOAT else float(value)
    return [_floats(v) for v in value]


def as_texts(value: Any) -> Any:
    """Return a fraction, or every one of a list, as text."""
    if isinstance(value, (list, tuple)):
        return [as_texts(v) for v in value]
    return None if value is None else str(value)


def is_dyadic_throughout(value: Any) -> bool:
    """Tell whether floats could hold a value, or every one of a list."""
    if isinstance(value, (list, tuple)):
        return all(is_dyadic_throughout(v) for v in value)
    return value is None or is_dyadic(value)
