"""The question of a step: large answers, hands counted for each, and bars against the truth."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.text import count
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lessons.predictions import Asked, Votes
from perceptron_gui.lessons.prose import line_html, line_plain
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import discard, filled

MOST_HANDS = 999
_LARGER = 1.15  # than the letters of the panel
_PAD, _CORNER = 0.5, 6.0  # in heights of letters, and in pixels
_BAR = 0.45  # the height of a bar, in heights of letters
_FAINT = 0.6
_MARKS = {True: "✓", False: "✗"}


class ChoiceButton(QAbstractButton):
    """An answer in as many lines as it needs; later a bar of those who chose it, and a mark."""

    def __init__(self, number: int, words: str) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._number, self.words = number, words
        self._theme = THEMES[DEFAULT]
        self.is_true: bool | None = None  # None while it is asked
        self.share = 0.0  # of the answer that most have chosen
        self.setToolTip(f"Answer {words} (key {number}; with Shift a hand is counted)")
        self._write(0)

    def show_votes(self, is_true: bool | None, share: float, hands: int) -> None:
        """Show whether it is true, None while that is asked, and how many have chosen it."""
        self.is_true, self.share = is_true, share if is_true is not None else 0.0
        self.setEnabled(is_true is None)
        self._write(hands)

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    def _write(self, hands: int) -> None:
        mark = f"{self._number}." if self.is_true is None else _MARKS[self.is_true]
        counted = f"  ({hands})" if hands and self.is_true is not None else ""
        self.setText(f"{mark}  {self.words}{counted}")
        told = "" if self.is_true is None else ", true" if self.is_true else ", not true"
        self.setAccessibleName(f"Answer {self.words}, {count(hands, 'hand')}{told}")
        self.updateGeometry()
        self.update()

    @property
    def _letters(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _LARGER)
        font.setBold(self.is_true is not False)
        return font

    @property
    def _em(self) -> int:
        return self.fontMetrics().height()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        room = QRectF(0, 0, max(1.0, width - 2 * _PAD * self._em), 10_000).toRect()
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        words = QFontMetrics(self._letters).boundingRect(room, int(flags), self.text())
        bar = 1.5 * _BAR * self._em if self.is_true is not None else 0
        return round(words.height() + 2 * _PAD * self._em + bar)

    def sizeHint(self) -> QSize:
        width = 12 * self._em
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(5 * self._em, round(2 * self._em))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, palette, em = self._theme, self.palette(), self._em
        edge = QColor(theme.text)
        if self.is_true is not None:
            role = Role.SUCCESS if self.is_true else Role.MISTAKE
            edge = QColor(theme.style(role).color)
        width = 3.0 if self.is_true or self.underMouse() else 1.5
        box = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(edge, width))
            painter.setBrush(palette.mid() if self.isDown() else palette.base())
            painter.drawRoundedRect(box, _CORNER, _CORNER)
            inner = box.adjusted(_PAD * em, 0, -_PAD * em, 0)
            if self.is_true is not None:
                height = _BAR * em
                bar = QRectF(inner.left(), box.bottom() - 2 * height, inner.width(), height)
                painter.setOpacity(0.15)
                painter.fillRect(bar, edge)
                painter.setOpacity(1.0)
                bar.setWidth(self.share * inner.width())
                painter.fillRect(bar, edge)
                inner.setBottom(box.bottom() - 2 * height)
            painter.setOpacity(_FAINT if self.is_true is False else 1.0)
            painter.setPen(QColor(theme.text))
            painter.setFont(self._letters)
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(inner, int(flags), self.text())


class QuestionBox(QWidget):
    """Asks, counts hands, and shows what was true."""

    answered = Signal(int)
    hands_counted = Signal(int, int)  # the answer, and its hands

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked: Asked | None = None
        self._theme = THEMES[DEFAULT]
        self.buttons: list[ChoiceButton] = []
        self.counters: list[QSpinBox] = []
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setWordWrap(True)
        self._rows: list[QWidget] = []
        self._column = filled(QVBoxLayout(), spacing=6)
        self.outcome = QLabel()
        self.outcome.setWordWrap(True)
        filled(QVBoxLayout(self), self.words, self._column, self.outcome, spacing=8)
        self.hide()

    def show_question(self, asked: Asked | None, votes: Votes | None) -> None:
        """Ask something, or nothing; what was revealed is shown with its bars."""
        if asked != self._asked:
            self._asked = asked
            self._fill(asked)
        self.setVisible(asked is not None)
        if asked is None or votes is None:
            return
        counted, most = votes.counted, max(1, *votes.counted)
        for answer, (button, spin) in enumerate(zip(self.buttons, self.counters, strict=True)):
            is_true = answer == asked.truth if votes.is_revealed else None
            button.show_votes(is_true, counted[answer] / most, counted[answer])
            spin.setVisible(not votes.is_revealed)
            if spin.value() != votes.hands[answer]:
                spin.setValue(votes.hands[answer])
        words = votes.outcome(asked.truth) if votes.is_revealed else ""
        self.outcome.setText(f"<b>{words}</b>" if words else "")
        self.outcome.setAccessibleName(words)
        self.outcome.setVisible(bool(words))

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        for button in self.buttons:
            button.show_theme(theme)

    def _fill(self, asked: Asked | None) -> None:
        discard(self._column, *self._rows)
        self._rows, self.buttons, self.counters = [], [], []
        if asked is None:
            return
        self.words.setText(f"<b>{line_html(asked.question)}</b>")
        self.words.setAccessibleName(line_plain(asked.question))
        for answer, words in enumerate(asked.answers):
            self._add_answer(answer, words)

    def _add_answer(self, answer: int, words: str) -> None:
        button = ChoiceButton(answer + 1, words)
        button.show_theme(self._theme)
        button.clicked.connect(partial(self.answered.emit, answer))
        tip = f"How many hands are up for {words}"
        hands = named(QSpinBox(), tip, tip)
        hands.setRange(0, MOST_HANDS)
        hands.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        hands.valueChanged.connect(partial(self.hands_counted.emit, answer))
        self.buttons.append(button)
        self.counters.append(hands)
        row = QWidget()
        filled(QHBoxLayout(row), (button, 1), hands, spacing=6)
        self._rows.append(row)
        self._column.addWidget(row)
