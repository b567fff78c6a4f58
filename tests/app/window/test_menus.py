"""Menus: data sets, rules, presets and notations in the bars, options in the titles of plots."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from perceptron_gui.app.window.docks import PLOTS
from perceptron_gui.app.window.menus import choices_of
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.figures.model.marks import Region
from perceptron_gui.lectures.presets import PRESETS, apply_preset
from perceptron_gui.views.rules.panel import described
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
    choose(person, opened(person, "Rule"), described(rules[2]))
    assert (person.sees("shown"), len(person.session.rules)) == (2, 3)


def test_a_notation_is_chosen(person: Person) -> None:
    name = "003"
    choose(person, opened(person, "Notation"), LECTURES[name])
    assert person.sees("notation") == name
    menu = opened(person, "Notation")
    assert checked(menu) == [LECTURES[name]]
    menu.close()


def test_the_same_menus_stand_in_the_menu_bar(person: Person) -> None:
    menus, choices = person.window.actions_by_id.menus, person.window.choices
    for name in ("Rule", "Notation"):
        assert choices[name].menuAction() in menus["Train"].actions()


def entries(person: Person, name: str) -> dict[str, QAction]:
    """Open the menu of a plot and return what it offers, by its first words."""
    button = person.window.docks[name].choices
    assert button is not None
    menu = button.menu()
    assert menu is not None
    menu.aboutToShow.emit()
    return {each.text().split(":")[0]: each for each in menu.actions() if not each.isSeparator()}


@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_offers_what_its_view_declares(person: Person, name: str) -> None:
    offered = entries(person, name)
    for param in choices_of(name):
        words = (param.title,) if param.is_flag else tuple(param.choices)
        assert set(words) <= set(offered)
    assert offered


def test_points_move_to_another_loss_and_back(person: Person) -> None:
    person.open("and")
    person.open_panel("losses")
    person.wait()
    entries(person, "losses")["squared"].trigger()
    person.wait()
    assert person.session.views["losses"] == {"curve": "squared"}
    assert entries(person, "losses")["squared"].isChecked()
    shown = person.window.plots["losses"].figure
    assert shown.mark("chosen").x.tolist() == shown.mark("squared").x.tolist()  # type: ignore[union-attr]
    person.do("edit.undo")
    assert "losses" not in person.session.views


def test_of_two_shadings_the_last_one_chosen_is_shown(person: Person) -> None:
    person.open("and")
    person.open_panel("weight-space")
    person.wait()
    entries(person, "weight-space")["Loss as shades"].trigger()
    entries(person, "weight-space")["Errors as shades"].trigger()
    person.wait()
    assert person.session.views["weight-space"] == {"errors": True}
    shades = [
        mark
        for mark in person.window.plots["weight-space"].figure.marks
        if isinstance(mark, Region) and mark.key.startswith("shade")
    ]
    assert shades and all("error" in mark.label for mark in shades)
    entries(person, "weight-space")["Errors as shades"].trigger()
    assert "weight-space" not in person.session.views
