"""The dial of a proved cycle: when it is seen, where its hand is, what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.theory.run_text.status import cycle_face
from perceptron_gui.views.playback.transport import BUTTONS, CycleDial
from perceptron_gui.views.widgets.theme import apply_theme
from tests.figures.drawing import trained
from tests.figures.timelines import RUNS, XOR, run_of
from tests.views.pixels import on_screen, shows
from tests.views.playback.test_transport import shown as shown_transport

pytestmark = pytest.mark.usefixtures("light")
WIDE = 400


def late() -> Run:
    """Return a run that is in its cycle after five visits, and goes on to its fourth round."""
    return train(*XOR, tie="minus", keep_going=True, epochs=5)


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    """Return a window on screen; a dial that was one itself could not be as small as it likes."""
    return on_screen(qtbot, QWidget(), WIDE, 60)


def show(dial: CycleDial, **changes: Any) -> None:
    """Show something else, and all other things as before."""
    dial.show_state(replace(dial.shown, **changes))


def shown(host: QWidget, run: Run, visit: int) -> CycleDial:
    """Return a dial with room for all of it."""
    dial = CycleDial(host)
    dial.show_room(WIDE)
    show(dial, run=run)
    show(dial, moment=Moment(visit))
    return dial


def test_it_counts_rounds_and_the_visits_in_them(host: QWidget) -> None:
    dial, words = shown(host, late(), 9), []
    for visit in (9, 10, 12, 13, 20):
        show(dial, moment=Moment(visit))
        words.append(dial.words)
    assert words == [
        "round 1, visit 4 of 4",
        "round 2, visit 1 of 4",
        "round 2, visit 3 of 4",
        "round 2, visit 4 of 4",
        "round 4, visit 3 of 4",
    ]
    assert dial.accessibleDescription() == dial.words and dial.accessibleName() == "Cycle clock"


def test_before_the_run_has_come_round_nothing_is_given_away(host: QWidget) -> None:
    dial = shown(host, late(), 0)
    for moment in (Moment(0), Moment(5), Moment(8), Moment(9, "asked")):
        show(dial, moment=moment)
        assert dial.isHidden() and dial.words == "" and dial.toolTip() == ""
    show(dial, moment=Moment(9))
    assert dial.isVisible() and dial.words
    show(dial, moment=Moment(8))
    assert dial.isHidden() and dial.words == ""


def test_with_the_future_it_says_when_the_cycle_begins(host: QWidget) -> None:
    dial = shown(host, late(), 2)
    show(dial, has_future=True)
    assert dial.isVisible() and dial.words == "enters the cycle, at visit 5"
    show(dial, moment=Moment(5))
    assert dial.words == "round 1, visit 0 of 4"
    show(dial, moment=Moment(7))
    assert dial.words == "round 1, visit 2 of 4"
    show(dial, has_future=False)
    assert dial.isHidden()


@pytest.mark.parametrize("name", RUNS)
def test_only_proved_cycles_have_a_dial(host: QWidget, name: str) -> None:
    run = run_of(name)
    dial = shown(host, run, run.visits)
    assert dial.isVisible() == (run.status == "cycle")
    show(dial, has_future=True)
    assert dial.isVisible() == (run.status == "cycle")
    show(dial, run=None)
    assert dial.isHidden()


def test_weights_that_return_in_a_random_order_are_no_cycle(host: QWidget) -> None:
    run = trained("xor", order="shuffled")
    assert run.recurrence is not None
    assert shown(host, run, run.visits).isHidden()


def test_ticks_tell_updates_and_melt_into_none_when_they_are_many() -> None:
    quiet, long = trained("contradiction"), trained("blobs")
    faces = [cycle_face(run, run.visits, False) for run in (quiet, long)]
    assert [face and face.ticks for face in faces] == [(True, True, False), ()]


def test_the_hand_and_the_ticks_are_seen(host: QWidget, qapp: QApplication) -> None:
    theme = THEMES["dark"]
    apply_theme(qapp, theme, 1.35)
    dial = shown(host, late(), 9)
    dial.show_theme(theme)
    pictures = []
    for visit in (9, 10, 11, 12):
        show(dial, moment=Moment(visit))
        pictures.append(dial.grab().toImage())
    assert all(one != other for i, one in enumerate(pictures) for other in pictures[:i])
    assert shows(dial, theme.style(Role.MISTAKE).color)
    assert shows(dial, theme.text)


def test_where_there_is_little_room_the_words_go_and_then_the_dial(host: QWidget) -> None:
    dial = shown(host, late(), 9)
    wide = dial.width()
    dial.show_room(wide - 1)
    assert dial.isVisible() and dial.width() == dial.height() < wide
    dial.show_room(dial.width() - 1)
    assert dial.isHidden()
    dial.show_room(WIDE)
    assert dial.isVisible() and dial.width() == wide


def test_the_buttons_of_the_transport_stay_where_they_are(qtbot: QtBot) -> None:
    transport, _ = shown_transport(qtbot, 1280)
    transport.show_run(late())
    transport.show_moment(Moment(8))

    def places() -> list[QPoint]:
        return [transport.button(name).pos() for name in BUTTONS]

    before = places()
    assert transport.dial.isHidden()
    transport.show_moment(Moment(9))
    qtbot.waitUntil(lambda: transport.dial.x() > transport.counter.x())
    assert transport.dial.isVisible() and places() == before
    assert transport.dial.geometry().right() < transport.speed_text.x()
    transport.show_future(True)
    transport.show_moment(Moment(3))
    assert transport.dial.words == "enters the cycle, at visit 5"
    assert places() == before
    transport.show_run(run_of("and"))
    assert transport.dial.isHidden()
