"""The what-if panel: what its sliders and fields ask for, and what it says of the answers."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.exact import dot
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.curves.bias_scale import bias_figure
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS
from perceptron_gui.theory.what_if.bound import BiasCurve, bias_curve, scale_effects
from perceptron_gui.views.what_if.panel import FoundCurve, WhatIfPanel, scale_words
from perceptron_gui.views.what_if.rows import WhatIfRow
from tests.views.desk import DocumentDesk, type_into, use_theme
from tests.views.pixels import on_screen
from tests.views.pointer import grab, let_go, press, pull

ROWS = ("margin", "step", "start", "constant")


class Desk(DocumentDesk):
    """A panel on screen; a run follows at once on what it asks for."""

    def __init__(self, qtbot: QtBot) -> None:
        use_theme()
        self.panel = WhatIfPanel()
        self.panel.edit_requested.connect(self.edit)
        self.panel.rule_requested.connect(self.set_rule)
        self.panel.edit_finished.connect(lambda: self.document.close_step())
        on_screen(qtbot, self.panel, 340, 900, active=True)

    def open(self, data: str | Dataset, **options: Any) -> None:
        self.begin(make(LIBRARY[data]) if isinstance(data, str) else data, **options)

    def find_curve(self) -> None:
        """Show the bound over the constant coordinate."""
        curve = bias_curve(self.run)
        assert isinstance(curve, BiasCurve)
        figure = bias_figure(curve, self.run, NOTATIONS[DEFAULT])
        self.panel.constant.show_curve(FoundCurve(self.run, curve, figure))

    def show(self, session: Session) -> None:
        self.panel.show_data(session.dataset, session.rules[0])
        run = None
        if len(session.dataset):
            run = self.run = Run(session.dataset, session.rules[0]).finish()
        self.panel.show_run(run)


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    desk = Desk(qtbot)
    desk.open("and")
    return desk


def said(row: WhatIfRow) -> str:
    """Return everything that is read beside a slider."""
    return f"{row.text.numbers} {row.text.effect}"


def bound(desk: Desk) -> str:
    return desk.panel.summary.text().partition("</b>")[0].removeprefix("<b>")


def is_open(row: WhatIfRow) -> bool:
    return row.slider.isEnabled() and row.field.isEnabled()


def test_a_panel_says_what_is_in_force(desk: Desk) -> None:
    panel = desk.panel
    assert [row.field.text() for row in panel.rows] == ["0.243", "1", "0", "1"]
    assert "γ²/‖w*‖² = 1/17 ≈ 0.05882, R² = 3" in said(panel.margin)
    assert panel.summary.text() == "<b>k ≤ 51</b>, makes 18 updates"
    assert all(map(is_open, panel.rows)) and not desk.asked


def test_the_updates_are_those_of_the_whole_run_whichever_visit_is_shown(desk: Desk) -> None:
    desk.open("xor")
    told = desk.panel.summary.text()
    assert re.findall(r"\d+", told) == ["4", "4"]  # visits and updates of a round
    for visits in (6, 18, 20):  # played on in its cycle, as the timeline does
        desk.panel.show_run(desk.run.prolonged(visits))
        assert desk.panel.summary.text() == told
    desk.open("moons", epochs=3)
    assert desk.run.status == "budget"
    assert f"stopped after {len(desk.run.history)} updates" in desk.panel.summary.text()
    desk.panel.show_run(Run(desk.run.dataset, desk.rule))
    assert "0 updates computed so far" in desk.panel.summary.text()


def test_classes_that_touch_find_their_way_back_in_another_gesture(desk: Desk) -> None:
    before = desk.document.session.dataset.points
    type_into(desk.panel.margin.field, "0")
    assert not desk.run.verdict.separable
    type_into(desk.panel.margin.field, f"{1 / math.sqrt(17):.12f}")
    assert desk.document.session.dataset.points.tolist() == before.tolist()


@pytest.mark.parametrize(
    ("row", "data", "options", "why"),
    [
        ("margin", "xor", {}, "same mean"),
        ("margin", "one-hot", {}, "only one class"),
        ("margin", "xor", {"lift": "product"}, "take the lift away"),
        ("step", "and", {"rule": "least-squares"}, "takes no steps"),
        ("start", "xor", {}, "no w* to start against"),
        ("constant", "and", {"offset": False}, "no constant coordinate"),
        ("constant", "xor", {}, "No line separates"),
        ("constant", "and", {"rule": "batch"}, "A batch step"),
        *((name, Dataset.of([], []), {}, "Add points") for name in ROWS),
    ],
)
def test_what_cannot_be_changed_says_why(
    desk: Desk, row: str, data: str | Dataset, options: dict[str, Any], why: str
) -> None:
    section = desk.panel.constant
    dial = section if row == "constant" else getattr(desk.panel, row)
    desk.find_curve()
    desk.open(data, **options)
    assert why in said(dial) and not is_open(dial)
    assert row != "constant" or not (section.view.isVisible() or section.best.isVisible())
    desk.open("and")
    assert is_open(dial) and not desk.asked


def test_the_step_changes_nothing_from_zero_and_something_from_elsewhere(desk: Desk) -> None:
    row = desk.panel.step
    visits = desk.run.history.visits.tolist()
    press(row.slider, Qt.Key.Key_Left, times=3)
    assert desk.rule.eta == Fraction(1, 10) == Fraction(row.field.text())
    assert desk.run.history.visits.tolist() == visits
    assert bound(desk) == "k ≤ 51" and "only scales" in row.text.effect
    desk.document.undo()  # a key that was held is one step
    assert desk.rule.eta == 1 and desk.document.undo_name == ""
    desk.open("and", init="-4,-4,6")
    type_into(row.field, "0.1")
    assert desk.run.bounds is not None
    assert bound(desk) == f"k ≤ {desk.run.bounds.most_updates}" != "k ≤ 51"
    assert "w⁽⁰⁾ = 0: k ≤ 51" in said(desk.panel.start) and "make up for w⁽⁰⁾" in row.text.effect


def test_a_start_at_zero_leads_away_against_the_separator(desk: Desk) -> None:
    row = desk.panel.start
    grab(row.slider)
    pull(row.slider, 0.6)
    pull(row.slider, 0.8)
    let_go(row.slider)
    start = desk.run.start
    along = float(dot(start, desk.run.verdict.separator))
    length = math.sqrt(dot(start, start))
    margin = math.sqrt(desk.run.verdict.margin_squared)
    assert along == pytest.approx(-length * margin, rel=1e-3)
    assert length == pytest.approx(float(row.field.text()), rel=1e-2)
    assert desk.run.arithmetic == "exact"
    assert desk.run.bounds is not None
    assert bound(desk).endswith(str(desk.run.bounds.most_updates))
    assert "points against w*, the worst direction for the bound" in row.text.effect
    desk.document.undo()
    assert desk.rule.init == "zeros" and desk.document.undo_name == ""


def test_the_best_constant_is_set_with_a_click_where_there_is_one(desk: Desk) -> None:
    desk.open("shifted")
    section = desk.panel.constant
    assert not section.best.isEnabled()  # it is still being looked for
    desk.find_curve()
    assert section.view.isVisible() and section.best.text() == "Take the best B = 16.8"
    QTest.mouseClick(section.best, Qt.MouseButton.LeftButton)
    assert desk.rule.bias_scale == Fraction("16.8") == Fraction(section.field.text())
    assert bound(desk) == "k ≤ 1003"
    assert not section.best.isEnabled()  # what is shown is the curve of another run
    desk.find_curve()
    assert section.best.text() == "B = 16.8 is the best"
    desk.document.undo()
    assert desk.rule.bias_scale == 1
    desk.open("one-hot")
    desk.find_curve()
    assert not section.best.isEnabled()
    assert "none is the best" in section.best.toolTip()


def test_what_is_no_number_is_told_and_changes_nothing(desk: Desk) -> None:
    for row in desk.panel.rows:
        for typed in ("-1", "much", "1e999", "0,5"):
            type_into(row.field, typed)
            assert row.complaint.isVisible() and row.complaint.words.endswith(".")
            QTest.keyClick(row.field, Qt.Key.Key_Escape)
            assert not row.complaint.isVisible()
    assert not desk.asked


def test_every_scale_is_shown_with_its_bound_and_another_one_is_requested(qtbot: QtBot) -> None:
    run = Run(make(LIBRARY["and"]), Rule()).finish()
    panel = WhatIfPanel()
    qtbot.addWidget(panel)
    panel.show_data(run.dataset, run.rule)
    panel.show_run(run)
    section = panel.scale
    assert "computed" in section.effect.text()
    panel.scale.show_scales(run, scale_effects(run))
    words = [scale_words(effect) for effect in scale_effects(run)]
    assert [word[3] for word in words] == ["51", "13.5", "9", "9"]
    assert words[0][4] == str(len(run.history))
    assert words[0][1:3] == ("3", "1/17")
    assert "<b>51</b>" in section.numbers.text() and "13.5" in section.numbers.text()
    with qtbot.waitSignal(panel.rule_requested) as requested:
        section.menu.value_requested.emit("centre")
    rule, name, gesture = requested.args
    assert (rule.scale, name, gesture) == ("centre", "Set the scale to centre", "")
    panel.show_data(Dataset.of([], []), Rule())
    panel.show_run(None)
    assert not section.menu.isEnabled() and "Add points" in section.effect.text()


@pytest.mark.parametrize("name", NOTATIONS)
def test_margin_and_start_are_called_as_in_the_lecture(desk: Desk, name: str) -> None:
    panel, notation = desk.panel, NOTATIONS[name]
    called, square, size, first = map(to_plain, (*notation.margin, notation.radius, notation.start))
    panel.show_notation(name)
    assert panel.margin.heading.text() == f"<b>Margin {called}</b>"
    assert panel.margin.field.accessibleName() == f"Margin {called}, typed"
    assert f"{square} = 1/17" in said(panel.margin)
    assert f"Both {called} and {size} grow" in said(panel.constant)
    desk.open("and", init="-2,1,0")
    assert panel.start.heading.text() == f"<b>Length of the start {first}</b>"
    assert f"{first} = (−2, 1, 0) keeps its direction" in said(panel.start)
    assert f"{first} = 0: k ≤ 51" in said(panel.start)
    type_into(panel.start.field, "3")
    assert desk.asked[-1][0] == f"Let {first} be 3 long"
