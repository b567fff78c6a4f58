"""The page of effects: the table of XOR live, orders that are typed, rows put on the plane."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number, vector
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.labs.effects.effects import EffectsResult
from perceptron_gui.views.labs.effects import EffectsPage
from tests.views.lab_desk import lab_desk, open_row, suggest, texts, type_text

CODINGS = {"01": "0/1", "pm": "±1"}


def written(row: dict[str, Any]) -> list[str]:
    """Return a row of the golden table as it stands on the page."""
    setting = [CODINGS[row["encoding"]], "yes" if row["offset"] else "no", row["tie"]]
    longest = to_plain(number(Fraction(row["max_norm2"])))
    if row["status"] != "cycle":
        return [*setting, "converges", "4 / 0", "–", longest, "–"]
    states = [to_plain(vector([Fraction(v) for v in state])) for state in row["states"]]
    return [
        *setting,
        "cycles",
        f"{row['preperiod_visits']} / {row['preperiod_updates']}",
        f"{row['period_visits']} / {row['period_updates']}",
        longest,
        "".join(f"{state} → " for state in states).strip(),
    ]


def test_xor_shows_every_row_of_the_golden_table(qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = EffectsPage()
    with lab_desk(qtbot, page, "xor") as desk:
        desk.wait()
        assert len(texts(page.view.table)) == 12
        QTest.mouseClick(page.never, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
        desk.wait()
        shown = sorted(texts(page.view.table))
        assert shown == sorted(map(written, golden["xor_cycles"]))
        assert page.view.drawing is not None
        assert "nothing is learnt" in page.view.drawing.notes[-1]


def test_ties_that_are_never_a_mistake_are_kept_with_the_session(qtbot: QtBot) -> None:
    page = EffectsPage()
    with lab_desk(qtbot, page, "xor") as desk:
        desk.wait()
        QTest.mouseClick(page.never, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
        desk.wait()
        assert desk.editing.session.views["effects"] == {"never": True}
        assert page.view_options["effects"]["never"]
        desk.editing.undo()
        desk.wait()
        assert not page.never.isChecked()
        assert len(texts(page.view.table)) == 12


def test_a_row_puts_its_ties_and_offset_on_the_plane(qtbot: QtBot) -> None:
    page = EffectsPage()
    with lab_desk(qtbot, page, "xor", Rule(rule="least-squares")) as desk:
        desk.wait()
        row = [cells[:3] for cells in texts(page.view.table)].index(["0/1", "no", "plus"])
        open_row(page.view.table, row)
        rule = desk.editing.rule
        assert (rule.rule, rule.tie, rule.offset) == ("pla", "plus", False)
        assert desk.names == ["Learn with ties plus, no offset"]
        desk.editing.undo()
        assert desk.editing.rule == Rule(rule="least-squares")


def test_a_row_of_another_coding_gets_a_sentence(qtbot: QtBot) -> None:
    page = EffectsPage()
    with lab_desk(qtbot, page, "xor") as desk:
        desk.wait()
        table = page.view.table
        open_row(table, next(n for n, row in enumerate(texts(table)) if row[0] == "±1"))
        assert desk.editing.rule == Rule()
        assert "not coded as ±1" in page.complaint.words
        open_row(table, next(n for n, row in enumerate(texts(table)) if row[0] == "0/1"))
        assert page.complaint.words == ""


def test_all_orders_of_xor_cycle_in_one_epoch(qtbot: QtBot) -> None:
    page = EffectsPage()
    with lab_desk(qtbot, page, "xor") as desk:
        desk.wait()
        suggest(page.orders, "All orders of 4 points")
        desk.wait()
        rows = texts(page.view.table)
        assert len(rows) == 24 * 12
        assert len({row[2] for row in rows}) == 24
        assert {row[6].split()[0] for row in rows} == {"4"}


def test_an_order_that_is_none_is_complained_about_and_the_old_table_stays(qtbot: QtBot) -> None:
    page = EffectsPage()
    with lab_desk(qtbot, page, "xor") as desk:
        desk.wait()
        before = texts(page.view.table)
        type_text(page.orders, "cyclic; backward")
        assert "The order 'backward' is unknown" in page.orders.complaint.words
        assert "--" not in page.orders.complaint.words
        assert not desk.laboratory.is_busy
        assert texts(page.view.table) == before
        QTest.keyClick(page.orders.field, Qt.Key.Key_Escape)
        assert page.orders.complaint.words == ""


def test_other_points_make_another_table(qtbot: QtBot) -> None:
    page = EffectsPage()
    with lab_desk(qtbot, page, "xor") as desk:
        desk.wait()
        desk.editing.change(
            "Other points", dataset=Dataset.of([[1, 2], [2, 5], [4, 1]], [1, -1, 1])
        )
        desk.wait()
        assert {row[0] for row in texts(page.view.table)} == {"as given"}
        desk.editing.change("No points", dataset=Dataset.of([], []))
        desk.wait()
        assert page.complaint.words == "Add points to the plane first."
        assert not page.view.isVisible()


def test_a_row_of_the_last_table_is_nothing_while_the_next_one_is_drawn(qtbot: QtBot) -> None:
    page = EffectsPage()
    with lab_desk(qtbot, page, "xor") as desk:
        desk.wait()
        rows = page.view.table.rowCount()
        page.show_result(EffectsResult(Rule(), (), ()))
        open_row(page.view.table, rows - 1)
        assert desk.names == []
