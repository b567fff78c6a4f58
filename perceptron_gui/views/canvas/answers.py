"""The two answers to the question before a visit, as large buttons where the plane is free."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.figures.model.role import CLASS_ROLES, Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.theory.run_text.prediction import Tally, VisitQuestion
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.votes import VoteButton

from .free_place import Surroundings, free_place

_TALL, _WIDE = 2.9, 8.0  # in heights of letters
_ROOM = "✓ {} · 10"  # for the truth and for hands, always
_BUTTON_HANDS = ((-1, "−", "One hand less for"), (1, "+", "One hand more for"))


class AnswerButton(VoteButton):
    """One of the two answers, in the colour of the class that it means."""

    larger, line, pad = 1.7, 2.0, 0.7

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
        letters = QFont(self._letters)
        letters.setBold(True)  # as wide as it may become, so that nothing moves with the truth
        measure = QFontMetrics(letters).horizontalAdvance
        words = max(measure(self.text()), measure(_ROOM.format(self.words)))
        across = words + 2 * self.pad * em
        return QSize(round(max(_WIDE * em, across)), round(_TALL * em))


class AnswerBar(QWidget):
    """Asks on the plane, counts hands, and shows what was true.

    It stands at the bottom; where it hides something there, it goes to the nearest place where it
    hides less, and stays there.
    """

    answered = Signal(int)  # the first or the second answer: 0 or 1
    hands_counted = Signal(int, int)  # the answer, and how many more

    def __init__(self, below: QWidget, look_around: Callable[[], Surroundings]) -> None:
        super().__init__(below)
        self.setAccessibleName("Prediction")
        self._look_around = look_around
        self._shares = 0.5, 1.0  # of the room beside it, to the left and above
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
                _keep_size(counter)
                counter.clicked.connect(partial(self.hands_counted.emit, answer, more))
                self.counters.append(counter)
                column.addWidget(counter)
            filled(row, button, column, spacing=6)
        self.count = QLabel()
        row.addWidget(self.count)
        self.hide()

    def show_question(self, question: VisitQuestion, tally: Tally) -> None:
        """Ask, with the hands that are up so far."""
        self.question = question
        both = zip(self.buttons, question.answers, question.labels, tally.hands, strict=True)
        for button, words, label, hands in both:
            button.offer(words, label, hands)
        self._show_counts(tally, is_open=True)

    def show_outcome(self, question: VisitQuestion, tally: Tally) -> None:
        """Show which answer was true, if one was, and how many had chosen each."""
        self.show_question(question, tally)
        most = max(1, *tally.votes)
        for answer, button in enumerate(self.buttons):
            share = tally.votes[answer] / most
            button.show_outcome(answer == question.truth, share, tally.votes[answer])
        self._show_counts(tally, is_open=False)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Draw in other colours."""
        for button in self.buttons:
            button.show_theme(theme)

    def make_room(self) -> None:
        """Stay in place on another figure, or go where less of it is hidden."""
        if not self.isHidden():
            around = self._place()
            free = around.box.size() - self.size()
            away = self.pos() - around.box.topLeft()
            self._shares = (
                away.x() / free.width() if free.width() > 0 else 0.5,
                away.y() / free.height() if free.height() > 0 else 1.0,
            )

    def _show_counts(self, tally: Tally, is_open: bool) -> None:
        for counter in self.counters:
            counter.setVisible(is_open)
        self.count.setText(f"<b>✓ {tally.right}<br>✗ {tally.wrong}</b>")
        self.count.setAccessibleName(f"So far {tally.right} right and {tally.wrong} wrong")
        self.count.setToolTip("All hands of this lesson that were right, and that were wrong")
        self.count.setVisible(bool(tally.right or tally.wrong))
        self.show()
        self._place()
        self.raise_()

    def _place(self) -> Surroundings:
        """Stand where least is hidden, near the last place, and return what is around."""
        around = self._look_around()
        layout = self.layout()
        if layout is not None:
            layout.activate()
        size = self.sizeHint().boundedTo(around.box.size())
        self.resize(size)
        free, (left, above) = around.box.size() - size, self._shares
        last = around.box.topLeft() + QPoint(
            round(left * free.width()), round(above * free.height())
        )
        self.move(free_place(around, size, last, self.fontMetrics().height()))
        return around


def _keep_size(widget: QWidget) -> None:
    """Leave the place of a widget free while it is hidden, so that others do not move."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
