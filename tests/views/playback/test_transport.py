"""The transport: buttons of actions, the counter, the dial and the speed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSlider, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.training.playback import speed_text
from perceptron_gui.views.playback.timeline import PlaybackState
from perceptron_gui.views.playback.transport import BUTTONS, CycleDial, Transport
from perceptron_gui.views.widgets.icons import themed_icon
from tests.figures.drawing import trained
from tests.figures.timelines import AND, RUNS, XOR, million_visits, run_of
from tests.views.pixels import heard, on_screen

pytestmark = pytest.mark.usefixtures("light")
WIDE = 400


def actions() -> dict[str, QAction]:
    made = {name: QAction(name.split(".")[1]) for name in BUTTONS}
    for name, action in made.items():
        action.setToolTip(f"About {name}")
        action.setIcon(themed_icon(name))
        action.setCheckable(name in ("play.loop", "play.two_phase"))
    return made


def shown(qtbot: QtBot, width: int = 1024) -> tuple[Transport, dict[str, QAction]]:
    made = actions()
    transport = Transport(made)
    for action in made.values():
        action.setParent(transport)
    transport.show_speed(30, speed_text(30))
    return on_screen(qtbot, transport, width, transport.sizeHint().height(), active=True), made


@pytest.fixture
def transport(qtbot: QtBot) -> Transport:
    return shown(qtbot)[0]


def test_a_click_on_a_button_triggers_its_action(qtbot: QtBot) -> None:
    transport, made = shown(qtbot)
    for name in BUTTONS:
        with qtbot.waitSignal(made[name].triggered):
            QTest.mouseClick(transport.buttons[name], Qt.MouseButton.LeftButton)
        assert made[name].isChecked() == made[name].isCheckable()


def test_every_control_has_a_name_a_tip_and_a_place_among_the_tabs(transport: Transport) -> None:
    stops = [transport.timeline, *transport.buttons.values(), transport.speed]
    transport.timeline.setFocus()
    for stop in stops:
        assert QApplication.focusWidget() is stop
        assert (stop.accessibleName() or stop.property("text")) and stop.toolTip()
        QTest.keyClick(stop, Qt.Key.Key_Tab)


def test_the_speed_is_asked_for_by_hand_and_shown_in_words(transport: Transport) -> None:
    asked = heard(transport.speed_requested)
    transport.show_speed(50, speed_text(50))
    assert asked == []
    assert transport.speed_text.text() == speed_text(50) == "16 per second"
    QTest.keyClick(transport.speed, Qt.Key.Key_Right)
    assert asked == [51]
    transport.show_speed(51, speed_text(51))
    QTest.keyClick(transport.speed, Qt.Key.Key_PageUp)
    assert asked == [51, 61]


def test_the_counter_counts(transport: Transport) -> None:
    counter, growing = transport.counter, Run(Dataset.of(*AND), Rule())
    growing.advance(9)
    assert counter.text() == "no visits yet"
    for run, visit, counted in (
        (growing.snapshot(), 0, "visit 0 of 9…"),
        (run_of("and"), 17, "visit 17 of 36"),
        (train(*XOR), 17, "visit 4"),
        (train(*XOR).prolonged(24), 22, "visit 22 · round 6 ∞"),
        (million_visits(), 600_000, "visit 600\u202f000 of 1\u202f000\u202f000"),
    ):
        transport.show_state(PlaybackState(run, moment=Moment(visit)))
        QApplication.sendPostedEvents()
        assert counter.text() == counted
    assert [each for each in parts(transport) if each.isVisible()] == parts(transport)
    assert transport.childrenRect().right() <= transport.width()
    transport.resize(760, transport.height())
    assert counter.text() == "600\u202f000 / 1\u202f000\u202f000"


def parts(transport: Transport) -> list[QWidget]:
    """Return everything that may be left out."""
    sliders = transport.findChildren(QSlider)
    return [transport.speed_text, *sliders, *transport.findChildren(QToolButton)]


def test_what_matters_least_is_left_out_first(qtbot: QtBot) -> None:
    transport, _ = shown(qtbot)
    transport.show_state(PlaybackState(run_of("and")))
    host = QWidget()  # a window of its own would insist on the room for all that it shows
    qtbot.addWidget(host)
    transport.setParent(host)
    host.show()
    transport.show()
    seen: list[set[QWidget]] = []
    for width in range(1024, 240, -20):
        transport.resize(width, transport.height())
        left = {widget for widget in parts(transport) if widget.isVisible()}
        if left not in seen:
            seen.append(left)
        assert transport.buttons["play.toggle"].isVisible()
        assert transport.timeline.isVisible()
    assert all(more > fewer for more, fewer in pairwise(seen))
    assert seen[0] - seen[1] == {transport.speed_text}
    assert seen[1] - seen[2] == {transport.speed}
    assert transport.buttons["play.end"] not in seen[-1]
    assert transport.counter.text() == "0 / 36"
    transport.resize(1024, transport.height())
    assert {widget for widget in parts(transport) if widget.isVisible()} == seen[0]
    assert transport.minimumSizeHint().width() < 200


def late() -> Run:
    """Return a run that is in its cycle after five visits, and goes on to its fourth round."""
    return train(*XOR, tie="minus", keep_going=True, epochs=5)


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    """Return a window on screen; a dial that was one itself could not be as small as it likes."""
    return on_screen(qtbot, QWidget(), WIDE, 60)


def show(dial: CycleDial, **changes: Any) -> None:
    dial.show_state(replace(dial.shown, **changes))


def dial_of(host: QWidget, run: Run, visit: int) -> CycleDial:
    """Return a dial with room for all of it."""
    dial = CycleDial(host)
    dial.show_room(WIDE)
    show(dial, run=run)
    show(dial, moment=Moment(visit))
    return dial


def test_before_the_run_has_come_round_nothing_is_given_away(host: QWidget) -> None:
    dial = dial_of(host, late(), 0)
    for moment in (Moment(0), Moment(5), Moment(8), Moment(9, "asked")):
        show(dial, moment=moment)
        assert dial.isHidden() and dial.words == "" and dial.toolTip() == ""
    show(dial, moment=Moment(9))
    assert dial.isVisible() and dial.words
    show(dial, moment=Moment(8))
    assert dial.isHidden() and dial.words == ""


def test_only_proved_cycles_have_a_dial(host: QWidget) -> None:
    returning = trained("xor", order="shuffled")  # by chance, which is no cycle
    assert returning.recurrence is not None
    for run in (returning, *map(run_of, RUNS)):
        dial = dial_of(host, run, run.visits)
        assert dial.isVisible() == (run.status == "cycle")
        show(dial, has_future=True)
        assert dial.isVisible() == (run.status == "cycle")
        show(dial, run=None)
        assert dial.isHidden()


def test_it_counts_rounds_and_the_visits_in_them(host: QWidget) -> None:
    dial = dial_of(host, late(), 9)
    for visit, words in (
        (9, "round 1, visit 4 of 4"),
        (10, "round 2, visit 1 of 4"),
        (20, "round 4, visit 3 of 4"),
    ):
        show(dial, moment=Moment(visit))
        assert dial.words == dial.accessibleDescription() == words
