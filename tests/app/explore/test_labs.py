"""Tests of the laboratory: the page that is seen is worked for, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.explore.labs import LabController
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import ReplaceAll
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.training.jobs import Jobs
from tests.views.counting_page import CountingPage

PATIENCE = 20_000  # milliseconds; a machine may be busy
ENDLESS = 10**9


@pytest.fixture
def laboratory(editing: Editing, qtbot: QtBot) -> Iterator[LabController]:
    jobs = Jobs()
    made = LabController(editing, jobs)
    yield made
    made.close()
    jobs.close()


def added(laboratory: LabController, qtbot: QtBot) -> CountingPage:
    """Return a page that the laboratory knows."""
    page = CountingPage()
    qtbot.addWidget(page)
    page.resize(500, 300)
    page.show()
    laboratory.add(page)
    return page


@pytest.fixture
def page(laboratory: LabController, qtbot: QtBot) -> CountingPage:
    return added(laboratory, qtbot)


def wait(laboratory: LabController, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not laboratory.is_busy, timeout=PATIENCE)


def begin_endless(laboratory: LabController, page: CountingPage, qtbot: QtBot) -> None:
    """Show a page that never comes to an end, and wait until it has come somewhere."""
    page.total, page.seconds = ENDLESS, 0.0005
    laboratory.show_page(page)
    qtbot.waitUntil(lambda: page.counted > 10, timeout=PATIENCE)


def test_the_page_that_is_seen_gets_its_result(
    laboratory: LabController, page: CountingPage, qtbot: QtBot
) -> None:
    assert not laboratory.is_busy
    laboratory.show_page(page)
    assert laboratory.is_busy
    wait(laboratory, qtbot)
    assert page.counted == 5
    assert page.stop.text() == "Again"


def test_again_carries_it_out_again(
    laboratory: LabController, page: CountingPage, qtbot: QtBot
) -> None:
    laboratory.show_page(page)
    wait(laboratory, qtbot)
    page.total = 6
    QTest.mouseClick(page.stop, Qt.MouseButton.LeftButton)
    wait(laboratory, qtbot)
    assert (page.begun, page.counted) == (2, 6)


def test_a_change_of_the_session_makes_a_new_experiment(
    laboratory: LabController, page: CountingPage, editing: Editing, qtbot: QtBot
) -> None:
    laboratory.show_page(page)
    wait(laboratory, qtbot)
    for tie in ("minus", "plus", "always"):  # as quick as somebody who drags
        editing.set_rules((Rule(tie=tie, epochs=7),), 0, "Other ties")
    wait(laboratory, qtbot)
    assert page.begun == 2
    assert page.rule == Rule(tie="always", epochs=7)


def test_what_is_no_matter_of_the_page_makes_none(
    laboratory: LabController, page: CountingPage, editing: Editing, qtbot: QtBot
) -> None:
    laboratory.show_page(page)
    wait(laboratory, qtbot)
    editing.set_notation("003")
    assert not laboratory.is_busy
    assert page.begun == 1


def test_stopping_keeps_what_is_known(
    laboratory: LabController, page: CountingPage, qtbot: QtBot
) -> None:
    begin_endless(laboratory, page, qtbot)
    assert page.bar.isVisible()
    QTest.mouseClick(page.stop, Qt.MouseButton.LeftButton)
    known = page.counted
    assert not laboratory.is_busy
    assert not page.bar.isVisible()
    page.total = 3
    page.settings_changed.emit()
    wait(laboratory, qtbot)
    assert known > 3 == page.counted  # nothing of the old one came in between


def test_a_page_behind_computes_nothing_and_catches_up(
    laboratory: LabController, page: CountingPage, editing: Editing, qtbot: QtBot
) -> None:
    other = added(laboratory, qtbot)
    begin_endless(laboratory, page, qtbot)
    laboratory.show_page(other)
    wait(laboratory, qtbot)
    assert (other.begun, page.begun) == (1, 1)
    assert not page.bar.isVisible()
    editing.set_rules((Rule(tie="minus"),), 0, "Other ties")
    page.settings_changed.emit()  # as from a menu
    wait(laboratory, qtbot)
    assert (other.begun, page.begun) == (2, 1)
    page.total = 4
    laboratory.show_page(page)
    wait(laboratory, qtbot)
    assert (page.begun, page.counted, page.rule.tie) == (2, 4, "minus")


def test_a_page_that_is_up_to_date_is_left_alone(
    laboratory: LabController, page: CountingPage, qtbot: QtBot
) -> None:
    laboratory.show_page(page)
    wait(laboratory, qtbot)
    laboratory.show_page(None)
    laboratory.show_page(page)
    assert not laboratory.is_busy


def test_without_points_it_says_so_and_comes_back_with_them(
    laboratory: LabController, page: CountingPage, editing: Editing, qtbot: QtBot
) -> None:
    begin_endless(laboratory, page, qtbot)
    editing.edit_points("Clear", ReplaceAll(Dataset.of([], [])))
    qtbot.waitUntil(lambda: page.complaint.words != "", timeout=PATIENCE)
    assert page.complaint.words == "Add points to the plane first."
    assert not laboratory.is_busy
    page.total = 2
    editing.undo()
    wait(laboratory, qtbot)
    assert (page.complaint.words, page.counted) == ("", 2)


def test_a_refusal_is_a_sentence_on_the_page(
    laboratory: LabController, page: CountingPage, qtbot: QtBot
) -> None:
    page.total = -1
    laboratory.show_page(page)
    qtbot.waitUntil(lambda: page.complaint.words != "", timeout=PATIENCE)
    assert page.complaint.words == "Nobody counts below zero."
    assert not laboratory.is_busy
    assert not page.bar.isVisible()


def test_an_error_of_the_program_is_reported_and_ends_the_progress(
    laboratory: LabController, page: CountingPage, qtbot: QtBot
) -> None:
    page.seconds = -1.0  # nobody can sleep so long
    with qtbot.waitSignal(laboratory.jobs.crashed, timeout=PATIENCE) as heard:
        laboratory.show_page(page)
    assert "ValueError" in heard.args[0]
    assert not laboratory.is_busy
    assert not page.bar.isVisible()


def test_a_rule_that_a_page_asks_for_is_a_step_with_a_name(
    laboratory: LabController, page: CountingPage, editing: Editing, qtbot: QtBot
) -> None:
    editing.set_rules((Rule(), Rule(tie="minus")), 1, "Another rule")
    with qtbot.waitSignal(editing.steps_changed) as heard:
        page.rule_requested.emit(Rule(tie="plus"), "Replay the best")
    assert heard.args == ["Replay the best", ""]
    assert editing.session.rules == (Rule(), Rule(tie="plus"))
    assert editing.session.shown == 1


def test_closing_ends_an_endless_experiment(
    laboratory: LabController, page: CountingPage, qtbot: QtBot
) -> None:
    begin_endless(laboratory, page, qtbot)
    laboratory.close()
    laboratory.jobs.close()
    assert not laboratory.is_busy
