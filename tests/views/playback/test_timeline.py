"""The timeline: what is seen of a run and its future, and what mouse, wheel and keys ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.core.runs.moment import Moment, Phase
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.playback.timeline import TimelineSlider
from tests.figures.timelines import XOR, endless, million_visits, run_of
from tests.views.pixels import heard, on_screen, pixels, where
from tests.views.pointer import LEFT, PLAIN, turn_wheel

WIDTH, HEIGHT = 800, 44
MISTAKE, RESULT = (THEMES["light"].style(role).color for role in (Role.MISTAKE, Role.RESULT))
SHIFT, SPOT = Qt.KeyboardModifier.ShiftModifier, QPoint(100, 10)


def show(timeline: TimelineSlider, **changes: Any) -> None:
    timeline.show_state(replace(timeline.shown, **changes))


def shown(qtbot: QtBot, run: Run | None, visit: int = 0, phase: Phase = "shown") -> TimelineSlider:
    timeline = TimelineSlider()
    show(timeline, run=run)
    show(timeline, moment=Moment(visit, phase))
    return on_screen(qtbot, timeline, WIDTH, HEIGHT)


def asking(
    qtbot: QtBot, run: Run | None, visit: int = 0, phase: Phase = "shown"
) -> tuple[TimelineSlider, list[int]]:
    """Return a timeline on screen, and the list that its requests are added to."""
    timeline = shown(qtbot, run, visit, phase)
    return timeline, heard(timeline.seek_requested)


def red_columns(timeline: TimelineSlider) -> set[int]:
    """Return the columns of pixels in which something has the colour of mistakes."""
    return set(np.flatnonzero(where(timeline, MISTAKE).any(axis=0)).tolist())


def click(timeline: TimelineSlider, visit: int, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(timeline, button, PLAIN, place(timeline, visit))


def place(timeline: TimelineSlider, visit: int) -> QPoint:
    return QPoint(round(timeline.position_of(visit)), timeline.height() // 2)


def test_a_click_asks_for_the_visit_under_the_pointer_if_it_is_another(qtbot: QtBot) -> None:
    timeline, asked = asking(qtbot, run_of("and"), 3)
    for visit in (17, 36, 3, 0):
        click(timeline, visit)
    click(timeline, 5, Qt.MouseButton.RightButton)
    assert asked == [17, 36, 0]
    assert timeline.visit == 3  # nobody has agreed yet


def test_keys_ask_for_visits_and_epochs_up_to_the_ends_and_answer_a_question_first(
    qtbot: QtBot,
) -> None:
    timeline, asked = asking(qtbot, run_of("and"), 17)
    keys = "Right Up Left Down PageDown PageUp Home End"
    for moment, names, expected in (
        (Moment(17), keys, [18, 18, 16, 16, 20, 16, 0, 36]),
        (Moment(36), "Right PageDown", []),
        (Moment(0), "Left Home", []),
        (Moment(17, "asked"), "Right Left", [17, 16]),
    ):
        show(timeline, moment=moment)
        asked.clear()
        for name in names.split():
            QTest.keyClick(timeline, Qt.Key[f"Key_{name}"])
        assert asked == expected


def test_the_wheel_asks_for_a_visit_a_notch_and_with_shift_for_an_epoch(qtbot: QtBot) -> None:
    timeline, asked = asking(qtbot, run_of("and"), 17)
    for notches in (1, -2, 0.5, 0.5):  # the last two are one notch of a finer wheel
        turn_wheel(timeline, SPOT, notches)
    turn_wheel(timeline, SPOT, 2, SHIFT)
    assert asked == [18, 15, 18, 24]


def test_screen_readers_meet_a_slider(qtbot: QtBot) -> None:
    timeline, asked = asking(qtbot, run_of("and"), 17)
    slider = QAccessible.queryAccessibleInterface(timeline)
    assert slider.role() == QAccessible.Role.Slider
    values = slider.valueInterface()
    numbers = (values.minimumValue(), values.currentValue(), values.maximumValue())
    assert numbers == (0, 17, 36)
    values.setCurrentValue(20)
    assert asked == [20]


def test_more_visits_than_a_c_integer_counts_can_be_shown_and_asked_for(qtbot: QtBot) -> None:
    timeline, asked = asking(qtbot, endless(), 4 * 10**9)
    click(timeline, 3 * 10**9)
    QTest.keyClick(timeline, Qt.Key.Key_Left)
    assert asked[0] == pytest.approx(3 * 10**9, rel=1e-3)
    assert asked[1] == 4 * 10**9 - 1
    assert not timeline.grab().isNull()


def test_the_future_is_hidden_until_it_is_shown(qtbot: QtBot) -> None:
    run = run_of("and")
    timeline = shown(qtbot, run, 18)
    border = timeline.position_of(18)
    past = red_columns(timeline)
    assert past and max(past) < border + 12  # the playhead itself may be red
    show(timeline, has_future=True)
    assert max(red_columns(timeline)) > border + 12
    show(timeline, has_future=False)
    assert red_columns(timeline) == past


def test_a_question_does_not_give_its_answer_away(qtbot: QtBot) -> None:
    run = run_of("and")
    update = int(run.history.visits[3])
    timeline = shown(qtbot, run, update, "asked")
    position = round(timeline.position_of(update))
    near = set(range(position - 8, position + 9))
    assert not near & red_columns(timeline)
    assert timeline.words_at(update) == f"Visit {update}, epoch 2"
    show(timeline, moment=Moment(update))
    assert near & red_columns(timeline)
    assert timeline.words_at(update) == f"Visit {update}, epoch 2: update 4"


def test_the_way_into_a_cycle_and_its_loop_are_seen_once_it_has_come_round(qtbot: QtBot) -> None:
    run = train(*XOR, tie="minus")
    assert run.cycle is not None
    first, last = run.cycle.start_visit, run.cycle.end_visit
    assert (first, last) == (5, 9)
    timeline = shown(qtbot, run, last - 1)
    assert not where(timeline, RESULT).any() and "return" not in timeline.words_at(6)
    show(timeline, run=run.prolonged(13))
    show(timeline, moment=Moment(11))  # whose playhead hides no post
    assert "The weights of visit 5 return at 9" in timeline.words_at(6)
    row = pixels(timeline)[4].astype(int)  # above the ticks of updates
    looped = np.flatnonzero(row[:, 0] - row[:, 1] > 10)  # nothing else here has so much red
    ends = [timeline.position_of(visit) for visit in (first, last)]
    assert [looped.min(), looped.max()] == pytest.approx(ends, abs=3)


def test_a_later_round_of_a_cycle_is_played_on_the_ticks_of_the_first(qtbot: QtBot) -> None:
    first = train(*XOR)
    timeline = shown(qtbot, first, 4)
    end = timeline.position_of(4)
    show(timeline, run=first.prolonged(24))
    show(timeline, moment=Moment(22))
    assert timeline.position_of(22) == timeline.position_of(2) < end
    assert timeline.position_of(24) == timeline.position_of(4) == end
    asked = heard(timeline.seek_requested)
    click(timeline, 3)  # the third visit of this round, not of the first
    click(timeline, 0)
    QTest.keyClick(timeline, Qt.Key.Key_Right)
    QTest.keyClick(timeline, Qt.Key.Key_PageDown)
    assert asked == [23, 0, 23, 24]
    assert timeline.words_at(23).startswith("Visit 23, epoch 6: update 23")


def test_hidden_updates_of_a_shared_pixel_are_not_drawn(qtbot: QtBot) -> None:
    timeline = shown(qtbot, million_visits(), 500_000)
    border = timeline.position_of(500_000)
    assert max(red_columns(timeline)) <= border


def test_the_tip_tells_what_has_happened_and_no_more(qtbot: QtBot) -> None:
    timeline = shown(qtbot, run_of("and"), 17)
    assert timeline.words_at(0) == "Start"
    assert timeline.words_at(2) == "Visit 2, epoch 1: no update"
    assert timeline.words_at(30) == "Visit 30, epoch 8"
    show(timeline, has_future=True)
    assert timeline.words_at(30) == "Visit 30, epoch 8: update 18"
