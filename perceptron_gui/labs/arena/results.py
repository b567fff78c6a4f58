"""The results of the arena as a table: how each rule ended, its errors, margin and angle to w*."""

from __future__ import annotations

import math

from perceptron_gui.base.number_text import number
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model import symbols
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.view import View, option

from .contest import ContestantFacts, ContestResult
from .options import ContestOptions, contest_of, notes_on_the_contest, shown_visit

NAME = "results"
_BLANK = "–"
_GIVEN = "given"
_SORTS = (_GIVEN, "name", "errors", "updates", "visits", "epochs", "margin", "angle")


@frozen_value
class ResultsOptions(ContestOptions):
    """Who competes, and how the rows are sorted."""

    sort: str = option(_GIVEN, "choice", "by what the rows are sorted, the best first", _SORTS)


def build(dataset: Dataset, run: Run | None, cursor: int, options: ResultsOptions) -> Table:
    """Build the table of the contest after a visit, or of each contestant at its own end."""
    if run is None:
        notes = ("There are no points yet.",)
        return Table(NAME, ("rule",), (), title=options.title, notes=notes)
    return draw_result(contest_of(run, options), shown_visit(run, cursor, options), options)


def draw_result(result: ContestResult, visit: int | None, options: ResultsOptions) -> Table:
    """Write a contest as a table; a blank stands where there is nothing to say."""
    rows = [
        (each.name, each.facts if visit is None else each.facts_at(visit))
        for each in result.contestants
    ]
    if options.sort != _GIVEN:
        rows.sort(key=lambda row: _rank(row[0], row[1], options.sort))
    best = symbols.separator(options.symbols)
    headings = ("rule", "status", "updates", "visits", "epochs", "errors", r"margin $\gamma$")
    return Table(
        NAME,
        (*headings, f"angle to ${best}$"),
        tuple(_row(name, facts) for name, facts in rows),
        left=(0, 1),
        title=options.title,
        notes=tuple(notes_on_the_contest(result)),
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


VIEW = View(
    NAME,
    "The rules of the arena in a table: errors, updates, margins, angles.",
    ResultsOptions,
    build,
    is_table=True,
)
