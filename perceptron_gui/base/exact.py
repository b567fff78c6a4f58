"""Exact numbers: decimals as typed, rationals, and signs that are never guessed.

Floats enter as the shortest decimal that reads back as the same float, so 0.1 is one tenth.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Up to here a float64 holds every integer, and ten to this power is itself a float64.
FLOAT_INTEGERS = 2**53
MOST_DECIMALS = 22
_LONGEST = 24  # characters of an exact number, or else it is rounded
# Between these, squares of products of numbers are still numbers.
SMALLEST, LARGEST = 1e-75, 1e75
_WHOLE_FLOATS = 1e15  # below, a whole number is written without a point
# Integer kernels stay below this, half of what int64 holds, so that no sum can wrap.
INT64_ROOM = 2**62
_BOARD = 10**9  # the longest whole number that anybody writes on a board
_READ = 16  # numbers that are read digit by digit

Integers = NDArray[np.int64]
# Python integers of any size in an object array.
BigIntegers = NDArray[Any]


def exact_number(value: Any) -> Fraction:
    """Return the number as typed: '0.1', 0.1, '1/10' and Decimal('0.1') are all one tenth."""
    kind = type(value)
    if kind is int or (kind is float and value.is_integer() and abs(value) < _WHOLE_FLOATS):
        return Fraction(int(value))  # as most are: neither text nor classes are looked at
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str):
        text = value.strip().replace("−", "-")
        # Fraction("1e999999999") would compute all those digits.
        exponent = text.lower().partition("e")[2]
        if exponent and abs(int(exponent)) > 1000:
            raise ValueError("no number of this program is that large or small")
        return Fraction(text)
    if isinstance(value, (int, np.integer)):
        return Fraction(int(value))
    if isinstance(value, Decimal):
        return Fraction(value)
    return Fraction(repr(float(value)))


def is_dyadic(value: Fraction) -> bool:
    """Return whether a float holds this value exactly."""
    denominator = value.denominator
    if denominator & (denominator - 1) or abs(value.numerator).bit_length() > 1000:
        return False
    return Fraction(float(value)) == value


def format_number(value: Fraction | float) -> str:
    """Write a number: an exact one as 0.3 or 1/17, a float to six significant digits."""
    if not isinstance(value, Fraction):
        return f"{value:.6g}"
    if not is_short(value, 2 * _LONGEST):  # neither are its decimals; digits take long to find
        return _rounded(value)
    if value.denominator == 1 and is_short(value):
        return str(value.numerator)
    twos_and_fives = value.denominator
    for prime in (2, 5):
        while twos_and_fives % prime == 0:
            twos_and_fives //= prime
    if twos_and_fives == 1:
        text = format(Decimal(value.numerator) / Decimal(value.denominator), "f")
        if len(text) <= 12:  # a rounded quotient has more digits
            return text
    return str(value) if is_short(value) else _rounded(value)


def _rounded(value: Fraction) -> str:
    if abs(value) < 10**300:
        return f"{float(value):.6g}"
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.6g}"


def is_short(value: Fraction, characters: int = _LONGEST) -> bool:
    """Tell whether an exact number takes few characters; most digits are never written for that."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return bits <= 4 * characters and len(str(value)) <= characters


def exact_text(value: Fraction) -> str:
    """Write a fraction of any length: 1/17. Python's own text ends at 4300 digits."""
    if is_short(value, 4000):
        return str(value)
    top, below = (f"{Decimal(each):f}" for each in value.as_integer_ratio())
    return top if value.denominator == 1 else f"{top}/{below}"


def plain_number(value: float) -> int | float:
    """Return 2 for 2.0, as one would type it."""
    return int(value) if value.is_integer() and abs(value) < _WHOLE_FLOATS else value


def decimal(value: float) -> str:
    """Write the shortest decimal that is the same float: 0.1, and 2 rather than 2.0."""
    return repr(value).removesuffix(".0")


def typed_value(value: Any) -> str:
    """Write a fraction as it is typed, so that it reads back as the same: 0.1, 1/3, 1e-05."""
    if not isinstance(value, Fraction):
        return str(value)
    text = decimal(float(value))
    if Fraction(text) == value:
        return text
    quotient = Decimal(value.numerator) / Decimal(value.denominator)
    return str(quotient) if Fraction(quotient) == value else str(value)


