"""Every key on one sheet, in the order of the menus, with a field that finds one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.views.widgets.editors import named


@dataclass(frozen=True)
class ShortcutRow:
    """An action: its menu, its name, the keys that call it, and what it does."""

    menu: str
    name: str
    keys: tuple[str, ...]
    tip: str


class ShortcutSheet(QDialog):
    """A sheet to look at while the window is used."""

    def __init__(self, rows: Sequence[ShortcutRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self._menus: dict[str, QTreeWidgetItem] = {}
        find = "Find an action or a key"
        self.search = named(QLineEdit(), find, "Only actions with these letters are shown")
        self.search.setPlaceholderText(find)
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._on_search_changed)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Action", "Keys", "What it does"])
        self.tree.setRootIsDecorated(False)
        self.tree.setAlternatingRowColors(True)
        self.tree.setAccessibleName("Actions and their keys")
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setStretchLastSection(False)  # which would cut what is longer
        for row in rows:
            self._menu(row.menu).addChild(_item(row))
        self.tree.expandAll()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.tree, 1)
        column.addWidget(buttons)
        edge = column.contentsMargins()
        width = self._table_width() + edge.left() + edge.right()
        self.resize(min(width, self.screen().availableGeometry().width()), 560)

    def _table_width(self) -> int:
        """Return how wide the table is when nothing has to be scrolled aside."""
        columns = sum(map(self.tree.sizeHintForColumn, range(self.tree.columnCount())))
        bar = self.tree.verticalScrollBar().sizeHint().width()
        return columns + bar + 2 * self.tree.frameWidth()

    def _menu(self, name: str) -> QTreeWidgetItem:
        if name not in self._menus:
            menu = self._menus[name] = QTreeWidgetItem(self.tree, [name])
            font = menu.font(0)
            font.setBold(True)
            menu.setFont(0, font)
            menu.setFirstColumnSpanned(True)
        return self._menus[name]

    @Slot(str)
    def _on_search_changed(self, text: str) -> None:
        wanted = text.casefold().split()
        for menu in self._menus.values():
            for item in _children(menu):
                words = " ".join(item.text(column) for column in range(3)).casefold()
                item.setHidden(not all(word in words for word in wanted))
            menu.setHidden(all(item.isHidden() for item in _children(menu)))


def _children(menu: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [menu.child(i) for i in range(menu.childCount())]


def _item(row: ShortcutRow) -> QTreeWidgetItem:
    native = QKeySequence.SequenceFormat.NativeText
    keys = ", ".join(QKeySequence(key).toString(native) for key in row.keys)
    return QTreeWidgetItem([row.name, keys, row.tip])
