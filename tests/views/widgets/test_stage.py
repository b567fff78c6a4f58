"""Tests of the pages in the middle of the window."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from perceptron_gui.views.widgets.stage import PageStack


@pytest.fixture
def stage(qtbot: QtBot) -> PageStack:
    made = PageStack()
    qtbot.addWidget(made)
    for name in ("plane", "arena", "orders"):
        made.add_page(name, name.title(), f"Shows {name}", partial(QLabel, f"page {name}"))
    made.show()
    return made


def written(stage: PageStack) -> list[str]:
    """Return the words of the pages that were made."""
    return [label.text() for label in stage.findChildren(QLabel) if label.text()]


def test_only_the_first_page_is_made_at_once(stage: PageStack) -> None:
    assert stage.shown == "plane"
    assert written(stage) == ["page plane"]


def test_a_page_is_made_when_its_tab_is_clicked(stage: PageStack, qtbot: QtBot) -> None:
    with qtbot.waitSignal(stage.page_changed) as heard:
        QTest.mouseClick(
            stage.tabBar(), Qt.MouseButton.LeftButton, pos=stage.tabBar().tabRect(2).center()
        )
    assert heard.args == ["orders"]
    assert written(stage) == ["page plane", "page orders"]


def test_a_page_is_made_once(stage: PageStack) -> None:
    for name in ("arena", "plane", "arena"):
        stage.show_page(name)
        assert stage.shown == name
    assert written(stage) == ["page plane", "page arena"]
