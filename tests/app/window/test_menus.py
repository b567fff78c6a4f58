"""Menus: rules, presets and notations, options of plots, and the names that the manual uses."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDockWidget, QLabel, QMenu

from perceptron_gui.app.window.actions import actions
from perceptron_gui.app.window.docks import PLOTS
from perceptron_gui.app.window.menus import choices_of
from perceptron_gui.app.window.pages import pages
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.base.resources import page_names, read_page
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.figures.model.marks import Region
from perceptron_gui.lectures.presets import PRESETS, apply_preset
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow
from tests.views.pointer import turn_wheel

# The pages about the window: what stands in it is bold there, unless a colon follows.
ABOUT_WINDOW = ("index", "window", "data", "rules", "experiments", "lessons", "lectures", "figures")
MENU_PATH = re.compile(r"(?<!\*)\*([^*]+? › [^*]+?)\*(?!\*)")
NAME = re.compile(r"\*\*((?:\\\*|[^*])+)\*\*(?: \(([^)]*)\))?(:?)")


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def choose(person: Person, menu: QMenu, start: str) -> None:
    """Click on the entry that begins so, and wait for the run."""
    (action,) = (each for each in menu.actions() if each.text().startswith(start))
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    person.wait()


@pytest.mark.parametrize("name", PRESETS)
def test_a_lecture_sets_rule_and_notation(name: str, person: Person) -> None:
    menu = person.window.lectures
    menu.popup(QPoint(100, 100))
    choose(person, menu, LECTURES[name])
    assert person.session.rules == (apply_preset(Rule(), name),)
    assert person.sees("notation") == name


def test_lessons_and_the_stage_have_entries_only_while_they_are_there(person: Person) -> None:
    actions = person.window.actions_by_id.by_id
    names = ["lesson.next", "lesson.close", "view.laser", "view.plot"]
    assert not any(actions[name].isVisible() for name in names)
    person.do("view.presentation")
    assert [actions[name].isVisible() for name in names] == [False, False, True, True]
    person.do("view.presentation")
    person.program.lessons.open("002-xor")
    person.wait_until(lambda: person.sees("lesson") is not None)
    assert [actions[name].isVisible() for name in names] == [True, True, False, False]
    person.do("lesson.close")


def entries(person: Person, name: str) -> dict[str, QAction]:
    """Open the menu of a plot and return what it offers, by its first words."""
    person.window.docks[name].show()
    menu = person.window.docks[name].choices.menu()
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


def prose(page: str) -> str:
    """Return a page of the manual without its code, in one line."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", read_page(page).text, flags=re.DOTALL)
    return " ".join(text.split())


def plain(text: str) -> str:
    """Return what a person would call an entry or a button."""
    return text.replace("&", "").replace("\\", "").rstrip("…:? ▾").removeprefix("▶ ").strip()


def keys_of_names(window: MainWindow) -> dict[str, set[str]]:
    """Return all names that the window shows, each with the keys of what is called so."""
    found: dict[str, set[str]] = defaultdict(set)
    own = {spec.id: spec.keys for spec in actions()}  # a question takes keys from others
    for action in window.findChildren(QAction):
        keys = {QKeySequence(key).toString() for key in own.get(action.objectName(), ())}
        for text in (action.text(), action.iconText()):
            found[plain(text)] |= keys
    for button in window.findChildren(QAbstractButton):
        for text in (button.text(), button.accessibleName()):
            found[plain(text)].add(button.shortcut().toString())
    for dock in window.findChildren(QDockWidget):
        found[plain(dock.windowTitle())] |= set()
    for label in window.findChildren(QLabel):
        found[plain(label.text())] |= set()
    for choice in window.findChildren(QComboBox):
        found[plain(choice.accessibleName())] |= set()
    return found


def entry_at(menu: QMenu, path: list[str]) -> QAction:
    """Return the entry at the end of a path of menus."""
    entry = {plain(action.text()): action for action in menu.actions()}[path[0]]
    if len(path) == 1:
        return entry
    inner = entry.menu()
    assert isinstance(inner, QMenu)
    return entry_at(inner, path[1:])


def show_everything(person: Person) -> None:
    """Open every panel and page and a lesson, and bring out what comes with other moments."""
    window = person.window
    surface = window.plots["norms"].plot.surface
    turn_wheel(surface, surface.rect().center(), 2)
    window.foot.verdict.show_cancelled()
    for name in window.docks:
        person.open_panel(name)
    for name in pages():
        person.do(f"page.{name}")
    person.do("page.plane")
    person.program.lessons.open("follow-theta")
    person.wait_until(lambda: person.sees("lesson") is not None)
    person.wait()


def test_the_window_has_all_that_the_manual_names(open_window: OpenWindow) -> None:
    person = open_window("and")
    show_everything(person)
    menu, known = person.window.actions_by_id.menu, keys_of_names(person.window)
    paths, names = 0, 0
    for page in page_names():
        for path in MENU_PATH.findall(prose(page)):
            paths += 1
            entry_at(menu, [plain(part) for part in path.split(" › ")])
        for name, keys, colon in NAME.findall(prose(page)):
            if page not in ABOUT_WINDOW or (colon and not keys):
                continue
            names += 1
            assert plain(name) in known, f"{page}: {name}"
            given = {QKeySequence(key).toString() for key in re.split(" or |, ", keys) if key}
            assert given <= known[plain(name)], f"{page}: {name} ({keys})"
    assert paths > 5 and names > 40
