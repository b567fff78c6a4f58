"""Systems of integers solved by lifting, against elimination."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.base import lifting
from perceptron_gui.base.cancel import never_cancelled, no_progress
from perceptron_gui.base.exact import solve, solve_integers
from perceptron_gui.base.lifting import gram_solution, independent_rows, lifted_solution


def system(size: int, most: int, seed: int = 0) -> list[list[int]]:
    """Return rows of a matrix and a right side of integers up to `most`, some of them negative."""
    random = np.random.default_rng(seed)
    digits = random.integers(-999, 1000, size=(size, size + 1, 12)).tolist()
    return [[sum(d * 1000**k for k, d in enumerate(v)) % (2 * most) - most for v in row]
            for row in digits]  # fmt: skip


def lifted(rows: list[list[int]]) -> tuple[list[int], int] | None:
    """Solve rows (matrix | right) by lifting, however few they are."""
    return lifted_solution([row[:-1] for row in rows], [row[-1] for row in rows], never_cancelled)


def fractions_of(found: tuple[list[int], int] | None) -> list[Fraction]:
    assert found is not None
    return [Fraction(top, found[1]) for top in found[0]]


def assert_solved(rows: list[list[int]], found: tuple[list[int], int] | None) -> None:
    tops, below = found or ([], 0)
    assert below > 0
    for row in rows:
        assert sum(a * b for a, b in zip(row[:-1], tops, strict=True)) == row[-1] * below


@pytest.mark.parametrize("size", [1, 2, 7, 29, 30, 41])
@pytest.mark.parametrize("most", [50, 10**6, 10**20])
def test_lifting_finds_what_elimination_finds(size: int, most: int) -> None:
    rows = system(size, most)
    found = lifted(rows)
    if size < 30:  # there, others are solved by elimination
        matrix = [[Fraction(value) for value in row[:-1]] for row in rows]
        assert fractions_of(found) == solve(matrix, [Fraction(row[-1]) for row in rows])
    assert fractions_of(found) == fractions_of(solve_integers([list(row) for row in rows]))
    assert_solved(rows, found)


def test_a_prime_that_divides_the_determinant_is_no_obstacle() -> None:
    prime = lifting._PRIMES[0]
    assert fractions_of(lifted([[prime, 0, 1], [0, 1, 5]])) == [Fraction(1, prime), 5]


def test_unknowns_may_have_denominators_of_their_own() -> None:
    primes = [2, 3, 5, 7, 11, 13, 10**30 + 57]
    rows = [[p * (i == j) for j in range(len(primes))] + [1] for i, p in enumerate(primes)]
    assert fractions_of(lifted(rows)) == [Fraction(1, p) for p in primes]
    assert fractions_of(lifted([[3, 0, 10**50], [0, 1, 0]])) == [Fraction(10**50, 3), 0]


@pytest.mark.parametrize("most", [9, 10**17, 10**40])
@pytest.mark.parametrize("shape", [(1, 1), (5, 300), (40, 60), (33, 70)])
def test_systems_of_inner_products_are_solved(shape: tuple[int, int], most: int) -> None:
    rows = np.array(system(max(shape), most), dtype=object)[: shape[0], : shape[1]]
    found = gram_solution(rows, never_cancelled, no_progress)
    assert_solved([[*row, 1] for row in (rows @ rows.T + 1).tolist()], found)


def test_the_share_that_is_done_never_exceeds_all() -> None:
    seen: list[tuple[int, int]] = []
    rows = np.array(system(40, 1000), dtype=object)
    gram_solution(rows, never_cancelled, lambda *told: seen.append(told))
    assert len(seen) > 1
    assert all(done <= most for done, most in seen)
    assert seen == sorted(seen)


def test_independent_rows_are_the_first_ones() -> None:
    rows = np.array([[1, 2, 3], [2, 4, 6], [0, 10**30, 1], [1, 2 + 10**30, 4], [5, 0, 0]], object)
    assert independent_rows(rows) == [0, 2, 4]
    assert independent_rows(rows.T.copy()) == [0, 1, 2]
    assert independent_rows(np.zeros((3, 2), dtype=object)) == []
