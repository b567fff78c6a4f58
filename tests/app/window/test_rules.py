"""Rules in the window: the bar for what lectures change most, the panel for every option."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.views.widgets.editors import OWN, ChoiceEditor, FlagEditor, OwnEditor
from perceptron_gui.views.widgets.slider import GestureSlider
from tests.app.cut import cut_words
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


def test_symbols_change_without_learning_anew(person: Person) -> None:
    run, name = person.controller.run, "004"
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
            assert cut_words(person.window) == [], rule
        person.keys("Home")
        assert (person.window.width(), person.window.height()) == size


def test_nothing_is_cut_in_the_narrow_panel_of_all_options(open_window: OpenWindow) -> None:
    person = open_window("and", size=(1280, 800))
    person.window.rule_bar.all_options.click()
    lines = person.window.rules.list.lines
    for rule in RULES:
        choose(menu_of(person.window.rule_bar.fields["rule"]), rule)
        person.wait()
        assert cut_words(person.window) == [], rule
        for row in person.window.rules.controls.fields.values():
            if isinstance(row.editor, ChoiceEditor):
                for at in range(row.editor.count()):
                    row.editor.setCurrentIndex(at)
                    assert cut_words(person.window) == [], rule
            row.show_value(person.window.rules.controls.values[row.param.name])
        room = lines.visualItemRect(lines.item(0))
        text = lines.fontMetrics().boundingRect(room, WRAPPED, lines.item(0).text())
        assert room.height() >= text.height() and lines.viewport().height() >= room.height()


def test_larger_letters_hide_parts_of_the_bar_before_they_cut_any(open_window: OpenWindow) -> None:
    person = open_window("and", size=(1024, 700), theme="projector")
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


@pytest.fixture
def learner(person: Person) -> Person:
    """Somebody in front of AND, with the panel of all options open."""
    person.open("and")
    person.open_panel("rules")
    return person


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
def test_every_option_that_a_rule_listens_to_is_changed(rule: str, learner: Person) -> None:
    choose(learner.editor("rule", ChoiceEditor), rule)
    assert option(learner, "rule") == rule
    for name in OPTIONS:
        if name != "rule" and Rule(rule=rule).uses_option(name):
            change_to_everything(learner, name)
            learner.window.rules.defaults.click()
            learner.wait()
    assert learner.session.rules == (Rule(rule=rule),)


def test_the_step_of_least_squares_is_there_where_it_matters(learner: Person) -> None:
    rows = learner.window.rules.controls.fields
    choose(learner.editor("rule", ChoiceEditor), "least-squares")
    assert not rows["eta"].isVisible()
    choose(learner.editor("solver", ChoiceEditor), "gd")
    change_to_everything(learner, "eta")


def test_rules_are_added_shown_and_removed(learner: Person) -> None:
    rules = learner.window.rules
    rules.list.duplicate.click()
    change_to_everything(learner, "eta")
    assert [each["eta"] for each in learner.sees("rules")] == ["1", "1/2"]
    rules.list.lines.setCurrentRow(0)
    assert (option(learner, "eta"), learner.sees("shown")) == ("1", 0)
    rules.list.add.click()
    rules.list.remove.click()
    rules.list.remove.click()
    assert (len(learner.sees("rules")), learner.sees("shown")) == (1, 0)
    learner.do("edit.undo", "edit.undo", "edit.undo")
    assert (option(learner, "eta"), learner.sees("shown")) == ("1", 0)
    learner.do("edit.undo")
    assert learner.sees("shown") == 1


def test_more_rules_than_a_session_holds_are_refused(learner: Person) -> None:
    learner.controller.editing.set_rules((Rule(),) * 1000, 0, "Many rules")
    learner.window.rules.list.add.click()
    learner.wait()
    assert len(learner.sees("rules")) == 1000
    assert learner.sees("message").startswith("Rules: must be 1 to 1000")
