"""The menus of the tool bar: data sets, rules, lectures and notations, chosen by clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QToolButton

from perceptron_gui.core.data.library import GROUPS, LECTURES, LIBRARY
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.presets import PRESETS, apply_preset
from tests.app.person import LEFT, Person

# Menus of the bars, and the names of their buttons.
IN_BARS = {"lectures": "Preset of a lecture"}


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


@pytest.mark.parametrize("name", IN_BARS)
def test_a_click_on_a_button_of_the_bar_opens_its_menu(name: str, person: Person) -> None:
    buttons = person.window.findChildren(QToolButton)
    seen_ones = (each for each in buttons if each.isVisible())
    (button,) = (each for each in seen_ones if each.accessibleName() == IN_BARS[name])
    seen: list[list[str]] = []

    def look() -> None:
        menu = person.window.choices.get(name, person.window.lectures)
        seen.append(texts(menu))
        menu.close()

    QTimer.singleShot(50, look)
    QTest.mouseClick(button, LEFT)  # which returns when the menu has closed
    assert len(seen) == 1
    assert len(seen[0]) >= 5


def test_every_data_set_is_in_the_menu_of_its_group(person: Person) -> None:
    groups = opened(person, "Data").findChildren(QMenu)
    found = {menu.title(): texts(menu) for menu in groups}
    assert found == {title: [each.name for each in group] for title, group in GROUPS.items()}
    assert sum(map(len, found.values())) == len(LIBRARY)
    tips = [action.toolTip() for menu in groups for action in menu.actions()]
    assert tips == [entry.teaches for entry in LIBRARY.values()]


@pytest.mark.parametrize("rule", RULES)
def test_an_algorithm_is_chosen_as_one_step(rule: str, person: Person) -> None:
    menu = opened(person, "Rule")
    assert checked(menu) == [RULES["pla"].title]
    choose(person, menu, RULES[rule].title)
    assert person.session.rules == (Rule(rule=rule),)
    menu = opened(person, "Rule")
    assert checked(menu) == [RULES[rule].title]
    menu.close()
    if rule != "pla":
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


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_notation_is_chosen(name: str, person: Person) -> None:
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
