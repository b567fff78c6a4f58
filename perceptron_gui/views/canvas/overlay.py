"""What lies above the figure of the plane: the grid, selected points, and what a tool would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style
from perceptron_gui.views.paint.ink import Ink, Marker, plane_scale

from .tools.grid import grid_lines
from .tools.scene import CanvasScene, Pointer
from .tools.table import Ghost

if TYPE_CHECKING:
    from .canvas import Canvas

# How strong grid, box and ghost are.
_GRID, _BOX, _GHOST = 0.16, 0.12, 0.5
_HALO_SIZE, _HALO_WIDTH = 18.0, 1.5  # in points

Band = tuple[Pointer, Pointer]


class CanvasOverlay(QWidget):
    """Lies above a figure and lets the mouse through."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._canvas = canvas
        self._ghost: Ghost | None = None
        self._band: Band | None = None
        self._shows_grid = False

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Show what would be painted where the pointer is."""
        if ghost != self._ghost:
            self._update_around(self._ghost)
            self._ghost = ghost
            self._update_around(ghost)

    def show_band(self, band: Band | None) -> None:
        if band != self._band:
            self._band = band
            self.update()

    def show_grid(self, is_shown: bool) -> None:
        """Show the grid that points snap to, or not: it would only disturb who looks."""
        if is_shown != self._shows_grid:
            self._shows_grid = is_shown
            self.update()

    def _update_around(self, ghost: Ghost | None) -> None:
        """Repaint a small part only, since all that lies below is painted with it."""
        if ghost is None:
            return
        reach = max(ghost.ring, _HALO_SIZE * self._canvas.view.ink.scale) + 2
        centre = QPointF(ghost.across, ghost.down) + self._canvas.corner()
        size = QPointF(reach, reach)
        self.update(QRectF(centre - size, centre + size).toAlignedRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        scene = self._canvas.scene()
        grid = _grid(scene) if self._shows_grid else []
        if not (grid or len(scene.chosen) or self._band or self._ghost):
            return  # the usual case; painting here repaints all that lies below
        ink = self._canvas.view.ink
        # An exception must end the painter at once, or Qt crashes.
        with QPainter(self) as painter:
            painter.translate(self._canvas.corner())
            painter.setClipRect(QRectF(0.0, 0.0, scene.seen.width, scene.seen.height))
            painter.setPen(QPen(_faint(ink.theme.muted, _GRID), 1.0))
            painter.drawLines(grid)
            _paint_halos(painter, scene, ink)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._band is not None:
                one, other = (QPointF(corner.across, corner.down) for corner in self._band)
                painter.setPen(QPen(QColor(ink.theme.text), 1.0, Qt.PenStyle.DashLine))
                painter.setBrush(_faint(ink.theme.text, _BOX))
                painter.drawRect(QRectF(one, other).normalized())
            if self._ghost is not None:
                _paint_ghost(painter, self._ghost, ink, scene.seen.height)


def are_alike(one: CanvasScene, other: CanvasScene) -> bool:
    """Tell whether two scenes have the same grid and halos; all else of them lies below."""
    same = (one.seen, one.snap, one.is_editable) == (other.seen, other.snap, other.is_editable)
    points, others = one.dataset.points[one.chosen], other.dataset.points[other.chosen]
    return same and np.array_equal(points, others)


def _grid(scene: CanvasScene) -> list[QLineF]:
    """Return the lines that points snap to."""
    if scene.grid is None or not scene.is_editable:
        return []
    x0, x1, y0, y1 = scene.range
    width, height = scene.seen.width, scene.seen.height
    across = np.floor(scene.seen.across(grid_lines(x0, x1, scene.grid))).tolist()
    down = np.floor(scene.seen.down(grid_lines(y0, y1, scene.grid))).tolist()
    upright = [QLineF(at, 0.0, at, height) for at in across]
    return upright + [QLineF(0.0, at, width, at) for at in down]


def _paint_halos(painter: QPainter, scene: CanvasScene, ink: Ink) -> None:
    """Paint a frame around every selected point; circles are taken by visits and the margin."""
    if not len(scene.chosen):
        return
    x, y = scene.pixels_at(scene.chosen).T
    shown = (x >= 0) & (x <= scene.seen.width) & (y >= 0) & (y <= scene.seen.height)
    look = Style(ink.theme.text, "", _HALO_WIDTH, marker="square", size=_HALO_SIZE)
    scale = plane_scale(ink.scale, scene.seen.height)
    Marker(look, scale).stamp(painter, x[shown], y[shown])


def _paint_ghost(painter: QPainter, ghost: Ghost, ink: Ink, height: float) -> None:
    place = QPointF(ghost.across, ghost.down)
    if ghost.ring:
        painter.setPen(QPen(QColor(ink.theme.muted), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place, ghost.ring, ghost.ring)
    if ghost.label:
        style = ink.style(Role.POSITIVE if ghost.label > 0 else Role.NEGATIVE)
        painter.setOpacity(_GHOST)
        x, y = np.array([ghost.across]), np.array([ghost.down])
        Marker(style, plane_scale(ink.scale, height)).stamp(painter, x, y)


def _faint(color: str, share: float) -> QColor:
    faint = QColor(color)
    faint.setAlphaF(share)
    return faint
