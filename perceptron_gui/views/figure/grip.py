"""Buttons in the corner of a figure: a grip to drag or export it, and one that enlarges it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon

SIZE = 16  # pixels, which is what Qt has room for in a title
_EDGE = 2  # pixels to the corner
CORNER = SIZE + 8  # what a grip in a corner takes of the width
_SHOWN_WIDTH = 160  # of what hangs on the pointer

Carry = Callable[[QDrag], Qt.DropAction]  # follows the pointer until something takes the drag


class FigureGrip(QToolButton):
    """Asks for its figure when it is pulled, and lets it go with the pointer once it is there."""

    figure_requested = Signal()
    drag_ended = Signal(bool)  # whether the figure was dropped somewhere

    def __init__(
        self, name: str, parent: QWidget | None = None, carry: Carry | None = None
    ) -> None:
        super().__init__(parent)
        self._carry = carry or (lambda drag: drag.exec(Qt.DropAction.CopyAction))
        self.setAutoRaise(True)
        self.setIconSize(QSize(SIZE, SIZE))
        self.setAccessibleName(f"Export or drag: {name}")
        self.setToolTip("Drag this figure into another program, or click to export it")
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setIcon(themed_icon("export"))
        self._pressed_at: QPoint | None = None
        self._is_pulled = False

    def offer(self, data: QMimeData, picture: QPixmap) -> None:
        """Let the requested figure go; it is ignored once the grip was released."""
        if not self._is_pulled:
            return
        self._pressed_at, self._is_pulled = None, False
        drag = QDrag(self)
        drag.setMimeData(data)
        if not picture.isNull():
            way = Qt.TransformationMode.SmoothTransformation
            drag.setPixmap(picture.scaledToWidth(_SHOWN_WIDTH, way))
        taken = self._carry(drag)
        self.drag_ended.emit(taken != Qt.DropAction.IgnoreAction)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            super().mouseMoveEvent(event)
            return
        way = (event.position().toPoint() - self._pressed_at).manhattanLength()
        if not self._is_pulled and way >= QApplication.startDragDistance():
            self._is_pulled = True
            self.setDown(False)  # this is no click any more
            self.figure_requested.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Click, unless it was pulled before its figure was there."""
        pulled, self._pressed_at, self._is_pulled = self._is_pulled, None, False
        if pulled:
            self.drag_ended.emit(False)
        else:
            super().mouseReleaseEvent(event)


def put_in_corner(button: QToolButton) -> None:
    """Put a button into the upper right corner of its parent, which does so at every new size.

    A layout would lay out the whole window again whenever something on the parent comes or goes.
    """
    below = button.parentWidget()
    assert below is not None
    button.adjustSize()
    button.move(below.width() - button.width() - _EDGE, _EDGE)


_ENLARGE = "Let this figure fill the page (a double-click does so too)"
_SHRINK = "Show all figures of the page again (a double-click or Esc does so too)"


class EnlargeButton(QToolButton):
    """Lies in the upper right corner of a widget, and says what a click on it does."""

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self.setAutoRaise(True)
        self.setIconSize(QSize(SIZE, SIZE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_large(False)

    @property
    def corner(self) -> int:
        """How much of the width it takes, in pixels."""
        return 0 if self.isHidden() else CORNER

    def show_large(self, is_large: bool) -> None:
        """Offer to enlarge, or to go back."""
        tip = _SHRINK if is_large else _ENLARGE
        named(self, "Show all figures again" if is_large else "Enlarge this figure", tip)
        self.setIcon(themed_icon("shrink" if is_large else "enlarge"))
