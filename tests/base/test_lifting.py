"""Systems of integers solved by lifting, against elimination."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest

from perceptron_gui.base import lifting
from perceptron_gui.base.cancel import Cancelled, never_cancelled
from perceptron_gui.base.exact import solve, solve_integers
from perceptron_gui.base.lifting import lifted_solution


def system(size: int, most: int, seed: int = 0) -> list[list[int]]:
    """Return rows of a matrix and a right side of integers up to `most`, some of them negative."""
    random = np.random.default_rng(seed)
    digits = random.integers(-999, 1000, size=(size, size + 1, 12)).tolist()
    return [[sum(d * 1000**k for k, d in enumerate(v)) % (2 * most) - most for v in row]
            for row in digits]  # fmt: skip


def fractions_of(found: tuple[list[int], int] | None) -> list[Fraction]:
    assert found is not None
    return [Fraction(top, found[1]) for top in found[0]]


def test_the_moduli_are_primes() -> None:
    for prime in lifting._PRIMES:
        assert all(prime % divisor for divisor in range(2, isqrt(prime) + 1))


@pytest.mark.parametrize("size", [1, 2, 7, 29, 30, 41])
@pytest.mark.parametrize("most", [50, 10**6, 10**20])
def test_lifting_finds_what_elimination_finds(size: int, most: int) -> None:
    rows = system(size, most)
    matrix = [[Fraction(value) for value in row[:-1]] for row in rows[: min(size, 29)]]
    found = lifted_solution(rows, never_cancelled)
    if size < 30:  # there, others are solved by elimination
        assert fractions_of(found) == solve(matrix, [Fraction(row[-1]) for row in rows])
    assert fractions_of(found) == fractions_of(solve_integers([list(row) for row in rows]))
    tops, below = found or ([], 1)
    for row in rows:
        assert sum(a * b for a, b in zip(row[:-1], tops, strict=True)) == row[-1] * below


def test_whole_solutions_have_no_denominator() -> None:
    rows = [[2, 0, 4], [0, -3, 9]]
    assert lifted_solution(rows, never_cancelled) == ([2, -3], 1)


def test_a_prime_that_divides_the_determinant_is_no_obstacle() -> None:
    prime = lifting._PRIMES[0]
    rows = [[prime, 0, 1], [0, 1, 5]]
    assert fractions_of(lifted_solution(rows, never_cancelled)) == [Fraction(1, prime), 5]


def test_singular_systems_are_left_to_elimination() -> None:
    rows = [[1, 2, 3], [2, 4, 6]]
    assert lifted_solution(rows, never_cancelled) is None
    many = [[1] * 40 + [1] for _ in range(40)]
    assert solve_integers(many) is None


def test_lifting_can_be_cancelled() -> None:
    def cancelled() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        lifted_solution(system(40, 1000), cancelled)
