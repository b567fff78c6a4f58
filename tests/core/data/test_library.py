"""The named data sets are what they say they are; edits of points do what they say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import (
    Dataset,
    DeletePoints,
    Edit,
    InsertPoints,
    MovePoints,
    RelabelPoints,
    ReorderPoints,
)
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.runs.network import GATES
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from tests.conftest import GOLDEN
from tests.core.strategies import Problem, problems
from tests.core.textbook import augmented, cyclic, perceptron

RANDOM = [name for name, entry in LIBRARY.items() if "seed" in entry.parameters]

GOLDEN_NAMES = {
    "and": "and01", "or": "or01", "nand": "nand01", "xor": "xor01", "and-pm": "and_pm",
    "xor-pm": "xor_pm", "three-points": "001_three_point", "slides": "000_two_point",
    "offset-needed": "offset_needed", "weak": "weak_nonoffset_cycles", "li-hang": "lihang",
    "contradiction": "contradiction", "origin": "origin_plus", "one-hot": "onehot4",
    "slow-pair": "slow1d_2", "clusters": "clusters", "shifted": "shifted", "tenths": "tenths",
}  # fmt: skip


def exact_points(dataset: Dataset) -> list[list[Fraction]]:
    return [[Fraction(repr(value)) for value in point] for point in dataset.points.tolist()]


def mistakes(dataset: Dataset, passes: int) -> int:
    """Count mistakes of the perceptron from zero with offset, ties being mistakes."""
    points = augmented(exact_points(dataset), offset=True, bias=Fraction(1))
    visits, start = cyclic(len(points), passes), [Fraction(0)] * len(points[0])
    labels = dataset.labels.tolist()
    trace = perceptron(points, labels, visits, start, eta=Fraction(1), tie="always")
    return len(trace.updates)


def widest_margin(dataset: Dataset) -> float:
    """Try every direction of the plane: half the gap between the classes, seen along it."""
    angles = np.linspace(0, 2 * np.pi, 100_001)
    directions = np.array([np.cos(angles), np.sin(angles)])
    plus = (dataset.points[dataset.labels > 0] @ directions).min(axis=0)
    minus = (dataset.points[dataset.labels < 0] @ directions).max(axis=0)
    return float((plus - minus).max() / 2)


@pytest.mark.parametrize("gate", ["and", "or", "nand", "nor", "xor", "xnor"])
@pytest.mark.parametrize(("suffix", "low"), [("", 0), ("-pm", -1)])
def test_a_gate_follows_its_truth_table(gate: str, suffix: str, low: int) -> None:
    dataset = make(LIBRARY[gate + suffix])
    assert dataset.points.tolist() == [[low, low], [low, 1], [1, low], [1, 1]]
    for (a, b), label in zip(dataset.points.tolist(), dataset.labels, strict=True):
        assert (label > 0) == GATES[gate.upper()](a > 0, b > 0)


@pytest.mark.parametrize(("name", "golden"), GOLDEN_NAMES.items())
def test_an_example_has_the_points_of_the_lecture_in_their_order(name: str, golden: str) -> None:
    expected = GOLDEN["datasets"][golden]
    dataset = make(LIBRARY[name])
    assert exact_points(dataset) == [[Fraction(v) for v in point] for point in expected["X"]]
    assert dataset.labels.tolist() == expected["y"]


@pytest.mark.parametrize("name", RANDOM)
@pytest.mark.parametrize("n", [2, 3, 100])
def test_random_sets_hold_both_classes_in_equal_parts(name: str, n: int) -> None:
    labels = make(LIBRARY[name], n=n).labels
    assert len(labels) == n
    assert (labels < 0).sum() == n // 2


def test_a_seed_means_the_same_points_on_every_machine() -> None:
    first = {name: make(LIBRARY[name], n=2, seed=3).points.tolist() for name in RANDOM}
    assert first == PINNED


@pytest.mark.parametrize("margin", ["0", "0.01", "0.2", "3"])
@pytest.mark.parametrize("n", [2, 5, 60])
@pytest.mark.parametrize("seed", range(4))
def test_the_margin_of_separable_is_the_one_asked_for(margin: str, n: int, seed: int) -> None:
    dataset = make(LIBRARY["separable"], n=n, seed=seed, margin=margin)
    assert float(margin) <= widest_margin(dataset) <= float(margin) + 0.002
    assert separability(Space(dataset)).separable


@pytest.mark.parametrize("n", [2, 3, 4, 7, 10, 50, 200])
def test_every_point_of_the_tight_circle_is_a_mistake_and_the_bound_allows_no_more(n: int) -> None:
    dataset = make(LIBRARY["tight-circle"], n=n)
    assert mistakes(dataset, passes=1) == n
    # (0, 0, 1) separates with margin 1, so that R²/γ² is at most R².
    assert set(dataset.labels.tolist()) == {1}
    radius_sq = max(x * x + y * y + 1 for x, y in exact_points(dataset))
    assert n <= radius_sq < n + 1


@pytest.mark.parametrize("m", [1, 2, 3, 10])
def test_the_slow_pair_takes_as_many_updates_as_the_formula_says(m: int) -> None:
    dataset = make(LIBRARY["slow-pair"], n=m)
    assert dataset.points.tolist() == [[m], [m + 1]]
    assert mistakes(dataset, passes=500) == (2 * m + 1) ** 2 + 4


PINNED = {
    "separable": [[0.021, -0.648], [0.148, -1.029]],
    "blobs": [[-0.58, -1.57], [0.55, 0.78]],
    "noisy-xor": [[0.86, 0.94], [0.39, -1.07]],
    "moons": [[1.77, -0.11], [-0.46, 0.94]],
    "circles": [[0.59, -1.92], [-1.07, -0.52]],
    "spirals": [[1.69, -2.12], [0.9, 2.12]],
    "stripes": [[0.09, 0.08], [1.45, -1.38]],
}


@given(problems(), st.data())
def test_deleting_what_was_inserted_brings_the_old_data_back(
    problem: Problem, draws: st.DataObject
) -> None:
    old = problem.dataset
    places = st.lists(st.integers(0, len(old)), unique=True, max_size=len(old) + 1)
    at = np.array(sorted(draws.draw(places)), dtype=np.intp)
    points, labels = np.ones((len(at), old.dimension)), np.ones(len(at), dtype=np.int8)
    new = InsertPoints(at, points, labels).apply(old)
    assert new.points[at].tolist() == points.tolist()
    assert DeletePoints(at[::-1]).apply(new) == old


def test_each_edit_does_what_it_says() -> None:
    square = Dataset.of([[0, 0], [0, 1], [1, 0]], [-1, 1, 1])
    at = np.array([1])
    inserted = InsertPoints(at, np.array([[5.0, 6.0]]), np.array([-1])).apply(square)
    assert inserted.points.tolist() == [[0, 0], [5, 6], [0, 1], [1, 0]]
    assert inserted.labels.tolist() == [-1, -1, 1, 1]
    assert DeletePoints(at).apply(square).points.tolist() == [[0, 0], [1, 0]]
    moved = MovePoints(at, np.array([[7.0, 8.0]])).apply(square)
    assert moved.points.tolist() == [[0, 0], [7, 8], [1, 0]]
    assert RelabelPoints(at, np.array([-1])).apply(square).labels.tolist() == [-1, -1, 1]
    turned = ReorderPoints(np.array([2, 0, 1])).apply(square)
    assert turned.points.tolist() == [[1, 0], [0, 0], [0, 1]]
    assert square.points.tolist() == [[0, 0], [0, 1], [1, 0]]


@pytest.mark.parametrize(
    "edit",
    [
        DeletePoints(np.array([3])),
        DeletePoints(np.array([0, 0])),
        MovePoints(np.array([-1]), np.zeros((1, 2))),
        MovePoints(np.array([0]), np.array([[np.nan, 0]])),
        RelabelPoints(np.array([0]), np.array([2])),
        ReorderPoints(np.array([0, 0, 1])),
    ],
)
def test_an_edit_that_cannot_be_is_refused(edit: Edit) -> None:
    with pytest.raises(DataError):
        edit.apply(Dataset.of([[0, 0], [0, 1], [1, 0]], [-1, 1, 1]))


@pytest.mark.parametrize("name", RANDOM)
def test_label_noise_flips_labels_and_moves_no_point(name: str) -> None:
    clean = make(LIBRARY[name], n=400, seed=2)
    assert make(LIBRARY[name], n=400, seed=2, flip=0) == clean
    flipped = []
    for flip in (0.1, 0.3):
        noisy = make(LIBRARY[name], n=400, seed=2, flip=flip)
        assert np.array_equal(noisy.points, clean.points)
        assert make(LIBRARY[name], n=400, seed=2, flip=flip) == noisy
        flipped.append(noisy.labels != clean.labels)
        assert abs(flipped[-1].mean() - flip) < 4 * (flip * (1 - flip) / 400) ** 0.5
    assert not (flipped[0] & ~flipped[1]).any()  # more noise flips the same labels and others
