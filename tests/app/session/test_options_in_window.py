"""Every option of every rule, changed through its control in the window, trains a new run."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.presets import PRESETS, apply_preset
from perceptron_gui.views.widgets.editors import OWN, ChoiceEditor, FlagEditor, OwnEditor
from tests.app.person import LEFT, Person
from tests.views.desk import choose, type_into, typed_field

TYPED = {
    "order": "4, 1, 4",  # counted from 1, as on screen
    "init": "5/2, 0, 1",
    "eta": "1/2",
    "margin": "0.5",
    "bias_scale": "2",
    "seed": "3",
    "batch_size": "2",
    "l2": "0.125",
    "l1": "0.25",
    "degree": "3",
    "width": "0.5",
    "epochs": "7",
    "max_updates": "9",
}


@pytest.fixture(autouse=True)
def _opens_and(person: Person) -> None:
    person.open("and")
    person.open_panel("rules")


def option(person: Person, name: str) -> object:
    """Return an option of the rule that is shown, after its run has come."""
    person.wait()
    assert person.controller.run is not None
    told = person.sees("rules")[person.sees("shown")]
    assert str(getattr(person.controller.run.rule, name)) == str(told[name])
    return told[name]


def change_to_everything(person: Person, name: str) -> None:
    """Give an option other values, all of them where there are only a few."""
    field = person.window.rules.controls.fields[name]
    editor = field.editor
    assert editor.isVisible()
    if isinstance(editor, FlagEditor):
        before = option(person, name)
        QTest.mouseClick(editor, LEFT, pos=QPoint(8, 8))
        assert option(person, name) is not before
        return
    if isinstance(editor, ChoiceEditor):
        keys = [editor.itemData(i) for i in range(editor.count())]
        for key in (key for key in keys if key != OWN):
            choose(editor, key)
            assert option(person, name) == key
    if isinstance(editor, OwnEditor):
        choose(editor, OWN)
    if name in TYPED:
        type_into(typed_field(field), TYPED[name])
        assert str(option(person, name)) == str(OPTIONS[name].typed(TYPED[name]))


@pytest.mark.parametrize("rule", RULES)
def test_every_option_that_a_rule_listens_to_is_changed(rule: str, person: Person) -> None:
    choose(person.editor("rule", ChoiceEditor), rule)
    assert option(person, "rule") == rule
    for name in OPTIONS:
        if name != "rule" and Rule(rule=rule).uses_option(name):
            change_to_everything(person, name)
            person.window.rules.defaults.click()
            person.wait()
    assert person.session.rules == (Rule(rule=rule),)


def test_the_step_of_least_squares_is_there_where_it_matters(person: Person) -> None:
    rows = person.window.rules.controls.fields
    choose(person.editor("rule", ChoiceEditor), "least-squares")
    assert not rows["eta"].isVisible()
    choose(person.editor("solver", ChoiceEditor), "gd")
    change_to_everything(person, "eta")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_sets_what_its_lecture_does(name: str, person: Person) -> None:
    menu = person.window.rules.presets.menu()
    next(each for each in menu.actions() if each.text() == NOTATIONS[name].title).trigger()
    person.wait()
    assert person.session.rules == (apply_preset(Rule(), name),)
    assert person.sees("notation") == name
    person.do("edit.undo")
    assert person.session.rules == (Rule(),)


def test_the_symbols_of_another_lecture_are_used(person: Person) -> None:
    for name in reversed(NOTATIONS):
        choose(person.window.rules.notation, name)
        person.wait()
        assert person.sees("notation") == name
        assert person.controller.store.state.options("boundary").notation == name


def test_rules_are_added_shown_and_removed(person: Person) -> None:
    rules = person.window.rules
    rules.list.duplicate.click()
    change_to_everything(person, "eta")
    assert [each["eta"] for each in person.sees("rules")] == ["1", "1/2"]
    rules.list.lines.setCurrentRow(0)
    assert (option(person, "eta"), person.sees("shown")) == ("1", 0)
    rules.list.add.click()
    rules.list.remove.click()
    rules.list.remove.click()
    assert (len(person.sees("rules")), person.sees("shown")) == (1, 0)
    person.do("edit.undo", "edit.undo", "edit.undo")
    assert (option(person, "eta"), person.sees("shown")) == ("1", 0)
    person.do("edit.undo")
    assert person.sees("shown") == 1


def test_more_rules_than_a_session_holds_are_refused(person: Person) -> None:
    person.controller.editing.set_rules((Rule(),) * 1000, 0, "Many rules")
    person.window.rules.list.add.click()
    person.wait()
    assert len(person.sees("rules")) == 1000
    assert person.sees("message").startswith("Rules: must be 1 to 1000")
