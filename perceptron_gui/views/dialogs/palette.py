"""A palette that finds anything by typing: commands, data sets, lessons, pages of the manual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtGui import QFont, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.views.data.popups import Popup
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled

_WIDE, _ROW, _ROWS = 46, 1.7, 11  # in heights of letters, and rows that are seen
_PAD = 8  # pixels
_MOST = 60  # entries that are listed; who types more letters gets others
_TO_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_NAME, _TIP, _KIND = range(3)  # columns
_NUMBER = Qt.ItemDataRole.UserRole  # of an entry


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
        self.field.textChanged.connect(self._on_typed)
        self.field.returnPressed.connect(self._on_entered)
        self.field.installEventFilter(self)
        self.found = named(QTreeWidget(), "What was found", "A click opens it")
        self.found.setColumnCount(3)
        self.found.setHeaderHidden(True)
        self.found.setRootIsDecorated(False)
        self.found.setUniformRowHeights(True)
        self.found.setAllColumnsShowFocus(True)
        self.found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.found.header().setStretchLastSection(False)
        self.found.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.found.header().setSectionResizeMode(_TIP, QHeaderView.ResizeMode.Stretch)
        self.found.itemClicked.connect(self._on_entered)
        margins = _PAD, _PAD, _PAD, _PAD
        filled(QVBoxLayout(self), self.field, self.found, margins=margins, spacing=_PAD)

    def open_over(self, window: QWidget, entries: Sequence[FoundEntry], what: str) -> None:
        """Offer entries, in the middle of the upper part of a window."""
        self._entries = entries
        em = self.fontMetrics().height()
        wide = min(_WIDE * em, window.width() - 2 * _PAD)
        self.setFixedWidth(wide)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - wide) // 2, corner.y() + 3 * em)
        self.field.setPlaceholderText(f"Search {what}")
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
        self.found.addTopLevelItems([self._item(number) for _, number in fitting[:_MOST]])
        words_found, high = "none found", 0
        if (first := self.found.topLevelItem(0)) is not None:
            self.found.setCurrentItem(first)
            high = self.found.visualItemRect(first).height() * min(len(fitting), _ROWS)
            words_found = f"{len(fitting)} found; first: {first.text(_NAME)}"
        self.found.setFixedHeight(high + 2 * self.found.frameWidth())
        self.adjustSize()
        self.field.setAccessibleDescription(words_found)

    def _item(self, number: int) -> QTreeWidgetItem:
        entry, bold = self._entries[number], QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        item = QTreeWidgetItem([entry.name, entry.tip.partition("\n")[0], entry.kind])
        item.setData(_NAME, _NUMBER, number)
        item.setFont(_NAME, bold)
        item.setSizeHint(_TIP, QSize(0, round(_ROW * self.fontMetrics().height())))
        item.setTextAlignment(_KIND, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        muted = QApplication.palette().brush(QPalette.ColorRole.PlaceholderText)
        for column in (_TIP, _KIND):
            item.setForeground(column, muted)
            item.setToolTip(column, entry.tip)
        return item

    @Slot()
    def _on_entered(self, _item: QTreeWidgetItem | None = None) -> None:
        item = self.found.currentItem()
        if item is not None:
            self.close()  # first: what is opened may want the focus
            self._entries[item.data(_NAME, _NUMBER)].run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the keys that move in a list do so while the field has the focus."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and event.key() in _TO_LIST:
            QApplication.sendEvent(self.found, event)
            return True
        return super().eventFilter(watched, event)
