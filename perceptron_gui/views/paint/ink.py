"""What a style is on the screen: pens, brushes, letters, and words with mathematics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen, QTextDocument, QTextOption

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style, Theme

FONT = 10.0  # the size, in points, that widths and sizes of styles are meant for
_THINNEST = 1.0  # pixels
ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


@dataclass(frozen=True)
class Ink:
    """A theme, and how many pixels a point of its styles is; letters have their own family."""

    theme: Theme
    family: str
    scale: float

    def style(self, role: Role) -> Style:
        """Return how a role looks."""
        return self.theme.style(role)

    @property
    def em(self) -> float:
        """The size of letters in pixels."""
        return FONT * self.scale

    def font(self, size: float = 1.0) -> QFont:
        """Return the font at this multiple of the usual size."""
        return _font(self.family, max(1, round(self.em * size)))

    def smaller(self, share: float) -> Ink:
        """Return the same in another size."""
        return replace(self, scale=self.scale * share)

    def pen(self, style: Style) -> QPen:
        """Return the pen of a line."""
        return pen_of(style, self.scale)


@lru_cache(maxsize=64)
def _font(family: str, pixels: int) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    # Hinted, the small letters of exponents lose their strokes.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def line_width(style: Style, scale: float) -> float:
    """Return how many pixels wide a line is; 0 for none."""
    return max(style.width * scale, _THINNEST) if style.width else 0.0


def pen_of(style: Style, scale: float) -> QPen:
    """Return the pen of a line in pixels."""
    if not style.width:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(QColor(style.color), line_width(style, scale))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if style.dash:
        pen.setDashPattern(list(style.dash))
    return pen


@lru_cache(maxsize=256)
def cosmetic_pen(style: Style, scale: float, ratio: float) -> QPen:
    """Return a pen whose width ignores the coordinates; `ratio` is dots per pixel."""
    # Qt counts the width of such a pen in dots.
    pen = pen_of(style, scale)
    pen.setWidthF(pen.widthF() * ratio)
    pen.setCosmetic(True)
    return pen


@lru_cache(maxsize=256)
def brush_of(style: Style) -> QBrush:
    """Return what fills areas and markers."""
    if not style.fill:
        return QBrush(Qt.BrushStyle.NoBrush)
    color = QColor(style.fill)
    color.setAlphaF(style.opacity)
    return QBrush(color)


class RichText:
    """A label with its mathematics in a colour, broken into lines no wider than asked for."""

    def __init__(
        self, label: str, font: QFont, color: str, widest: float = 1e6, align: str = "left"
    ) -> None:
        self._document = QTextDocument()
        self._document.setDocumentMargin(0)
        self._document.setDefaultFont(font)
        self._document.setDefaultTextOption(QTextOption(ALIGNMENTS[align]))
        html = labels.to_html(label).replace("\n", "<br>")
        self._document.setHtml(f'<span style="color:{color}">{html}</span>')
        self._document.setTextWidth(widest)
        self._width = min(self._document.idealWidth() + 0.5, widest)
        if align != "left":
            # As wide as its longest line, so that an alignment is seen among lines only.
            self._document.setTextWidth(self._width)

    @property
    def width(self) -> float:
        """The width of the longest line."""
        return self._width

    @property
    def height(self) -> float:
        """The height of all lines."""
        return self._document.size().height()

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Write the words below and to the right of a point."""
        painter.save()
        painter.translate(QPointF(left, top))
        self._document.drawContents(painter)
        painter.restore()
