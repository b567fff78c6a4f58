"""The manual in a window of its own: pages, a search over all of them, back and forward."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.resources import (
    FIRST,
    ManualPage,
    page_names,
    page_parts,
    read_page,
    text_on_screen,
)
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.text import text_button

from .manual_browser import PICTURE, ManualBrowser, blocks_of

_AROUND = 60  # letters of a passage before and after what was found
_MOST_PASSAGES = 200
_SPACING = 2  # pixels around the names of pages


@dataclass(frozen=True)
class Passage:
    """A paragraph, or a row of a table: its page, the heading above it, where it is, its words."""

    page: str
    heading: str
    block: int
    text: str


def passages_of(page: ManualPage) -> list[Passage]:
    """Return everything that can be found in a page, in its order."""
    document = QTextDocument()
    document.setMarkdown(text_on_screen(page))
    found: list[Passage] = []
    heading, row = page.title, None
    for block in blocks_of(document):
        text = block.text().replace(PICTURE, "").strip()
        if block.blockFormat().headingLevel():
            heading = text
        cursor = QTextCursor(block)
        table = cursor.currentTable()
        this_row = (table.firstPosition(), table.cellAt(cursor).row()) if table else None
        if text and this_row is not None and this_row == row:
            last = found.pop()
            found.append(Passage(page.name, heading, last.block, f"{last.text} · {text}"))
        elif text:
            found.append(Passage(page.name, heading, block.blockNumber(), text))
            row = this_row
    return found


def excerpt(text: str, words: list[str]) -> str:
    """Return the part of a passage around the first of the words."""
    place = min((text.casefold().find(word) for word in words), default=0)
    start = max(place - _AROUND // 2, 0)
    end = max(place, 0) + _AROUND
    return ("…" if start else "") + text[start:end].strip() + ("…" if end < len(text) else "")


class ManualWindow(QDialog):
    """Stays open beside the window; Escape closes it, and nothing of it is stored."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.Window)
        self._past: list[tuple[str, int]] = []  # pages and how far they were scrolled
        self._future: list[tuple[str, int]] = []
        self._hits: list[Passage] = []
        self._rows: list[str] = []  # the pages in the list; headings of its parts have no name
        self.shown = ""  # the name of the page
        self.browser = ManualBrowser()
        self.browser.anchorClicked.connect(self._on_link_clicked)
        self.back = text_button("◀", "Back (Alt+Left)", "Back (Alt+Left)")
        self.back.clicked.connect(partial(self._turn, self._past, self._future))
        self.forward = text_button("▶", "Forward (Alt+Right)", "Forward (Alt+Right)")
        self.forward.clicked.connect(partial(self._turn, self._future, self._past))
        for button in (self.back, self.forward):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.pages = _list("Pages of the manual")
        self.pages.setSpacing(_SPACING)
        self._list_pages()
        self.pages.currentRowChanged.connect(self._on_page_chosen)
        self.results = _list("What was found")
        self.results.setAlternatingRowColors(True)
        self.results.currentRowChanged.connect(self._on_result_chosen)
        tip = "Enter or F3: the next place; Shift+F3: the one before (Ctrl+F)"
        self.search = named(QLineEdit(), "Search all pages", tip)
        self.search.setPlaceholderText("Search all pages")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._on_search_changed)
        self.search.returnPressed.connect(partial(self._step_result, 1))
        self.message = QLabel()
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.browser.highlighted.connect(lambda url: self.message.setText(url.toString()))
        self._arrange()
        for key, act in (
            ("Alt+Left", self.back.click),
            ("Alt+Right", self.forward.click),
            # With this reason the field selects what stands in it.
            ("Ctrl+F", partial(self.search.setFocus, Qt.FocusReason.ShortcutFocusReason)),
            ("F3", partial(self._step_result, 1)),
            ("Shift+F3", partial(self._step_result, -1)),
        ):
            QShortcut(QKeySequence(key), self).activated.connect(act)
        self.search.setFocus()
        self.open_page(FIRST)

    def _list_pages(self) -> None:
        """List the first page, then each part: a heading that cannot be chosen, and its pages."""
        for part, names in {"": (FIRST,), **page_parts()}.items():
            if part:
                heading = QListWidgetItem(part, self.pages)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                self._rows.append("")
            self.pages.addItems([read_page(name).title for name in names])
            self._rows += names

    def _arrange(self) -> None:
        bar = QHBoxLayout()
        for widget in (self.back, self.forward, self.search):
            bar.addWidget(widget)
        self._lists = QStackedWidget()
        self._lists.addWidget(self.pages)
        self._lists.addWidget(self.results)
        parts = QSplitter()
        parts.addWidget(self._lists)
        parts.addWidget(self.browser)
        parts.setStretchFactor(1, 1)
        parts.setSizes([260, 780])
        column = QVBoxLayout(self)
        column.addLayout(bar)
        column.addWidget(parts, 1)
        column.addWidget(self.message)
        self.resize(1040, 720)

    @cached_property
    def _passages(self) -> list[Passage]:
        """Everything that can be found, in the order of the pages."""
        return [each for name in page_names() for each in passages_of(read_page(name))]

    def open_page(self, name: str, heading: str = "") -> None:
        """Show a page, or a heading of it; back returns to what was shown."""
        if self.shown:
            self._past.append((self.shown, self.browser.verticalScrollBar().value()))
            self._future.clear()
        self._show(name)
        if heading:
            self.browser.show_heading(heading)

    def _turn(self, pages: list[tuple[str, int]], others: list[tuple[str, int]]) -> None:
        """Show the last of some pages again; the one that was shown joins the others."""
        bar = self.browser.verticalScrollBar()
        others.append((self.shown, bar.value()))
        name, scrolled = pages.pop()
        self._show(name)
        bar.setValue(scrolled)

    def _show(self, name: str) -> None:
        page = read_page(name)
        self.shown = name
        self.browser.show_page(page)
        self.pages.setCurrentRow(self._rows.index(name))
        self.back.setEnabled(bool(self._past))
        self.forward.setEnabled(bool(self._future))
        self.message.clear()
        self.setWindowTitle("Manual" if name == FIRST else f"Manual: {page.title}")

    @Slot(int)
    def _on_page_chosen(self, row: int) -> None:
        name = self._rows[row] if row >= 0 else ""
        if name and name != self.shown:
            self.open_page(name)

    @Slot(QUrl)
    def _on_link_clicked(self, url: QUrl) -> None:
        name = url.path().removesuffix(".md") or self.shown
        if name in page_names() and not url.scheme():
            self.open_page(name, url.fragment())
        else:
            self.message.setText(f"Not opened, since the manual works offline: {url.toString()}")

    @Slot(str)
    def _on_search_changed(self, text: str) -> None:
        words = text.casefold().split()
        hits = [
            passage
            for passage in (self._passages if words else ())
            if all(word in passage.text.casefold() for word in words)
        ]
        self._hits = sorted(hits, key=partial(_rank, words))
        self.browser.highlight(words)
        self.results.clear()
        self._lists.setCurrentWidget(self.results if words else self.pages)
        for hit in self._hits[:_MOST_PASSAGES]:
            title = read_page(hit.page).title
            where = title if hit.heading == title else f"{title} › {hit.heading}"
            self.results.addItem(f"{where}\n{excerpt(hit.text, words)}")
        found = f"{len(self._hits)} found" if self._hits else "Nothing found"
        self.message.setText(found if words else "")

    @Slot(int)
    def _on_result_chosen(self, row: int) -> None:
        if 0 <= row < len(self._hits):
            hit = self._hits[row]
            if hit.page != self.shown:
                self.open_page(hit.page)
            self.browser.show_block(hit.block)
            self.message.setText(f"{row + 1} of {len(self._hits)}")

    def _step_result(self, step: int) -> None:
        """Choose the next or the previous result; after the last comes the first."""
        row, count = self.results.currentRow(), self.results.count()
        if count:
            self.results.setCurrentRow((row + step if row >= 0 else min(step, 0)) % count)


def _rank(words: list[str], passage: Passage) -> int:
    """Put headings first, then the glossary, then what stands below a heading with the words."""
    if all(word in passage.heading.casefold() for word in words):
        return 0 if passage.text == passage.heading else 2
    return 1 if passage.page == "words" else 3


def _list(name: str) -> QListWidget:
    made = QListWidget()
    made.setAccessibleName(name)
    made.setWordWrap(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return made
