"""The data sets as pictures in groups, to be chosen with the pointer or with arrows and Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import ScrollColumn, filled

from .thumbnails import thumbnail, two_columns

_WIDE, _HIGH = 12.0, 4.3  # of a picture, in sizes of letters
_MOST_COLUMNS = 7
_EDGE = 6  # pixels
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@frozen_value(eq=False)
class GalleryEntry:
    """One data set: its name, what it teaches, and how to get its points."""

    name: str
    tip: str
    load: Callable[[], Dataset]


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


class PictureButton(QToolButton):
    """A picture with its name; arrows ask for a neighbour, Enter is a click."""

    neighbour_requested = Signal(int, int)  # across and down

    def __init__(self, name: str, tip: str, size: QSize, picture: QPixmap) -> None:
        super().__init__()
        named(self, name, tip)
        self.setText(name)
        self.setAutoRaise(True)
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(size)
        self.setIcon(QIcon(picture))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self.neighbour_requested.emit(*_ARROWS[key])
        elif key in _ENTER:
            self.click()
        else:
            event.ignore()


class Gallery(Popup):
    """Shows every data set of the library; pictures are drawn when it first opens."""

    chosen = Signal(str)

    def __init__(self, groups: Mapping[str, Sequence[GalleryEntry]], parent: QWidget) -> None:
        super().__init__(parent)
        self._groups = groups
        self._theme = THEMES[DEFAULT]
        self._datasets: dict[str, Dataset] = {}
        self._drawn_for: object = None
        self.buttons: dict[str, PictureButton] = {}
        self._places: list[tuple[str, int, int]] = []  # name, row and column
        self._current = ""
        self._layout = filled(QVBoxLayout(self))
        self._column: ScrollColumn | None = None

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours, when it opens next."""
        self._theme = theme

    def show_current(self, name: str) -> None:
        """Tell which set the points come from; an empty name for none of them."""
        self._current = name

    def _build(self, columns: int, size: QSize, ratio: float) -> None:
        """Make a button for every set; those of a group stand together."""
        body = QWidget()
        grid = QGridLayout(body)
        grid.setSpacing(2)
        grid.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        row = 0
        self.buttons, self._places = {}, []
        for title, entries in self._groups.items():
            grid.addWidget(QLabel(f"<b>{title}</b>"), row, 0, 1, columns)
            row += 1
            for number, entry in enumerate(entries):
                at = row + number // columns, number % columns
                button = self.buttons[entry.name] = self._button(entry, size, ratio)
                grid.addWidget(button, *at)
                self._places.append((entry.name, *at))
            row += -(-len(entries) // columns)
        if self._column is not None:
            self._layout.removeWidget(self._column)
            self._column.deleteLater()
        self._column = ScrollColumn(body)
        self._layout.addWidget(self._column)

    def _button(self, entry: GalleryEntry, size: QSize, ratio: float) -> PictureButton:
        if entry.name not in self._datasets:
            self._datasets[entry.name] = entry.load()
        data = self._datasets[entry.name]
        picture = thumbnail(two_columns(data.points), data.labels, self._theme, size, ratio)
        button = PictureButton(entry.name, entry.tip, size, picture)
        button.clicked.connect(lambda: self._choose(entry.name))
        button.neighbour_requested.connect(partial(self._move_focus, entry.name))
        return button

    def open_below(self, place: QWidget) -> None:
        """Draw what was not drawn yet, and open."""
        em = self.fontInfo().pixelSize()
        size = QSize(round(_WIDE * em), round(_HIGH * em))
        ratio, room = self.devicePixelRatioF(), place.screen().availableGeometry()
        columns = max(1, min(_MOST_COLUMNS, (room.width() - 60) // (size.width() + 14)))
        if (columns, size, ratio, self._theme) != self._drawn_for:
            self._drawn_for = columns, size, ratio, self._theme
            self._build(columns, size, ratio)
        for name, button in self.buttons.items():
            button.setChecked(name == self._current)
        super().open_below(place)

    def _choose(self, name: str) -> None:
        self.close()
        self.chosen.emit(name)

    def _move_focus(self, focused: str, across: int, down: int) -> None:
        """Go to the next set in a row, or to the nearest one of the row above or below."""
        names = [name for name, _, _ in self._places]
        at = names.index(focused)
        if across:
            to = min(max(at + across, 0), len(names) - 1)
        else:
            _, row, column = self._places[at]
            rows = sorted({r for _, r, _ in self._places})
            target = rows[min(max(rows.index(row) + down, 0), len(rows) - 1)]
            those = [i for i, (_, r, _) in enumerate(self._places) if r == target]
            to = min(those, key=lambda i: abs(self._places[i][2] - column))
        self._focus(names[to])

    def _focus(self, name: str) -> None:
        button = self.buttons[name]
        assert self._column is not None
        button.setFocus(Qt.FocusReason.TabFocusReason)
        self._column.ensureWidgetVisible(button)

    def sizeHint(self) -> QSize:
        """Return what shows every picture without scrolling."""
        if self._column is None:
            return super().sizeHint()
        body = self._column.body.sizeHint()
        bar = self._column.verticalScrollBar().sizeHint().width()
        return QSize(body.width() + bar + 4, body.height() + 4)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._focus(self._current if self._current in self.buttons else self._places[0][0])
