"""The surface of the canvas: the figure, what lies above it, and the scene that tools work on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import Indices
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Points, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style, Theme
from perceptron_gui.figures.plane.turning import with_arrow
from perceptron_gui.views.figure.grip import CORNER
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.paint.ink import Ink
from perceptron_gui.views.paint.markers import Marker, plane_scale

from .free_place import Spots, Surroundings, places_along
from .tools.grid import grid_lines
from .tools.scene import CanvasScene, Pointer
from .tools.selection import NONE, handles_of, selection_of
from .tools.table import Ghost
from .turning import LineTurn

_ALIKE = 1e-6
# How strong grid, box and ghost are.
_GRID, _BOX, _GHOST = 0.16, 0.12, 0.5
_HALO_SIZE, _HALO_WIDTH = 18.0, 1.5  # in points
_POINT_REACH, _RING_REACH = 7.0, 12.5  # of a marker and of the rings around a visited one

Band = tuple[Pointer, Pointer]


class CanvasSurface(QWidget):
    """Shows the plane and lets the mouse through to the canvas below."""

    aspect_changed = Signal(float)  # width over height of the box of the marks

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.view = FigureView(self)
        self.view.leave_corner(CORNER)
        self._last_scene = CanvasScene(Dataset.of([], []), scale=self.view.ink.scale)
        self._weights: tuple[float, ...] | None = None
        self._bias_scale = 1.0
        self._aspect = 0.0
        self._figure = self.view.figure  # as it came
        self._held: Values | None = None  # foot and tip (2, 2) of an arrow that is held
        self.turning = LineTurn(self.view.plot, self)
        self.overlay = CanvasOverlay(self)

    def scene(self) -> CanvasScene:
        """Return everything that is shown, as tools see it."""
        seen = self.view.plot.seen
        # Before it is drawn for the first time the box has no size.
        if seen != self._last_scene.seen and seen.width > 0 and seen.height > 0:
            self._last_scene = replace(self._last_scene, seen=seen)
        return self._last_scene

    def corner(self) -> QPointF:
        """Return where the box of the marks begins."""
        return QPointF(self.view.plot.widget.pos()) + self.view.plot.corner

    def room(self) -> QRect:
        """Return the box of the marks in pixels of the canvas."""
        seen = self.scene().seen
        return QRectF(self.corner(), QSizeF(seen.width, seen.height)).toAlignedRect()

    def surroundings(self) -> Surroundings:
        """Return what something that stands on the plane should not hide."""
        scale = plane_scale(self.view.ink.scale, self.scene().seen.height)
        asked, points = _RING_REACH * scale, _POINT_REACH * scale
        return Surroundings(
            self.room(),
            Spots(self._places_of("asked", "visited points"), asked),
            Spots(self._places_of("points"), points),
            Spots(self._places_of("line"), points),
            Spots(self._places_of("weights"), points),
        )

    def _places_of(self, *keys: str) -> Values:
        """Return where marks are on the canvas (n, 2): their points, or places along them."""
        found = [places_along(self._figure.mark(key)) for key in keys if self._figure.has(key)]
        x, y = np.vstack([np.empty((0, 2)), *found]).T
        seen, corner = self.scene().seen, self.corner()
        return np.column_stack([seen.across(x) + corner.x(), seen.down(y) + corner.y()])

    def show_figure(self, figure: Figure) -> None:
        """Show the boundary, as it is after a visit."""
        before, self._figure = self._figure, figure
        self.turning.stop()
        self.view.show_figure(figure if self._held is None else with_arrow(figure, self._held))
        if self._held is None:
            self.turning.start(before, figure)
        mark = figure.mark("visited points") if figure.has("visited points") else None
        self._change("visited", selection_of(mark.index) if isinstance(mark, Points) else NONE)
        self._find_handles()
        self._announce_aspect()

    def show_held(self, arrow: Values | None) -> None:
        """Show the arrow of the weights where it is held, from the next figure on; None lets go."""
        is_let_go = arrow is None and self._held is not None
        self._held = arrow
        if is_let_go:
            self.show_figure(self._figure)

    def show_weights(self, weights: Sequence[float] | None, bias_scale: float = 1.0) -> None:
        """Store the weights of the shown line, the constant last; None if not set by hand."""
        self._weights = None if weights is None else tuple(float(w) for w in weights)
        self._bias_scale = float(bias_scale)
        self._find_handles()

    def show_dataset(self, dataset: Dataset) -> None:
        """Store the points that are edited."""
        self._change("dataset", dataset)

    def show_selection(self, indices: Iterable[int] | Indices) -> None:
        """Put a frame around selected points."""
        self._change("selection", selection_of(indices))

    def show_class(self, label: int) -> None:
        """Paint points of this class from now on."""
        self._change("label", label)

    def show_snap(self, step: float | None) -> None:
        """Put points on a grid of this step, which is shown; None for none."""
        self._change("snap", step)

    def show_theme(self, theme: Theme, scale: float) -> None:
        """Show everything in a theme and a size."""
        self.view.show_theme(theme, scale)
        self.overlay.update()
        self._change("scale", self.view.ink.scale)
        self._announce_aspect()

    def _find_handles(self) -> None:
        self._change("handles", handles_of(self.view.figure, self._weights, self._bias_scale))

    def _change(self, field: str, value: Any) -> None:
        before, old = self._last_scene, getattr(self._last_scene, field)
        is_array = isinstance(value, np.ndarray)
        if np.array_equal(value, old) if is_array else value == old:
            return
        self._last_scene = replace(before, **{field: value})
        if not are_alike(before, self._last_scene):
            self.overlay.update()

    def _announce_aspect(self) -> None:
        seen = self.scene().seen
        aspect = seen.width / seen.height
        if self.isVisible() and abs(aspect - self._aspect) > _ALIKE * aspect:
            self._aspect = aspect
            self.aspect_changed.emit(aspect)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.view.setGeometry(self.rect())
        self.overlay.setGeometry(self.rect())
        self._announce_aspect()

    def showEvent(self, event: QShowEvent) -> None:
        self._announce_aspect()


class CanvasOverlay(QWidget):
    """Lies above a figure and lets the mouse through."""

    def __init__(self, surface: CanvasSurface) -> None:
        super().__init__(surface)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._surface = surface
        self._ghost: Ghost | None = None
        self._band: Band | None = None
        self._grid: list[QLineF] = []
        self._grid_for: CanvasScene | None = None

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Show what would be painted where the pointer is."""
        if ghost != self._ghost:
            self._update_around(self._ghost)
            self._ghost = ghost
            self._update_around(ghost)

    def show_band(self, band: Band | None) -> None:
        """Show the box of a selection."""
        if band != self._band:
            self._band = band
            self.update()

    def _update_around(self, ghost: Ghost | None) -> None:
        """Repaint a small part only, since all that lies below is painted with it."""
        if ghost is None:
            return
        reach = max(ghost.ring, _HALO_SIZE * self._surface.view.ink.scale) + 2
        centre = QPointF(ghost.across, ghost.down) + self._surface.corner()
        size = QPointF(reach, reach)
        self.update(QRectF(centre - size, centre + size).toAlignedRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        scene = self._surface.scene()
        if self._grid_for is None or not are_alike(scene, self._grid_for):
            self._grid, self._grid_for = _grid(scene), scene
        if not (self._grid or len(scene.chosen) or self._band or self._ghost):
            return  # which is most often so: all that lies below is painted anew with it
        # The end of the painter must not wait for that of an exception: Qt would crash.
        with QPainter(self) as painter:
            self._paint(painter, scene)

    def _paint(self, painter: QPainter, scene: CanvasScene) -> None:
        ink = self._surface.view.ink
        painter.translate(self._surface.corner())
        painter.setClipRect(QRectF(0.0, 0.0, scene.seen.width, scene.seen.height))
        painter.setPen(QPen(_faint(ink.theme.muted, _GRID), 1.0))
        painter.drawLines(self._grid)
        _paint_halos(painter, scene, ink)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._band is not None:
            _paint_band(painter, self._band, ink)
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


def _paint_band(painter: QPainter, band: Band, ink: Ink) -> None:
    one, other = (QPointF(corner.across, corner.down) for corner in band)
    painter.setPen(QPen(QColor(ink.theme.text), 1.0, Qt.PenStyle.DashLine))
    painter.setBrush(_faint(ink.theme.text, _BOX))
    painter.drawRect(QRectF(one, other).normalized())


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
