"""Large systems of integer equations, solved exactly by lifting their solution modulo a prime.

Dixon (1982): digits of the solution in base p come from one inverse modulo p and products of
machine integers; the fractions are rebuilt from them. Elimination would take minutes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cancel import CancelCheck

_PRIMES = (33554393, 33554383, 33554371)  # the largest below 2²⁵
_BITS = 25
_LIMB = (1 << _BITS) - 1
_ROUNDS = 16  # digits found between two cancel checks

Digits = NDArray[np.int64]


def lifted_solution(
    rows: Sequence[Sequence[int]], check_cancelled: CancelCheck
) -> tuple[list[int], int] | None:
    """Return numerators and the common denominator of x for rows (matrix | right) of integers.

    None where it is not found this way, because the matrix may be singular.
    """
    matrix = np.array([row[:-1] for row in rows], dtype=object)
    right = np.array([row[-1] for row in rows], dtype=object)
    # Hadamard: no determinant of n columns of (matrix | right) is larger.
    squares = [sum(value * value for value in row) for row in rows]
    bound = math.isqrt(math.prod(squares)) + 1
    for prime in _PRIMES:
        inverse = _inverse((matrix % prime).astype(np.int64), prime, check_cancelled)
        if inverse is not None:
            count = math.ceil((2 * bound.bit_length() + 2) / math.log2(prime))
            digits = _digits(matrix, right, inverse, prime, count, check_cancelled)
            found = _rebuilt(digits, prime**count, bound, prime, check_cancelled)
            return found if found is not None and _solves(matrix, right, *found) else None
    return None


def _inverse(matrix: Digits, prime: int, check_cancelled: CancelCheck) -> Digits | None:
    """Return the inverse (n, n) modulo a prime, by Gauss and Jordan; None if there is none."""
    size = len(matrix)
    work = np.hstack([matrix, np.eye(size, dtype=np.int64)])
    for column in range(size):
        check_cancelled()
        pivot = column + int(np.argmax(work[column:, column] != 0))
        if not work[pivot, column]:
            return None
        work[[column, pivot]] = work[[pivot, column]]
        work[column] = work[column] * pow(int(work[column, column]), -1, prime) % prime
        factors = work[:, column].copy()
        factors[column] = 0
        work = (work - factors[:, None] * work[column]) % prime
    return np.ascontiguousarray(work[:, size:])


def _digits(
    matrix: NDArray[Any],
    right: NDArray[Any],
    inverse: Digits,
    prime: int,
    count: int,
    check_cancelled: CancelCheck,
) -> list[Digits]:
    """Return the digits of the solution in base p, each (n,), the lowest first."""
    limbs = _limbs(matrix)
    rest, digits = right, []
    for step in range(count):
        if step % _ROUNDS == 0:
            check_cancelled()
        digit = _product(inverse, (rest % prime).astype(np.int64)) % prime
        digits.append(digit)
        for power, limb in enumerate(limbs):
            rest = rest - (_product(limb, digit).astype(object) << (_BITS * power))
        rest = rest // prime  # without a remainder
    return digits


def _product(matrix: Digits, vector: Digits) -> Digits:
    """Return matrix · vector, whose sums stay below 2⁶² for up to 2¹² columns."""
    return np.asarray(matrix @ vector)


def _limbs(matrix: NDArray[Any]) -> list[Digits]:
    """Return the matrix cut into pieces of few bits, the lowest first; the highest has the sign."""
    limbs = []
    while np.abs(matrix).max() > _LIMB:
        limbs.append((matrix & _LIMB).astype(np.int64))
        matrix = matrix >> _BITS
    return [*limbs, matrix.astype(np.int64)]


def _rebuilt(
    digits: list[Digits], modulus: int, bound: int, prime: int, check_cancelled: CancelCheck
) -> tuple[list[int], int] | None:
    """Return the only fractions within the bound that are equal to these numbers modulo p^k."""
    tops: list[int] = []
    below = 1
    for column in np.array(digits).T.tolist():
        check_cancelled()
        value = _number(column, prime) * below % modulus
        if min(value, modulus - value) > bound:
            found = _denominator(value, modulus, bound)
            if found * below > bound:
                return None
            tops = [top * found for top in tops]
            below *= found
            value = value * found % modulus
        tops.append(value if 2 * value <= modulus else value - modulus)
    return tops, below


def _number(digits: Sequence[int], prime: int) -> int:
    """Return Σ digits[k]·p^k, halves first, so that most numbers are short."""
    parts, base = list(digits), prime
    while len(parts) > 1:
        if len(parts) % 2:
            parts.append(0)
        parts = [low + high * base for low, high in zip(parts[::2], parts[1::2], strict=True)]
        base *= base
    return parts[0]


def _denominator(value: int, modulus: int, bound: int) -> int:
    """Return the least d > 0 for which d·value is a number of at most `bound`, up to its sign."""
    before, now = modulus, value
    last, factor = 0, 1
    while now > bound:
        quotient = before // now
        before, now = now, before - quotient * now
        last, factor = factor, last - quotient * factor
    return abs(factor)


def _solves(matrix: NDArray[Any], right: NDArray[Any], tops: list[int], below: int) -> bool:
    products = matrix @ np.array(tops, dtype=object)
    return bool((products == right * below).all())
