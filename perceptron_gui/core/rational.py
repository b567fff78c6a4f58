"""Small linear systems solved exactly, in Python integers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return x with matrix · x = right, or None when the matrix is singular."""
    rows = []
    for row, value in zip(matrix, right, strict=True):
        common = math.lcm(value.denominator, *(entry.denominator for entry in row))
        rows.append([int(entry * common) for entry in (*row, value)])
    found = solve_integers(rows)
    return None if found is None else [Fraction(top, found[1]) for top in found[0]]


def solve_integers(rows: list[list[int]]) -> tuple[list[int], int] | None:
    """Return numerators and the common denominator of x for rows (matrix | right) of integers.

    Bareiss' elimination: every division is exact, so numbers stay as small as determinants.
    """
    size = len(rows)
    previous = 1
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column]
        factor = lead[column]
        for r in range(size):
            if r != column:
                other = rows[r]
                below = other[column]
                rows[r] = [
                    (factor * a - below * b) // previous for a, b in zip(other, lead, strict=True)
                ]
        previous = factor
    return [row[-1] for row in rows], previous


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """Return ⟨a, b⟩."""
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))
