"""A menu of choices that does not change when somebody only scrolls past it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget


class NoWheelCombo(QComboBox):
    """Entries are keys with a title and a meaning; `activated` tells of choices by the user."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Long titles must not make the panel wide; the open list has room for them.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def show_entries(self, titles: Mapping[str, str], meanings: Mapping[str, str]) -> None:
        """Offer these keys."""
        keys = [self.itemData(i) for i in range(self.count())]
        if keys == list(titles):
            return
        self.clear()
        for key, title in titles.items():
            self.addItem(title, key)
            meaning = meanings.get(key, "")
            self.setItemData(self.count() - 1, meaning, Qt.ItemDataRole.ToolTipRole)

    def show_key(self, key: str) -> None:
        """Show what is chosen, even if it is not offered otherwise."""
        if self.findData(key) < 0:
            self.addItem(key, key)
        if self.currentIndex() != self.findData(key):
            self.setCurrentIndex(self.findData(key))

    def key(self) -> str:
        """Return what is chosen."""
        return str(self.currentData())

    def showPopup(self) -> None:
        """Open a list wide enough for every title."""
        margin = 40  # a scroll bar and the frame
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + margin)
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the panel, unless somebody is choosing here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
