"""The surface of the canvas: the figure, what lies above it, and the scene that tools work on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import Indices
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Points
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.canvas.tools.scene import CanvasScene
from perceptron_gui.views.canvas.tools.selection import NONE, handles_of, selection_of
from perceptron_gui.views.figure.grip import CORNER
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.paint.ink import Ink
from perceptron_gui.views.widgets.theme import FAMILY

from .overlay import CanvasOverlay, are_alike

_POINTS = 72.0  # in an inch
_ALIKE = 1e-6


class CanvasSurface(QWidget):
    """Shows the plane and lets the mouse through to the canvas below."""

    aspect_changed = Signal(float)  # width over height of the box of the marks

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._view = FigureView(self)
        self._view.leave_corner(CORNER)
        self._last_scene = CanvasScene(Dataset.of([], []))
        self._weights: tuple[float, ...] | None = None
        self._bias_scale = 1.0
        self._aspect = 0.0
        self.overlay = CanvasOverlay(self.scene, self.corner, self)
        self.show_theme(THEMES[DEFAULT], 1.0)

    def scene(self) -> CanvasScene:
        """Return everything that is shown, as tools see it."""
        seen = self._view.plot.seen
        # Before it is drawn for the first time the box has no size.
        if seen != self._last_scene.seen and seen.width > 0 and seen.height > 0:
            self._last_scene = replace(self._last_scene, seen=seen)
        return self._last_scene

    def corner(self) -> QPointF:
        """Return where the box of the marks begins."""
        return QPointF(self._view.plot.widget.pos()) + self._view.plot.corner

    @property
    def figure(self) -> Figure:
        """What is drawn."""
        return self._view.figure

    def values_at(self, position: QPointF | QPoint) -> tuple[float, float]:
        """Return x and y at a position in this widget."""
        return self._view.values_at(QPointF(position))

    def position_of(self, x: float, y: float) -> QPointF:
        """Return where in this widget a point of the plane is."""
        return self._view.position_of(x, y)

    def show_figure(self, figure: Figure) -> None:
        """Show the boundary, as it is after a visit."""
        self._view.show_figure(figure)
        visited = _visited(figure)
        if not np.array_equal(visited, self._last_scene.visited):
            self._change(visited=visited)
        self._find_handles()
        self._announce_aspect()

    def show_weights(self, weights: Sequence[float] | None, bias_scale: float = 1.0) -> None:
        """Store the weights of the line that is shown; None where it cannot be set by hand.

        The weight of the constant coordinate, which is `bias_scale`, is last; a rule without an
        offset has none.
        """
        self._weights = None if weights is None else tuple(float(w) for w in weights)
        self._bias_scale = float(bias_scale)
        self._find_handles()

    def show_dataset(self, dataset: Dataset) -> None:
        """Store the points that are edited."""
        if dataset != self._last_scene.dataset:
            self._change(dataset=dataset)

    def show_selection(self, indices: Iterable[int] | Indices) -> None:
        """Put a frame around selected points."""
        selection = selection_of(indices)
        if not np.array_equal(selection, self._last_scene.selection):
            self._change(selection=selection)

    def show_class(self, label: int) -> None:
        """Paint points of this class from now on."""
        if label != self._last_scene.label:
            self._change(label=label)

    def show_snap(self, step: float | None) -> None:
        """Put points on a grid of this step, which is shown; None for none."""
        if step != self._last_scene.snap:
            self._change(snap=step)

    def show_theme(self, theme: Theme, scale: float) -> None:
        """Show everything in a theme and a size."""
        self._view.show_theme(theme, scale)
        ink = Ink(theme, FAMILY, scale * self.logicalDpiY() / _POINTS)
        self.overlay.show_ink(ink)
        if ink.scale != self._last_scene.scale:
            self._change(scale=ink.scale)
        self._announce_aspect()

    def _find_handles(self) -> None:
        figure, known = self._view.figure, self._last_scene.handles
        handles = handles_of(figure, self._weights, self._bias_scale)
        if handles != known:
            self._change(handles=handles)

    def _change(self, **fields: Any) -> None:
        before, self._last_scene = self._last_scene, replace(self._last_scene, **fields)
        if not are_alike(before, self._last_scene):
            self.overlay.update()

    def _announce_aspect(self) -> None:
        seen = self.scene().seen
        aspect = seen.width / seen.height
        if self.isVisible() and abs(aspect - self._aspect) > _ALIKE * aspect:
            self._aspect = aspect
            self.aspect_changed.emit(aspect)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the widget."""
        self._view.setGeometry(self.rect())
        self.overlay.setGeometry(self.rect())
        self._announce_aspect()

    def showEvent(self, event: QShowEvent) -> None:
        """Tell the size of what can be seen from now on."""
        self._announce_aspect()


def _visited(figure: Figure) -> Indices:
    if not figure.has("visited points"):
        return NONE
    mark = figure.mark("visited points")
    return selection_of(mark.index) if isinstance(mark, Points) else NONE
