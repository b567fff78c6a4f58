"""Panels: made when they are opened, laid out as they were left, and enlarged in the middle."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from perceptron_gui.app.window.docks import PLOTS, TITLES
from perceptron_gui.app.window.pages import EnlargedPanel
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.figures.model.marks import Text
from tests.app.cut import cut_words
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow, panels
from tests.hands import double_click


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
    window.docks["loss"].setFloating(True)
    window.docks["explanation"].close()
    window.docks["neuron"].show()
    chosen = sizes(window)
    window.close()
    person = open_window("and", owner="me")
    assert person.window.focusWidget() is person.canvas
    assert sizes(person.window) == chosen
    assert person.window.docks["loss"].isFloating()
    person.window.trigger("view.reset")
    person.wait_until(lambda: sizes(person.window) == first)
    assert not person.window.docks["loss"].isFloating()


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


@pytest.mark.parametrize("page", ["page.arena", "page.home", "page.why"])
def test_only_the_plane_has_its_panels_beside_it(person: Person, page: str) -> None:
    window = person.window
    before = sizes(window)
    person.do(page)
    assert panels(window) == (["why"] if page == "page.why" else [])
    state = window.panels.state()
    person.do("page.plane")
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
    parts = window.foot, window.rule_strip
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


@pytest.mark.parametrize("quits", [True, False])
def test_the_usual_letters_bring_back_everything_after_large_ones(
    open_window: OpenWindow, quits: bool
) -> None:
    person = open_window("and", owner="me")
    first, shown = seen(person), panels(person.window)
    person.do("theme.projector", *["view.larger"] * 4)
    assert not all(bars(person.window)) and panels(person.window) == ["norms"]
    assert set(cut_words(person.window)) <= {"an entry of a legend"}  # which says "1 more"
    width, height = person.sees("axes")["norms"]
    assert min(width, height) >= 200
    if quits:
        person.window.close()
        person = open_window("and", owner="me")
        assert panels(person.window) == ["norms"]
    person.do("view.normal", "theme.light")
    person.wait_until(lambda: all(bars(person.window)) and panels(person.window) == shown)
    person.wait()
    person.rest(100)
    now = seen(person)
    assert now.keys() == first.keys()
    for name, size in first.items():  # but for rounding
        assert now[name] == pytest.approx(size, abs=3), name


def seen(person: Person) -> dict[str, tuple[int, int]]:
    """Return the sizes of bars, fields and panels; those of plots follow them."""
    window = person.window
    shown = {name: each for name, each in window.rule_bar.fields.items() if not each.isHidden()}
    fields = {name: each.editor for name, each in shown.items()}
    parts = {"nav": window.nav, "transport": window.transport_strip, "headline": window.headline}
    return {name: each.size().toTuple() for name, each in (fields | parts).items()}


CLOSED = [name for name, (_, is_open) in PLOTS.items() if not is_open]
LATE = sorted([*CLOSED, "data", "points", "rules", "what-if", "why"])


def part(window: MainWindow, name: str) -> QWidget | None:
    """Return what stands in a panel."""
    return window.docks[name].part


def toggle(window: MainWindow, name: str) -> None:
    window.docks[name].toggleViewAction().trigger()


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
    assert "≤" in person.part("why").body.toPlainText()
    assert person.part("what-if").step.slider.isEnabled()


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
    assert part.width() > 1.4 * narrow and part.width() * part.height() > 1.5 * small
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
    person.window.trigger("page.why")  # a page needs the middle
    assert person.window.middle.enlarged == "" and person.sees("page") == "why"
    assert person.window.explanation.body.font().pointSizeF() == letters


def test_a_window_that_is_closed_with_an_enlarged_panel_begins_with_the_plane(
    open_window: OpenWindow,
) -> None:
    person = open_window("and", owner="me")
    enlarge(person, "loss")
    person.window.close()
    again = open_window("and", owner="me")
    assert again.window.middle.enlarged == "" and again.window.docks["loss"].isVisible()


def are_tabs(window: MainWindow, one: str, other: str) -> bool:
    return window.docks[other] in window.tabifiedDockWidgets(window.docks[one])


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_one_panel_more_takes_no_room(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window(size=size).window
    for name in ("neuron", "agreement"):
        window.docks[name].toggleViewAction().trigger()
        QApplication.processEvents()
        assert any(are_tabs(window, other, name) for other in ("norms", "loss"))
        assert name in window.describe()["panels"]
    assert (window.width(), window.height()) == size


def test_the_lines_of_the_algorithm_can_be_read_beside_the_plane(person: Person) -> None:
    person.open("and")  # whose lecture has the longest listing
    person.open_panel("listing")
    person.wait()
    plot = person.window.plots["listing"].plot
    line = person.window.plots["listing"].figure.mark("line 0")
    assert isinstance(line, Text)
    assert line.letter * plot.seen.height / 100 >= 8
    assert all(name in person.sees("panels") for name in ("listing", "explanation"))


def test_what_a_button_does_is_told_beside_the_status(person: Person) -> None:
    window = person.window
    QApplication.sendEvent(window, QStatusTipEvent("Play or pause"))
    assert window.foot.read_out.words == "Play or pause"
    assert window.foot.status.isVisible()
    QApplication.sendEvent(window, QStatusTipEvent(""))
    assert window.foot.read_out.words != "Play or pause"


def test_the_tab_key_goes_over_panels_and_transport_to_the_bar(person: Person) -> None:
    window = person.window
    for name in ("rules", "points"):
        person.open_panel(name)
    panels_and_transport = (window.rules, window.table, window.explanation, window.transport)
    parts = (*panels_and_transport, window.nav, window.rule_bar)
    visited: list[QWidget] = []
    at = window.canvas.nextInFocusChain()
    while at is not None and at is not window.canvas:
        is_stop = bool(at.focusPolicy() & Qt.FocusPolicy.TabFocus)
        inside = [part for part in parts if part.isAncestorOf(at)]
        if is_stop and inside and inside[0] not in visited[-1:]:
            visited.append(inside[0])
        at = at.nextInFocusChain()
    assert visited == list(parts)


def test_the_tab_key_brings_a_panel_behind_another_to_the_front(person: Person) -> None:
    window = person.window
    rules, points = window.docks["rules"], window.docks["points"]
    for name in ("points", "rules"):
        person.open_panel(name)
    assert points.visibleRegion().isEmpty()
    window.rules.lines.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(40):
        if window.table.isAncestorOf(window.focusWidget()):
            break
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    person.wait_until(lambda: not points.visibleRegion().isEmpty())
    assert rules.visibleRegion().isEmpty()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    person.wait_until(lambda: not rules.visibleRegion().isEmpty())
