"""What a style is on the screen: pens, brushes, letters, words with mathematics, and markers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTextDocument,
    QTextOption,
)

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.marks import Values
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
        self.width = min(self._document.idealWidth() + 0.5, widest)
        if align != "left":
            # As wide as its longest line, so that an alignment is seen among lines only.
            self._document.setTextWidth(self.width)
        self.height: float = self._document.size().height()

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Write the words below and to the right of a point."""
        painter.save()
        painter.translate(QPointF(left, top))
        self._document.drawContents(painter)
        painter.restore()


# Corners of shapes on a circle of radius 1, and sizes that look alike.
_SHAPES = {
    "triangle": ([(0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], 1.05),
    "square": ([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], 0.9),
    "diamond": ([(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)], 0.8),
}
_CROSS = 0.8


@dataclass(frozen=True)
class Marker:
    """The marker of a style, whose points are so many pixels: a small picture that is stamped.

    pyqtgraph's scatter plot paints all of its spots for every frame; 10⁵ of them would take longer
    than the frame. Here a crowd is painted once and then shown as one picture.
    """

    style: Style
    scale: float

    def stamp(self, painter: QPainter, x: Values, y: Values) -> None:
        """Paint the marker at places (m,) in pixels."""
        Stamped(self, x, y, painter.device().devicePixelRatioF()).paint(painter)


class Stamped:
    """A marker at all its places (m,), ready to be painted again and again."""

    def __init__(
        self, marker: Marker, x: Values | list[float], y: Values | list[float], ratio: float
    ) -> None:
        self._image, self._ratio = _picture(marker, ratio), ratio
        # Pictures have an odd number of dots: all markers at a place have the same centre.
        aside = self._image.width() // 2
        self._left = (np.floor(np.asarray(x) * ratio) - aside).astype(int).tolist()
        self._top = (np.floor(np.asarray(y) * ratio) - aside).astype(int).tolist()

    def paint(self, painter: QPainter) -> None:
        painter.save()
        painter.scale(1 / self._ratio, 1 / self._ratio)  # dots of the screen
        draw, image = painter.drawImage, self._image  # looked up once for up to 10⁵ places
        # Whole numbers: a call with a QPointF takes half as long again.
        for left, top in zip(self._left, self._top, strict=True):
            draw(left, top, image)
        painter.restore()


def painted_once(markers: list[Stamped], size: QSizeF, ratio: float) -> QPixmap:
    """Return a picture of this size with markers in it."""
    picture = QPixmap(math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        for stamped in markers:
            stamped.paint(painter)
    return picture


# Images, unlike pixmaps, may outlive the application.
@lru_cache(maxsize=256)
def _picture(marker: Marker, ratio: float) -> QImage:
    style, scale = marker.style, marker.scale
    radius = style.size * scale / 2
    half = math.ceil((1.5 * radius + line_width(style, scale)) * ratio)
    picture = QImage(2 * half + 1, 2 * half + 1, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    outline = pen_of(style, scale)
    if style.width:
        outline.setStyle(Qt.PenStyle.SolidLine)
        outline.setCapStyle(Qt.PenCapStyle.SquareCap)
    path = QPainterPath()
    if style.marker == "circle":
        path.addEllipse(QPointF(0.0, 0.0), radius, radius)
    elif style.marker == "cross":
        arm = _CROSS * radius
        for side in (-arm, arm):
            path.moveTo(-arm, -side)
            path.lineTo(arm, side)
    else:
        corners, size = _SHAPES[style.marker]
        arm = size * radius
        path.addPolygon(QPolygonF([QPointF(arm * x, arm * y) for x, y in corners]))
        path.closeSubpath()
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((half + 0.5) / ratio, (half + 0.5) / ratio)
        painter.setPen(outline)
        painter.setBrush(brush_of(style) if style.marker != "cross" else Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
    picture.setDevicePixelRatio(1.0)  # it is stamped dot by dot
    return picture
