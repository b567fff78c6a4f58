"""Pictures below a button: every data set, and every pair of coordinates that points have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.figure.grip import CORNER
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import ScrollColumn, filled
from perceptron_gui.views.widgets.text import MenuButton

from .cards import GAP, Card, CardGrid, PictureButton, neighbour, thumbnail, two_columns

Axes = tuple[int, int] | str
_WIDE, _HIGH = 12.0, 4.3  # of the picture of a data set, in sizes of letters
_MOST_COLUMNS = 7
_SIDE = 7.0  # of the picture of a pair, in sizes of letters
_MOST = 7  # coordinates that there is room for; others are named in the export dialog
_EDGE = 2  # pixels to the top
_PAD = 12  # pixels around the pictures
_ALONG = "w"


class Popup(QFrame):
    """A frame that opens below a button and closes on a click elsewhere or on Escape."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        # A click on the button that opened it only closes it.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)

    def open_below(self, place: QWidget) -> None:
        """Open where all of it is on the screen, below a widget if there is room."""
        room = place.screen().availableGeometry()
        self.resize(self.sizeHint().boundedTo(room.size()))
        at = place.mapToGlobal(QPoint(0, place.height()))
        at.setX(max(room.left(), min(at.x(), room.right() + 1 - self.width())))
        at.setY(max(room.top(), min(at.y(), room.bottom() + 1 - self.height())))
        self.move(at)
        self.show()


