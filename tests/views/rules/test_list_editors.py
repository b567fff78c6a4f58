"""The order and the start: a menu each, and fields for lists of one's own."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.exact import typed_value
from perceptron_gui.core.rules.rule import OPTIONS, Rule, starting_weights
from perceptron_gui.views.rules.list_editors import InitEditor, OrderEditor
from perceptron_gui.views.widgets.editors import ChoiceEditor
from tests.views.desk import NO_SCREEN, RuleDesk, choose, type_into, use_theme

pytestmark = pytest.mark.qt_log_ignore(NO_SCREEN)


@pytest.fixture
def desk(qtbot: QtBot) -> RuleDesk:
    """A panel on screen, as wide as its dock, with the default rule."""
    use_theme()
    return RuleDesk(qtbot)


def order_editor(desk: RuleDesk) -> OrderEditor:
    editor = desk.row("order").editor
    assert isinstance(editor, OrderEditor)
    return editor


def test_a_list_of_points_is_typed_after_it_is_chosen(desk: RuleDesk) -> None:
    editor = order_editor(desk)
    choose(editor, "own")
    assert (desk.rule, desk.asked) == (Rule(), [])
    assert editor.field.hasFocus()
    desk.change("tie", "plus")  # the menu stays where it is meanwhile
    type_into(editor.field, "2,0,1,1")
    assert desk.rule == Rule.of({"order": "2,0,1,1", "tie": "plus"})
    type_into(editor.field, "2, x")
    assert desk.complaint("order") == "' x' is not a whole number."
    choose(editor, "random")
    assert desk.rule.order == "random"
    assert editor.field.isHidden()
    assert desk.complaint("order") == ""
    desk.document.undo()
    assert (editor.value(), editor.field.text()) == ("own", "2, 0, 1, 1")


def test_a_list_that_was_begun_and_given_up_leaves_the_order_alone(desk: RuleDesk) -> None:
    editor = order_editor(desk)
    choose(editor, "own")
    type_into(editor.field, "x")
    choose(editor, "cyclic")
    assert (desk.rule, desk.asked) == (Rule(), [])
    assert desk.complaint("order") == ""
    assert editor.field.isHidden()


def test_gradient_descent_is_not_offered_orders_that_choose_mistakes(desk: RuleDesk) -> None:
    desk.open(Rule(order="worst"))
    desk.change("rule", "sgd")
    assert desk.rule == Rule(rule="sgd", order="cyclic")
    assert order_editor(desk).findData("worst") < 0
    desk.change("rule", "pla")
    assert order_editor(desk).findData("worst") > 0


def init_editor(desk: RuleDesk) -> InitEditor:
    editor = desk.row("init").editor
    assert isinstance(editor, InitEditor)
    return editor


def start(desk: RuleDesk) -> str:
    """Return the initial weights in force."""
    return OPTIONS["init"].kind.to_text(desk.rule.init)


@pytest.mark.parametrize("init", ["zeros", "random"])
def test_weights_of_ones_own_begin_with_those_in_force(desk: RuleDesk, init: str) -> None:
    desk.open(Rule(init=init, seed=3))
    choose(init_editor(desk), "own")
    assert desk.rule.init == tuple(starting_weights(Rule(init=init, seed=3), 3))
    texts = [field.text() for field in init_editor(desk).fields]
    assert texts == [typed_value(value) for value in desk.rule.init]


def test_every_weight_has_its_field(desk: RuleDesk) -> None:
    desk.open(Rule.of({"init": "0.2,0,-0.1"}))
    x1, x2, constant = init_editor(desk).fields
    assert constant.accessibleName() == "Start w₀, constant"
    type_into(x2, "1/3")
    type_into(x1, "one")
    type_into(constant, "-5")
    assert desk.rule.init == (Fraction(1, 5), Fraction(1, 3), Fraction(-5))
    assert [field.text() for field in init_editor(desk).fields] == ["one", "1/3", "-5"]
    assert desk.complaint("init").startswith("The start w₀ must be zeros, random")


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
    words = desk.complaint("init")
    assert words.startswith("The start w₀ has 2 numbers, this run needs 3")
    type_into(init_editor(desk).fields[2], "7")
    assert start(desk) == "1, 2, 7"
    assert desk.complaint("init") == ""


def test_many_weights_are_typed_into_one_field(desk: RuleDesk) -> None:
    desk.panel.show_dimension(20)
    choose(init_editor(desk), "own")
    assert start(desk) == ", ".join("0" * 21)
    (field,) = init_editor(desk).fields
    type_into(field, "1," * 20)
    assert desk.complaint("init").startswith("The start w₀ must be")
    type_into(field, ",".join("123" * 7))
    assert start(desk) == ", ".join("123" * 7)


def test_a_lift_that_needs_more_coordinates_is_refused_with_a_sentence(desk: RuleDesk) -> None:
    desk.panel.show_dimension(1)
    desk.change("lift", "product")
    assert desk.rule == Rule()
    assert "at least two coordinates" in desk.complaint("lift")
    editor = desk.row("lift").editor
    assert isinstance(editor, ChoiceEditor)
    assert editor.value() == "none"
