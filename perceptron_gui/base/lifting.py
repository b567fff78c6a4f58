"""Large systems of integer equations, solved exactly by lifting a solution modulo a prime.

FLINT multiplies and inverts; Dixon's method (1982) finds the solution digit by digit in base p.
FLINT's own `solve` is one call and as fast, but keeps all threads waiting to its end: 0.9 s for 500
points with coordinates below 10⁴, 6 s below 10¹⁷. Here the window lives and Ctrl-C works between
digits; the longest wait, for the inverse, is 0.1 s for 500 equations and 0.6 s for 1000.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from .cancel import CancelCheck, Progress, no_progress

if TYPE_CHECKING:
    from flint import fmpz, fmpz_mat, nmod_mat

# Functions import FLINT themselves: 50 ms that runs in few dimensions need not wait for.

# FLINT keeps integers below 2⁶² in one machine word.
_PRIMES = (2**62 - 57, 2**62 - 87, 2**62 - 117)
_PRIME_BITS = 62
_FIRST_ATTEMPT = 8  # digits
_GROWTH = 1.25  # of the digits, from one attempt to rebuild fractions to the next
_COLUMNS = 256  # multiplied between two looks at whether the work is cancelled

Solution = tuple[list[int], int]  # numerators and their common denominator


def lifted_solution(
    rows: list[list[int]], right: Sequence[int], check_cancelled: CancelCheck
) -> Solution | None:
    """Return numerators and the common denominator of x with rows · x = right.

    None where the matrix (n, n) is singular, or its determinant a multiple of three primes.
    """
    from flint import fmpz_mat

    return _solution(fmpz_mat(rows), right, check_cancelled, no_progress)


def gram_solution(
    rows: NDArray[Any], check_cancelled: CancelCheck, report: Progress
) -> Solution | None:
    """Return x with (rows · rowsᵀ + 1) · x = 1 in the same way; rows (n, D) of Python integers."""
    from flint import fmpz_mat

    size, width = rows.shape
    matrix = fmpz_mat(size, size, [1] * size**2)
    for start in range(0, width, _COLUMNS):
        check_cancelled()
        part = fmpz_mat(rows[:, start : start + _COLUMNS].tolist())
        matrix += part * part.transpose()
    return _solution(matrix, [1] * size, check_cancelled, report)


def _solution(
    matrix: fmpz_mat, right: Sequence[int], check_cancelled: CancelCheck, report: Progress
) -> Solution | None:
    from flint import nmod_mat

    for prime in _PRIMES:
        check_cancelled()
        try:
            inverse = nmod_mat(matrix, prime).inv()
        except ZeroDivisionError:
            continue
        return _Lifting(matrix, right, inverse, prime).solution(check_cancelled, report)
    return None


class _Lifting:
    """One system and its solution modulo a growing power of a prime.

    What is left of the right side, (right − matrix · solution) / power, stays as small as a row's
    sum. So it is computed modulo a few other primes, three times as fast as with long integers.
    """

    def __init__(
        self, matrix: fmpz_mat, right: Sequence[int], inverse: nmod_mat, prime: int
    ) -> None:
        from flint import fmpz, fmpz_mat, nmod_mat

        self._inverse, self._prime, self._size = inverse, prime, matrix.nrows()
        self._largest = max(map(abs, right))
        self._reach = self._size * max(map(abs, matrix.entries()))  # above all sums of a row
        self._rest = fmpz_mat(self._size, 1, right)
        self._solution = fmpz_mat(self._size, 1, [0] * self._size)
        self._power = fmpz(1)
        # Primes below 2⁶¹, which are none of those that are lifted by, with a large product.
        moduli, number = list[int](), 2**61 + 1
        while math.prod(moduli) <= 2 * int(self._reach + self._largest + 1):
            number -= 2
            if fmpz(number).is_prime():
                moduli.append(number)
        self._product = math.prod(moduli)
        self._rows = [(nmod_mat(matrix, m), pow(prime, -1, m), m) for m in moduli]
        # Σ shares[i]·v mod product is v mod moduli[i] for every i (Chinese remainders).
        others = [self._product // m for m in moduli]
        self._shares = [o * pow(o, -1, m) for o, m in zip(others, moduli, strict=True)]

    def solution(self, check_cancelled: CancelCheck, report: Progress) -> Solution:
        """Find digits until they are enough; a solution that is returned is proved."""
        done, due, found = 0, _FIRST_ATTEMPT, None
        while found is None:
            while done < due:
                check_cancelled()
                self._find_digit()
                done += 1
            report(min(done, self._most_digits), self._most_digits)
            found = self._rebuilt(check_cancelled)
            due = math.ceil(due * _GROWTH)
        return found

    @property
    def _most_digits(self) -> int:
        """About how many digits two determinants have (Cramer's rule, Hadamard's bound)."""
        entry_bits = int(self._reach).bit_length() - math.log2(self._size) / 2
        return max(1, math.ceil(2 * self._size * entry_bits / _PRIME_BITS))

    def _find_digit(self) -> None:
        from flint import fmpz_mat, nmod_mat

        residues = (self._inverse * nmod_mat(self._rest, self._prime)).entries()
        digit = fmpz_mat(self._size, 1, list(map(int, residues)))
        self._solution += digit * self._power
        self._power *= self._prime
        columns = []
        for matrix, inverse, modulus in self._rows:
            rest = nmod_mat(self._rest, modulus) - matrix * nmod_mat(digit, modulus)
            columns.append((rest * inverse).entries())
        rests = []
        for row in zip(*columns, strict=True):  # residues of the integer closest to 0
            shared = zip(self._shares, map(int, row), strict=True)
            value = sum(a * b for a, b in shared) % self._product
            rests.append(value if 2 * value < self._product else value - self._product)
        self._rest = fmpz_mat(self._size, 1, rests)

    def _rebuilt(self, check_cancelled: CancelCheck) -> Solution | None:
        """Return the solution as fractions, or None where it has too few digits for them."""
        from flint import fmpz_mat

        power, below = self._power, 1
        for value in self._solution.entries():
            check_cancelled()
            product = value * below % power
            if not self._is_top(product):
                # The shortest vector (n, d) with n = d · product modulo power: n / d is the value.
                shortest = fmpz_mat([[power, 0], [product, 1]]).lll()
                below *= abs(int(shortest[0, 1]))
                if 2 * self._largest * below >= power:
                    return None
        products = [value * below % power for value in self._solution.entries()]
        if 2 * self._largest * below >= power or not all(map(self._is_top, products)):
            return None
        # matrix · tops = right · below modulo power, and neither side is as large as half of that.
        return [int(min(value, value - power, key=abs)) for value in products], below

    def _is_top(self, value: fmpz) -> bool:
        """Return whether a number modulo the power is small enough for the proof."""
        return bool(2 * self._reach * min(value, self._power - value) < self._power)


def independent_rows(rows: NDArray[Any]) -> list[int]:
    """Return which rows (n, D) of integers are independent, the first ones first.

    Decided modulo a prime: what is independent there is so, and the reverse is nearly sure.
    """
    from flint import fmpz_mat, nmod_mat

    reduced, rank = nmod_mat(fmpz_mat(rows.T.tolist()), _PRIMES[0]).rref()
    found: list[int] = []
    for row in range(rank):
        start = found[-1] + 1 if found else 0
        found.append(next(c for c in range(start, len(rows)) if reduced[row, c]))
    return found
