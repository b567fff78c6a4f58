"""The store: readers are told what they select, once for every change, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perceptron_gui.app.state.app_state import AppState, Store
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session
from tests.app.stand_ins import Watched

POINTS = Dataset.of([[0, 0], [1, 1]], [-1, 1])
EQUAL_POINTS = Dataset.of([[0, 0], [1, 1]], [-1, 1])


def opened(dataset: Dataset = POINTS) -> Document:
    return Document.opened(OpenFile(Session(dataset)))


@pytest.fixture
def store() -> Store:
    return Store(AppState(opened()))


def test_a_reader_is_shown_its_part_now_and_when_that_has_changed(store: Store) -> None:
    shown: list[bool] = []
    store.subscribe(lambda state: state.future, shown.append)
    store.update(moment=Moment(1))
    store.update(future=True, moment=Moment(2))
    store.update(future=True)
    assert shown == [False, True]


@pytest.mark.parametrize(
    ("select", "changes", "is_told"),
    [
        (lambda state: state.moment, {"moment": Moment()}, False),
        (lambda state: state.aspects, {"aspects": {"boundary": 4 / 3}}, False),
        (lambda state: (state.selection, state.run), {"selection": ()}, False),
        (lambda state: state.session.dataset, {"document": opened(EQUAL_POINTS)}, True),
        (lambda state: state.session.dataset, {"document": opened()}, False),
        (lambda state: state.document.origin, {"document": opened()}, True),
    ],
)  # fmt: skip
def test_plain_values_are_compared_and_objects_told_apart(
    store: Store, select: Callable[[AppState], Any], changes: dict[str, Any], is_told: bool
) -> None:
    seen = Watched(store, select)
    store.update(**changes)
    assert len(seen.values) == is_told


def test_updates_together_are_one_change(store: Store) -> None:
    seen = Watched(store, lambda state: (state.moment, state.future))
    with store.together():
        store.update(moment=Moment(1))
        with store.together():
            store.update(future=True)
        assert seen.values == []
    assert seen.values == [(Moment(1), True)]


def test_what_a_reader_changes_is_told_to_all_after_it_at_once_and_then_to_those_before(
    store: Store,
) -> None:
    told: list[tuple[str, int, bool]] = []

    def note(who: str) -> Callable[[tuple[Moment, bool]], None]:
        return lambda seen: told.append((who, seen[0].visit, seen[1]))

    store.subscribe(lambda state: (state.moment, state.future), note("first"))
    store.subscribe(
        lambda state: state.moment, lambda moment: store.update(future=moment.visit > 0)
    )
    store.subscribe(lambda state: (state.moment, state.future), note("last"))
    told.clear()
    store.update(moment=Moment(3))
    assert told == [("first", 3, False), ("last", 3, True), ("first", 3, True)]


def test_a_reader_that_fails_does_not_keep_others_from_later_changes(store: Store) -> None:
    def fail(moment: Moment) -> None:
        if moment.visit == 1:
            raise ZeroDivisionError

    store.subscribe(lambda state: state.moment, fail)
    seen = Watched(store, lambda state: state.moment)
    with pytest.raises(ZeroDivisionError):
        store.update(moment=Moment(1))
    store.update(moment=Moment(2))
    assert seen.values == [Moment(2)]
