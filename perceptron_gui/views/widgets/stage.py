"""Where pages and panels are placed: boxes, a stack of pages, and a column that scrolls."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, QPoint, QRect, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QLayout,
    QProxyStyle,
    QScrollArea,
    QStyle,
    QStyleOption,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

MakePage = Callable[[], QWidget]
Box = TypeVar("Box", bound=QBoxLayout)
Part = QWidget | QLayout
_LEAST = QSize(240, 200)
_LETTERS = 44  # of an explanation in a line
_MOST_SPARED = 18  # pixels of the room around the name of a page
_FRAME = 4  # pixels of the lines around it
_MARK = 3  # pixels, along the outer edge of a tab
_SMALLEST = 0.6  # of the letters


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


class TabStyle(QProxyStyle):
    """Takes some of the room beside the names of tabs, and marks the one in front.

    Fusion tells it by its shade alone, and there is none where the window is as dark as the page.
    """

    spared = 0  # pixels of every tab

    def __init__(self, owner: QWidget) -> None:
        """Make a style over that of the program: without a name it would be the desktop's."""
        super().__init__(QApplication.style().name())
        self.setParent(owner)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        super().drawControl(element, option, painter, widget)
        palette, is_tab = option.palette, element == QStyle.ControlElement.CE_TabBarTabShape
        is_front = is_tab and QStyle.StateFlag.State_Selected in option.state
        if is_front and palette.window() == palette.base() and isinstance(widget, QTabBar):
            mark = QRect(option.rect)
            mark.setHeight(_MARK)
            if widget.shape() == QTabBar.Shape.RoundedSouth:
                mark.moveBottom(option.rect.bottom())
            painter.fillRect(mark, palette.highlight())

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        found = super().pixelMetric(metric, option, widget)
        return found - self.spared if metric == QStyle.PixelMetric.PM_TabBarTabHSpace else found


class _Tabs(QTabBar):
    """Tabs that stand closer together, and then in smaller letters, where there is little room."""

    def __init__(self) -> None:
        super().__init__()
        self._close = TabStyle(self)
        self.setStyle(self._close)
        self.setExpanding(False)

    def tabSizeHint(self, index: int) -> QSize:
        """Return the same height for letters of any size: what is below stays where it is."""
        hint, letters = super().tabSizeHint(index), QFontMetrics(QApplication.font()).height()
        return QSize(hint.width(), hint.height() - self.fontMetrics().height() + letters)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit(event.size().width())
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationFontChange:
            self._fit(self.width())

    def _fit(self, width: int) -> None:
        font, before = QApplication.font(), (self._close.spared, self.font().pointSizeF())
        self._close.spared = 0
        around = self.style().pixelMetric(QStyle.PixelMetric.PM_TabBarTabHSpace) + _FRAME
        titles = [self.tabText(at) for at in range(self.count())]
        letters = sum(QFontMetrics(font).horizontalAdvance(title) for title in titles)
        lacking = letters + len(titles) * around - width
        spared = min(max(0, math.ceil(lacking / max(1, len(titles)))), _MOST_SPARED)
        left = width - len(titles) * (around - spared)
        scale = min(1.0, max(_SMALLEST, left / max(1, letters)))
        font.setPointSizeF(scale * font.pointSizeF())
        self._close.spared = spared
        if before != (spared, font.pointSizeF()):
            self.setFont(font)
            self.updateGeometry()


class PageStack(QTabWidget):
    """Shows one page at a time; pages behind the first are made when they are first seen."""

    page_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(_Tabs())
        self.setDocumentMode(True)
        self.tabBar().setAccessibleName("What is shown in the middle")
        self._names: list[str] = []
        self._places: list[QVBoxLayout] = []
        self._makers: dict[str, MakePage] = {}
        self.currentChanged.connect(self._on_current_changed)

    @property
    def shown(self) -> str:
        """The name of the page that is seen."""
        return self._names[self.currentIndex()]

    def add_page(
        self, name: str, title: str, tip: str, make: MakePage, is_first: bool = False
    ) -> None:
        """Add a page after the others, or before them; the first to come is made at once."""
        is_only = not self._names
        at = 0 if is_first else len(self._names)
        self._names.insert(at, name)
        self._makers[name] = make
        place = QWidget()
        self._places.insert(at, filled(QVBoxLayout(place)))
        with QSignalBlocker(self):  # the page that is seen stays the same
            self.insertTab(at, place, title)
        self.setTabToolTip(at, tip)
        if is_only:
            self._fill(0)

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        self.setCurrentIndex(self._names.index(name))

    def allow_page(self, name: str, is_allowed: bool) -> None:
        """Let a page be chosen, or not."""
        self.setTabEnabled(self._names.index(name), is_allowed)

    @Slot(int)
    def _on_current_changed(self, number: int) -> None:
        if not 0 <= number < len(self._names):  # the first tab is shown before it has a name
            return
        self._fill(number)
        self.page_changed.emit(self._names[number])

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

    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        width = self.body.minimumSizeHint().width() + bar
        return QSize(width, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return a width at which most explanations take one line or two."""
        width = _LETTERS * self.fontMetrics().averageCharWidth()
        return QSize(max(width, self.minimumSizeHint().width()), super().sizeHint().height())
