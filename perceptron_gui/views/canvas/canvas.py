"""The canvas: the plane that points are painted on, made of a surface, a pointer and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure

from .drag import FRAME_MS
from .keys import CanvasKeys
from .pointer import CanvasPointer
from .requests import CanvasRequests
from .surface import CanvasSurface


class Canvas(QWidget):
    """Points are painted and moved here; requests go up, and what becomes of them is shown.

    The surface shows, the pointer and the keys turn events into requests. Here the events of Qt
    find their part.
    """

    aspect_changed = Signal(float)  # width over height of the box of the marks
    edit_requested = Signal(str, object, str)  # as in CanvasRequests, and so are the next four
    edit_finished = Signal()
    selection_requested = Signal(object)
    weights_requested = Signal(object, str)
    range_requested = Signal(object)
    pointed_at = Signal(object)  # x and y under the pointer, or None
    hint_changed = Signal(str)  # what the tool does, or why it does nothing
    space_tapped = Signal()  # the space bar was pressed, and not to pan

    def __init__(self, parent: QWidget | None = None, interval: int = FRAME_MS) -> None:
        super().__init__(parent)
        self.setAccessibleName("Canvas")
        self.setAccessibleDescription("The points, the decision line and the weights")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        # The right button paints.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._surface = surface = CanvasSurface(self)
        self.requests = CanvasRequests(surface.scene, self)
        self.pointer = CanvasPointer(self, surface, self.requests, interval)
        self._keys = CanvasKeys(surface, self.requests, self.pointer)
        # What is shown on the surface, and where it is.
        self.scene, self.corner = surface.scene, surface.corner
        self.values_at, self.position_of = surface.values_at, surface.position_of
        self.show_class, self.show_snap = surface.show_class, surface.show_snap
        self.show_selection, self.show_weights = surface.show_selection, surface.show_weights
        self.show_theme, self.show_tool = surface.show_theme, self.pointer.show_tool
        self._connect()

    def _connect(self) -> None:
        self._surface.aspect_changed.connect(self.aspect_changed)
        self.requests.edit_requested.connect(self.edit_requested)
        self.requests.edit_finished.connect(self.edit_finished)
        self.requests.selection_requested.connect(self.selection_requested)
        self.requests.weights_requested.connect(self.weights_requested)
        self.requests.range_requested.connect(self.range_requested)
        self.pointer.pointed_at.connect(self.pointed_at)
        self.pointer.hint_changed.connect(self.hint_changed)
        self._keys.space_tapped.connect(self.space_tapped)

    @property
    def figure(self) -> Figure:
        """What is drawn."""
        return self._surface.figure

    @property
    def hint(self) -> str:
        """What the tool does, or why it does nothing."""
        return self.pointer.hint

    def fit(self) -> None:
        """Ask for the whole picture."""
        self.requests.fit()

    def show_figure(self, figure: Figure) -> None:
        """Show the boundary, as it is after a visit."""
        seen = self.scene().seen
        self._surface.show_figure(figure)
        self.pointer.show_moved(self.scene().seen != seen)

    def show_dataset(self, dataset: Dataset) -> None:
        """Store the points that are edited."""
        was_editable = self.scene().is_editable
        self._surface.show_dataset(dataset)
        if was_editable and not self.scene().is_editable:
            self.pointer.drop()
        self.pointer.show_hint()

    def sizeHint(self) -> QSize:
        """Return a size that most data look well in."""
        return QSize(760, 560)

    def minimumSizeHint(self) -> QSize:
        """Return the size below which nothing can be pointed at."""
        return QSize(240, 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the widget."""
        self._surface.setGeometry(self.rect())

    def event(self, event: QEvent) -> bool:
        """Handle keys of the canvas before shortcuts do."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._keys.handles(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys of the canvas to its keys."""
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Pass keys that are let go to the keys."""
        if not event.isAutoRepeat():
            self._keys.release(event)
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget keys that are let go elsewhere."""
        self._keys.forget()
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pass presses to the pointer."""
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pass moves to the pointer."""
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pass releases to the pointer."""
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pass double clicks to the pointer."""
        self.pointer.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Pass turns of the wheel to the pointer."""
        self.pointer.zoom(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell the pointer that it is elsewhere."""
        self.pointer.leave()

    def hideEvent(self, event: QHideEvent) -> None:
        """End what the pointer does."""
        self.pointer.finish()
