"""The page of orders with a real session and real jobs: computed live, clicked, replayed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QToolTip
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import MovePoints
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Sheet
from perceptron_gui.views.labs.orders import OrdersPage
from tests.views.lab_desk import LabDesk, choose
from tests.views.pointer import click, hover

PATIENCE = 60_000  # milliseconds; compiling takes a while on a machine that is busy


class OrdersDesk(LabDesk):
    """The page of orders; every change of the session is answered with its run at once."""

    def __init__(self, qtbot: QtBot, name: str, rule: Rule) -> None:
        self.page = OrdersPage()
        super().__init__(qtbot, self.page, name, rule)
        self.wait_until = partial(qtbot.waitUntil, timeout=PATIENCE)
        self.answers = True
        self.editing.store.subscribe(lambda state: state.session, lambda _: self.answer())

    @property
    def run(self) -> Run:
        """The run that is shown."""
        run = self.editing.store.state.run
        assert run is not None
        return run

    def answer(self) -> None:
        """Show the run of the session, if it is to come at once."""
        if self.answers:
            run = Run(self.editing.session.dataset, self.editing.rule).finish()
            self.editing.store.update(run=run, moment=Moment(run.visits))

    @property
    def said(self) -> str:
        """The result that is read above the page."""
        drawing = self.page.view.drawing
        assert drawing is not None
        return "" if drawing.headline is None else drawing.headline.full

    @property
    def updates(self) -> int:
        return int(self.run.updates_at(self.run.visits))

    def set_rule(self, rule: Rule) -> None:
        """Change the rule, as in the panel beside."""
        self.editing.set_rules((rule,), 0, "Another rule")

    def click(self, button: QAbstractButton) -> None:
        """Click a button, or the box of a choice."""
        assert button.isVisible()
        place = QPoint(10, button.height() // 2)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=place)

    @property
    def adversary(self) -> QCheckBox:
        """The box of the adversary."""
        editor = self.page.form.fields["adversary"].editor
        assert isinstance(editor, QCheckBox)
        return editor

    def click_bar(self, k: float) -> None:
        """Click the bar of k."""
        click(self.page.view.figures[0], (k, 0.5))

    def point_at(self, k: float) -> None:
        """Move the pointer to the bar of k."""
        hover(self.page.view.figures[0], (k, 0.5))


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[OrdersDesk]:
    """AND as in lecture 001, after all its orders were tried."""
    desk = OrdersDesk(qtbot, "and", Rule.of({"tie": "minus"}))
    desk.wait()
    yield desk
    desk.close()


def marks(desk: OrdersDesk, figure: int) -> set[str]:
    """Return what is drawn in one of the two figures."""
    return {mark.key for mark in desk.page.view.figures[figure].figure.marks}


def test_all_orders_of_and_take_ten_or_twelve_updates(desk: OrdersDesk) -> None:
    assert desk.said == "All 24 orders converge after 10 to 12 updates."
    drawing = desk.page.view.drawing
    assert isinstance(drawing, Sheet)
    assert [panel.figure.name for panel in drawing.panels] == ["orders", "solutions"]
    assert marks(desk, 0) == {"converged", "own"}
    assert "frequent" in marks(desk, 1)
    assert not desk.page.bar.isVisible()
    assert not desk.page.other.isEnabled()  # there are no others


def test_an_extreme_is_replayed_with_a_click(desk: OrdersDesk) -> None:
    for which, updates in (("best", 10), ("worst", 12)):
        button = desk.page.buttons[which]
        assert button.text() == f"{which.title()} (k = {updates})"
        desk.click(button)
        assert (desk.run.status, desk.updates) == ("converged", updates)
        assert isinstance(desk.editing.rule.order, tuple)


def test_the_adversary_finds_what_no_order_does(desk: OrdersDesk) -> None:
    desk.click(desk.adversary)
    desk.wait()
    assert {"shortest", "longest"} <= marks(desk, 0)
    for which, updates in (("longest", 12), ("shortest", 5)):
        desk.click(desk.page.buttons[which])
        assert (desk.run.status, desk.updates) == ("converged", updates)
    assert not desk.laboratory.is_busy  # a replay is no new question
    desk.click(desk.adversary)
    desk.wait()
    assert not desk.page.buttons["longest"].isVisible()
    desk.wait()
    assert not {"shortest", "longest"} & marks(desk, 0)
    desk.editing.set_notation("003")
    desk.wait()
    assert not desk.adversary.isChecked()
    assert not desk.page.buttons["longest"].isVisible()
    desk.editing.undo()
    desk.editing.undo()
    desk.wait()
    assert desk.adversary.isChecked()
    assert desk.page.buttons["longest"].text() == "Longest possible (k = 12)"


@pytest.mark.parametrize("k", [10, 12])
def test_clicking_a_bar_replays_one_of_its_orders(desk: OrdersDesk, k: int) -> None:
    before = desk.editing.session
    for nothing in (5, 11):  # between the bars
        desk.click_bar(nothing)
    assert desk.editing.session is before
    desk.click_bar(k)
    first = desk.editing.rule.order
    assert desk.updates == k
    desk.click_bar(k)
    assert desk.updates == k
    assert desk.editing.rule.order != first  # each click another one
    assert not desk.laboratory.is_busy
    desk.editing.undo()
    assert desk.editing.rule.order == first


def test_pointing_at_a_bar_tells_how_many_it_counts(desk: OrdersDesk) -> None:
    desk.point_at(10)
    assert QToolTip.text() == "k = 10: 8 of 24 orders"
    histogram = desk.page.view.figures[0]
    assert histogram.cursor().shape() == Qt.CursorShape.PointingHandCursor
    desk.point_at(11)
    desk.wait_until(lambda: not QToolTip.isVisible())
    assert histogram.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_the_run_on_the_plane_is_followed(desk: OrdersDesk) -> None:
    histogram = desk.page.view.figures[0]
    assert histogram.figure.mark("own").label == "this run: $k = 10$"
    desk.editing.store.update(moment=Moment(4))
    desk.wait_until(lambda: not histogram.figure.has("own"))
    drawing = desk.page.view.drawing
    assert isinstance(drawing, Sheet)
    assert "This run has made 1 update so far, which lies outside." in drawing.notes[0]
    assert not desk.laboratory.is_busy


def test_starts_are_tried_and_replayed(desk: OrdersDesk) -> None:
    choose(desk.page, "what", "starts")
    desk.wait()
    assert "1000 random starts" in desk.said
    assert not desk.adversary.isEnabled()
    worst = desk.page.buttons["worst"]
    desk.click(worst)
    assert worst.text() == f"Worst (k = {desk.updates})"
    assert isinstance(desk.editing.rule.init, tuple)
    assert not desk.laboratory.is_busy


def test_another_rule_or_other_points_are_tried_anew(desk: OrdersDesk) -> None:
    before = desk.page.view.drawing
    desk.set_rule(Rule(tie="always"))
    assert not desk.page.replays.isVisible()  # until they are those of this rule
    assert desk.laboratory.is_busy
    desk.page.redraw()
    assert desk.page.view.drawing is before  # until the first of the next result
    assert desk.page.view.isVisible()
    desk.wait()
    assert "18 to 22 updates" in desk.said
    assert desk.page.replays.isVisible()
    moved = MovePoints(np.array([3]), np.array([[3.0, 3.0]]))
    desk.editing.edit_points("Move a point", moved, "")
    desk.wait()
    assert "18 to 22 updates" not in desk.said


@pytest.mark.parametrize("rule", ["batch", "least-squares"])
def test_rules_that_are_not_covered_get_a_sentence(desk: OrdersDesk, rule: str) -> None:
    desk.set_rule(Rule(rule=rule))
    desk.wait()
    assert "one mistake at a time" in desk.page.refusal.words
    assert not desk.page.view.isVisible()
    assert not desk.page.replays.isVisible()
    desk.editing.undo()
    desk.wait()
    assert desk.page.refusal.words == ""
    assert "24 orders" in desk.said
