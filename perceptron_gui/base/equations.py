"""Systems of equations in fractions and integers, solved exactly by FLINT.

It takes 30 ms to import, which programs do that have something to solve. All threads wait for it:
0.05 s for 200 equations of points with coordinates below 1000, 0.8 s for 500.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from .cancel import CancelCheck
from .exact import whole_numbers

if TYPE_CHECKING:
    from flint import fmpz_mat

_PRIME = 2**62 - 57  # FLINT keeps integers below 2⁶² in one machine word

Solution = tuple[list[int], int]  # numerators and their common denominator


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return x with matrix · x = right, or None when the matrix is singular."""
    from flint import fmpz_mat

    size = len(right)
    rows = [whole_numbers([*row, value])[0] for row, value in zip(matrix, right, strict=True)]
    left = fmpz_mat(size, size, [value for row in rows for value in row[:-1]])
    found = _solved(left, [row[-1] for row in rows])
    return None if found is None else [Fraction(top, found[1]) for top in found[0]]


def solve_gram(rows: NDArray[Any], check_cancelled: CancelCheck) -> Solution | None:
    """Return x with (rows · rowsᵀ + 1) · x = 1; rows (n, D) of Python integers.

    None where there are many such x.
    """
    from flint import fmpz_mat

    size = len(rows)
    check_cancelled()  # which FLINT cannot be asked to do
    matrix = fmpz_mat(rows.tolist())
    products = matrix * matrix.transpose() + fmpz_mat(size, size, [1] * size**2)
    found = _solved(products, [1] * size)
    check_cancelled()
    return found


def _solved(matrix: fmpz_mat, right: Sequence[int]) -> Solution | None:
    from flint import fmpq_mat, fmpz_mat

    try:
        found = fmpq_mat(matrix).solve(fmpz_mat(len(right), 1, right))
    except ZeroDivisionError:
        return None
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
