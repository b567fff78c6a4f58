r"""What the averaged, the voted and the pocket perceptron return, visit by visit.

The average sums up the weights of every visit, \theta_{sum} = \theta_{sum} + \theta; a vote counts
how many visits each weight vector has survived, c_k; a pocket holds the best weights so far.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.base.number_text import sign_of
from perceptron_gui.core.paths.results import Pocket, Vote

from .notation import Notation, number, products, vector
from .point_visit import on_line_note
from .visit import Step, VisitContext, all_weights

_MOST_VOTERS = 7  # whose votes are written out


def beside(notation: Notation, index: str) -> str:
    """Return weights that are kept beside w, as w_p."""
    return rf"{notation.bare_weights}_{{\text{{{index}}}}}"


class AnswerVisit:
    """What a visit does to the answer of its rule; visit 0 is the start."""

    def __init__(self, context: VisitContext) -> None:
        self._context = context
        self._run, self._visit, self._notation = context.run, context.visit, context.notation
        self._before = max(context.visit - 1, 0)

    def steps(self) -> Iterator[Step]:
        """Yield the lines that follow those of the perceptron; a rule that returns w has none."""
        result = self._run.result
        if self._run.rule.rule == "averaged":
            yield from self._average_steps()
        elif isinstance(result, Vote):
            yield from self._vote_steps(result)
        elif isinstance(result, Pocket):
            yield from self._pocket_steps(result)

    def _average_steps(self) -> Iterator[Step]:
        total, run = beside(self._notation, "sum"), self._run
        if not self._visit:
            yield Step("sum", f"{total} = 0")
            return
        _, weights = all_weights(self._context)
        yield Step("sum", f"{total} {self._notation.assign} {total} + {weights} = {self.sum}")
        is_whole = self._visit % run.path.visiting.epoch_length == 0
        sides = [f"{total}/({self._notation.epochs_length})"] if is_whole else []
        sides += [f"{total}/{self._visit}", self.returned]
        yield Step("average", " = ".join(sides))

    @property
    def sum(self) -> str:
        """(2, 1) + (2, -1) = (4, 0): the sum of all weights before, and after."""
        weights = vector(self._context.in_order(self._context.after))
        return f"{self._total(self._visit - 1)} + {weights} = {self.total}"

    @property
    def total(self) -> str:
        """The sum of the weights of all visits so far."""
        return self._total(self._visit)

    def _total(self, visit: int) -> str:
        return self._vector([visit * value for value in self._run.result_at(visit)])

    @property
    def returned(self) -> str:
        """The average, or what is in the pocket."""
        return self._vector(self._run.result_at(self._visit))

    def _vector(self, values: Sequence[Fraction]) -> str:
        return vector(self._context.in_order(self._context.numbers(values)))

    def _vote_steps(self, result: Vote) -> Iterator[Step]:
        if not self._visit:
            yield Step("votes", f"c_{self._index(0)} = 0")
            return
        yield Step("votes", self.votes)
        if (i := self._context.index) is None or self.vote is None:
            return
        parts = [rf"\sum c_k\,\text{{{self._notation.sign}}}(s_k)"]
        if result.count_voters(self._visit) <= _MOST_VOTERS:
            pairs = []
            for k, (raw, votes) in enumerate(zip(*result.voters(self._visit), strict=True)):
                if votes:
                    score = self._run.path.arithmetic.agreement(raw, i) * self._context.label(i)
                    sign = (score > 0) - (score < 0) or self._run.rule.sign_on_line
                    pairs.append((int(votes), sign))
                    yield Step("votes", self._voter(k, raw, int(votes), (score, sign)))
            parts.append(products([(Fraction(votes), Fraction(sign)) for votes, sign in pairs]))
        yield Step("vote", " = ".join([*parts, self._outcome(i, self.vote)]))

    def _voter(self, k: int, raw: object, votes: int, vote: tuple[Fraction, int]) -> str:
        r"""Write c_1 = 2, \theta^{(1)} = (2, 1): sign(-4) = -1."""
        context, (score, sign) = self._context, vote
        values = context.numbers(self._run.path.arithmetic.fractions(np.asarray(raw)))
        name = re.sub(r"\d+", str(self._number(k)), self._notation.start)
        weights = context.weights_latex(name, values)
        voted = sign_of(sign) if sign else "0"
        shown = number(context.numbers([score])[0])
        sided = rf"\text{{{self._notation.sign}}}({shown}) = {voted}"
        return rf"c_{self._index(k)} = {votes}\text{{, }}{weights}\text{{: }}{sided}"

    def _outcome(self, i: int, total: int) -> str:
        """Return the total and what it predicts, judged as a score is."""
        agreement = total * self._context.label(i)
        predicted = int(np.sign(total)) or self._run.rule.sign_on_line
        is_wrong = agreement < 0 or (agreement == 0 and float(self._run.error_limits[i]) >= 0)
        text = str(total) + (rf" \to {sign_of(predicted)}" if predicted else "")
        note = "" if total else on_line_note(self._context, "an even vote")
        return rf"{text}\text{{, {'misclassified' if is_wrong else 'correct'}}}{note}"

    @property
    def votes(self) -> str:
        """c_2 = 3 + 1 = 4: how many visits the weights have survived."""
        name, votes = f"c_{self._index(self._context.updates_after)}", self.survived
        before = "" if self._context.is_update else f"{votes - 1} + 1 = "
        return f"{name} = {before}{votes}"

    @property
    def survived(self) -> int:
        """How many visits the weights have survived."""
        return self.run_length + bool(self._context.updates_after)

    @property
    def vote(self) -> int | None:
        """How many more visits vote +1 than −1 for the visited point, if there is one."""
        i = self._context.index
        if i is None:
            return None
        return int(self._run.result.agreements(self._visit)[i]) * self._context.label(i)

    def _index(self, k: int) -> str:
        """Return the index of c after k updates."""
        first = self._notation.first if self._notation.counts == "updates" else 0
        return f"{k + first}" if k + first < 10 else f"{{{k + first}}}"

    def _number(self, k: int) -> int:
        """Return the number of the weights after k updates, that of their visit in 004."""
        if self._notation.counts != "visits" or not k:
            return k + self._notation.first
        return self._run.history.visit_after(k)

    @property
    def run_length(self) -> int:
        """How many visits in a row were correct."""
        return self._visit - self._run.history.visit_after(self._context.updates_after)

    def _pocket_steps(self, result: Pocket) -> Iterator[Step]:
        kept, (_, weights) = beside(self._notation, "p"), all_weights(self._context)
        errors = rf"\text{{, }}E({kept}) = {result.errors(self._visit)}"
        if not self._visit:
            first = self._notation.weights.replace("#", str(self._notation.first))
            start = f"({first}, {self._notation.offset})" if self._context.offset_apart else first
            yield Step("pocket", f"{kept} = {start} = {self.returned}{errors}")
            return
        tests = {"errors": [self.errors], "gallant": [self.runs]}
        for test in tests.get(result.mode, [self.runs, self.errors]):
            yield Step("exchange", test)
        if self.is_exchanged:
            yield Step("pocket", rf"{kept} = {weights} = {self.returned}{errors}")
        else:
            is_same = result.update_kept(self._visit) == self._context.updates_after
            how = f" = {weights} = {self.returned}" if is_same else f" = {self.returned}"
            word = "already" if is_same else "stays"
            yield Step("pocket", rf"{kept}{how}\text{{ {word}}}{errors}")

    @property
    def is_exchanged(self) -> bool:
        """Whether this visit puts other weights into the pocket."""
        kept = self._run.result.update_kept
        return self._visit > 0 and kept(self._visit) != kept(self._before)

    @property
    def errors(self) -> str:
        """E(w) = 1 < E(w_p) = 2: the errors before the pocket may be filled."""
        now, kept = self.errors_now, self._run.result.errors(self._before)
        one, other = self._notation.bare_weights, beside(self._notation, "p")
        side = "<" if now < kept else r"\ge"
        return f"E({one}) = {now} {side} E({other}) = {kept}"

    @property
    def errors_now(self) -> int:
        """The errors of the weights, which need not be those in the pocket."""
        return int(self._run.errors_after(np.array([self._context.updates_after]))[0])

    @property
    def runs(self) -> str:
        """r = 3 > r_p = 2: the correct visits in a row, and those of the pocket before."""
        result = self._run.result
        assert isinstance(result, Pocket)
        now, kept = self.run_length, result.run_kept(self._before)
        side = ">" if now > kept else r"\le"
        return rf"r = {now} {side} r_{{\text{{p}}}} = {kept}"
