"""Strips above and below a plot: its title, its legend and its notes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.legend import LegendEntry
from perceptron_gui.views.paint.ink import Ink, Marker, RichText, brush_of
from perceptron_gui.views.paint.items import draw_arrow


class Strip(QWidget):
    """Something whose height depends on its width; what is cut is in its tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ink: Ink | None = None
        self._later: tuple[Any, ...] = ()
        self._room = 0.0
        self._room_for: object = None

    def needed(self, width: float, most: float) -> float:
        """Get ready for a width, and return the height that is needed, not more than `most`."""
        raise NotImplementedError

    def keep_room(self, later: tuple[Any, ...]) -> None:
        """Keep room for sentences or entries that are shown at other moments."""
        if later != self._later:
            self._later, self._room_for = later, None

    def room(self, width: float, most: float) -> float:
        """Return the height that is kept for other moments; measured once for every place."""
        if self._ink is not None and self._room_for != (self._ink, width, most):
            self._room_for = self._ink, width, most
            self._room = self._height_of(self._later, self._ink, width, most)
        return self._room

    def _height_of(self, later: tuple[Any, ...], ink: Ink, width: float, most: float) -> float:
        raise NotImplementedError


# After such a comma words may be broken that are not broken elsewhere, or end.
_HELD_COMMA = ",\u00a0"


