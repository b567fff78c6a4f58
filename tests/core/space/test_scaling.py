"""Points centred and scaled: against fractions worked out by hand, and undone to the last digit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui import check, train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.scaling import SCALES, scaling_of
from perceptron_gui.core.space.space import Space
from perceptron_gui.theory.what_if.bound import scale_effects
from tests.core.strategies import AND
from tests.core.textbook import augmented, cyclic, perceptron, seen_by


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


decimals = st.integers(-999, 999).map(lambda v: v / 10)
tables = st.lists(st.tuples(decimals, decimals, st.sampled_from((-1, 1))), min_size=1, max_size=9)


@given(tables, st.sampled_from(("none", "centre", "range")))
def test_the_engine_trains_on_the_very_points_of_the_textbook(
    rows: list[tuple[float, float, int]], scale: str
) -> None:
    points, labels = [list(row[:2]) for row in rows], [row[2] for row in rows]
    typed = [[Fraction(str(v)) for v in point] for point in points]
    scaled = augmented(map(seen_by(typed, scale), typed), True, Fraction(1))
    run = Run(
        Dataset.of(points, labels), Rule.of({"scale": scale, "epochs": 5, "keep_going": True})
    )
    assert run.arithmetic == "exact"
    integers, unit = run.space.exact_rows(np.arange(len(points)))
    seen = [[int(v) * unit * y for v in row] for row, y in zip(integers, labels, strict=True)]
    assert seen == scaled
    run.finish()
    start, visits = [Fraction(0)] * 3, cyclic(len(points), 5)
    trace = perceptron(scaled, labels, visits, start, eta=Fraction(1), tie="always")
    assert run.exact_weights_at(run.visits) == trace.weights_at(run.visits)


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


def test_json_has_both_sets_of_weights() -> None:
    report: dict[str, Any] = train(*AND, scale="centre").to_json()
    assert report["rule"]["scale"] == "centre"
    assert (report["outcome"]["weights"], report["outcome"]["offset"]) == ([1.5, 1.5], -1)
    original = report["original"]
    assert (original["shifts"], original["sizes"]) == ([0.5, 0.5], [1, 1])
    assert (original["weights"], original["offset"]) == ([1.5, 1.5], -2.5)
    assert "original" not in train(*AND).to_json()


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
