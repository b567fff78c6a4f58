"""Predict first: the plane asks before every visit, a class answers, and the truth is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Slot

from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.run_text.poll import Poll, Score, question_of
from perceptron_gui.training.playback import Playback

from .poll import PollController


class Prediction(QObject):
    """Polls about visits and their score, from when the mode is chosen until it is left."""

    def __init__(
        self,
        window: MainWindow,
        playback: Playback,
        shown: Callable[[], tuple[Run | None, Notation]],
        show_outcome: Callable[[tuple[str, ...]], None],
    ) -> None:
        super().__init__(window)
        self._playback, self._shown, self._show_outcome = playback, shown, show_outcome
        self._bar = window.canvas.answers
        self.polling = PollController(window, self._bar)
        self.polling.answered.connect(playback.step_on)
        self.score = Score()
        self._run: Run | None = None
        self._visit = 0  # that was asked about last

    @property
    def described(self) -> dict[str, Any] | None:
        """What is asked and answered, as plain values; before the visit without the truth."""
        if self.polling.poll is None:
            return None
        return {**self.polling.described, "right": self.score.right, "wrong": self.score.wrong}

    @Slot()
    def refresh(self) -> None:
        """Ask, or show what was true, as the moment has it."""
        (run, notation), moment, polling = self._shown(), self._playback.moment, self.polling
        is_other = not (run and self._run and run.cache is self._run.cache)
        is_other |= moment.visit != self._visit
        self._run = run
        if not self._playback.cursor.two_phase or run is None:
            self._show_score(Score())
            self._close()
        elif moment.is_asked and moment.visit <= run.visits:
            question = question_of(run, moment.visit, notation)
            poll = None if is_other or not polling.is_open else polling.poll
            self._visit = moment.visit
            self._show_outcome(())
            polling.show(Poll.about(question) if poll is None else replace(poll, question=question))
        elif polling.is_open and not is_other and polling.poll is not None:
            self._reveal(replace(polling.poll, is_revealed=True))
        elif is_other:
            self._close()

    def _reveal(self, poll: Poll) -> None:
        self._show_score(self.score.with_poll(poll))
        self._show_outcome(poll.outcome)
        self.polling.show(poll if any(poll.votes) else None)

    def _close(self) -> None:
        self._visit = 0
        self._show_outcome(())
        self.polling.show(None)

    def _show_score(self, score: Score) -> None:
        self.score = score
        self._bar.show_score(score)
