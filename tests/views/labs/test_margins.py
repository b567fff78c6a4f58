"""The page of margins: dots and rows that can be followed, margins that can be typed."""

from __future__ import annotations

from PySide6.QtCore import Qt

from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Dots
from perceptron_gui.labs.sweep.margins_lab import LAB
from perceptron_gui.views.labs.sweep import SweepPage
from tests.views.lab_desk import OpenLab, complaint, open_row, suggest, texts, type_text
from tests.views.pointer import click, hover


def dots(page: SweepPage) -> list[tuple[float, float]]:
    assert isinstance(page.view.drawing, Figure)
    found = page.view.drawing.mark("reached")
    assert isinstance(found, Dots)
    return list(zip(found.x.tolist(), found.y.tolist(), strict=True))


def test_the_table_has_the_numbers_of_iris(open_lab: OpenLab) -> None:
    page, _ = open_lab(SweepPage(LAB), load_data("iris").dataset)
    rows = texts(page.parts.table)
    assert [row[0] for row in rows] == ["0", "1", "10", "100"]
    assert [row[1] for row in rows] == ["4", "15", "95", "981"]
    assert [row[3][:5] for row in rows] == ["0.171", "0.235", "0.256", "0.265"]
    assert len(dots(page)) == 3


def test_a_dot_or_a_row_is_followed_on_the_plane(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    (view,) = page.view.figures
    hover(view, dots(page)[1])
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor
    click(view, dots(page)[1])
    assert desk.editing.rule.margin == 10
    assert desk.names == ["Learn with margin 10"]
    desk.wait()
    open_row(page.parts.table, 3)
    assert desk.editing.rule.margin == 100


def test_margins_are_typed_and_suggested(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    type_text(page, "values", "0, 2.5, many")
    assert "many" in complaint(page, "values")
    type_text(page, "values", "0, 2.5")
    desk.wait()
    assert [row[0] for row in texts(page.parts.table)] == ["0", "2.5"]
    suggest(page, "values", "Up to 1000")
    desk.wait()
    assert len(texts(page.parts.table)) == 5


def test_points_that_no_line_separates_get_a_sentence(open_lab: OpenLab) -> None:
    page, _ = open_lab(SweepPage(LAB), "xor")
    assert "o line separates these points" in page.complaint.words
    assert not page.parts.table.isVisible()
