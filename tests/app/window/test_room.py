"""Room for the plane and the panels: in windows that shrink and grow, and in larger letters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from tests.app.person import LEFT, PLAIN, Person
from tests.app.windows import OpenWindow


def resize(person: Person, width: int, height: int) -> None:
    person.window.resize(width, height)
    person.wait_until(lambda: person.window.width() == width)
    person.wait()


def right(person: Person) -> int:
    """Return how wide the panels at the right are."""
    return person.window.docks["norms"].width()


def test_panels_get_their_share_back_when_the_window_grows(open_window: OpenWindow) -> None:
    person = open_window("and", size=(1280, 800))
    first, tabs = right(person), person.window.tabifiedDockWidgets(person.window.docks["norms"])
    resize(person, 700, 560)
    assert right(person) < first and person.canvas.width() >= 320
    resize(person, 1280, 800)
    assert right(person) == pytest.approx(first, abs=2)
    assert person.window.tabifiedDockWidgets(person.window.docks["norms"]) == tabs
    resize(person, 1900, 1000)
    assert right(person) == pytest.approx(first * 1900 / 1280, rel=0.02)


def test_a_share_that_somebody_chose_is_kept(open_window: OpenWindow) -> None:
    person = open_window("and", size=(1280, 800))
    window = person.window
    left = window.docks["norms"].mapTo(window, QPoint(0, 0)).x()
    between = QPoint(left - 2, window.height() // 2)
    QTest.mousePress(window, LEFT, PLAIN, between)
    QTest.mouseMove(window, between - QPoint(100, 0))
    person.wait_until(lambda: right(person) > 600)
    QTest.mouseRelease(window, LEFT, PLAIN, between - QPoint(100, 0))
    chosen = right(person)
    assert chosen == pytest.approx(612, abs=8)
    resize(person, 900, 700)
    resize(person, 1280, 800)
    assert right(person) == pytest.approx(chosen, abs=3)
    window.trigger("view.reset")
    person.wait()
    assert right(person) == pytest.approx(512, abs=3)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_larger_letters_fold_the_frame_before_the_plane(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    person = open_window("and", size=size)
    window = person.window
    bars = window.statusBar(), window.rule_strip, window.bar
    assert all(bar.isVisible() for bar in bars)
    for _ in range(9):
        window.trigger("view.larger")
        person.wait()
        width, height = person.sees("axes")["boundary"]
        assert width >= 320 and height >= 230
        folded = [not bar.isVisible() for bar in bars]
        assert folded == sorted(folded, reverse=True)  # the status first, the tools last
    assert folded[0]
    window.trigger("view.normal")
    person.wait()
    assert all(bar.isVisible() for bar in bars)


def test_a_plot_that_is_opened_gets_room_and_gives_it_back(open_window: OpenWindow) -> None:
    person = open_window("and", size=(1280, 800))
    window, names = person.window, ("norms", "loss", "explanation")
    heights = [window.docks[name].height() for name in names]
    for action in ("agreement", "tally"):
        window.panels.toggle(action)
        person.wait()
        assert person.sees("axes")[action][1] >= 100
        assert person.sees("axes")["norms"][1] >= 60
    for action in ("tally", "agreement"):
        window.docks[action].close()
        person.wait()
    assert [window.docks[name].height() for name in names] == pytest.approx(heights, abs=2)
