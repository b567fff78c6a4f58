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
# A question before a visit always has a true answer: where a rule has no sign for a score of 0,
# a point may be on the line, which is what nearly every first visit from w = 0 finds.
_CLASSES = ("−1", "+1"), (-1, 1)
_CLASSES_OR_LINE = ("−1", "+1", "on the line"), (-1, 1, 0)


@dataclass(frozen=True)
class PollQuestion:
    """What is asked, its answers, and which of them is true."""

    words: str
    answers: tuple[str, ...]
    truth: int  # the place of the true answer
    labels: tuple[int, ...] = ()  # the class that each answer names, if they name classes
    why: tuple[str, ...] = ()  # of every answer why it is wrong; of the true one why it is true

    @property
    def true_answer(self) -> str:
        return self.answers[self.truth]


@dataclass(frozen=True)
class Poll:
    """Who answered what: hands of a class, or an answer that was clicked."""

    question: PollQuestion
    hands: tuple[int, ...]  # per answer
    chosen: int | None = None
    is_revealed: bool = False

    @classmethod
    def about(cls, question: PollQuestion) -> Poll:
        """Begin a poll, without any hands."""
        return cls(question, (0,) * len(question.answers))

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
    def outcome(self) -> str:
        """Who was right, in a sentence; nothing if nobody answered."""
        truth = self.question.truth
        if any(self.hands):
            right = self.hands[truth]
            verb = "were" if right != 1 else "was"
            return f"{right} of {count(sum(self.hands), 'hand')} {verb} right."
        if self.chosen is None:
            return ""
        return "Right!" if self.chosen == truth else "Wrong."

    @property
    def reason(self) -> str:
        """Why the answer is wrong, or why the true one is; nothing if the right one was clicked."""
        question = self.question
        if not question.why or self.chosen == question.truth:
            return ""
        return question.why[question.truth if self.chosen is None else self.chosen]


@dataclass(frozen=True)
class Score:
    """Votes so far that were right and wrong."""

    right: int = 0
    wrong: int = 0

    def with_poll(self, poll: Poll) -> Score:
        """Add the votes of a poll."""
        right = poll.votes[poll.question.truth]
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
        sizes = [sum(v * v for v in run.exact_weights_at(at)) for at in (visit - 1, visit)]
        truth = 2 if sizes[0] == sizes[1] else int(sizes[1] > sizes[0])
        return PollQuestion(HOW_CHANGE, ("shorter", "longer", "neither"), truth)
    if words == HOW_CLASSIFIED and context.index is not None:
        return class_question(context, context.index)
    return change_question(context)


def class_question(context: VisitContext, i: int) -> PollQuestion:
    """Ask how a point is classified; where the rule has no class for a score of 0, also that."""
    answers, labels = _CLASSES if context.run.rule.sign_on_line else _CLASSES_OR_LINE
    return PollQuestion(HOW_CLASSIFIED, answers, labels.index(context.predicted(i) or 0), labels)


def change_question(context: VisitContext) -> PollQuestion:
    """Ask whether a visit changes the weights."""
    return PollQuestion(WILL_CHANGE, ("no", "yes"), int(context.is_update))
