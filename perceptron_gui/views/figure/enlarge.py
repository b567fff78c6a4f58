"""A button in the corner of a figure of a sheet, which lets the figure fill the page."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon

from .grip import CORNER, SIZE, Corner

ENLARGE = "Let this figure fill the page (a double-click does so too)"
SHRINK = "Show all figures of the page again (a double-click or Esc does so too)"


class EnlargeButton(QToolButton):
    """Lies in the upper right corner of a widget, and says what a click on it does."""

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self.setAutoRaise(True)
        self.setIconSize(QSize(SIZE, SIZE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_large(False)
        Corner(self, below)

    @property
    def corner(self) -> int:
        """How much of the width it takes, in pixels."""
        return 0 if self.isHidden() else CORNER

    def show_large(self, is_large: bool) -> None:
        """Offer to enlarge, or to go back."""
        tip = SHRINK if is_large else ENLARGE
        named(self, "Show all figures again" if is_large else "Enlarge this figure", tip)
        self.setIcon(themed_icon("shrink" if is_large else "enlarge"))
