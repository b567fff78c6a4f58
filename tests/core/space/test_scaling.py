"""Points centred and scaled: against fractions worked out by hand, and undone to the last digit."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from perceptron_gui import check, train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.scaling import SCALES, scaling_of
from perceptron_gui.core.space.space import Space
from perceptron_gui.theory.what_if.scales import scale_effects

AND = ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])
EXACT = ("none", "centre", "range")


def by_hand(points: list[list[float]], scale: str) -> list[list[Fraction]]:
    """Return scaled points in fractions, as a textbook has it."""
    columns = [[Fraction(str(v)) for v in column] for column in zip(*points, strict=True)]
    scaled = []
    for column in columns:
        if scale == "range":
            low, high = min(column), max(column)
            size = (high - low) / 2 or Fraction(1)
            scaled.append([(v - (low + high) / 2) / size for v in column])
        else:
            mean = sum(column, Fraction(0)) / len(column) if scale == "centre" else Fraction(0)
            scaled.append([v - mean for v in column])
    return [list(row) for row in zip(*scaled, strict=True)]


def perceptron(points: list[list[Fraction]], labels: list[int], passes: int) -> list[Fraction]:
    """Train the plainest perceptron there is; a tie is a mistake."""
    w = [Fraction(0)] * (len(points[0]) + 1)
    for _ in range(passes):
        for point, y in zip(points, labels, strict=True):
            x = [*point, Fraction(1)]
            if y * sum(a * b for a, b in zip(w, x, strict=True)) <= 0:
                w = [a + y * b for a, b in zip(w, x, strict=True)]
    return w


@pytest.mark.parametrize(
    ("scale", "radius", "margin", "bound"),
    [
        ("none", Fraction(3), Fraction(1, 17), Fraction(51)),
        ("centre", Fraction(3, 2), Fraction(1, 9), Fraction(27, 2)),
        ("range", Fraction(3), Fraction(1, 3), Fraction(9)),
        ("standard", Fraction(3), Fraction(1, 3), Fraction(9)),  # its deviation is 1/2
    ],
)
def test_and_has_another_bound_when_it_is_scaled(
    scale: str, radius: Fraction, margin: Fraction, bound: Fraction
) -> None:
    found = check(*AND, scale=scale)
    assert (found.radius_squared, found.margin_squared) == (radius, margin)
    assert found.mistake_bound == bound
    run = train(*AND, scale=scale)
    assert run.arithmetic == "exact"
    assert run.bounds is not None and run.bounds.exact_limit == bound
    effect = next(each for each in scale_effects(train(*AND)) if each.scale == scale)
    assert effect.limit == bound and effect.updates == len(run.history)


def test_range_makes_and_the_gate_of_minus_and_plus_one() -> None:
    ranged, signed = train(*AND, scale="range"), Run(make(LIBRARY["and-pm"]), Rule()).finish()
    assert (ranged.space.signed == signed.space.signed).all()
    assert ranged.exact_weights_at(ranged.visits) == signed.exact_weights_at(signed.visits)


decimals = st.integers(-999, 999).map(lambda v: v / 10)
tables = st.lists(st.tuples(decimals, decimals, st.sampled_from((-1, 1))), min_size=1, max_size=9)


@given(tables, st.sampled_from(EXACT))
def test_the_engine_trains_on_the_very_points_of_the_textbook(
    rows: list[tuple[float, float, int]], scale: str
) -> None:
    points, labels = [list(row[:2]) for row in rows], [row[2] for row in rows]
    scaled = by_hand(points, scale)
    run = Run(
        Dataset.of(points, labels), Rule.of({"scale": scale, "epochs": 5, "keep_going": True})
    )
    assert run.arithmetic == "exact"
    integers, unit = run.space.exact_rows(np.arange(len(points)))
    seen = [[int(v) * unit * y for v in row] for row, y in zip(integers, labels, strict=True)]
    assert seen == [[*row, 1] for row in scaled]
    run.finish()
    assert run.exact_weights_at(run.visits) == perceptron(scaled, labels, 5)


@pytest.mark.parametrize("lift", ["none", "product", "quadratic"])
@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("scale", SCALES)
def test_the_line_in_typed_coordinates_has_the_same_scores(
    scale: str, offset: bool, lift: str
) -> None:
    rng = np.random.default_rng(3)
    dataset = Dataset.of((rng.random((7, 3)) * [1, 10, 100]).round(1), rng.choice([-1, 1], 7))
    space = Space(dataset, lift=lift, offset=offset, bias_scale=Fraction(3, 2), scale=scale)
    plain = Space(dataset, lift=lift, offset=False)
    weights = [Fraction(int(v), 7) for v in rng.integers(-9, 9, space.dimension)]
    normal, constant = space.line_of(weights)
    rows, unit = space.exact_rows(np.arange(7))
    typed, typed_unit = plain.exact_rows(np.arange(7))
    labels = dataset.labels.tolist()
    for row, other, y in zip(rows, typed, labels, strict=True):
        score = sum(w * int(v) for w, v in zip(weights, row, strict=True)) * unit
        line = sum(w * int(v) for w, v in zip(normal, other, strict=True)) * typed_unit
        assert score == line + y * constant
    normals, constants = space.lines_of(np.array([[float(v) for v in weights]]))
    assert normals[0] == pytest.approx([float(v) for v in normal], rel=1e-9)
    assert constants[0] == pytest.approx(float(constant), rel=1e-9, abs=1e-9)
    assert space.features(dataset.points) == pytest.approx(space.signed * dataset.labels[:, None])


def test_standard_is_that_of_the_textbook_and_says_that_it_is_rounded() -> None:
    points = [[1, 5], [2, 5], [4, 5]]
    found = scaling_of(Dataset.of(points, [1, 1, -1]), "standard")
    assert found.is_rounded
    assert found.shifts == (Fraction(7, 3), Fraction(5))
    assert float(found.sizes[0]) == pytest.approx(np.std([1, 2, 4]), rel=1e-15)
    assert found.sizes[1] == 1  # what never varies is only centred
    run = train(points, [1, 1, -1], scale="standard")
    assert run.arithmetic == "float64"
    assert any("standard deviations are square roots" in str(remark) for remark in run.remarks)
    scaled = (np.array(points) - np.mean(points, axis=0)) / np.array([np.std([1, 2, 4]), 1])
    assert run.space.features(run.dataset.points)[:, :2] == pytest.approx(scaled)


@pytest.mark.parametrize("size", [1e-60, 1e60])
def test_standard_deviations_of_any_size_are_found(size: float) -> None:
    found = scaling_of(Dataset.of([[size], [3 * size], [4 * size]], [1, 1, -1]), "standard")
    assert float(found.sizes[0]) == pytest.approx(size * math.sqrt(14 / 9))


def wild() -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """Return 200 rows × 8 columns, separable, whose columns are of sizes from 0.001 to 1000."""
    rng = np.random.default_rng(11)
    plain = rng.normal(size=(200, 8))
    direction = np.array([3, -2, 2, 1, -1, 1, 2, -3.0])
    scores = plain @ direction / np.linalg.norm(direction)
    labels = np.where(scores > 0, 1, -1)
    plain += 0.35 * labels[:, None] * direction / np.linalg.norm(direction)
    sizes = np.array([0.001, 1000, 0.01, 1, 300, 0.1, 30, 0.003])
    return (plain * sizes + 5 * sizes).round(6), labels.astype(np.int8)


def test_measurements_of_all_sizes_are_learnt_only_when_they_are_scaled() -> None:
    points, labels = wild()
    raw = train(points, labels, epochs=50)
    assert raw.verdict.separable and raw.status == "budget" and raw.outcome.errors > 0
    for scale in ("standard", "range"):
        run = train(points, labels, epochs=200, scale=scale)
        assert run.verdict.separable and run.status == "converged"
        assert run.outcome.epochs < 100 and run.outcome.errors == 0
        # The line that is reported separates the points as they were typed.
        assert run.outcome.line_offset is not None
        scores = points @ run.outcome.line_weights + run.outcome.line_offset
        assert (scores * labels > 0).all()


def test_json_has_both_sets_of_weights() -> None:
    report: dict[str, Any] = train(*AND, scale="centre").to_json()
    assert report["rule"]["scale"] == "centre"
    assert (report["outcome"]["weights"], report["outcome"]["offset"]) == ([1.5, 1.5], -1)
    original = report["original"]
    assert (original["shifts"], original["sizes"]) == ([0.5, 0.5], [1, 1])
    assert (original["weights"], original["offset"]) == ([1.5, 1.5], -2.5)
    assert "original" not in train(*AND).to_json()


def test_too_many_digits_for_integers_are_said() -> None:
    points = [[0.123456789, 1], [7.654321, 0.31], [3.3333333, 99.7]]
    run = train(points, [1, -1, 1], scale="range")
    said = "the scaled coordinates have too many digits for exact integers"
    assert run.arithmetic == "float64" and any(said in str(remark) for remark in run.remarks)
    assert run.verdict.separable  # decided in fractions all the same


@pytest.mark.parametrize("scale", ["centre", "range", "standard"])
@pytest.mark.parametrize("lift", ["none", "quadratic"])
def test_points_far_from_the_origin_keep_their_verdict(scale: str, lift: str) -> None:
    """With an offset a scaling changes no answer; floats alone would lose most digits here."""
    rng = np.random.Generator(np.random.PCG64(8))
    answers = set()
    for far in (0, 2024, 10**8):
        for decimals in (1, 2, 9):
            points = np.round(rng.normal(size=(6, 2)) + far, decimals)
            labels = rng.choice([-1, 1], 6)
            wanted = check(points, labels, lift=lift).separable
            assert check(points, labels, lift=lift, scale=scale).separable == wanted
            answers.add(wanted)
    assert answers == ({True, False} if lift == "none" else {True})


def test_what_equals_the_mean_is_zero_to_the_last_digit() -> None:
    """2024.1 is the mean of the three decimals, but not of the three floats."""
    found = scaling_of(Dataset.of([[2024.1], [2023.9], [2024.3]], [-1, 1, -1]), "standard")
    assert found.nearest(np.array([[2024.1], [2023.9], [2024.3]]))[0, 0] == 0
    verdict = check([[2024.1], [2023.9], [2024.3]], [-1, 1, -1], scale="standard")
    assert verdict.separable
