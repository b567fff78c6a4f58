"""What the views of the order laboratory share: what is tried, and the last trials of a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from perceptron_gui.core.chalkboard import vector
from perceptron_gui.core.history import Record
from perceptron_gui.core.run import Run
from perceptron_gui.labs.orders import WHAT, OrderTrials
from perceptron_gui.labs.orders_found import OrderFindings

from .view import ViewOptions, option

# A figure waits for so many multiplications of all trials together, well below a second.
_MOST_WORK = 40_000_000
# Longer orders and starts nobody reads.
_MOST_NAMED = 8


@dataclass(frozen=True)
class TrialOptions(ViewOptions):
    """What is tried, and how often."""

    what: str = option(
        "orders", "choice", "what is tried: orders of the points, or random starts", WHAT
    )
    trials: int = option(
        1000, "rows", "how many orders or starts; all orders where there are no more"
    )
    trial_seed: int = option(0, "seed", "the seed of random orders and starts")

    @property
    def experiment(self) -> tuple[str, int, int]:
        """What the trials depend on, besides the data and the rule."""
        return self.what, self.trials, self.trial_seed


# While the cursor moves over a run, its trials stay the same; the last ones are kept.
_KEPT: WeakKeyDictionary[Record, tuple[tuple[str, int, int], OrderFindings]] = WeakKeyDictionary()


def findings_of(run: Run, options: TrialOptions) -> OrderFindings:
    """Return what the trials found; a RuleError where a rule cannot be tried so."""
    record, experiment = run.history.record, options.experiment
    kept = _KEPT.get(record)
    if kept is None or kept[0] != experiment:
        trials = OrderTrials(
            run.dataset,
            run.rule,
            options.trials,
            options.trial_seed,
            options.what,
            most_visits=_MOST_WORK // run.space.dimension,
            verdict=run.verdict,
        )
        kept = _KEPT[record] = experiment, trials.finish()
    return kept[1]


def tried(found: OrderFindings) -> str:
    """Say what was tried."""
    count, draws, what = len(found), found.draws, found.what
    if found.is_all:
        return (
            f"All {count} orders of the points were tried." if count > 1 else "There is one order."
        )
    of = f" of {draws.total}" if count < draws.total else ""
    return f"Tried: {count}{of} random {what if count > 1 else what[:-1]}, seed {draws.seed}."


def named(found: OrderFindings, trial: int) -> str:
    """Return the order or the start of a trial where it is short, or else its number."""
    if found.what == "starts":
        start = found.start_of(trial)
        return f"${vector(start)}$" if len(start) <= _MOST_NAMED else f"start {trial}"
    order = found.order_of(trial)
    return ", ".join(map(str, order)) if len(order) <= _MOST_NAMED else f"order {trial}"


def endings(found: OrderFindings) -> Iterator[str]:
    """Say in how many different weights and lines the trials ended."""
    converged, weights, lines = found.count("converged"), len(found.solutions), len(found.lines)
    if converged < 2:
        return
    who = "They" if converged == len(found) else f"The {converged} that converged"
    if weights == 1:
        yield f"{who} end in the same weights."
    else:
        same = "as many" if lines == weights else str(lines)
        yield f"{who} end in {weights} different weights, {same} different lines."
