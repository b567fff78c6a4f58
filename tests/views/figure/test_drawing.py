"""Sheets and tables on screen, and the legends of figures."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing, LegendEntry, Panel, Sheet, Table
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.figure.corner import EnlargeButton
from perceptron_gui.views.figure.drawing import LEAST_PLANE, DrawingView
from perceptron_gui.views.figure.strips import LegendRow, Placed
from perceptron_gui.views.paint.ink import Ink
from perceptron_gui.views.widgets.theme import FAMILY, load_fonts
from tests import hands
from tests.views.pixels import on_screen
from tests.views.pointer import double_click, turn_wheel

_DATASET = make(LIBRARY["and"])
_RUN = Run(_DATASET, Rule(tie="minus")).finish()
LIGHT = THEMES["light"]
INK = Ink(LIGHT, FAMILY, 4 / 3)
ENTRIES = (
    LegendEntry("decision line", "line", Role.BOUNDARY),
    LegendEntry("class $+1$", "dots", Role.POSITIVE),
    LegendEntry("impossible", "area", Role.IMPOSSIBLE),
    LegendEntry(r"weights $\theta$", "arrow", Role.WEIGHTS),
    LegendEntry("at most $R^2k$", "line", Role.UPPER_BOUND),
)


def drawn(name: str, **options: Any) -> Drawing:
    """Return what a view shows of AND at the end."""
    return draw(VIEWS[name], _DATASET, _RUN, _RUN.visits, VIEWS[name].options(**options))


@pytest.fixture
def view(qtbot: QtBot) -> DrawingView:
    return on_screen(qtbot, DrawingView(), 900, 600)


def test_the_figures_of_a_sheet_stand_where_it_says(view: DrawingView, qtbot: QtBot) -> None:
    sheet = drawn("sheet")
    assert isinstance(sheet, Sheet)
    view.show_drawing(sheet)
    plane, loss, norms = view.figures
    qtbot.waitUntil(lambda: plane.width() > loss.width())
    assert [shown.figure for shown in view.figures] == [panel.figure for panel in sheet.panels]
    assert plane.height() == pytest.approx(loss.height() + norms.height(), abs=2)
    assert loss.x() == norms.x() > plane.x()


def test_a_figure_fills_the_page_after_a_double_click_and_goes_back(view: DrawingView) -> None:
    view.show_drawing(drawn("sheet"))
    _plane, loss, norms = view.figures
    double_click(loss, loss.plot.surface.rect().center())
    assert [each.isVisible() for each in view.figures] == [False, True, False]
    view.show_drawing(drawn("sheet"))  # the next visit
    assert [each.isVisible() for each in view.figures] == [False, True, False]
    hands.double_click(loss, QPoint(4, 4))  # above the plot
    assert all(each.isVisible() for each in view.figures)
    button = norms.findChildren(EnlargeButton)[0]
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert [each.isVisible() for each in view.figures] == [False, False, True]
    assert "Esc" in button.toolTip()
    QTest.keyClick(button, Qt.Key.Key_Escape)
    assert all(each.isVisible() for each in view.figures)
    assert "double-click" in button.toolTip()


def test_the_wheel_scrolls_a_page_of_small_planes_and_zooms_with_ctrl(
    view: DrawingView, qtbot: QtBot
) -> None:
    view.show_drawing(drawn("arena"))
    view.resize(400, 200)
    bar = view.findChildren(QScrollArea)[0].verticalScrollBar()
    planes = [figure for figure in view.figures if figure.figure.equal]
    qtbot.waitUntil(lambda: all(plane.height() >= LEAST_PLANE for plane in planes))
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    for _ in range(40):  # beyond the end of the page, too
        for figure in view.figures:
            turn_wheel(figure.plot.surface, figure.plot.surface.rect().center(), -1)
    assert bar.value() == bar.maximum()
    assert not any(figure.plot.is_zoomed for figure in view.figures)
    plane = view.figures[0]
    middle = plane.plot.surface.rect().center()
    turn_wheel(plane.plot.surface, middle, 2, Qt.KeyboardModifier.ControlModifier)
    assert plane.plot.is_zoomed and bar.value() == bar.maximum()
    plane.plot.show_all()
    view.enlarge(0)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    turn_wheel(plane.plot.surface, plane.plot.surface.rect().center(), 2)
    assert plane.plot.is_zoomed


def test_numbers_are_sorted_as_numbers_and_words_after_them(view: DrawingView) -> None:
    cells = (("10", "a"), ("$-2$", "b"), ("1/2", "c"), ("", "d"), ("none", "e"))
    view.show_drawing(Table("t", ("n", "name"), cells))
    view.table.sortItems(0, Qt.SortOrder.AscendingOrder)
    names = [line.split("\t")[1] for line in view.table.copied().splitlines()]
    assert names == ["name", "b", "c", "a", "e", "d"]


def test_rows_are_copied_for_a_spreadsheet_without_what_holds_their_lines(
    view: DrawingView,
) -> None:
    view.show_drawing(Table("t", ("n", "m"), (("3", "x"), ("1", "y"))))
    view.table.selectRow(1)
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "n\tm\n1\ty"
    rows = (("$(-1, 0) \\to (0, 1) \\to$", "2"),)
    view.show_drawing(Table("effects", ("cycle of\n$w$", "updates"), rows))
    assert view.table.copied() == "cycle of w\tupdates\n(−1, 0) → (0, 1) →\t2"


def test_words_in_the_last_column_take_as_many_lines_as_they_need(view: DrawingView) -> None:
    cycle = " ".join([r"$(-1, 0, 1) \to$"] * 12)
    table = Table("effects", ("ends", "cycle"), (("cycles", cycle), ("cycles", "short")), (0, 1))
    view.show_drawing(table)
    widget = view.table
    assert widget.horizontalHeader().length() <= widget.viewport().width()
    assert widget.rowHeight(0) > 1.5 * widget.rowHeight(1)
    view.resize(150, 300)  # in less room nobody could read them
    assert widget.rowHeight(0) == widget.rowHeight(1)


def words(row: LegendRow) -> list[str]:
    return [each.source.label for each in row.placed if each.source is not None]


def legends(view: DrawingView, drawn: Drawing) -> tuple[LegendRow, list[LegendRow]]:
    """Show a drawing; return the legend of the sheet and those of its figures."""
    view.show_drawing(drawn)
    shared = view.legend
    return shared, [row for row in view.findChildren(LegendRow) if row is not shared]


def test_figures_of_several_views_have_legends_of_their_own(view: DrawingView) -> None:
    sheet = drawn("arena", plots="both")
    assert isinstance(sheet, Sheet)
    other = replace(sheet.panels[-1].figure, name="another view")
    mixed = replace(sheet, panels=(sheet.panels[0], Panel(other, 0, 1)), widths=(1.0, 1.0))
    shared, own = legends(view, mixed)
    assert not shared.isVisible() and all(words(row) for row in own)
    shared, own = legends(view, sheet)
    assert shared.isVisible() and not any(words(row) for row in own)
    names = words(shared)
    assert len(names) == len(set(names))
    assert {"Perceptron", "Averaged", "Least squares"} < set(names)


@pytest.fixture
def legend(qtbot: QtBot) -> LegendRow:
    load_fonts()
    row = LegendRow()
    qtbot.addWidget(row)
    row.show_entries(ENTRIES, INK)
    return row


def overlap(one: Placed, other: Placed) -> bool:
    beside = one.right <= other.left or other.right <= one.left
    return not (beside or one.bottom <= other.top or other.bottom <= one.top)


@pytest.mark.parametrize("width", [1000, 400, 200, 100])
def test_entries_stand_beside_each_other_or_in_rows(legend: LegendRow, width: int) -> None:
    legend.needed(width, 1000)
    assert [each.source for each in legend.placed] == list(ENTRIES)
    assert not any(overlap(*pair) for pair in combinations(legend.placed, 2))
    assert all(each.right <= width + 1 for each in legend.placed)


def test_entries_without_room_are_counted_and_told_as_a_tip(legend: LegendRow) -> None:
    height = legend.needed(250, 20)
    assert height <= 20
    assert legend.placed[-1].source is None
    assert len(legend.placed) - 1 < len(ENTRIES)
    assert "impossible" in legend.toolTip()
    legend.needed(1000, 1000)
    assert legend.toolTip() == ""
