"""Coordinates as people type and read them: decimals that mean exactly what they say."""

from __future__ import annotations

import math
from decimal import Decimal

from perceptron_gui.core.dataset import LARGEST, SMALLEST
from perceptron_gui.core.errors import DataError
from perceptron_gui.core.quoting import quoted


def written_coordinate(value: float) -> str:
    """Return the shortest decimal that means this number, with a hyphen for the minus."""
    return repr(value).removesuffix(".0")


def typed_coordinate(text: str) -> float:
    """Return the number that was typed; a DataError says what is wrong with it."""
    plain = text.strip().replace("−", "-")
    try:
        value = float("" if "_" in plain else plain)
    except ValueError as error:
        hint = "; decimals take a point, as in 0.1" if "," in plain else ", such as 0.25 or -3"
        raise DataError(f"{quoted(text)} is not a decimal number{hint}") from error
    if not math.isfinite(value) or abs(value) > LARGEST or 0 < abs(value) < SMALLEST:
        raise DataError(f"{quoted(text)} is out of reach; give a number nearer to 1")
    if Decimal(plain) != Decimal(repr(value)):
        raise DataError(f"{quoted(text)} has more digits than can be kept; give 15 at most")
    return value
