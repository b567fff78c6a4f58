"""The page of orders with a real session and real jobs: computed live, clicked, replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.app.explore.labs import LabController
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import MovePoints, ReplaceAll
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Sheet
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.labs.orders import OrdersPage
from tests.documents import editing_of
from tests.views.lab_desk import choose, type_text
from tests.views.pointer import click, hover

PATIENCE = 60_000  # milliseconds; compiling takes a while on a machine that is busy


class OrdersDesk(QObject):
    """Answers every change of the session with its run, as the window does."""

    def __init__(self, dataset: Dataset, rule: Rule, qtbot: QtBot) -> None:
        super().__init__()
        self._qtbot = qtbot
        self.editing = editing_of(Session(dataset, rules=(rule,)))
        self.jobs = Jobs(self)
        self.laboratory = LabController(self.editing, self.jobs)
        self.page = OrdersPage()
        qtbot.addWidget(self.page)
        self.laboratory.add(self.page)
        self.page.resize(900, 600)
        self.page.show()
        self.run = self.computed()
        self.laboratory.show_page(self.page)
        self._on_session_changed()
        self.editing.session_changed.connect(self._on_session_changed)

    def close(self) -> None:
        self.laboratory.close()
        self.jobs.close()

    @property
    def facts(self) -> list[str]:
        """What is read above the figures."""
        text = self.page.facts.text().replace("<b>", "").replace("</b>", "")
        words = (fact.replace("&nbsp;", " ").strip() for fact in text.split(" &nbsp;&nbsp; "))
        return [fact for fact in words if fact]

    @property
    def updates(self) -> int:
        return int(self.run.updates_at(self.run.visits))

    def computed(self) -> Run:
        """Return the run of the session."""
        return Run(self.editing.session.dataset, self.editing.rule).finish()

    def wait(self) -> None:
        """Wait until the experiment is over, and drawn."""
        lab = self.laboratory
        self._qtbot.waitUntil(lambda: not (lab.is_busy or lab.is_drawing), timeout=PATIENCE)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(is_so, timeout=PATIENCE)

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

    @Slot()
    def _on_session_changed(self) -> None:
        self.run = self.computed()
        self.page.show_run(self.run, self.run.visits)


OpenDesk = Callable[..., OrdersDesk]


@pytest.fixture
def open_desk(qtbot: QtBot) -> Iterator[OpenDesk]:
    """Return a function that puts a data set on a desk; its thread is ended at the end."""
    desks: list[OrdersDesk] = []

    def open_it(name: str, **rule: Any) -> OrdersDesk:
        desks.append(OrdersDesk(load_data(name).dataset, Rule.of(rule), qtbot))
        return desks[-1]

    yield open_it
    for desk in desks:
        desk.close()


@pytest.fixture
def desk(open_desk: OpenDesk) -> OrdersDesk:
    """AND as in lecture 001, after all its orders were tried."""
    made = open_desk("and", tie="minus")
    made.wait()
    return made


@pytest.fixture
def busy(open_desk: OpenDesk) -> OrdersDesk:
    """A hundred points that no line separates, while a hundred thousand orders are tried."""
    made = open_desk("blobs")
    type_text(made.page, "trials", "100000")
    made.wait_until(lambda: bool(made.facts) and "100 000" in made.facts[0])
    assert made.laboratory.is_busy
    return made


def marks(desk: OrdersDesk, figure: int) -> set[str]:
    """Return what is drawn in one of the two figures."""
    return {mark.key for mark in desk.page.view.figures[figure].figure.marks}


def test_all_orders_of_and_take_ten_or_twelve_updates(desk: OrdersDesk) -> None:
    assert desk.facts == [
        "all 24 orders",
        "all converged",
        "10 to 12 updates, mean 11.33",
        "2 different solutions, 2 lines",
        "at most 51 by the theorem",
    ]
    drawing = desk.page.view.drawing
    assert isinstance(drawing, Sheet)
    assert [panel.figure.name for panel in drawing.panels] == ["orders", "solutions"]
    assert marks(desk, 0) == {"converged", "own"}
    assert "frequent" in marks(desk, 1)
    assert not desk.page.bar.isVisible()
    assert not desk.page.other.isEnabled()  # there are no others


def test_all_orders_of_xor_cycle(open_desk: OpenDesk) -> None:
    desk = open_desk("xor")
    desk.wait()
    assert desk.facts[:2] == ["all 24 orders", "all cycle"]
    assert desk.facts[-1] == "no bound"
    assert marks(desk, 0) == {"cycle", "own"}


def test_an_extreme_is_replayed_with_a_click(desk: OrdersDesk) -> None:
    for which, updates in (("best", 10), ("worst", 12)):
        button = desk.page.replays.buttons[which]
        assert button.text() == f"{which.title()} (k = {updates})"
        desk.click(button)
        assert (desk.run.status, desk.updates) == ("converged", updates)
        assert isinstance(desk.editing.rule.order, tuple)


def test_the_adversary_finds_what_no_order_does(desk: OrdersDesk) -> None:
    desk.click(desk.adversary)
    desk.wait()
    assert desk.facts[-1] == "adversary: 5 to 12"
    assert {"shortest", "longest"} <= marks(desk, 0)
    for which, updates in (("longest", 12), ("shortest", 5)):
        desk.click(desk.page.replays.buttons[which])
        assert (desk.run.status, desk.updates) == ("converged", updates)
    assert not desk.laboratory.is_busy  # a replay is no new question
    desk.click(desk.adversary)
    assert not desk.laboratory.is_busy
    assert desk.facts[-1] == "at most 51 by the theorem"
    desk.wait()
    assert not {"shortest", "longest"} & marks(desk, 0)
    assert not desk.page.replays.buttons["longest"].isVisible()
    desk.editing.set_notation("003")
    desk.wait()
    assert not desk.adversary.isChecked()
    assert desk.facts[-1] == "at most 51 by the theorem"
    desk.editing.undo()
    desk.editing.undo()
    desk.wait()
    assert desk.adversary.isChecked()
    assert desk.facts[-1] == "adversary: 5 to 12"


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


def test_every_bar_can_be_chosen_with_keys(desk: OrdersDesk) -> None:
    menu = desk.page.replays.bars.menu()
    menu.popup(desk.page.mapToGlobal(QPoint(0, 0)))
    offered = [action.text() for action in menu.actions()]
    assert "k = 10: 8 of 24 orders" in offered
    assert not any(words.startswith("k = 11") for words in offered)
    for _ in range(offered.index("k = 10: 8 of 24 orders") + 1):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert desk.updates == 10


def test_a_bar_that_is_gone_before_it_is_chosen_replays_nothing(desk: OrdersDesk) -> None:
    menu = desk.page.replays.bars.menu()
    menu.popup(desk.page.mapToGlobal(QPoint(0, 0)))
    desk.set_rule(Rule(tie="always"))  # as from a presenter
    desk.wait()
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert desk.editing.rule == Rule(tie="always")


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
    desk.page.show_run(desk.run, 4)
    desk.wait_until(lambda: not histogram.figure.has("own"))
    drawing = desk.page.view.drawing
    assert isinstance(drawing, Sheet)
    assert "This run has made 1 update so far, which lies outside." in drawing.notes[0]
    assert not desk.laboratory.is_busy


def test_starts_are_tried_and_replayed(desk: OrdersDesk) -> None:
    choose(desk.page, "what", "starts")
    desk.wait()
    assert desk.facts[0] == "1000 random starts, seed 0"
    assert not desk.adversary.isEnabled()
    worst = desk.page.replays.buttons["worst"]
    desk.click(worst)
    assert worst.text() == f"Worst (k = {desk.updates})"
    assert isinstance(desk.editing.rule.init, tuple)
    assert not desk.laboratory.is_busy


def test_other_orders_are_those_of_the_next_seed(open_desk: OpenDesk) -> None:
    desk = open_desk("iris")
    desk.wait()
    assert desk.facts[0] == "1000 random orders, seed 0"
    before = desk.page.view.figures[0].figure
    desk.click(desk.page.other)
    desk.wait()
    assert desk.facts[0] == "1000 random orders, seed 1"
    assert desk.page.view.figures[0].figure != before


def test_another_rule_or_other_points_are_tried_anew(desk: OrdersDesk) -> None:
    before = desk.page.view.drawing
    desk.set_rule(Rule(tie="always"))
    assert not desk.page.replays.isVisible()  # until they are those of this rule
    assert desk.laboratory.is_busy
    desk.page.redraw()
    assert desk.page.view.drawing is before  # until the first of the next result
    assert desk.page.view.isVisible()
    desk.wait()
    assert desk.facts[2] == "18 to 22 updates, mean 20.67"
    assert desk.page.replays.isVisible()
    moved = MovePoints(np.array([3]), np.array([[3.0, 3.0]]))
    desk.editing.edit_points("Move a point", moved, "")
    desk.wait()
    assert desk.facts[4] != "at most 51 by the theorem"


def test_it_waits_for_the_run_which_brings_the_verdict(desk: OrdersDesk) -> None:
    desk.editing.session_changed.disconnect(desk._on_session_changed)
    desk.set_rule(Rule(tie="always"))
    desk.wait()
    assert desk.facts[2] == "10 to 12 updates, mean 11.33"
    desk._on_session_changed()
    desk.wait()
    assert desk.facts[2] == "18 to 22 updates, mean 20.67"


@pytest.mark.parametrize("rule", ["batch", "least-squares"])
def test_rules_that_are_not_covered_get_a_sentence(desk: OrdersDesk, rule: str) -> None:
    desk.set_rule(Rule(rule=rule))
    desk.wait()
    assert "one mistake at a time" in desk.page.complaint.words
    assert desk.facts == []
    assert not desk.page.view.isVisible()
    assert not desk.page.replays.isVisible()
    desk.editing.undo()
    desk.wait()
    assert desk.page.complaint.words == ""
    assert desk.facts[0] == "all 24 orders"


def test_data_of_more_dimensions_are_tried_too(desk: OrdersDesk) -> None:
    points = Dataset.of([[0, 0, 1], [1, 1, 0], [2, 1, 1]], [-1, 1, 1])
    desk.editing.edit_points("Other points", ReplaceAll(points), "")
    desk.wait()
    assert desk.facts[0] == "all 6 orders"
    assert len(desk.page.view.figures[1].figure.notes) == 0


def test_it_is_seen_on_its_way_and_can_be_stopped(busy: OrdersDesk) -> None:
    busy.wait_until(lambda: busy.page.bar.value() > 0)
    assert busy.page.bar.isVisible()
    known = int(busy.facts[0].split(" of ")[0].replace(" ", ""))
    assert 0 < known < 100_000
    busy.click(busy.page.stop)
    assert not busy.laboratory.is_busy
    assert not busy.page.bar.isVisible()
    assert " of 100 000 random orders" in busy.facts[0]
    busy.click(busy.page.replays.buttons["worst"])
    assert f"(k = {busy.updates})" in busy.page.replays.buttons["worst"].text()


def test_every_control_has_a_name_a_tip_and_its_turn(desk: OrdersDesk) -> None:
    page = desk.page
    desk.click(desk.adversary)
    desk.wait()
    controls: list[QWidget] = [page.other]
    controls += [part for field in page.form.fields.values() for part in field.parts]
    for control in (*controls, page.stop, *page.replays.buttons.values(), page.replays.bars):
        assert control.accessibleName()
        assert control.toolTip()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus
