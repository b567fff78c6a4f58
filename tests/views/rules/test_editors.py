"""Every option of every rule is changed through its control, by mouse and keys."""

from __future__ import annotations

import html
from fractions import Fraction
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.exact import typed_value
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule, starting_weights
from perceptron_gui.views.rules.panel import described
from perceptron_gui.views.widgets.editors import ChoiceEditor, OwnEditor
from tests.views.desk import RuleDesk, choose, type_into
from tests.views.pointer import turn_wheel

BAD = {"eta": ["0,1", "0", "1/0", "1e99"], "margin": ["-1"], "seed": ["1.5"], "epochs": ["0", "x"]}


@pytest.fixture
def desk(qtbot: QtBot) -> RuleDesk:
    """A panel on screen, as wide as its dock, with the default rule."""
    return RuleDesk(qtbot)


def a_rule(rule: str, name: str) -> Rule:
    """Return a rule of a kind that uses an option, if its kind does."""
    return Rule(rule=rule, solver="gd", kernel="gaussian" if name == "width" else "poly")


def other(name: str) -> Any:
    """Return another value than the default of an option, as it is typed or chosen."""
    param = OPTIONS[name]
    if param.is_flag:
        return not param.default
    if param.choices:
        return next(key for key in reversed(list(param.choices)) if key != param.default)
    return next(text for text in ("0.5", "7") if is_taken(name, text))


def is_taken(name: str, text: str) -> bool:
    try:
        return bool(OPTIONS[name].typed(text) != OPTIONS[name].default)
    except OptionError:
        return False


def listener_of(name: str) -> str:
    """Return the first rule that listens to an option."""
    return next(rule for rule in RULES if a_rule(rule, name).uses_option(name))


def test_every_option_is_changed_through_its_control(desk: RuleDesk) -> None:
    for name in OPTIONS:
        rule = listener_of(name)
        opened = Rule(rule=rule, kernel=a_rule(rule, name).kernel)
        desk.open(opened)
        desk.change(name, other(name))
        assert desk.rule == opened.with_options({name: other(name)}), name
        assert len(desk.asked) == 1
        assert OPTIONS[name].noun in desk.asked[0]


def test_every_choice_can_be_chosen_and_says_what_it_means(desk: RuleDesk) -> None:
    for name in (name for name in OPTIONS if OPTIONS[name].choices):
        desk.open(Rule(rule=listener_of(name)))
        for choice in reversed(list(OPTIONS[name].choices)):
            desk.change(name, choice)
            assert getattr(desk.rule, name) == choice
            meaning = html.escape(OPTIONS[name].choices[choice])
            assert meaning and meaning in desk.row(name).explanation.text(), choice


def test_an_option_is_seen_if_and_only_if_the_rule_listens_to_it(desk: RuleDesk) -> None:
    for more in ({}, {"solver": "gd"}, {"offset": False}):
        for rule in RULES:
            desk.open(Rule.of({"rule": rule, **more}))
            rows = desk.panel.controls.fields.items()
            seen = {name for name, row in rows if row.isVisibleTo(desk.panel)}
            assert seen == {name for name in OPTIONS if desk.rule.uses_option(name)}


def test_options_of_experts_are_folded_until_one_is_set(desk: RuleDesk) -> None:
    controls = desk.panel.controls
    controls.more.click()
    assert not controls.more.isChecked() and desk.row("epochs").isHidden()
    assert not desk.row("order").isHidden()
    desk.open(Rule(epochs=7))
    assert controls.more.isHidden() and not desk.row("seed").isHidden()
    desk.open()
    assert not controls.more.isHidden() and desk.row("epochs").isHidden()


def test_sgd_begins_with_a_loss_and_a_step_of_its_own_and_takes_them_along(desk: RuleDesk) -> None:
    desk.change("rule", "sgd")
    assert (desk.rule.loss, desk.rule.eta) == ("logistic", Fraction(1, 10))
    desk.change("rule", "pla")
    assert desk.rule == Rule()
    desk.open(Rule(eta=Fraction(1, 2)))  # what was chosen by hand stays
    desk.change("rule", "sgd")
    assert (desk.rule.loss, desk.rule.eta) == ("perceptron", Fraction(1, 2))


