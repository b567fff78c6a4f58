"""The bar of the rule in the window: one click for what lectures change most, one for the rest."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.widgets.editors import ChoiceEditor
from perceptron_gui.views.widgets.slider import GestureSlider
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow
from tests.views.desk import choose, menu_of, type_into, typed_field

WRAPPED = int(Qt.TextFlag.TextWordWrap)


@pytest.mark.parametrize(
    ("name", "value"),
    [("rule", "batch"), ("order", "shuffled"), ("tie", "plus"), ("eta", "0.5"), ("offset", False)],
)
def test_a_change_is_trained_shown_in_the_panel_and_undone_at_once(
    person: Person, name: str, value: object
) -> None:
    field = person.window.rule_bar.fields[name]
    if name == "eta":
        type_into(typed_field(field), "0.5")
    elif name == "offset":
        QTest.mouseClick(field.editor, LEFT, pos=QPoint(8, field.height() // 2))
    else:
        choose(menu_of(field), value)
    person.wait()
    run = person.controller.run
    assert run is not None and run.rule == person.session.rules[0] == Rule.of({name: value})
    person.open_panel("rules")
    shown = person.window.rules.controls.values
    assert shown[name] == Rule.of({name: value}).options()[name]
    person.do("edit.undo")
    assert person.session.rules == (Rule(),)
    assert not person.action("edit.undo").isEnabled()


def test_what_the_panel_changes_is_seen_in_the_bar(person: Person) -> None:
    choose(person.editor("tie", ChoiceEditor), "minus")
    choose(person.editor("rule", ChoiceEditor), "voted")
    person.wait()
    values = person.window.rule_bar.values
    assert (values["tie"], values["rule"]) == ("minus", "voted")


def test_a_drag_of_eta_is_undone_at_once(person: Person) -> None:
    (slider,) = person.window.rule_bar.findChildren(GestureSlider)
    middle = slider.height() // 2
    QTest.mousePress(slider, LEFT, pos=QPoint(round(0.72 * slider.width()), middle))
    for share in (0.6, 0.4, 0.2):
        QTest.mouseMove(slider, QPoint(round(share * slider.width()), middle))
    QTest.mouseRelease(slider, LEFT, pos=QPoint(round(0.2 * slider.width()), middle))
    person.wait()
    assert person.sees("rules")[0]["eta"] != "1"
    person.do("edit.undo")
    assert person.session.rules == (Rule(),)
    assert not person.action("edit.undo").isEnabled()


def test_a_wrong_eta_is_said_in_full_and_changes_nothing(person: Person) -> None:
    type_into(typed_field(person.window.rule_bar.fields["eta"]), "half")
    assert person.sees("message") == "Step η: 'half' is not a number."
    assert person.session.rules == (Rule(),)
    assert person.window.statusBar().width() > 600
    QTest.keyClick(typed_field(person.window.rule_bar.fields["eta"]), Qt.Key.Key_Escape)
    assert typed_field(person.window.rule_bar.fields["eta"]).text() == "1"


@pytest.mark.parametrize("name", NOTATIONS)
def test_symbols_change_without_learning_anew(person: Person, name: str) -> None:
    run = person.controller.run
    choose(person.window.rule_bar.notation, name)
    person.wait()
    assert person.sees("notation") == name
    assert person.controller.run is run


def test_all_options_are_one_click_away_and_one_back(person: Person) -> None:
    button = person.window.rule_bar.all_options
    QTest.mouseClick(button, LEFT)
    person.wait_until(lambda: "rules" in person.sees("panels"))
    assert button.isChecked()
    QTest.mouseClick(button, LEFT)
    person.wait_until(lambda: "rules" not in person.sees("panels"))
    assert not button.isChecked()
    person.window.docks["rules"].toggleViewAction().trigger()
    assert button.isChecked()


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_no_choice_of_any_rule_is_cut(open_window: OpenWindow, size: tuple[int, int]) -> None:
    person = open_window("and", size=size)
    for rule in RULES:
        choose(menu_of(person.window.rule_bar.fields["rule"]), rule)
        person.wait()
        for order in ("shuffled", "cyclic"):
            if Rule(rule=rule).uses_option("order"):
                choose(menu_of(person.window.rule_bar.fields["order"]), order)
                person.wait()
        for key in ("Right", "End"):
            person.keys(key)
            person.wait()
            assert person.sees("cut") == [], rule
        person.keys("Home")
        assert (person.window.width(), person.window.height()) == size


def test_nothing_is_cut_in_the_narrow_panel_of_all_options(open_window: OpenWindow) -> None:
    person = open_window("and", size=(1280, 800))
    person.window.rule_bar.all_options.click()
    lines = person.window.rules.list.lines
    for rule in RULES:
        choose(menu_of(person.window.rule_bar.fields["rule"]), rule)
        person.wait()
        assert person.sees("cut") == [], rule
        for row in person.window.rules.controls.fields.values():
            if isinstance(row.editor, ChoiceEditor):
                for at in range(row.editor.count()):
                    row.editor.setCurrentIndex(at)
                    assert person.sees("cut") == [], rule
            row.show_value(person.window.rules.controls.values[row.param.name])
        room = lines.visualItemRect(lines.item(0))
        text = lines.fontMetrics().boundingRect(room, WRAPPED, lines.item(0).text())
        assert room.height() >= text.height() and lines.viewport().height() >= room.height()


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_larger_letters_hide_parts_of_the_bar_before_they_cut_any(
    open_window: OpenWindow, theme: str
) -> None:
    person = open_window("and", size=(1024, 700), theme=theme)
    for _ in range(4):
        bar = person.window.rule_bar
        if not bar.isVisible():  # it folds away before the plane does
            break
        assert menu_of(bar.fields["rule"]).isVisible() and bar.all_options.isVisible()
        for editor in (each.editor for each in bar.fields.values()):
            hint = editor.sizeHint().width()
            assert not editor.isVisible() or editor.width() >= min(hint, editor.maximumWidth())
        assert person.window.width() == 1024
        person.do("view.larger")
