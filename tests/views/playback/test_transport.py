"""The transport: buttons of actions, the counter, the speed, and a run played through all of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSlider, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.training.playback import Playback, speed_text
from perceptron_gui.views.playback.transport import BUTTONS, Transport
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.theme import apply_theme
from tests.figures.timelines import AND, XOR, million_visits, run_of
from tests.views.pixels import heard, on_screen

pytestmark = pytest.mark.usefixtures("light")


def actions(parent: QWidget) -> dict[str, QAction]:
    """Return an action for every button."""
    made = {name: QAction(name.split(".")[1], parent) for name in BUTTONS}
    for name, action in made.items():
        action.setToolTip(f"About {name}")
        action.setIcon(themed_icon(name))
        action.setCheckable(name in ("play.loop", "play.two_phase"))
    return made


def shown(qtbot: QtBot, width: int = 1024) -> tuple[Transport, dict[str, QAction]]:
    """Return a transport with all its buttons on screen."""
    transport = Transport()
    made = actions(transport)
    transport.set_actions(made)
    transport.show_speed(30, speed_text(30))
    return on_screen(qtbot, transport, width, transport.sizeHint().height(), active=True), made


@pytest.fixture
def transport(qtbot: QtBot) -> Transport:
    return shown(qtbot)[0]


@pytest.mark.parametrize("name", BUTTONS)
def test_a_click_on_a_button_triggers_its_action(qtbot: QtBot, name: str) -> None:
    transport, made = shown(qtbot)
    with qtbot.waitSignal(made[name].triggered):
        QTest.mouseClick(transport.button(name), Qt.MouseButton.LeftButton)
    assert made[name].isChecked() == made[name].isCheckable()


def test_buttons_are_made_anew_for_the_actions_that_are_there(qtbot: QtBot) -> None:
    transport, made = shown(qtbot)
    del made["play.loop"]
    made["file.save"] = QAction("save", transport)
    for given in (made, {"play.toggle": made["play.toggle"]}):
        transport.set_actions(given)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        named = [button.accessibleName() for button in transport.findChildren(QToolButton)]
        assert sorted(named) == sorted(n.split(".")[1] for n in given if n != "file.save")


def test_every_control_has_a_name_a_tip_and_a_place_among_the_tabs(transport: Transport) -> None:
    stops = [transport.timeline, *map(transport.button, BUTTONS), transport.speed]
    transport.timeline.setFocus()
    for stop in stops:
        assert QApplication.focusWidget() is stop
        assert stop.accessibleName() and stop.toolTip()
        QTest.keyClick(stop, Qt.Key.Key_Tab)


def test_the_large_button_shows_what_it_does_next(transport: Transport) -> None:
    button = transport.button("play.toggle")
    play = button.grab().toImage()
    transport.show_playing(True)
    assert button.grab().toImage() != play
    transport.show_playing(False)
    assert button.grab().toImage() == play
    assert button.width() > transport.button("play.forward").width()


def test_everything_grows_with_the_letters_of_the_application(
    qtbot: QtBot, qapp: QApplication
) -> None:
    transport, _ = shown(qtbot, 1900)
    small = transport.button("play.end").iconSize().width(), transport.counter.sizeHint().width()
    apply_theme(qapp, THEMES["light"], 2.0)
    large = transport.button("play.end").iconSize().width(), transport.counter.sizeHint().width()
    assert all(after > 1.7 * before for before, after in zip(small, large, strict=True))


def test_the_speed_is_asked_for_by_hand_and_shown_in_words(transport: Transport) -> None:
    asked = heard(transport.speed_requested)
    transport.show_speed(50, speed_text(50))
    assert asked == []
    assert transport.speed_text.text() == speed_text(50) == "16 visits a second"
    QTest.keyClick(transport.speed, Qt.Key.Key_Right)
    assert asked == [51]
    transport.show_speed(51, speed_text(51))
    QTest.keyClick(transport.speed, Qt.Key.Key_PageUp)
    assert asked == [51, 61]


def test_the_counter_counts(transport: Transport) -> None:
    assert transport.counter.text() == "no visits yet"
    transport.show_run(run_of("and"))
    transport.show_moment(Moment(17))
    assert transport.counter.text() == "visit 17 of 36"
    transport.show_run(train(*XOR))
    assert transport.counter.text() == "visit 4"
    transport.show_run(train(*XOR).prolonged(24))
    transport.show_moment(Moment(22))
    assert transport.counter.text() == "visit 22, round 6 ∞"
    transport.show_run(million_visits())
    transport.show_moment(Moment(600_000))
    assert transport.counter.text() == "600\u202f000 / 1\u202f000\u202f000"
    transport.resize(1280, transport.height())
    assert transport.counter.text() == "visit 600\u202f000 of 1\u202f000\u202f000"


def test_a_run_that_is_being_computed_is_longer_than_its_count(transport: Transport) -> None:
    run = Run(Dataset.of(*AND), Rule())
    run.advance(9)
    transport.show_run(run.snapshot())
    assert transport.counter.text() == "visit 0 of 9…"
    run.finish()
    transport.show_run(run)
    assert transport.counter.text() == "visit 0 of 36"


def test_all_of_it_fits_a_window_of_1024_pixels(transport: Transport) -> None:
    transport.show_run(million_visits())
    visible = [widget for widget in parts(transport) if widget.isVisible()]
    assert visible == parts(transport)
    assert transport.counter.text() == "0 / 1\u202f000\u202f000"  # words take the room of a part
    assert transport.childrenRect().right() <= transport.width()


def parts(transport: Transport) -> list[QWidget]:
    """Return everything that may be left out."""
    sliders = transport.findChildren(QSlider)
    return [transport.speed_text, *sliders, *transport.findChildren(QToolButton)]


def test_what_matters_least_is_left_out_first(qtbot: QtBot) -> None:
    transport, _ = shown(qtbot)
    transport.show_run(run_of("and"))
    host = QWidget()  # a window of its own would insist on the room for all that it shows
    qtbot.addWidget(host)
    transport.setParent(host)
    host.show()
    transport.show()
    seen = []
    for width in (1024, 800, 650, 300):
        transport.resize(width, transport.height())
        seen.append({widget for widget in parts(transport) if widget.isVisible()})
        assert transport.button("play.toggle").isVisible()
        assert transport.timeline.isVisible()
    assert seen[0] > seen[1] > seen[2] > seen[3]
    assert transport.speed_text not in seen[1]
    assert transport.button("play.start") in seen[1]
    assert transport.counter.text() == "0 / 36"
    transport.resize(1024, transport.height())
    assert {widget for widget in parts(transport) if widget.isVisible()} == seen[0]
    assert transport.minimumSizeHint().width() < 200


def test_a_run_is_walked_with_buttons_and_timeline(qtbot: QtBot) -> None:
    transport, made = shown(qtbot)
    playback = Playback(transport)
    playback.changed.connect(lambda _run, moment: transport.show_moment(moment))
    playback.playing_changed.connect(transport.show_playing)
    playback.speed_changed.connect(transport.show_speed)
    transport.seek_requested.connect(playback.seek)
    transport.speed_requested.connect(playback.set_speed)
    made["play.forward"].triggered.connect(playback.step_on)
    made["play.next_mistake"].triggered.connect(lambda: playback.move(playback.cursor.next_mistake))
    made["play.end"].triggered.connect(playback.go_to_end)
    made["play.two_phase"].toggled.connect(playback.set_two_phase)
    run = run_of("and")
    playback.show_run(run)
    transport.show_run(run)
    seen = []
    for name in ("forward", "next_mistake", "two_phase", "forward", "forward", "end"):
        QTest.mouseClick(transport.button(f"play.{name}"), Qt.MouseButton.LeftButton)
        seen.append((playback.moment.visit, playback.moment.phase))
        assert transport.timeline.visit == playback.moment.visit
    second = int(run.history.visits[1])
    visits = [1, second, second, second + 1, second + 1, 36]
    phases = ["shown", "shown", "shown", "asked", "shown", "shown"]
    assert seen == list(zip(visits, phases, strict=True))
    start = QPoint(round(transport.timeline.position_of(0)), 10)
    QTest.mouseClick(transport.timeline, Qt.MouseButton.LeftButton, pos=start)
    assert playback.moment == Moment(0)
    assert transport.counter.text() == "visit 0 of 36"
    QTest.keyClick(transport.speed, Qt.Key.Key_End)
    assert playback.speed == 100
    assert transport.speed_text.text() == "500 visits a second"
