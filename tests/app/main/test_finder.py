"""The palette: typing finds lessons, data sets, commands and pages of the manual."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from perceptron_gui.lessons.reader import headings
from perceptron_gui.views.dialogs.palette import FindPalette
from tests.app.person import Person


def palette(person: Person, typed: str) -> FindPalette:
    """Open the palette with its keys, and type."""
    person.keys("Ctrl+K")
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, FindPalette)
    QTest.keyClicks(popup.field, typed)
    return popup


def names(popup: FindPalette) -> list[str]:
    found = map(popup.found.topLevelItem, range(popup.found.topLevelItemCount()))
    return [item.text(0) for item in found if item is not None]


def test_a_data_set_is_chosen_by_a_few_letters_and_enter(person: Person) -> None:
    popup = palette(person, "half moo")
    assert names(popup) == ["Two half moons"]
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    person.wait()
    assert not popup.isVisible()
    assert person.session.name == "moons"
    assert person.sees("title") == "● Two half moons — Perceptron"


def test_arrows_choose_a_command_and_escape_closes(person: Person) -> None:
    popup = palette(person, "step")
    QTest.keyClick(popup.field, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    popup = palette(person, "step")
    row = names(popup).index("Step forward")
    for _ in range(row):
        QTest.keyClick(popup.field, Qt.Key.Key_Down)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    person.wait_for("visit", 1)


def test_a_key_lists_the_lessons(person: Person) -> None:
    person.keys("F4")
    popup = person.program.finder.palette
    assert popup.isVisible()
    assert names(popup) == [each.title for each in headings()]
    popup.close()


def test_a_lesson_and_a_page_of_the_manual_are_opened(person: Person) -> None:
    popup = palette(person, "squeeze")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    person.wait_until(lambda: person.sees("lesson") is not None)
    assert person.sees("lesson")["title"] == "The squeeze"
    person.program.lessons.close()
    popup = palette(person, "command line manual")
    assert names(popup)[0] == "The command line"
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    (manual,) = [
        each
        for each in QApplication.topLevelWidgets()
        if each.windowTitle() == "Manual: The command line"
    ]
    manual.close()


@pytest.mark.parametrize("typed", ["", "xor", "zzzz"])
def test_what_is_found_is_told_to_screen_readers(person: Person, typed: str) -> None:
    popup = palette(person, typed)
    found = names(popup)
    words = popup.field.accessibleDescription()
    assert words == "none found" if not found else f"first: {found[0]}" in words
    assert popup.field.accessibleName() == "Find"
    popup.close()
