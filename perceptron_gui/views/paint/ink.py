"""What a style is on the screen: pens, brushes and letters in pixels."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPen

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style, Theme

FONT = 10.0  # the size, in points, that widths and sizes of styles are meant for
_THINNEST = 1.0


@frozen_value
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
        """Return letters of so many times the usual size."""
        font = QFont(self.family)
        font.setPixelSize(max(1, round(self.em * size)))
        # Hinted, the small letters of exponents lose their strokes.
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font

    def smaller(self, share: float) -> Ink:
        """Return the same in another size."""
        return replace(self, scale=self.scale * share)

    def pen(self, style: Style) -> QPen:
        """Return the pen of a line."""
        return pen_of(style, self.scale)

    def dashes(self, style: Style) -> tuple[float, ...]:
        """Return the lengths of ink and gap, which are given in line widths."""
        return tuple(length * line_width(style, self.scale) for length in style.dash)


def line_width(style: Style, scale: float) -> float:
    """Return how many pixels wide a line is; 0 for none."""
    return max(style.width * scale, _THINNEST) if style.width else 0.0


def pen_of(style: Style, scale: float) -> QPen:
    """Return the pen of a line; dashes are cut before they are drawn."""
    if not style.width:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(QColor(style.color), line_width(style, scale))
    # A square end closes the gap between pieces that meet at an angle.
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if style.dash else Qt.PenCapStyle.SquareCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


def brush_of(style: Style) -> QBrush:
    """Return what fills areas and markers."""
    if not style.fill:
        return QBrush(Qt.BrushStyle.NoBrush)
    color = QColor(style.fill)
    color.setAlphaF(style.opacity)
    return QBrush(color)
