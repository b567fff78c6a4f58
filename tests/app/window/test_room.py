"""Room for the plane and the panels: layouts that come back, pages without panels, letters."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.window.window import MainWindow
from tests.app.person import Person
from tests.app.windows import PANELS, OpenWindow, panels


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


@pytest.mark.parametrize("state", [b"", b"no layout at all", b"\x00\x00\x00\xff" * 40])
def test_a_layout_that_cannot_be_read_gives_the_default(person: Person, state: bytes) -> None:
    window = person.window
    first = sizes(window)
    window.docks["loss"].hide()
    window.docks["neuron"].show()
    window.show_layout(state)
    assert sizes(window) == first


def test_a_layout_of_another_version_gives_the_default(person: Person) -> None:
    window = person.window
    window.docks["loss"].hide()
    window.show_layout(window.saveState(6))
    assert panels(window) == PANELS


@pytest.mark.parametrize("page", ["page.arena", "file.start_page"])
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
    parts = window.statusBar(), window.rule_strip, window.bar, window.pages.stage.tabBar()
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
        assert width >= 320 and height >= 230
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


class LayoutWatch(QObject):
    """Counts the widgets that are asked to lay out their parts."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.asked[type(watched).__name__] += 1
        return False


def test_steps_leave_the_window_laid_out_as_it_is(open_window: OpenWindow) -> None:
    person = open_window("separable:n=40,margin=0.1", size=(1280, 800))
    window, watch = person.window, LayoutWatch()
    for _ in range(12):  # into visits of two digits
        person.keys("Right")
    person.wait()
    bars = [window, window.statusBar(), window.transport, window.headline]
    for widget in bars:
        widget.installEventFilter(watch)
    try:
        said = set()
        for _ in range(5):
            person.keys("Right")
            person.wait()
            said.add((window.status.text(), window.transport.counter.text()))
        assert len(said) == 5
        assert max(watch.asked.values(), default=0) <= 1  # by something else, and not every time
    finally:
        for widget in bars:
            widget.removeEventFilter(watch)
