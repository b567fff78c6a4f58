"""The laboratory of rules: how each contestant of the arena ended, as a table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from perceptron_gui.base.number_text import json_number
from perceptron_gui.core.runs.report import cycle_report, rule_report, weights_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.common.experiment import Runner
from perceptron_gui.labs.common.lab import Lab, table_lines

from . import results
from .contest import Contest, Contestant, ContestResult
from .options import CONTEST, rules_of
from .view import ArenaOptions


def carry_out(run: Run, options: ArenaOptions, runner: Runner) -> ContestResult:
    """Train every contestant to its end."""
    rules = rules_of(run, options)
    result: ContestResult = runner.run(Contest(run.dataset, rules), "training")
    run.cache.put(CONTEST, rules, result)
    return result


def words(run: Run, options: ArenaOptions, result: ContestResult) -> Iterator[str]:
    """Yield the results as a table, after the visit that was asked for or at the ends."""
    shown = results.ResultsOptions(notation=options.notation)
    return table_lines(results.draw_result(result, options.visit, shown))


def report(run: Run, options: ArenaOptions, result: ContestResult) -> dict[str, Any]:
    """Return every contestant, and why some did not take part."""
    return {
        "visit": options.visit,
        "contestants": [_contestant(each, options.visit) for each in result.contestants],
        "absent": [{"name": each.text, "why": each.why} for each in result.absent],
    }


def _contestant(each: Contestant, visit: int | None) -> dict[str, Any]:
    run, facts, exact = each.run, each.facts_at(visit), each.run.arithmetic == "exact"
    answer = None if each.is_vote else run.result_at(facts.visits)
    squared = facts.margin_squared
    return {
        "name": each.text,
        "rule": rule_report(run),
        "arithmetic": run.arithmetic,
        "status": run.status,
        "diverged": run.diverged,
        "cycle": cycle_report(run),
        "visits": facts.visits,
        "updates": facts.updates,
        "epochs": facts.epochs,
        "errors": facts.errors,
        **({} if answer is None else weights_report(run.rule, answer, exact)),
        "margin": None if squared is None else math.sqrt(squared),
        **json_number("margin_squared", squared, exact),
        "angle_in_degrees": facts.angle,
    }


LABORATORY = Lab(
    "rules",
    "several rules on the same points, in the same order, with the same seed",
    "arena",
    carry_out,
    words,
    report,
)
