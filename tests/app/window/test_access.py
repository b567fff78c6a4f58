"""What people find who see no picture or use no mouse: names, descriptions, points, the tab key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from perceptron_gui.app.window.pages import pages
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets import access
from tests.app.person import Person

NAME, TOLD, VALUE = QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value
Role = QAccessible.Role


def found(thing: QWidget) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(thing)


def below(top: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield what is in the tree of an object and is shown, each below its parent."""
    yield top
    for i in range(top.childCount()):
        child = top.child(i)
        state: Any = child.state()
        if not state.invisible:
            assert top.indexOfChild(child) == i
            yield from below(child)


def points(plane: QAccessibleInterface) -> list[str]:
    every = [plane.child(i) for i in range(plane.childCount())]
    return [each.text(NAME) for each in every if each.role() == Role.ListItem]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a screen reader that listens is given to say."""
    heard: list[str] = []

    class Listening(QAccessible):
        @staticmethod
        def updateAccessibility(event: Any) -> None:
            if isinstance(event, QAccessibleAnnouncementEvent):
                heard.append(event.message())

    monkeypatch.setattr(access, "QAccessible", Listening)
    QAccessible.setActive(True)
    yield heard
    QAccessible.setActive(False)


@pytest.mark.parametrize("page", pages())
def test_whatever_takes_the_focus_has_a_name_and_every_figure_a_description(
    person: Person, page: str
) -> None:
    person.do(f"page.{page}")
    person.wait_until(lambda: not person.program.exploring.is_busy)
    person.wait()
    every = list(below(found(person.window)))
    for each in every:
        state: Any = each.state()
        assert each.text(NAME) or not state.focusable, each.object()
    charts = [each for each in every if each.role() == Role.Chart]
    for chart in charts:
        assert chart.text(NAME) and chart.text(TOLD), chart.object()
    views = [each for each in person.window.findChildren(FigureView) if each.isVisible()]
    assert len(charts) == len(views)  # the plane stands for the view in it
    for each in every:
        if each.role() == Role.ComboBox:
            combo = each.object()
            assert isinstance(combo, QComboBox)
            assert (each.text(NAME), each.text(VALUE)) == (
                combo.accessibleName(),
                combo.currentText(),
            )


def test_descriptions_and_points_change_with_the_visit(person: Person) -> None:
    person.open("xor")
    shown = person.canvas, *(person.window.plots[name] for name in ("norms", "loss"))
    before = [found(each).text(TOLD) for each in shown]
    assert len(points(found(person.canvas))) == 4
    person.keys("Right", "Right")
    person.wait()
    assert all(a != found(each).text(TOLD) for a, each in zip(before, shown, strict=True))
    first, second, third, last = points(found(person.canvas))
    for told, words in (
        (second, ("Point 2", "(0, 1)", "+1", "correct")),
        (third, ("Point 3", "(1, 0)", "+1", "misclassified")),
        (last, ("Point 4", "(1, 1)", "−1", "on the line")),
    ):
        assert all(word in told for word in words)
    assert first.startswith("Point 1")


def test_of_many_points_some_are_listed_and_a_sentence_says_so(person: Person) -> None:
    person.open("iris")
    plane = found(person.canvas)
    count = len(person.session.dataset)
    assert count > 60 == len(points(plane))
    assert f"60 of {count} points" in plane.text(TOLD)


def test_each_visit_is_announced_while_somebody_listens(person: Person, said: list[str]) -> None:
    person.open("xor")
    person.keys("Right")
    person.wait_until(lambda: person.sees("headline") in said)
    said.clear()
    QAccessible.setActive(False)
    person.keys("Right")
    person.rest(300)
    assert said == []


def test_the_tab_key_stops_only_at_what_is_seen_and_named(person: Person) -> None:
    person.activate()
    person.canvas.setFocus()
    stops: list[QWidget] = []
    while person.canvas not in stops:
        person.key("Tab")
        stop = QApplication.focusWidget()
        assert stop is not None and stop not in stops
        assert found(stop).text(NAME) and not stop.visibleRegion().isEmpty(), stop
        stops.append(stop)
    assert len(stops) > 20


def test_four_points_are_placed_relabelled_and_trained_by_keys_alone(
    person: Person, said: list[str]
) -> None:
    window = person.window
    person.dialogs.changes = "discard"
    person.keys("Ctrl+N")
    person.wait()
    for keys in ("K", "1", "Return", "2", "Shift+Right", "Return", "Shift+Up", "Return", "1",
                 "Shift+Left", "Return", "C"):  # fmt: skip
        person.key(keys, window.focusWidget())
    person.wait()
    assert person.sees("labels") == [-1, 1, 1, 1]
    low, high = person.sees("points")[0], person.sees("points")[2]
    assert person.sees("points") == [low, [high[0], low[1]], high, [low[0], high[1]]]
    assert person.sees("run") == "converged"
    assert any(words.startswith("Point 4 at ") and "+1" in words for words in said)
    person.key("Escape", window.focusWidget())
    person.key("End", window.focusWidget())
    assert person.sees("errors") == 0 and person.sees("visit") > 0
