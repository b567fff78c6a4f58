"""Test points: split off by class, drawn anew, and generators that a file is recognised by."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset, DeletePoints, MovePoints, ReplaceAll
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.data.unseen import drawn_anew, recognised, shuffled, with_test_points
from perceptron_gui.document.model.session import Session, read_session, write_session

MADE = make(LIBRARY["blobs"], n=40, seed=3)


def rows(dataset: Dataset) -> list[tuple[float, ...]]:
    pairs = zip(dataset.points.tolist(), dataset.labels.tolist(), strict=True)
    return [(*point, label) for point, label in pairs]


def kept_out_of(dataset: Dataset) -> Dataset:
    assert dataset.test is not None
    return dataset.test


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.95])
def test_that_share_of_each_class_is_kept_out(share: float) -> None:
    training = with_test_points(MADE, share, seed=7)
    for label in (-1, 1):
        kept_out = int((kept_out_of(training).labels == label).sum())
        assert kept_out == int(20 * share + 0.5)
    assert sorted(rows(training) + rows(kept_out_of(training))) == sorted(rows(MADE))
    places = [rows(MADE).index(row) for row in rows(training)]
    assert places == sorted(places)  # the order of visits stays
    assert with_test_points(MADE, share, seed=7) == training
    assert training.whole == MADE and rows(training.whole) == rows(MADE)


def test_another_seed_keeps_other_points_out() -> None:
    first, second = (with_test_points(MADE, 0.3, seed) for seed in (1, 2))
    assert first != second
    assert with_test_points(first, 0.3, seed=2) == second  # of all points again


def test_test_points_stay_when_training_points_are_edited() -> None:
    training = with_test_points(MADE, 0.3, seed=1)
    fewer = DeletePoints(np.arange(5, 28)).apply(training)
    assert kept_out_of(fewer) == kept_out_of(training)
    assert sorted(rows(fewer.whole)) == sorted(rows(training)[:5] + rows(kept_out_of(training)))


def test_points_are_shuffled_with_their_targets() -> None:
    data = Dataset.of_targets([[i] for i in range(10)], [2 * i for i in range(10)])
    mixed = shuffled(data, 4)
    assert mixed.fitted.tolist() == (2 * mixed.points[:, 0]).tolist() != data.fitted.tolist()


@pytest.mark.parametrize(("name", "share"), [("and", 0.9), ("and", 0.01), ("line-fit", 0.5)])
def test_what_leaves_nothing_to_train_on_or_to_test_is_refused(name: str, share: float) -> None:
    with pytest.raises(DataError):
        with_test_points(make(LIBRARY[name]), share, seed=0)


def test_new_points_are_those_of_the_generator() -> None:
    training = drawn_anew(MADE, 10, 30, seed=5)
    assert rows(training) + rows(kept_out_of(training)) == rows(
        make(LIBRARY["blobs"], n=40, seed=5)
    )
    strips = make(LIBRARY["separable"], n=30, margin=0.5)
    training = drawn_anew(strips, 30, 100, seed=2)
    assert training.whole == make(LIBRARY["separable"], n=130, seed=2, margin=0.5)


def test_changed_points_are_not_those_of_a_generator() -> None:
    assert MADE.recipe == "blobs:n=40,seed=3"
    moved = MovePoints(np.array([0]), np.array([[9.0, 9.0]])).apply(MADE)
    assert moved.recipe == MADE.taken(np.arange(5)).recipe == make(LIBRARY["and"]).recipe == ""
    assert ReplaceAll(MADE).apply(moved).recipe == MADE.recipe
    training = with_test_points(MADE, 0.3, seed=1)
    assert training.recipe == training.whole.recipe == MADE.recipe
    assert DeletePoints(np.array([0])).apply(training).whole.recipe == ""


def test_a_session_knows_the_generator_of_points_that_did_not_change() -> None:
    def read(session: Session) -> str:
        return read_session(write_session(session), "here").dataset.recipe

    moved = MovePoints(np.array([0]), np.array([[9.0, 9.0]])).apply(MADE)
    assert read(Session(MADE, name=MADE.recipe)) == MADE.recipe
    assert read(Session(moved, name=MADE.recipe)) == read(Session(MADE, name="mine")) == ""
    for name in ("blobs:n", "blobs:n=40,seed=x", "blobs:n=1.5", "and", "blobs:n=41"):
        assert recognised(moved, name) is moved


def test_a_session_keeps_test_points() -> None:
    training = with_test_points(MADE, 0.3, seed=1)
    read = read_session(write_session(Session(training)), "here").dataset
    assert read == training and read.whole == MADE and read.recipe == ""
    named = read_session(write_session(Session(training, name=MADE.recipe)), "here").dataset
    assert named == training and named.recipe == MADE.recipe
