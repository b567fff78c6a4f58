"""What a class answers to the questions of a lesson."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction

from perceptron_gui.app.session.poll import PollController
from perceptron_gui.theory.run_text.poll import Poll, PollQuestion


class LessonAnswers(QObject):
    """Holds the polls of all steps while a lesson is open."""

    revealed = Signal()

    def __init__(self, polling: PollController, predict_first: QAction) -> None:
        """While something is asked nobody chooses to `predict_first`."""
        super().__init__(polling)
        self.polling, self._predict_first = polling, predict_first
        self.polling.answered.connect(self.reveal)
        self.polling.counted.connect(self._keep)
        self._questions: tuple[PollQuestion | None, ...] = ()  # of every step
        self._polls: dict[int, Poll] = {}
        self._number = 0

    @property
    def question(self) -> PollQuestion | None:
        """What the step asks, with the truth."""
        return self._questions[self._number] if self._questions else None

    @property
    def is_open(self) -> bool:
        """Tell whether something is asked that is not revealed yet."""
        return self.polling.is_open

    def show_lesson(self, questions: tuple[PollQuestion | None, ...]) -> None:
        """Ask the questions of another lesson, one for every step, or of none."""
        self._questions, self._number = questions, 0
        self._polls.clear()
        if not questions:
            self._show(None)

    def show_step(self, number: int) -> None:
        """Ask the question of a step, as far as it is answered."""
        self._number = number
        question = self.question
        if question is None:
            self._show(None)
        else:
            self._show(self._polls.get(number, Poll.about(question)))

    def forget(self) -> None:
        self._polls.clear()

    @Slot()
    def reveal(self) -> None:
        """Show what is true, with the hands that were counted."""
        poll = self.polling.poll
        if poll is None or not self.is_open:
            return
        self._show(replace(poll, is_revealed=True))
        self._keep()
        self.revealed.emit()

    def _show(self, poll: Poll | None) -> None:
        predict_first = self._predict_first
        if poll is not None and not poll.is_revealed and predict_first.isChecked():
            predict_first.trigger()  # or both would have the keys of answers
        self.polling.show(poll)
        predict_first.setEnabled(not self.is_open)

    @Slot()
    def _keep(self) -> None:
        if self.polling.poll is not None:
            self._polls[self._number] = self.polling.poll
