"""Room for the plane and the panels: layouts that come back, pages without panels, letters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.window.window import MainWindow
from tests.app.person import Person
from tests.app.windows import OpenWindow, panels


def sizes(window: MainWindow) -> dict[str, QSize]:
    return {name: window.docks[name].size() for name in panels(window)}


def test_the_plane_takes_what_a_window_grows_by(open_window: OpenWindow) -> None:
    person = open_window("and", size=(1280, 800))
    plane, side = person.canvas.width(), person.window.docks["norms"].width()
    person.window.resize(1900, 1000)
    person.wait_until(lambda: person.canvas.width() == plane + 620)
    assert person.window.docks["norms"].width() == side


def test_a_layout_of_somebody_comes_back_and_reset_forgets_it(open_window: OpenWindow) -> None:
    person = open_window("and", owner="me")
    window, first = person.window, sizes(person.window)
    window.resizeDocks([window.docks["norms"]], [620], Qt.Orientation.Horizontal)
    window.resizeDocks([window.docks["loss"]], [230], Qt.Orientation.Vertical)
    person.wait_until(lambda: sizes(window)["loss"].height() > first["loss"].height() + 20)
    chosen = sizes(window)
    window.close()
    person = open_window("and", owner="me")
    assert sizes(person.window) == chosen
    person.window.trigger("view.reset")
    person.wait_until(lambda: sizes(person.window) == first)


@pytest.mark.parametrize("state", [b"", b"no layout at all", b"\x00\x00\x00\xff" * 40, None])
def test_a_layout_that_cannot_be_read_gives_the_default(
    person: Person, state: bytes | None
) -> None:
    window = person.window
    first = sizes(window)
    window.docks["loss"].hide()
    window.docks["neuron"].show()
    window.show_layout(window.saveState(6) if state is None else state)  # of another version
    assert sizes(window) == first


@pytest.mark.parametrize("page", ["page.arena", "page.home"])
def test_a_page_about_something_else_has_no_panels_beside_it(person: Person, page: str) -> None:
    window = person.window
    before = sizes(window)
    person.do(page)
    assert panels(window) == []
    state = window.panels.state()
    person.do("page.proof")
    assert sizes(window) == before
    window.docks["loss"].hide()
    window.show_layout(state)  # what is stored while a page hides them has all of them
    assert sizes(window) == before


def test_reset_is_kept_for_later_where_no_panel_is_seen(person: Person) -> None:
    window = person.window
    before = sizes(window)
    window.docks["loss"].hide()
    person.do("page.arena", "view.reset")
    assert panels(window) == []
    person.do("page.plane")
    assert sizes(window) == before


def bars(window: MainWindow) -> list[bool]:
    """Return which bars are shown, the one that is folded first at the front."""
    parts = window.statusBar(), window.rule_strip
    return [bar.isVisible() for bar in parts]


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_larger_letters_fold_the_frame_before_the_plane(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    person = open_window("and", size=size)
    window = person.window
    assert all(bars(window))
    for _ in range(9):
        window.trigger("view.larger")
        person.wait()
        width, height = person.sees("axes")["boundary"]
        assert width >= 310 and height >= 200
        assert (window.width(), window.height()) == size
        assert bars(window) == sorted(bars(window))
    assert not bars(window)[0]
    window.trigger("view.normal")
    person.wait()
    assert all(bars(window))


def test_large_letters_do_not_push_the_status_off_a_small_screen(open_window: OpenWindow) -> None:
    window = open_window(size=(1004, 645)).window
    for _ in range(7):
        window.trigger("view.larger")
        QApplication.processEvents()
        assert (window.width(), window.height()) == (1004, 645)


def test_bars_that_were_folded_at_the_end_are_there_in_usual_letters(
    open_window: OpenWindow,
) -> None:
    person = open_window("and", owner="me", theme="projector")
    for _ in range(4):
        person.window.trigger("view.larger")
    assert not all(bars(person.window))
    person.window.close()
    again = open_window("and", owner="me").window
    for name in ("view.normal", "theme.light"):
        again.trigger(name)
    assert all(bars(again))
