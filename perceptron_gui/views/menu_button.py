"""A button that opens a menu at once, as its words tell."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionToolButton, QToolButton, QWidget


class MenuButton(QToolButton):
    """Its words end in an arrow; Qt would draw a second one, small and at the edge."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(f"{words} ▾")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Leave out the arrow of Qt."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.features &= ~QStyleOptionToolButton.ToolButtonFeature.HasMenu
        with QPainter(self) as painter:
            button = QStyle.ComplexControl.CC_ToolButton
            self.style().drawComplexControl(button, option, painter, self)
