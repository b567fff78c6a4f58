"""The canvas: the plane that points are painted on. It shows a figure, and asks for changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from perceptron_gui.core.data.dataset import Dataset, Indices
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Dots, Points, Values
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.figures.plane.turning import with_arrow
from perceptron_gui.views.figure.access import FigureAccess
from perceptron_gui.views.figure.view import FigureView

from .keys import CanvasKeys
from .motion import LineTurn
from .overlay import AnswerBar, CanvasOverlay
from .placing import PlacingCursor
from .pointer import FRAME_MS, CanvasPointer
from .tools.gestures import EditRequest, RangeRequest, Requests, SelectRequest, WeightsRequest
from .tools.scene import CanvasScene
from .tools.selection import handles_of, selection_of

_ON_THE_OVERLAY = ("selection", "snap", "scale")  # what of a scene is painted above the figure


class Canvas(QWidget):
    """Points are painted and moved here; requests go up, and what becomes of them is shown.

    `merge` is the same for all requests that are one step of undo.
    """

    edit_requested = Signal(str, object, str)  # name, an edit of core.data.edits, merge
    edit_finished = Signal()  # nothing joins the last step any more
    selection_requested = Signal(object)  # indices, a tuple
    weights_requested = Signal(object, str)  # a tuple or None for those before the drag, merge
    range_requested = Signal(object)  # x0, x1, y0, y1, or None for one that fits
    aspect_changed = Signal(float)  # width over height that the plane needs to fill its box

    def __init__(self, interval: int = FRAME_MS) -> None:
        super().__init__()
        self.setAccessibleName("Plane")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        # The right button paints.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.view = FigureView(self)
        self.view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.view.aspect_changed.connect(self.aspect_changed)
        self.overlay = CanvasOverlay(self)
        self.turning = LineTurn(self.view.plot, self)
        self.pointer = CanvasPointer(self, interval)
        self.keys = CanvasKeys(self)
        self.placing = PlacingCursor(self)
        self.view.corner.setParent(self)  # above the overlay, and within reach of the mouse
        self.answers = AnswerBar(self)
        self._scene = CanvasScene(Dataset.of([], []), scale=self.view.ink.scale)
        self._weights: tuple[float, ...] | None = None
        self._bias_scale = 1.0
        self._figure = self.view.figure  # as it came
        self._held: Values | None = None  # foot and tip (2, 2) of an arrow that is held
        self._view_held_for = ""  # the step of undo for which the view stays

    @property
    def figure(self) -> Figure:
        return self.view.figure

    def accessible(self) -> FigureAccess:
        """Return what stands for the plane where it is not seen."""
        return FigureAccess(self, self, lambda: (self.view, self.overlay))

    def scene(self) -> CanvasScene:
        """Return everything that is shown, as tools see it."""
        seen = self.view.plot.seen
        # Before it is drawn for the first time the box has no size.
        if seen is not self._scene.seen and seen.width > 0 and seen.height > 0:
            self._scene = replace(self._scene, seen=seen)
        return self._scene

    def position_of(self, x: float, y: float) -> QPointF:
        return self.view.position_of(x, y)

    def corner(self) -> QPointF:
        """Return where the box of the marks begins."""
        return self.view.plot.corner

    def room(self) -> QRect:
        """Return the box of the marks in pixels of the canvas."""
        seen = self.scene().seen
        return QRectF(self.corner(), QSizeF(seen.width, seen.height)).toAlignedRect()

    def asked_places(self) -> list[QPointF]:
        """Return where the points lie that are asked about, or were visited last."""
        marks = [self._figure.mark(k) for k in ("asked", "visited points") if self._figure.has(k)]
        found = [mark for mark in marks if isinstance(mark, Dots | Points)]
        places = [place for mark in found for place in zip(mark.x, mark.y, strict=True)]
        return [self.position_of(x, y) for x, y in places]

    def show_figure(self, figure: Figure) -> None:
        """Show the boundary, as it is after a visit."""
        seen = self.view.plot.seen
        self._draw(figure)
        self.answers.make_room()
        self.pointer.show_moved(self.view.plot.seen != seen)

    def _draw(self, figure: Figure) -> None:
        before, self._figure = self._figure, figure
        self.turning.stop()
        self.view.show_figure(figure if self._held is None else with_arrow(figure, self._held))
        if self._held is None:
            self.turning.start(before, figure)
        self._find_handles()

    def show_held(self, arrow: Values | None) -> None:
        """Show the arrow of the weights where it is held, from the next figure on; None lets go."""
        is_let_go = arrow is None and self._held is not None
        self._held = arrow
        if is_let_go:
            self._draw(self._figure)

    def show_weights(self, weights: Sequence[float] | None, bias_scale: float = 1.0) -> None:
        """Store the weights of the shown line, the constant last; None if not set by hand."""
        self._weights = None if weights is None else tuple(float(w) for w in weights)
        self._bias_scale = float(bias_scale)
        self._find_handles()

    def show_dataset(self, dataset: Dataset) -> None:
        was_editable = self._scene.is_editable
        self._change("dataset", dataset)
        if was_editable and not self._scene.is_editable:
            self.pointer.drop()
            self.placing.show(False)
        if self.placing.place is not None:
            self.placing.tell()
        self.pointer.show_hint()

    def show_selection(self, indices: Iterable[int] | Indices) -> None:
        """Put a frame around selected points."""
        self._change("selection", selection_of(indices))

    def show_class(self, label: int) -> None:
        """Paint points of this class from now on."""
        self._change("label", label)

    def show_snap(self, step: float | None) -> None:
        """Snap points to a visible grid of this step; None turns snapping off."""
        self._change("snap", step)

    def show_theme(self, theme: Theme, scale: float) -> None:
        self.view.show_theme(theme, scale)
        self.overlay.update()
        self._change("scale", self.view.ink.scale)
        self.answers.show_theme(theme)

    def fit(self) -> None:
        """Ask for the whole picture."""
        self.range_requested.emit(None)

    def request(self, requests: Requests, merge: str = "") -> None:
        """Announce every request of a tool or a key by its signal."""
        for request in requests:
            match request:
                case EditRequest(name, edit):
                    self._hold_view(merge)
                    self.edit_requested.emit(name, edit, merge)
                case SelectRequest(indices):
                    self.selection_requested.emit(tuple(indices.tolist()))
                case WeightsRequest(weights):
                    self._hold_view(merge)
                    self.weights_requested.emit(weights, merge)
                case RangeRequest(seen):
                    self.range_requested.emit(seen)

    def _hold_view(self, merge: str) -> None:
        """Ask for what is seen to stay, else points would run away from the pointer."""
        if merge and merge != self._view_held_for:
            self._view_held_for = merge
            self.range_requested.emit(self.scene().range)

    def _find_handles(self) -> None:
        self._change("handles", handles_of(self.view.figure, self._weights, self._bias_scale))

    def _change(self, field: str, value: Any) -> None:
        old, is_array = getattr(self._scene, field), isinstance(value, np.ndarray)
        if not (np.array_equal(value, old) if is_array else value == old):
            self._scene = replace(self._scene, **{field: value})
            # The next figure, which repaints all, shows other points and handles.
            if field in _ON_THE_OVERLAY:
                self.overlay.update()

    def sizeHint(self) -> QSize:
        return QSize(760, 560)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.view.setGeometry(self.rect())
        self.overlay.setGeometry(self.rect())
        self.answers.make_room()

    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self.keys.handles(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keys.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.keys.release(event)
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.keys.forget()
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.turning.stop()  # what is pressed stands still
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointer.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.pointer.zoom(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer.leave()

    def showEvent(self, event: QShowEvent) -> None:
        self.pointer.show_hint()

    def hideEvent(self, event: QHideEvent) -> None:
        self.turning.stop()
        self.pointer.finish()
        self.pointer.show_hint()