class WordStrip(Strip):
    """Sentences below each other, each of them whole; those without room are left out.

    What follows a comma with a no-break space is left out first.
    """

    def __init__(self, is_muted: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._size, self._is_muted = 1.0, is_muted
        self._sentences: tuple[str, ...] = ()
        self.left_out: tuple[str, ...] = ()
        self._placed: list[tuple[float, RichText]] = []
        self._placed_for: object = None

    def show_words(self, sentences: tuple[str, ...], ink: Ink, size: float) -> None:
        """Show sentences in letters of this relative size; unchanged input repaints nothing."""
        if (sentences, ink, size) != (self._sentences, self._ink, self._size):
            self._sentences, self._ink, self._size = sentences, ink, size
            self._placed_for = None
            self.update()

    def needed(self, width: float, most: float) -> float:
        """Return the height of as many sentences as fit, one line of them at least."""
        if self._ink is None or not any(self._sentences):
            self._placed, self.left_out = [], ()
        elif self._placed_for != (width, most):
            self._placed_for = width, most
            self._placed, self.left_out = self._flow(self._sentences, self._ink, width, most)
        return sum(text.height for _, text in self._placed)

    def _height_of(self, later: tuple[str, ...], ink: Ink, width: float, most: float) -> float:
        placed, _ = self._flow(later, ink, width, most)
        return sum(text.height for _, text in placed)

    def _flow(
        self, sentences: tuple[str, ...], ink: Ink, width: float, most: float
    ) -> tuple[list[tuple[float, RichText]], tuple[str, ...]]:
        """Return sentences in their places, and those without room."""
        font, theme = ink.font(self._size), ink.theme
        color = theme.muted if self._is_muted else theme.text
        room = max(most, 1.5 * QFontMetricsF(font).lineSpacing())
        placed: list[tuple[float, RichText]] = []
        left_out, top = [], 0.0
        for sentence in sentences:
            for words in _versions(sentence):
                text = RichText(words, font, color, width)
                if top + text.height <= room:
                    placed.append((top, text))
                    top += text.height
                    break
            else:
                words = ""
            if len(words) < len(sentence):
                left_out.append(sentence)
        return placed, tuple(left_out)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            for top, text in self._placed:
                text.paint(painter, 0.0, top)


def _versions(sentence: str) -> tuple[str, ...]:
    """Return a sentence, and it without what may be left out, if anything."""
    short, comma, _ = sentence.partition(_HELD_COMMA)
    return (sentence.replace(_HELD_COMMA, ", "), short) if comma else (sentence,)


# Widths in font sizes, how large an area is and how large dots may be.
_WIDE, _NARROW = 2.2, 1.0
_AREA, _DOT = 0.8, 1.0


def swatch_width(entry: LegendEntry, ink: Ink) -> float:
    """Return how wide the picture is."""
    return (_NARROW if entry.shape in ("dots", "area") else _WIDE) * ink.em


def draw_swatch(
    painter: QPainter, entry: LegendEntry, left: float, middle: float, ink: Ink
) -> None:
    """Draw the picture to the right of a place."""
    style, width = entry.style(ink.theme), swatch_width(entry, ink)
    if entry.shape == "dots":
        largest = _DOT * ink.em / ink.scale - style.width  # the outline has room, too
        marker = Marker(replace(style, size=min(style.size, largest)), ink.scale)
        marker.stamp(painter, np.array([left + width / 2]), np.array([middle]))
    elif entry.shape == "area":
        size = _AREA * ink.em
        painter.setPen(ink.pen(style))
        painter.setBrush(brush_of(style))
        painter.drawRect(QRectF(left, middle - size / 2, 1.2 * size, size))
    elif entry.shape == "arrow":
        draw_arrow(painter, QPointF(left, middle), QPointF(left + width, middle), style, ink)
    else:
        pen = ink.pen(style)
        if style.dash:
            pen.setDashPattern(_fitted(style.dash, width / pen.widthF()))
        painter.setPen(pen)
        painter.drawLine(QLineF(left, middle, left + width, middle))


def _fitted(dashes: tuple[float, ...], length: float) -> list[float]:
    """Return dashes stretched so that the line begins and ends with one."""
    first, period = dashes[0], sum(dashes)
    whole = max(1, round((length - first) / period))
    stretch = length / (whole * period + first)
    return [part * stretch for part in dashes]


# The size of words; and in font sizes the room before them, between entries and between rows.
_FONT = 0.9
_BEFORE, _BETWEEN, _ROWS = 0.5, 1.3, 0.15


@dataclass(frozen=True)
class ShownEntry:
    """Words in their place, with a picture before them; how many are left out has none."""

    words: RichText
    left: float
    top: float
    entry: LegendEntry | None = None

    @property
    def right(self) -> float:
        """Where the words end."""
        return self.left + self.words.width

    @property
    def bottom(self) -> float:
        """Where the words end below."""
        return self.top + self.words.height


class LegendRow(Strip):
    """Entries side by side; those without room are counted, and all are in the tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[LegendEntry, ...] = ()
        self._full_ink: Ink | None = None  # that of the figure
        self._words: dict[str, RichText] = {}
        self.placed: list[ShownEntry] = []
        self._placed_for: object = None
        self._wrapped_for = 0.0

    def show_entries(self, entries: tuple[LegendEntry, ...], ink: Ink) -> None:
        """Show a legend; the same again is nothing new."""
        if (entries, ink) == (self._entries, self._full_ink):
            return
        if ink != self._full_ink:
            self._full_ink, self._ink = ink, ink.smaller(_FONT)
            self._words.clear()
        self._entries, self._placed_for = entries, None
        self.update()

    def needed(self, width: float, most: float) -> float:
        """Return the height of as many rows as fit, at least one."""
        if self._ink is None or not self._entries:
            self.placed = []
        elif self._placed_for != (width, most):
            if self._wrapped_for != width:  # words may have been broken for a narrower place
                self._wrapped_for = width
                self._words.clear()
            self._placed_for = width, most
            self.placed = self._flow(self._entries, self._ink, width, most)
            is_cut = self.placed[-1].entry is None
            tip = "<br>".join(labels.to_html(entry.label) for entry in self._entries)
            self.setToolTip(tip if is_cut else "")
        return max((each.bottom for each in self.placed), default=0.0)

    def _height_of(
        self, later: tuple[LegendEntry, ...], ink: Ink, width: float, most: float
    ) -> float:
        return max((each.bottom for each in self._flow(later, ink, width, most)), default=0.0)

    def _flow(
        self, entries: tuple[LegendEntry, ...], ink: Ink, width: float, most: float
    ) -> list[ShownEntry]:
        """Return entries side by side in rows; the last one counts those that find no room."""
        placed: list[ShownEntry] = []
        left = top = 0.0
        for entry in entries:
            before = _before(entry, ink)
            words = self._words.get(entry.label)
            if words is None or words.width > width - before:
                self._words[entry.label] = words = _words(entry.label, width - before, ink)
            if left and left + before + words.width > width:
                left, top = 0.0, max(each.bottom for each in placed) + _ROWS * ink.em
            if placed and top + words.height > most:
                return _counted(placed, len(entries), width, ink)
            placed.append(ShownEntry(words, left + before, top, entry))
            left = placed[-1].right + _BETWEEN * ink.em
        return placed

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for each in self.placed:
                each.words.paint(painter, each.left, each.top)
                if each.entry is not None and self._ink is not None:
                    middle = each.top + QFontMetricsF(self._ink.font()).height() / 2
                    left = each.left - _before(each.entry, self._ink)
                    draw_swatch(painter, each.entry, left, middle, self._ink)


def _counted(placed: list[ShownEntry], count: int, width: float, ink: Ink) -> list[ShownEntry]:
    """Return entries with the number of others at their end, in place of some if need be."""
    while True:
        words = _words(f"{count - len(placed)} more", width, ink)
        left = placed[-1].right + _BETWEEN * ink.em
        if len(placed) == 1 or left + words.width <= width:
            return [*placed, ShownEntry(words, left, placed[-1].top)]
        placed = placed[:-1]


def _before(entry: LegendEntry, ink: Ink) -> float:
    return swatch_width(entry, ink) + _BEFORE * ink.em


def _words(label: str, widest: float, ink: Ink) -> RichText:
    return RichText(label, ink.font(), ink.theme.text, max(widest, ink.em))
