"""Systems of integers solved by lifting, against elimination."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from math import isqrt

import numpy as np
import pytest

from perceptron_gui.base import lifting
from perceptron_gui.base.cancel import Cancelled, never_cancelled
from perceptron_gui.base.exact import solve, solve_integers
from perceptron_gui.base.lifting import BigMatrix, independent_rows, lifted_solution


def system(size: int, most: int, seed: int = 0) -> list[list[int]]:
    """Return rows of a matrix and a right side of integers up to `most`, some of them negative."""
    random = np.random.default_rng(seed)
    digits = random.integers(-999, 1000, size=(size, size + 1, 12)).tolist()
    return [[sum(d * 1000**k for k, d in enumerate(v)) % (2 * most) - most for v in row]
            for row in digits]  # fmt: skip


def lifted(rows: list[list[int]]) -> tuple[list[int], int] | None:
    """Solve rows (matrix | right) by lifting, however few they are."""
    whole = np.array(rows, dtype=object)
    return lifted_solution(BigMatrix.of(whole[:, :-1]), whole[:, -1].tolist(), never_cancelled)


def fractions_of(found: tuple[list[int], int] | None) -> list[Fraction]:
    assert found is not None
    return [Fraction(top, found[1]) for top in found[0]]


def test_the_moduli_are_primes() -> None:
    for prime in chain(lifting._primes(12), lifting._primes(22)):
        assert all(prime % divisor for divisor in range(2, isqrt(prime) + 1))


@pytest.mark.parametrize("size", [1, 2, 7, 29, 30, 41])
@pytest.mark.parametrize("most", [50, 10**6, 10**20])
def test_lifting_finds_what_elimination_finds(size: int, most: int) -> None:
    rows = system(size, most)
    matrix = [[Fraction(value) for value in row[:-1]] for row in rows[: min(size, 29)]]
    found = lifted(rows)
    if size < 30:  # there, others are solved by elimination
        assert fractions_of(found) == solve(matrix, [Fraction(row[-1]) for row in rows])
    assert fractions_of(found) == fractions_of(solve_integers([list(row) for row in rows]))
    tops, below = found or ([], 1)
    for row in rows:
        assert sum(a * b for a, b in zip(row[:-1], tops, strict=True)) == row[-1] * below


def test_whole_solutions_have_no_denominator() -> None:
    rows = [[2, 0, 4], [0, -3, 9]]
    assert lifted(rows) == ([2, -3], 1)


def test_a_prime_that_divides_the_determinant_is_no_obstacle() -> None:
    prime = next(lifting._primes(BigMatrix.of(np.eye(2, dtype=object)).bits))
    rows = [[prime, 0, 1], [0, 1, 5]]
    assert fractions_of(lifted(rows)) == [Fraction(1, prime), 5]


def test_singular_systems_are_left_to_elimination() -> None:
    rows = [[1, 2, 3], [2, 4, 6]]
    assert lifted(rows) is None
    many = [[1] * 40 + [1] for _ in range(40)]
    assert solve_integers(many) is None


def test_lifting_can_be_cancelled() -> None:
    def cancelled() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        solve_integers(system(40, 1000), cancelled)


@pytest.mark.parametrize("most", [9, 10**4, 10**17, 10**40])
@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (40, 60), (70, 33)])
def test_products_of_rows_are_exact_though_multiplied_as_floats(
    shape: tuple[int, int], most: int
) -> None:
    rows = np.array(system(max(shape), most), dtype=object)[: shape[0], : shape[1]]
    found = BigMatrix.gram(rows)
    whole = sum(
        piece.astype(np.int64).astype(object) << (found.bits * k)
        for k, piece in enumerate(found.pieces)
    )
    assert np.array_equal(whole, rows @ rows.T + 1)
    assert max(float(np.abs(piece).max()) for piece in found.pieces) < 2**found.bits


def test_fractions_are_rebuilt_from_as_few_digits_as_they_need() -> None:
    """Whole solutions of a few digits do not wait for what a determinant could need."""
    matrix = BigMatrix.of(np.array(system(40, 10**20), dtype=object)[:, :-1])
    wanted = list(range(-20, 20))
    whole = np.array(system(40, 10**20), dtype=object)[:, :-1] @ np.array(wanted, dtype=object)
    seen: list[tuple[int, int]] = []
    found = lifted_solution(
        matrix, whole.tolist(), never_cancelled, lambda *told: seen.append(told)
    )
    assert found == (wanted, 1)
    done, most = seen[-1]
    assert done < most / 10


def test_independent_rows_are_the_first_ones() -> None:
    rows = np.array([[1, 2, 3], [2, 4, 6], [0, 10**30, 1], [1, 2 + 10**30, 4], [5, 0, 0]], object)
    assert independent_rows(rows, never_cancelled) == [0, 2, 4]
    assert independent_rows(rows.T.copy(), never_cancelled) == [0, 1, 2]
    assert independent_rows(np.zeros((3, 2), dtype=object), never_cancelled) == []
