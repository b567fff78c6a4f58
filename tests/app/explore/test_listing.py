"""The algorithm in the window: its panel, and a visit gone through line by line."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from perceptron_gui.figures.model.marks import Region
from perceptron_gui.views.widgets.stage import is_seen
from tests.app.person import Person


def lit(person: Person) -> list[int]:
    """Return the lines of the listing on a band."""
    person.wait()
    figure = person.window.panels.plots["listing"].figure
    return [int(mark.key.split()[1]) for mark in figure.marks if isinstance(mark, Region)]


def test_a_key_goes_through_the_lines_of_a_visit_and_on_to_the_next(person: Person) -> None:
    person.open("three-points")  # as in the handwritten notes: two mistakes, then none
    person.keys("Home", "J")
    assert is_seen(person.window.docks["listing"])
    assert lit(person) == [0]  # the start
    seen = []
    for _ in range(8):
        person.keys("J")
        seen.append((person.controller.store.state.visits_made, lit(person)))
    loop, test, update = [2], [3], [4]
    assert seen == [
        *((0, loop), (1, test), (1, update), (1, loop)),
        *((2, test), (2, update), (2, loop), (3, test)),
    ]
    person.keys("J", "J")  # nothing is updated at the third visit
    assert (person.controller.store.state.visits_made, lit(person)) == (4, test)
    person.keys("Left", "Left")  # any other move shows a whole visit
    assert (person.controller.store.state.visits_made, lit(person)) == (2, update)


def test_the_last_line_returns_the_weights_and_nothing_follows(person: Person) -> None:
    person.open("three-points")
    person.keys("J", "End", "J")
    last = lit(person)
    assert last == [5]
    person.keys("J")
    assert lit(person) == last
    assert person.controller.store.state.visits_made == 6


def test_a_click_on_the_panel_steps_too_and_no_step_is_an_edit(person: Person) -> None:
    person.open("three-points")
    person.keys("Home", "J")
    plot = person.window.panels.plots["listing"].plot.widget.viewport()
    for expected in ([2], [3], [4]):
        QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=plot.rect().center())
        assert lit(person) == expected
    assert not person.action("edit.undo").isEnabled()
