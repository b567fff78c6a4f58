"""Rules in the window: the bar for what lectures change most, the panel for every option."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.views.widgets.editors import ChoiceEditor
from tests.app.cut import cut_words
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow
from tests.views.desk import choose, menu_of, type_into, typed_field


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


def test_a_wrong_eta_is_said_in_full_and_changes_nothing(person: Person) -> None:
    type_into(typed_field(person.window.rule_bar.fields["eta"]), "half")
    assert person.sees("message") == "Learning rate η: 'half' is not a number."
    assert person.session.rules == (Rule(),)
    assert person.window.foot.width() > 600
    QTest.keyClick(typed_field(person.window.rule_bar.fields["eta"]), Qt.Key.Key_Escape)
    assert typed_field(person.window.rule_bar.fields["eta"]).text() == "1"


def test_symbols_change_without_learning_anew(person: Person) -> None:
    run, name = person.controller.run, "004"
    person.open_panel("rules")
    choose(person.window.rules.notation, name)
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
            assert cut_words(person.window) == [], rule
        person.keys("Home")
        assert (person.window.width(), person.window.height()) == size
