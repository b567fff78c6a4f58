"""Predict first on the plane: large answers, a key for each, hands, and the truth."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox, QStyle, QStyleOptionSpinBox

from perceptron_gui.theory.run_text.poll import HOW_CLASSIFIED
from perceptron_gui.views.canvas.overlay import AnswerBar
from perceptron_gui.views.widgets.poll import AnswerButton
from tests.app.person import LEFT, PLAIN, Person

SHIFT = Qt.KeyboardModifier.ShiftModifier
TRUE = 0  # the answer at that visit: the weights are (0, 0, −1) after the first one


@pytest.fixture
def asked(person: Person) -> Person:
    """Somebody who is asked about the second visit of AND: (0, 1), of class −1."""
    person.open("and")
    person.keys("T", "Right", "Right", "Right")
    person.wait()
    return person


def bar(person: Person) -> AnswerBar:
    return person.canvas.answers


def told(person: Person) -> dict[str, Any]:
    told: dict[str, Any] = person.sees("prediction")
    return told


def click(button: AnswerButton) -> None:
    QTest.mouseClick(button, LEFT, PLAIN, button.rect().center())


def click_arrow(counter: QSpinBox, which: Literal["up", "down"]) -> None:
    """Click on an arrow of a counter."""
    option = QStyleOptionSpinBox()
    counter.initStyleOption(option)
    part = QStyle.SubControl.SC_SpinBoxUp if which == "up" else QStyle.SubControl.SC_SpinBoxDown
    kind = QStyle.ComplexControl.CC_SpinBox
    arrow = counter.style().subControlRect(kind, option, part, counter)
    QTest.mouseClick(counter, LEFT, PLAIN, arrow.center())


def test_the_plane_asks_with_large_answers_and_tells_nothing(asked: Person) -> None:
    assert (asked.sees("visit"), asked.sees("phase")) == (2, "asked")
    shown = told(asked)
    assert (shown["question"], shown["answers"]) == (HOW_CLASSIFIED, ["−1", "+1", "on the line"])
    assert (shown["truth"], shown["chosen"], shown["hands"]) == (None, None, [0, 0, 0])
    at = bar(asked).geometry()
    assert asked.canvas.room().contains(at)
    for x, y in asked.session.dataset.points.tolist():  # there is room for it among the four
        assert not at.contains(asked.canvas.position_of(x, y).toPoint())
    for button in bar(asked).buttons:
        assert button.isVisible()
        assert button.width() >= 100 and button.height() >= 36
        assert button.is_true is None and button.share == 0
    assert not asked.sees("headline").startswith(("Right", "Wrong"))


def test_answers_go_to_the_top_where_they_would_hide_the_point(person: Person) -> None:
    person.open("and")
    person.click(0.5, -0.2)
    person.do("play.start", "play.two_phase")
    person.keys(*["Right"] * 9)
    person.wait()
    assert (person.sees("visit"), person.sees("phase")) == (5, "asked")
    (place,) = person.canvas.asked_places()
    at = bar(person).geometry()
    assert not at.contains(place.toPoint())


@pytest.mark.parametrize("by_key", [True, False])
@pytest.mark.parametrize("is_right", [True, False])
def test_an_answer_shows_the_truth_and_says_right_or_wrong(
    asked: Person, by_key: bool, is_right: bool
) -> None:
    answer = TRUE if is_right else 1 - TRUE
    label = asked.canvas.scene().label
    if by_key:
        asked.keys(str(answer + 1))
    else:
        click(bar(asked).buttons[answer])
    asked.wait()
    assert (asked.sees("visit"), asked.sees("phase")) == (2, "shown")
    assert asked.sees("headline").startswith("Right!" if is_right else "Wrong.")
    assert told(asked)["truth"] == ["−1", "+1"][TRUE]
    assert [button.is_true for button in bar(asked).buttons] == [True, False, False]
    assert (told(asked)["right"], told(asked)["wrong"]) == (int(is_right), int(not is_right))
    assert asked.canvas.scene().label == label  # the keys have chosen no class
    asked.keys("Right")
    asked.wait()
    assert (asked.sees("visit"), asked.sees("phase")) == (3, "asked")
    assert (told(asked)["truth"], told(asked)["chosen"]) == (None, None)
    assert not asked.sees("headline").startswith(("Right", "Wrong"))


def test_hands_are_counted_by_click_and_key_and_shown_as_bars(asked: Person) -> None:
    right = TRUE
    assert not any(counter.isVisible() for counter in bar(asked).counters)
    asked.window.trigger("view.presentation")
    assert all(counter.isVisible() for counter in bar(asked).counters)
    for step in ("up", "up", "up", "up", "down"):
        click_arrow(bar(asked).counters[right], step)
    asked.activate()
    assert asked.canvas.hasFocus()  # the counters have left it there
    QTest.keyClick(asked.canvas, Qt.Key.Key_2, SHIFT)
    assert asked.sees("phase") == "asked"
    hands = [0, 0, 0]
    hands[right], hands[1 - right] = 3, 1
    assert told(asked)["hands"] == hands
    assert all(button.share == 0 for button in bar(asked).buttons)
    asked.keys("Right")  # without an answer of the lecturer
    asked.wait()
    shares = [button.share for button in bar(asked).buttons]
    assert (shares[right], shares[1 - right]) == pytest.approx((1.0, 1 / 3))
    assert (told(asked)["right"], told(asked)["wrong"]) == (3, 1)
    asked.keys("Right")
    assert told(asked)["hands"] == [0, 0, 0]
    assert (told(asked)["right"], told(asked)["wrong"]) == (3, 1)


def test_leaving_the_mode_forgets_the_tally_and_gives_the_keys_back(asked: Person) -> None:
    asked.keys("1")
    assert told(asked) is not None
    asked.keys("T")
    asked.wait()
    assert told(asked) is None
    assert not bar(asked).isVisible()
    assert not asked.sees("headline").startswith(("Right", "Wrong"))
    asked.keys("1")
    assert asked.canvas.scene().label == -1
    asked.keys("2")
    assert asked.canvas.scene().label == 1
    asked.keys("T", "Right")
    assert (told(asked)["right"], told(asked)["wrong"]) == (0, 0)


def test_stepping_back_asks_again_and_the_start_asks_nothing(asked: Person) -> None:
    asked.keys("Right", "Left")
    assert told(asked)["truth"] is None
    asked.keys("Home")
    assert told(asked) is None
    assert not bar(asked).isVisible()
    asked.keys("Right", "2", "Right")
    asked.open("xor")  # other points, another question
    assert not asked.sees("headline").startswith(("Right", "Wrong"))


@pytest.mark.parametrize("go_on", ["1", "2", "Right", "Space", "click"])
def test_playing_waits_for_an_answer_and_then_goes_on_to_the_next_question(
    person: Person, go_on: str
) -> None:
    person.open("and")
    person.keys("T", "Space")
    for visit in (1, 2):
        person.wait_until(partial(_waits_at, person, visit))
        assert not person.window.transport.is_playing
        assert HOW_CLASSIFIED in person.sees("headline")
        person.keys("Shift+1")  # to count hands is no answer yet
        assert _waits_at(person, visit)
        if go_on == "click":
            click(bar(person).buttons[0])
        else:
            person.keys(go_on)
        person.wait_until(lambda: person.sees("phase") == "shown")
        assert person.sees("playing") and person.window.transport.is_playing
        assert told(person)["hands"] == [1, 0, 0]


def _waits_at(person: Person, visit: int) -> bool:
    asked = person.sees("visit"), person.sees("phase")
    return asked == (visit, "asked") and not person.sees("playing")
