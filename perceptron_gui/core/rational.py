"""Small linear systems solved exactly, in Python integers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from .watch import Watch, unwatched


def whole_numbers(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return numerators of the values over one common denominator, and that denominator."""
    common = math.lcm(*(value.denominator for value in values))
    return [value.numerator * (common // value.denominator) for value in values], common


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return x with matrix · x = right, or None when the matrix is singular."""
    rows = [whole_numbers([*row, value])[0] for row, value in zip(matrix, right, strict=True)]
    found = solve_integers(rows)
    return None if found is None else [Fraction(top, found[1]) for top in found[0]]


def solve_integers(rows: list[list[int]], watch: Watch = unwatched) -> tuple[list[int], int] | None:
    """Return numerators and the common denominator of x for rows (matrix | right) of integers.

    Bareiss' elimination: every division is exact, so numbers stay as small as determinants.
    """
    size = len(rows)
    previous = 1
    for column in range(size):
        watch()
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column:]
        factor = lead[0]
        for r in range(column + 1, size):
            below = rows[r][column]
            rest = zip(rows[r][column:], lead, strict=True)
            rows[r][column:] = [(factor * a - below * b) // previous for a, b in rest]
        previous = factor
    return _substituted(rows, previous), previous


def _substituted(rows: list[list[int]], denominator: int) -> list[int]:
    """Return the numerators of x from rows without anything below the diagonal."""
    found = [0] * len(rows)
    for r in reversed(range(len(rows))):
        known = sum(a * b for a, b in zip(rows[r][r + 1 : -1], found[r + 1 :], strict=True))
        found[r] = (denominator * rows[r][-1] - known) // rows[r][r]
    return found


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """Return ⟨a, b⟩."""
    (tops, below), (others, under) = whole_numbers(a), whole_numbers(b)
    return Fraction(sum(x * y for x, y in zip(tops, others, strict=True)), below * under)