def test_a_bad_text_turns_red_with_a_sentence_and_the_old_value_stays_in_force(
    desk: RuleDesk,
) -> None:
    for name, texts in BAD.items():
        field = desk.field(name)
        plain = field.palette().color(QPalette.ColorRole.Base)
        for typed in ("", *texts):
            type_into(field, typed)
            assert (desk.rule, desk.asked) == (Rule(), [])
            assert desk.complaint(name).endswith(".")
            assert field.palette().color(QPalette.ColorRole.Base) != plain
        type_into(field, "5")
        assert getattr(desk.rule, name) == 5
        assert desk.complaint(name) == ""
        assert field.palette().color(QPalette.ColorRole.Base) == plain
        desk.open()


def test_what_is_wrong_is_not_lost_when_something_else_changes(desk: RuleDesk) -> None:
    type_into(desk.field("eta"), "a tenth", Qt.Key.Key_Tab)
    desk.change("tie", "plus")
    assert desk.rule == Rule(tie="plus")
    assert desk.field("eta").text() == "a tenth"
    assert desk.complaint("eta") == "'a tenth' is not a number."


def test_escape_or_undo_brings_the_value_in_force_back(desk: RuleDesk) -> None:
    type_into(desk.field("eta"), "1/3")
    type_into(desk.field("eta"), "nonsense")
    QTest.keyClick(desk.field("eta"), Qt.Key.Key_Escape)
    assert (desk.field("eta").text(), desk.complaint("eta")) == ("1/3", "")
    type_into(desk.field("eta"), "bad")
    desk.document.undo()
    assert (desk.field("eta").text(), desk.complaint("eta")) == ("1", "")
    assert len(desk.asked) == 1


def test_scrolling_past_a_menu_does_not_change_it(desk: RuleDesk) -> None:
    editor = desk.editor("tie", ChoiceEditor)
    desk.field("eta").setFocus()
    turn_wheel(editor, QPoint(5, 5), 2)
    assert (desk.asked, editor.value()) == ([], "always")


def test_a_tie_rule_that_no_menu_offers_is_still_shown(desk: RuleDesk) -> None:
    desk.open(Rule(tie="never"))
    editor = desk.editor("tie", ChoiceEditor)
    assert editor.currentText() == "correct"
    assert "a point on the line is correct: w = 0 stays" in desk.row("tie").explanation.text()


def test_a_list_of_points_is_typed_after_it_is_chosen_or_given_up(desk: RuleDesk) -> None:
    editor = desk.editor("order", OwnEditor)
    choose(editor, "own")
    type_into(editor.below, "x")
    choose(editor, "cyclic")
    assert (desk.complaint("order"), editor.below.isHidden()) == ("", True)
    choose(editor, "own")
    assert (desk.rule, desk.asked) == (Rule(), [])
    assert editor.below.hasFocus()
    desk.change("tie", "plus")  # the menu stays where it is meanwhile
    type_into(editor.below, "3,1,2,2")  # counted from 1, as in the table of points
    assert desk.rule == Rule.of({"order": "2,0,1,1", "tie": "plus"})
    type_into(editor.below, "0, 1")
    assert "counted from 1" in desk.complaint("order")
    choose(editor, "random")
    assert desk.rule.order == "random"
    assert (desk.complaint("order"), editor.below.isHidden()) == ("", True)
    desk.document.undo()
    assert (editor.value(), editor.below.text()) == ("own", "3, 1, 2, 2")


def test_gradient_descent_is_not_offered_orders_that_choose_mistakes(desk: RuleDesk) -> None:
    desk.open(Rule(order="worst"))
    editor = desk.editor("order", OwnEditor)
    desk.change("rule", "sgd")
    assert (desk.rule.rule, desk.rule.order) == ("sgd", "cyclic")
    assert editor.findData("worst") < 0
    desk.change("rule", "pla")
    assert editor.findData("worst") > 0


