"""Predict first: the two answers to the question before a visit, and how a class has answered."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.visit import VisitContext

from .headline import PREDICT, WILL_CHANGE, Headline, question

MOST_HANDS = 999
# Why no answer holds, and the same in fewer words.
_ON_THE_LINE = "Neither answer holds: its score is 0.", "Neither: score 0."
_AS_LONG = "Neither answer holds: they stay as long as they were.", "Neither: as long as before."


@frozen_value
class VisitQuestion:
    """What is asked before a visit, its two answers, and which of them is true, if one is."""

    words: str
    answers: tuple[str, str]
    truth: int | None  # 0 or 1
    labels: tuple[int, int] = (0, 0)  # the classes that the answers name, if they do
    why_neither: tuple[str, ...] = _ON_THE_LINE  # where no answer is true


def question_of(run: Run, visit: int, notation: Notation) -> VisitQuestion:
    """Return the question of a visit; of a point on the line some rules predict nothing."""
    words, context = question(run, notation), VisitContext(run, visit, notation)
    if words == PREDICT and context.index is not None:
        predicted = context.predicted(context.index)
        truth = None if predicted is None else int(predicted > 0)
        return VisitQuestion(words, ("−1", "+1"), truth, (-1, 1))
    if words in (PREDICT, WILL_CHANGE):
        return VisitQuestion(words, ("no", "yes"), int(context.is_update))
    before, after = (
        sum(value * value for value in run.exact_weights_at(at)) for at in (visit - 1, visit)
    )
    truth = None if before == after else int(after > before)
    words = "Will the weights become shorter or longer?"
    return VisitQuestion(words, ("shorter", "longer"), truth, why_neither=_AS_LONG)


@frozen_value
class Tally:
    """Hands for each answer to this question, what was chosen, and all hands of the lesson."""

    hands: tuple[int, int] = (0, 0)
    chosen: int | None = None
    right: int = 0
    wrong: int = 0

    @property
    def votes(self) -> tuple[int, int]:
        """The hands; where nobody counted any, the choice is the only one."""
        if any(self.hands) or self.chosen is None:
            return self.hands
        return int(self.chosen == 0), int(self.chosen == 1)

    def with_hands(self, answer: int, more: int) -> Tally:
        """Return the tally with more hands for an answer, or fewer."""
        first, second = self.hands
        count = min(max(self.hands[answer] + more, 0), MOST_HANDS)
        return replace(self, hands=(count, second) if answer == 0 else (first, count))

    def with_choice(self, answer: int) -> Tally:
        """Return the tally with the answer that is tried."""
        return replace(self, chosen=answer)

    def counted(self, truth: int | None) -> Tally:
        """Return the tally of the lesson with the votes on this question, if one can be right."""
        if truth is None:
            return self
        votes = self.votes
        right, wrong = self.right + votes[truth], self.wrong + votes[1 - truth]
        return replace(self, right=right, wrong=wrong)

    def verdict(self, asked: VisitQuestion) -> tuple[str, ...]:
        """Say whether what was chosen is true, or why nothing is that hands are up for.

        All ways to say it, from the longest to the shortest; none where nobody answered.
        """
        if asked.truth is None:
            return asked.why_neither if any(self.votes) else ()
        if self.chosen is None:
            return ()
        return ("Right!" if self.chosen == asked.truth else "Wrong.",)

    def emptied(self) -> Tally:
        """Return the tally of the lesson before the next question."""
        return replace(self, hands=(0, 0), chosen=None)


def with_verdict(shown: Headline, verdict: tuple[str, ...]) -> Headline:
    """Return a headline that first says whether the prediction was right."""
    first, *others = (f"{said} {words}" for words in shown.forms for said in verdict)
    return replace(shown, words=first, shorter=(*others, *verdict))
