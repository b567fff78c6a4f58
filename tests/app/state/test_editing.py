"""The store and its requests: changes have names and a way back, and readers hear of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.app.state.app_state import AppState, Store
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.core.data.dataset import (
    Dataset,
    DeletePoints,
    InsertPoints,
    MovePoints,
    ReplaceAll,
)
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session
from tests.app.stand_ins import Watched
from tests.views.pixels import heard

ONE_MORE = InsertPoints(np.array([4]), np.array([[2.0, 2.0]]), np.array([1], dtype=np.int8))


def move_to(x: float, y: float) -> MovePoints:
    return MovePoints(np.array([0]), np.array([[x, y]]))


def test_an_edit_changes_the_points_and_is_undone(editing: Editing) -> None:
    before, sessions = editing.session, Watched(editing.store, lambda state: state.session)
    editing.edit_points("Add a point", ONE_MORE)
    assert len(editing.session.dataset) == 5
    assert editing.document.is_changed
    editing.undo()
    assert editing.session == before
    editing.redo()
    assert len(editing.session.dataset) == 5
    assert [len(each.dataset) for each in sessions.values] == [5, 4, 5]


def test_an_edit_of_points_that_are_not_there_is_refused(editing: Editing) -> None:
    before, why = editing.session, heard(editing.request_refused)
    editing.edit_points("Delete", DeletePoints(np.array([9])))
    assert editing.session is before
    assert why == ["An edit names a point outside 0 to 3."]


def test_the_start_is_set_by_hand_in_round_numbers_and_taken_back(editing: Editing) -> None:
    editing.set_start((0.1234567, 2.0, -1 / 3), "drag 1")
    assert editing.rule.init == (Fraction("0.123457"), Fraction(2), Fraction("-0.333333"))
    editing.set_start((1.0, 2.0, 3.0), "drag 1")
    editing.set_start(None, "drag 1")
    assert editing.rule == Rule()
    assert not editing.document.is_changed


def test_the_start_before_a_second_drag_is_that_of_the_first(editing: Editing) -> None:
    editing.set_start((1.0, 2.0, 3.0), "drag 1")
    editing.finish_edit()
    editing.set_start((4.0, 5.0, 6.0), "drag 2")
    editing.set_start(None, "drag 2")
    assert editing.rule.init == (Fraction(1), Fraction(2), Fraction(3))


def test_only_the_rule_that_is_shown_is_changed(editing: Editing) -> None:
    editing.set_rules((Rule(), Rule(rule="batch")), 1, "Add a rule")
    editing.set_start((1.0, 2.0, 3.0))
    editing.use_preset("002")
    assert editing.session.rules[0] == Rule()
    assert editing.rule.tie == "always"
    assert editing.session.notation == "002"


def test_rules_that_no_session_can_hold_are_refused(editing: Editing) -> None:
    before, why = editing.session, heard(editing.request_refused)
    editing.set_rules((), 0, "Remove all rules")
    editing.set_rules((Rule(),), 3, "Show what is not there")
    assert editing.session is before
    assert len(why) == 2


def test_an_order_goes_with_its_points_and_comes_back(editing: Editing) -> None:
    rules = Rule.of({"order": (0, 3)}), Rule.of({"order": (0, 1)})
    editing.set_rules(rules, 0, "Set the order")
    editing.edit_points("Delete a point", DeletePoints(np.array([3])))
    assert [each.order for each in editing.session.rules] == ["cyclic", (0, 1)]
    editing.undo()
    assert editing.session.rules == rules


def test_rules_fit_points_of_another_dimension(editing: Editing) -> None:
    rules = (replace(Rule.of({"init": (1, 2, 3)}), lift="product"),)
    editing.set_rules(rules, 0, "Set weights and a lift")
    editing.edit_points("Import", ReplaceAll(Dataset.of([[1.0], [2.0]], [1, -1])))
    assert (editing.rule.init, editing.rule.lift) == ("zeros", "none")
    editing.undo()
    assert editing.session.rules == rules


@pytest.mark.parametrize("merge", ["", "drag 1"])
def test_numbers_mean_other_points_after_all_are_replaced(editing: Editing, merge: str) -> None:
    editing.select((0,))
    editing.edit_points("Replace", ReplaceAll(Dataset.of([[1.0, 2.0]], [1])), merge)
    assert editing.store.state.selection == ((0,) if merge else ())


def test_numbers_mean_other_points_where_undo_changes_how_many_there_are(editing: Editing) -> None:
    editing.select((0, 1))
    editing.edit_points("Move point", move_to(5.0, 5.0))
    editing.undo()
    assert editing.store.state.selection == (0, 1)
    editing.edit_points("Add a point", ONE_MORE)
    editing.undo()
    assert not editing.store.state.selection


def test_what_is_selected_is_deleted_and_other_points_take_its_numbers(editing: Editing) -> None:
    editing.select_all()
    editing.edit_points("Delete the last", DeletePoints(np.array([3])))
    assert editing.store.state.selection == (0, 1, 2)
    editing.select((1, 2))
    editing.relabel_selection()
    assert editing.session.dataset.labels.tolist() == [-1, 1, 1]
    assert editing.document.undo_name == "Change class of 2 points"
    editing.delete_selection()
    assert len(editing.session.dataset) == 1
    assert not editing.store.state.selection


def test_options_of_a_view_are_part_of_the_document(editing: Editing) -> None:
    editing.set_view_options("norms", {"against": "visits"})
    assert dict(editing.session.views["norms"]) == {"against": "visits"}
    editing.undo()
    assert not editing.session.views


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
