"""A line above the plane that says why nothing moves, and offers what helps with one click."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from perceptron_gui.views.widgets.stage import discard, filled


class OfferBar(QWidget):
    """Words and buttons; it is there only while there is something to offer."""

    chosen = Signal(str)  # the key of an offer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setObjectName("offer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self._row = filled(QHBoxLayout(self), (self.words, 1), margins=(8, 4, 8, 4))
        self.buttons: dict[str, QPushButton] = {}
        self.hide()

    def show_offer(self, words: str, offers: Mapping[str, tuple[str, str]]) -> None:
        """Show a sentence, and a button with title and tip for every key of the offers."""
        if words == self.words.text() and list(offers) == list(self.buttons):
            return
        discard(self._row, *self.buttons.values())
        self.buttons = {key: self._button(key, *offer) for key, offer in offers.items()}
        self.words.setText(words)
        self.setAccessibleName(words)
        self.setVisible(bool(words))

    def _button(self, key: str, title: str, tip: str) -> QPushButton:
        button = QPushButton(title)
        button.setToolTip(tip)
        button.setAccessibleName(title)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the keys go on playing after a click
        button.clicked.connect(lambda: self.chosen.emit(key))
        self._row.addWidget(button)
        return button
