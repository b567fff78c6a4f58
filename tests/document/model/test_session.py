"""Sessions are read as they were written, compared in words, and changed step by step."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.params import Count, Flag, Kind, Number
from perceptron_gui.core.data.dataset import LONGEST_NAME, Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.options import Init, Order
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.document.model import history as module
from perceptron_gui.document.model.history import Document, OpenFile, differences
from perceptron_gui.document.model.session import (
    Session,
    SessionTask,
    read_session,
    write_session,
)
from perceptron_gui.lectures.notation import NOTATIONS
from tests.conftest import Approve

XOR = make(LIBRARY["xor"])
SESSION = Session(
    XOR,
    name="xor",
    rules=(Rule(), Rule.of({"rule": "pocket", "eta": "1/3", "order": [3, 0], "init": "0.1,0,-2"})),
    shown=1,
    cursor=7,
    view="boundary",
    views={"boundary": {"title": "η = ⅓", "range": [-1, 2.5, -1, 2], "path": True}},
    page={"size": "85x60mm", "theme": "dark", "dpi": 300},
    program="0.1.0",
)

coordinates = st.just(0.0) | st.floats(1e-75, 1e75) | st.floats(-1e75, -1e-75) | st.integers(-9, 9)
fractions = st.fractions(Fraction(1, 10**9), 10**9) | st.decimals("0.001", 1000, places=3).map(
    Fraction
)
by_kind: dict[type[Kind], st.SearchStrategy[Any]] = {
    Flag: st.booleans(),
    Number: fractions,
    Order: st.sampled_from(list(OPTIONS["order"].choices))
    | st.lists(st.integers(0, 99), min_size=1, max_size=4).map(tuple),
    Init: st.sampled_from(["zeros", "random"])
    | st.lists(fractions | fractions.map(lambda v: -v), max_size=4).map(tuple),
}


def whole_numbers(kind: Count) -> st.SearchStrategy[int]:
    """Return what a count may be."""
    return st.integers(max(1, kind.least), 2**62 - 1 if kind.most is None else kind.most)


rules = st.fixed_dictionaries(
    {},
    optional={
        name: whole_numbers(option.kind)
        if isinstance(option.kind, Count)
        else by_kind.get(type(option.kind), st.sampled_from([*option.choices, option.default]))
        for name, option in OPTIONS.items()
    },
).map(Rule.of)
scalars = (
    st.none() | st.booleans() | st.text() | st.integers(-(2**63) + 1, 2**63 - 1)
) | st.floats(allow_nan=False, allow_infinity=False)
options: st.SearchStrategy[Any] = st.dictionaries(
    st.text(), scalars | st.lists(scalars, max_size=5), max_size=5
)

cursors: st.SearchStrategy[Any] = st.just("end") | st.integers(0, 2**62)
allowed_names = st.text(max_size=LONGEST_NAME)


@st.composite
def datasets(draw: st.DrawFn) -> Dataset:
    n, d = draw(st.integers(0, 5)), draw(st.integers(1, 4))
    rows = [[float(draw(coordinates)) for _ in range(d)] for _ in range(n)]
    labels = [draw(st.sampled_from([-1, 1])) for _ in range(n)]
    names = st.lists(allowed_names, min_size=d, max_size=d).map(tuple)
    return Dataset(
        np.array(rows).reshape(n, d),
        np.array(labels, dtype=np.int8),
        draw(st.just(()) | names),
        draw(st.tuples(allowed_names, allowed_names)),
    )


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    chosen = tuple(draw(st.lists(rules, min_size=1, max_size=3)))
    return Session(
        draw(datasets()),
        draw(st.text()),
        chosen,
        draw(st.integers(0, len(chosen) - 1)),
        draw(cursors),
        draw(st.sampled_from(list(NOTATIONS))),
        draw(st.text()),
        draw(st.dictionaries(st.text(), options, max_size=3)),
        draw(st.dictionaries(st.text(), scalars, max_size=5)),
        draw(st.text()),
    )


@given(sessions())
def test_what_is_written_reads_back_equal(session: Session) -> None:
    text = write_session(session)
    assert read_session(text, "file.json") == session
    assert text == write_session(read_session(text, "file.json"))


def test_the_text_is_readable_with_a_point_on_every_line(approve: Approve) -> None:
    approve("session", write_session(SESSION))


def test_sessions_are_values() -> None:
    views: dict[str, dict[str, list[int]]] = {"boundary": {"range": [0, 1]}}
    session = Session(XOR, views=views)
    views["boundary"]["range"].append(2)
    views["norms"] = {}
    assert session.views == {"boundary": {"range": (0, 1)}}
    assert session == Session(XOR, views={"boundary": {"range": (0, 1)}})
    assert session != replace(session, name="other")
    with pytest.raises(TypeError):
        session.page["size"] = "1x1cm"  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        session.name = "other"  # type: ignore[misc]


def test_decimals_mean_what_was_typed() -> None:
    text = write_session(SESSION).replace('"eta": "1/3"', '"eta": 0.1, "margin": "0.30"')
    rule = read_session(text, "file.json").rules[1]
    assert (rule.eta, rule.margin) == (Fraction(1, 10), Fraction(3, 10))


def test_an_older_pocket_goes_by_what_it_went_by() -> None:
    text = """{"format": "perceptron-gui/session", "version": 1,
        "data": {"points": [[0, 1], [1, 0.5]], "labels": [-1, 1]},
        "rules": [{"rule": "pocket"}, {"rule": "pocket", "pocket": "gallant"}, {}]}"""
    rules = read_session(text, "file.json").rules
    assert [rule.pocket for rule in rules] == ["ratchet", "gallant", "errors"]


def test_little_is_enough_when_a_person_writes_it() -> None:
    text = """{"format": "perceptron-gui/session", "version": 1,
        "data": {"points": [[0, 1], [1, 0.5]], "labels": [-1, 1]}}"""
    assert read_session(text, "file.json") == Session(Dataset.of([[0, 1], [1, 0.5]], [-1, 1]))


def test_a_byte_order_mark_and_other_line_ends_do_no_harm() -> None:
    text = "\ufeff" + write_session(SESSION).replace("\n", "\r\n") + "\r\n \n"
    assert read_session(text, "file.json") == SESSION


def test_a_name_that_is_not_unicode_is_kept_and_can_be_encoded() -> None:
    session = replace(SESSION, name="caf\udce9.csv")
    text = write_session(session)
    assert read_session(text.encode("utf-8").decode("utf-8"), "file.json") == session


START = Session(Dataset.of([[0, 0], [1, 1]], [-1, 1]), "start")


def named(name: str) -> Session:
    return replace(START, name=name)


def moved(x: float) -> Session:
    return replace(START, dataset=Dataset.of([[0, 0], [x, 1]], [-1, 1]))


def opened(session: Session) -> Document:
    return Document.opened(OpenFile(session))


def test_a_change_is_undone_and_redone_by_name() -> None:
    document = opened(START)
    assert document.changed("Nothing", replace(START)) is document
    document = document.changed("Rename", named("a"))
    document = document.changed("Set the step", replace(named("a"), rules=(Rule.of({"eta": 2}),)))
    assert (document.undo_name, document.redo_name) == ("Set the step", "")
    document = document.undo()
    assert document.session == named("a")
    assert (document.undo_name, document.redo_name) == ("Rename", "Set the step")
    document = document.undo()
    assert document.session is START
    assert document.undo() is document
    document = document.redo().redo()
    assert document.session.rules[0].eta == 2
    assert document.redo() is document


def test_a_drag_is_one_step_and_the_next_drag_another() -> None:
    document = opened(START)
    for x in (1.5, 2.0, 2.5):
        document = document.changed("Move point", moved(x), merge="drag")
    document = document.with_closed_step()
    for x in (3.0, 4.0):
        document = document.changed("Move point", moved(x), merge="drag")
    document = document.undo()
    assert document.session == moved(2.5)
    document = document.undo()
    assert document.session == START
    assert document.undo_name == ""


def test_a_drag_that_ends_where_it_began_leaves_no_step() -> None:
    document = opened(START)
    document = document.changed("Move point", moved(2.0), merge="drag")
    document = document.changed("Move point", START, merge="drag")
    assert document.undo_name == ""
    assert not document.is_changed


def test_a_document_is_changed_until_saved_and_undoing_may_unchange_it() -> None:
    document = opened(START)
    document = document.changed("A", named("a"))
    assert document.is_changed
    document = document.saved(OpenFile(document.session, "a.json", True))
    assert not document.is_changed
    document = document.undo()
    assert document.is_changed
    document = document.redo()
    assert not document.is_changed


@pytest.mark.parametrize("size", [1, 100_000])
def test_of_many_steps_the_oldest_are_forgotten(size: int) -> None:
    points, labels = np.zeros((size, 2)), np.ones(size, np.int8)
    document = opened(replace(START, dataset=Dataset(points, labels)))
    most = module._MOST_BYTES // (module._STEP_BYTES + points.nbytes + labels.nbytes)
    for i in range(most + 5):
        moved = Dataset(points + i + 1, labels)
        document = document.changed(f"Move {i}", replace(document.session, dataset=moved))
    undone = 0
    while document.undo_name:
        document = document.undo()
        undone += 1
    assert undone == most


@given(st.lists(st.sampled_from(["a", "b", "c", "undo", "redo"]), max_size=30))
def test_undoing_everything_returns_to_the_start_and_redoing_to_the_end(words: list[str]) -> None:
    document = opened(START)
    for word in words:
        if word == "undo":
            document = document.undo()
        elif word == "redo":
            document = document.redo()
        else:
            document = document.changed(word, named(word))
    while document.redo_name:
        document = document.redo()
    end = document.session
    while document.undo_name:
        document = document.undo()
    assert document.session == START
    while document.redo_name:
        document = document.redo()
    assert document.session == end


HERE = Session(Dataset.of([[0, 0], [0, 1], [1, 1]], [-1, -1, 1]), cursor=5)


OTHERS: tuple[dict[str, Any], ...] = (
    {"dataset": Dataset.of([[0, 0]], [-1])},
    {"dataset": Dataset.of([[0], [1], [2]], [-1, -1, 1])},
    {"dataset": Dataset.of([[0, 0], [0, 2], [1, 3]], [-1, -1, 1])},
    {"dataset": Dataset.of([[0, 0], [0, 1], [1, 1]], [-1, 1, 1])},
    {"dataset": replace(HERE.dataset, class_names=("no", "yes"))},
    {"dataset": replace(HERE.dataset, targets=HERE.dataset.fitted)},
    {"rules": (Rule(), Rule())},
    {"rules": (Rule.of({"eta": "0.1", "tie": "plus"}),)},
    {"notation": "002"},
    {"views": {"boundary": {"grid": True}}},
    {"page": {"size": "slide"}},
    {"task": SessionTask("001-follow-theta", 2)},
    {"cursor": "end"},
)


def test_one_difference_is_told_once_as_approved(approve: Approve) -> None:
    told = []
    for fields in OTHERS:
        (words,) = differences(replace(HERE, **fields), HERE)
        told.append(f"{words}\n")
    approve("differences", "".join(told))


def test_rules_are_told_apart_by_their_numbers_and_the_shown_one_is_told() -> None:
    here = replace(HERE, rules=(Rule(), Rule()))
    there = replace(HERE, rules=(Rule(), Rule.of({"eta": "2"})), shown=1)
    assert differences(there, here) == (
        "in rule 2 η = 2 (here η = 1)",
        "rule 2 on the plane (here rule 1)",
    )


def test_points_that_only_the_other_has_are_counted_wherever_they_stand() -> None:
    there = replace(HERE, dataset=Dataset.of([[1, 1], [0, 0], [2, 2], [2, 2]], [1, 1, 1, 1]))
    assert differences(there, HERE) == ("4 points (here 3)", "3 points that are not here")


def test_names_and_versions_are_no_difference() -> None:
    assert differences(replace(HERE, name="other", program="0.1"), HERE) == ()
