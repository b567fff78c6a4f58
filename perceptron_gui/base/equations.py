"""Systems of equations in fractions and integers, solved exactly.

Few equations are eliminated here; FLINT, which takes 50 ms to import, solves many. All threads wait
for it: 0.05 s for 200 equations of points with coordinates below 1000, 0.8 s for 500.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from .cancel import CancelCheck, never_cancelled
from .exact import whole_numbers

if TYPE_CHECKING:
    from flint import fmpz_mat

MANY_EQUATIONS = 30  # from which on FLINT is faster than elimination
_PRIME = 2**62 - 57  # FLINT keeps integers below 2⁶² in one machine word

Solution = tuple[list[int], int]  # numerators and their common denominator


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return x with matrix · x = right, or None when the matrix is singular."""
    rows = [whole_numbers([*row, value])[0] for row, value in zip(matrix, right, strict=True)]
    found = solve_integers(rows)
    return None if found is None else [Fraction(top, found[1]) for top in found[0]]


def solve_integers(
    rows: list[list[int]], check_cancelled: CancelCheck = never_cancelled
) -> Solution | None:
    """Return numerators and the common denominator of x for rows (matrix | right) of integers.

    Bareiss' elimination: every division is exact, so numbers stay as small as determinants. It
    changes the rows.
    """
    size = len(rows)
    if size >= MANY_EQUATIONS:
        from flint import fmpz_mat

        left = fmpz_mat([row[:-1] for row in rows])
        return _solved(left, [row[-1] for row in rows], check_cancelled)
    previous = 1
    for column in range(size):
        check_cancelled()
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column:]
        factor = lead[0]
        for r in range(column + 1, size):
            check_cancelled()
            below = rows[r][column]
            rest = zip(rows[r][column:], lead, strict=True)
            rows[r][column:] = [(factor * a - below * b) // previous for a, b in rest]
        previous = factor
    found = [0] * size  # nothing is left below the diagonal: from the last row up
    for r in reversed(range(size)):
        known = sum(a * b for a, b in zip(rows[r][r + 1 : -1], found[r + 1 :], strict=True))
        found[r] = (previous * rows[r][-1] - known) // rows[r][r]
    return found, previous


def solve_gram(rows: NDArray[Any], check_cancelled: CancelCheck) -> Solution | None:
    """Return x with (rows · rowsᵀ + 1) · x = 1; rows (n, D) of Python integers.

    None where there are many such x.
    """
    size = len(rows)
    if size < MANY_EQUATIONS:
        gram = [[int(v) + 1 for v in rows @ row] + [1] for row in rows]
        return solve_integers(gram, check_cancelled)
    from flint import fmpz_mat

    matrix = fmpz_mat(rows.tolist())
    products = matrix * matrix.transpose() + fmpz_mat(size, size, [1] * size**2)
    return _solved(products, [1] * size, check_cancelled)


def _solved(
    matrix: fmpz_mat, right: Sequence[int], check_cancelled: CancelCheck
) -> Solution | None:
    from flint import fmpq_mat, fmpz_mat

    try:
        found = fmpq_mat(matrix).solve(fmpz_mat(len(right), 1, right))
    except ZeroDivisionError:
        return None
    check_cancelled()  # which FLINT cannot be asked to do
    tops, below = found.numer_denom()
    return list(map(int, tops.entries())), int(below)


def independent_rows(rows: NDArray[Any]) -> list[int]:
    """Return which rows (n, D) of integers are independent, the first ones first.

    Decided modulo a prime: what is independent there is so, and the reverse is nearly sure.
    """
    from flint import fmpz_mat, nmod_mat

    reduced, rank = nmod_mat(fmpz_mat(rows.T.tolist()), _PRIME).rref()
    found: list[int] = []
    for row in range(rank):
        start = found[-1] + 1 if found else 0
        found.append(next(c for c in range(start, len(rows)) if reduced[row, c]))
    return found
