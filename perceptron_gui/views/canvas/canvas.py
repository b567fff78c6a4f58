"""The canvas: the plane that points are painted on, made of a surface, a pointer and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.theme import Theme

from .answers import AnswerBar
from .pointer import FRAME_MS, CanvasPointer
from .requests import CanvasRequests
from .surface import CanvasSurface

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_FAR = 10  # steps with Shift
_DELETES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class Canvas(QWidget):
    """Points are painted and moved here; requests go up, and what becomes of them is shown."""

    figure_shown = Signal()

    def __init__(self, parent: QWidget | None = None, interval: int = FRAME_MS) -> None:
        super().__init__(parent)
        self.setAccessibleName("Canvas")
        self.setAccessibleDescription("The points, the decision line and the weights")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        # The right button paints.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.surface = surface = CanvasSurface(self)
        self.requests = requests = CanvasRequests(surface.scene, self)
        self.pointer = pointer = CanvasPointer(self, surface, requests, interval)
        self.answers = AnswerBar(self, surface.surroundings)
        self._keys = CanvasKeys(surface, requests, pointer)
        # What is shown on the surface, where it is, and what is asked for.
        self.scene, self.position_of = surface.scene, surface.view.position_of
        self.show_class, self.show_snap = surface.show_class, surface.show_snap
        self.show_selection, self.show_weights = surface.show_selection, surface.show_weights
        self.show_tool = pointer.show_tool
        self.turn_next, self.show_motion = surface.turning.expect, surface.turning.show_motion
        self.aspect_changed, self.space_tapped = surface.aspect_changed, self._keys.space_tapped
        self.pointed_at, self.hint_changed = pointer.pointed_at, pointer.hint_changed
        self.point_hovered = pointer.point_hovered
        self.edit_requested, self.edit_finished = requests.edit_requested, requests.edit_finished
        self.selection_requested = requests.selection_requested
        self.weights_requested = requests.weights_requested
        self.range_requested, self.fit = requests.range_requested, requests.fit

    @property
    def figure(self) -> Figure:
        """What is drawn."""
        return self.surface.view.figure

    def show_figure(self, figure: Figure) -> None:
        """Show the boundary, as it is after a visit."""
        seen = self.scene().seen
        self.surface.show_figure(figure)
        self.answers.make_room()
        self.pointer.show_moved(self.scene().seen != seen)
        self.figure_shown.emit()

    def show_theme(self, theme: Theme, scale: float) -> None:
        """Show everything in a theme and a size."""
        self.surface.show_theme(theme, scale)
        self.answers.show_theme(theme, scale)

    def show_dataset(self, dataset: Dataset) -> None:
        """Store the points that are edited."""
        was_editable = self.scene().is_editable
        self.surface.show_dataset(dataset)
        if was_editable and not self.scene().is_editable:
            self.pointer.dragging.drop()
        self.pointer.show_hint()

    def sizeHint(self) -> QSize:
        return QSize(760, 560)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.surface.setGeometry(self.rect())
        self.answers.make_room()

    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._keys.handles(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self._keys.release(event)
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._keys.forget()
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.surface.turning.stop()  # what is pressed stands still
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
        self.surface.turning.stop()
        self.pointer.dragging.finish()
        self.pointer.show_hint()


class CanvasKeys(QObject):
    """Turns keys into requests; a key that is held is one step of undo."""

    space_tapped = Signal()  # the space bar was pressed, and not to pan

    def __init__(
        self, surface: CanvasSurface, requests: CanvasRequests, pointer: CanvasPointer
    ) -> None:
        super().__init__(surface)
        self._surface, self._requests, self._pointer = surface, requests, pointer
        self._nudges, self._is_nudging = 0, False

    def handles(self, event: QKeyEvent) -> bool:
        """Tell whether a key belongs to the canvas, though it may be a shortcut as well."""
        has_selection = bool(len(self._surface.scene().chosen))
        if event.key() == Qt.Key.Key_Space:
            return _is_bare(event)
        if event.key() == Qt.Key.Key_Escape:
            return self._pointer.is_dragging or has_selection
        return nudge_of(event) is not None and has_selection

    def press(self, event: QKeyEvent) -> bool:
        """Nudge, delete, cancel, or make ready to pan; tell whether the key was one of these."""
        steps = nudge_of(event)
        if event.key() == Qt.Key.Key_Shift:
            self._pointer.show_shift(True)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._requests.select_all()
        elif event.key() in _DELETES and _is_bare(event):
            self._requests.delete_selection()
        elif not self.handles(event):
            return False
        elif event.key() == Qt.Key.Key_Space:
            self._pointer.set_panning(True)
        elif event.key() == Qt.Key.Key_Escape and self._pointer.is_dragging:
            self._pointer.dragging.cancel()
        elif event.key() == Qt.Key.Key_Escape:
            self._requests.select_nothing()
        elif steps is not None:
            self._nudge(steps)
        return True

    def release(self, event: QKeyEvent) -> None:
        """End what holding a key has begun."""
        if event.key() == Qt.Key.Key_Shift:
            self._pointer.show_shift(False)
        elif event.key() == Qt.Key.Key_Space and self._pointer.set_panning(False):
            self.space_tapped.emit()
        elif event.key() in _ARROWS:
            self._finish_nudging()

    def forget(self) -> None:
        """Forget keys that are let go elsewhere."""
        self._pointer.set_panning(False)
        self._finish_nudging()

    def _nudge(self, steps: tuple[int, int]) -> None:
        if not self._is_nudging:
            self._is_nudging = True
            self._nudges += 1
        self._requests.nudge(*steps, merge=f"nudge {self._nudges}")

    def _finish_nudging(self) -> None:
        if self._is_nudging:
            self._is_nudging = False
            self._requests.edit_finished.emit()


def _is_bare(event: QKeyEvent, besides: Qt.KeyboardModifier = _KEYPAD) -> bool:
    """Tell whether a key is pressed without others that change its meaning."""
    return not event.modifiers() & ~(besides | _KEYPAD)


def nudge_of(event: QKeyEvent) -> tuple[int, int] | None:
    """Return how many steps right and up an arrow key goes; None for other keys."""
    if event.key() not in _ARROWS or not _is_bare(event, _SHIFT):
        return None
    far = _FAR if event.modifiers() & _SHIFT else 1
    across, up = _ARROWS[Qt.Key(event.key())]
    return far * across, far * up
