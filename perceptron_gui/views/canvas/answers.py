"""The two answers to the question before a visit, as large buttons at the bottom of the plane."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.figures.model.role import CLASS_ROLES, Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.theory.run_text.prediction import Tally, VisitQuestion
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled

_LARGER = 1.7  # than the letters of the window
_TALL, _WIDE = 2.9, 9.0  # in heights of letters
_CORNER = 8.0
_BAR = 0.22  # of the height, that shows how many chose an answer
_FAINT = 0.55
_MARKS = {True: "✓", False: "✗"}
_BUTTON_HANDS = ((-1, "−", "One hand less for"), (1, "+", "One hand more for"))


class AnswerButton(QAbstractButton):
    """An answer; once the truth is known, a bar of those who chose it, and whether it is true."""

    def __init__(self, key: int) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys play, and 1 and 2 answer
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._key, self._theme = key, THEMES[DEFAULT]
        self._role: Role | None = None
        self.is_true: bool | None = None  # None while it is asked
        self.share = 0.0  # of those who chose it
        self._words = ""

    def show_answer(self, words: str, label: int, hands: int, theme: Theme) -> None:
        """Offer an answer that so many hands are up for."""
        self._theme, self._role = theme, CLASS_ROLES[label] if label else None
        self.is_true, self.share = None, 0.0
        self._show(words, hands)
        self.setToolTip(f"Answer {words} (key {self._key}; with Shift a hand is counted)")
        self.setEnabled(True)

    def show_outcome(self, is_true: bool | None, share: float, hands: int) -> None:
        """Show whether it was true, None where no answer was, and how large a share chose it."""
        self.is_true, self.share = is_true, share
        self._show(self._words, hands)
        self.setToolTip("")
        self.setEnabled(False)

    def _show(self, words: str, hands: int) -> None:
        self._words = words
        counted = f" · {hands}" if hands else ""
        mark = "" if self.is_true is None else f"{_MARKS[self.is_true]} "
        self.setText(f"{mark}{words}{counted}")
        told = "" if self.is_true is None else ", true" if self.is_true else ", not true"
        self.setAccessibleName(f"Answer {words}, {hands} hands{told}")
        self.update()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        words = self._large().pointSizeF() / self.font().pointSizeF()
        across = self.fontMetrics().horizontalAdvance(self.text()) * words + 2 * em
        return QSize(round(max(_WIDE * em, across)), round(_TALL * em))

    def _large(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _LARGER)
        font.setBold(True)
        return font

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, palette = self._theme, self.palette()
        role = self._role
        if self.is_true is not None:
            role = Role.SUCCESS if self.is_true else Role.MISTAKE
        edge = QColor(theme.text if role is None else theme.style(role).color)
        width = 4.0 if self.is_true or self.underMouse() else 2.0
        box = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(edge, width))
            painter.setBrush(palette.mid() if self.isDown() else palette.base())
            painter.drawRoundedRect(box, _CORNER, _CORNER)
            if self.share:
                bar = QRectF(box.left() + 8, box.bottom() - 5 - _BAR * box.height(), 0.0, 0.0)
                bar.setSize(box.size() * _BAR)
                bar.setWidth(self.share * (box.width() - 16))
                painter.fillRect(bar, edge)
            painter.setOpacity(_FAINT if self.is_true is False else 1.0)
            painter.setPen(QColor(theme.text))
            painter.setFont(self._large())
            room = box.adjusted(0, 0, 0, -_BAR * box.height() if self.share else 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self.text())


class AnswerBar(QWidget):
    """Asks at the bottom of the plane, counts hands, and shows what was true."""

    answered = Signal(int)  # the first or the second answer: 0 or 1
    hands_counted = Signal(int, int)  # the answer, and how many more

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self.setAccessibleName("Prediction")
        self._below, self._room = below, QRect()
        self._visited: list[QPoint] = []  # where points are that must be seen
        self._theme = THEMES[DEFAULT]
        self.question: VisitQuestion | None = None
        self.buttons = AnswerButton(1), AnswerButton(2)
        self.counters: list[QToolButton] = []
        row = QHBoxLayout(self)
        for answer, button in enumerate(self.buttons):
            button.clicked.connect(partial(self.answered.emit, answer))
            column = QVBoxLayout()
            for more, sign, tip in reversed(_BUTTON_HANDS):
                counter = named(QToolButton(), f"{tip} answer {answer + 1}", f"{tip} this answer")
                counter.setText(sign)
                counter.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                counter.clicked.connect(partial(self.hands_counted.emit, answer, more))
                self.counters.append(counter)
                column.addWidget(counter)
            filled(row, button, column, spacing=6)
        self.count = QLabel()
        row.addWidget(self.count)
        below.installEventFilter(self)
        self.hide()

    def show_question(self, question: VisitQuestion, tally: Tally) -> None:
        """Ask, with the hands that are up so far."""
        self.question = question
        both = zip(self.buttons, question.answers, question.labels, tally.hands, strict=True)
        for button, words, label, hands in both:
            button.show_answer(words, label, hands, self._theme)
        self._show_counts(tally, is_open=True)

    def show_outcome(self, question: VisitQuestion, tally: Tally) -> None:
        """Show what was true, and how many had chosen each answer."""
        self.show_question(question, tally)
        most = max(1, *tally.votes)
        for answer, button in enumerate(self.buttons):
            share = tally.votes[answer] / most
            is_true = None if question.truth is None else answer == question.truth
            button.show_outcome(is_true, share, tally.votes[answer])
        self._show_counts(tally, is_open=False)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Draw in other colours."""
        self._theme = theme
        for button in self.buttons:
            button.update()

    def show_room(self, room: QRect, visited: Sequence[QPoint] = ()) -> None:
        """Stand at the bottom of this part of the widget below, or above what is visited there."""
        self._room, self._visited = room, list(visited)
        self._place()

    def _show_counts(self, tally: Tally, is_open: bool) -> None:
        for counter in self.counters:
            counter.setVisible(is_open)
        self.count.setText(f"<b>✓ {tally.right} &nbsp; ✗ {tally.wrong}</b>")
        self.count.setAccessibleName(f"So far {tally.right} right and {tally.wrong} wrong")
        self.count.setToolTip("All hands of this lesson that were right, and that were wrong")
        self.count.setVisible(bool(tally.right or tally.wrong))
        self.show()
        self._place()
        self.raise_()

    def _place(self) -> None:
        """Lie in the middle of the bottom, in sight whatever the letters."""
        room = self._room if self._room.isValid() else self._below.rect()
        layout = self.layout()
        if layout is not None:
            layout.activate()
        size = self.sizeHint().boundedTo(room.size())
        self.resize(size)
        left = room.center().x() - size.width() // 2
        em = self.fontMetrics().height()
        below = QRect(left, room.bottom() - size.height(), size.width(), size.height())
        is_hiding = any(below.adjusted(-em, -em, em, em).contains(at) for at in self._visited)
        self.move(left, room.top() if is_hiding else below.top())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.isVisible() and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)