def start(desk: RuleDesk) -> str:
    """Return the initial weights in force."""
    return OPTIONS["init"].kind.to_text(desk.rule.init)


def test_weights_of_ones_own_begin_with_those_in_force(desk: RuleDesk) -> None:
    for rule in (Rule(), Rule(init="random", seed=3)):
        desk.open(rule)
        choose(desk.editor("init", OwnEditor), "own")
        assert desk.rule.init == tuple(starting_weights(rule, 3))
        texts = [typed_value(value) for value in desk.rule.init]
        assert desk.field("init").text() == ", ".join(texts)


def test_weights_are_typed_as_a_list_that_says_what_each_is_for(desk: RuleDesk) -> None:
    desk.open(Rule.of({"init": "0.2,0,-0.1"}))
    assert "x₁, x₂, constant" in desk.row("init").explanation.text()
    type_into(desk.field("init"), "0.2, 1/3, -5")
    assert desk.rule.init == (Fraction(1, 5), Fraction(1, 3), Fraction(-5))
    type_into(desk.field("init"), "one, 1/3, -5")
    assert desk.rule.init == (Fraction(1, 5), Fraction(1, 3), Fraction(-5))
    assert desk.field("init").text() == "one, 1/3, -5"
    assert desk.complaint("init").startswith("The start must be zeros, random")


def test_the_offset_and_the_lift_keep_the_weights_that_stay(desk: RuleDesk) -> None:
    desk.open(Rule.of({"init": "1,2,3"}))
    desk.change("offset", False)
    assert start(desk) == "1, 2"
    desk.change("lift", "quadratic")
    assert start(desk) == "1, 2, 0, 0, 0"
    desk.change("offset", True)
    desk.change("lift", "none")
    assert start(desk) == "1, 2, 0"
    assert desk.complaint("init") == ""


def test_a_start_of_another_length_is_complained_about_and_can_be_corrected(desk: RuleDesk) -> None:
    desk.open(Rule.of({"init": "1,2"}))
    assert "has 2 numbers, this run needs 3" in desk.complaint("init")
    type_into(desk.field("init"), "1, 2, 7")
    assert (start(desk), desk.complaint("init")) == ("1, 2, 7", "")
    for typed in ("1, 2", "1, 2, 3, 4"):
        type_into(desk.field("init"), typed)
        assert "this run needs 3" in desk.complaint("init")
        assert start(desk) == "1, 2, 7"


def test_a_lift_that_needs_more_coordinates_is_refused_with_a_sentence(desk: RuleDesk) -> None:
    desk.panel.show_rules((Rule(),), 0, 1)
    desk.change("lift", "product")
    assert desk.rule == Rule()
    assert "at least two coordinates" in desk.complaint("lift")
    assert desk.editor("lift", ChoiceEditor).value() == "none"


def test_a_list_that_is_too_long_to_be_typed_is_told_by_its_length(desk: RuleDesk) -> None:
    long = Rule(order=(2, 0, 1) * 20_000)
    desk.open(long)
    editor = desk.editor("order", OwnEditor)
    assert editor.value() == "own"
    assert editor.below.text() == ""
    assert editor.below.placeholderText() == "60000 numbers, too many to show"
    editor.below.editingFinished.emit()  # as when the focus leaves it
    assert desk.rule == long
    type_into(editor.below, "2, 1")
    assert desk.rule.order == (1, 0)
    assert editor.below.placeholderText() == "such as 3, 1, 2"


def test_a_legend_tells_the_beginning_of_a_long_list() -> None:
    words = described(Rule(order=tuple(range(1000))))
    assert words.endswith(", 49, 50, … (1000 in all)")
    assert described(Rule(order=tuple(range(50)))).endswith(", 49, 50")
