"""The timeline: what is seen and told of a run, and what is hidden of its future."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.figures.model.theme import THEMES
from tests.figures.timelines import XOR, run_of
from tests.views.long_runs import million
from tests.views.pixels import PaintCounter
from tests.views.shown_timeline import HEIGHT, red_columns, shown


def test_the_future_is_hidden_until_it_is_shown(qtbot: QtBot) -> None:
    run = run_of("and")
    timeline = shown(qtbot, run, 18)
    border = timeline.position_of(18)
    past = red_columns(timeline)
    assert past and max(past) < border + 12  # the playhead itself may be red
    timeline.show_future(True)
    assert max(red_columns(timeline)) > border + 12
    timeline.show_future(False)
    assert red_columns(timeline) == past


def test_a_question_does_not_give_its_answer_away(qtbot: QtBot) -> None:
    run = run_of("and")
    update = int(run.history.visits[3])
    timeline = shown(qtbot, run, update, "asked")
    position = round(timeline.position_of(update))
    near = set(range(position - 8, position + 9))
    assert not near & red_columns(timeline)
    assert timeline.words_at(update) == f"Visit {update}, epoch 2"
    timeline.show_moment(Moment(update))
    assert near & red_columns(timeline)
    assert timeline.words_at(update) == f"Visit {update}, epoch 2: update 4"


def test_hidden_updates_of_a_shared_pixel_are_not_drawn(qtbot: QtBot) -> None:
    timeline = shown(qtbot, million(), 500_000)
    border = timeline.position_of(500_000)
    assert max(red_columns(timeline)) <= border


def test_the_tip_tells_what_has_happened_and_no_more(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    assert timeline.words_at(0) == "Start"
    assert timeline.words_at(2) == "Visit 2, epoch 1: no update"
    assert timeline.words_at(30) == "Visit 30, epoch 8"
    timeline.show_future(True)
    assert timeline.words_at(30) == "Visit 30, epoch 8: update 18"


def test_the_period_of_a_cycle_is_told_once_it_has_been_seen(qtbot: QtBot) -> None:
    timeline = shown(qtbot, train(*XOR), 3)
    assert "return" not in timeline.words_at(2)
    before = timeline.grab().toImage()
    timeline.show_moment(Moment(4))
    assert "The weights of visit 0 return at 4" in timeline.words_at(2)
    assert timeline.grab().toImage() != before


def test_the_keyboard_is_seen_on_the_timeline(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    timeline.activateWindow()
    timeline.setFocus()
    qtbot.waitUntil(timeline.hasFocus)
    focused = timeline.grab().toImage()
    timeline.clearFocus()
    QApplication.sendEvent(timeline, QFocusEvent(QFocusEvent.Type.FocusOut))
    assert timeline.grab().toImage() != focused


def test_ticks_follow_size_and_theme(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 36)
    wide = red_columns(timeline)
    timeline.resize(QSize(400, HEIGHT))
    narrow = red_columns(timeline)
    assert narrow and max(narrow) < 400 < max(wide)
    timeline.show_theme(THEMES["dark"])
    assert red_columns(timeline) == set()


def test_being_told_the_same_again_paints_nothing(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    with qtbot.waitActive(timeline):
        timeline.activateWindow()
    for _ in range(2):  # the pointer may have come to it, for which it is painted once more
        QApplication.processEvents()
    counter = PaintCounter(timeline)
    timeline.show_run(run_of("and"))
    timeline.show_moment(Moment(17))
    timeline.show_theme(THEMES["light"])
    timeline.show_future(False)
    QApplication.processEvents()
    assert counter.count == 0
    timeline.show_moment(Moment(18))
    qtbot.waitUntil(lambda: counter.count == 1)


@pytest.mark.qt_log_ignore("does not support raise")  # of tips, by screens that are none
@pytest.mark.parametrize("visit", [2, 30])
def test_the_tip_is_there_at_once_where_the_pointer_is(qtbot: QtBot, visit: int) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    QTest.mouseMove(timeline, QPoint(round(timeline.position_of(visit)), 10))
    qtbot.waitUntil(lambda: QToolTip.text() == timeline.words_at(visit))
    QToolTip.hideText()
