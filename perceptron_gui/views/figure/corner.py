"""Buttons in the corner of a figure: one exports it, the other enlarges it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon

SIZE = 16  # pixels, which is what Qt has room for in a title
_EDGE = 2  # pixels to the corner
CORNER = SIZE + 8  # what a button in a corner takes of the width


class ExportButton(QToolButton):
    """Exports a figure when it is clicked."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setIconSize(QSize(SIZE, SIZE))
        named(self, f"Export: {name}", "Export this figure")
        self.setIcon(themed_icon("export"))


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
