"""Predict first: the plane asks before every visit, a class answers, and the truth is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from perceptron_gui.app.state.store import Store
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.run_text.poll import Poll, Score, question_of
from perceptron_gui.training.playback import Playback
from perceptron_gui.views.canvas.answers import AnswerBar

from .poll import PollController


class Prediction(QObject):
    """Polls about visits and their score, from when the mode is chosen until it is left."""

    def __init__(
        self,
        polling: PollController,
        bar: AnswerBar,
        playback: Playback,
        store: Store,
    ) -> None:
        super().__init__(polling)
        self._store = store
        self._bar, self.polling = bar, polling
        polling.connect_box(bar)
        polling.answered.connect(playback.step_on)
        self.score = Score()
        self._run: Run | None = None
        self._visit = 0  # that was asked about last
        store.subscribe(lambda state: (state.run, state.moment, state.asks_first), self._refresh)

    @property
    def described(self) -> dict[str, Any] | None:
        """What is asked and answered, as plain values; before the visit without the truth."""
        if self.polling.poll is None:
            return None
        return {**self.polling.described, "right": self.score.right, "wrong": self.score.wrong}

    def _refresh(self, shown: tuple[Run | None, Moment, bool]) -> None:
        """Ask, or show what was true, as the moment has it."""
        (run, moment, asks_first), polling = shown, self.polling
        notation = self._store.state.notation
        is_other = not (run and self._run and run.cache is self._run.cache)
        is_other |= moment.visit != self._visit
        self._run = run
        if not asks_first or run is None:
            self._show_score(Score())
            self._close()
        elif moment.is_asked and moment.visit <= run.visits:
            question = question_of(run, moment.visit, notation)
            poll = None if is_other or not polling.is_open else polling.poll
            self._visit = moment.visit
            self._store.update(outcome=())
            polling.show(Poll.about(question) if poll is None else replace(poll, question=question))
        elif polling.is_open and not is_other and polling.poll is not None:
            self._reveal(replace(polling.poll, is_revealed=True))
        elif is_other:
            self._close()

    def _reveal(self, poll: Poll) -> None:
        self._show_score(self.score.with_poll(poll))
        self._store.update(outcome=poll.outcome)
        self.polling.show(poll if any(poll.votes) else None)

    def _close(self) -> None:
        self._visit = 0
        self._store.update(outcome=())
        self.polling.show(None)

    def _show_score(self, score: Score) -> None:
        self.score = score
        self._bar.show_score(score)
