"""Large systems of integer equations, solved exactly by lifting their solution modulo a prime.

Dixon (1982): digits of the solution in base p come from one inverse modulo p and products of
small integers, which floats hold exactly; the fractions are rebuilt from them. Elimination would
take minutes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cancel import CancelCheck, Progress, no_progress

_FLOAT_BITS = 52  # floats hold every integer of a sum of products up to here
_TRIES = 3  # primes that are tried for a matrix
_BLOCK = 32  # columns that are eliminated at a time
_GROWTH = 1.25  # digits from one attempt to rebuild fractions to the next
_SPARE_BITS = 64  # by which a fraction has to be shorter than its digits: it is none by chance
_MOST_PIECES = 100  # of a number; one of points has far fewer
_MIXED_BITS = 16  # of the factors of a sum of all unknowns

Floats = NDArray[np.float64]  # which hold integers only
Solution = tuple[list[int], int]  # numerators and their common denominator


class BigMatrix:
    """A matrix (n, n) of integers cut into pieces of few bits, the lowest first."""

    def __init__(self, pieces: list[NDArray[np.int64]], bits: int) -> None:
        self.bits = bits
        self.pieces = _carried(pieces, bits)
        self.size = len(pieces[0])
        self._stacked = np.concatenate(self.pieces)

    @classmethod
    def of(cls, matrix: NDArray[Any]) -> BigMatrix:
        """Cut a matrix of Python integers."""
        bits = _bits_for(len(matrix))
        return cls([piece.astype(np.int64) for piece in _cut(matrix, bits)], bits)

    @classmethod
    def gram(cls, rows: NDArray[Any]) -> BigMatrix:
        """Return rows · rowsᵀ + 1 of integers (n, D), multiplied as floats, and exact."""
        bits = _bits_for(max(rows.shape))
        cut = [piece.astype(np.float64) for piece in _cut(rows, bits)]
        sums = [np.zeros((len(rows), len(rows)), dtype=np.int64) for _ in range(2 * len(cut) - 1)]
        for i, left in enumerate(cut):
            for j, right in enumerate(cut):
                sums[i + j] += (left @ right.T).astype(np.int64)
        sums[0] += 1
        return cls(sums, bits)

    def modulo(self, prime: int) -> Floats:
        """Return the matrix (n, n) modulo a prime."""
        found = np.zeros_like(self.pieces[0])
        for piece in reversed(self.pieces):
            found = _reduced(found * float(1 << self.bits) + piece, prime)
        return found

    def times(self, digit: Floats) -> Floats:
        """Return matrix · digit cut into as many pieces, which may be longer (pieces, n)."""
        return (self._stacked @ digit).reshape(len(self.pieces), self.size)

    @property
    def reach(self) -> int:
        """No sum of a row's entries is larger."""
        return self.size << (self.bits * len(self.pieces))


def _bits_for(size: int) -> int:
    """Return of how many bits two integers may be for `size` products to add up exactly."""
    return (_FLOAT_BITS - max(size, _MOST_PIECES).bit_length()) // 2


def _cut(values: NDArray[Any], bits: int) -> list[NDArray[Any]]:
    """Return integers of any size cut into pieces, the lowest first; the highest has the sign."""
    pieces, mask = [], (1 << bits) - 1
    while np.abs(values).max() > mask:
        pieces.append(values & mask)
        values = values >> bits
    return [*pieces, values]


def _carried(pieces: list[NDArray[np.int64]], bits: int) -> list[Floats]:
    """Return the same matrix in pieces none of which is longer than `bits`."""
    done, rest, mask = [], np.zeros_like(pieces[0]), (1 << bits) - 1
    for piece in pieces[:-1]:
        rest = rest + piece
        done.append((rest & mask).astype(np.float64))
        rest >>= bits
    return [*done, *(each.astype(np.float64) for each in _cut(rest + pieces[-1], bits))]


def _reduced(values: Floats, prime: int) -> Floats:
    """Return integers modulo a prime, between −p/2 and p/2."""
    return np.asarray(values - np.rint(values * (1.0 / prime)) * prime)


