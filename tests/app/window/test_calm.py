"""How much a newcomer faces at 1280×800, and that no page cuts a word, in large letters either."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QScrollBar,
    QTabBar,
    QTextBrowser,
    QWidget,
)

from perceptron_gui.app.window.pages import pages
from tests.app.cut import cut_words
from tests.app.windows import OpenWindow

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit,
    QTabBar, QTextBrowser,
)  # fmt: skip
PAGES = [name for name in pages() if name != "home"]


def controls(window: QWidget) -> Iterator[QWidget]:
    """Yield what can be clicked or typed into; parts of a control are not counted again."""
    for each in window.findChildren(QWidget):
        is_part = isinstance(each.parentWidget(), QComboBox | QAbstractSpinBox)
        if isinstance(each, CONTROLS) and not isinstance(each, QScrollBar) and not is_part:
            seen = each.visibleRegion().boundingRect()
            if each.isVisible() and each.isEnabled() and not seen.isEmpty():
                yield each


def entries(menu: QMenu) -> int:
    """Count the entries of a menu and of the menus below it; those that fill later fill now."""
    menu.aboutToShow.emit()
    total = 0
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            total += entries(below)
        total += not action.isSeparator() and action.isVisible()
    return total


def test_a_newcomer_faces_few_controls(open_window: OpenWindow) -> None:
    person = open_window("xor", size=(1280, 800))
    person.wait()
    found = list(controls(person.window))
    assert 15 < len(found) <= 40
    actions = person.window.actions_by_id.by_id
    bar = person.window.nav.actions()
    own = [name for name in pages() if actions[f"page.{name}"] in bar]
    assert 4 <= len(own) <= 6  # and Experiments, which has the others
    assert 50 < entries(person.window.actions_by_id.menu) <= 100


@pytest.mark.parametrize(
    ("size", "letters"),
    [((1024, 700), 0), *product([(1280, 800), (1920, 1080)], [0, 3])],
    ids=str,
)
def test_no_page_cuts_a_word(open_window: OpenWindow, size: tuple[int, int], letters: int) -> None:
    person = open_window("xor", size=size)
    person.do(*["view.larger"] * letters, "play.end")
    for name in PAGES:
        person.do(f"page.{name}")
        lab = person.window.pages.lab
        if lab is not None:
            person.wait_until(lambda lab=lab: lab.view.drawing is not None)  # type: ignore[misc]
        person.wait_until(lambda: cut_words(person.window) == [])
