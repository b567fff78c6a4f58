"""The laboratory of steps: curves, the limit of η, honest words, and runs put on the plane."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.marks import Dots, Line, RuleLine
from perceptron_gui.labs.sweep.steps_lab import LAB
from perceptron_gui.views.labs.sweep import SweepPage
from tests.views.desk import typed_field
from tests.views.lab_desk import OpenLab, choose, complaint, open_row, texts, type_text
from tests.views.pointer import click, hover

LIMIT = 0.156930  # 1/λ_max of AND


def figures(page: SweepPage) -> dict[str, Figure]:
    """Return the figures that are seen, by the names of their views."""
    assert isinstance(page.view.drawing, Sheet)
    return {panel.figure.name: panel.figure for panel in page.view.drawing.panels}


def click_place(page: SweepPage, number: int, x: float, y: float, up: int = 0) -> None:
    """Click a place of a figure, or so many pixels above it."""
    view = page.view.figures[number]
    hover(view, (x, y), QPoint(0, -up))
    click(view, (x, y), QPoint(0, -up))


def test_the_limit_of_and_is_marked_and_steps_beyond_it_diverge(open_lab: OpenLab) -> None:
    page, _ = open_lab(SweepPage(LAB), "and")
    shown = figures(page)
    assert list(shown) == ["steps", "step-limit"]
    limit = shown["step-limit"].mark("limit")
    assert isinstance(limit, RuleLine)
    assert limit.at == pytest.approx(LIMIT, abs=5e-7)
    fates = {float(row[0]): row[-1] for row in texts(page.parts.table)}
    assert len(fates) == 5
    for eta, fate in fates.items():
        assert fate.startswith("diverges") == (eta > LIMIT)
    diverged = shown["step-limit"].mark("diverged")
    assert isinstance(diverged, Dots)
    assert (diverged.x > LIMIT).all()
    assert page.view.drawing is not None
    assert "grow without bound" in " ".join(page.view.drawing.notes)


def test_what_overflows_is_given_up_and_no_cell_is_nan(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    type_text(page, "values", "1000000, 0.01")
    desk.wait()
    rows = texts(page.parts.table)
    assert rows[0][-1].startswith("diverges: given up after")
    assert rows[1][-1] == "ends lower than it began"
    assert not any(word in cell for row in rows for cell in row for word in ("nan", "inf"))
    final = figures(page)["step-limit"].mark("diverged")
    assert isinstance(final, Dots)
    assert final.x.max() == 1e6


def test_of_xor_it_is_said_that_nothing_moves(open_lab: OpenLab) -> None:
    page, _ = open_lab(SweepPage(LAB), "xor")
    assert {row[-1] for row in texts(page.parts.table)} == {"stays as it began"}
    assert page.view.drawing is not None
    assert "no step moves them" in page.view.drawing.notes[-1]


def test_a_row_is_descended_on_the_plane(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    type_text(page, "values", "0.1, 0.05")
    desk.wait()
    open_row(page.parts.table, 1)
    rule = desk.editing.rule
    assert (rule.rule, rule.solver, rule.eta) == ("least-squares", "gd", Fraction(1, 20))
    assert (rule.epochs, rule.keep_going) == (100, True)
    assert desk.names == ["Descend with η = 0.05"]


def test_a_click_on_a_curve_descends_with_its_step(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    curve = figures(page)["steps"].mark("curve-0")
    assert isinstance(curve, Line)
    click_place(page, 0, 50.0, 40.0)  # far above all of them
    assert desk.names == []
    click_place(page, 0, 50.5, float(curve.y[50]), up=3)
    assert desk.editing.rule.eta == Fraction(texts(page.parts.table)[0][0])
    assert page.view.figures[0].cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_a_click_on_a_cross_descends_with_a_step_that_is_too_long(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    crosses = figures(page)["step-limit"].mark("diverged")
    assert isinstance(crosses, Dots)
    click_place(page, 1, float(crosses.x[-1]), float(crosses.y[-1]))
    assert float(desk.editing.rule.eta) == float(crosses.x[-1])


@pytest.mark.parametrize(
    ("over", "typed", "field", "value"),
    [("schedule", "inverse, constant", "schedule", "inverse"), ("batch", "2,1", "batch_size", 2)],
)
def test_schedules_and_batches_are_varied_too(
    open_lab: OpenLab, over: str, typed: str, field: str, value: object
) -> None:
    rule = Rule(rule="sgd", loss="hinge", eta=Fraction(1, 10))
    page, desk = open_lab(SweepPage(LAB), "and", rule)
    choose(page, "over", over)
    type_text(page, "values", typed)
    desk.wait()
    assert list(figures(page)) == ["steps"]
    assert len(texts(page.parts.table)) == 2
    open_row(page.parts.table, 0)
    assert getattr(desk.editing.rule, field) == value
    assert desk.editing.rule.loss == "hinge"
    choose(page, "over", "eta")
    assert typed_field(page.form.fields["values"]).text() == ""


def test_what_cannot_be_varied_gets_a_sentence(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    choose(page, "method", "least-squares")
    choose(page, "over", "batch")
    desk.wait()
    assert "so that only η can be varied" in page.complaint.words
    assert not page.parts.table.isVisible()
    choose(page, "method", "hinge")
    desk.wait()
    assert page.complaint.words == ""
    assert page.parts.table.isVisible()


def test_a_value_that_is_none_is_named(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    before = texts(page.parts.table)
    type_text(page, "values", "0.1, fast")
    assert complaint(page, "values") == "'fast' is not a number."
    type_text(page, "values", "0.1, 0")
    assert complaint(page, "values") == "The step η must be greater than 0."
    assert not desk.laboratory.is_busy
    assert texts(page.parts.table) == before


def test_epochs_are_as_many_as_asked_for(open_lab: OpenLab) -> None:
    page, desk = open_lab(SweepPage(LAB), "and")
    type_text(page, "passes", "7")
    desk.wait()
    assert figures(page)["step-limit"].y.label == "loss after 7 epochs"


def test_a_long_sweep_is_stopped_and_what_is_known_stays(qtbot: QtBot, open_lab: OpenLab) -> None:
    rng = np.random.default_rng(1)
    noise = Dataset.of(rng.normal(size=(300, 2)).round(3), np.where(rng.random(300) < 0.5, -1, 1))
    page, desk = open_lab(SweepPage(LAB), noise, wait=False)
    type_text(page, "passes", "100000")
    choose(page, "method", "logistic")
    qtbot.waitUntil(lambda: page.parts.table.rowCount() >= 1, timeout=60_000)
    QTest.mouseClick(page.stop, Qt.MouseButton.LeftButton)
    assert not desk.laboratory.is_busy
    assert len(texts(page.parts.table)) >= 1
