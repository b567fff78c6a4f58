"""Buttons: wide ones, some that open a menu, and one that copies."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

Write = Callable[[], str]


def wide_button(text: str, tip: str, name: str, on_click: Callable[[], None]) -> QToolButton:
    """Return a button that shares the width of its row with others."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(name)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    button.clicked.connect(on_click)
    return button


class MenuButton(QToolButton):
    """Opens a menu; its words end in an arrow."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_words(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def show_words(self, words: str) -> None:
        """Say something else before the arrow."""
        self.setText(f"{words} ▾")


class CopyButton(MenuButton):
    """Copies what a panel says, as text or as LaTeX, which is written only on request."""

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__("Copy", parent)
        self.setAccessibleName(f"Copy {what}")
        self.setToolTip(f"Copy {what} as text or as LaTeX")
        self.setAutoRaise(True)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.as_text = menu.addAction("As &text")
        self.as_text.setToolTip(f"Copy {what} as plain text")
        self.as_latex = menu.addAction("As &LaTeX")
        self.as_latex.setToolTip(f"Copy {what} as LaTeX (amsmath)")
        menu.triggered.connect(self._on_copy_requested)
        self.setMenu(menu)
        self.show_source(None, None)

    def show_source(self, text: Write | None, latex: Write | None) -> None:
        """Store what writes the text and the LaTeX; None where there is nothing to copy.

        Then the button goes: it may stand above a text.
        """
        self._writers = {self.as_text: text, self.as_latex: latex}
        for action, write in self._writers.items():
            action.setEnabled(write is not None)
        has_any = any(self._writers.values())
        self.setEnabled(has_any)
        self.setVisible(has_any)

    @Slot(QAction)
    def _on_copy_requested(self, action: QAction) -> None:
        if (write := self._writers[action]) is not None:
            QGuiApplication.clipboard().setText(write())
