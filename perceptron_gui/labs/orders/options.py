"""What the views of the order laboratory share: what is tried, and the last trials of a run."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.base.number_text import vector
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.view import ViewOptions, option

from .findings import OrderFindings
from .trials import WHAT, OrderTrials

# A figure waits for so many multiplications of all trials together, well below a second.
_MOST_WORK = 40_000_000
# Longer orders and starts nobody reads.
_MOST_NAMED = 8


@frozen_value
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


FINDINGS = "orders"


def findings_of(run: Run, options: TrialOptions) -> OrderFindings:
    """Return what the trials found; a RuleError where a rule cannot be tried so."""

    def try_all() -> OrderFindings:
        return OrderTrials(
            run.dataset,
            run.rule,
            options.trials,
            options.trial_seed,
            options.what,
            most_visits=_MOST_WORK // run.space.dimension,
            verdict=run.verdict,
        ).finish()

    return run.cache.get_or_compute(FINDINGS, options.experiment, try_all)


def tried(found: OrderFindings) -> str:
    """Say what was tried."""
    count, draws, what = len(found), found.draws, found.what
    if found.is_all:
        return (
            f"All {count} orders of the points were tried." if count > 1 else "There is one order."
        )
    of = f" of {draws.total}" if count < draws.total else ""
    many = what if draws.total > 1 else what[:-1]
    return f"Tried: {count}{of} random {many}, seed {draws.seed}."


def named(found: OrderFindings, trial: int) -> str:
    """Return the order or the start of a trial where it is short, or else its number."""
    is_start = found.what == "starts"
    if (found.space.dimension if is_start else len(found.space)) > _MOST_NAMED:
        return f"{found.what[:-1]} {trial}"
    if is_start:
        return f"${vector(found.start_of(trial))}$"
    return ", ".join(map(str, found.order_of(trial)))


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
