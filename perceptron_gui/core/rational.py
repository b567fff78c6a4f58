"""Small linear systems solved exactly, in Python integers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return x with matrix · x = right, or None when the matrix is singular."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        inverse = 1 / rows[column][column]
        rows[column] = [entry * inverse for entry in rows[column]]
        for r in range(size):
            factor = rows[r][column]
            if r != column and factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    return [row[-1] for row in rows]


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """Return ⟨a, b⟩."""
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))
