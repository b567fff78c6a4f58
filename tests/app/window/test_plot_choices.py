"""Menus in the titles of plots: what a view declares can be chosen, undone and stays."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction

from perceptron_gui.app.window.docks import PLOTS
from perceptron_gui.app.window.menus import choices_of
from perceptron_gui.figures.model.marks import Region
from tests.app.person import Person


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


def test_probabilities_are_shaded_unless_they_are_switched_off(person: Person) -> None:
    person.open("and")
    action = person.action("show.probability")
    assert action.isChecked()
    person.do("show.probability")
    assert person.session.views["boundary"] == {"probability": False}
    assert not action.isChecked()
    person.do("show.probability")
    assert "boundary" not in person.session.views
    assert action.isChecked()
