"""Numbers on screen: exact where that is short to read, else rounded, and the formula says so."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from perceptron_gui.base import number_text
from perceptron_gui.base.exact import format_number
from perceptron_gui.base.number_text import APPROX, Number, Numbers, Product

# What a side of an equation begins after, and what it ends at; words stand between sides.
_SIDES = re.compile(r"( = |\\text\{[^{}]*\})")


def rounded(value: Number) -> str:
    """Write a number in as few digits as a reader needs, and do not tell whether it is exact."""
    return number_text.number(value if is_readable(value) else float(value))


@lru_cache(512, typed=True)  # coordinates come again with every visit
def number(value: Number) -> str:
    """Write an exact number, or \\approx before a rounded one."""
    if is_readable(value):
        return number_text.number(value)
    return APPROX + number_text.number(float(value))


def equals(value: Number) -> str:
    """Write = 1/17, or \\approx 0.190365 where the fraction is too long to be read."""
    text = number(value)
    return text if text.startswith(APPROX) else f"= {text}"


def factor(value: Number) -> str:
    """Write a number that something is multiplied by."""
    return number_text.factor(value, number)


def vector(values: Numbers) -> str:
    """Write (2, -1)."""
    return number_text.vector(values, number)


def products(pairs: list[Product]) -> str:
    """Write a·b + c·d - e."""
    return number_text.products(pairs, number)


def hoisted(formula: str) -> str:
    """Write x \\approx (0.333333, 2) for x = (\\approx 0.333333, 2): once, before all of a side."""
    parts = _SIDES.split(formula)
    for place in range(0, len(parts), 2):
        side = parts[place].replace(APPROX, "")
        if side == parts[place]:
            continue
        if place and parts[place - 1] == " = ":
            parts[place - 1] = f" {APPROX}"
            parts[place] = side
        else:
            parts[place] = APPROX + side
    return "".join(parts)


def is_readable(value: Number) -> bool:
    """Tell whether the exact number is no longer than a rounded one; floats are as they are."""
    if not isinstance(value, Fraction):
        return True
    below = -abs(value)  # a number and its opposite are written alike
    text = format_number(below)
    if "/" in text:
        return len(text) <= len(f"{float(below):.6g}")
    return "e" not in text and Decimal(text).as_integer_ratio() == below.as_integer_ratio()
