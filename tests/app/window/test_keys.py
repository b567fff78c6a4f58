"""Keys belong to what has the focus: letters to fields, the space bar to buttons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from perceptron_gui.views.widgets.editors import ChoiceEditor, FlagEditor, TypedEditor
from tests.app.person import Person


def eta_field(person: Person) -> QLineEdit:
    return person.editor("eta", TypedEditor)


def focus_on(widget: QWidget) -> None:
    widget.setFocus()
    assert QApplication.focusWidget() is widget


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


def test_the_space_bar_on_a_check_box_toggles_it_and_does_not_play(person: Person) -> None:
    box = person.editor("offset", FlagEditor)
    focus_on(box)
    QTest.keyClick(box, Qt.Key.Key_Space)
    person.wait()
    assert not box.isChecked()
    assert person.sees("rules")[0]["offset"] is False
    assert not person.sees("playing")


def test_the_space_bar_on_the_canvas_plays_and_pauses(person: Person) -> None:
    person.keys("Space")
    assert person.sees("playing")
    person.keys("Space")
    assert not person.sees("playing")


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


@pytest.mark.parametrize("place", ["canvas", "field", "menu", "table", "text", "timeline", "list"])
def test_the_keys_of_a_remote_step_wherever_the_focus_is(person: Person, place: str) -> None:
    window = person.window
    if place == "table":
        person.open_panel("points")
    widgets: dict[str, QWidget] = {
        "canvas": person.canvas,
        "field": eta_field(person),
        "menu": person.editor("tie", ChoiceEditor),
        "table": window.table.view,
        "text": window.explanation.body,
        "timeline": window.transport.timeline,
        "list": window.rules.list.lines,
    }
    rules = person.sees("rules")
    focus_on(widgets[place])
    for visit in (1, 2):
        QTest.keyClick(widgets[place], Qt.Key.Key_PageDown)
        assert person.sees("visit") == visit
    QTest.keyClick(widgets[place], Qt.Key.Key_PageUp)
    assert (person.sees("visit"), person.sees("rules")) == (1, rules)


def test_a_menu_with_the_focus_takes_letters_but_no_arrows(person: Person) -> None:
    menu = person.editor("tie", ChoiceEditor)
    focus_on(menu)
    QTest.keyClick(menu, Qt.Key.Key_Right)
    assert person.sees("visit") == 1
    QTest.keyClick(menu, Qt.Key.Key_P)  # the first letter of plus
    person.wait()
    assert person.sees("visit") == 1
    assert person.sees("rules")[0]["tie"] == menu.value() == "plus"


def test_letters_work_while_the_explanation_has_the_focus(person: Person) -> None:
    focus_on(person.window.explanation.body)
    QTest.keyClick(person.window.explanation.body, Qt.Key.Key_1)
    assert person.canvas.scene().label == -1


def test_the_delete_key_in_a_field_deletes_no_points(person: Person) -> None:
    person.do("edit.select_all")
    field = eta_field(person)
    focus_on(field)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    assert len(person.sees("points")) == 4
    person.keys("Delete")
    person.wait()
    assert person.sees("points") == []


def test_a_table_of_results_leaves_the_keys_to_the_lesson(person: Person) -> None:
    person.do("page.effects")
    person.activate()
    page = person.window.pages.lab
    assert page is not None
    table = page.view.table
    focus_on(table)
    person.key("Right", table)
    assert person.sees("visit") == 1
    person.key("Space", table)
    assert person.sees("playing")
    person.key("Space", table)
