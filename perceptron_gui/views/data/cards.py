"""Cards: things to choose by their pictures, with the pointer or with arrows and Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.paint.ink import Marker
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import ScrollColumn

_MARGIN = 6  # pixels around the cards
_LETTERS = 1.5  # and markers of a picture, against those of the window
_EDGE = 0.12  # around points, of the shorter side
# The size of a marker as a share of the height: of few points, and of very many.
_LARGE, _SMALL, _FEW, _MANY = 0.13, 0.05, 8, 200
_MOST = 2000  # points that a small picture can show
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@dataclass(frozen=True, eq=False)
class Card:
    """Something to choose: its key, its name, what it is, and its picture, drawn when needed."""

    key: str
    name: str
    tip: str
    draw: Callable[[], Figure | Dataset]


class PictureButton(QToolButton):
    """A picture with its name; arrows ask for a neighbour, Enter is a click."""

    neighbour_requested = Signal(int, int)  # across and down
    has_arrows = True  # which would move the cursor of the run elsewhere

    def __init__(self, name: str, tip: str, size: QSize) -> None:
        super().__init__()
        named(self, name, tip)
        self.setText(in_two_lines(name, self.fontMetrics(), size.width()))
        self.setAutoRaise(True)
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(size)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self.neighbour_requested.emit(*_ARROWS[key])
        elif key in _ENTER:
            self.click()
        else:
            event.ignore()


def in_two_lines(name: str, metrics: QFontMetrics, width: int) -> str:
    """Return a name broken between two words where one line is too short; the rest is cut."""
    words, first = name.split(), ""
    while words and metrics.horizontalAdvance(f"{first} {words[0]}".strip()) <= width:
        first = f"{first} {words.pop(0)}".strip()
    second = metrics.elidedText(" ".join(words), Qt.TextElideMode.ElideRight, width)
    return "\n".join(line for line in (first, second) if line)


class CardGrid(ScrollColumn):
    """A button for every card; those of a group stand below its title."""

    chosen = Signal(str)
    focus_moved = Signal(str)  # to the card of this key

    def __init__(self) -> None:
        super().__init__(QWidget())
        self.buttons: dict[str, PictureButton] = {}
        self._built_for: object = None
        self._theme = THEMES[DEFAULT]
        self._places: list[tuple[str, int, int]] = []  # key, row and column
        self._unpainted: list[Card] = []

    def show_cards(
        self, groups: Mapping[str, Sequence[Card]], columns: int, size: QSize, theme: Theme
    ) -> bool:
        """Show cards below the titles of their groups, pictures to come; tell whether it is new."""
        wanted = groups, columns, size, theme, self.devicePixelRatioF()
        if wanted == self._built_for:
            return False
        self._built_for, self._theme = wanted, theme
        self._places = []
        self._unpainted = [card for cards in groups.values() for card in cards]
        self.buttons = {card.key: self._button(card, size) for card in self._unpainted}
        if (old := self.takeWidget()) is not None:
            old.deleteLater()  # a button of it may be what is clicked right now
        self.body = QWidget()
        grid = QGridLayout(self.body)
        grid.setSpacing(2)
        grid.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        row = 0
        for title, cards in groups.items():
            grid.addWidget(QLabel(f"<b>{title}</b>"), row, 0, 1, columns)
            row += 1
            for number, card in enumerate(cards):
                at = row + number // columns, number % columns
                grid.addWidget(self.buttons[card.key], *at, Qt.AlignmentFlag.AlignTop)
                self._places.append((card.key, *at))
            row += -(-len(cards) // columns)
        grid.setRowStretch(row, 1)
        grid.setColumnStretch(columns, 1)
        self.setWidget(self.body)
        return True

    def _button(self, card: Card, size: QSize) -> PictureButton:
        button = PictureButton(card.name, card.tip, size)
        button.clicked.connect(partial(self._on_clicked, card.key))
        button.neighbour_requested.connect(partial(self._move_focus, card.key))
        return button

    def paint_next(self) -> bool:
        """Paint one more picture, and tell whether others are to come."""
        if self._unpainted:
            card = self._unpainted.pop(0)
            button, ratio = self.buttons[card.key], self.devicePixelRatioF()
            button.setIcon(QIcon(_picture(card.draw(), self._theme, button.iconSize(), ratio)))
        return bool(self._unpainted)

    def mark(self, key: str) -> None:
        """Mark the button of a key, and no other."""
        for each, button in self.buttons.items():
            button.setChecked(each == key)

    def focus(self, key: str) -> None:
        """Give the focus to the button of a key, or to the first one."""
        if self._places:
            found = key if key in self.buttons else self._places[0][0]
            self.buttons[found].setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(self.buttons[found])
            self.focus_moved.emit(found)

    def _on_clicked(self, key: str, _checked: bool = False) -> None:
        self.chosen.emit(key)

    def _move_focus(self, focused: str, across: int, down: int) -> None:
        """Go to the next in a row, or to the nearest one of the row above or below."""
        keys = [key for key, _, _ in self._places]
        at = keys.index(focused)
        if across:
            to = min(max(at + across, 0), len(keys) - 1)
        else:
            _, row, column = self._places[at]
            rows = sorted({r for _, r, _ in self._places})
            target = rows[min(max(rows.index(row) + down, 0), len(rows) - 1)]
            those = [i for i, (_, r, _) in enumerate(self._places) if r == target]
            to = min(those, key=lambda i: abs(self._places[i][2] - column))
        self.focus(keys[to])


def _picture(drawn: Figure | Dataset, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return the picture of points, or of a figure without axes and words."""
    if isinstance(drawn, Dataset):
        return thumbnail(two_columns(drawn.points), drawn.labels, theme, size, ratio)
    view = FigureView()
    view.show_theme(theme, _LETTERS)
    view.show_legend(False)
    view.resize(size * max(1.0, np.ceil(ratio)))
    view.show_figure(replace(drawn, bare=True, title="", notes=(), reserve=None))
    picture = view.grab().scaledToWidth(round(size.width() * ratio))
    picture.setDevicePixelRatio(ratio)
    view.deleteLater()
    return picture


