"""Pictures below a button: every data set, and every pair of coordinates that points have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QMargins, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import ScrollColumn, filled
from perceptron_gui.views.widgets.text import MenuButton

from .cards import GAP, Card, PictureButton, neighbour, units
from .pictures import thumbnail, two_columns
from .section import CardSection

Axes = tuple[int, int] | str
_WIDE, _HIGH = 190, 104  # pixels of the picture of a data set, beside letters of the usual size
_MOST_COLUMNS, _MOST_HIGH = 4, 0.66  # of the window's height, for the cards
_SIDE = 7.0  # of the picture of a pair, in sizes of letters
_MOST = 7  # coordinates that there is room for; others are named in the export dialog
_PAD = 12  # pixels around the pictures
_EDGE = 8  # pixels that stay free at the edges of the screen
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
        room = place.screen().availableGeometry().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        self.resize(self.sizeHint().boundedTo(room.size()))
        at = place.mapToGlobal(QPoint(0, place.height()))
        at.setX(max(room.left(), min(at.x(), room.right() + 1 - self.width())))
        at.setY(max(room.top(), min(at.y(), room.bottom() + 1 - self.height())))
        self.move(at)
        self.show()


class Gallery(Popup):
    """Every data set of the library in a section with chips and a search."""

    chosen = Signal(str)

    def __init__(self, cards: Sequence[Card], chips: Iterable[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = THEMES[DEFAULT]
        self._current, self._around = "", parent.height()
        self.section = CardSection("Data sets", "Search data sets")
        self.section.show_chips({chip: chip for chip in chips})
        self.section.show_cards({"": cards})
        self.section.built.connect(lambda: self.section.grid.mark(self._current))
        self.section.grid.chosen.connect(self._choose)
        self.section.grid.made.connect(self._on_made)
        self._scroll = ScrollColumn(self.section.grid)
        margins = _PAD, _PAD, _PAD, _PAD
        filled(QVBoxLayout(self), self.section, self._scroll, margins=margins, spacing=_PAD)
        self.section.search.returnPressed.connect(self._choose_first)

    @property
    def buttons(self) -> dict[str, PictureButton]:
        """The button of every set that the search lets through, by its name."""
        return self.section.grid.buttons

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours, when it opens next."""
        self._theme = theme

    def show_below(self, place: QWidget, current: str) -> None:
        """Show every set below a button, and mark the current one, if there is any."""
        self._current = current
        size = QSize(units(self, _WIDE), units(self, _HIGH))
        room, self._around = place.window().width() - 2 * _PAD, place.window().height()
        columns = max(1, min(_MOST_COLUMNS, room // (size.width() + units(self, GAP))))
        self.section.search.clear()
        self.section.build(columns, size, self._theme)
        self.open_below(place)

    @Slot(object)
    def _on_made(self, button: PictureButton) -> None:
        button.neighbour_requested.connect(partial(self._move_focus, button))

    def _choose(self, name: str) -> None:
        self.close()
        self.chosen.emit(name)

    @Slot()
    def _choose_first(self) -> None:
        """Take the first set that was found."""
        if self.section.search.text() and self.buttons:
            self._choose(next(iter(self.buttons)))

    def sizeHint(self) -> QSize:
        """Return what shows whole cards, and not more of the window than is needed."""
        grid, bar = self.section.grid.sizeHint(), self._scroll.verticalScrollBar().sizeHint()
        head = self.section.sizeHint().height()
        high = min(grid.height(), round(_MOST_HIGH * self._around))
        return QSize(grid.width() + bar.width(), head + high).grownBy(
            QMargins(_PAD, _PAD, _PAD, 2 * _PAD)
        )

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
            button = PictureButton(Card(name, name, f"Show {name} on the plane"))
            button.show_size(size)
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

    def __init__(self) -> None:
        super().__init__("axes")
        self._dataset: Dataset | None = None
        self._axes: Axes = _ALONG
        self._theme = THEMES[DEFAULT]
        named(self, "Coordinates", "Choose which two coordinates the plane shows, or along w")
        self.clicked.connect(self._on_clicked)

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw pictures in other colours."""
        self._theme = theme

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

    def _on_clicked(self) -> None:
        assert self._dataset is not None
        matrix = PairMatrix(self._dataset, self._axes, self._theme, self)
        matrix.axes_requested.connect(self.axes_requested)
        matrix.open_below(self)


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
