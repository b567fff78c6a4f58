"""What tie rule, coding, offset and order do to a run: all of them on the same points, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import RuleError, Wording
from perceptron_gui.base.exact import dot
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run

from .sweep import RunsInTurn

TIES = ("minus", "plus", "always")
GIVEN, ZERO_ONE, PLUS_MINUS = "as given", "0/1", "±1"
Order = str | tuple[int, ...]
Weights = tuple[Fraction, ...]

# A run that neither converges nor cycles is stopped after so many visits.
MOST_VISITS = 3_000_000
# Longer cycles, and cycles of longer weights, are not written out.
_MOST_STATES, _MOST_WEIGHTS = 8, 5
_PIECE = 1 << 14


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


def _variation(coding: str, rule: Rule, run: Run) -> Variation:
    found = run.cycle
    start = run.visits if found is None else found.start_visit
    return Variation(
        *(coding, rule.offset, rule.tie, rule.order),
        *(run.status, run.arithmetic == "exact", start, int(run.updates_at(start))),
        None if found is None else found.period_visits,
        None if found is None else found.period_updates,
        _longest(run),
        _cycle(run),
    )


class Variations(RunsInTurn[tuple[str, Dataset, Rule], Variation]):
    """Trains the perceptron in every setting."""

    def __init__(
        self, dataset: Dataset, rule: Rule, orders: Sequence[Order] = (), ties: Sequence[str] = TIES
    ) -> None:
        self._rule = rule
        settings = product((True, False), orders or (rule.order,), ties)
        rules = [setting(rule, *chosen) for chosen in settings]
        setups = [(*coded, each) for coded in codings(dataset).items() for each in rules]
        super().__init__(setups, MOST_VISITS)
        self._absent: list[Wording] = []

    def _start(self, setup: tuple[str, Dataset, Rule]) -> Run | None:
        try:
            return Run(*setup[1:])
        except RuleError as error:
            self._absent.append(error.reason)
            return None

    def _visit(self, run: Run, count: int) -> None:
        run.advance(min(count, MOST_VISITS - run.visits))
        if run.visits >= MOST_VISITS:
            run.interrupt()

    def _trial(self, setup: tuple[str, Dataset, Rule], run: Run) -> Variation:
        coding, _, rule = setup
        return _variation(coding, rule, run)

    def result(self) -> VariationsResult:
        """Return what is known so far."""
        return VariationsResult(self._rule, tuple(self._trials), tuple(dict.fromkeys(self._absent)))


def codings(dataset: Dataset) -> dict[str, Dataset]:
    """Return the points as given, and as 0/1 and ±1 where every coordinate has two values."""
    points = dataset.points
    low, high = points.min(axis=0), points.max(axis=0)
    if not ((low < high) & ((points == low) | (points == high))).all():
        return {GIVEN: dataset}
    bits = (points == high).astype(np.float64)
    coded = {ZERO_ONE: bits, PLUS_MINUS: 2 * bits - 1}
    found = {name: dataset.with_points(each, dataset.labels) for name, each in coded.items()}
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


def _longest(run: Run) -> Fraction:
    """Return the largest ‖w‖² of the run, exactly as the run holds its weights."""
    best = Fraction(0)
    for first in range(0, len(run.history) + 1, _PIECE):
        ks = np.arange(first, min(first + _PIECE, len(run.history) + 1))
        best = max(best, _largest(run, run.history.weights_after(ks)))
    return best


def _largest(run: Run, raw: NDArray[np.generic]) -> Fraction:
    floats = raw.astype(np.float64)
    norms = np.square(floats / (np.abs(floats).max() or 1.0)).sum(axis=1)  # without overflow
    near = raw[norms >= norms.max() * (1 - 1e-12)]
    rows = [run.path.arithmetic.fractions(row) for row in np.unique(near, axis=0)]
    return max(dot(row, row) for row in rows)


def _cycle(run: Run) -> tuple[Weights, ...]:
    """Return the weights of a short cycle after each of its updates; the last is the first."""
    found = run.cycle
    if found is None or run.space.dimension > _MOST_WEIGHTS or found.period_updates > _MOST_STATES:
        return ()
    first = int(run.updates_at(found.start_visit))
    raw = run.history.weights_after(np.arange(first, first + found.period_updates))
    return tuple(tuple(run.path.arithmetic.fractions(row)) for row in raw)
