"""The document: changes by name, undone and redone one by one, drags as one step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model import history as module
from perceptron_gui.document.model.history import Document
from perceptron_gui.document.model.session import Session

START = Session(Dataset.of([[0, 0], [1, 1]], [-1, 1]), "start")


def named(name: str) -> Session:
    return replace(START, name=name)


def moved(x: float) -> Session:
    return replace(START, dataset=Dataset.of([[0, 0], [x, 1]], [-1, 1]))


def test_a_change_is_undone_and_redone_by_name() -> None:
    document = Document(START)
    document.change("Rename", named("a"))
    document.change("Set the step", replace(named("a"), rules=(Rule.of({"eta": 2}),)))
    assert (document.undo_name, document.redo_name) == ("Set the step", "")
    document.undo()
    assert document.session == named("a")
    assert (document.undo_name, document.redo_name) == ("Rename", "Set the step")
    document.undo()
    assert document.session is START
    document.undo()
    assert document.session is START
    document.redo()
    document.redo()
    document.redo()
    assert document.session.rules[0].eta == 2


def test_an_equal_session_is_no_change_and_tells_nobody() -> None:
    document = Document(START)
    heard: list[Session] = []
    document.listeners.append(heard.append)
    document.change("Nothing", replace(START))
    assert (heard, document.undo_name) == ([], "")
    document.change("Rename", named("a"))
    document.undo()
    assert heard == [named("a"), START]


def test_a_drag_is_one_step_and_the_next_drag_another() -> None:
    document = Document(START)
    for x in (1.5, 2.0, 2.5):
        document.change("Move point", moved(x), merge="drag")
    document.close_step()
    for x in (3.0, 4.0):
        document.change("Move point", moved(x), merge="drag")
    document.undo()
    assert document.session == moved(2.5)
    document.undo()
    assert document.session == START
    assert document.undo_name == ""


def test_a_drag_that_ends_where_it_began_leaves_no_step() -> None:
    document = Document(START)
    document.change("Move point", moved(2.0), merge="drag")
    document.change("Move point", START, merge="drag")
    assert document.undo_name == ""
    assert not document.is_changed


def test_a_new_change_forgets_what_was_undone() -> None:
    document = Document(START)
    document.change("A", named("a"))
    document.undo()
    document.change("B", named("b"))
    assert document.redo_name == ""
    document.redo()
    assert document.session == named("b")


def test_a_document_is_changed_until_saved_and_undoing_may_unchange_it() -> None:
    document = Document(START)
    document.change("A", named("a"))
    assert document.is_changed
    document.mark_saved()
    assert not document.is_changed
    document.undo()
    assert document.is_changed
    document.redo()
    assert not document.is_changed


def test_steps_of_huge_data_are_forgotten_oldest_first() -> None:
    points, labels = np.zeros((100_000, 2)), np.ones(100_000, np.int8)
    document = Document(replace(START, dataset=Dataset(points, labels)))
    most = module._MOST_BYTES // (points.nbytes + labels.nbytes)
    for i in range(most + 5):
        document.change(f"Move {i}", replace(document.session, name=str(i)))
    undone = 0
    while document.undo_name:
        document.undo()
        undone += 1
    assert undone == most


@given(st.lists(st.sampled_from(["a", "b", "c", "undo", "redo"]), max_size=30))
def test_undoing_everything_returns_to_the_start_and_redoing_to_the_end(words: list[str]) -> None:
    document = Document(START)
    for word in words:
        if word == "undo":
            document.undo()
        elif word == "redo":
            document.redo()
        else:
            document.change(word, named(word))
    while document.redo_name:
        document.redo()
    end = document.session
    while document.undo_name:
        document.undo()
    assert document.session == START
    while document.redo_name:
        document.redo()
    assert document.session == end
