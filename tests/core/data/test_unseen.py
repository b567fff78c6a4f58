"""Test points: split off by class, drawn anew, and generators that a file is recognised by."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset, MovePoints, ReplaceAll
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.data.unseen import drawn_anew, recognised, shuffled, split
from perceptron_gui.document.model.session import Session, read_session, write_session

MADE = make(LIBRARY["blobs"], n=40, seed=3)


def rows(dataset: Dataset) -> list[tuple[float, ...]]:
    pairs = zip(dataset.points.tolist(), dataset.labels.tolist(), strict=True)
    return [(*point, label) for point, label in pairs]


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.99])
def test_a_split_keeps_that_share_of_each_class_out(share: float) -> None:
    parts = split(MADE, min(share, 0.95), seed=7)
    for label in (-1, 1):
        kept_out = int((parts.test.labels == label).sum())
        assert kept_out == int(20 * min(share, 0.95) + 0.5)
    assert sorted(rows(parts.training) + rows(parts.test)) == sorted(rows(MADE))
    places = [rows(MADE).index(row) for row in rows(parts.training)]
    assert places == sorted(places)  # the order of visits stays
    assert rows(split(MADE, min(share, 0.95), seed=7).test) == rows(parts.test)


def test_another_seed_keeps_other_points_out() -> None:
    assert rows(split(MADE, 0.3, seed=1).test) != rows(split(MADE, 0.3, seed=2).test)


def test_targets_stay_with_their_points() -> None:
    data = Dataset.of_targets([[i] for i in range(10)], [2 * i for i in range(10)])
    for part in (*vars(split(data, 0.3, seed=0)).values(), shuffled(data, 4)):
        assert part.fitted.tolist() == (2 * part.points[:, 0]).tolist()


@pytest.mark.parametrize("share", [0.9, 0.01])
def test_a_split_without_training_or_test_points_is_refused(share: float) -> None:
    with pytest.raises(DataError):
        split(make(LIBRARY["and"]), share, seed=0)


def test_new_points_are_those_of_the_generator() -> None:
    parts = drawn_anew(MADE, 10, 30, seed=5)
    whole = make(LIBRARY["blobs"], n=40, seed=5)
    assert rows(parts.training) + rows(parts.test) == rows(whole)
    strips = make(LIBRARY["separable"], n=30, margin=0.5)
    parts = drawn_anew(strips, 30, 100, seed=2)
    assert rows(parts.training) == rows(make(LIBRARY["separable"], n=130, seed=2, margin=0.5))[:30]


def test_changed_points_are_not_those_of_a_generator() -> None:
    assert MADE.recipe == "blobs:n=40,seed=3"
    moved = MovePoints(np.array([0]), np.array([[9.0, 9.0]])).apply(MADE)
    assert moved.recipe == MADE.taken(np.arange(5)).recipe == make(LIBRARY["and"]).recipe == ""
    assert ReplaceAll(MADE).apply(moved).recipe == MADE.recipe


def test_a_session_knows_the_generator_of_points_that_did_not_change() -> None:
    def read(session: Session) -> str:
        return read_session(write_session(session), "here").dataset.recipe

    moved = MovePoints(np.array([0]), np.array([[9.0, 9.0]])).apply(MADE)
    assert read(Session(MADE, name=MADE.recipe)) == MADE.recipe
    assert read(Session(moved, name=MADE.recipe)) == read(Session(MADE, name="mine")) == ""
    for name in ("blobs:n", "blobs:n=40,seed=x", "blobs:n=1.5", "and", "blobs:n=41"):
        assert recognised(moved, name) is moved
