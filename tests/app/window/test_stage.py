"""What a class sees of a presentation, and what the hand and the keys of its teacher do there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolBar

from perceptron_gui.views.paint.scale import plane_scale
from tests.app.cut import cut_words
from tests.app.person import LEFT, PLAIN, RIGHT, Person
from tests.app.windows import PANELS, OpenWindow, panels


@pytest.fixture
def teacher(person: Person) -> Iterator[Person]:
    """Somebody who presents XOR."""
    press(person, "F11")
    person.wait_until(person.window.isFullScreen)
    yield person
    if person.program.looks.is_presenting:
        person.window.trigger("view.presentation")


def press(person: Person, keys: str) -> None:
    person.activate()
    person.key(keys, person.window.focusWidget() or person.window)


def point_at(person: Person, x: int, y: int) -> None:
    """Move the pointer to a pixel of the window; negative ones are counted from the other end."""
    window = person.window
    place = QPoint(x % window.width(), y % window.height())
    QTest.mouseMove(window.windowHandle(), QPoint(200, 200))  # it may be there from before
    QTest.mouseMove(window.windowHandle(), place)
    QCursor.setPos(window.mapToGlobal(place))  # which a test does not move otherwise
    QApplication.processEvents()


def is_seen(person: Person, bar: QToolBar) -> bool:
    return bar.isVisible() and bar.visibleRegion().boundingRect() == bar.rect()


def test_the_stage_has_the_headline_the_plane_and_one_plot(teacher: Person) -> None:
    window = teacher.window
    assert panels(window) == ["norms"]
    bars = window.nav, window.tools, window.rule_strip, window.transport_strip
    for part in (*bars, window.foot, window.docks["norms"].bar.buttons):
        assert not part.isVisible()
    assert window.canvas.isVisible() and window.headline.isVisible()
    assert not window.headline.is_cut and cut_words(window) == []
    beside = window.docks["norms"].geometry()
    assert window.headline.geometry().right() > beside.left()  # it goes over both
    press(teacher, "Right")
    assert window.stage.corner.text() == window.transport.counter.text() == "visit 1"
    least = window.screen().size().height() / 45
    for part in (window.headline, window.explanation.body):
        assert part.fontInfo().pixelSize() >= least - 1
    assert window.plots["norms"].ink.font(0.85).pixelSize() >= least - 1  # of numbers at axes
    view = window.canvas.view
    height = view.plot.seen.height
    assert 7.25 * plane_scale(view.ink.scale, height) >= height / 25 - 1  # the points


def test_after_it_everything_is_where_it_was(person: Person) -> None:
    window = person.window
    bars = window.nav, window.rule_strip, window.transport_strip
    places = [bar.geometry() for bar in bars]
    for leaving in ("F11", "Escape"):
        press(person, "F11")
        assert window.stage.is_on
        press(person, leaving)
        assert not window.stage.is_on and not person.action("view.presentation").isChecked()
        window.resize(1280, 800)
        person.wait()
        assert panels(window) == PANELS
        person.wait_until(lambda: [bar.geometry() for bar in bars] == places)
        assert window.headline.isVisible() and window.foot.isVisible()
    press(person, "Escape")  # which has nothing more to end


@pytest.mark.parametrize("at_top", [True, False])
def test_a_bar_comes_when_the_pointer_touches_its_edge(teacher: Person, at_top: bool) -> None:
    window = teacher.window
    bar, edge = (window.nav, 0) if at_top else (window.transport_strip, -1)
    plane = window.canvas.geometry()
    point_at(teacher, 300, edge)
    teacher.wait_until(lambda: is_seen(teacher, bar))
    assert window.canvas.geometry() == plane  # nothing moves for it
    point_at(teacher, 320, edge + (1 if at_top else -1) * bar.height() // 2)
    teacher.rest(500)
    assert is_seen(teacher, bar)  # it stays while the pointer is on it
    button = window.transport.buttons["play.forward"] if not at_top else teacher.button("page.why")
    QTest.mouseClick(button, LEFT)
    teacher.wait()
    assert (teacher.sees("page"), teacher.sees("visit")) == (("why", 0), ("plane", 1))[not at_top]
    point_at(teacher, 300, 300)
    teacher.wait_until(lambda: not bar.isVisible())


def test_keys_go_on_working_and_another_plot_can_be_shown(teacher: Person) -> None:
    window = teacher.window
    for name in ("loss", "explanation", "norms"):
        press(teacher, "V")
        assert teacher.sees("panels") == [name]
    press(teacher, "Right")
    assert teacher.sees("visit") == 1
    press(teacher, "W")
    assert teacher.sees("panels") == ["why"]
    press(teacher, "W")
    assert teacher.sees("panels") == ["norms"]
    window.docks["weight-space"].toggleViewAction().trigger()  # as the menu of panels does
    assert teacher.sees("panels") == ["weight-space"]
    assert window.docks["weight-space"].title.text() == "Weight space"


def test_every_page_has_the_stage_for_itself(teacher: Person) -> None:
    window = teacher.window
    for page in ("why", "cycle", "network", "arena", "home", "plane"):
        teacher.do(f"page.{page}")
        assert panels(window) == {"plane": ["norms"], "why": ["why"]}.get(page, [])
        has_words = page != "home"
        assert window.headline.isVisible() == window.stage.corner.isVisible() == has_words
        assert not window.nav.isVisible() and not window.transport_strip.isVisible()
    press(teacher, "Escape")
    assert panels(window) == PANELS


@pytest.mark.parametrize(
    ("kind", "keys"), [("laser", "L"), ("spotlight", "Shift+L"), ("black", "B")]
)
@pytest.mark.parametrize("by_escape", [False, True])
def test_what_covers_the_stage_goes_by_the_same_key_or_escape(
    teacher: Person, kind: str, keys: str, by_escape: bool
) -> None:
    window = teacher.window
    plain, points = window.grab().toImage(), teacher.sees("points")
    press(teacher, keys)
    assert window.stage.cover.kind == kind and teacher.action(f"view.{kind}").isChecked()
    point_at(teacher, 300, 300)
    shown = window.grab().toImage()
    if kind == "black":
        assert all(shown.pixelColor(x, 300).lightness() == 0 for x in range(0, 700, 7))
    else:
        middle, beside = shown.pixelColor(300, 300), shown.pixelColor(600, 600)
        assert (middle == plain.pixelColor(300, 300)) == (kind == "spotlight")
        assert (beside == plain.pixelColor(600, 600)) == (kind == "laser")
    for button in (LEFT, RIGHT):
        QTest.mouseClick(window.windowHandle(), button, PLAIN, QPoint(300, 300))
    press(teacher, "Right")  # the keys are those of the window
    assert teacher.sees("visit") == 1 and teacher.sees("points") == points
    press(teacher, "Escape" if by_escape else keys)
    assert window.stage.cover.kind == "" and window.stage.is_on
    assert not teacher.action(f"view.{kind}").isChecked()


def test_a_pointer_gives_way_to_another_and_all_go_with_the_stage(teacher: Person) -> None:
    window = teacher.window
    for keys, kind in (("L", "laser"), ("Shift+L", "spotlight"), (".", "black")):
        press(teacher, keys)
        assert window.stage.cover.kind == kind
    press(teacher, "F11")
    assert not window.stage.cover.isVisible()
    press(teacher, "L")  # there is nothing to point at for others
    assert window.stage.cover.kind == ""


def test_a_click_adds_a_point_only_after_a(person: Person) -> None:
    window = person.window
    person.keys("2")
    press(person, "F11")
    before = person.sees("points")
    for keys in ("", "1", "E", "Shift+B"):
        if keys:
            press(person, keys)
        person.click(0.5, 0.5)
        person.click(0.25, 0.5, RIGHT)
        assert person.sees("points") == before
    press(person, "A")
    person.click(0.5, 0.5)
    assert len(person.sees("points")) == len(before) + 1
    press(person, "Ctrl+N")
    person.click(0.5, 0.5)
    assert person.sees("points") == []
    window.trigger("view.presentation")


@pytest.mark.parametrize("presents", [False, True])
def test_a_click_with_move_changes_nothing(person: Person, presents: bool) -> None:
    person.do("tool.move", *["view.presentation"] * presents)
    before = person.session
    for place in ((0.5, 0.5), (0.0, 0.0), (1.0, 1.0)):  # beside points, and on them
        for button in (LEFT, RIGHT):
            person.click(*place, button)
    assert person.session is before


def test_escape_leaves_one_thing_after_the_other(teacher: Person) -> None:
    window = teacher.window
    window.trigger("edit.select_all")
    window.middle.enlarge("norms", window.docks["norms"])
    press(teacher, "L")
    press(teacher, "Escape")
    assert window.stage.cover.kind == "" and window.middle.enlarged
    press(teacher, "Escape")
    assert not window.middle.enlarged and window.stage.is_on
    window.canvas.setFocus()
    press(teacher, "Escape")
    assert teacher.sees("selection") == [] and window.stage.is_on
    press(teacher, "Escape")
    assert not window.stage.is_on


def test_closing_a_presentation_keeps_the_panels_of_before(open_window: OpenWindow) -> None:
    window = open_window(owner="me").window
    window.trigger("view.presentation")
    window.close()
    again = open_window(owner="me").window
    assert panels(again) == PANELS
    assert again.nav.isVisible() and again.rule_strip.isVisible()
