"""The two answers to the question before a visit, as large buttons at the bottom of the plane."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.figures.model.role import CLASS_ROLES, Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.theory.run_text.prediction import Tally, VisitQuestion
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.votes import VoteButton

_TALL, _WIDE = 2.9, 9.0  # in heights of letters
_BUTTON_HANDS = ((-1, "−", "One hand less for"), (1, "+", "One hand more for"))


class AnswerButton(VoteButton):
    """One of the two answers, in the colour of the class that it means."""

    larger, line, pad = 1.7, 2.0, 1.0

    def __init__(self, key: int) -> None:
        super().__init__(key)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys play, and 1 and 2 answer
        self._label = 0

    def offer(self, words: str, label: int, hands: int) -> None:
        """Offer an answer that means this class, 0 for none."""
        self._label = label
        self.ask(words, hands)

    def _text(self, hands: int) -> str:
        counted = f" · {hands}" if hands else ""
        return f"{self.mark} {self.words}{counted}".strip()

    @property
    def _role(self) -> Role | None:
        return super()._role or (CLASS_ROLES[self._label] if self._label else None)

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().height()
        across = QFontMetrics(self._letters).horizontalAdvance(self.text()) + 2 * self.pad * em
        return QSize(round(max(_WIDE * em, across)), round(_TALL * em))


class AnswerBar(QWidget):
    """Asks at the bottom of the plane, counts hands, and shows what was true."""

    answered = Signal(int)  # the first or the second answer: 0 or 1
    hands_counted = Signal(int, int)  # the answer, and how many more

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self.setAccessibleName("Prediction")
        self._below, self._room = below, QRect()
        self._visited: list[QPoint] = []  # where points are that must be seen
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
            button.offer(words, label, hands)
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
        for button in self.buttons:
            button.show_theme(theme)

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
