"""What a class answers to the questions of a lesson, and what the class before it answered."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut

from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.lessons.predictions import MOST_HANDS, Asked, Votes

if TYPE_CHECKING:
    from perceptron_gui.views.lessons.question import QuestionBox

_MOST_KEYS = 9
_MOST_LESSONS = 100  # whose hands are kept
_CLASSES = ("class.minus", "class.plus")  # whose keys answer while there is a question


class LessonAnswers(QObject):
    """Asks the question of a step, counts hands, and reveals the truth."""

    changed = Signal()  # hands were counted
    revealed = Signal()

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self._box: QuestionBox | None = None
        self._all: tuple[Asked | None, ...] = ()  # of every step
        self._title = ""
        self._votes: dict[int, Votes] = {}
        self._earlier: dict[str, tuple[int, ...]] = {}  # hands by question, of the class before
        self._number = 0
        places = [(answer, more) for answer in range(_MOST_KEYS) for more in (False, True)]
        self._keys = {place: self._make_key(*place) for place in places}

    @property
    def asked(self) -> Asked | None:
        """What the step asks, with the truth."""
        return self._all[self._number] if self._all else None

    @property
    def votes(self) -> Votes | None:
        """The answers to it so far."""
        asked = self.asked
        if asked is None:
            return None
        earlier = self._earlier.get(asked.question, ())
        known = earlier if len(earlier) == len(asked.answers) else ()
        none = Votes((0,) * len(asked.answers), earlier=known)
        return self._votes.get(self._number, none)

    @property
    def is_open(self) -> bool:
        """Tell whether something is asked whose answer is not revealed."""
        return self.votes is not None and not self.votes.is_revealed

    @property
    def described(self) -> dict[str, Any]:
        """What is asked and answered, as plain values; the truth only once it is revealed."""
        asked, votes = self.asked, self.votes
        if asked is None or votes is None:
            return {"question": None, "truth": None}
        return {
            "question": asked.question,
            "answers": list(asked.answers),
            "hands": list(votes.hands),
            "truth": asked.true_answer if votes.is_revealed else None,
        }

    def connect_box(self, box: QuestionBox) -> None:
        """Ask in a box."""
        self._box = box
        box.answered.connect(self.answer)
        box.hands_counted.connect(self.count_hands)

    def show_lesson(self, title: str, asked: tuple[Asked | None, ...]) -> None:
        """Ask the questions of another lesson, one for every step, or of none."""
        self._title, self._all, self._number = title, asked, 0
        self._votes.clear()
        self._earlier = _read_hands(self._settings.hands.get(title))
        if not asked:
            self._set_keys(0)

    def show_step(self, number: int) -> None:
        """Ask the question of a step."""
        self._number = number
        self._refresh()

    def forget(self) -> None:
        """Forget all answers."""
        self._votes.clear()

    @Slot(int)
    def answer(self, answer: int) -> None:
        """Try an answer, which shows the truth."""
        votes = self.votes
        if votes is not None and self.is_open and answer < len(votes.hands):
            self._votes[self._number] = replace(votes, chosen=answer)
            self.reveal()

    @Slot(int, int)
    def count_hands(self, answer: int, hands: int) -> None:
        """Store how many hands are up for an answer."""
        votes = self.votes
        if votes is None or votes.is_revealed or not answer < len(votes.hands):
            return
        counted = (*votes.hands[:answer], hands, *votes.hands[answer + 1 :])
        if counted != votes.hands:
            self._votes[self._number] = replace(votes, hands=counted)
            self._refresh()
            self.changed.emit()

    @Slot()
    def reveal(self) -> None:
        """Show what is true, with the hands that were counted."""
        votes = self.votes
        if votes is not None and not votes.is_revealed:
            self._votes[self._number] = replace(votes, is_revealed=True)
            self._store(votes.hands)
            self._refresh()
            self.revealed.emit()

    def _store(self, hands: tuple[int, ...]) -> None:
        """Keep the hands for the next class, of the lessons that were given last."""
        if self.asked is None or not any(hands):
            return
        kept = dict(self._settings.hands)
        given = _read_hands(kept.pop(self._title, None))
        kept[self._title] = given | {self.asked.question: hands}
        self._settings.hands = {title: kept[title] for title in list(kept)[-_MOST_LESSONS:]}

    def _refresh(self) -> None:
        if self._box is not None:
            self._box.show_question(self.asked, self.votes)
        self._set_keys(len(self.votes.hands) if self.votes is not None and self.is_open else 0)

    def _make_key(self, answer: int, more: bool) -> QShortcut:
        """Return the key of an answer; with Shift a hand is counted for it."""
        keys = QShortcut(QKeySequence(f"{'Shift+' * more}{answer + 1}"), self._window)
        keys.setEnabled(False)
        keys.activated.connect(partial(self._count_hand if more else self.answer, answer))
        return keys

    def _count_hand(self, answer: int) -> None:
        if (votes := self.votes) is not None and answer < len(votes.hands):
            self.count_hands(answer, votes.hands[answer] + 1)

    def _set_keys(self, answers: int) -> None:
        """Give the first digits to the answers, if there are any, else to the classes."""
        by_id = self._window.actions_by_id.by_id
        for number, name in enumerate(_CLASSES):
            by_id[name].setShortcuts([] if answers else [QKeySequence(f"{number + 1}")])
        by_id["play.two_phase"].setEnabled(not answers)
        for (answer, _more), keys in self._keys.items():
            keys.setEnabled(answer < answers)


def _read_hands(stored: Any) -> dict[str, tuple[int, ...]]:
    """Return the hands by question; what does not look like hands is left out."""
    if not isinstance(stored, dict):
        return {}
    lists = {question: hands for question, hands in stored.items() if isinstance(hands, list)}
    return {
        question: tuple(hands)
        for question, hands in lists.items()
        if all(type(each) is int and 0 <= each <= MOST_HANDS for each in hands)
    }
