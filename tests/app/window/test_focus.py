"""Whatever had the focus, a text that was left half typed too, gives it back to the plane."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from perceptron_gui.views.data.settings import DataSettings
from tests.app.person import LEFT, Person
from tests.views.desk import typed_field


def press(key: str) -> None:
    """Press a key where the focus is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key[f"Key_{key}"])


def type_into(field: QLineEdit) -> None:
    """Type a number, and leave the focus there."""
    field.setFocus()
    assert QApplication.focusWidget() is field
    field.selectAll()
    QTest.keyClicks(field, "0.5")


def open_list(person: Person) -> QWidget:
    """Return the list that was just opened, once it has the keys."""
    popup = QApplication.activePopupWidget()
    assert popup is not None
    person.wait_until(popup.isActiveWindow)
    return popup


def check_space_plays(person: Person) -> None:
    """Check that the keys are those of playing, and leave it paused."""
    person.wait_until(lambda: QApplication.focusWidget() is person.canvas)
    press("Space")
    assert person.sees("playing")
    press("Space")
    assert not person.sees("playing")


@pytest.mark.parametrize("key", ["Return", "Escape"])
def test_a_panel_that_floats_gives_it_back(person: Person, key: str) -> None:
    field, dock = person.typed("eta"), person.window.docks["rules"]
    dock.setFloating(True)
    dock.activateWindow()
    person.wait_until(dock.isActiveWindow)
    type_into(field)
    press(key)
    check_space_plays(person)
    person.wait()
    assert person.sees("rules")[0]["eta"] == ("1/2" if key == "Return" else "1")


@pytest.mark.parametrize("key", ["Return", "Escape"])
def test_the_settings_of_the_data_give_it_back(person: Person, key: str) -> None:
    person.program.data_sets.choose("moons")
    person.window.trigger("points.settings")
    (panel,) = person.window.findChildren(DataSettings)
    panel.activateWindow()
    person.wait_until(panel.isActiveWindow)
    type_into(typed_field(panel.form.fields["noise"]))
    press(key)
    person.wait()
    assert panel.isVisible()
    check_space_plays(person)
    panel.close()


@pytest.mark.parametrize("key", ["Return", "Escape"])
def test_the_pictures_of_the_data_give_it_back(person: Person, key: str) -> None:
    type_into(typed_field(person.window.rule_bar.fields["eta"]))
    QTest.mouseClick(person.window.data_button, LEFT)
    popup = open_list(person)
    press("Left")
    press(key)
    person.activate()
    person.wait()
    assert not popup.isVisible()
    check_space_plays(person)


def test_a_lecture_that_is_chosen_gives_it_back(person: Person) -> None:
    type_into(typed_field(person.window.rule_bar.fields["eta"]))
    menu = person.window.lectures
    menu.popup(QPoint(200, 200))
    open_list(person)
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[-1]).center())
    person.activate()
    person.wait()
    assert person.sees("notation") == "004"
    check_space_plays(person)
