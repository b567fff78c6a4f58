"""The experiment that compares rules: a sheet of planes and curves, a table, and JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.base.errors import Words, in_figures
from perceptron_gui.base.number_text import json_number, number
from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.runs.report import cycle_report, rule_report, weights_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet, Table
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.model.role import CONTESTANTS, Role
from perceptron_gui.figures.model.view import nothing_to_show
from perceptron_gui.figures.series.timeline import TimedOptions, recent_visits
from perceptron_gui.figures.sheets.filmstrip import best_columns, natural_shape
from perceptron_gui.labs.lab import Lab, LabFigure, OnPage, Replay

from .contest import (
    USUAL,
    Contest,
    Contestant,
    ContestantFacts,
    ContestOptions,
    ContestResult,
    headline,
    notes_on_the_contest,
    rules_of,
    shown_visit,
)
from .pictures import (
    ERRORS,
    LOSS,
    MOST_POSITIONS,
    NAME,
    NORMS,
    Part,
    answer_plane,
    course_of,
    laid_over,
    plot,
    shown_part,
    small_plane,
)

_PLOTS = ("both", "loss", "norms")
# The share of the page that the planes have beside plots.
_PLANES = 0.62
_SLIMMEST = 0.65  # width of a plane by its height, in a single row


@dataclass(frozen=True)
class ArenaOptions(ContestOptions, TimedOptions):
    """How contestants are shown side by side, and what is plotted beside them."""

    layout: str = option(
        "multiples",
        Choice(("multiples", "overlaid"), titles={"multiples": "Small multiples"}),
        "a plane for each rule, or all lines over the same points",
        title="Planes",
    )
    plots: str = option(
        "auto",
        Choice(("auto", *_PLOTS, "none")),
        "the curves beside the planes; else the window shows both, and files have larger planes",
    )
    measure: str = option(
        "loss", Choice((LOSS, ERRORS)), "what the first plot shows", title="Curves"
    )


def draw_contest(
    result: ContestResult, run: Run, cursor: int, options: ArenaOptions
) -> Figure | Sheet:
    """Draw the contest after a visit of the run at hand, or each contestant at its own end."""
    visit = shown_visit(run, cursor, options)
    last = visit if options.horizon is None else shown_visit(run, options.horizon, options)
    return draw_result(result, visit, options, last)


def draw_on_page(
    result: ContestResult,
    run: Run | None,
    cursor: int,
    options: ArenaOptions,
    enlarged: int | None,
) -> Figure | Sheet:
    """Draw a contest beside the run on the plane, or all at their ends where there is none.

    Where a cycle is played on for long, curves show its last rounds: all would leave some out.
    """
    options = replace(options, plots="both") if options.plots == "auto" else options
    if run is None or run.visits == run.computed_visits:
        visit = None if run is None else shown_visit(run, cursor, options)
        return on_screen(draw_result(result, visit, options, enlarged=enlarged))
    end, horizon = run.visits, None
    if run.cycle is not None and end >= MOST_POSITIONS:
        options = replace(options, recent=recent_visits(run.cycle.period_visits))
        horizon = end
    drawn = draw_result(result.prolonged(end), cursor, options, horizon, enlarged)
    return on_screen(drawn)


def draw_result(
    result: ContestResult,
    visit: int | None,
    options: ArenaOptions,
    horizon: int | None = None,
    enlarged: int | None = None,
) -> Figure | Sheet:
    """Draw a contest after a visit, or each contestant at its end; axes reach the `horizon`.

    The plane that is enlarged has the shape of the page; the others share one.
    """
    if not result.trials:
        return nothing_to_show(NAME, options, " ".join(notes_on_the_contest(result)))
    result = result.prolonged(visit).prolonged(horizon)
    planes, columns = _planes(result.trials, visit, options, enlarged)
    kinds = {"both": (options.measure, NORMS), "loss": (options.measure,), "norms": (NORMS,)}
    shown = kinds.get(options.plots, ())
    plots = [plot(kind, result.trials, visit, options, horizon) for kind in shown]
    part = shown_part(result.trials, visit, options, horizon)
    notes = (*_notes(result, options, part), *notes_on_the_contest(result))
    rows = math.ceil(len(planes) / columns)
    spans = max(1, len(plots))
    panels = [
        Panel(plane, (number // columns) * spans, number % columns, spans)
        for number, plane in enumerate(planes)
    ]
    panels += [Panel(each, number * rows, columns, rows) for number, each in enumerate(plots)]
    widths = (1.0,) * columns
    if plots:
        widths = (*widths, columns * (1 - _PLANES) / _PLANES)
    said = headline(result, visit)
    return Sheet(NAME, tuple(panels), rows * spans, widths, options.title, notes, said)


def _planes(
    contestants: Sequence[Contestant],
    visit: int | None,
    options: ArenaOptions,
    enlarged: int | None,
) -> tuple[list[Figure], int]:
    """Return the planes, and in how many columns they stand."""
    aspect = options.aspect * (_PLANES if options.plots in _PLOTS else 1.0)
    if options.layout == "overlaid":
        if contestants[0].run.dataset.dimension > 2:
            why = "In more than two dimensions lines of several rules are not seen in one plane."
            return [replace(nothing_to_show(NAME, options, why), title="")], 1
        return [laid_over(contestants, visit, replace(options, aspect=aspect))], 1
    shape = natural_shape(answer_plane(contestants[0], visit, options))
    columns = best_columns(len(contestants), shape, aspect)
    if columns == len(contestants) and options.plots in _PLOTS:  # as high as the plots beside it
        shape = min(shape, max(aspect / columns, _SLIMMEST))
    shapes = [options.aspect if n == enlarged else shape for n in range(len(contestants))]
    planes = [
        small_plane(each, visit, replace(options, aspect=wide))
        for each, wide in zip(contestants, shapes, strict=True)
    ]
    if len(planes) > 1:
        planes = [each if n == enlarged else _without_axes(each) for n, each in enumerate(planes)]
    return planes, columns


def _notes(result: ContestResult, options: ArenaOptions, part: Part) -> list[str]:
    notes: list[str] = []
    if len(result.trials) > len(CONTESTANTS):
        notes.append(f"Curves and lines of the first {len(CONTESTANTS)} contestants are drawn.")
    if options.plots not in _PLOTS:
        return notes
    seen = result.trials[: len(CONTESTANTS)]
    if not all(course_of(each, part).is_whole for each in seen if part.shows(each)):
        notes.append("Curves are sampled at evenly spaced visits.")
    if ended := [each.name.shown for each in seen if not part.shows(each)]:
        notes.append(f"Already finished, not in the plot: {'; '.join(ended)}.")
    return notes


def on_screen(drawing: Figure | Sheet) -> Figure | Sheet:
    """Return a sheet whose small planes have their errors below, not in their titles."""
    if not isinstance(drawing, Sheet):
        return drawing
    panels = []
    for panel in drawing.panels:
        figure = panel.figure
        if figure.bare:
            name, _, wrong = figure.title.rpartition(": ")
            # The reason stands below, for it may have no room there; neither is broken.
            said = (part.replace(" ", "\u00a0") for part in wrong.split(", "))
            figure = replace(figure, title=name, notes=(*said, *figure.notes))
        panels.append(replace(panel, figure=figure))
    return replace(drawing, panels=tuple(panels))


def _without_axes(figure: Figure) -> Figure:
    """Return a plane in a frame: numbers and labels would take half of the room of a small one."""
    marks = list(figure.marks)
    if figure.x.range is not None and figure.y.range is not None:
        # What axes would draw around the plane, so that an empty one is seen too.
        (left, right), (bottom, top) = figure.x.range, figure.y.range
        x, y = [left, right, right, left, left], [bottom, bottom, top, top, bottom]
        marks.append(Line("frame", Role.ZERO, np.array(x), np.array(y)))
    return replace(figure, bare=True, marks=tuple(marks))


RESULTS = "results"
_BLANK = "–"
_GIVEN = "given"
_SORTS = (_GIVEN, "name", "errors", "updates", "visits", "epochs", "margin", "distance", "angle")


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
        for each in result.prolonged(visit).trials
    ]
    if options.sort != _GIVEN:
        rows.sort(key=lambda row: _rank(row[0], row[1], options.sort))
    best = options.symbols.separator
    headings = ("rule", "status", "updates", "visits", "epochs", "errors")
    lengths = (r"margin $\gamma$", "distance")
    return Table(
        RESULTS,
        (*headings, *lengths, f"angle to ${best}$"),
        tuple(_row(name, facts) for name, facts in rows),
        left=(0, 1),
        title=options.title,
        notes=tuple(notes_on_the_contest(result, words)),
    )


def _row(name: str, facts: ContestantFacts) -> tuple[str, ...]:
    counts = (facts.updates, facts.visits, facts.epochs, facts.errors)
    lengths = map(_root, (facts.margin_squared, facts.distance_squared))
    angle = _BLANK if facts.angle is None else f"{facts.angle:.2f}°"
    return (name, facts.status, *map(str, counts), *lengths, angle)


def _root(square: Fraction | None) -> str:
    return _BLANK if square is None else f"${number(math.sqrt(square))}$"


def _rank(name: str, facts: ContestantFacts, sort: str) -> tuple[bool, float | str]:
    """Return by what a row is sorted; what is blank comes last."""
    if sort == "name":
        return False, name
    if sort in ("margin", "distance"):
        square = facts.margin_squared if sort == "margin" else facts.distance_squared
        return square is None, -float(square or 0)
    if sort == "angle":
        return facts.angle is None, facts.angle or 0.0
    return False, float(getattr(facts, sort))


def report(run: Run, options: ArenaOptions, result: ContestResult) -> dict[str, Any]:
    """Return every contestant, and why some did not take part."""
    seen = result.prolonged(options.visit).trials
    return {
        "visit": options.visit,
        "contestants": [_contestant(each, options.visit) for each in seen],
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
        **json_number("distance_squared", facts.distance_squared, exact),
        "angle_in_degrees": facts.angle,
    }


CONTESTS: dict[str, str] = {
    "Ways out where no line separates": USUAL,
    "One path, four answers": "averaged; voted; pocket pocket=errors",
    "Ties": "perceptron tie=minus; perceptron tie=plus; perceptron tie=always",
    "Orders": "perceptron order=cyclic; perceptron order=shuffled; perceptron order=worst",
    "Margins": "perceptron margin=1; perceptron margin=5; perceptron margin=20",
    "Lifts": "perceptron lift=product; perceptron lift=quadratic",
    "Losses": (
        "sgd loss=perceptron eta=0.1; sgd loss=hinge eta=0.1; sgd loss=logistic eta=0.1; "
        "sgd loss=squared eta=0.01"
    ),
    "Least squares, three ways": (
        "least-squares; least-squares solver=newton; least-squares solver=gd eta=0.01"
    ),
}


LAB = Lab(
    "rules",
    "several rules on the same points, in the same order, with the same seed",
    figures=(
        LabFigure(
            NAME,
            "Several rules on the same points: their planes, losses and norms.",
            ArenaOptions,
            draw_contest,
            is_sheet=True,
        ),
        LabFigure(
            RESULTS,
            "The compared rules in a table: errors, updates, margins, distances, angles.",
            ResultsOptions,
            lambda result, run, cursor, options: results_table(
                result, shown_visit(run, cursor, options), options
            ),
            first_column="rule",
        ),
    ),
    experiment=lambda subject, options: Contest(
        subject.dataset, rules_of(subject.rule, options), has_widest=options.widest
    ),
    depends_on=("contestants", "widest"),
    table=lambda result, options, words: results_table(
        result, options.visit, ResultsOptions(notation=options.notation), words
    ),
    report=report,
    page=OnPage(
        hint="All rules see the same points in the same order. Double-click a row to play it on "
        "the plane, a figure to enlarge it.",
        follows_run=True,
        lists_runs=True,
        replay=lambda _dataset, _result, each: Replay(each.rule, f"Learn with {each.name.shown}"),
        offered=("layout", "measure", "widest"),
    ),
)
