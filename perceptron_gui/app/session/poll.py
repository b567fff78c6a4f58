"""Polls in the window: questions, votes and answers, and "predict first" for every visit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.state.app_state import Store
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.docks import Panels
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.run_text.poll import Poll, Score, question_of
from perceptron_gui.training.playback import Playback
from perceptron_gui.views.canvas.overlay import AnswerBar
from perceptron_gui.views.widgets.poll import PollBox

_DIGITS, _LETTERS = "123456789", "ABCDEFGHI"  # the keys of answers


class PollController(QObject):
    """Asks one question at a time; the caller decides when the answer is revealed."""

    answered = Signal()
    counted = Signal()

    def __init__(self, actions: ActionSet, panels: Panels, parent: QWidget) -> None:
        """Its keys work in the window of `parent`."""
        super().__init__(parent)
        self._actions, self._panels, self._parent = actions, panels, parent
        self._box: PollBox | None = None
        self.poll: Poll | None = None
        self._keys: list[QShortcut] = []  # of the answers that can be given
        self._lent: dict[QAction, list[QKeySequence]] = {}  # of actions whose keys answer now

    @property
    def is_open(self) -> bool:
        """Tell whether something is asked that is not revealed yet."""
        return self.poll is not None and not self.poll.is_revealed

    @property
    def described(self) -> dict[str, Any]:
        """The poll as plain values; the truth only once it is revealed."""
        poll = self.poll
        if poll is None:
            return {"question": None, "truth": None}
        question = poll.question
        return {
            "question": question.words,
            "answers": list(question.answers),
            "hands": list(poll.votes),
            "chosen": None if poll.chosen is None else question.answers[poll.chosen],
            "truth": question.true_answer if poll.is_revealed else None,
        }

    def connect_box(self, box: PollBox) -> None:
        self._box = box
        box.answered.connect(self.answer)
        box.hands_counted.connect(self.count_hands)

    def show(self, poll: Poll | None) -> None:
        """Show a question or its answer, or close the poll; hands are counted in presentations."""
        self.poll = poll
        if self._box is not None:
            self._box.show_poll(poll, self._panels.is_presenting)
        self._set_keys(len(poll.hands) if poll is not None and self.is_open else 0)

    @Slot()
    def refresh(self) -> None:
        """Show the poll again: a presentation has counters, the window has none."""
        self.show(self.poll)

    @Slot(int)
    def answer(self, answer: int) -> None:
        if self.poll is not None and self.is_open:
            self.show(replace(self.poll, chosen=answer))
            self.answered.emit()

    @Slot(int, int)
    def count_hands(self, answer: int, number: int) -> None:
        """Store how many hands are up for an answer."""
        if self.poll is None or not self.is_open:
            return
        counted = self.poll.with_hands(answer, number)
        if counted != self.poll:
            self.show(counted)
            self.counted.emit()

    def _set_keys(self, answers: int) -> None:
        """Let digits and letters choose answers, and be the keys of actions again later."""
        has_letters = self._box is not None and self._box.has_letters
        rows = (_DIGITS, _LETTERS) if has_letters else (_DIGITS,)
        if len(self._keys) == answers * (len(rows) + 1):
            return
        for key in self._keys:
            key.setEnabled(False)
            key.deleteLater()
        for action, shortcuts in self._lent.items():
            action.setShortcuts(shortcuts)
        taken = [QKeySequence(key) for row in rows for key in row[:answers]]
        self._lent = {
            action: action.shortcuts()
            for action in self._actions.by_id.values()
            if any(each in taken for each in action.shortcuts())
        }
        for action, shortcuts in self._lent.items():
            action.setShortcuts([each for each in shortcuts if each not in taken])
        self._keys = [
            self._make_key(key, answer) for row in rows for answer, key in enumerate(row[:answers])
        ]
        for answer, digit in enumerate(_DIGITS[:answers]):
            self._keys.append(self._make_key(f"Shift+{digit}", answer, counts=True))

    def _make_key(self, keys: str, answer: int, counts: bool = False) -> QShortcut:
        """Return a key of an answer, or one that counts a hand for it."""

        def count_hand() -> None:
            if self.poll is not None:
                self.count_hands(answer, self.poll.hands[answer] + 1)

        key = QShortcut(QKeySequence(keys), self._parent)
        key.activated.connect(count_hand if counts else partial(self.answer, answer))
        return key


class Prediction(QObject):
    """Asks about every visit while "predict first" is on, and keeps the score."""

    def __init__(
        self, polling: PollController, bar: AnswerBar, playback: Playback, store: Store
    ) -> None:
        super().__init__(polling)
        self._store = store
        self._bar, self.polling = bar, polling
        polling.connect_box(bar)
        polling.answered.connect(playback.step_on)
        self.score = Score()
        self._run: Run | None = None
        self._visit = 0  # the last one that was asked about
        store.subscribe(
            lambda state: (state.run, state.moment) if state.asks_first else None, self._refresh
        )

    @property
    def described(self) -> dict[str, Any] | None:
        """The poll and the score as plain values; the truth only after the visit."""
        if self.polling.poll is None:
            return None
        return {**self.polling.described, "right": self.score.right, "wrong": self.score.wrong}

    def _refresh(self, shown: tuple[Run | None, Moment] | None) -> None:
        """Ask about the visit, or show whether the prediction was right."""
        (run, moment), polling = shown or (None, Moment()), self.polling
        notation = self._store.state.notation
        is_other = not (run and self._run and run.cache is self._run.cache)
        is_other |= moment.visit != self._visit
        self._run = run
        if run is None:
            self._show_score(Score())
            self._close()
        elif moment.is_asked and moment.visit <= run.visits:
            question = question_of(run, moment.visit, notation)
            poll = None if is_other or not polling.is_open else polling.poll
            self._visit = moment.visit
            self._store.update(outcome="")
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
        self._store.update(outcome="")
        self.polling.show(None)

    def _show_score(self, score: Score) -> None:
        self.score = score
        self._bar.show_score(score)
