"""Bare keys play wherever the focus is, except while text is typed, which gives the focus back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from perceptron_gui.views.widgets.slider import GestureSlider
from tests.app.person import LEFT, Person
from tests.views.desk import menu_of, typed_field


def eta_field(person: Person) -> QLineEdit:
    return person.typed("eta")


@pytest.fixture(autouse=True)
def panels_are_open(person: Person) -> None:
    """Open the panels whose fields have the focus in these tests."""
    for name in ("points", "rules"):
        person.window.docks[name].show()
        person.window.docks[name].raise_()


def focus_on(widget: QWidget) -> None:
    widget.setFocus()
    assert QApplication.focusWidget() is widget


def press(key: str) -> None:
    """Press a key where the focus is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key[f"Key_{key}"])


def state(person: Person) -> tuple[object, ...]:
    """Return what bare letters would have changed."""
    scene = person.canvas.scene()
    return (
        person.canvas.pointer.hint,
        scene.label,
        scene.snap,
        person.sees("visit"),
        person.sees("playing"),
    )


def test_letters_and_digits_typed_into_a_field_do_nothing_else(person: Person) -> None:
    field, before = eta_field(person), state(person)
    focus_on(field)
    field.clear()
    QTest.keyClicks(field, "a1 m2gstebnp[],.")
    assert field.text() == "a1 m2gstebnp[],."
    assert state(person) == before
    assert not person.controller.playback.cursor.two_phase


def test_keys_that_move_in_a_field_do_not_step(person: Person) -> None:
    field = eta_field(person)
    focus_on(field)
    field.setText("12")
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Delete):
        QTest.keyClick(field, key)
    assert (field.text(), person.sees("visit")) == ("1", 0)
    QTest.keyClick(field, Qt.Key.Key_PageDown)  # that of a remote
    assert person.sees("visit") == 1


def test_enter_opens_the_menu_of_a_button(person: Person) -> None:
    focus_on(person.window.rule_bar.lecture)
    press("Return")
    popup = QApplication.activePopupWidget()
    assert popup is person.window.rule_bar.lecture.menu()
    popup.close()
    person.activate()
    assert QApplication.focusWidget() is person.canvas


PLACES = ["check box", "menu", "button", "table", "list", "slider", "speed", "pages", "text",
          "timeline", "what if"]  # fmt: skip


def place_of(person: Person, place: str) -> QWidget:
    """Return something that can have the focus, and bring it to the front."""
    window = person.window
    if place == "table":
        window.docks["points"].raise_()
    if place == "what if":
        person.do("panel.what_if")
        return next(each for each in window.findChildren(GestureSlider) if each.isEnabled())
    widgets: dict[str, QWidget] = {
        "check box": window.rule_bar.fields["offset"].editor,
        "menu": menu_of(window.rule_bar.fields["tie"]),
        "button": window.rule_bar.lecture,
        "table": window.table.view,
        "list": window.rules.lines,
        "slider": window.rule_bar.findChildren(GestureSlider)[0],
        "speed": window.transport.speed,
        "pages": person.button("page.why"),
        "text": window.explanation.body,
        "timeline": window.transport.timeline,
    }
    return widgets[place]


@pytest.mark.parametrize("place", PLACES)
def test_bare_keys_play_wherever_the_focus_is_and_escape_gives_it_back(
    person: Person, place: str
) -> None:
    widget, rules = place_of(person, place), person.sees("rules")
    speed = person.controller.playback.speed
    focus_on(widget)
    for key, visit in (("Right", 1), ("PageDown", 2), ("Left", 1), ("PageUp", 0), ("N", 1)):
        press(key)
        assert person.sees("visit") == visit, key
    press("End")
    assert person.sees("visit") == person.sees("visits")
    press("Home")
    assert person.sees("visit") == 0
    press("S")
    assert person.action("tool.select").isChecked()
    press("Space")
    assert person.sees("playing")
    press("Space")
    assert not person.sees("playing")
    assert (person.sees("rules"), person.controller.playback.speed) == (rules, speed)
    assert QApplication.focusWidget() is widget
    press("Escape")
    assert QApplication.focusWidget() is person.canvas


def test_what_is_wrong_keeps_the_focus_until_escape_takes_it_back(person: Person) -> None:
    field: QLineEdit = typed_field(person.window.rule_bar.fields["eta"])
    focus_on(field)
    field.selectAll()
    QTest.keyClicks(field, "x")
    press("Return")
    assert field.hasFocus()
    press("Escape")
    assert field.text() == "1"
    assert person.canvas.hasFocus()


def test_a_choice_from_a_list_gives_the_focus_back(person: Person) -> None:
    menu = menu_of(person.window.rule_bar.fields["tie"])
    focus_on(menu)
    press("Return")  # opens it
    popup = QApplication.activePopupWidget()
    assert popup is not None
    row = menu.findData("plus")
    at = menu.view().visualRect(menu.model().index(row, 0)).center()
    QTest.mouseMove(menu.view().viewport(), at)
    QTest.mouseClick(menu.view().viewport(), Qt.MouseButton.LeftButton, pos=at)
    person.wait_until(lambda: QApplication.focusWidget() is person.canvas)
    person.wait()
    assert person.sees("rules")[0]["tie"] == "plus"


def test_numbers_begin_the_text_of_a_cell_and_stay_in_it(person: Person) -> None:
    person.window.docks["points"].raise_()
    view = person.window.table.view
    focus_on(view)
    view.setCurrentIndex(view.model().index(0, 1))
    label = person.canvas.scene().label
    press("1")
    cell = QApplication.focusWidget()
    assert isinstance(cell, QLineEdit)
    QTest.keyClicks(cell, ".5")
    press("Return")
    person.wait()
    assert 1.5 in person.sees("points")[0]
    assert (person.canvas.scene().label, person.sees("visit")) == (label, 0)


def test_arrow_keys_nudge_what_is_selected_and_step_where_nothing_is(person: Person) -> None:
    person.keys("Right")
    assert person.sees("visit") == 1
    person.do("edit.select_all")
    person.keys("Right", "Up")
    person.wait()
    assert person.sees("points")[0] == [0.1, 0.1]
    assert person.sees("visit") == 1
    person.keys("Esc", "Left")
    assert (person.sees("selection"), person.sees("visit")) == ([], 0)


def test_the_delete_key_in_a_field_or_a_list_deletes_no_points(person: Person) -> None:
    person.do("edit.select_all")
    field = eta_field(person)
    focus_on(field)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    focus_on(person.window.rules.lines)
    press("Delete")
    person.wait()
    assert len(person.sees("points")) == 4
    person.keys("Delete")
    person.wait()
    assert person.sees("points") == []


def type_into(field: QLineEdit) -> None:
    """Type a number, and leave the focus there."""
    focus_on(field)
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


def test_enter_toggles_a_check_box_and_opens_a_menu_and_gives_it_back(person: Person) -> None:
    focus_on(person.window.rule_bar.fields["offset"].editor)
    press("Return")
    person.wait()
    assert person.sees("rules")[0]["offset"] is False
    assert QApplication.focusWidget() is person.canvas
    focus_on(person.window.rule_bar.lecture)
    press("Return")
    popup = QApplication.activePopupWidget()
    assert popup is person.window.rule_bar.lecture.menu()
    popup.close()
    person.activate()
    assert QApplication.focusWidget() is person.canvas


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
