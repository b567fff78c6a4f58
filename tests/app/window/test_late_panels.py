"""Panels that are closed at first: nothing of them is made until somebody opens them."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.window.docks import PLOTS
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.figures.model.theme import THEMES
from tests.app.person import Person
from tests.app.windows import OpenWindow, panels

CLOSED = [name for name, (_, is_open) in PLOTS.items() if not is_open]
LATE = sorted([*CLOSED, "points", "rules", "what-if", "why"])


def part(window: MainWindow, name: str) -> QWidget | None:
    """Return what stands in a panel."""
    return window.docks[name].widget()


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


def test_a_plot_that_is_opened_late_follows_run_and_theme(open_window: OpenWindow) -> None:
    person = open_window()
    person.do("theme.dark")
    toggle(person.window, "cosine")
    person.do("play.forward")
    person.wait()
    plot = person.window.plots["cosine"]
    assert plot.ink.theme is THEMES["dark"]
    assert plot.figure == person.controller.store.state.source("cosine").build()
    person.do("theme.light")
    assert plot.ink.theme is THEMES["light"]


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


def test_what_is_reset_is_closed_and_opens_again(person: Person) -> None:
    toggle(person.window, "why")
    person.do("view.reset")
    assert "why" not in panels(person.window)
    toggle(person.window, "why")
    assert "why" in person.sees("panels")


def test_the_tab_key_comes_to_them_before_the_transport(open_window: OpenWindow) -> None:
    window = open_window().window
    for name in ("what-if", "why"):
        toggle(window, name)
    order = in_tab_order(window)
    start = order.index("explanation")
    assert order[start : start + 3] == ["explanation", "why", "what-if"]
    assert order[-1] == "transport"


def test_a_panel_that_is_opened_as_a_window_of_its_own_has_its_own_tab_order(
    open_window: OpenWindow,
) -> None:
    window = open_window().window
    for name in LATE:
        window.docks[name].setFloating(True)
        toggle(window, name)  # Qt warns of an order through several windows, which fails the test
    assert set(in_tab_order(window)).isdisjoint(LATE)
