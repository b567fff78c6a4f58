"""The timeline: what mouse, wheel, keys and screen readers ask for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.views.playback.timeline import TimelineSlider
from tests.figures.timelines import AND, XOR, run_of
from tests.views.long_runs import endless, million
from tests.views.shown_timeline import shown

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def requests(timeline: TimelineSlider) -> list[int]:
    """Return the list that every request from now on is added to."""
    asked: list[int] = []
    timeline.seek_requested.connect(asked.append)
    return asked


def click(timeline: TimelineSlider, visit: int, button: Qt.MouseButton = LEFT) -> None:
    """Click on a visit."""
    QTest.mouseClick(timeline, button, PLAIN, place(timeline, visit))


def place(timeline: TimelineSlider, visit: int) -> QPoint:
    """Return a position in the widget at a visit."""
    return QPoint(round(timeline.position_of(visit)), timeline.height() // 2)


def test_a_click_asks_for_the_visit_under_the_pointer(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 3)
    asked = requests(timeline)
    for visit in (17, 36, 0):
        click(timeline, visit)
    assert asked == [17, 36, 0]
    assert timeline.visit == 3  # nobody has agreed yet


def test_what_is_shown_already_is_not_asked_for(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    asked = requests(timeline)
    click(timeline, 17)
    click(timeline, 5, Qt.MouseButton.RightButton)
    assert asked == []


@pytest.mark.qt_log_ignore("does not support raise")  # of tips, by screens that are none
def test_a_drag_asks_for_every_visit_on_its_way(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"))
    asked = requests(timeline)
    timeline.seek_requested.connect(lambda visit: timeline.show_moment(Moment(visit)))
    QTest.mousePress(timeline, LEFT, PLAIN, place(timeline, 4))
    for x in range(place(timeline, 4).x(), place(timeline, 9).x() + 1, 3):
        position = QPointF(x, 10)
        move = QMouseEvent(
            QMouseEvent.Type.MouseMove,
            position,
            timeline.mapToGlobal(position),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(timeline, move)
    QTest.mouseRelease(timeline, LEFT, PLAIN, place(timeline, 9))
    assert asked == [4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (Qt.Key.Key_Right, 18),
        (Qt.Key.Key_Up, 18),
        (Qt.Key.Key_Left, 16),
        (Qt.Key.Key_Down, 16),
        (Qt.Key.Key_PageDown, 20),
        (Qt.Key.Key_PageUp, 16),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 36),
    ],
)
def test_keys_ask_for_visits_and_epochs(qtbot: QtBot, key: Qt.Key, expected: int) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    asked = requests(timeline)
    QTest.keyClick(timeline, key)
    assert asked == [expected]


def test_keys_answer_an_open_question_first(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17, "asked")
    asked = requests(timeline)
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    QTest.keyClick(timeline, Qt.Key.Key_Left)
    assert asked == [17, 16]


def test_keys_at_both_ends_ask_for_nothing(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 36)
    asked = requests(timeline)
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    QTest.keyClick(timeline, Qt.Key.Key_PageDown)
    timeline.show_moment(Moment(0))
    QTest.keyClick(timeline, Qt.Key.Key_Left)
    QTest.keyClick(timeline, Qt.Key.Key_Home)
    assert asked == []


def turn(timeline: TimelineSlider, delta: int, held: Qt.KeyboardModifier) -> None:
    """Turn the wheel over the timeline."""
    position = QPointF(100, 10)
    event = QWheelEvent(
        position,
        timeline.mapToGlobal(position),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        held,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(timeline, event)


def test_the_wheel_asks_for_a_visit_a_notch_and_with_shift_for_an_epoch(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    asked = requests(timeline)
    for delta in (120, -240, 60, 60):  # the last two are one notch of a finer wheel
        turn(timeline, delta, Qt.KeyboardModifier.NoModifier)
    turn(timeline, 240, Qt.KeyboardModifier.ShiftModifier)
    assert asked == [18, 15, 18, 24]


def test_facts_ask_for_nothing(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"))
    asked = requests(timeline)
    for run, visit in ((run_of("and"), 36), (train(*XOR), 36), (million(), 999_999), (None, 7)):
        timeline.show_run(run)
        timeline.show_moment(Moment(visit, "asked"))
        timeline.show_moment(Moment(visit))
        assert timeline.visit == min(visit, run.visits if run else 0)
    timeline.show_run(endless())
    timeline.show_run(run_of("and"))
    assert asked == []


def test_the_cursor_stays_when_a_shorter_run_comes_between(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    timeline.show_run(train(*XOR))
    assert timeline.visit == 4
    timeline.show_run(run_of("and"))
    assert timeline.visit == 17


def test_screen_readers_meet_a_slider(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    asked = requests(timeline)
    slider = QAccessible.queryAccessibleInterface(timeline)
    assert slider.role() == QAccessible.Role.Slider
    values = slider.valueInterface()
    numbers = (values.minimumValue(), values.currentValue(), values.maximumValue())
    assert numbers == (0, 17, 36)
    values.setCurrentValue(20)
    assert asked == [20]


def test_more_visits_than_a_c_integer_counts_can_be_shown_and_asked_for(qtbot: QtBot) -> None:
    timeline = shown(qtbot, endless(), 4 * 10**9)
    asked = requests(timeline)
    click(timeline, 3 * 10**9)
    QTest.keyClick(timeline, Qt.Key.Key_Left)
    assert asked[0] == pytest.approx(3 * 10**9, rel=1e-3)
    assert asked[1] == 4 * 10**9 - 1
    assert not timeline.grab().isNull()


def test_a_timeline_without_a_run_does_nothing(qtbot: QtBot) -> None:
    timeline = shown(qtbot, None)
    asked = requests(timeline)
    QTest.mouseClick(timeline, LEFT, PLAIN, QPoint(300, 10))
    QTest.keyClick(timeline, Qt.Key.Key_End)
    turn(timeline, 120, Qt.KeyboardModifier.ShiftModifier)
    assert asked == []
    assert not timeline.grab().isNull()


def test_a_run_of_one_visit_can_be_walked(qtbot: QtBot) -> None:
    run = train(*AND, rule="least-squares")
    assert run.visits == 1
    timeline = shown(qtbot, run)
    asked = requests(timeline)
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    click(timeline, 1)
    assert asked == [1, 1]
