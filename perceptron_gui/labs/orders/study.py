"""What the order laboratory tries: many orders or starts, and then whoever picks every mistake."""

from __future__ import annotations

from dataclasses import dataclass, replace

from perceptron_gui.base.errors import OptionError, Problem, RuleError
from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.base.params import VISIT, Choice, Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.options import ROWS
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.labs.lab import Experiment, ExperimentsInTurn, Subject

from .adversary import MOST_STATES, Adversary, AdversaryResult, Mistakes
from .findings import OrderFindings
from .trials import OrderTrials

# The runs that are worth a look: of all trials, and of all that the adversary can choose.
EXTREMES = ("best", "worst", "longest", "shortest")
# A figure waits for so many multiplications of all trials together, well below a second, and for
# an adversary that follows so many weights.
_MOST_WORK, _MOST_STATES = 40_000_000, 100_000


@dataclass(frozen=True)
class TrialOptions(ViewOptions):
    """What is tried, and how often."""

    what: str = option(
        "orders",
        Choice(
            {
                "orders": "the same points in another order, which every epoch repeats",
                "starts": "the same points in the same order, from other first weights",
            }
        ),
        "what is tried: orders of the points, or random starts",
        title="Try",
    )
    trials: int = option(
        1000,
        ROWS,
        "how many orders or starts; all orders where there are no more",
        title="How many",
    )
    trial_seed: int = option(0, VISIT, "the seed of random orders and starts")


@dataclass(frozen=True)
class OrderOptions(TrialOptions):
    """What may be marked beside the trials."""

    adversary: bool = option(
        False,
        Flag(),
        "the longest and the shortest run there can be from this start",
        effect="An adversary chooses which mistake comes next, for a few points that a line "
        "separates.",
    )


@dataclass(frozen=True, eq=False)
class Question:
    """What is tried, on which data and with which rule."""

    dataset: Dataset
    rule: Rule
    options: TrialOptions

    def is_about(self, dataset: Dataset, rule: Rule) -> bool:
        """Tell whether a rule differs from the one that is tried only in what is tried."""
        return dataset is self.dataset and self._shared(rule) == self._shared(self.rule)

    def _shared(self, rule: Rule) -> Rule:
        """Return a rule without what every trial has of its own."""
        if self.options.what == "orders":
            return replace(rule, order="cyclic", keep_going=False)
        # Starts are tried with one order: the list of the rule, or that of the points.
        order = "cyclic" if isinstance(rule.order, str) else rule.order
        return replace(rule, init="zeros", order=order, keep_going=False)


@dataclass(frozen=True, eq=False)
class Study:
    """What is known so far; without an adversary, or before its turn, there are no extremes."""

    question: Question
    found: OrderFindings
    extremes: AdversaryResult | None = None

    def rule_of(self, which: str, rule: Rule) -> Rule:
        """Return a rule of the same question that makes the run of one of the `EXTREMES`."""
        if which == "best":
            return self.found.rule_of(self.found.best, rule)
        if which == "worst":
            return self.found.rule_of(self.found.worst, rule)
        shown = self._mistakes[which].rule
        return replace(rule, order=shown.order, epochs=shown.epochs, max_updates=shown.max_updates)

    @property
    def ends(self) -> dict[str, int]:
        """How many updates those of the `EXTREMES` make that are known."""
        updates, ends = self.found.updates, dict[str, int]()
        if len(updates):
            ends = {"best": int(updates[self.found.best]), "worst": int(updates[self.found.worst])}
        return ends | {which: len(mistakes) for which, mistakes in self._mistakes.items()}

    @property
    def _mistakes(self) -> dict[str, Mistakes]:
        if self.extremes is None:
            return {}
        known = {"longest": self.extremes.longest, "shortest": self.extremes.shortest}
        return {which: mistakes for which, mistakes in known.items() if mistakes is not None}


class OrderStudy(ExperimentsInTurn):
    """Trials, and then an adversary where one is asked for and possible."""

    def __init__(
        self,
        question: Question,
        verdict: Separability,
        most_visits: int = INT64_ROOM,
        most_states: int = MOST_STATES,
    ) -> None:
        self._question = question
        self._refusal: AdversaryResult | None = None
        dataset, rule, options = question.dataset, question.rule, question.options
        asked = options.trials, options.trial_seed, options.what
        trials = OrderTrials(dataset, rule, *asked, most_visits=most_visits, verdict=verdict)
        parts: list[Experiment] = [trials]
        if getattr(options, "adversary", False) and options.what == "orders":
            try:
                parts.append(Adversary(dataset, rule, most_states, verdict))
            except RuleError as error:
                self._refusal = AdversaryResult(None, None, 0, str(error))
        super().__init__(*parts)

    def result(self) -> Study:
        """Return what is known so far; what takes long to find in it is found here."""
        found: OrderFindings = self._parts[0].result()
        _ = found.solutions, found.lines, found.limits
        extremes = self._refusal
        if len(self._parts) > 1 and self._parts[0].is_over:
            extremes = self._parts[1].result()
        return Study(self._question, found, extremes)


_ONE_START = Problem(
    "{flag}: it has one start, and --starts tries many; leave one out",
    "an adversary has one start, and here many are tried",
)


def make_study(subject: Subject, options: OrderOptions) -> OrderStudy:
    """Return the study that the options ask for."""
    if options.adversary and options.what == "starts":
        raise OptionError("adversary", _ONE_START)
    return OrderStudy(Question(subject.dataset, subject.rule, options), subject.verdict)


def make_quick_study(subject: Subject, options: TrialOptions) -> OrderStudy:
    """Return a study that a figure can wait for; an adversary of other starts is left out."""
    most_visits = _MOST_WORK // Space.of(subject.dataset, subject.rule).dimension
    question = Question(subject.dataset, subject.rule, options)
    return OrderStudy(question, subject.verdict, most_visits, _MOST_STATES)
