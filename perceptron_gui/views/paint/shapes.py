"""What marks come down to on the screen: strokes, areas, markers and words, in pixels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, cast

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPixmap
from shiboken6 import Shiboken

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.marks import Values

from .markers import Marker, Stamped
from .strokes import Pieces
from .text import RichText

# So many markers are painted once and then shown as a picture.
_CROWD = 300


class Shape(Protocol):
    """Something that can be painted in the box of the marks."""

    def paint(self, painter: QPainter) -> None:
        """Paint it."""


@frozen_value(eq=False)
class Strokes:
    """Straight pieces (m, 4)."""

    pen: QPen
    lines: Pieces

    def paint(self, painter: QPainter) -> None:
        """Draw all pieces at once."""
        if len(self.lines):
            painter.setPen(self.pen)
            # Qt reads the array as it is; a list of a thousand lines takes it a millisecond.
            lines = np.ascontiguousarray(self.lines)
            first = cast(QLineF, Shiboken.wrapInstance(lines.ctypes.data, QLineF))
            painter.drawLines(first, len(lines))


@frozen_value(eq=False)
class Area:
    """Filled paths with smooth edges, or with rough ones."""

    brush: QBrush
    paths: list[QPainterPath]
    smooth: bool = True

    def paint(self, painter: QPainter) -> None:
        """Fill the paths."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self.smooth)
        for path in self.paths:
            painter.fillPath(path, self.brush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


@dataclass(eq=False)
class Stamps:
    """Markers at places (m,), one kind after another, in a box of this size."""

    groups: list[tuple[Marker, Values, Values]]
    width: float
    height: float
    _ratio: float = field(default=0.0, init=False)
    _stamped: list[Stamped] = field(default_factory=list, init=False)
    _picture: QPixmap | None = field(default=None, init=False)

    def paint(self, painter: QPainter) -> None:
        """Paint the markers; a crowd of them only once."""
        ratio = painter.device().devicePixelRatioF()
        if ratio != self._ratio:
            self._ratio = ratio
            self._stamped = [Stamped(*group, ratio) for group in self.groups if len(group[1])]
            is_crowd = sum(len(x) for _, x, _ in self.groups) >= _CROWD
            self._picture = self._painted() if is_crowd else None
        if self._picture is None:
            self._stamp(painter)
        else:
            painter.drawPixmap(QPointF(0.0, 0.0), self._picture)

    def _painted(self) -> QPixmap:
        size = np.ceil([self.width * self._ratio, self.height * self._ratio]).astype(int)
        picture = QPixmap(*size.tolist())
        picture.setDevicePixelRatio(self._ratio)
        picture.fill("transparent")
        painter = QPainter(picture)
        self._stamp(painter)
        painter.end()
        return picture

    def _stamp(self, painter: QPainter) -> None:
        for stamped in self._stamped:
            stamped.paint(painter)


@frozen_value(eq=False)
class Words:
    """A text below and to the right of a point."""

    text: RichText
    left: float
    top: float

    def paint(self, painter: QPainter) -> None:
        """Write it."""
        self.text.paint(painter, self.left, self.top)
