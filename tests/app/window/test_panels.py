"""Panels: nothing of one is made before it is opened, and each may take the middle."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget

from perceptron_gui.app.window.docks import PLOTS, TITLES
from perceptron_gui.app.window.pages import EnlargedPanel
from perceptron_gui.app.window.window import MainWindow
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow, panels
from tests.hands import double_click

CLOSED = [name for name, (_, is_open) in PLOTS.items() if not is_open]
LATE = sorted([*CLOSED, "points", "rules", "what-if", "why"])


def part(window: MainWindow, name: str) -> QWidget | None:
    """Return what stands in a panel."""
    return window.docks[name].part


def toggle(window: MainWindow, name: str) -> None:
    window.docks[name].toggleViewAction().trigger()


def in_tab_order(window: MainWindow) -> list[str]:
    """Return the panels and the transport as the tab key comes to them."""
    places: dict[str, QWidget] = {**window.docks, "transport": window.transport}
    found: list[str] = []
    control = window.nextInFocusChain()
    while control is not None and control is not window:
        if control.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found += [name for name, place in places.items() if place.isAncestorOf(control)]
        control = control.nextInFocusChain()
    return [name for name, _ in groupby(found)]


def test_a_window_begins_without_them(open_window: OpenWindow) -> None:
    window = open_window().window
    assert sorted(name for name in window.docks if part(window, name) is None) == LATE


def test_what_is_opened_late_shows_what_is_there(open_window: OpenWindow) -> None:
    person = open_window("and")
    person.do("play.end")
    for name in LATE:
        toggle(person.window, name)
        person.wait()
        assert name in person.sees("panels")
        made = part(person.window, name)
        assert made is not None
        if name in PLOTS:
            assert (
                person.window.plots[name].figure
                == person.controller.store.state.source(name).build()
            )
        toggle(person.window, name)
        toggle(person.window, name)
        assert part(person.window, name) is made
    assert "≤" in person.window.parts.by_name["why"].body.toPlainText()
    assert person.window.parts.by_name["what-if"].step.slider.isEnabled()


def test_a_window_comes_back_with_the_panels_that_were_opened(open_window: OpenWindow) -> None:
    window = open_window("and", owner="me").window
    for name in ("why", "neuron"):
        toggle(window, name)
    opened = panels(window)
    window.close()
    person = open_window("and", owner="me")
    again = person.window
    assert panels(again) == opened
    assert part(again, "what-if") is None
    person.wait_until(lambda: again.parts.by_name["why"].body.toPlainText() != "")
    person.wait_until(lambda: len(again.plots["neuron"].figure.marks) > 0)


def test_a_panel_that_is_opened_as_a_window_of_its_own_has_its_own_tab_order(
    open_window: OpenWindow,
) -> None:
    window = open_window().window
    for name in LATE:
        window.docks[name].setFloating(True)
        toggle(window, name)  # Qt warns of an order through several windows, which fails the test
    assert set(in_tab_order(window)).isdisjoint(LATE)


def enlarge(person: Person, name: str) -> None:
    """Double-click between the title of a panel and its buttons."""
    bar = person.window.docks[name].bar
    double_click(bar, QPoint(bar.width() // 2, bar.height() // 2))
    person.wait()


def enlarged(person: Person) -> EnlargedPanel:
    panels = person.window.findChildren(EnlargedPanel)
    return next(panel for panel in panels if panel.isVisible())


@pytest.mark.parametrize("name", TITLES)
def test_a_double_click_on_its_title_enlarges_a_panel_and_brings_it_back(
    person: Person, name: str
) -> None:
    window = person.window
    person.open_panel(name)
    part = window.docks[name].part
    assert part is not None
    narrow, small = part.width(), part.width() * part.height()
    enlarge(person, name)
    assert window.middle.enlarged == name
    assert window.docks[name].isHidden() and part.isVisible()
    assert part.width() > 1.4 * narrow and part.width() * part.height() > 2 * small
    assert not window.canvas.isVisible() and "boundary" not in person.sees("axes")
    double_click(enlarged(person).title)
    person.wait()
    assert window.middle.enlarged == "" and window.docks[name].part is part
    assert part.isVisible() and window.canvas.isVisible()


def test_its_button_does_the_same_and_escape_brings_it_back(person: Person) -> None:
    window, name = person.window, "loss"
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
