"""The laboratory of rules: how each contestant of the arena ended, as a table and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from perceptron_gui.base.errors import Words, in_figures
from perceptron_gui.base.number_text import json_number, number
from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.runs.report import cycle_report, rule_report, weights_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.labs.lab import Lab, LabFigure, table_lines
from perceptron_gui.theory.convergence.formulas import separator

from .contest import (
    USUAL,
    Contest,
    Contestant,
    ContestantFacts,
    ContestOptions,
    ContestResult,
    notes_on_the_contest,
    rules_of,
    shown_visit,
)
from .curves import NAME, Part, course_of
from .figures import ArenaOptions, draw_contest

RESULTS = "results"
_BLANK = "–"
_GIVEN = "given"
_SORTS = (_GIVEN, "name", "errors", "updates", "visits", "epochs", "margin", "angle")


@dataclass(frozen=True)
class ResultsOptions(ContestOptions):
    """Who competes, and how the rows are sorted."""

    sort: str = option(_GIVEN, Choice(_SORTS), "by what the rows are sorted, the best first")


def results_table(
    result: ContestResult, visit: int | None, options: ResultsOptions, words: Words = in_figures
) -> Table:
    """Write a contest as a table; a blank stands where there is nothing to say."""
    rows = [
        (words(each.name), each.facts if visit is None else each.facts_at(visit))
        for each in result.prolonged(visit).contestants
    ]
    if options.sort != _GIVEN:
        rows.sort(key=lambda row: _rank(row[0], row[1], options.sort))
    best = separator(options.symbols)
    headings = ("rule", "status", "updates", "visits", "epochs", "errors", r"margin $\gamma$")
    return Table(
        RESULTS,
        (*headings, f"angle to ${best}$"),
        tuple(_row(name, facts) for name, facts in rows),
        left=(0, 1),
        title=options.title,
        notes=tuple(notes_on_the_contest(result, words)),
    )


def _row(name: str, facts: ContestantFacts) -> tuple[str, ...]:
    counts = (facts.updates, facts.visits, facts.epochs, facts.errors)
    margin, angle = _BLANK, _BLANK
    if facts.margin_squared is not None:
        margin = f"${number(math.sqrt(facts.margin_squared))}$"
    if facts.angle is not None:
        angle = f"{facts.angle:.2f}°"
    return (name, facts.status, *map(str, counts), margin, angle)


def _rank(name: str, facts: ContestantFacts, sort: str) -> tuple[bool, float | str]:
    """Return by what a row is sorted; what is blank comes last."""
    if sort == "name":
        return False, name
    if sort == "margin":
        return facts.margin_squared is None, -float(facts.margin_squared or 0)
    if sort == "angle":
        return facts.angle is None, facts.angle or 0.0
    return False, float(getattr(facts, sort))


def words(run: Run, options: ArenaOptions, result: ContestResult) -> Iterator[str]:
    """Yield the results as a table, after the visit that was asked for or at the ends."""
    shown = ResultsOptions(notation=options.notation)
    return table_lines(results_table(result, options.visit, shown, str))


def report(run: Run, options: ArenaOptions, result: ContestResult) -> dict[str, Any]:
    """Return every contestant, and why some did not take part."""
    return {
        "visit": options.visit,
        "contestants": [
            _contestant(each, options.visit) for each in result.prolonged(options.visit).contestants
        ],
        "absent": [{"name": each.text, "why": str(each.why)} for each in result.absent],
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


CONTESTS: dict[str, str] = {
    "Ways out where no line separates": USUAL,
    "One path, four answers": "averaged; voted; pocket pocket=errors",
    "Ties": "pla tie=minus; pla tie=plus; pla tie=always",
    "Orders": "pla order=cyclic; pla order=shuffled; pla order=first-mistake; pla order=worst",
    "Margins": "pla margin=1; pla margin=5; pla margin=20",
    "Lifts": "pla lift=product; pla lift=quadratic",
    "Losses": (
        "sgd loss=perceptron eta=0.1; sgd loss=hinge eta=0.1; sgd loss=logistic eta=0.1; "
        "sgd loss=squared eta=0.01"
    ),
    "Least squares, three ways": (
        "least-squares; least-squares solver=newton; least-squares solver=gd eta=0.01"
    ),
}


class PreparedContest(Contest):
    """A contest that computes on its own thread what a page would have to wait for."""

    def result(self) -> ContestResult:
        """Return all contestants with their facts; their curves take long and come at the end."""
        found = super().result()
        for each in found.contestants:
            _ = each.facts
            if self.is_over:
                course_of(each, Part())
        return found


LAB = Lab(
    "rules",
    "several rules on the same points, in the same order, with the same seed",
    figures=(
        LabFigure(
            NAME,
            "Several rules on the same points: their boundaries, losses and norms.",
            ArenaOptions,
            draw_contest,
        ),
        LabFigure(
            RESULTS,
            "The rules of the arena in a table: errors, updates, margins, angles.",
            ResultsOptions,
            lambda result, run, cursor, options: results_table(
                result, shown_visit(run, cursor, options), options
            ),
            first_column="rule",
        ),
    ),
    experiment=lambda subject, options: Contest(subject.dataset, rules_of(subject.rule, options)),
    depends_on=("contestants",),
    offered=("layout", "measure"),
    words=words,
    report=report,
)
