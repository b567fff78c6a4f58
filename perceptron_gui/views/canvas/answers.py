"""The answers to the question before a visit, as large buttons where the plane is free."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.theory.run_text.poll import Poll, Score
from perceptron_gui.views.widgets.poll import PollBox

from .free_place import Surroundings, free_place


class AnswerBar(PollBox):
    """A poll on the plane, with the score so far.

    It stands at the bottom; where it hides something there, it goes to the nearest place where it
    hides less, and stays there.
    """

    def __init__(self, below: QWidget, look_around: Callable[[], Surroundings]) -> None:
        super().__init__(below, is_large=True)
        self.setAccessibleName("Prediction")
        self._look_around = look_around
        self._shares = 0.5, 1.0  # of the room beside it, to the left and above
        self.score = QLabel()
        self.answers.addWidget(self.score)
        self.setLayout(self.answers)

    def show_poll(self, poll: Poll | None, has_counters: bool = False) -> None:
        """Ask, or show what was true; None hides everything."""
        super().show_poll(poll, has_counters)
        if poll is not None:
            self._place()
            self.raise_()

    def show_score(self, score: Score) -> None:
        """Show how many votes were right and wrong so far."""
        self.score.setText(f"<b>✓ {score.right}<br>✗ {score.wrong}</b>")
        self.score.setAccessibleName(f"So far {score.right} right and {score.wrong} wrong")
        self.score.setToolTip("All votes since this mode was chosen that were right, and wrong")
        self.score.setVisible(score != Score())

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
