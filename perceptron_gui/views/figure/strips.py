"""Strips above and below a plot: its title, its legend and its notes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.figure import LegendEntry
from perceptron_gui.views.paint.ink import Ink, Marker, RichText, brush_of
from perceptron_gui.views.paint.items import draw_arrow


@dataclass(frozen=True)
class Placed:
    """Words in their place on a strip, and the sentence or the entry that they stand for."""

    words: RichText
    left: float
    top: float
    source: Any = None  # none for how many entries are left out

    @property
    def right(self) -> float:
        return self.left + self.words.width

    @property
    def bottom(self) -> float:
        return self.top + self.words.height


class Strip(QWidget):
    """Sentences or entries whose height depends on the width; the base of titles and legends."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ink: Ink | None = None
        self._shown: tuple[Any, ...] = ()
        self.placed: list[Placed] = []
        self._placed_for: object = None
        self._later: tuple[Any, ...] = ()
        self._room = 0.0
        self._room_for: object = None

    def needed(self, width: float, most: float) -> float:
        """Get ready for a width, and return the height that is needed, not more than `most`.

        Other moments need their room as well, which is measured once for every place.
        """
        if self._placed_for != (width, most):
            self._placed_for = width, most
            self.placed = self._flow(self._shown, width, most)
        if self._room_for != (self._ink, width, most):
            self._room_for = self._ink, width, most
            later = self._flow(self._later, width, most)
            self._room = max((each.bottom for each in later), default=0.0)
        return max(self._room, *(each.bottom for each in self.placed), 0.0)

    def _show(self, shown: tuple[Any, ...], ink: Ink, later: tuple[Any, ...]) -> None:
        """Show something in an ink, with room for what comes later; the same repaints nothing."""
        if (shown, ink) != (self._shown, self._ink):
            self._shown, self._ink, self._placed_for = shown, ink, None
            self.update()
        if later != self._later:
            self._later, self._room_for = later, None

    def _flow(self, shown: tuple[Any, ...], width: float, most: float) -> list[Placed]:
        """Return what finds room in its place, one line of it at least."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for each in self.placed:
                each.words.paint(painter, each.left, each.top)
                self._paint_before(painter, each)

    def _paint_before(self, painter: QPainter, each: Placed) -> None:
        """Paint what stands before words."""


class WordStrip(Strip):
    """Sentences below each other, each of them whole; those without room are left out."""

    def __init__(self, is_muted: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_muted = is_muted

    def show_words(
        self, sentences: tuple[str, ...], ink: Ink, size: float, later: tuple[str, ...] = ()
    ) -> None:
        """Show sentences in letters of this relative size, and keep room for later ones."""
        self._show(tuple(filter(None, sentences)), ink.smaller(size), later)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The sentences that are not shown."""
        whole = {each.source for each in self.placed}
        return tuple(sentence for sentence in self._shown if sentence not in whole)

    def _flow(self, shown: tuple[str, ...], width: float, most: float) -> list[Placed]:
        if self._ink is None:
            return []
        font, theme = self._ink.font(), self._ink.theme
        color = theme.muted if self._is_muted else theme.text
        room = max(most, 1.5 * QFontMetricsF(font).lineSpacing())
        placed: list[Placed] = []
        top = 0.0
        for sentence in shown:
            text = RichText(sentence, font, color, width)
            if top + text.height <= room:
                placed.append(Placed(text, 0.0, top, sentence))
                top += text.height
        return placed


# Widths in font sizes, how large an area is and how large dots may be.
_WIDE, _NARROW = 2.2, 1.0
_AREA, _DOT = 0.8, 1.0


def swatch_width(entry: LegendEntry, ink: Ink) -> float:
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
            # Stretched, so that the line begins and ends with a dash.
            first, period, length = style.dash[0], sum(style.dash), width / pen.widthF()
            whole = max(1, round((length - first) / period))
            stretch = length / (whole * period + first)
            pen.setDashPattern([part * stretch for part in style.dash])
        painter.setPen(pen)
        painter.drawLine(QLineF(left, middle, left + width, middle))


# The size of words; and in font sizes the room before them, between entries and between rows.
_FONT = 0.9
_BEFORE, _BETWEEN, _ROWS = 0.5, 1.3, 0.15


class LegendRow(Strip):
    """Entries side by side; those without room are counted, and all are in the tool tip."""

    def show_entries(
        self, entries: tuple[LegendEntry, ...], ink: Ink, later: tuple[LegendEntry, ...] = ()
    ) -> None:
        """Show a legend, and keep room for the entries of later ones."""
        self._show(entries, ink.smaller(_FONT), later)

    def needed(self, width: float, most: float) -> float:
        """Return the height of as many rows as fit, at least one."""
        height = super().needed(width, most)
        is_cut = bool(self.placed) and self.placed[-1].source is None
        tip = "<br>".join(labels.to_html(entry.label) for entry in self._shown if is_cut)
        if tip != self.toolTip():
            self.setToolTip(tip)
        return height

    def _flow(self, shown: tuple[LegendEntry, ...], width: float, most: float) -> list[Placed]:
        """Return entries side by side in rows; the last one counts those that find no room."""
        placed: list[Placed] = []
        ink, left, top = self._ink, 0.0, 0.0
        if ink is None:
            return placed
        for entry in shown:
            before = _before(entry, ink)
            words = _words(entry.label, width - before, ink)
            if left and left + before + words.width > width:
                left, top = 0.0, max(each.bottom for each in placed) + _ROWS * ink.em
            if placed and top + words.height > most:
                return _counted(placed, len(shown), width, ink)
            placed.append(Placed(words, left + before, top, entry))
            left = placed[-1].right + _BETWEEN * ink.em
        return placed

    def _paint_before(self, painter: QPainter, each: Placed) -> None:
        """Paint the picture of an entry."""
        if each.source is not None and self._ink is not None:
            middle = each.top + QFontMetricsF(self._ink.font()).height() / 2
            left = each.left - _before(each.source, self._ink)
            draw_swatch(painter, each.source, left, middle, self._ink)


def _counted(placed: list[Placed], count: int, width: float, ink: Ink) -> list[Placed]:
    """Return entries with the number of others at their end, in place of some if need be."""
    while True:
        words = _words(f"{count - len(placed)} more", width, ink)
        left = placed[-1].right + _BETWEEN * ink.em
        if len(placed) == 1 or left + words.width <= width:
            return [*placed, Placed(words, left, placed[-1].top)]
        placed = placed[:-1]


def _before(entry: LegendEntry, ink: Ink) -> float:
    return swatch_width(entry, ink) + _BEFORE * ink.em


def _words(label: str, widest: float, ink: Ink) -> RichText:
    return RichText(label, ink.font(), ink.theme.text, max(widest, ink.em))
