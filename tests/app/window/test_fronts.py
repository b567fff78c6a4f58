"""Panels behind each other: who comes back to the front, and who is hidden beside a page."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QTabBar

from perceptron_gui.views.widgets.stage import is_seen
from tests.app.person import LEFT, Person
from tests.app.windows import OpenWindow
from tests.views.pixels import where


def test_closing_a_panel_brings_back_the_one_that_was_in_front(person: Person) -> None:
    docks = person.window.docks
    person.do("view.reset")
    docks["rules"].toggleViewAction().trigger()
    docks["points"].toggleViewAction().trigger()
    docks["rules"].raise_()
    person.wait_until(lambda: is_seen(docks["rules"]))
    person.do("panel.what_if")
    person.wait_until(lambda: is_seen(docks["what-if"]))
    button = docks["what-if"].findChild(QAbstractButton, "qt_dockwidget_closebutton")
    assert isinstance(button, QAbstractButton)
    QTest.mouseClick(button, LEFT)
    person.wait_until(lambda: is_seen(docks["rules"]))
    assert docks["what-if"].isHidden() and not is_seen(docks["points"])
    person.do("panel.what_if", "panel.what_if")
    person.wait_until(lambda: is_seen(docks["rules"]))
    person.do("view.reset")


def test_names_of_tabs_are_whole(person: Person) -> None:
    person.do("view.reset")
    for name in ("agreement", "weight-space", "cosine", "distance"):
        person.window.docks[name].toggleViewAction().trigger()
    bars = [bar for bar in person.window.findChildren(QTabBar) if bar.count() == 5]
    assert [bar.elideMode() for bar in bars] == [Qt.TextElideMode.ElideNone]
    bar = bars[0]
    words = [bar.fontMetrics().horizontalAdvance(bar.tabText(tab)) for tab in range(bar.count())]
    assert all(bar.tabRect(tab).width() > words[tab] for tab in range(bar.count()))
    assert bar.usesScrollButtons()
    person.do("view.reset")


def test_a_page_that_shows_a_plot_again_hides_its_twin(person: Person) -> None:
    docks = person.window.docks
    person.do("view.reset")
    before = {name: docks[name].size() for name in ("norms", "loss", "explanation")}
    for page in ("page.proof", "page.cycle"):
        person.do(page)
        assert (docks["norms"].isVisible(), docks["loss"].isVisible()) == (False, True)
    person.do("page.arena")
    assert (docks["norms"].isVisible(), docks["loss"].isVisible()) == (False, False)
    wide = before["explanation"].width()
    person.wait_until(lambda: docks["explanation"].width() < 0.8 * wide)  # the planes get the rest
    person.do("page.proof", "page.plane")
    person.wait_until(lambda: {name: docks[name].size() for name in before} == before)
    assert all(docks[name].isVisible() for name in before)


def test_a_twin_that_is_opened_beside_its_page_stays(person: Person) -> None:
    norms = person.window.docks["norms"]
    person.do("view.reset", "page.proof")
    norms.toggleViewAction().trigger()
    assert norms.isVisible()
    person.do("page.plane")
    assert norms.isVisible()


def test_the_layout_that_is_stored_has_the_hidden_twins(
    person: Person, open_window: OpenWindow
) -> None:
    person.do("view.reset", "page.arena")
    state = person.window.panels.state()
    person.do("page.plane")
    again = open_window("and")
    again.window.show_layout(state)
    assert again.window.docks["norms"].isVisible() and again.window.docks["loss"].isVisible()


def test_the_tab_in_front_is_marked_where_all_have_one_shade(open_window: OpenWindow) -> None:
    person = open_window("and", theme="contrast")
    person.keys("W")
    person.wait_until(lambda: is_seen(person.window.docks["why"]))
    (tabs,) = [bar for bar in person.window.findChildren(QTabBar) if bar.count() == 2]
    rects = [tabs.tabRect(at) for at in range(2)]
    for front in range(2):
        QTest.mouseClick(tabs, LEFT, pos=rects[front].center())
        marked = where(tabs, tabs.palette().highlight().color().name())
        found = [bool(marked[:, each.left() : each.right()].any()) for each in rects]
        assert found == [at == front for at in range(2)]
