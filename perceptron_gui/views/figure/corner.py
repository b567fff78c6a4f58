"""Buttons in the corner of a figure: one exports it, the other enlarges it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import filled

_SIZE = 16  # pixels, which is what Qt has room for in a title
_EDGE, _BETWEEN = 2, 2  # pixels to the corner, and from button to button


class ExportButton(QToolButton):
    """Exports a figure when it is clicked."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("small")
        self.setIconSize(QSize(_SIZE, _SIZE))
        named(self, f"Export: {name}", "Export this figure")
        self.setIcon(themed_icon("export"))


class CornerRow(QWidget):
    """Buttons in the upper right corner of a figure, whose words leave them room."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = filled(QHBoxLayout(self), spacing=_BETWEEN)

    def add(self, button: QToolButton) -> None:
        """Put a button before the others."""
        self._row.insertWidget(0, button)

    def place(self, width: int) -> int:
        """Lie in the corner of a figure so wide, and return how much of it the buttons take."""
        size = self.sizeHint()
        self.setGeometry(width - size.width() - _EDGE, _EDGE, size.width(), size.height())
        return size.width() + 2 * _EDGE if size.width() else 0

    def event(self, event: QEvent) -> bool:
        is_done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # one of the buttons has come or gone
            self.changed.emit()
        return is_done


_ENLARGE = "Let this figure fill the page (a double-click does so too)"
_SHRINK = "Show all figures of the page again (a double-click or Esc does so too)"


class EnlargeButton(QToolButton):
    """Says what a click on it does."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("small")
        self.setIconSize(QSize(_SIZE, _SIZE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_large(False)

    def show_large(self, is_large: bool) -> None:
        """Offer to enlarge, or to go back."""
        tip = _SHRINK if is_large else _ENLARGE
        named(self, "Show all figures again" if is_large else "Enlarge this figure", tip)
        self.setIcon(themed_icon("shrink" if is_large else "enlarge"))
