"""Where pages and panels are placed: boxes, a stack of pages, and a column that scrolls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

MakePage = Callable[[], QWidget]
Box = TypeVar("Box", bound=QBoxLayout)
Part = QWidget | QLayout
_LEAST = QSize(240, 200)
_LETTERS = 44  # of an explanation in a line


def filled(
    box: Box,
    *parts: Part | tuple[Part, int] | int,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
    spacing: int | None = None,
) -> Box:
    """Put parts into a box, some with their stretch; a number stretches the room between them."""
    box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        each, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(each, int):
            box.addStretch(each)
        elif isinstance(each, QLayout):
            box.addLayout(each, stretch)
        else:
            box.addWidget(each, stretch)
    return box


def card(part: QWidget) -> QFrame:
    """Return a part of the window with a frame and the ground of a page around it."""
    frame = QFrame()
    frame.setObjectName("card")
    filled(QVBoxLayout(frame), part, margins=(6, 6, 6, 6))
    return frame


def discard(layout: QLayout, *widgets: QWidget) -> None:
    """Take widgets out of their layout, and delete them.

    A row that comes and goes is a widget with a layout, never a layout added to another one:
    Python keeps the items of that one, Qt deletes them silently, and a widget that is later made
    at their place in memory crashes when it goes.
    """
    for widget in widgets:
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()


def is_seen(widget: QWidget) -> bool:
    """Tell whether a widget is on screen, and not in a panel behind another one.

    Qt keeps such panels outside the window. What it says itself, `visibleRegion`, takes far longer
    while things move: it leaves out all that lies on the widget.
    """
    if not widget.isVisible():
        return False
    window = widget.window()
    return window.rect().intersects(QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()))


class PageStack(QStackedWidget):
    """Shows one page at a time; pages behind the first are made when they are first seen."""

    page_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._names: list[str] = []
        self._places: list[QVBoxLayout] = []
        self._makers: dict[str, MakePage] = {}

    @property
    def shown(self) -> str:
        """The name of the page that is seen."""
        return self._names[self.currentIndex()]

    def add_page(self, name: str, make: MakePage) -> None:
        """Add a page after the others; the first to come is made at once."""
        self._names.append(name)
        self._makers[name] = make
        place = QWidget()
        self._places.append(filled(QVBoxLayout(place)))
        self.addWidget(place)
        if self.count() == 1:
            self._fill(0)

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        number = self._names.index(name)
        if number != self.currentIndex():
            self._fill(number)
            self.setCurrentIndex(number)
            self.page_changed.emit(name)

    def _fill(self, number: int) -> None:
        make = self._makers.pop(self._names[number], None)
        if make is not None:
            self._places[number].addWidget(make())

    def minimumSizeHint(self) -> QSize:
        """Ask for no more where letters are large: the window has to fit on its screen."""
        return _LEAST


class ScrollColumn(QScrollArea):
    """Scrolls up and down only, so it is never narrower than what it holds."""

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        self.body = body
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(body)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for more width when the column needs it; Qt would cut off what is too wide."""
        if watched is self.body and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        width = self.body.minimumSizeHint().width() + bar
        return QSize(width, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return a width at which most explanations take one line or two."""
        width = _LETTERS * self.fontMetrics().averageCharWidth()
        return QSize(max(width, self.minimumSizeHint().width()), super().sizeHint().height())
