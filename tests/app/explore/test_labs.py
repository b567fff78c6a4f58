"""The laboratory: the page that is seen is worked for, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.explore.labs import LabController
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.core.data.dataset import Dataset, ReplaceAll
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.labs.lab import Replay
from perceptron_gui.training.jobs import Jobs
from tests.app.person import LEFT, PATIENCE
from tests.views.counting_page import CountingPage

ENDLESS = 10**9


class LabDesk:
    """A laboratory with a page that counts."""

    def __init__(self, editing: Editing, qtbot: QtBot) -> None:
        self.editing, self.jobs, self.qtbot = editing, Jobs(), qtbot
        self.laboratory = LabController(editing, self.jobs)
        self.page = self.add_page()

    def add_page(self) -> CountingPage:
        """Return a page that the laboratory knows."""
        page = CountingPage()
        self.qtbot.addWidget(page)
        page.resize(500, 300)
        page.show()
        self.laboratory.add(page)
        return page

    def show(self) -> None:
        """Show the page, and wait for its result."""
        self.laboratory.show_page(self.page)
        self.wait()

    def wait(self) -> None:
        self.qtbot.waitUntil(lambda: not self.laboratory.is_busy, timeout=PATIENCE)

    def wait_for_complaint(self) -> None:
        self.qtbot.waitUntil(lambda: self.page.refusal.words.text() != "", timeout=PATIENCE)

    def show_endless(self) -> None:
        """Show a page that never comes to an end, and wait until it has come somewhere."""
        self.page.total, self.page.seconds = ENDLESS, 0.0005
        self.laboratory.show_page(self.page)
        self.qtbot.waitUntil(lambda: self.page.counted > 10, timeout=PATIENCE)

    def set_rule(self, rule: Rule) -> None:
        self.editing.set_rules((rule,), 0, "Another rule")

    def close(self) -> None:
        self.laboratory.close()
        self.jobs.close()


@pytest.fixture
def desk(editing: Editing, qtbot: QtBot) -> Iterator[LabDesk]:
    desk = LabDesk(editing, qtbot)
    yield desk
    desk.close()


def test_the_page_that_is_seen_gets_its_result(desk: LabDesk) -> None:
    assert not desk.laboratory.is_busy
    desk.laboratory.show_page(desk.page)
    assert desk.laboratory.is_busy
    desk.wait()
    assert desk.page.counted == 5
    assert desk.page.stop.text() == "Run again"
    desk.page.total = 6
    QTest.mouseClick(desk.page.stop, LEFT)
    desk.wait()
    assert (desk.page.begun, desk.page.counted) == (2, 6)


def test_a_change_of_the_session_makes_a_new_experiment(desk: LabDesk) -> None:
    desk.show()
    for tie in ("minus", "plus", "always"):  # as quick as somebody who drags
        desk.set_rule(Rule(tie=tie, epochs=7))
    desk.wait()
    assert desk.page.begun == 2
    assert desk.page.rule == Rule(tie="always", epochs=7)


def test_what_does_not_concern_the_page_starts_nothing(desk: LabDesk) -> None:
    desk.show()
    desk.editing.set_notation("003")
    assert not desk.laboratory.is_busy
    desk.laboratory.show_page(None)
    desk.laboratory.show_page(desk.page)  # which is up to date
    assert not desk.laboratory.is_busy
    assert desk.page.begun == 1


def test_stopping_keeps_what_is_known(desk: LabDesk) -> None:
    desk.show_endless()
    page = desk.page
    assert page.bar.isVisible()
    QTest.mouseClick(page.stop, LEFT)
    known = page.counted
    assert not desk.laboratory.is_busy
    assert not page.bar.isVisible()
    page.total = 3
    page.settings_changed.emit()
    desk.wait()
    assert known > 3 == page.counted  # nothing of the old one came in between


def test_a_page_behind_computes_nothing_and_catches_up(desk: LabDesk) -> None:
    page, other = desk.page, desk.add_page()
    desk.show_endless()
    desk.laboratory.show_page(other)
    desk.wait()
    assert (other.begun, page.begun) == (1, 1)
    assert not page.bar.isVisible()
    desk.set_rule(Rule(tie="minus"))
    page.settings_changed.emit()  # as from a menu
    desk.wait()
    assert (other.begun, page.begun) == (2, 1)
    page.total = 4
    desk.show()
    assert (page.begun, page.counted, page.rule.tie) == (2, 4, "minus")


def test_without_points_it_says_so_and_comes_back_with_them(desk: LabDesk) -> None:
    desk.show_endless()
    desk.editing.edit_points("Clear", ReplaceAll(Dataset.of([], [])))
    desk.wait_for_complaint()
    assert desk.page.refusal.words.text() == "Add points to the plane first."
    assert not desk.laboratory.is_busy
    desk.page.total = 2
    desk.editing.undo()
    desk.wait()
    assert (desk.page.refusal.words.text(), desk.page.counted) == ("", 2)


def test_a_refusal_is_a_sentence_on_the_page(desk: LabDesk) -> None:
    desk.page.total = -1
    desk.laboratory.show_page(desk.page)
    desk.wait_for_complaint()
    assert desk.page.refusal.words.text() == "Nobody counts below zero."
    assert not desk.laboratory.is_busy
    assert not desk.page.bar.isVisible()


def test_an_error_of_the_program_is_reported_and_ends_the_progress(desk: LabDesk) -> None:
    desk.page.seconds = -1.0  # nobody can sleep so long
    with desk.qtbot.waitSignal(desk.jobs.crashed, timeout=PATIENCE) as heard:
        desk.laboratory.show_page(desk.page)
    assert "ValueError" in heard.args[0]
    assert not desk.laboratory.is_busy
    assert not desk.page.bar.isVisible()


def test_opening_a_page_and_trying_again_change_no_session(desk: LabDesk) -> None:
    """Options that a session stores at their defaults stay as they are stored."""
    session = replace(desk.editing.session, views={"effects": {"orders": "", "title": "Mine"}})
    desk.editing.open(OpenFile(session))
    desk.show()
    QTest.mouseClick(desk.page.stop, LEFT)
    desk.wait()
    assert desk.page.begun == 2
    assert not desk.editing.document.is_changed and desk.editing.session is session


def test_a_rule_that_a_page_asks_for_is_a_step_with_a_name(desk: LabDesk) -> None:
    desk.editing.set_rules((Rule(), Rule(tie="minus")), 1, "Another rule")
    desk.page.replay_requested.emit(Replay(Rule(tie="plus"), "Replay the best"))
    assert desk.editing.document.undo_name == "Replay the best"
    assert desk.editing.session.rules == (Rule(), Rule(tie="plus"))
    assert desk.editing.session.shown == 1


def test_a_hidden_page_lets_go_of_what_was_found_with_other_points(desk: LabDesk) -> None:
    desk.show()
    desk.laboratory.show_page(None)
    desk.set_rule(Rule(tie="plus"))
    assert desk.page.counted == 5
    desk.editing.edit_points("Other points", ReplaceAll(Dataset.of([[0], [1]], [-1, 1])))
    assert desk.page.counted == -1
    assert desk.page.subject is None
    desk.show()
    assert desk.page.counted == 5
