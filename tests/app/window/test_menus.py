"""The menus of the tool bar: data sets, rules, lectures and notations, chosen by clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from perceptron_gui.core.data.library import GROUPS, LECTURES, LIBRARY
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.lectures.presets import PRESETS, apply_preset
from tests.app.person import LEFT, Person


def opened(person: Person, name: str) -> QMenu:
    """Open a menu of the tool bar."""
    menu = person.window.choices[name]
    menu.popup(QPoint(100, 100))
    return menu


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def choose(person: Person, menu: QMenu, start: str) -> None:
    """Click on the entry that begins so, and wait for the run."""
    (action,) = (each for each in menu.actions() if each.text().startswith(start))
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    person.wait()


def checked(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.isChecked()]


def test_every_data_set_is_in_the_menu_of_its_group(person: Person) -> None:
    groups = opened(person, "Data").findChildren(QMenu)
    found = {menu.title(): texts(menu) for menu in groups}
    assert found == {title: [each.name for each in group] for title, group in GROUPS.items()}
    assert sum(map(len, found.values())) == len(LIBRARY)
    tips = [action.toolTip() for menu in groups for action in menu.actions()]
    assert tips == [entry.teaches for entry in LIBRARY.values()]


def test_an_algorithm_is_chosen_as_one_step(person: Person) -> None:
    rule = "batch"
    menu = opened(person, "Rule")
    assert checked(menu) == [RULES["pla"].title]
    choose(person, menu, RULES[rule].title)
    assert person.session.rules == (Rule(rule=rule),)
    menu = opened(person, "Rule")
    assert checked(menu) == [RULES[rule].title]
    menu.close()
    person.do("edit.undo")
    assert person.session.rules == (Rule(),)
    assert not person.window.actions_by_id.by_id["edit.undo"].isEnabled()


@pytest.mark.parametrize("name", PRESETS)
def test_a_lecture_sets_rule_and_notation(name: str, person: Person) -> None:
    choose(person, opened(person, "Rule"), LECTURES[name])
    assert person.session.rules == (apply_preset(Rule(), name),)
    assert person.sees("notation") == name


def test_the_other_rules_of_a_document_keep_their_place(person: Person) -> None:
    rules = Rule(), Rule(rule="batch"), Rule(tie="plus")
    person.controller.editing.set_rules(rules, 1, "Three rules")
    choose(person, opened(person, "Rule"), RULES["voted"].title)
    assert person.session.rules == (rules[0], Rule(rule="voted"), rules[2])
    choose(person, opened(person, "Rule"), "Perceptron, η = 1, ties +1")
    assert (person.sees("shown"), len(person.session.rules)) == (2, 3)


def test_the_panel_with_all_options_is_opened(person: Person) -> None:
    person.window.docks["rules"].close()
    choose(person, opened(person, "Rule"), "All &options")
    assert "rules" in person.sees("panels")


def test_a_notation_is_chosen(person: Person) -> None:
    name = "003"
    choose(person, opened(person, "Notation"), LECTURES[name])
    assert person.sees("notation") == name
    menu = opened(person, "Notation")
    assert checked(menu) == [LECTURES[name]]
    menu.close()


def test_the_same_menus_stand_in_the_menu_bar(person: Person) -> None:
    menus, choices = person.window.actions_by_id.menus, person.window.choices
    assert choices["Data"].menuAction() in menus["File"].actions()
    for name in ("Rule", "Notation"):
        assert choices[name].menuAction() in menus["Train"].actions()
