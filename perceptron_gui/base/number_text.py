"""Numbers, sums and vectors in small LaTeX, signs and brackets included; numbers for JSON."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from .exact import exact_text, format_number, is_dyadic

Number = Fraction | float
Numbers = Sequence[Number]
Product = tuple[Number, Number | None]
Write = Callable[[Number], str]

APPROX = r"\approx "
# More than this nobody reads; a vector or a sum then ends in dots.
_MOST = 12


def number(value: Number) -> str:
    """Write a number: 0.3, 1/17, -2, 1.5\\cdot 10^{-7}."""
    mantissa, exponent, power = format_number(value + 0).partition("e")
    if not exponent:
        return mantissa
    ten = f"10^{{{int(power)}}}"
    return {"1": ten, "-1": f"-{ten}"}.get(mantissa, f"{mantissa}\\cdot {ten}")


def factor(value: Number, write: Write = number) -> str:
    """Write a number that something is multiplied by, in brackets where it needs them."""
    text = write(value)
    mark, sign, size = text.rpartition(APPROX)
    return f"{mark}{sign}({size})" if size[0] == "-" or "/" in size else text


def surd(numerator: Fraction, square: Fraction) -> str:
    """Write numerator/√square: 2/\\sqrt{5}, \\sqrt{2}/3, and 0.8 where no root is needed."""
    ratio = numerator * numerator / square
    sign = "-" if numerator < 0 else ""
    over, under = _root(ratio.numerator), _root(ratio.denominator)
    if over is not None and under is not None:
        return number(Fraction(over, under) * (-1 if sign else 1))
    if over is not None:
        return f"{sign}{over}/\\sqrt{{{ratio.denominator}}}"
    if under == 1:
        return f"{sign}\\sqrt{{{ratio.numerator}}}"
    if under is not None:
        return f"{sign}\\sqrt{{{ratio.numerator}}}/{under}"
    return f"{sign}\\sqrt{{{ratio.numerator}/{ratio.denominator}}}"


def _root(value: int) -> int | None:
    """Return the square root of a whole number that has a whole one."""
    root = math.isqrt(value)
    return root if root * root == value else None


def sign_of(label: int) -> str:
    """Write a label: +1 or -1."""
    return f"{label:+d}"


def vector(values: Numbers, write: Write = number) -> str:
    """Write (2, -1)."""
    dots = [r"\dots"] if len(values) > _MOST else []
    return "(" + ", ".join([*map(write, values[:_MOST]), *dots]) + ")"


def matrix(rows: Sequence[Numbers], write: Write = number) -> str:
    """Write (2, -1; 0, 1), a row after the other."""
    return f"({'; '.join(vector(row, write)[1:-1] for row in rows)})"


def products(pairs: Sequence[Product], write: Write = number) -> str:
    """Write a·b + c·d - e, signs drawn to the front; the factor None is left out."""
    parts = []
    for a, b in pairs[:_MOST]:
        size = -a if a < 0 else a
        text = write(size) if b is None else f"{factor(size, write)}\\cdot {factor(b, write)}"
        parts.append((a < 0, text))
    tail = " + \\dots" if len(pairs) > _MOST else ""
    return added("", *parts) + tail


def added(first: str, *parts: tuple[bool, str]) -> str:
    """Write first + part - part, where each part says whether it is negative."""
    text = first
    for negative, part in parts:
        if text:
            text += f" - {part}" if negative else f" + {part}"
        else:
            text = f"-{part}" if negative else part
    return text


def product_latex(*parts: str) -> str:
    """Write symbols next to each other; a command must not swallow the letter after it."""
    text = ""
    for part in parts:
        glued = re.search(r"\\[A-Za-z]+$", text) and part[:1].isalnum()
        text += f" {part}" if glued else part
    return text


_MOST_FLOAT = Fraction(sys.float_info.max)


def json_number(key: str, value: Any, exact: bool = True) -> dict[str, Any]:
    """Return {key: number}, and {key_exact: fraction} where a float cannot hold the value."""
    entry = {key: _each(_plain_number, value)}
    if exact and not is_dyadic_throughout(value):
        entry[f"{key}_exact"] = as_texts(value)
    return entry


def as_texts(value: Any) -> Any:
    """Return a fraction, or every one of a list, as text."""
    return _each(exact_text, value)


def _each(convert: Callable[[Any], Any], value: Any) -> Any:
    """Return a value converted, or every one of a list; None stays what it is."""
    if isinstance(value, (list, tuple)):
        return [_each(convert, entry) for entry in value]
    return None if value is None else convert(value)


def _plain_number(value: Any) -> int | float:
    whole = value.denominator == 1 and abs(value) < 2**53
    # A bound can be larger than any float; whole numbers of JSON have no limit.
    return int(value) if whole or abs(value) > _MOST_FLOAT else float(value)


def is_dyadic_throughout(value: Any) -> bool:
    """Return whether floats could hold a value, or every one of a list."""
    if isinstance(value, (list, tuple)):
        return all(is_dyadic_throughout(v) for v in value)
    return value is None or is_dyadic(value)
