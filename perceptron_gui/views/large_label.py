"""Words in larger, bolder letters than those around them."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QWidget

_LARGER = 1.2  # what <big> makes of letters


class LargeLabel(QLabel):
    """Follows the font of the window, which a font of its own would not do with a style sheet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self._words = ""

    @property
    def words(self) -> str:
        """What is written."""
        return self._words

    def show_words(self, words: str) -> None:
        """Write something else."""
        if words != self._words:
            self._words = words
            self.setText(f"<b><big>{html.escape(words)}</big></b>")
            self.setAccessibleName(words)

    def room_for(self, words: str) -> int:
        """Return how wide these words would be."""
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _LARGER)
        font.setBold(True)
        return QFontMetrics(font).horizontalAdvance(words)
