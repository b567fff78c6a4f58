"""The question of a step: large answers, hands counted for each, and bars against the truth."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lessons.predictions import MOST_HANDS, Asked, Votes
from perceptron_gui.lessons.prose import line_html, line_plain
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import discard, filled
from perceptron_gui.views.widgets.votes import VoteButton


class ChoiceButton(VoteButton):
    """An answer in as many lines as it needs."""

    larger = 1.15
    layout_of_words = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter)

    def __init__(self, number: int, words: str) -> None:
        super().__init__(number)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.ask(words, 0)

    def _text(self, hands: int) -> str:
        if self.is_true is None:
            return f"{self._key}.  {self.words}"
        return f"{self.mark}  {self.words}" + (f"  ({hands})" if hands else "")

    @property
    def _em(self) -> int:
        return self.fontMetrics().height()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(1, round(width - 2 * self.pad * self._em)), 10_000)
        letters = QFontMetrics(self._letters)
        words = letters.boundingRect(room, self.layout_of_words, self.text())
        return round(words.height() + 2 * self.pad * self._em + 2 * self._bar)

    def sizeHint(self) -> QSize:
        width = 12 * self._em
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(5 * self._em, 2 * self._em)


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
            if votes.is_revealed:
                share = counted[answer] / most
                button.show_outcome(answer == asked.truth, share, counted[answer])
            else:
                button.ask(asked.answers[answer], counted[answer])
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