class Gallery(Popup):
    """Shows every data set of the library; pictures are drawn when it first opens."""

    chosen = Signal(str)

    def __init__(self, groups: Mapping[str, Sequence[Card]], parent: QWidget) -> None:
        super().__init__(parent)
        self._groups = groups
        self._theme = THEMES[DEFAULT]
        self._current = ""
        self.grid = CardGrid()
        self.grid.chosen.connect(self._choose)
        self._scroll = ScrollColumn(self.grid)
        filled(QVBoxLayout(self), self._scroll, margins=(_PAD, _PAD, _PAD, _PAD))

    @property
    def buttons(self) -> dict[str, PictureButton]:
        """The button of every set, by its name."""
        return self.grid.buttons

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours, when it opens next."""
        self._theme = theme

    def show_current(self, name: str) -> None:
        """Tell which set the points come from; an empty name for none of them."""
        self._current = name

    def open_below(self, place: QWidget) -> None:
        """Draw what was not drawn yet, and open."""
        em = self.fontInfo().pixelSize()
        size = QSize(round(_WIDE * em), round(_HIGH * em))
        room = place.screen().availableGeometry().width() - 60
        columns = max(1, min(_MOST_COLUMNS, room // (size.width() + GAP)))
        if self.grid.show_cards(self._groups, columns, size, self._theme):
            for button in self.buttons.values():
                button.neighbour_requested.connect(partial(self._move_focus, button))
        while self.grid.paint_next():
            pass
        self.grid.mark(self._current)
        super().open_below(place)

    def _choose(self, name: str) -> None:
        self.close()
        self.chosen.emit(name)

    def sizeHint(self) -> QSize:
        """Return what shows every picture without scrolling."""
        grid, bar = self.grid.sizeHint(), self._scroll.verticalScrollBar().sizeHint().width()
        return QSize(grid.width() + bar, grid.height()).grownBy(QMargins(_PAD, _PAD, _PAD, _PAD))

    def _move_focus(self, button: PictureButton, across: int, down: int) -> None:
        found = neighbour(list(self.buttons.values()), button, across, down)
        found.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(found)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        button = self.buttons.get(self._current, next(iter(self.buttons.values())))
        button.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(button)


class PairMatrix(Popup):
    """The pairs of coordinates as pictures, and the direction of the weights."""

    axes_requested = Signal(object)  # two coordinates counted from 1, or w

    def __init__(self, dataset: Dataset, axes: Axes, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.buttons: dict[tuple[int, int], PictureButton] = {}
        grid = QGridLayout(self)
        grid.setSpacing(2)
        shown = min(dataset.dimension, _MOST)
        self.along = named(
            QPushButton("Along &w"), "Along w", "Turn the plane with w, so that the line is seen"
        )
        self.along.setCheckable(True)
        self.along.setChecked(axes == _ALONG)
        self.along.clicked.connect(lambda: self._choose(_ALONG))
        em = self.fontInfo().pixelSize()
        size, ratio = QSize(round(_SIDE * em), round(_SIDE * em)), self.devicePixelRatioF()
        for i, j in combinations(range(shown), 2):
            at = two_columns(_spread(dataset), i, j)
            picture = thumbnail(at, dataset.labels, theme, size, ratio)
            name = f"{coordinate_name(dataset, i)}, {coordinate_name(dataset, j)}"
            card = Card(name, name, f"Show {name} on the plane", lambda _aspect: dataset)
            button = PictureButton(card, size)
            button.show_picture(picture)
            button.setChecked(axes == (i + 1, j + 1))
            button.clicked.connect(partial(self._choose, (i + 1, j + 1)))
            button.neighbour_requested.connect(partial(self._move_focus, (i, j)))
            grid.addWidget(button, j - 1, i)
            self.buttons[i, j] = button
        grid.addWidget(self.along, 0, 1, 1, max(1, shown - 2), Qt.AlignmentFlag.AlignCenter)
        if dataset.dimension > shown:
            more = count(dataset.dimension - shown, "more coordinate")
            grid.addWidget(QLabel(f"… and {more}"), shown, 0, 1, shown)

    def _choose(self, axes: Axes) -> None:
        self.close()
        self.axes_requested.emit(axes)

    def _move_focus(self, pair: tuple[int, int], across: int, down: int) -> None:
        there = self.buttons.get((pair[0] + across, pair[1] + down))
        if there is not None:
            there.setFocus(Qt.FocusReason.TabFocusReason)
        elif (across, down) in ((1, 0), (0, -1)):
            self.along.setFocus(Qt.FocusReason.TabFocusReason)


class AxesButton(MenuButton):
    """Lies on the plane while points have more than two coordinates, and says what is seen."""

    axes_requested = Signal(object)
    corner_changed = Signal(int)  # how many pixels it takes of the upper right corner

    def __init__(self, below: QWidget) -> None:
        super().__init__("axes", below)
        self._below = below
        self._dataset: Dataset | None = None
        self._axes: Axes = _ALONG
        self._theme = THEMES[DEFAULT]
        named(self, "Coordinates", "Choose which two coordinates the plane shows, or along w")
        self.clicked.connect(self._on_clicked)
        below.installEventFilter(self)
        self.hide()

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw pictures in other colours."""
        self._theme = theme
        self._place()

    def show_axes(self, dataset: Dataset, axes: Axes) -> None:
        """Show what the plane shows of these points; nothing where that is all there is."""
        self._dataset, self._axes = dataset, axes
        if not isinstance(axes, str) and max(axes) > dataset.dimension:
            self._axes = axes = _ALONG
        names = "along w"
        if not isinstance(axes, str):
            names = ", ".join(coordinate_name(dataset, each - 1) for each in axes)
        self.setText(f"{names} ▾")
        self.setVisible(dataset.dimension > 2)
        self._place()

    def _place(self) -> None:
        self.adjustSize()
        self.move(self._below.width() - self.width() - CORNER, _EDGE)
        self.raise_()
        self.corner_changed.emit(CORNER + (0 if self.isHidden() else self.width() + _EDGE))

    def _on_clicked(self) -> None:
        assert self._dataset is not None
        matrix = PairMatrix(self._dataset, self._axes, self._theme, self)
        matrix.axes_requested.connect(self.axes_requested)
        matrix.open_below(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)


def coordinate_name(dataset: Dataset, column: int) -> str:
    """Return what a coordinate is called, or its number."""
    if dataset.feature_names:
        return dataset.feature_names[column]
    return f"x{chr(0x2081 + column)}" if column < 9 else f"x {column + 1}"


def _spread(dataset: Dataset) -> NDArray[np.float64]:
    """Return points whose coordinates all fill their picture."""
    points = dataset.points
    if not len(points):
        return points
    low, span = points.min(axis=0), points.max(axis=0) - points.min(axis=0)
    return np.asarray((points - low) / np.where(span, span, 1.0))
