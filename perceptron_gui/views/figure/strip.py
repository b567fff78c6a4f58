"""Strips of words above and below a plot: its title and its notes."""

from __future__ import annotations

import math

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.model import label as labels
from perceptron_gui.views.paint.ink import Ink, RichText

_MORE = " …"


class Strip(QWidget):
    """Something whose height depends on its width; too much of it is cut, and told as a tip."""

    def needed(self, width: float, most: float) -> float:
        """Get ready for a width, and return the height that is needed, not more than `most`."""
        raise NotImplementedError


class WordStrip(Strip):
    """Sentences below each other."""

    def __init__(self, size: float, is_muted: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._size, self._is_muted = size, is_muted
        self._sentences: tuple[str, ...] = ()
        self._ink: Ink | None = None
        self._text: RichText | None = None
        self._text_for: object = None
        self._is_cut = False

    def show_words(self, sentences: tuple[str, ...], ink: Ink) -> None:
        """Show sentences; the same again are nothing new."""
        if (sentences, ink) != (self._sentences, self._ink):
            self._sentences, self._ink = sentences, ink
            self._text = None
            self.update()

    def needed(self, width: float, most: float) -> float:
        """Return the height of as many whole lines as fit, at least one."""
        if self._ink is None or not any(self._sentences):
            return 0.0
        if self._text is None or self._text_for != width:
            theme, font = self._ink.theme, self._ink.font(self._size)
            color = theme.muted if self._is_muted else theme.text
            self._text = RichText("\n".join(self._sentences), font, color, width)
            self._text_for = width
        line = QFontMetricsF(self._ink.font(self._size)).lineSpacing()
        self._is_cut = self._text.height > max(most, 1.5 * line)
        tip = "<br>".join(map(labels.to_html, self._sentences)) if self._is_cut else ""
        if tip != self.toolTip():
            self.setToolTip(tip)
        return line * max(1.0, most // line) if self._is_cut else self._text.height

    def _paint(self, painter: QPainter, text: RichText, ink: Ink) -> None:
        text.paint(painter, 0.0, 0.0)
        if self._is_cut:
            painter.setFont(ink.font(self._size))
            metrics = painter.fontMetrics()
            room = self.width() - metrics.horizontalAdvance(_MORE)
            dots = QRect(0, self.height() - metrics.height(), self.width(), metrics.height())
            dots.setLeft(math.ceil(text.end_of_word(room, dots.center().y())))
            painter.fillRect(dots, QColor(ink.theme.background))
            painter.setPen(QColor(ink.theme.muted))
            painter.drawText(dots, Qt.AlignmentFlag.AlignLeft, _MORE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the words, and dots in place of those that are cut."""
        if self._text is not None and self._ink is not None:
            with QPainter(self) as painter:
                self._paint(painter, self._text, self._ink)
