"""Pages of sweeps and labellings: rows, marks and planes that are replayed, and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.marks import Dots, Line, RuleLine, Text
from perceptron_gui.labs.registry import LABORATORIES
from perceptron_gui.labs.variations import VariationsResult
from perceptron_gui.views.labs.page import LabPage
from tests.views.desk import typed_field
from tests.views.lab_desk import (
    LabDesk,
    OpenLab,
    choose,
    complaint,
    open_row,
    suggest,
    texts,
    type_text,
)
from tests.views.pixels import heard
from tests.views.pointer import click, hover


@dataclass(frozen=True)
class SweepCase:
    """What is typed on the page of a sweep over AND, and what comes of it."""

    lab: str
    name: str  # of the option whose values are typed
    typed: str
    rows: int  # of the table then
    row: int  # that is opened
    rule: dict[str, object]  # what the opened row learns with
    wrong: str  # what cannot be typed
    why: str
    suggested: str
    suggested_rows: int


CASES = [
    SweepCase(
        *("steps", "values", "0.1, 0.05", 2, 1),
        {"rule": "least-squares", "solver": "gd", "eta": Fraction(1, 20), "epochs": 100},
        *("0.1, fast", "'fast' is not a number", "Around 1", 5),
    ),
    SweepCase(
        *("margins", "values", "0, 2.5", 2, 1),
        {"rule": "pla", "margin": Fraction(5, 2)},
        *("0, 2.5, many", "many", "Up to 1000", 5),
    ),
    SweepCase(
        *("variations", "orders", "cyclic; 1,3,2,4", 24, 3),
        {"rule": "pla", "order": (0, 2, 1, 3), "tie": "minus"},
        *("cyclic; backward", "The order 'backward' is unknown", "All orders of 4 points", 288),
    ),
]


def lab_page(lab: str) -> LabPage:
    return LabPage(LABORATORIES[lab].load())


def figures(page: LabPage) -> dict[str, Figure]:
    """Return the figures that are seen, by the names of their views."""
    drawing = page.view.drawing
    assert isinstance(drawing, Figure | Sheet)
    seen = [drawing] if isinstance(drawing, Figure) else [each.figure for each in drawing.panels]
    return {figure.name: figure for figure in seen}


def dots(page: LabPage, view: str, name: str) -> Dots:
    found = figures(page)[view].mark(name)
    assert isinstance(found, Dots)
    return found


def click_place(page: LabPage, number: int, x: float, y: float, up: int = 0) -> None:
    """Click a place of a figure, or so many pixels above it."""
    view = page.view.figures[number]
    hover(view, (x, y), QPoint(0, -up))
    click(view, (x, y), QPoint(0, -up))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.lab)
def test_values_are_typed_and_suggested_and_a_row_is_replayed(
    open_lab: OpenLab, case: SweepCase
) -> None:
    page, desk = open_lab(lab_page(case.lab), "and")
    before = texts(page.table)
    type_text(page, case.name, case.wrong)
    assert case.why in complaint(page, case.name)
    assert "--" not in complaint(page, case.name)
    assert not desk.laboratory.is_busy and texts(page.table) == before
    type_text(page, case.name, case.typed)
    desk.wait()
    assert (complaint(page, case.name), len(texts(page.table))) == ("", case.rows)
    open_row(page.table, case.row)
    rule = desk.editing.rule
    assert {name: getattr(rule, name) for name in case.rule} == case.rule
    assert len(desk.names) == 1
    desk.wait()
    suggest(page, case.name, case.suggested)
    desk.wait()
    assert len(texts(page.table)) == case.suggested_rows


@pytest.mark.parametrize(
    ("lab", "number", "view", "name", "option"),
    [
        ("steps", 1, "step-limit", "diverged", "eta"),
        ("steps", 1, "step-limit", "ends", "eta"),
        ("margins", 0, "margins", "reached", "margin"),
        ("margins", 0, "margins", "distances", "margin"),
    ],
)
def test_a_click_on_a_dot_replays_its_run(
    open_lab: OpenLab, lab: str, number: int, view: str, name: str, option: str
) -> None:
    page, desk = open_lab(lab_page(lab), "and")
    marks = dots(page, view, name)
    click_place(page, number, float(marks.x[-1]), float(marks.y[-1]))
    assert page.view.figures[number].cursor().shape() == Qt.CursorShape.PointingHandCursor
    assert float(getattr(desk.editing.rule, option)) == float(marks.x[-1])


@pytest.mark.parametrize(
    ("over", "typed", "field", "value"),
    [("schedule", "inverse, constant", "schedule", "inverse"), ("batch", "2,1", "batch_size", 2)],
)
def test_schedules_and_batches_are_varied_too(
    open_lab: OpenLab, over: str, typed: str, field: str, value: object
) -> None:
    rule = Rule(rule="sgd", loss="hinge", eta=Fraction(1, 10))
    page, desk = open_lab(lab_page("steps"), "and", rule)
    choose(page, "over", over)
    type_text(page, "values", typed)
    type_text(page, "passes", "7")
    desk.wait()
    assert list(figures(page)) == ["steps"]
    assert [row[1] for row in texts(page.table)] == ["7", "7"]
    open_row(page.table, 0)
    assert (getattr(desk.editing.rule, field), desk.editing.rule.loss) == (value, "hinge")
    choose(page, "over", "eta")
    assert typed_field(page.form.fields["values"]).text() == ""


def test_a_row_of_another_coding_brings_its_points_in_one_step(open_lab: OpenLab) -> None:
    page, desk = open_lab(lab_page("variations"), "xor")
    said = heard(desk.laboratory.message_shown)
    before = desk.editing.session
    table = page.table
    table.setCurrentCell(next(n for n, row in enumerate(texts(table)) if row[0] == "±1"), 0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert np.unique(desk.editing.session.dataset.points).tolist() == [-1, 1]
    assert desk.editing.session.dataset.labels.tolist() == before.dataset.labels.tolist()
    assert desk.editing.rule.tie == "minus"
    assert len(said) == 1
    desk.wait()  # the table of the recoded points has rows of both codings
    open_row(table, next(n for n, row in enumerate(texts(table)) if row[0] == "0/1"))
    assert np.unique(desk.editing.session.dataset.points).tolist() == [0, 1]
    desk.editing.undo()
    desk.editing.undo()
    assert desk.editing.session == before


def test_points_of_orders_are_counted_from_1_on_the_page_and_from_0_in_the_session(
    open_lab: OpenLab,
) -> None:
    page, desk = open_lab(lab_page("variations"), "xor")
    type_text(page, "orders", "cyclic; 1,3,2,4")
    desk.wait()
    assert desk.editing.session.views["effects"] == {"orders": "cyclic; 0,2,1,3"}
    assert typed_field(page.form.fields["orders"]).text() == "cyclic; 1,3,2,4"
    assert {row[2] for row in texts(page.table)} == {"cyclic", "1,3,2,4"}
    type_text(page, "orders", "0,1,2,3")
    assert "points are counted from 1" in complaint(page, "orders")
    QTest.keyClick(typed_field(page.form.fields["orders"]), Qt.Key.Key_Escape)
    assert complaint(page, "orders") == ""


def test_a_click_on_a_curve_descends_with_its_step(open_lab: OpenLab) -> None:
    page, desk = open_lab(lab_page("steps"), "and")
    curve = figures(page)["steps"].mark("curve-0")
    assert isinstance(curve, Line)
    click_place(page, 0, 50.0, 40.0)  # far above all of them
    assert desk.names == []
    click_place(page, 0, 50.5, float(curve.y[50]), up=3)
    assert desk.editing.rule.eta == Fraction(texts(page.table)[0][0])


def test_a_row_of_the_last_table_is_nothing_while_the_next_one_is_drawn(open_lab: OpenLab) -> None:
    page, desk = open_lab(lab_page("variations"), "xor")
    rows = page.table.rowCount()
    page.show_result(VariationsResult(Rule(), (), ()))
    open_row(page.table, rows - 1)
    assert desk.names == []


def names(page: LabPage) -> dict[str, tuple[float, float]]:
    """Return the names of the planes, and the middle of each."""
    assert isinstance(page.view.drawing, Figure)
    texts = [mark for mark in page.view.drawing.marks if isinstance(mark, Text)]
    return {mark.text: (mark.x, mark.y - 0.53) for mark in texts}


def test_a_gate_that_is_clicked_is_learnt_on_the_plane(open_lab: OpenLab) -> None:
    page, desk = open_lab(lab_page("labellings"), "and")
    planes = names(page)
    assert len(planes) == 16
    (view,) = page.view.figures
    hover(view, planes["XOR"])
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor
    click(view, planes["XOR"])
    session = desk.editing.session
    assert session.dataset.labels.tolist() == [-1, 1, 1, -1]
    desk.editing.undo()
    assert desk.editing.session.dataset.labels.tolist() == [-1, -1, -1, 1]
    desk.wait()
    assert len(names(page)) == 16


def show_run(desk: LabDesk) -> None:
    """Show the run on the plane at its end, whatever is learnt there."""

    def learn(_session: object) -> None:
        run = Run(desk.editing.session.dataset, desk.editing.rule).finish()
        desk.editing.store.update(run=run, moment=Moment(run.visits))

    learn(None)
    desk.editing.store.subscribe(lambda state: state.session, learn)


@pytest.fixture
def orders(open_lab: OpenLab) -> tuple[LabPage, LabDesk]:
    """The page of orders with AND as in the lecture."""
    page, desk = open_lab(lab_page("orders"), "and", Rule(tie="minus"))
    show_run(desk)
    desk.wait()
    return page, desk


def test_rows_and_bars_of_orders_are_replayed(orders: tuple[LabPage, LabDesk]) -> None:
    page, desk = orders
    assert [row[:2] for row in texts(page.table)] == [["10", "8"], ["12", "16"]]
    assert list(figures(page)) == ["orders", "solutions"]
    click_place(page, 0, 11.0, 0.5)  # between the bars
    assert desk.names == []
    click_place(page, 0, 12.0, 0.5)
    open_row(page.table, 0)
    assert [name[-8:] for name in desk.names] == ["(k = 12)", "(k = 10)"]
    desk.wait()
    own = figures(page)["orders"].mark("own")
    assert isinstance(own, RuleLine) and own.at == 10


def test_an_adversary_has_rows_of_its_own_and_one_start(orders: tuple[LabPage, LabDesk]) -> None:
    page, desk = orders
    page.choose_option("adversary", True)
    desk.wait()
    open_row(page.table, 3)
    assert isinstance(desk.editing.rule.order, tuple) and len(desk.editing.rule.order) == 13
    desk.wait()
    assert len(texts(page.table)) == 4
    choose(page, "what", "starts")
    desk.wait()
    assert not page.chosen["adversary"] and "possible" not in str(texts(page.table))
    open_row(page.table, 0)
    assert isinstance(desk.editing.rule.init, tuple)


def test_many_points_get_a_sentence(open_lab: OpenLab) -> None:
    many = Dataset.of([[x, x * x] for x in range(20)], [1] * 20)
    page, desk = open_lab(lab_page("labellings"), many)
    assert "20 points have 1048576 labellings" in page.refusal.words.text()
    assert "at most 12 points" in page.refusal.words.text()
    press(page, "Take 6 of them")
    desk.wait()
    assert len(desk.editing.session.dataset) == 6 and page.refusal.words.text() == ""
    assert isinstance(page.view.drawing, Figure) and page.view.drawing.headline is not None
    assert page.view.drawing.headline.full.endswith("of 64 labellings are separable.")


def press(page: LabPage, title: str) -> None:
    """Click what is offered in place of a result."""
    button = page.refusal.buttons[title]
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(
    ("lab", "data", "rule", "title"),
    [
        ("margins", "xor", Rule(), "Show AND"),
        ("margins", "and", Rule(rule="kernel"), "Use the perceptron"),
        ("labellings", "and", Rule(rule="kernel"), "Use the perceptron"),
        ("orders", "and", Rule(rule="batch"), "Use the perceptron"),
    ],
)
def test_a_page_that_has_nothing_to_show_offers_something(
    open_lab: OpenLab, lab: str, data: str, rule: Rule, title: str
) -> None:
    page, desk = open_lab(lab_page(lab), data, rule)
    show_run(desk)
    assert page.refusal.words.text() and not page.view.isVisible()
    press(page, title)
    desk.wait()
    assert page.refusal.words.text() == "" and page.view.isVisible()


def test_without_points_the_page_offers_xor(open_lab: OpenLab) -> None:
    page, desk = open_lab(lab_page("steps"), Dataset.of([], []))
    press(page, "Show XOR")
    desk.wait()
    assert page.refusal.words.text() == "" and len(texts(page.table)) == 5
