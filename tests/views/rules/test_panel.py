"""The rule panel: several rules, defaults, presets of lectures, symbols, and no loops."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.views.rules.panel import RulePanel, described
from perceptron_gui.views.widgets.editors import ChoiceEditor
from tests.views.desk import RuleDesk, choose, type_into

from .test_editors import other

ODD = Rule.of({"eta": "0.1", "tie": "minus", "init": "0.2,0,-0.1", "order": "1,0"})


@pytest.fixture
def desk(qtbot: QtBot) -> RuleDesk:
    """A panel on screen, as wide as its dock, with the default rule."""
    return RuleDesk(qtbot)


def press(button: QToolButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def lines(desk: RuleDesk) -> list[str]:
    shown = desk.panel.lines
    return [shown.item(row).text() for row in range(shown.count())]


def test_the_panel_has_words_for_every_option() -> None:
    assert all(param.effect and param.group for param in OPTIONS.values())


def test_rules_are_added_duplicated_chosen_and_removed(desk: RuleDesk) -> None:
    desk.open(ODD)
    press(desk.panel.duplicate)
    press(desk.panel.add)
    assert list(desk.rules) == [ODD, ODD, Rule()]
    assert desk.rule == Rule()
    lines_seen = desk.panel.lines
    place = lines_seen.visualItemRect(lines_seen.item(1)).center()
    QTest.mouseClick(lines_seen.viewport(), Qt.MouseButton.LeftButton, pos=place)
    type_into(desk.field("eta"), "7")
    assert [rule.eta for rule in desk.rules] == [ODD.eta, 7, 1]
    press(desk.panel.remove)
    assert list(desk.rules) == [ODD, Rule()]
    assert desk.rule == Rule()
    assert desk.asked == [
        "Duplicate a rule",
        "Add a rule",
        "Show another rule",
        "Set η to 7",
        "Remove a rule",
    ]


def test_rules_are_chosen_with_the_arrow_keys_and_the_last_one_stays(desk: RuleDesk) -> None:
    desk.open(Rule(), ODD)
    QTest.keyClick(desk.panel.lines, Qt.Key.Key_Down)
    assert desk.rule == ODD
    assert desk.field("eta").text() == "0.1"
    press(desk.panel.remove)
    assert not desk.panel.remove.isEnabled()
    press(desk.panel.remove)
    assert desk.rules == (Rule(),)


def test_undo_of_every_step_is_shown_and_asks_for_nothing(desk: RuleDesk) -> None:
    desk.open(ODD)
    for button in (desk.panel.add, desk.panel.duplicate, desk.panel.remove):
        press(button)
    asked = len(desk.asked)
    while desk.document.undo_name:
        desk.document.undo()
        assert lines(desk) == [described(rule) for rule in desk.rules]
        assert desk.panel.lines.currentRow() == desk.document.session.shown
    while desk.document.redo_name:
        desk.document.redo()
        assert lines(desk) == [described(rule) for rule in desk.rules]
    assert len(desk.asked) == asked


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Rule(), "Perceptron, η = 1, on the line: mistake"),
        (Rule(tie="minus"), "Perceptron, η = 1, on the line: −1"),
        (ODD, "Perceptron, η = 0.1, on the line: −1, order 2, 1, start (0.2, 0, −0.1)"),
        (
            Rule(init="random", seed=3),
            "Perceptron, η = 1, on the line: mistake, random start, seed 3",
        ),
        (Rule(seed=3), "Perceptron, η = 1, on the line: mistake"),
        (Rule(rule="least-squares"), "Least squares, on the line: mistake"),
        (
            Rule.of({"rule": "sgd", "loss": "hinge"}),
            "SGD, η = 1, on the line: mistake, hinge loss",
        ),
        (Rule(offset=False, tie="plus"), "Perceptron, η = 1, on the line: +1, no offset"),
    ],
)
def test_a_rule_is_described_in_a_few_words(rule: Rule, words: str) -> None:
    assert described(rule) == words


def test_every_option_that_is_not_as_usual_is_told() -> None:
    for rule in RULES:
        plain = Rule(rule=rule, init="random", solver="gd", kernel="gaussian")
        for name in OPTIONS:
            changed = replace(plain, **{name: getattr(Rule.of({name: other(name)}), name)})
            is_seed = name == "seed" and not plain.is_random  # which kernels have no start for
            if plain.uses_option(name) and changed != plain and not is_seed:
                assert described(changed) != described(plain), name


def ways_back(desk: RuleDesk) -> set[str]:
    names = desk.panel.controls.fields
    return {name for name in names if desk.row(name).reset.isVisibleTo(desk.panel)}


def test_the_way_back_to_a_default_is_there_only_where_it_leads_somewhere(desk: RuleDesk) -> None:
    desk.open(ODD)
    assert ways_back(desk) == {"eta", "tie", "init", "order"}
    for name in ("eta", "tie", "init", "order"):
        press(desk.row(name).reset)
    assert desk.rule == Rule()
    assert not ways_back(desk)


def test_all_options_go_back_at_once_and_the_algorithm_stays(desk: RuleDesk) -> None:
    desk.open(replace(ODD, rule="pocket", pocket="errors"))
    press(desk.panel.defaults)
    assert desk.rule == Rule(rule="pocket")
    assert not desk.panel.defaults.isEnabled()


def test_a_request_that_is_not_met_leaves_what_is_in_force_on_screen(qtbot: QtBot) -> None:
    panel = RulePanel()  # nobody answers
    qtbot.addWidget(panel)
    panel.show_rules((Rule(), ODD), 0)
    desk_row = panel.controls.fields["tie"]
    assert isinstance(desk_row.editor, ChoiceEditor)
    choose(desk_row.editor, "plus")
    assert desk_row.editor.value() == "always"
    panel.lines.setCurrentRow(1)
    assert panel.lines.currentRow() == 0


def test_nothing_is_cut_off_at_the_width_of_a_dock(desk: RuleDesk) -> None:
    for rule in RULES:
        desk.open(Rule.of({"rule": rule, "init": "1,2,3", "order": "1,0"}))
        controls = desk.panel.controls
        assert controls.minimumSizeHint().width() <= controls.width()
        assert desk.panel.minimumSizeHint().width() <= 320
