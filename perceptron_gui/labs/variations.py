"""Variations: tie rules, codings, offsets and orders on the same points, exactly and in a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np

from perceptron_gui.base.errors import RuleError, Wording, Words, in_figures
from perceptron_gui.base.number_text import json_number, number, vector
from perceptron_gui.base.params import Flag, option
from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.theory.inseparable.cycle import largest_norm_squared
from perceptron_gui.theory.run_text.words import Words as Said
from perceptron_gui.theory.run_text.words import counted

from .lab import Lab, LabFigure, ListOf, OnPage, Replay, RunsInTurn, Shortcut, option_words

TIES = ("minus", "plus", "always")
GIVEN, ZERO_ONE, PLUS_MINUS = "as given", "0/1", "±1"
Order = str | tuple[int, ...]
Weights = tuple[Fraction, ...]

_MOST_VISITS = 3_000_000  # after which a run that neither converges nor cycles is stopped
# Longer cycles, and cycles of longer weights, are not written out.
_MOST_STATES, _MOST_WEIGHTS = 8, 5


@dataclass(frozen=True)
class Variation:
    """One run: how it was set up, how it ended, and of a cycle what comes before it and in it."""

    coding: str
    offset: bool
    tie: str
    order: Order
    status: str  # converged, cycle, or budget
    is_exact: bool
    visits: int  # before the cycle, or until the run ended
    updates: int
    period_visits: int | None
    period_updates: int | None
    max_norm_squared: Fraction
    cycle: tuple[Weights, ...]  # after every update, that of the start first; empty if too long


@dataclass(frozen=True)
class VariationsResult:
    """What is known so far, in the order of the table."""

    rule: Rule  # the one at hand
    trials: tuple[Variation, ...]
    absent: tuple[Wording, ...]  # why some could not be computed


class Variations(RunsInTurn[tuple[str, Dataset, Rule], Variation]):
    """Trains the perceptron in every setting."""

    def __init__(
        self, dataset: Dataset, rule: Rule, orders: Sequence[Order] = (), ties: Sequence[str] = TIES
    ) -> None:
        self._rule = rule
        settings = product((True, False), orders or (rule.order,), ties)
        rules = [setting(rule, *chosen) for chosen in settings]
        setups = [(*coded, each) for coded in codings(dataset).items() for each in rules]
        super().__init__(setups)
        self._absent: list[Wording] = []

    def _start(self, setup: tuple[str, Dataset, Rule]) -> Run | None:
        try:
            return Run(*setup[1:])
        except RuleError as error:
            self._absent.append(error.reason)
            return None

    def _most_visits(self, _run: Run) -> int:
        return _MOST_VISITS

    def _trial(self, setup: tuple[str, Dataset, Rule], run: Run) -> Variation:
        coding, _, rule = setup
        found = run.cycle
        start = run.visits if found is None else found.start_visit
        return Variation(
            coding=coding,
            offset=rule.offset,
            tie=rule.tie,
            order=rule.order,
            status=run.status,
            is_exact=run.arithmetic == "exact",
            visits=start,
            updates=int(run.updates_at(start)),
            period_visits=None if found is None else found.period_visits,
            period_updates=None if found is None else found.period_updates,
            max_norm_squared=largest_norm_squared(run, len(run.history)),
            cycle=_cycle(run),
        )

    def result(self) -> VariationsResult:
        return VariationsResult(self._rule, tuple(self._trials), tuple(dict.fromkeys(self._absent)))


def codings(dataset: Dataset) -> dict[str, Dataset]:
    """Return the points as given, and as 0/1 and ±1 where every coordinate has two values."""
    points = dataset.points
    low, high = points.min(axis=0), points.max(axis=0)
    if not ((low < high) & ((points == low) | (points == high))).all():
        return {GIVEN: dataset}
    bits = (points == high).astype(np.float64)
    coded = {ZERO_ONE: bits, PLUS_MINUS: 2 * bits - 1}
    found = {name: replace(dataset, points=each, kept_out=None) for name, each in coded.items()}
    is_known = any(np.array_equal(each, points) for each in coded.values())
    return found if is_known else {GIVEN: dataset, **found}


def setting(rule: Rule, offset: bool, order: Order, tie: str) -> Rule:
    """Return the perceptron in a setting; a start that was typed loses or gains an offset."""
    init = rule.init
    if isinstance(init, tuple) and offset != rule.offset:
        init = (*init, Fraction(0)) if offset else init[:-1]
    arithmetic = "auto" if rule.arithmetic == "exact" else rule.arithmetic
    plain = replace(rule, rule="pla", keep_going=False, arithmetic=arithmetic)
    return replace(plain, order=order, tie=tie, offset=offset, init=init)


def _cycle(run: Run) -> tuple[Weights, ...]:
    """Return the weights of a short cycle after each of its updates; the last is the first."""
    found = run.cycle
    if found is None or run.space.dimension > _MOST_WEIGHTS or found.period_updates > _MOST_STATES:
        return ()
    first = int(run.updates_at(found.start_visit))
    raw = run.history.weights_after(np.arange(first, first + found.period_updates))
    return tuple(tuple(run.path.arithmetic.fractions(row)) for row in raw)


NAME = "effects"
_MOST_LISTED = 4  # points whose orders are all offered
_BLANK = "–"
# These move as the perceptron does, and only answer otherwise.
_ON_THE_PATH = ("pla", "averaged", "voted", "pocket")
_NEVER = "never"
_NEVER_NOTE = (
    "Where ties are never a mistake, a run that begins at 0 stays there: it converges by the "
    "letter, and nothing is learnt."
)
_VERBS = {"converged": "converge", "cycle": "cycle", "budget": "stopped undecided"}
_STATUS = {"converged": "converges", "cycle": "cycles", "budget": "stopped"}


_ORDERS = ListOf(
    hint="the order of the rule on the plane", entry=OPTIONS["order"], most=24, separator=";"
)


@dataclass(frozen=True)
class VariationsOptions(ViewOptions):
    """Which orders are tried besides ties, codings and offsets."""

    orders: str = option(
        "", _ORDERS, "orders to try, such as cyclic; 0,2,1,3; else the one at hand"
    )
    never: bool = option(
        False,
        Flag(),
        "also runs in which a point on the line is never a mistake, as in Southampton's notes",
        title="On the line counts as correct, too",
    )

    @property
    def chosen(self) -> tuple[Order, ...]:
        """The orders that were typed, each once."""
        return _ORDERS.values(self.orders)

    @property
    def ties(self) -> tuple[str, ...]:
        """The tie rules that are tried."""
        return (*TIES, _NEVER) if self.never else TIES


def draw_result(
    result: VariationsResult, options: VariationsOptions, words: Words = in_figures
) -> Table:
    """Write the trials as a table, with a column for the order where there are several."""
    has_orders = len({trial.order for trial in result.trials}) > 1
    w = options.symbols.bare_weights
    headings = (
        *("coding", "offset", *(("order",) if has_orders else ()), "tie", "ends"),
        "before: visits / updates",
        "period: visits / updates",
        rf"largest $\|{w}\|^2$",
        f"cycle of ${w}$, offset last",
    )
    rows = tuple(_row(trial, has_orders, words) for trial in result.trials)
    left = (*range(4 + has_orders), len(headings) - 1)
    notes, head = tuple(_notes(result, words)), _headline(result.trials) if rows else None
    return Table(NAME, headings, rows, left, options.title, notes, head)


def _headline(trials: Sequence[Variation]) -> Said:
    """Say how many of the variations converge, and how many are proved to cycle."""
    ends = Counter(trial.status for trial in trials)
    for status, kind in (("converged", "end"), ("cycle", "cycle")):
        if ends[status] == len(trials) > 1:
            return Said(f"All {len(trials)} variations {_VERBS[status]}.", _VERBS[status], kind)
    told = ", ".join(f"{ends[each]} {verb}" for each, verb in _VERBS.items() if ends[each])
    return Said(f"{counted(len(trials), 'variation')}: {told}.", told)


def _row(trial: Variation, has_orders: bool, words: Words) -> tuple[str, ...]:
    order = words(option_words("order", trial.order))
    period = cycle = _BLANK
    if trial.period_updates is not None:
        period = f"{trial.period_visits} / {trial.period_updates}"
        cycle = count(trial.period_updates, "step")
    if trial.cycle:
        cycle = "$" + r" \to ".join(map(vector, trial.cycle)) + r" \to$"
    return (
        trial.coding,
        "yes" if trial.offset else "no",
        *((order,) if has_orders else ()),
        trial.tie,
        _STATUS[trial.status],
        f"{trial.visits} / {trial.updates}",
        period,
        f"${number(trial.max_norm_squared)}$",
        cycle,
    )


def _notes(result: VariationsResult, words: Words) -> Iterator[str]:
    if result.rule.rule not in _ON_THE_PATH:
        yield "All runs are those of the perceptron, with the step and the start of the rule."
    for why in result.absent:
        yield f"Left out: {from_user(words(why))}."
    if any(trial.status == "converged" for trial in result.trials):
        yield "Where a run converges, its visits and updates are those until its end."
    if any(trial.status == "budget" for trial in result.trials):
        yield "Stopped runs had neither converged nor been proved to cycle."
    if any(one == other for trial in result.trials for one, other in pairwise(trial.cycle)):
        yield "Equal weights in a row: an update with the origin adds nothing."
    if not all(trial.is_exact for trial in result.trials):
        yield "Some runs do not fit exact integers and were made in floating point."
    if any(trial.tie == _NEVER for trial in result.trials):
        yield _NEVER_NOTE


def _on_page(result: VariationsResult, options: VariationsOptions) -> Table:
    """Write the table with headings in lines: the cycle, in the last column, needs the room."""
    table = draw_result(result, options)
    columns = (
        re.sub("(: | / |largest |, )", lambda gap: gap[0].rstrip() + "\n", heading)
        for heading in table.columns
    )
    return replace(table, columns=tuple(columns))


def _replay(dataset: Dataset, result: VariationsResult, trial: Variation) -> Replay:
    """Return the run of a row, with its points where they are coded otherwise."""
    rule = setting(result.rule, trial.offset, trial.order, trial.tie)
    how = f"with ties {trial.tie}, {'an offset' if trial.offset else 'no offset'}"
    coded = codings(dataset)[trial.coding]
    if np.array_equal(coded.points, dataset.points):
        return Replay(rule, f"Learn {how}")
    return Replay(rule, f"Code the points as {trial.coding} and learn {how}", coded)


def report(run: Run, options: VariationsOptions, result: VariationsResult) -> dict[str, Any]:
    """Return every setting, and why some could not be computed."""
    return {
        "effects": [_json(each) for each in result.trials],
        "absent": list(map(str, result.absent)),
    }


def _json(trial: Variation) -> dict[str, Any]:
    order, cycle = trial.order, [list(weights) for weights in trial.cycle]
    return {
        "coding": trial.coding,
        "offset": trial.offset,
        "tie": trial.tie,
        "order": order if isinstance(order, str) else list(order),
        "status": trial.status,
        "arithmetic": "exact" if trial.is_exact else "float64",
        "visits": trial.visits,
        "updates": trial.updates,
        "period_visits": trial.period_visits,
        "period_updates": trial.period_updates,
        **json_number("max_norm_squared", trial.max_norm_squared, trial.is_exact),
        **json_number("cycle", cycle, trial.is_exact),
    }


def _suggestions(count: int) -> dict[str, str]:
    """Return lists of orders for so many points."""
    found = {"The one at hand": "", "In turn and shuffled": "cyclic; shuffled"}
    if 1 < count <= _MOST_LISTED:
        every = permutations(map(str, range(count)))
        found[f"All orders of {count} points"] = "; ".join(map(",".join, every))
        forwards = ",".join(map(str, range(count)))
        found["Forwards and backwards"] = f"{forwards}; {forwards[::-1]}"
    return found


LAB = Lab(
    NAME,
    "what tie rule, coding, offset and order do to a run",
    figures=(
        LabFigure(
            NAME,
            "A table of what tie rule, coding, offset and order change.",
            VariationsOptions,
            lambda result, run, cursor, options: draw_result(result, options),
            first_column="coding",
        ),
    ),
    experiment=lambda subject, options: Variations(
        subject.dataset, subject.rule, options.chosen, options.ties
    ),
    depends_on=("orders", "never"),
    table=draw_result,
    report=report,
    doing="training with every tie rule",
    page=OnPage(
        hint="The perceptron with every tie rule, with and without offset, and with both codings "
        "of points that have two values a coordinate. Double-click a row to see its run on the "
        "plane, with its points if they are coded otherwise.",
        draw=lambda result, run, cursor, options: _on_page(result, options),
        replay=_replay,
        suggest=lambda count, _chosen: {"orders": _suggestions(count)},
    ),
    shortcuts=(Shortcut("--never", "never", True, "ties that are never a mistake too"),),
)
