"""Home: cards that are played with one click or with Space, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.main.start import to_open
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.lessons.reader import headings
from perceptron_gui.views.data.home import HomePage
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow, panels


def home(person: Person) -> HomePage:
    """Return the page, open and painted, with the focus on its marked card."""
    person.activate()
    if person.sees("page") != "home":
        QTest.keyClick(person.window, Qt.Key.Key_F2)
    (page,) = person.window.findChildren(HomePage)
    person.wait_until(lambda: page.is_painted and bool(page.buttons))
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
    read_out = person.window.read_out
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
    page = home(person)
    wanted = {f"lesson:{each.name}" for each in headings()} | {f"data:{name}" for name in LIBRARY}
    assert wanted | {"first", "empty", "open"} == set(page.buttons)
    assert not any(each.picture.isNull() for each in page.buttons.values() if not each.card.icon)


def test_the_last_sessions_are_there_even_if_one_cannot_be_read(
    person: Person, tmp_path: Path
) -> None:
    good, bad = tmp_path / "mine.json", tmp_path / "broken.json"
    person.dialogs.path = str(good)
    assert person.program.files.save_as()
    bad.write_text("{")
    person.program.settings.add_recent(str(bad))
    page = home(person)
    assert {f"file:{good}", f"file:{bad}"} <= set(page.buttons)
    before = person.session
    QTest.mouseClick(page.buttons[f"file:{bad}"], LEFT)
    assert person.session is before
    assert person.sees("page") == "home"
    QTest.mouseClick(page.buttons[f"file:{good}"], LEFT)
    person.wait()
    assert person.program.files.path == str(good)


def test_unsaved_work_is_asked_about_before_a_card_takes_its_place(person: Person) -> None:
    person.click(0.5, 0.5)
    person.dialogs.changes = "cancel"
    page, points = home(person), person.sees("points")
    QTest.mouseClick(page.buttons["empty"], LEFT)
    assert person.sees("points") == points
    assert person.sees("page") == "home"


@pytest.mark.parametrize("wished", [False, True])
def test_the_last_session_is_opened_instead_if_that_is_wished(tmp_path: Path, wished: bool) -> None:
    settings = Settings(tmp_path / "settings.ini")
    settings.start_last = wished
    last = tmp_path / "last.json"
    last.write_text("{}")
    settings.add_recent(str(last))
    assert to_open([], settings) == ([str(last)] if wished else [])
    assert to_open(["and"], settings) == ["and"]
