"""Predict first: the plane asks before every visit, a class answers, and the truth is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QKeySequence, QShortcut

from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.run_text.prediction import Tally, VisitQuestion, question_of
from perceptron_gui.training.playback import Playback

# Keys that choose a class while nothing is asked, in the order of the answers.
_CLASSES = ("class.minus", "class.plus")


class Prediction(QObject):
    """Holds the tally of a lesson, from when the mode is chosen until it is left."""

    def __init__(
        self,
        window: MainWindow,
        playback: Playback,
        shown: Callable[[], tuple[Run | None, Notation]],
        show_verdict: Callable[[tuple[str, ...]], None],
    ) -> None:
        super().__init__(window)
        self._window, self._playback = window, playback
        self._shown, self._show_verdict = shown, show_verdict
        self.tally = Tally()
        self._run: Run | None = None
        self._visit = 0  # that was asked about last
        self._question: VisitQuestion | None = None
        self._is_open = False
        self._bar = window.canvas.answers
        self._bar.answered.connect(self.answer)
        self._bar.hands_counted.connect(self.count_hands)
        self._keys = [self._make_key(answer, more) for answer in (0, 1) for more in (0, 1)]

    def _make_key(self, answer: int, more: int) -> QShortcut:
        """Return the key of an answer; with Shift a hand is counted for it."""
        keys = QShortcut(QKeySequence(f"{'Shift+' * more}{answer + 1}"), self._window)
        keys.setEnabled(False)
        if more:
            keys.activated.connect(lambda: self.count_hands(answer, 1))
        else:
            keys.activated.connect(lambda: self.answer(answer))
        return keys

    @property
    def described(self) -> dict[str, Any] | None:
        """What is asked and answered, as plain values; before the visit it tells no truth."""
        question, tally = self._question, self.tally
        if question is None or not self._bar.isVisibleTo(self._window.canvas):
            return None
        is_hidden = self._is_open or question.truth is None
        return {
            "question": question.words,
            "answers": list(question.answers),
            "hands": list(tally.votes),
            "chosen": None if tally.chosen is None else question.answers[tally.chosen],
            "truth": None if is_hidden else question.answers[question.truth or 0],
            "right": tally.right,
            "wrong": tally.wrong,
        }

    @Slot(int)
    def answer(self, answer: int) -> None:
        """Try an answer, which shows the truth."""
        if self._is_open:
            self.tally = self.tally.with_choice(answer)
            self._playback.step_on()

    @Slot(int, int)
    def count_hands(self, answer: int, more: int) -> None:
        """Count hands for an answer while it is asked."""
        if self._is_open and self._question is not None:
            self.tally = self.tally.with_hands(answer, more)
            self._bar.show_question(self._question, self.tally)

    @Slot()
    def refresh(self) -> None:
        """Ask, or show what was true, as the moment has it."""
        (run, notation), moment = self._shown(), self._playback.moment
        is_other = not (run and self._run and run.cache is self._run.cache)
        self._run = run
        if not self._playback.cursor.two_phase or run is None:
            self.tally, self._visit = Tally(), 0
            self._close()
        elif moment.is_asked and moment.visit <= run.visits:
            if is_other or moment.visit != self._visit or not self._is_open:
                self.tally, self._visit = self.tally.emptied(), moment.visit
            self._question = question_of(run, moment.visit, notation)
            self._set_open(True)
            self._show_verdict(())
            self._bar.show_question(self._question, self.tally)
        elif self._is_open and moment.visit == self._visit and self._question is not None:
            self._reveal(self._question)
        elif is_other or moment.visit != self._visit:
            self._close()

    def _reveal(self, question: VisitQuestion) -> None:
        self._set_open(False)
        self.tally = self.tally.counted(question.truth)
        self._show_verdict(self.tally.verdict(question))
        if any(self.tally.votes):
            self._bar.show_outcome(question, self.tally)
        else:
            self._bar.hide()

    def _close(self) -> None:
        self._set_open(False)
        self._visit, self._question = 0, None
        self._show_verdict(())
        self._bar.hide()

    def _set_open(self, is_open: bool) -> None:
        """Give 1 and 2 to the answers while there is a question, else to the classes."""
        if is_open == self._is_open:
            return
        self._is_open = is_open
        for number, name in enumerate(_CLASSES):
            action = self._window.actions_by_id.by_id[name]
            action.setShortcuts([] if is_open else [QKeySequence(f"{number + 1}")])
        for keys in self._keys:
            keys.setEnabled(is_open)
