"""One page of the manual on screen: Markdown in the look of the window, pictures to its width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import (
    QImageReader,
    QPalette,
    QPixmap,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from perceptron_gui.base.resources import ManualPage, anchor, picture_path, text_on_screen

PICTURE = "\ufffc"  # stands in the text for a picture
_RESIZE_MS = 80
_PICTURE_WIDTH = 760  # pixels, at most
_MARGIN = 12  # pixels around the text
_PADDING = 4  # pixels, in the cells of tables
_HEADING_SPACE = 16  # pixels


class ManualBrowser(QTextBrowser):
    """Shows a page, scrolls to headings and passages, and highlights words that were searched."""

    def __init__(self) -> None:
        super().__init__()
        self._page: ManualPage | None = None
        self._top = 0  # the paragraph at the top, which stays there when the letters grow
        self._words: tuple[str, ...] = ()
        self._sizes: dict[str, QSize] = {}  # of the pictures, in pixels of the page
        self._resizing = QTimer(self, singleShot=True, interval=_RESIZE_MS)
        self._resizing.timeout.connect(self._render_again)
        self.setOpenLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setAccessibleName("Page of the manual")
        self.document().setDocumentMargin(_MARGIN)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def show_page(self, page: ManualPage) -> None:
        if self._page is None or page.name != self._page.name:
            self._page = page
            self._render()
        self.verticalScrollBar().setValue(0)

    def show_heading(self, name: str) -> None:
        """Scroll to the heading that a link names."""
        for block in blocks_of(self.document()):
            if block.blockFormat().headingLevel() and anchor(block.text()) == name:
                self.show_block(block.blockNumber())
                return

    def show_block(self, number: int) -> None:
        """Scroll to a paragraph by its number in the document."""
        document = self.document()
        document.size()  # the layout of a long page is finished by it
        self.setTextCursor(QTextCursor(document.findBlockByNumber(number)))
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect().top() - _MARGIN)

    def highlight(self, words: Sequence[str]) -> None:
        self._words = tuple(words)
        color = self.palette().color(QPalette.ColorRole.Highlight)
        color.setAlphaF(0.35)
        found: list[Any] = []
        for word in self._words:
            for cursor in places_of(self.document(), word):
                selection = QTextEdit.ExtraSelection()
                selection.cursor = cursor
                selection.format.setBackground(color)
                found.append(selection)
        self.setExtraSelections(found)

    @Slot()
    def _on_scrolled(self) -> None:
        self._top = self.cursorForPosition(QPoint(_MARGIN, _MARGIN)).blockNumber()

    @Slot()
    def _render_again(self) -> None:
        """Show the page in the present width, font and colours, at the same passage."""
        top = self._top
        self._render()
        if top:
            self.show_block(top)

    def _render(self) -> None:
        if self._page is None:
            return
        self._sizes.clear()  # no picture is loaded before its size is known
        self.setMarkdown(text_on_screen(self._page))
        edit = QTextCursor(self.document())
        edit.beginEditBlock()  # else the page is laid out again after every change
        self._fit_pictures()
        self._style_blocks()
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._style_table(frame)
        edit.endEditBlock()
        self.highlight(self._words)

    def _fit_pictures(self) -> None:
        """Make every picture as wide as the page, from the sizes that their files name."""
        room = min(self.viewport().width() - 3 * _MARGIN, _PICTURE_WIDTH)
        for cursor in places_of(self.document(), PICTURE):
            image = cursor.charFormat().toImageFormat()
            path = picture_path(image.name())
            size = QImageReader(str(path)).size() if path else QSize()
            if size.width() > room:
                size.scale(max(room, 1), size.height(), Qt.AspectRatioMode.KeepAspectRatio)
            if size.isValid():
                self._sizes[image.name()] = size
                image.setWidth(size.width())
                image.setHeight(size.height())
                cursor.setCharFormat(image)

    def _style_blocks(self) -> None:
        """Set headings apart, and code on another ground, where long lines go on in the next."""
        heading, code = QTextBlockFormat(), QTextBlockFormat()
        heading.setTopMargin(_HEADING_SPACE)
        code.setBackground(self.palette().color(QPalette.ColorRole.AlternateBase))
        code.setNonBreakableLines(False)
        for block in blocks_of(self.document()):
            if block.blockFormat().headingLevel() > 1:
                QTextCursor(block).mergeBlockFormat(heading)
            elif block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence):
                QTextCursor(block).mergeBlockFormat(code)

    def _style_table(self, table: QTextTable) -> None:
        """Give rows two alternating backgrounds instead of a grid."""
        style = table.format()
        style.setCellPadding(_PADDING)
        style.setCellSpacing(0)
        style.setBorder(0)
        table.setFormat(style)
        ground = self.palette().color(QPalette.ColorRole.AlternateBase)
        for row in range(0, table.rows(), 2):
            for column in range(table.columns()):
                cell = table.cellAt(row, column)
                shown = cell.format()
                shown.setBackground(ground)
                cell.setFormat(shown)

    def loadResource(self, kind: int, url: QUrl | str) -> Any:
        """Return a picture of the manual as large as it is shown; nothing else is ever loaded."""
        name, ratio = QUrl(url).toString(), self.devicePixelRatioF()
        if kind != QTextDocument.ResourceType.ImageResource or name not in self._sizes:
            return None
        reader = QImageReader(str(picture_path(name)))
        reader.setScaledSize(self._sizes[name] * ratio)
        picture = QPixmap.fromImageReader(reader)
        picture.setDevicePixelRatio(ratio)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._resizing.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._resizing.start()


def blocks_of(document: QTextDocument) -> Iterator[QTextBlock]:
    """Yield every paragraph, line of code and cell of a table."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def places_of(document: QTextDocument, text: str) -> Iterator[QTextCursor]:
    """Yield a selection of every place where a text stands."""
    cursor = document.find(text)
    while not cursor.isNull():
        yield cursor
        cursor = document.find(text, cursor)
