"""What the views of the arena share: who takes part, after which visit, and the last contest."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.rules.contestants import read_contestants
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.view import ViewOptions, option

from .contest import Contest, ContestResult

USUAL = "averaged; pocket pocket=errors; least-squares; pla lift=product"


@frozen_value
class ContestOptions(ViewOptions):
    """Who competes with the rule at hand, and after which visit all are seen."""

    contestants: str = option(
        USUAL, "contestants", "rules beside the one at hand, such as averaged; sgd loss=hinge"
    )
    visit: int | None = option(
        None, "visit", "the visit after which all are shown, beyond the run at hand too"
    )


def rules_of(run: Run, options: ContestOptions) -> tuple[Rule, ...]:
    """Return the rule at hand and all others."""
    return (run.rule, *read_contestants(options.contestants, run.rule))


CONTEST = "contest"


def contest_of(run: Run, options: ContestOptions) -> ContestResult:
    """Return the finished contest."""
    rules = rules_of(run, options)
    return run.cache.get_or_compute(CONTEST, rules, lambda: Contest(run.dataset, rules).finish())


def shown_visit(run: Run, cursor: int, options: ContestOptions) -> int | None:
    """Return the visit that is shown; at the end of the run at hand, all are at their own ends."""
    if options.visit is not None:
        return options.visit
    return None if cursor >= run.visits else cursor


def notes_on_the_contest(result: ContestResult) -> Iterator[str]:
    """Say who could not take part, who was stopped and who diverged."""
    for absent in result.absent:
        yield f"{absent.name} does not take part: {from_user(absent.why)}."
    runs = {each.name: each.run for each in result.contestants}
    if diverged := [name for name, run in runs.items() if run.diverged]:
        yield f"The weights grew without bound and were given up: {', '.join(diverged)}."
    stopped = [name for name, run in runs.items() if run.status == "budget" and not run.diverged]
    if stopped:
        yield f"Stopped before coming to an end: {', '.join(stopped)}."
    if votes := [each.name for each in result.contestants if each.is_vote]:
        yield f"The vote of many lines is not a line: {', '.join(votes)}."
