"""What lies above the figure of the plane: grid, selected points, hints, what a tool would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style
from perceptron_gui.theory.run_text.poll import Poll, Score
from perceptron_gui.views.paint.ink import Ink, Marker
from perceptron_gui.views.widgets.poll import PollBox

from .tools.scene import CanvasScene, Pointer, grid_lines
from .tools.table import Ghost

if TYPE_CHECKING:
    from .canvas import Canvas

# How strong grid, box and ghost are.
_GRID, _BOX, _GHOST = 0.16, 0.12, 0.5
_HALO_SIZE, _HALO_WIDTH = 13.0, 1.0  # in points of markers
_LABEL_PAD, _FRAME = 6.0, 3.0  # pixels
# From where to where the arms of the cursor reach, in points, and how thick they are.
_CROSS, _CROSS_WIDTH = (10.0, 19.0), 1.25

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
        self._cursor: Values | None = None
        self.preview = ""

    def show_preview(self, words: str) -> None:
        """Say that the plane shows another visit than all else; nothing to say takes it away."""
        if words != self.preview:
            self.preview = words
            self.update()

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

    def show_cursor(self, place: Values | None) -> None:
        """Show where keys would place a point, at x and y (2,)."""
        self._cursor = place
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
        reach = max(ghost.ring, _HALO_SIZE * self._canvas.scene().marker_scale) + 2
        centre = QPointF(ghost.across, ghost.down) + self._canvas.corner()
        size = QPointF(reach, reach)
        self.update(QRectF(centre - size, centre + size).toAlignedRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        scene = self._canvas.scene()
        has_cursor = self._cursor is not None
        grid = _grid(scene) if self._shows_grid or has_cursor else []
        is_used = grid or len(scene.chosen) or self._band or self._ghost or self.preview
        if not (is_used or has_cursor):
            return  # the usual case; painting here repaints all that lies below
        ink = self._canvas.view.ink
        # An exception must end the painter at once, or Qt crashes.
        with QPainter(self) as painter:
            painter.translate(self._canvas.corner())
            painter.setClipRect(QRectF(0.0, 0.0, scene.seen.width, scene.seen.height))
            painter.setPen(QPen(_faint(ink.theme.muted, _GRID), 1.0))
            painter.drawLines(grid)
            _paint_halos(painter, scene, self.palette().accent().color().name())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._band is not None:
                one, other = (QPointF(corner.across, corner.down) for corner in self._band)
                painter.setPen(QPen(QColor(ink.theme.text), 1.0, Qt.PenStyle.DashLine))
                painter.setBrush(_faint(ink.theme.text, _BOX))
                painter.drawRect(QRectF(one, other).normalized())
            if self._ghost is not None:
                _paint_ghost(painter, self._ghost, ink, scene.marker_scale)
            if self._cursor is not None:
                _paint_cursor(painter, scene, self._cursor, ink)
            if self.preview:
                self._paint_preview(painter, scene, ink)

    def _paint_preview(self, painter: QPainter, scene: CanvasScene, ink: Ink) -> None:
        """Frame the plane, and say in a corner of it which visit is seen."""
        accent = self.palette().accent().color()
        box = QRectF(0.0, 0.0, scene.seen.width, scene.seen.height)
        painter.setPen(QPen(accent, 2 * _FRAME))  # the outer half is cut off
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        painter.setFont(ink.font())
        words = painter.boundingRect(box, 0, self.preview)
        words.translate(_FRAME + _LABEL_PAD, _FRAME + _LABEL_PAD)
        painter.fillRect(words.adjusted(-_LABEL_PAD, -_LABEL_PAD, _LABEL_PAD, _LABEL_PAD), accent)
        painter.setPen(self.palette().highlightedText().color())
        painter.drawText(words, 0, self.preview)


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


def _paint_halos(painter: QPainter, scene: CanvasScene, color: str) -> None:
    """Paint a frame around every selected point; circles are taken by visits and the margin.

    Thin, as large as the markers need and in the accent: black ones hid the points of a crowd.
    """
    if not len(scene.chosen):
        return
    x, y = scene.pixels[scene.chosen].T
    shown = (x >= 0) & (x <= scene.seen.width) & (y >= 0) & (y <= scene.seen.height)
    look = Style(color, "", _HALO_WIDTH, marker="square", size=_HALO_SIZE)
    Marker(look, scene.marker_scale).stamp(painter, x[shown], y[shown])


def _paint_ghost(painter: QPainter, ghost: Ghost, ink: Ink, scale: float) -> None:
    place = QPointF(ghost.across, ghost.down)
    if ghost.ring:
        painter.setPen(QPen(QColor(ink.theme.muted), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place, ghost.ring, ghost.ring)
    if ghost.label:
        style = ink.style(Role.POSITIVE if ghost.label > 0 else Role.NEGATIVE)
        painter.setOpacity(_GHOST)
        x, y = np.array([ghost.across]), np.array([ghost.down])
        Marker(style, scale).stamp(painter, x, y)


def _paint_cursor(painter: QPainter, scene: CanvasScene, place: Values, ink: Ink) -> None:
    """Paint a cross with an open middle, and the point that Enter would add."""
    across, down = scene.pixels_of(place)[0].tolist()
    if not len(scene.found_at(place)):
        _paint_ghost(painter, Ghost(across, down, scene.label), ink, scene.marker_scale)
        painter.setOpacity(1.0)
    scale = scene.marker_scale
    inner, outer = (reach * scale for reach in _CROSS)
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    arms = [QLineF(across + inner * x, down + inner * y, across + outer * x, down + outer * y)
            for x, y in ways]  # fmt: skip
    for color, width in ((ink.theme.background, 3 * _CROSS_WIDTH), (ink.theme.text, _CROSS_WIDTH)):
        painter.setPen(QPen(QColor(color), width * scale))
        painter.drawLines(arms)


def _faint(color: str, share: float) -> QColor:
    faint = QColor(color)
    faint.setAlphaF(share)
    return faint


_ASKED_REACH = 9.0  # points of a marker: how far the rings around an asked point reach


class AnswerBar(PollBox):
    """A poll on the plane, with the score so far, where it hides the fewest points."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas, is_large=True)
        self.setAccessibleName("Prediction")
        self._canvas = canvas
        self.score = QLabel()
        self.answers.addWidget(self.score)
        self.setLayout(self.answers)

    def show_poll(self, poll: Poll | None, has_counters: bool = False) -> None:
        """Ask, or show what was true; None hides everything."""
        super().show_poll(poll, has_counters)
        if poll is not None:
            self.raise_()
            self.make_room()

    def show_score(self, score: Score) -> None:
        self.score.setText(f"<b>✓ {score.right}<br>✗ {score.wrong}</b>")
        self.score.setAccessibleName(f"So far {score.right} right and {score.wrong} wrong")
        self.score.setToolTip("All votes since this mode was chosen that were right, and wrong")
        self.score.setVisible(score != Score())

    def make_room(self) -> None:
        """Stand at the bottom, the top or in the middle, beside the point that is asked about."""
        layout = self.layout()
        if self.isHidden() or layout is None:
            return
        layout.activate()
        box = self._canvas.room()
        self.resize(self.sizeHint().boundedTo(box.size()))
        middle = QRect(QPoint(), self.size())
        middle.moveCenter(box.center())
        bottom, top = (middle.translated(0, by) for by in (
            box.bottom() - middle.bottom(), box.top() - middle.top()
        ))  # fmt: skip
        self.move(min((bottom, top, middle), key=self._hidden_below).topLeft())

    def _hidden_below(self, place: QRect) -> tuple[bool, int]:
        """Tell whether a place hides a point that is asked about, and how many points in all."""
        scene = self._canvas.scene()
        reach = round(_ASKED_REACH * scene.marker_scale)
        around = place.adjusted(-reach, -reach, reach, reach)
        hides_asked = any(around.contains(at.toPoint()) for at in self._canvas.asked_places())
        corner = self._canvas.corner()
        x, y = scene.pixels.T + np.array([[corner.x()], [corner.y()]])
        is_inside = (x >= around.left()) & (x <= around.right())
        is_inside &= (y >= around.top()) & (y <= around.bottom())
        return hides_asked, int(np.count_nonzero(is_inside))
