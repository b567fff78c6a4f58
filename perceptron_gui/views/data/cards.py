"""Cards: things to choose by their pictures, with the pointer or with arrows and Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
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

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import discard

GAP = 16  # pixels between cards, beside letters of the usual size
_USUAL_PX = 14  # the letters that lengths here are meant for
_SMALL, _TITLE = 0.89, 1.43  # letters of details and of a headline
_RADIUS, _PAD = 12, 12
_OVERLINE = 0.84
_BESIDE, _ICON = 18, 24  # around words beside a picture, and the side of an icon
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)

Draw = Callable[[Theme, QSize, float], QPixmap]


@dataclass(frozen=True, eq=False)
class Card:
    """Something to choose: its key, its name, what it is, and its picture, drawn when needed."""

    key: str
    name: str
    tip: str
    draw: Draw | None = None
    detail: str = ""  # what it is about, in a sentence
    about: str = ""  # how long it takes, and where it comes from
    overline: str = ""  # above the name of a large card
    action: str = ""  # what a large card says on its button
    icon: str = ""  # of a card without a picture
    is_dashed: bool = False  # its frame
    tags: tuple[str, ...] = ()  # by which cards are filtered
    is_begun: bool = False
    is_done: bool = False


def units(widget: QWidget, pixels: float) -> int:
    """Return how many pixels these are beside the letters of a widget."""
    return round(pixels * widget.fontInfo().pixelSize() / _USUAL_PX)


def letters(widget: QWidget, share: float, is_bold: bool = True) -> QFont:
    """Return the font of a widget in another size."""
    font = QFont(widget.font())
    font.setPointSizeF(font.pointSizeF() * share)
    font.setWeight(QFont.Weight.DemiBold if is_bold else QFont.Weight.Normal)
    return font


class PictureButton(QToolButton):
    """A picture with its name and a few words below it; Enter is a click."""

    chosen = Signal(str)  # the key of its card
    neighbour_requested = Signal(int, int)  # across and down
    has_arrows = True  # which would move the cursor of the run elsewhere

    def __init__(self, card: Card) -> None:
        super().__init__()
        named(self, f"{card.name}, done" if card.is_done else card.name, card.tip)
        self.setAccessibleDescription(card.detail)
        self.setCheckable(True)
        self.card = card
        self.picture, self.picture_size = QPixmap(), QSize()
        # Draws the picture after it was painted without one: only cards in sight need theirs.
        self.draw: Callable[[], QPixmap] | None = None
        self.clicked.connect(lambda: self.chosen.emit(card.key))
        self.tick = QColor(Qt.GlobalColor.darkGreen)  # behind the name of what is done

    def show_size(self, picture: QSize) -> None:
        """Make room for a picture of this size, and for the words below it."""
        self.picture_size = picture
        high = 2 * units(self, _PAD) + self.fontMetrics().height()
        if self.card.detail or self.card.about:
            small = QFontMetrics(letters(self, _SMALL, is_bold=False)).height()
            high += units(self, 3) + self._detail_lines * small
            high += units(self, 6) + small if self.card.about else 0
        self.setFixedSize(picture.width(), picture.height() + high)

    @property
    def _detail_lines(self) -> int:
        """How many lines the detail may take: one more where nothing stands below it."""
        return 2 if self.card.about else 3

    def show_picture(self, picture: QPixmap) -> None:
        """Show another picture."""
        self.picture, self.draw = picture, None
        self.update()

    @Slot()
    def _draw(self) -> None:
        if self.draw is not None:
            self.show_picture(self.draw())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.draw is not None:
            QTimer.singleShot(0, self._draw)
        palette, radius = QApplication.palette(), units(self, _RADIUS)
        edge, shape = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), QPainterPath()
        shape.addRoundedRect(edge, radius, radius)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillPath(shape, palette.base())
            painter.setClipPath(shape)
            self.paint_inside(painter)
            painter.setClipping(False)
            is_marked = self.hasFocus() or self.isChecked() or self.underMouse()
            rim = QPen(palette.highlight() if is_marked else palette.mid(), 1.0)
            rim.setWidthF(2.0 if self.hasFocus() else 1.0)
            if self.card.is_dashed and not is_marked:
                rim.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(rim)
            painter.drawPath(shape)

    def paint_inside(self, painter: QPainter) -> None:
        """Paint the picture, a thin line, and the words below it."""
        size, pad = self.picture_size, units(self, _PAD)
        painter.drawPixmap(QPoint(0, 0), self.picture)
        painter.setPen(QPen(QApplication.palette().mid(), 1.0))
        painter.drawLine(0, size.height(), size.width(), size.height())
        room = self.rect().adjusted(pad, size.height() + pad, -pad, -pad)
        self.write(painter, room, self.card.name, letters(self, 1.0), 1)
        if self.card.is_done:
            self._paint_tick(painter, room)
        small = letters(self, _SMALL, is_bold=False)
        top = room.top() + self.fontMetrics().height() + units(self, 3)
        self.write(painter, QRect(QPoint(room.left(), top), room.bottomRight()), self.card.detail,
                   small, self._detail_lines, QPalette.ColorRole.PlaceholderText)  # fmt: skip
        metrics = QFontMetrics(small)
        below = QRect(room.left(), room.bottom() + 1 - metrics.height(), room.width(), 1)
        self.write(painter, below, self.card.about, small, 1, QPalette.ColorRole.PlaceholderText)

    def _paint_tick(self, painter: QPainter, room: QRect) -> None:
        """Paint a tick behind the name, for a lesson that was gone through."""
        metrics = QFontMetrics(letters(self, 1.0))
        em = self.fontMetrics().ascent() * 0.62
        left = min(metrics.horizontalAdvance(self.card.name) + em / 2, room.width() - em)
        at = QPointF(room.left() + left, room.top() + metrics.ascent() - em * 0.45)
        pen = QPen(self.tick, em * 0.2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corner = at + QPointF(em * 0.33, em * 0.36)
        painter.drawLine(at, corner)
        painter.drawLine(corner, at + QPointF(em * 0.95, -em * 0.42))

    def write(
        self,
        painter: QPainter,
        room: QRect,
        text: str,
        font: QFont,
        most: int,
        role: QPalette.ColorRole = QPalette.ColorRole.Text,
    ) -> int:
        """Write a text into so many lines at the top of a room; return where it ends."""
        painter.setFont(font)
        painter.setPen(QApplication.palette().color(role))  # the style sheet has that of buttons
        metrics, at = QFontMetrics(font), room.top()
        for line in in_lines(text, metrics, room.width(), most):
            painter.drawText(room.left(), at + metrics.ascent(), line)
            at += metrics.height()
        return at

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            self.neighbour_requested.emit(*_ARROWS[key])
        elif key in _ENTER:
            self.click()
        else:
            event.ignore()


class BesideButton(PictureButton):
    """A picture or an icon, beside it words, and on a large card what looks like a button."""

    @property
    def _rows(self) -> list[tuple[str, QFont, int, QPalette.ColorRole]]:
        """The words from top to bottom, and how many lines each may take."""
        card, muted = self.card, QPalette.ColorRole.PlaceholderText
        name = letters(self, _TITLE if card.action else 1.0)
        detail = letters(self, 1.0 if card.action else _SMALL, is_bold=False)
        return [
            (card.overline, letters(self, _OVERLINE), 1, muted),
            (card.name, name, 1, QPalette.ColorRole.Text),
            (card.detail, detail, 5 if card.action else 2, muted),
        ]

    @property
    def least_words(self) -> int:
        """How wide the place of the words has to be, so that no headline is cut."""
        heads = self._rows[:2]
        longest = max(QFontMetrics(font).horizontalAdvance(words) for words, font, *_ in heads)
        return longest + 2 * units(self, _BESIDE) + 2

    def paint_inside(self, painter: QPainter) -> None:
        """Paint the words in the middle of what the picture leaves."""
        pad, icon = units(self, _BESIDE), units(self, _ICON)
        left = icon if self.card.icon else self.picture_size.width()
        if self.card.icon:
            place = QRect(pad, (self.height() - icon) // 2, icon, icon)
            themed_icon(self.card.icon).paint(painter, place)
        painter.drawPixmap(QPoint(0, 0), self.picture)
        room = self.rect().adjusted(left + pad * (2 if self.card.icon else 1), 0, -pad, 0)
        button, gap = units(self, 34), units(self, 5 if self.card.action else 0)
        high = button + 2 * gap if self.card.action else 0
        for words, font, most, _ in self._rows:
            metrics = QFontMetrics(font)
            lines = len(in_lines(words, metrics, room.width(), most))
            high += lines * metrics.height() + gap
        room.setTop((self.height() - high) // 2)
        for words, font, most, role in self._rows:
            room.setTop(self.write(painter, room, words, font, most, role) + gap)
        if self.card.action:
            self._paint_action(painter, room.topLeft() + QPoint(0, gap), button)

    def _paint_action(self, painter: QPainter, at: QPoint, high: int) -> None:
        """Paint what looks like a button; all of the card is one."""
        font = letters(self, 1.0)
        wide = QFontMetrics(font).horizontalAdvance(self.card.action) + 2 * units(self, 16)
        shape = QRectF(at.x(), at.y(), wide, high)
        palette = QApplication.palette()  # that of a button is the style sheet's
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.highlight())
        painter.drawRoundedRect(shape, units(self, 8), units(self, 8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(font)
        painter.setPen(palette.color(QPalette.ColorRole.HighlightedText))
        painter.drawText(shape, Qt.AlignmentFlag.AlignCenter, self.card.action)


class FramedButton(PictureButton):
    """An overline, a picture with a frame, the name, and a line below it."""

    @property
    def frame(self) -> QRect:
        """Where the picture is."""
        pad = units(self, 16)
        small = QFontMetrics(letters(self, _SMALL, is_bold=False)).height()
        top = pad + QFontMetrics(letters(self, _OVERLINE)).height() + units(self, 8)
        words = self.fontMetrics().height() + small + units(self, 10)
        return QRect(pad, top, self.width() - 2 * pad, self.height() - pad - words - top)

    def paint_inside(self, painter: QPainter) -> None:
        frame, muted = self.frame, QPalette.ColorRole.PlaceholderText
        room = self.rect().adjusted(frame.left(), units(self, 16), -frame.left(), 0)
        overline = letters(self, _OVERLINE)
        self.write(painter, room, self.card.overline, overline, 1, muted)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(frame), units(self, 8), units(self, 8))
        painter.save()
        painter.setClipPath(shape)
        painter.drawPixmap(frame.topLeft(), self.picture)
        painter.restore()
        room.setTop(frame.bottom() + units(self, 8))
        room.setTop(self.write(painter, room, self.card.name, letters(self, 1.0), 1))
        self.write(painter, room, self.card.about, letters(self, _SMALL, is_bold=False), 1, muted)


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
    """A button for every card; those of a group stand below its title, if it has one."""

    chosen = Signal(str)
    made = Signal(object)  # a button

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("home-body")
        self.buttons: dict[str, PictureButton] = {}
        self._titles: list[QLabel] = []
        self._built_for: object = None
        self._pictures: dict[object, QPixmap] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)

    def show_cards(
        self, groups: Mapping[str, Sequence[Card]], columns: int, size: QSize, theme: Theme
    ) -> bool:
        """Show cards below the titles of their groups; tell whether these are other ones."""
        shown = {title: tuple(cards) for title, cards in groups.items() if cards}
        ratio = self.devicePixelRatioF()
        wanted = shown, columns, size, theme, ratio
        if wanted == self._built_for:
            return False
        self._built_for = wanted
        discard(self._grid, *self._titles, *self.buttons.values())
        self.buttons, self._titles = {}, []
        self._grid.setSpacing(units(self, GAP))
        row = 0
        for title, cards in shown.items():
            if title:
                self._grid.addWidget(self._title(title, is_first=not row), row, 0, 1, columns)
                row += 1
            for number, card in enumerate(cards):
                button = self.buttons[card.key] = PictureButton(card)
                button.chosen.connect(self.chosen)
                button.draw = partial(self._picture, card, theme, size, ratio)
                self._grid.addWidget(button, row + number // columns, number % columns)
                self.made.emit(button)
                button.tick = QColor(theme.style(Role.SUCCESS).color)
                button.show_size(size)  # in its place, where it has the letters of the window
            row += -(-len(cards) // columns)
        self._grid.setColumnStretch(columns, 1)
        return True

    def _title(self, title: str, is_first: bool) -> QLabel:
        label = QLabel(title)
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        label.setFont(letters(self, _SMALL))
        if not is_first:
            label.setContentsMargins(0, units(self, 6), 0, 0)
        self._titles.append(label)
        return label

    def _picture(self, card: Card, theme: Theme, size: QSize, ratio: float) -> QPixmap:
        """Return the picture of a card, drawn only once for its size and colours."""
        assert card.draw is not None
        key = card.key, size.width(), size.height(), theme.name, ratio
        if key not in self._pictures:
            self._pictures[key] = card.draw(theme, size, ratio)
        return self._pictures[key]

    def mark(self, key: str) -> None:
        """Mark the button of a key, and no other."""
        for each, button in self.buttons.items():
            button.setChecked(each == key)
