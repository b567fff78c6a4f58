"""The middle of the window: the headline, and below it the pages or a panel that was enlarged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.views.chrome.dock import DockBar, DockPanel
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import LargeLabel

BACK = "Put this panel back to its place (Esc)"
_LARGER_POINTS = 6  # of the letters of a text in the middle


class EnlargedPanel(QWidget):
    """The part of a panel below a title; a double-click on that, or its button, puts it back."""

    back_requested = Signal()

    def __init__(self, title: str, part: QWidget) -> None:
        super().__init__()
        self.part = part
        self.title = LargeLabel()
        self.title.show_words(title)
        self.back = named(QToolButton(), f"Put back: {title}", BACK)
        self.back.setIcon(themed_icon("shrink"))
        self.back.clicked.connect(self.back_requested)
        bar = DockBar(self.title)
        bar.setToolTip(BACK)
        bar.add(self.back)
        bar.double_clicked.connect(self.back_requested)
        filled(QVBoxLayout(self), bar, (part, 1), spacing=0)
        part.show()
        self._zoom(_LARGER_POINTS)

    def release(self) -> QWidget:
        """Return the part as it was."""
        self._zoom(-_LARGER_POINTS)
        return self.part

    def _zoom(self, points: int) -> None:
        for text in self.part.findChildren(QTextEdit):
            text.zoomIn(points)


class Middle(QWidget):
    """Shows the pages, or one panel in their place; `enlarged` is its name."""

    changed = Signal()  # something else is seen

    def __init__(self, above: Sequence[QWidget], pages: QWidget) -> None:
        super().__init__()
        self.enlarged = ""
        self._dock: DockPanel | None = None
        self._pages = pages
        self._stack = QStackedWidget()
        self._stack.addWidget(pages)
        column = filled(QVBoxLayout(), *above, (self._stack, 1), spacing=0)
        self._row = filled(QHBoxLayout(self), (column, 1), spacing=0)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._escape.setContext(Qt.ShortcutContext.WindowShortcut)
        self._escape.setEnabled(False)
        self._escape.activated.connect(self.put_back)

    def add_beside(self, part: QWidget) -> None:
        """Show something at the left of the pages."""
        self._row.insertWidget(0, part)

    def follow(self, docks: Mapping[str, DockPanel]) -> None:
        """Enlarge panels when their titles ask for it."""
        for name, dock in docks.items():
            dock.enlarge_requested.connect(partial(self.enlarge, name, dock))

    def enlarge(self, name: str, dock: DockPanel) -> None:
        """Show a panel in place of the pages."""
        self.put_back()
        part = dock.widget()
        if part is None:
            return
        self.enlarged, self._dock = name, dock
        place = EnlargedPanel(dock.windowTitle(), part)
        place.back_requested.connect(self.put_back)
        dock.hide()
        self._stack.setCurrentIndex(self._stack.addWidget(place))
        self._escape.setEnabled(True)
        part.setFocus()  # the plane, which had it, is not seen any more
        self.changed.emit()

    @Slot()
    def put_back(self) -> None:
        """Show the pages again, and the panel where it was."""
        dock, place = self._dock, self._stack.currentWidget()
        if dock is None or not isinstance(place, EnlargedPanel):
            return
        self.enlarged, self._dock = "", None
        self._escape.setEnabled(False)
        self._stack.setCurrentWidget(self._pages)
        self._stack.removeWidget(place)
        dock.setWidget(place.release())
        dock.show()
        dock.raise_()
        place.deleteLater()
        self.changed.emit()
