"""Home: cards that are played with one click or with Space, and the way back."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.main.start import to_open
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.lessons.lesson import TOPICS
from perceptron_gui.lessons.reader import headings, lesson_files
from perceptron_gui.views.data.home import HomePage
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow, panels

NEXT = "lesson:000-and-by-yourself"  # which somebody who has done none is shown first


def home(person: Person) -> HomePage:
    """Return the page, open and painted, with the focus on its marked card."""
    person.activate()
    if person.sees("page") != "home":
        QTest.keyClick(person.window, Qt.Key.Key_F2)
    (page,) = person.window.findChildren(HomePage)
    person.wait_until(lambda: page.is_settled and bool(page.buttons))
    person.wait_until(lambda: QApplication.focusWidget() is page.buttons[page.marked])
    return page


def press(key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)


def test_a_first_start_and_space_play_the_rounds_of_xor(open_window: OpenWindow) -> None:
    person = open_window()
    beside = panels(person.window)
    person.program.home.open()
    page = home(person)
    assert page.marked == "first"
    assert panels(person.window) == []
    assert not person.window.headline.isVisible()
    press(Qt.Key.Key_Space)
    assert person.sees("page") == "plane"
    assert person.window.headline.isVisible()
    assert panels(person.window) == beside
    person.wait_until(lambda: (person.sees("round") or 0) >= 2)


def test_what_can_be_done_on_the_plane_is_said_only_while_it_is_seen(person: Person) -> None:
    # Off the tools, which tell what they are for.
    QCursor.setPos(person.window.mapToGlobal(person.window.rect().bottomRight()))
    read_out = person.window.foot.read_out
    assert "Click to add a point" in read_out.words
    home(person)
    assert read_out.words == ""
    person.window.trigger("page.plane")
    assert "Click to add a point" in read_out.words


def test_arrows_mark_another_card_and_space_plays_it(person: Person) -> None:
    page = home(person)
    keys = list(page.buttons)
    page.buttons[keys[keys.index("data:nand") - 1]].setFocus()
    press(Qt.Key.Key_Right)
    assert page.marked == "data:nand"
    assert person.sees("visit") == 0  # the arrow has moved nothing else
    press(Qt.Key.Key_Space)
    person.wait_until(lambda: person.sees("page") == "plane" and person.session.name == "nand")
    person.wait_until(lambda: person.sees("visit") > 0)


def test_a_click_opens_a_data_set_and_the_page_comes_back_with_one_key(person: Person) -> None:
    page = home(person)
    QTest.mouseClick(page.buttons["data:slides"], LEFT)
    person.wait()
    assert person.session.name == "slides"
    assert person.session.notation == LIBRARY["slides"].lecture
    person.window.trigger("play.toggle")
    assert person.sees("playing")
    assert home(person).marked == "data:slides"
    assert not person.sees("playing")


def test_every_lesson_and_every_data_set_has_a_card_with_a_picture(person: Person) -> None:
    assert person.program.home.begun is not None
    person.program.files.show(person.program.home.begun)
    page = home(person)
    lessons = [f"lesson:{each.name}" for each in headings()]
    wanted = {*lessons, *(f"data:{name}" for name in LIBRARY)}
    wanted |= {"first", f"next-{NEXT}", "empty", "open", "page:exercises"}
    assert wanted == set(page.buttons)
    cards = [each for each in page.buttons.values() if not each.card.icon]
    for each in cards:
        each.grab()  # which paints it, as scrolling to it does
    person.wait_until(lambda: not any(each.picture.isNull() for each in cards))
    assert {button.size().toTuple() for key, button in page.buttons.items() if key in lessons} == {
        page.buttons[lessons[0]].size().toTuple()
    }
    assert page.buttons[lessons[0]].width() >= 200
    assert all(len(each.goals[0]) <= 64 for each in headings())  # two lines of the least card


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_no_card_stands_alone_below_the_others_of_its_topic(person: Person, width: int) -> None:
    person.window.resize(width, 800)
    page = home(person)
    cards = person.program.home.cards().lessons
    for topic in TOPICS:
        tops = [page.lessons.grid.buttons[card.key].y() for card in cards[topic]]
        assert tops.count(max(tops)) > 1


def test_a_session_that_was_left_without_a_file_is_never_asked_about_and_comes_back(
    open_window: OpenWindow,
) -> None:
    person = open_window(owner="somebody")
    for left_by in ("card", "lesson", "Ctrl+N"):
        person.open("and")
        person.keys("2")
        person.click(0.3, 0.6)
        drawn = person.sees("points")
        if left_by == "Ctrl+N":
            person.keys(left_by)
        else:
            page = home(person)
            card = "empty" if left_by == "card" else NEXT
            QTest.mouseClick(page.buttons[card], LEFT)
        person.wait_until(partial(lambda drawn: person.sees("points") != drawn, drawn))
        person.program.lessons.close()
        person.wait()
        recent = person.program.settings.recent_files()
        person.program.files.open(recent[0])
        person.wait()
        assert person.sees("points") == drawn
        assert person.sees("title") == "AND — Perceptron"
    assert person.dialogs.asked == []
    person.keys("2")
    person.click(0.7, 0.2)
    drawn = person.sees("points")
    person.window.close()
    assert person.dialogs.asked == []
    person = open_window(owner="somebody")
    page = home(person)
    (card,) = [key for key in page.large if key.startswith("file:")]
    assert page.large[card].card.name == "AND"
    assert "unsaved" in page.large[card].card.about
    QTest.mouseClick(page.large[card], LEFT)
    person.wait()
    assert person.sees("page") == "plane"
    assert person.sees("points") == drawn


def test_what_is_open_goes_on_by_its_card_or_by_escape(person: Person) -> None:
    person.keys("2")
    person.click(0.3, 0.6)
    before = person.session
    page = home(person)
    assert page.large["current"].card.overline == "CONTINUE"
    QTest.mouseClick(page.large["current"], LEFT)
    assert person.sees("page") == "plane"
    home(person)
    press(Qt.Key.Key_Escape)
    assert person.sees("page") == "plane"
    assert person.session is before
    assert person.dialogs.asked == []


def test_a_lesson_is_done_when_its_last_step_was_reached(person: Person) -> None:
    page = home(person)
    QTest.mouseClick(page.buttons["lesson:002-xor"], LEFT)
    person.wait_until(lambda: person.sees("lesson") is not None)
    assert home(person).lessons.remark.text().startswith(f"0 of {len(lesson_files())} done")
    assert "step 1 of 8" in page.buttons["lesson:002-xor"].card.about
    lessons = person.program.lessons
    lessons.show_step(7)
    person.wait()
    assert home(person).lessons.remark.text().startswith(f"1 of {len(lesson_files())} done")
    assert page.buttons["lesson:002-xor"].accessibleName().endswith(", done")
    lessons.close()


def test_chips_and_words_let_some_cards_through(person: Person) -> None:
    page = home(person)
    chip = next(each for each in page.lessons.chips.buttons() if each.text() == "Georgia Tech")
    QTest.mouseClick(chip, LEFT)
    shown = [key for key in page.buttons if key.startswith("lesson:")]
    assert {key[7:10] for key in shown} == {"004"}
    QTest.mouseClick(page.lessons.chips.buttons()[0], LEFT)
    page.data.search.setFocus()
    QTest.keyClicks(page.data.search, "half moons")
    assert [key for key in page.buttons if key.startswith("data:")] == ["data:moons"]
    page.data.search.clear()


def test_a_recent_file_that_cannot_be_read_is_passed_over(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    person = open_window(owner="somebody")
    good, bad = tmp_path / "mine.json", tmp_path / "broken.json"
    person.dialogs.path = str(good)
    assert person.program.files.save_as()
    bad.write_text("{")
    person.program.settings.add_recent(str(bad))
    person.window.close()
    person = open_window(owner="somebody")
    page = home(person)
    QTest.mouseClick(page.large[f"file:{good}"], LEFT)
    person.wait()
    assert person.program.files.path == str(good)


@pytest.mark.parametrize("wished", [False, True])
def test_the_last_session_is_opened_instead_if_that_is_wished(tmp_path: Path, wished: bool) -> None:
    settings = Settings(tmp_path / "settings.ini")
    settings.start_last = wished
    last = tmp_path / "last.json"
    last.write_text("{}")
    settings.add_recent(str(last))
    assert to_open([], settings) == ([str(last)] if wished else [])
    assert to_open(["and"], settings) == ["and"]
