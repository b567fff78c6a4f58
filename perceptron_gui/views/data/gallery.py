"""The data sets as pictures, in a frame that opens below its button."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPixmap, QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.stage import ScrollColumn, discard, filled

from .picture_grid import PictureButton, Pictured, PictureGrid
from .thumbnails import thumbnail, two_columns

_WIDE, _HIGH = 12.0, 4.3  # of a picture, in sizes of letters
_MOST_COLUMNS = 7


@dataclass(frozen=True, eq=False)
class GalleryEntry:
    """One data set: its name, what it teaches, and how to get its points."""

    name: str
    tip: str
    load: Callable[[], Dataset]

    def pictured(self, theme: Theme) -> Pictured:
        """Return the set with what paints its points in a theme."""

        def paint(size: QSize, ratio: float) -> QPixmap:
            data = self.load()
            return thumbnail(two_columns(data.points), data.labels, theme, size, ratio)

        return Pictured(self.name, self.name, self.tip, paint)


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

    def __init__(self, groups: Mapping[str, Sequence[GalleryEntry]], parent: QWidget) -> None:
        super().__init__(parent)
        self._groups = groups
        self._theme = THEMES[DEFAULT]
        self._drawn_for: object = None
        self._current = ""
        self._layout = filled(QVBoxLayout(self))
        self._column: ScrollColumn | None = None
        self._grid = PictureGrid({}, 1, QSize())

    @property
    def buttons(self) -> dict[str, PictureButton]:
        """The button of every set, by its name."""
        return self._grid.buttons

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours, when it opens next."""
        self._theme = theme

    def show_current(self, name: str) -> None:
        """Tell which set the points come from; an empty name for none of them."""
        self._current = name

    def _build(self, columns: int, size: QSize) -> None:
        groups = {
            title: tuple(entry.pictured(self._theme) for entry in entries)
            for title, entries in self._groups.items()
        }
        if self._column is not None:
            discard(self._layout, self._column)
        self._grid = PictureGrid(groups, columns, size)
        self._column = ScrollColumn(self._grid)
        self._layout.addWidget(self._column)
        self._grid.chosen.connect(self._choose)
        self._grid.focus_moved.connect(self._column.ensureWidgetVisible)
        while self._grid.paint_next():
            pass

    def open_below(self, place: QWidget) -> None:
        """Draw what was not drawn yet, and open."""
        em = self.fontInfo().pixelSize()
        size = QSize(round(_WIDE * em), round(_HIGH * em))
        ratio, room = self.devicePixelRatioF(), place.screen().availableGeometry()
        columns = max(1, min(_MOST_COLUMNS, (room.width() - 60) // (size.width() + 14)))
        if (columns, size, ratio, self._theme) != self._drawn_for:
            self._drawn_for = columns, size, ratio, self._theme
            self._build(columns, size)
        self._grid.mark(self._current)
        super().open_below(place)

    def _choose(self, name: str) -> None:
        self.close()
        self.chosen.emit(name)

    def sizeHint(self) -> QSize:
        """Return what shows every picture without scrolling."""
        if self._column is None:
            return super().sizeHint()
        body = self._column.body.sizeHint()
        bar = self._column.verticalScrollBar().sizeHint().width()
        return QSize(body.width() + bar + 4, body.height() + 4)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._grid.focus(self._current)