def common_unit(values: Iterable[Fraction]) -> Fraction:
    """Return the largest rational of which every value is a whole multiple (1 when all are 0)."""
    known = list(values)
    top, below = math.gcd(*(v.numerator for v in known)), math.lcm(*(v.denominator for v in known))
    return Fraction(top, below) or Fraction(1)


def shortest_multiple(values: Sequence[Fraction]) -> list[Fraction]:
    """Return the same direction as on a board: in the smallest whole numbers, if they are short.

    Otherwise the largest number becomes 1 or −1.
    """
    unit, largest = common_unit(values), max(map(abs, values))
    shown = unit if largest < unit * _BOARD else largest
    return [v / shown for v in values]


def decimal_integers(values: NDArray[np.float64]) -> tuple[Integers, int] | None:
    """Return integers m, all |m| < 2^51, and s with values = m / 10^s; None if there are none."""
    flat = np.ascontiguousarray(values).reshape(-1)
    known, start = -1, 0
    while True:
        # The first few that were not held tell for most others.
        texts = map(repr, flat[start : start + _READ].tolist())
        decimals = max(map(_decimals_of, texts), default=0)
        decimals = max(decimals, 0)
        if not known < decimals <= MOST_DECIMALS:
            return None
        scale = 10.0**decimals
        whole = flat * scale
        np.rint(whole, out=whole)
        is_held = (np.abs(whole) < FLOAT_INTEGERS / 4) & (whole / scale == flat)
        if is_held.all():
            return whole.astype(np.int64).reshape(values.shape), decimals
        known, start = decimals, int(is_held.argmin())


def _decimals_of(text: str) -> int:
    """Return how many decimals a number is written with."""
    if "e" in text:  # Decimal takes far longer
        return -int(Decimal(text).as_tuple().exponent)
    return len(text) - text.index(".") - 1 - text.endswith(".0")


def big_integers(values: NDArray[np.float64]) -> tuple[BigIntegers, int]:
    """Return Python integers m (any size) and s with values = m / 10^s, digit by digit."""
    exact = [_digits_of(text) for text in map(repr, values.ravel().tolist())]
    places = max((own for _, own in exact), default=0)
    places = max(places, 0)
    integers = np.empty(len(exact), dtype=object)
    integers[:] = [digits * 10 ** (places - own) for digits, own in exact]
    return integers.reshape(values.shape), places


def _digits_of(text: str) -> tuple[int, int]:
    """Return the digits of a written number as a whole one, and how many are decimals."""
    if "e" in text:
        places = _decimals_of(text)
        return int(Decimal(text).scaleb(places)), places
    whole, _, decimals = text.partition(".")
    return int(whole + decimals), len(decimals)


def compare(rows: BigIntegers, vector: Sequence[int], limit: Fraction) -> NDArray[np.int8]:
    """Return the exact sign of ⟨row, vector⟩ − limit for every row (m, D) of integers."""
    whole = limit.denominator
    scores = rows.astype(object) @ np.array([v * whole for v in vector], dtype=object)
    return np.array([(s > limit.numerator) - (s < limit.numerator) for s in scores], dtype=np.int8)


def whole_numbers(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return numerators of the values over one common denominator, and that denominator."""
    common = math.lcm(*(value.denominator for value in values))
    return [value.numerator * (common // value.denominator) for value in values], common


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """Return ⟨a, b⟩."""
    (tops, below), (others, under) = whole_numbers(a), whole_numbers(b)
    return Fraction(sum(x * y for x, y in zip(tops, others, strict=True)), below * under)


def size_of(values: Sequence[Fraction]) -> Fraction:
    """Return the largest |value|, or 1; divided by it, values fit floats whatever their size."""
    return max(map(abs, values)) or Fraction(1)


def floats_over(values: Sequence[Fraction], size: Fraction) -> NDArray[np.float64]:
    """Return values over a size, each rounded once, without fractions in between.

    Reducing those takes longer than all else where they have hundreds of digits.
    """
    top, below = size.numerator, size.denominator
    return np.array([v.numerator * below / (v.denominator * top) for v in values])