def lifted_solution(
    matrix: BigMatrix,
    right: Sequence[int],
    check_cancelled: CancelCheck,
    report: Progress = no_progress,
) -> Solution | None:
    """Return numerators and the common denominator of x with matrix · x = right.

    None where it is not found this way, because the matrix may be singular.
    """
    if max(len(matrix.pieces), max(map(abs, right)).bit_length() // matrix.bits) > _MOST_PIECES - 3:
        return None
    for prime in _primes(matrix.bits):
        inverse = _inverse(matrix.modulo(prime), prime, check_cancelled)
        if inverse is not None:
            return _Lifting(matrix, right, inverse, prime).solution(check_cancelled, report)
    return None


def _primes(bits: int) -> Iterator[int]:
    """Yield the largest primes of which a residue, up to its sign, has so many bits."""
    found, number = 0, (2 << bits) - 1
    while found < _TRIES:
        if all(number % divisor for divisor in range(3, math.isqrt(number) + 1, 2)):
            yield number
            found += 1
        number -= 2


def _inverse(matrix: Floats, prime: int, check_cancelled: CancelCheck) -> Floats | None:
    """Return the inverse (n, n) modulo a prime, None if there is none.

    Gauss and Jordan in place, a block of columns at a time: all others are multiplied by it.
    """
    work, order = matrix.copy(), np.arange(len(matrix))
    for start in range(0, len(work), _BLOCK):
        stop = min(start + _BLOCK, len(work))
        block = work[:, start:stop]
        for column in range(start, stop):
            check_cancelled()
            pivot = column + int(np.argmax(block[column:, column - start] != 0))
            if not block[pivot, column - start]:
                return None
            work[[column, pivot]] = work[[pivot, column]]
            order[[column, pivot]] = order[[pivot, column]]
            factors = block[:, column - start].copy()
            inverse = pow(int(factors[column]), -1, prime)
            factors[column] = 0
            block[:, column - start] = 0
            block[column, column - start] = 1
            block[column] = _reduced(block[column] * inverse, prime)
            block -= factors[:, None] * block[column]
            block[:] = _reduced(block, prime)
        for others in (slice(0, start), slice(stop, len(work))):
            pivots = work[start:stop, others].copy()
            work[start:stop, others] = 0
            work[:, others] = _reduced(work[:, others] + block @ pivots, prime)
    found = np.empty_like(work)
    found[:, order] = work
    return found


class _Lifting:
    """One system and the digits of its solution, found one after the other."""

    def __init__(
        self, matrix: BigMatrix, right: Sequence[int], inverse: Floats, prime: int
    ) -> None:
        self._matrix, self._inverse, self._prime = matrix, inverse, prime
        self._largest = max(map(abs, right))
        self._base = float(1 << matrix.bits)
        cut = _cut(np.array(right, dtype=object), matrix.bits)
        # What is still to be explained, in pieces; it never grows beyond the matrix.
        self._rest = np.zeros((max(len(cut), len(matrix.pieces) + 1) + 1, matrix.size))
        self._rest[: len(cut)] = [piece.astype(np.float64) for piece in cut]
        powers = [pow(2, matrix.bits * k, prime) for k in range(len(self._rest))]
        self._powers = _reduced(np.array(powers, dtype=np.float64), prime)
        self._digits: list[Floats] = []
        random = np.random.Generator(np.random.PCG64(0))
        self._factors = random.integers(1, 1 << _MIXED_BITS, matrix.size).astype(np.float64)

    def solution(self, check_cancelled: CancelCheck, report: Progress) -> Solution | None:
        """Find digits until they are enough; a solution that is returned is proved."""
        most = self._most_digits
        due = 8.0
        while len(self._digits) < most:
            check_cancelled()
            self._find_digit()
            if len(self._digits) >= min(due, most):
                report(len(self._digits), most)
                found = self._attempt(len(self._digits) == most, check_cancelled)
                if found is not None:
                    return found
                due = len(self._digits) * _GROWTH
        return None

    @property
    def _most_digits(self) -> int:
        """How many digits are always enough: Cramer's rule with Hadamard's bound."""
        matrix, size = self._matrix, self._matrix.size
        whole = matrix.bits * len(matrix.pieces)
        floats = sum(np.ldexp(p, matrix.bits * k - whole) for k, p in enumerate(matrix.pieces))
        norms = whole + np.log2(np.sqrt(np.square(floats).sum(axis=1)) + 1e-99)
        determinant = float((np.maximum(norms, self._largest.bit_length()) + 0.51).sum())
        bits = 2 * (determinant + size.bit_length() + _MIXED_BITS + _SPARE_BITS)
        return math.ceil((bits + matrix.reach.bit_length() + 2) / math.log2(self._prime))

    def _find_digit(self) -> None:
        prime, rest, base = self._prime, self._rest, self._base
        digit = _reduced(self._inverse @ _reduced(self._powers @ rest, prime), prime)
        self._digits.append(digit)
        products = self._matrix.times(digit)
        rest[: len(products)] -= products
        carry = np.zeros_like(digit)
        for k in reversed(range(len(rest))):  # divided by p, without a remainder in the end
            whole = carry * base + rest[k]
            rest[k] = np.rint(whole * (1.0 / prime))
            carry = whole - rest[k] * prime
        for k in range(len(rest) - 1):
            carry = np.rint(rest[k] / base)
            rest[k] -= carry * base
            rest[k + 1] += carry

    def _attempt(self, is_last: bool, check_cancelled: CancelCheck) -> Solution | None:
        """Return the solution if the digits are enough for it."""
        mixed = (np.array(self._digits) @ self._factors).astype(np.int64)
        modulus = self._prime ** len(mixed)
        value = _number(mixed.tolist(), _squares(self._prime, len(mixed))) % modulus
        bound = math.isqrt(modulus >> (_SPARE_BITS + 1))
        below, top = _fraction(value, modulus, bound)
        if below > bound:
            return None
        bits = max(below.bit_length(), top.bit_length())
        bits += _SPARE_BITS + self._matrix.reach.bit_length()
        count = len(mixed) if is_last else math.ceil(bits / math.log2(self._prime))
        return self._rebuilt(count, below, check_cancelled) if count <= len(mixed) else None

    def _rebuilt(self, count: int, below: int, check_cancelled: CancelCheck) -> Solution | None:
        """Return the solution with about this denominator, from its first digits."""
        modulus, squares = _Modulus(self._prime**count), _squares(self._prime, count)
        bound = modulus.value // (2 * self._matrix.reach)
        tops: list[int] = []
        for column in np.array(self._digits[:count]).astype(np.int64).T.tolist():
            check_cancelled()
            value = modulus.reduced((_number(column, squares) % modulus.value) * below)
            if min(value, modulus.value - value) > bound:  # the sum of all lacks a small factor
                missing, _ = _fraction(value, modulus.value, bound)
                if missing >> (_SPARE_BITS // 2):
                    return None
                tops, below = [top * missing for top in tops], below * missing
                value = value * missing % modulus.value
            tops.append(value if 2 * value <= modulus.value else value - modulus.value)
        # matrix · tops = right · below modulo p^count, and neither side can differ by as much.
        most = self._matrix.reach * max(map(abs, tops)) + self._largest * below
        return (tops, below) if most < modulus.value else None


class _Modulus:
    """Divides by a long number again and again, by multiplying with its reciprocal (Barrett)."""

    def __init__(self, value: int) -> None:
        self.value = value
        self._bits = value.bit_length()
        self._reciprocal = (1 << (2 * self._bits)) // value

    def reduced(self, product: int) -> int:
        """Return the remainder of a number between 0 and the square of the modulus."""
        quotient = ((product >> (self._bits - 1)) * self._reciprocal) >> (self._bits + 1)
        rest = product - quotient * self.value
        while rest >= self.value:
            rest -= self.value
        return rest


def _squares(prime: int, count: int) -> list[int]:
    """Return p, p², p⁴, … as far as numbers of so many digits need them."""
    found = [prime]
    while 1 << len(found) < count:
        found.append(found[-1] ** 2)
    return found


def _number(digits: Sequence[int], squares: Sequence[int]) -> int:
    """Return Σ digits[k]·p^k, halves first, so that most numbers are short."""
    parts = list(digits)
    for base in squares:
        if len(parts) % 2:
            parts.append(0)
        parts = [low + high * base for low, high in zip(parts[::2], parts[1::2], strict=True)]
    return parts[0]


def _fraction(value: int, modulus: int, bound: int) -> tuple[int, int]:
    """Return the least d > 0 for which d·value is at most `bound`, up to its sign, and that."""
    before, now = modulus, value
    last, factor = 0, 1
    while now > bound:
        quotient = before // now
        before, now = now, before - quotient * now
        last, factor = factor, last - quotient * factor
    return abs(factor), now


def independent_rows(rows: NDArray[Any], check_cancelled: CancelCheck) -> list[int]:
    """Return which rows (n, D) of integers are independent, the first ones first.

    Decided modulo a prime: what is independent there is so, and the reverse is nearly sure.
    """
    prime = next(_primes(_bits_for(max(rows.shape))))
    work = _reduced((rows % prime).astype(np.float64), prime).T.copy()
    found: list[int] = []
    for column in range(work.shape[1]):
        check_cancelled()
        rank = len(found)
        if rank == len(work):
            break
        pivot = rank + int(np.argmax(work[rank:, column] != 0))
        if not work[pivot, column]:
            continue
        work[[rank, pivot]] = work[[pivot, rank]]
        inverse = pow(int(work[rank, column]), -1, prime)
        lead = _reduced(work[rank, column:] * inverse, prime)
        below = work[rank + 1 :, column].copy()
        work[rank + 1 :, column:] = _reduced(
            work[rank + 1 :, column:] - below[:, None] * lead, prime
        )
        found.append(column)
    return found