def thumbnail(
    points: NDArray[np.float64],
    labels: NDArray[np.int8],
    theme: Theme,
    size: QSize,
    ratio: float = 1.0,
) -> QPixmap:
    """Return a picture of points (n, 2), all of them in sight, in the markers of their classes."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(theme.background))
    if not len(points):
        return picture
    if len(points) > _MOST:
        chosen = np.linspace(0, len(points) - 1, _MOST).astype(int)
        points, labels = points[chosen], labels[chosen]
    # Units are equal in both directions, and the middle of the points is in the middle.
    edge = _EDGE * min(size.width(), size.height())
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.array([size.width() - 2 * edge, size.height() - 2 * edge])
    scale = float((room / np.where(high > low, high - low, 1.0)).min())
    at = (points - (low + high) / 2) * scale
    x, y = size.width() / 2 + at[:, 0], size.height() / 2 - at[:, 1]
    crowd = np.clip(np.log(len(points) / _FEW) / np.log(_MANY / _FEW), 0.0, 1.0)
    pixels = (_LARGE + (_SMALL - _LARGE) * float(crowd)) * size.height()
    with QPainter(picture) as painter:
        for label, role in ((-1, Role.NEGATIVE), (1, Role.POSITIVE)):
            style, chosen = theme.style(role), labels == label
            if chosen.any():
                Marker(style, pixels / style.size).stamp(painter, x[chosen], y[chosen])
    return picture


def two_columns(points: NDArray[np.float64], i: int = 0, j: int = 1) -> NDArray[np.float64]:
    """Return two coordinates (n, 2) of points (n, d); a single one lies on a line."""
    found = np.zeros((len(points), 2))
    for place, column in enumerate((i, j)):
        if column < points.shape[1]:
            found[:, place] = points[:, column]
    return found
