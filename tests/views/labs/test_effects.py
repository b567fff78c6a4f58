"""The page of effects: the table of XOR live, orders that are typed, rows put on the plane."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.labs.sweep.variations import VariationsResult
from perceptron_gui.labs.sweep.variations_lab import LAB, VariationsOptions
from perceptron_gui.views.labs.sweep import SweepPage
from tests.views.desk import typed_field
from tests.views.lab_desk import OpenLab, complaint, open_row, suggest, texts, type_text
from tests.views.pixels import heard

XOR = make(LIBRARY["xor"])


def test_the_table_of_xor_is_shown_and_kept_with_the_session(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "xor")
    assert len(texts(page.view.table)) == 12
    QTest.mouseClick(page.form.fields["never"].editor, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    desk.wait()
    drawn = LAB.view.build(XOR, Run(XOR, Rule()).finish(), 0, VariationsOptions(never=True))
    assert isinstance(drawn, Table) and len(drawn.rows) == 16
    assert texts(page.view.table) == [[to_plain(cell) for cell in row] for row in drawn.rows]
    assert page.view.drawing is not None
    assert "nothing is learnt" in page.view.drawing.notes[-1]
    assert desk.editing.session.views["effects"] == {"never": True}
    assert page.view_options["effects"]["never"]
    desk.editing.undo()
    desk.wait()
    assert not page.chosen["never"]
    assert len(texts(page.view.table)) == 12


def test_a_row_puts_its_ties_and_offset_on_the_plane(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "xor", Rule(rule="least-squares"))
    row = [cells[:3] for cells in texts(page.view.table)].index(["0/1", "no", "plus"])
    open_row(page.view.table, row)
    rule = desk.editing.rule
    assert (rule.rule, rule.tie, rule.offset) == ("pla", "plus", False)
    assert desk.names == ["Learn with ties plus, no offset"]
    desk.editing.undo()
    assert desk.editing.rule == Rule(rule="least-squares")


def test_a_row_of_another_coding_brings_its_points_in_one_step(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "xor")
    said = heard(desk.laboratory.message_shown)
    before = desk.editing.session
    table = page.view.table
    table.setCurrentCell(next(n for n, row in enumerate(texts(table)) if row[0] == "±1"), 0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert np.unique(desk.editing.session.dataset.points).tolist() == [-1, 1]
    assert desk.editing.session.dataset.labels.tolist() == before.dataset.labels.tolist()
    assert desk.editing.rule.tie == "minus"
    assert said == [
        "Code the points as ±1 and learn with ties minus, an offset. "
        "Undo brings the points back as they were."
    ]
    desk.wait()  # the table of the recoded points has rows of both codings
    open_row(table, next(n for n, row in enumerate(texts(table)) if row[0] == "0/1"))
    assert np.unique(desk.editing.session.dataset.points).tolist() == [0, 1]
    desk.editing.undo()
    desk.editing.undo()
    assert desk.editing.session == before


def test_all_orders_of_xor_cycle_in_one_epoch(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "xor")
    suggest(page, "orders", "All orders of 4 points")
    desk.wait()
    rows = texts(page.view.table)
    assert len(rows) == 24 * 12
    assert len({row[2] for row in rows}) == 24
    assert {row[6].split()[0] for row in rows} == {"4"}


def test_points_of_orders_are_counted_from_1_on_the_page_and_from_0_in_the_session(
    open_lab: OpenLab,
) -> None:
    page, desk = open_lab(SweepPage(LAB), "xor")
    type_text(page, "orders", "cyclic; 1,3,2,4")
    desk.wait()
    assert desk.editing.session.views["effects"] == {"orders": "cyclic; 0,2,1,3"}
    assert typed_field(page.form.fields["orders"]).text() == "cyclic; 1,3,2,4"
    rows = texts(page.view.table)
    assert {row[2] for row in rows} == {"cyclic", "1,3,2,4"}
    open_row(page.view.table, next(n for n, row in enumerate(rows) if row[2] != "cyclic"))
    assert desk.editing.rule.order == (0, 2, 1, 3)
    type_text(page, "orders", "0,1,2,3")
    assert "points are counted from 1" in complaint(page, "orders")
    suggest(page, "orders", "Forwards and backwards")
    assert typed_field(page.form.fields["orders"]).text() == "1,2,3,4; 4,3,2,1"


def test_an_order_that_is_none_is_complained_about_and_the_old_table_stays(
    open_lab: OpenLab,
) -> None:
    page, desk = open_lab(SweepPage(LAB), "xor")
    before = texts(page.view.table)
    type_text(page, "orders", "cyclic; backward")
    assert "The order 'backward' is unknown" in complaint(page, "orders")
    assert "--" not in complaint(page, "orders")
    assert not desk.laboratory.is_busy
    assert texts(page.view.table) == before
    QTest.keyClick(typed_field(page.form.fields["orders"]), Qt.Key.Key_Escape)
    assert complaint(page, "orders") == ""


def test_other_points_make_another_table(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "xor")
    desk.editing.change("Other points", dataset=Dataset.of([[1, 2], [2, 5], [4, 1]], [1, -1, 1]))
    desk.wait()
    assert {row[0] for row in texts(page.view.table)} == {"as given"}
    desk.editing.change("No points", dataset=Dataset.of([], []))
    desk.wait()
    assert page.complaint.words == "Add points to the plane first."
    assert not page.view.isVisible()


def test_a_row_of_the_last_table_is_nothing_while_the_next_one_is_drawn(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "xor")
    rows = page.view.table.rowCount()
    page.show_result((VariationsResult(Rule(), (), ()),))
    open_row(page.view.table, rows - 1)
    assert desk.names == []
