"""Polls: a question with its answers, the hands of a class for each, and what is true. No Qt.

The questions about a visit stand here; those of lessons are in `lessons.lesson`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from perceptron_gui.base.text import count
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.visit import VisitContext

MOST_HANDS = 999  # for one answer
HOW_CLASSIFIED = "How will this point be classified?"
WILL_CHANGE = "Will the weights change?"
HOW_CHANGE = "Will the weights become shorter or longer?"
# Why no answer is true, longest first.
_ON_THE_LINE = "Neither answer is true: the score is 0.", "Neither: score 0."
_AS_LONG = "Neither answer is true: the length stays the same.", "Neither: same length."


@dataclass(frozen=True)
class PollQuestion:
    """What is asked, its answers, and which of them is true."""

    words: str
    answers: tuple[str, ...]
    truth: int | None  # the place of the true answer; None where no answer is true
    labels: tuple[int, ...] = ()  # the class that each answer names, if they name classes
    why_neither: tuple[str, ...] = ()  # where no answer is true, longest first

    @property
    def true_answer(self) -> str:
        """The true answer in words, "" where no answer is true."""
        return "" if self.truth is None else self.answers[self.truth]


@dataclass(frozen=True)
class Poll:
    """Who answered what: hands of a class, an answer that was clicked, and hands of last time."""

    question: PollQuestion
    hands: tuple[int, ...]  # per answer
    chosen: int | None = None
    is_revealed: bool = False
    earlier: tuple[int, ...] = ()

    @classmethod
    def about(cls, question: PollQuestion, earlier: tuple[int, ...] = ()) -> Poll:
        """Begin a poll; earlier hands for other answers than these do not count."""
        none = (0,) * len(question.answers)
        return cls(question, none, earlier=earlier if len(earlier) == len(none) else ())

    @property
    def votes(self) -> tuple[int, ...]:
        """Votes per answer; a click counts as one vote if no hands were counted."""
        if any(self.hands) or self.chosen is None:
            return self.hands
        return tuple(int(answer == self.chosen) for answer in range(len(self.hands)))

    def with_hands(self, answer: int, number: int) -> Poll:
        """Return the poll with so many hands up for an answer."""
        hands = list(self.hands)
        hands[answer] = min(max(number, 0), MOST_HANDS)
        return replace(self, hands=tuple(hands))

    @property
    def outcome(self) -> tuple[str, ...]:
        """Who was right, from the longest sentence to the shortest; () if nobody answered."""
        truth = self.question.truth
        if truth is None:
            return self.question.why_neither if any(self.votes) else ()
        now = _right(self.hands, truth)
        if not now and self.chosen is not None:
            now = "Right!" if self.chosen == truth else "Wrong."
        if before := _right(self.earlier, truth):
            return f"{now} Last time {before}".strip(), *((now,) if now else ())
        return (now,) if now else ()


def _right(hands: tuple[int, ...], truth: int) -> str:
    if not any(hands):
        return ""
    verb = "were" if hands[truth] != 1 else "was"
    return f"{hands[truth]} of {count(sum(hands), 'hand')} {verb} right."


@dataclass(frozen=True)
class Score:
    """Votes so far that were right and wrong."""

    right: int = 0
    wrong: int = 0

    def with_poll(self, poll: Poll) -> Score:
        """Add the votes of a poll; nobody can be right where no answer is true."""
        truth = poll.question.truth
        if truth is None:
            return self
        right = poll.votes[truth]
        return Score(self.right + right, self.wrong + sum(poll.votes) - right)


def question_words(run: Run, notation: Notation) -> str:
    """Return what is asked before a visit; the rule and the order decide what is still open."""
    visiting = run.path.visiting
    if not run.path.mistake_driven or visiting.block > 1 or visiting.chooses_mistakes:
        return HOW_CHANGE
    if notation.sign_switched or run.mistakes[0] > 0:
        return WILL_CHANGE
    return HOW_CLASSIFIED


def question_of(run: Run, visit: int, notation: Notation) -> PollQuestion:
    """Return the question before a visit."""
    words, context = question_words(run, notation), VisitContext(run, visit, notation)
    if words == HOW_CHANGE:
        return _how_change(run, visit)
    if words == HOW_CLASSIFIED and context.index is not None:
        return class_question(context, context.index)
    return change_question(context)


def class_question(context: VisitContext, i: int) -> PollQuestion:
    """Ask for the class of a point; some rules predict none for a point on the line."""
    predicted = context.predicted(i)
    truth = None if predicted is None else int(predicted > 0)
    return PollQuestion(HOW_CLASSIFIED, ("−1", "+1"), truth, (-1, 1), _ON_THE_LINE)


def change_question(context: VisitContext) -> PollQuestion:
    """Ask whether a visit changes the weights."""
    return PollQuestion(WILL_CHANGE, ("no", "yes"), int(context.is_update))


def _how_change(run: Run, visit: int) -> PollQuestion:
    before, after = (
        sum(value * value for value in run.exact_weights_at(at)) for at in (visit - 1, visit)
    )
    truth = None if before == after else int(after > before)
    return PollQuestion(HOW_CHANGE, ("shorter", "longer"), truth, why_neither=_AS_LONG)
