"""Cards: things to choose by their pictures, with the pointer or with arrows and Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QToolButton, QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.paint.ink import Marker
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import discard

GAP = 12  # pixels between cards
_PAD, _RADIUS = 10, 10  # pixels, around the words, and of the corners
_SMALL, _TITLE = 0.92, 1.5  # letters of details and of the title of a large card
_LETTERS_PX = 70  # the height of a picture with letters and markers as large as in the window
_EDGE = 0.12  # around points, of the shorter side
# The size of a marker as a share of the height: of few points, and of very many.
_LARGE, _TINY, _FEW, _MANY = 0.13, 0.05, 8, 200
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
    draw: Callable[[float], Figure | Dataset]  # for a picture so many times as wide as high
    detail: str = ""  # what it is about, in a sentence
    about: str = ""  # how long it takes, and where it comes from
    lecture: str = ""
    action: str = ""  # what a large card says on its button
    icon: str = ""  # of a card without a picture


class PictureButton(QToolButton):
    """A picture with its name, below it or, on a large card, beside it; Enter is a click."""

    neighbour_requested = Signal(int, int)  # across and down
    has_arrows = True  # which would move the cursor of the run elsewhere

    def __init__(self, card: Card, picture: QSize, is_large: bool = False) -> None:
        super().__init__()
        named(self, card.name, card.tip)
        self.setAccessibleDescription(card.detail)
        self.setCheckable(True)
        self.card, self.is_large = card, is_large
        self.picture = QPixmap()
        self.show_size(picture)

    def show_size(self, picture: QSize) -> None:
        """Make room for a picture of this size, and for the words."""
        self.picture_size = picture
        if not self.is_large:
            self.setFixedSize(picture.width(), picture.height() + self._words_height())

    def show_picture(self, picture: QPixmap) -> None:
        """Show another picture."""
        self.picture = picture
        self.update()

    def _words_height(self) -> int:
        small = QFontMetrics(self._letters(_SMALL)).height()
        lines = 2 * bool(self.card.detail) + bool(self.card.about)
        return 2 * _PAD + self.fontMetrics().height() + lines * (small + 1)

    def _letters(self, share: float, is_bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * share)
        font.setWeight(QFont.Weight.DemiBold if is_bold else QFont.Weight.Normal)
        return font

    def paintEvent(self, _event: QPaintEvent) -> None:
        palette, edge = QApplication.palette(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(edge, _RADIUS, _RADIUS)
        is_marked = self.hasFocus() or self.isChecked() or self.underMouse()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillPath(shape, palette.base())
            painter.setClipPath(shape)
            painter.drawPixmap(QPoint(0, 0), self.picture)
            painter.setClipping(False)
            if self.card.icon:
                middle = QRect(_PAD, 0, self.picture_size.width() - _PAD, self.height())
                side = 2 * self.fontMetrics().height()
                place = QRect(0, 0, side, side)
                place.moveCenter(middle.center())
                themed_icon(self.card.icon).paint(painter, place)
            self._write(painter)
            rim = palette.highlight() if is_marked else palette.mid()
            painter.setPen(QPen(rim, 2.0 if self.hasFocus() else 1.0))
            painter.drawPath(shape)

    def _write(self, painter: QPainter) -> None:
        """Write the name, what it is about, and where it comes from."""
        card, palette, pad = self.card, QApplication.palette(), _PAD * (2 if self.is_large else 1)
        size = self.picture_size
        left, top = (size.width(), 0) if self.is_large else (0, size.height())
        room = QRect(left, top, self.width() - left, self.height() - top)
        room.adjust(pad if not card.icon else 0, pad, -pad, -pad)
        name = self._letters(_TITLE if card.action else 1.0, is_bold=True)
        lines = [(card.name, name, QPalette.ColorRole.Text, 1)]
        details = self._letters(1.0 if self.is_large else _SMALL)
        lines.append((card.detail, details, QPalette.ColorRole.PlaceholderText, 2 + self.is_large))
        at = room.top()
        if self.is_large and (card.icon or card.action):
            lines_high = (7 if card.action else 3) * self.fontMetrics().height()
            at += max(0, room.height() - lines_high) // 2
        for text, font, role, most in lines:
            painter.setFont(font)
            painter.setPen(palette.color(role))
            metrics = QFontMetrics(font)
            for line in in_lines(text, metrics, room.width(), most):
                painter.drawText(room.left(), at + metrics.ascent(), line)
                at += metrics.height() + 1
            at += 4 * bool(card.action)
        if card.about and not self.is_large:
            metrics = QFontMetrics(details)
            about = metrics.elidedText(card.about, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room.left(), room.bottom() - metrics.descent(), about)
        if card.action:
            self._paint_action(painter, QPoint(room.left(), at + 4))

    def _paint_action(self, painter: QPainter, at: QPoint) -> None:
        """Paint what looks like a button; all of the card is one."""
        font = self._letters(1.0, is_bold=True)
        metrics = QFontMetrics(font)
        wide = metrics.horizontalAdvance(self.card.action) + 3 * _PAD
        shape = QRectF(QPointF(at), QPointF(at.x() + wide, at.y() + 2.1 * metrics.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        palette = QApplication.palette()  # that of a button is the style sheet's
        painter.setBrush(palette.highlight())
        painter.drawRoundedRect(shape, 8, 8)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(font)
        painter.setPen(palette.color(QPalette.ColorRole.HighlightedText))
        painter.drawText(shape, Qt.AlignmentFlag.AlignCenter, self.card.action)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self.neighbour_requested.emit(*_ARROWS[key])
        elif key in _ENTER:
            self.click()
        else:
            event.ignore()


def in_lines(text: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    """Return a text broken between words into so many lines; the rest of the last one is cut."""
    words, lines = text.split(), list[str]()
    while words and len(lines) < most - 1:
        line = words.pop(0)
        while words and metrics.horizontalAdvance(f"{line} {words[0]}") <= width:
            line = f"{line} {words.pop(0)}"
        lines.append(line)
    rest = metrics.elidedText(" ".join(words), Qt.TextElideMode.ElideRight, width)
    return [*lines, rest] if rest else lines


def neighbour(
    buttons: Sequence[PictureButton], focused: PictureButton, across: int, down: int
) -> PictureButton:
    """Return the next one in a row, or the nearest one of the row above or below."""
    if across:
        at = buttons.index(focused) + across
        return buttons[min(max(at, 0), len(buttons) - 1)]
    here = _middle_of(focused)
    away = {each: _middle_of(each) - here for each in buttons}
    there = [each for each in buttons if away[each].y() * down > focused.height() // 3]
    nearest = min(there, key=lambda each: (abs(away[each].y()), abs(away[each].x())), default=None)
    return nearest or focused


def _middle_of(button: QWidget) -> QPoint:
    return button.mapTo(button.window(), button.rect().center())


class CardGrid(QWidget):
    """A button for every card; those of a group stand below its title."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("home-body")
        self.buttons: dict[str, PictureButton] = {}
        self._titles: list[QLabel] = []
        self._built_for: object = None
        self._theme = THEMES[DEFAULT]
        self._unpainted: list[PictureButton] = []
        self._pictures: dict[object, QPixmap] = {}
        self._grid = QGridLayout(self)
        self._grid.setSpacing(GAP)
        self._grid.setContentsMargins(0, 0, 0, 0)

    def show_cards(
        self, groups: Mapping[str, Sequence[Card]], columns: int, size: QSize, theme: Theme
    ) -> bool:
        """Show cards below the titles of their groups, pictures to come; tell whether it is new."""
        shown = {title: tuple(cards) for title, cards in groups.items() if cards}
        wanted = shown, columns, size, theme, self.devicePixelRatioF()
        if wanted == self._built_for:
            return False
        self._built_for, self._theme = wanted, theme
        discard(self._grid, *self._titles, *self.buttons.values())
        self.buttons, self._titles = {}, []
        row = 0
        for title, cards in shown.items():
            label = QLabel(title)
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            font = QFont(label.font())
            font.setWeight(QFont.Weight.DemiBold)
            label.setFont(font)
            self._titles.append(label)
            self._grid.addWidget(label, row, 0, 1, columns)
            row += 1
            for number, card in enumerate(cards):
                button = self.buttons[card.key] = self._button(card, size)
                self._grid.addWidget(button, row + number // columns, number % columns)
            row += -(-len(cards) // columns)
        self._grid.setColumnStretch(columns, 1)
        self._unpainted = list(self.buttons.values())
        return True

    def _button(self, card: Card, size: QSize) -> PictureButton:
        button = PictureButton(card, size)
        button.clicked.connect(partial(self._on_clicked, card.key))
        return button

    def paint_next(self) -> bool:
        """Paint one more picture, and tell whether others are to come."""
        if self._unpainted:
            self.paint(self._unpainted.pop(0))
        return bool(self._unpainted)

    def paint(self, button: PictureButton) -> None:
        """Give a card its picture, drawn only once for its size and colours."""
        card, size, ratio = button.card, button.picture_size, self.devicePixelRatioF()
        key = card.key, size.width(), size.height(), self._theme.name, ratio
        if key not in self._pictures:
            drawn = card.draw(size.width() / size.height())
            self._pictures[key] = painted(drawn, self._theme, size, ratio)
        button.show_picture(self._pictures[key])

    def forget(self) -> None:
        """Forget the pictures: what they show may have changed."""
        self._pictures, self._built_for = {}, None

    def mark(self, key: str) -> None:
        """Mark the button of a key, and no other."""
        for each, button in self.buttons.items():
            button.setChecked(each == key)

    def _on_clicked(self, key: str, _checked: bool = False) -> None:
        self.chosen.emit(key)


def painted(drawn: Figure | Dataset, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return the picture of points, or of a figure without axes and words."""
    if isinstance(drawn, Dataset):
        return thumbnail(two_columns(drawn.points), drawn.labels, theme, size, ratio)
    view = FigureView()
    view.show_theme(theme, size.height() / _LETTERS_PX)
    view.show_legend(False)
    shown = replace(drawn, bare=True, title="", notes=(), reserve=None)
    sharp, around = size * np.ceil(ratio), QSize(0, 0)
    for _ in range(2):  # the second time so large that the marks fill the picture
        view.resize(sharp + around)
        view.show_figure(shown)
        seen = view.plot.seen
        around = sharp - QSize(round(seen.width), round(seen.height)) + around
    corner = view.plot.corner.toPoint()
    picture = view.grab(QRect(corner, sharp)).scaledToWidth(round(size.width() * ratio))
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
    pixels = (_LARGE + (_TINY - _LARGE) * float(crowd)) * size.height()
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
