"""Panels that take the middle of the window, by the mouse and back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from perceptron_gui.app.window.pages import EnlargedPanel
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow
from tests.hands import double_click

NAMES = ("norms", "loss", "explanation")


def enlarge(person: Person, name: str) -> None:
    """Double-click between the title of a panel and its buttons."""
    bar = person.window.docks[name].bar
    double_click(bar, QPoint(bar.width() // 2, bar.height() // 2))
    person.wait()


def enlarged(person: Person) -> EnlargedPanel:
    panels = person.window.findChildren(EnlargedPanel)
    return next(panel for panel in panels if panel.isVisible())


@pytest.mark.parametrize("name", NAMES)
def test_a_double_click_on_its_title_enlarges_a_panel_and_brings_it_back(
    person: Person, name: str
) -> None:
    window = person.window
    part = window.docks[name].widget()
    assert part is not None
    small = part.width(), part.height()
    enlarge(person, name)
    assert window.middle.enlarged == name
    assert window.docks[name].isHidden() and part.isVisible()
    assert part.width() > 1.4 * small[0] and part.height() > 1.8 * small[1]
    assert not window.canvas.isVisible() and "boundary" not in person.sees("axes")
    double_click(enlarged(person).title)
    person.wait()
    assert window.middle.enlarged == "" and window.docks[name].widget() is part
    assert part.isVisible() and window.canvas.isVisible()


def test_every_other_panel_takes_the_middle_and_goes_back(person: Person) -> None:
    window = person.window
    for name in set(window.docks) - set(NAMES):
        person.open_panel(name)
        enlarge(person, name)
        assert window.middle.enlarged == name
        panel = enlarged(person)
        assert panel.part.height() > 0.6 * window.height() and not window.canvas.isVisible()
        double_click(panel.title)
        assert window.docks[name].widget() is panel.part and name in person.sees("panels")
        assert window.canvas.isVisible()


@pytest.mark.parametrize("name", NAMES)
def test_its_button_does_the_same_and_escape_brings_it_back(person: Person, name: str) -> None:
    window = person.window
    (button,) = (
        each
        for each in window.docks[name].findChildren(QToolButton)
        if each.accessibleName().startswith("Enlarge")
    )
    QTest.mouseClick(button, LEFT)
    assert window.middle.enlarged == name
    QTest.mouseClick(enlarged(person).back, LEFT)
    assert window.middle.enlarged == ""
    QTest.mouseClick(button, LEFT)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.middle.enlarged == "" and window.docks[name].isVisible()


def test_an_enlarged_plot_goes_on_showing_the_run(person: Person) -> None:
    enlarge(person, "norms")
    before = person.window.plots["norms"].figure
    QTest.keyClick(person.window.plots["norms"], Qt.Key.Key_Right)
    person.wait()
    assert person.sees("visit") == 1 and person.window.plots["norms"].figure != before
    letters = person.window.explanation.body.font().pointSizeF()
    enlarge(person, "explanation")  # one panel at a time: the plot goes back
    assert person.window.middle.enlarged == "explanation"
    assert person.window.docks["norms"].isVisible()
    assert person.window.explanation.body.font().pointSizeF() > letters
    person.window.trigger("page.proof")  # a page needs the middle
    assert person.window.middle.enlarged == "" and person.sees("page") == "proof"
    assert person.window.explanation.body.font().pointSizeF() == letters


def test_a_window_that_is_closed_with_an_enlarged_panel_begins_with_the_plane(
    open_window: OpenWindow,
) -> None:
    person = open_window("and", owner="me")
    enlarge(person, "loss")
    person.window.close()
    again = open_window("and", owner="me")
    assert again.window.middle.enlarged == "" and again.window.docks["loss"].isVisible()
