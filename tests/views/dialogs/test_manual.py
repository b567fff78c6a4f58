"""The window of the manual: pages, links, search, history, looks and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.base.resources import ManualPage, page_names, read_page
from perceptron_gui.views.dialogs.manual import ManualWindow, passages_of
from perceptron_gui.views.dialogs.manual_browser import blocks_of
from tests.views.dialogs.test_dialogs import reached
from tests.views.pixels import on_screen


@pytest.fixture
def window(qtbot: QtBot, light: QApplication) -> ManualWindow:
    manual = ManualWindow()
    return on_screen(qtbot, manual, manual.width(), manual.height(), active=True)


def top_line(window: ManualWindow) -> str:
    """Return the text at the top of what is seen."""
    return window.browser.cursorForPosition(QPoint(20, 16)).block().text()


def is_seen(window: ManualWindow, text: str) -> bool:
    """Tell whether a paragraph that begins so is in sight."""
    browser = window.browser
    for block in blocks_of(browser.document()):
        if block.text().startswith(text):
            place = browser.cursorRect(QTextCursor(block)).center()
            return browser.viewport().rect().contains(place)
    return False


def click_link(window: ManualWindow, address: str) -> None:
    window.browser.anchorClicked.emit(QUrl(address))


def test_every_page_can_be_chosen_and_is_shown(window: ManualWindow) -> None:
    window.pages.setFocus()
    shown = [window.shown]
    for _ in page_names()[1:]:
        QTest.keyClick(window.pages, Qt.Key.Key_Down)  # headings of parts are passed over
        shown.append(window.shown)
        assert window.browser.document().begin().text() == read_page(window.shown).title
    assert tuple(shown) == page_names()


def test_links_lead_to_pages_and_headings_and_back(window: ManualWindow) -> None:
    click_link(window, "formats.md#csv")
    assert (window.shown, top_line(window)) == ("formats", "CSV")
    click_link(window, "#sessions")
    assert is_seen(window, "A session is JSON")
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert top_line(window) == "CSV"
    window.back.click()
    assert window.shown == "index"
    assert not window.back.isEnabled()
    QTest.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert (window.shown, top_line(window)) == ("formats", "CSV")
    click_link(window, "words.md")
    assert not window.forward.isEnabled()


def test_addresses_of_the_web_are_shown_and_not_opened(window: ManualWindow) -> None:
    click_link(window, "https://example.org/page")
    assert window.shown == "index"
    assert window.message.text().endswith("offline: https://example.org/page")


def test_a_search_finds_words_on_all_pages_and_enter_goes_through_them(
    window: ManualWindow,
) -> None:
    QTest.keyClicks(window.search, "RECURRENCE random")
    found = [window.results.item(row).text() for row in range(window.results.count())]
    assert any(text.startswith("What the words mean › Proofs\n") for text in found)
    QTest.keyClick(window.search, Qt.Key.Key_Return)
    assert window.shown == "words"
    assert is_seen(window, "A recurrence of weights")
    assert window.browser.extraSelections()
    window.search.clear()
    QTest.keyClicks(window.search, "epoch")
    count = window.results.count()
    assert count > 5
    QTest.keyClick(window.search, Qt.Key.Key_Return)
    QTest.keyClick(window.search, Qt.Key.Key_Return)
    assert window.message.text() == f"2 of {count}"
    QTest.keyClick(window, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(window, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert window.message.text() == f"{count} of {count}"
    window.search.setText("zzzz")
    assert window.message.text() == "Nothing found"
    window.search.clear()
    assert window.pages.isVisible()
    assert not window.browser.extraSelections()


def test_headings_come_first_then_the_glossary(window: ManualWindow) -> None:
    QTest.keyClicks(window.search, "style")
    assert window.results.item(0).text() == "Style\nStyle"
    window.search.clear()
    QTest.keyClicks(window.search, "minibatch")  # of which no heading speaks
    assert window.results.item(0).text().startswith("What the words mean")


def test_a_row_of_a_table_is_one_passage() -> None:
    page = ManualPage("toy", "# Toy\n\n| a | b |\n|---|---|\n| one | two |\n| three | four |\n")
    texts = [each.text for each in passages_of(page)]
    assert texts == ["Toy", "a · b", "one · two", "three · four"]


def test_nothing_but_pictures_of_the_manual_is_loaded(window: ManualWindow) -> None:
    kinds = QTextDocument.ResourceType
    for kind in (kinds.ImageResource, kinds.HtmlResource, kinds.StyleSheetResource):
        assert window.browser.loadResource(kind.value, QUrl("file:///etc/hostname")) is None


def test_everything_is_reached_by_keys_and_escape_closes(
    window: ManualWindow, qtbot: QtBot
) -> None:
    window.open_page("words")
    assert {window.search, window.pages, window.browser} <= set(reached(window))
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.search.hasFocus()
    with qtbot.waitSignal(window.rejected):
        QTest.keyClick(window.search, Qt.Key.Key_Escape)
    assert not window.isVisible()
