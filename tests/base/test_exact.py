"""Decimals to integers, numbers as on the chalkboard, and large systems of equations solved."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.cancel import never_cancelled
from perceptron_gui.base.equations import independent_rows, solve, solve_gram, solve_integers
from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import (
    big_integers,
    common_unit,
    decimal_integers,
    exact_number,
    exact_text,
    format_number,
    shortest_multiple,
)
from perceptron_gui.base.number_text import json_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.space.space import Space


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (0.1, "1/10"), ("0.1", "1/10"), ("1/3", "1/3"), (Decimal("0.25"), "1/4"), (7, "7"),
        ("−2.5", "-5/2"), (1e-9, "1/1000000000"), (np.int64(3), "3"), (np.float64(0.3), "3/10"),
    ],
)  # fmt: skip
def test_a_number_is_what_was_typed(value: object, wanted: str) -> None:
    assert exact_number(value) == Fraction(wanted)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3, 10), "0.3"), (Fraction(1, 17), "1/17"), (Fraction(-3, 2), "-1.5"),
        (Fraction(4), "4"), (Fraction(1, 10**9), "0.000000001"), (0.30000000000000004, "0.3"),
        (1234567.0, "1.23457e+06"), (Fraction(10**30, 7), "1.42857e+29"), (Fraction(0), "0"),
        (Fraction(1, 10**15), "1/1000000000000000"),
    ],
)  # fmt: skip
def test_numbers_print_as_on_the_chalkboard(value: Fraction | float, text: str) -> None:
    assert format_number(value) == text


decimals = st.integers(-(10**9), 10**9).flatmap(
    lambda m: st.integers(0, 9).map(lambda s: float(f"{m}e-{s}"))
)


def test_fractions_of_thousands_of_digits_are_written() -> None:
    """Python itself refuses to write whole numbers of more than 4300 digits."""
    long = Fraction(10**5000 + 1, 3**10400)
    assert format_number(long) == format_number(float(long))
    assert format_number(1 / long) == format_number(1 / float(long))
    top, below = exact_text(-long).split("/")
    assert top == f"-1{'0' * 4999}1"
    assert Decimal(below) == Decimal(3**10400)
    assert json_number("x", Fraction(10**5000, 3))["x_exact"] == f"1{'0' * 5000}/3"
    assert exact_text(Fraction(-3, 17)) == "-3/17"
    assert exact_text(Fraction(10**5000)) == f"1{'0' * 5000}"


@given(st.lists(decimals, min_size=1, max_size=40))
def test_decimals_become_integers_and_back(values: list[float]) -> None:
    array = np.array(values)
    whole, places = big_integers(array)
    assert [Fraction(int(m), 10**places) for m in whole] == [exact_number(v) for v in values]
    found = decimal_integers(array)
    if found is None:  # more than 51 bits are needed
        assert max(abs(exact_number(v)) for v in values) * 10 ** min_places(values) >= 2**51
        return
    integers, s = found
    assert [Fraction(int(m), 10**s) for m in integers] == [exact_number(v) for v in values]


def min_places(values: list[float]) -> int:
    return max(max(0, -int(Decimal(repr(v)).normalize().as_tuple().exponent)) for v in values)


@pytest.mark.parametrize("value", [0.1 + 0.2, 1 / 3, 2**0.5, 1e300, 1e-30, 123456789.123456789])
def test_what_needs_too_many_digits_has_no_integers(value: float) -> None:
    assert decimal_integers(np.array([1.0, value])) is None


def test_decimals_may_come_late() -> None:
    found = decimal_integers(np.append(np.arange(40_000.0), 0.25))
    assert found is not None and found[0][-1] == 25 and found[1] == 2


@given(st.lists(st.fractions(), min_size=1, max_size=5))
def test_the_common_unit_divides_everything_and_is_the_largest(values: list[Fraction]) -> None:
    unit = common_unit(values)
    multiples = [value / unit for value in values]
    assert all(m.denominator == 1 for m in multiples)
    if any(multiples):
        assert math.gcd(*(int(m) for m in multiples)) == 1


@given(st.integers(1, 4).flatmap(lambda n: st.lists(
    st.lists(st.integers(-5, 5).map(Fraction), min_size=n + 1, max_size=n + 1),
    min_size=n, max_size=n)))  # fmt: skip
def test_a_solution_solves(rows: list[list[Fraction]]) -> None:
    matrix, right = [row[:-1] for row in rows], [row[-1] for row in rows]
    found = solve(matrix, right)
    floats = np.array([[float(v) for v in row] for row in matrix])
    if found is None:
        assert abs(np.linalg.det(floats)) < 1e-6
    else:
        for row, value in zip(matrix, right, strict=True):
            assert sum(a * b for a, b in zip(row, found, strict=True)) == value


@pytest.mark.parametrize("lift", ["none", "product", "quadratic"])
@pytest.mark.parametrize("bias", [Fraction(1), Fraction(25, 2), Fraction(1, 3 * 10**9)])
def test_the_space_of_a_rule_is_exact(lift: str, bias: Fraction) -> None:
    """0.1·0.2 is 0.02 there, not 0.020000000000000004."""
    points = [[0.1, 0.2], [1.25, -3.0]]
    space = Space(Dataset.of(points, [1, -1]), lift=lift, bias_scale=bias)
    wanted = []
    for (a, b), label in zip(points, (1, -1), strict=True):
        x, y = exact_number(a), exact_number(b)
        products = {"none": [], "product": [x * y], "quadratic": [x * x, x * y, y * y]}[lift]
        wanted.append([label * v for v in (x, y, *products, bias)])
    assert space.scaled is not None
    z, unit = space.scaled
    assert [[int(v) * unit for v in row] for row in z] == wanted
    rows, unit = space.exact_rows([0, 1])
    assert [[int(v) * unit for v in row] for row in rows] == wanted
    assert space.signed.tolist() == [[float(v) for v in row] for row in wanted]


@pytest.mark.parametrize(
    ("points", "labels", "where"),
    [
        ([[1, 2], [3, np.nan]], [1, -1], "point 1, coordinate 1"),
        ([[1, 2], [1e76, 3]], [1, -1], "point 1, coordinate 0"),
        ([[1, 2], [-1e-80, 3]], [1, -1], "point 1, coordinate 0"),
        ([[1, 2]], [1, -1], "1 points but 2 labels"),
        ([[1, 2]], [0], "label of point 0"),
        ([[1, 2], [3]], [1, -1], "same length"),
        ([["a", 2]], [1], "numbers"),
        ([1, 2], [1, -1], "table"),
    ],
)
def test_bad_data_gets_a_sentence(points: object, labels: object, where: str) -> None:
    with pytest.raises(DataError, match=where):
        Dataset.of(points, labels)  # type: ignore[arg-type]


def test_a_direction_is_written_in_the_smallest_whole_numbers() -> None:
    found = shortest_multiple([Fraction(2, 17), Fraction(2, 17), Fraction(-3, 17)])
    assert found == [2, 2, -3]
    assert shortest_multiple([Fraction(-4), Fraction(6)]) == [-2, 3]
    long = [Fraction(10**12 + 1, 3), Fraction(1, 3)]
    assert shortest_multiple(long)[0] == 1


def system(size: int, most: int, seed: int = 0) -> list[list[int]]:
    """Return rows of a matrix and a right side of integers up to `most`, some of them negative."""
    random = np.random.default_rng(seed)
    digits = random.integers(-999, 1000, size=(size, size + 1, 12)).tolist()
    return [[sum(d * 1000**k for k, d in enumerate(v)) % (2 * most) - most for v in row]
            for row in digits]  # fmt: skip


def assert_solved(rows: list[list[int]], found: tuple[list[int], int] | None) -> None:
    tops, below = found or ([], 0)
    assert below
    for row in rows:
        assert sum(a * b for a, b in zip(row[:-1], tops, strict=True)) == row[-1] * below


@pytest.mark.parametrize("size", [1, 2, 7, 29, 30, 41])
@pytest.mark.parametrize("most", [50, 10**6, 10**20])
def test_few_and_many_equations_are_solved(size: int, most: int) -> None:
    rows = system(size, most)
    assert_solved(rows, solve_integers([list(row) for row in rows]))
    if size > 1:
        assert solve_integers([list(row) for row in (*rows[1:], rows[1])]) is None


@pytest.mark.parametrize("most", [9, 10**17, 10**40])
@pytest.mark.parametrize("shape", [(1, 1), (5, 300), (40, 60), (33, 70)])
def test_systems_of_inner_products_are_solved(shape: tuple[int, int], most: int) -> None:
    rows = np.array(system(max(shape), most), dtype=object)[: shape[0], : shape[1]]
    found = solve_gram(rows, never_cancelled)
    assert_solved([[*row, 1] for row in (rows @ rows.T + 1).tolist()], found)


def test_independent_rows_are_the_first_ones() -> None:
    rows = np.array([[1, 2, 3], [2, 4, 6], [0, 10**30, 1], [1, 2 + 10**30, 4], [5, 0, 0]], object)
    assert independent_rows(rows) == [0, 2, 4]
    assert independent_rows(rows.T.copy()) == [0, 1, 2]
    assert independent_rows(np.zeros((3, 2), dtype=object)) == []
