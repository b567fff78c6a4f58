"""The arena: any number of rules on the same data, in the same order, with the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from perceptron_gui.base.errors import RuleError, Wording, Words, in_figures
from perceptron_gui.base.exact import dot, shortest_multiple
from perceptron_gui.base.params import VISIT, Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.results import Vote
from perceptron_gui.core.rules.contestants import (
    contestant_name,
    contestant_text,
    read_contestants,
)
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.measures import angle_to_separator, exact_norm_sq
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.core.space.widest import (
    distance_squared,
    margin_squared,
    why_no_widest,
    widest_line,
)
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.options import Contestants
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.labs.lab import RunsInTurn
from perceptron_gui.theory.inseparable.certificate import separating
from perceptron_gui.theory.run_text.words import Words as Said
from perceptron_gui.theory.run_text.words import answer_of, counted, grouped

USUAL = "averaged; pocket pocket=errors; least-squares; perceptron lift=product"
# A contestant is stopped after so many looks at points, and a note says so.
MOST_LOOKS = 50_000_000
# Votes and pockets judge every point by every weights they had, up to so many pairs of them.
_MOST_JUDGED = 10_000_000
# In more dimensions the search for w* takes too long to wait for.
_MOST_DIMENSIONS = 60
_WIDEST = "widest", Wording("Widest line", "Widest line")  # as its JSON and people call it


@dataclass(frozen=True)
class ContestantFacts:
    """The facts of a contestant after a visit; `None` where there is no such fact."""

    status: str  # in words
    updates: int
    visits: int
    epochs: int
    errors: int  # of its answer
    margin_squared: Fraction | None
    distance_squared: Fraction | None  # of its line to the nearest point
    angle: float | None  # to w*, in degrees


@dataclass(frozen=True, eq=False)
class Contestant:
    """A rule, as it is typed and as it is called in figures, and its run."""

    text: str  # what changes the first rule into this one
    name: Wording
    rule: Rule  # as it was asked for; its run may make fewer updates
    run: Run
    is_computed: bool = False  # not learned: its run starts with its answer

    def visit_at(self, visit: int | None) -> int:
        """Return the visit at which it is seen: at its own end, where that comes earlier."""
        return self.run.visits if visit is None else min(visit, self.run.visits)

    def prolonged(self, visit: int | None) -> Contestant:
        """Return it as far as a visit, where it goes round a proved cycle and came less far."""
        if visit is None or self.run.cycle is None or visit <= self.run.visits:
            return self
        return replace(self, run=self.run.prolonged(visit))

    @property
    def is_vote(self) -> bool:
        """Tell whether it answers by a vote, so that no weights are its answer."""
        return isinstance(self.run.result, Vote)

    @cached_property
    def facts(self) -> ContestantFacts:
        """The facts at its end."""
        return self.facts_at(None)

    def facts_at(self, visit: int | None) -> ContestantFacts:
        """Return the facts after a visit, or at its end."""
        run, seen = self.run, self.visit_at(visit)
        updates, squared, away, angle = int(run.updates_at(seen)), None, None, None
        if not self.is_vote:
            answer = run.result_at(seen)
            is_kernel = isinstance(run.path, KernelPath)
            length = exact_norm_sq(run, updates) if is_kernel else dot(answer, answer)
            squared = margin_squared(run.space, answer, length)
            away = distance_squared(run.space, answer, squared)
            angle = angle_to_separator(run, seen) if self._has_verdict else None
        epochs, errors = run.path.visiting.epoch_of(seen), run.result.errors(seen)
        counts = updates, seen, epochs, errors
        return ContestantFacts(self._status(seen), *counts, squared, away, angle)

    @property
    def _has_verdict(self) -> bool:
        return self.run.space.dimension <= _MOST_DIMENSIONS

    def wrong_at(self, visit: int | None) -> str:
        """Write 4 wrong after a visit, and why in a few words where that is its last answer."""
        seen = self.visit_at(visit)
        return ", ".join(filter(None, (f"{self.run.result.errors(seen)} wrong", self._why(seen))))

    def _why(self, seen: int) -> str:
        """Return why points are wrong though it has converged; nothing where none is."""
        run = self.run
        has_converged = seen == run.visits and run.status == "converged" and not run.diverged
        if not has_converged or not run.result.errors(seen):
            return ""
        if answer := answer_of(run):
            return f"{answer} lags"
        return "inseparable" if self._has_verdict and not run.verdict.separable else "least loss"

    def _status(self, seen: int) -> str:
        run = self.run
        if self.is_computed:
            return "computed"
        if seen < run.computed_visits or not run.is_over:
            return "learning"
        if run.diverged:
            return "diverged"
        if run.status == "cycle" and run.recurrence is not None:
            return f"cycles, period {run.recurrence.period_visits}"
        if run.status != "converged":
            return "stopped"
        return ", ".join(filter(None, ("converged", self._why(seen))))


@dataclass(frozen=True)
class Absent:
    """A rule that could not take part, as it is typed and as it is called, and why."""

    text: str
    name: Wording
    why: Wording


@dataclass(frozen=True, eq=False)
class ContestResult:
    """All contestants, and who could not take part."""

    trials: tuple[Contestant, ...]
    absent: tuple[Absent, ...]

    def prolonged(self, visit: int | None) -> ContestResult:
        """Return the contest as far as a visit: cycles go round, and who has ended stays there."""
        return replace(self, trials=tuple(each.prolonged(visit) for each in self.trials))


class Contest(RunsInTurn[Rule, Contestant]):
    """Trains the rules in turn; the first is the one that others are changes of."""

    def __init__(
        self,
        dataset: Dataset,
        rules: Sequence[Rule],
        looks: int = MOST_LOOKS,
        has_widest: bool = False,
    ) -> None:
        self._dataset, self._base, self._looks = dataset, rules[0], looks
        self._absent: list[Absent] = []
        self._widest = _started_widest(dataset, rules[0]) if has_widest else None
        if isinstance(self._widest, str):
            self._absent.append(Absent(*_WIDEST, Wording(self._widest, self._widest)))
        computed = (self._widest,) if isinstance(self._widest, Rule) else ()
        super().__init__(tuple(dict.fromkeys((*rules, *computed))))

    def _start(self, setup: Rule) -> Run | None:
        rule = setup
        if RULES[rule.rule].answer in ("Vote", "Pocket"):  # few enough to find out what it answers
            most = max(100, _MOST_JUDGED // max(1, len(self._dataset)))
            rule = replace(rule, max_updates=min(rule.max_updates, most))
        try:
            return Run(self._dataset, rule)
        except RuleError as error:
            self._absent.append(Absent(*self._called(setup), error.reason))
            return None

    def _called(self, rule: Rule) -> tuple[str, Wording]:
        return contestant_text(rule, self._base), contestant_name(rule, self._base)

    def _most_visits(self, run: Run) -> int:
        return max(1, self._looks // run.path.visiting.block)  # each visit looks at a block

    def _trial(self, setup: Rule, run: Run) -> Contestant:
        if setup is self._widest:
            return Contestant(*_WIDEST, setup, run.snapshot(), is_computed=True)
        return Contestant(*self._called(setup), setup, run.snapshot())

    def result(self) -> ContestResult:
        return ContestResult(tuple(self._trials), tuple(self._absent))


def _started_widest(dataset: Dataset, base: Rule) -> Rule | str:
    """Return the perceptron that starts on the widest line and stays there, or why there is none.

    It works in the space of the rule on the plane.
    """
    plain = replace(base.with_options({"rule": "pla"}), margin=Fraction(0), keep_going=False)
    space = Space.of(dataset, plain)
    if dataset.targets is not None:
        return "real targets are fitted, so there is nothing to separate"
    if space.dimension > _MOST_DIMENSIONS:
        return f"there are more than {_MOST_DIMENSIONS} coordinates"
    verdict = separability(space)
    if not verdict.separable:
        return f"no {separating(space)} separates these points"
    if (widest := widest_line(space, verdict)) is None:
        return why_no_widest(space)
    return replace(plain, init=tuple(shortest_multiple(widest.weights)))


@dataclass(frozen=True)
class ContestOptions(ViewOptions):
    """Who competes with the rule at hand, and after which visit all are seen."""

    contestants: str = option(
        USUAL, Contestants(3000), "rules beside the one at hand, such as averaged; sgd loss=hinge"
    )
    widest: bool = option(
        False,
        Flag(),
        "the widest line beside the rules: computed, not learned",
        title="Widest line",
    )
    visit: int | None = option(
        None, VISIT, "the visit after which all are shown, beyond the run at hand too"
    )


def rules_of(rule: Rule, options: ContestOptions) -> tuple[Rule, ...]:
    """Return the rule at hand and all others."""
    return (rule, *read_contestants(options.contestants, rule))


def shown_visit(run: Run, cursor: int, options: ContestOptions) -> int | None:
    """Return the visit that is shown; at the end of the run at hand, all are at their own ends.

    A cycle that is played on has no end.
    """
    if options.visit is not None:
        return options.visit
    return None if cursor >= run.visits == run.computed_visits else cursor


def headline(result: ContestResult, visit: int | None) -> Said | None:
    """Say how many rules classify every point correctly after a visit, or at their ends."""
    trials = [each for each in result.trials if not each.is_computed]
    if not trials or trials[0].run.dataset.targets is not None:
        return None
    errors = {each.name.shown: each.run.result.errors(each.visit_at(visit)) for each in trials}
    best, rules = min(errors.values()), counted(len(trials), "rule")
    winners = [name for name, wrong in errors.items() if wrong == best]
    when = "" if visit is None else f"After visit {grouped(visit)}, "
    kind = "" if best else "end"
    if best:
        share = f"none of {rules} classifies every point correctly"
        least = counted(best, "error")
        who = f"{winners[0]} comes closest, with" if len(winners) == 1 else "the best make"
        full = f"{share}; {who} {least}"
    elif len(winners) == len(trials) > 1:
        full = share = f"all {rules} classify every point correctly"
    else:
        verb = "classifies" if len(winners) == 1 else "classify"
        share = f"{len(winners)} of {rules} {verb} every point correctly"
        full = f"{share}: {winners[0]}" if len(winners) == 1 else share
    said = f"{when}{full}."
    return Said(said[:1].upper() + said[1:], share[:1].upper() + share[1:], kind)


def notes_on_the_contest(result: ContestResult, words: Words = in_figures) -> Iterator[str]:
    """Say who could not take part, who was stopped and who diverged."""
    for absent in result.absent:
        yield f"{words(absent.name)} does not take part: {from_user(words(absent.why))}."
    runs = {words(each.name): each.run for each in result.trials}
    if diverged := [name for name, run in runs.items() if run.diverged]:
        yield f"Diverged: {'; '.join(diverged)}."
    stopped = [name for name, run in runs.items() if run.status == "budget" and not run.diverged]
    if stopped:
        yield f"Stopped (limit): {'; '.join(stopped)}."
    if votes := [words(each.name) for each in result.trials if each.is_vote]:
        yield f"The vote of many lines is not a line: {'; '.join(votes)}."
