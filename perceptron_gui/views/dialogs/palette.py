"""A palette that finds anything by typing: commands, data sets, lessons, pages of the manual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.views.data.popups import Popup
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled

_WIDE, _ROWS = 46, 11  # heights of letters, and rows that are seen
_PAD, _ROW = 8, 2.0  # pixels, and the height of a row in heights of letters
_MOST = 60  # entries that are listed; who types more letters gets others
_TO_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ENTRY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class FoundEntry:
    """Something that can be found: its name, what it is, its kind or its keys, and what it does."""

    name: str
    tip: str
    kind: str
    run: Callable[[], object]

    def rank(self, words: list[str]) -> int | None:
        """Return how well it fits, the best is 0; None where a word is in none of its texts."""
        name, text = self.name.casefold(), f"{self.name} {self.tip} {self.kind}".casefold()
        if not all(word in text for word in words):
            return None
        if words and name.startswith(words[0]):
            return 0
        if all(f" {word}" in f" {name}" for word in words):
            return 1
        return 2 if all(word in name for word in words) else 3


class FindPalette(Popup):
    """A field and what it finds, best first; arrows choose, Enter opens, Escape closes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self._entries: Sequence[FoundEntry] = ()
        tip = "Type a few letters; arrows choose, Enter opens, Escape closes"
        self.field = named(QLineEdit(), "Find", tip)
        self.field.setPlaceholderText("Search lessons, data, commands, the manual")
        self.field.textChanged.connect(self._on_typed)
        self.field.returnPressed.connect(self._on_entered)
        self.field.installEventFilter(self)
        self.found = named(QListWidget(), "What was found", "A click opens it")
        self.found.setItemDelegate(_Row(self.found))
        self.found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.found.setUniformItemSizes(True)
        self.found.itemClicked.connect(self._on_entered)
        margins = _PAD, _PAD, _PAD, _PAD
        filled(QVBoxLayout(self), self.field, (self.found, 1), margins=margins, spacing=_PAD)

    def open_over(self, window: QWidget, entries: Sequence[FoundEntry]) -> None:
        """Offer entries, in the middle of the upper part of a window."""
        self._entries = entries
        em = self.fontMetrics().height()
        wide = min(_WIDE * em, window.width() - 2 * _PAD)
        self.setFixedWidth(wide)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - wide) // 2, corner.y() + 3 * em)
        self.field.clear()
        self._on_typed("")
        self.show()
        self.field.setFocus()

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        words = text.casefold().split()
        ranked = [(each.rank(words), number) for number, each in enumerate(self._entries)]
        fitting = sorted((rank, number) for rank, number in ranked if rank is not None)
        self.found.clear()
        for _, number in fitting[:_MOST]:
            entry = self._entries[number]
            item = QListWidgetItem(entry.name, self.found)
            item.setData(_ENTRY, number)
            item.setToolTip(entry.tip)
            described = f"{entry.name}, {entry.kind}: {entry.tip}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, described)
            item.setData(Qt.ItemDataRole.StatusTipRole, entry.kind)
        self.found.setCurrentRow(0)
        rows = min(len(fitting), _ROWS) * round(_ROW * self.fontMetrics().height())
        self.found.setFixedHeight(rows + 2 * self.found.frameWidth())
        self.adjustSize()
        self.field.setAccessibleDescription(
            f"{len(fitting)} found; first: {self.found.item(0).text()}" if fitting else "none found"
        )

    @Slot()
    def _on_entered(self, _item: QListWidgetItem | None = None) -> None:
        item = self.found.currentItem()
        if item is not None:
            self.close()  # first: what is opened may want the focus
            self._entries[item.data(_ENTRY)].run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the keys that move in a list do so while the field has the focus."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and event.key() in _TO_LIST:
            QApplication.sendEvent(self.found, event)
            return True
        return super().eventFilter(watched, event)


class _Row(QStyledItemDelegate):
    """A row of the palette: the name, what it is in grey, and its kind or its keys at the end."""

    def sizeHint(
        self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, round(_ROW * QFontMetrics(option.font).height()))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        style: QStyleOptionViewItem = QStyleOptionViewItem(option)
        widget = self.parent()
        assert isinstance(widget, QWidget)
        element = QStyle.PrimitiveElement.PE_PanelItemViewItem
        widget.style().drawPrimitive(element, style, painter, widget)
        rect = style.rect.adjusted(_PAD, 0, -_PAD, 0)
        palette, font = QApplication.palette(), QFont(style.font)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font)
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        kind = str(index.data(Qt.ItemDataRole.StatusTipRole))
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight, kind)
        rect.setRight(rect.right() - QFontMetrics(font).horizontalAdvance(kind) - 2 * _PAD)
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        name = QFontMetrics(bold).elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, rect.width()
        )
        wide = QFontMetrics(bold).horizontalAdvance(name) + 2 * _PAD
        rest = rect.adjusted(wide, 0, 0, 0)
        tip = str(index.data(Qt.ItemDataRole.ToolTipRole)).partition("\n")[0]
        tip = QFontMetrics(font).elidedText(tip, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, middle, tip)
        painter.setFont(bold)
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        painter.drawText(rect, middle, name)
