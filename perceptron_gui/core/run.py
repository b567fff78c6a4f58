"""A run: data and a rule, computed in slices, with its history and what can be said of it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import kernels
from .bounds import Bounds, find_bounds
from .cycles import Recurrence, find_recurrence, overlooked_lap
from .dataset import Dataset
from .errors import DataError, RuleError
from .exact import INT64_ROOM
from .history import History, PointHistory
from .methods import Plan, Setting
from .options import flag
from .path import Path
from .rule import Rule
from .separability import Separability, separability
from .space import Space
from .start import starting_weights
from .watch import Watch, unwatched


@dataclass(frozen=True, eq=False)
class Outcome:
    """Where a run stands. Weights leave the constant coordinate out; `offset` is B·v."""

    status: str  # converged, cycle, budget; computing while it is not over
    visits: int
    updates: int
    epochs: int
    weights: NDArray[np.float64]
    offset: float | None
    errors: int
    result_weights: NDArray[np.float64]
    result_offset: float | None
    result_errors: int


class Run:
    """Trains in slices: `advance` goes on, `finish` goes on to the end.

    How a run is cut into slices never changes its path.
    """

    def __init__(self, dataset: Dataset, rule: Rule, remarks: Sequence[str] = ()) -> None:
        if not len(dataset):
            raise DataError("there are no points to train on; add at least one")
        self.dataset = dataset
        self.rule = rule
        self.status = "computing"
        self.watch: Watch = unwatched  # called now and then by what takes long
        self.recurrence: Recurrence | None = None
        self.diverged = False  # the weights grew without bound
        self._settled = False  # nothing moved for a whole epoch
        self._remarks = list(remarks)
        self.space = Space.of(dataset, rule)
        self.start = starting_weights(rule, self.space.dimension)
        self._plan = self._make_plan(rule.arithmetic != "float64")

    @property
    def path(self) -> Path:
        """How the weights moved."""
        return self._plan.path

    @property
    def history(self) -> History:
        """The recorded updates."""
        return self.path.history

    @property
    def arithmetic(self) -> str:
        """`exact` or `float64`."""
        return "exact" if self.path.arithmetic.is_exact else "float64"

    @property
    def is_over(self) -> bool:
        """Tell whether the run has ended."""
        return self.status != "computing"

    @property
    def visits(self) -> int:
        """How many visits were made so far."""
        return self.path.visits

    @property
    def budget(self) -> int:
        """The visits after which the run stops at the latest."""
        return min(self.rule.epochs * self.path.visiting.epoch_length, INT64_ROOM)

    def advance(self, visits: int) -> None:
        """Make up to this many more visits."""
        stop = min(self.visits + visits, self.budget)
        while not self.is_over:
            try:
                why = self.path.advance(stop, self.rule.max_updates)
            except OverflowError as error:
                self._restart_in_floats(str(error))
                continue
            self._heed(why)
            if self.visits >= stop:
                break
        if not self.is_over and self.visits >= self.budget:
            self._use_up()

    def finish(self) -> Run:
        """Go on to the end."""
        while not self.is_over:
            self.advance(1 << 22)
        return self

    def snapshot(self) -> Run:
        """Return the run as it stands, which never changes: for readers on another thread.

        To be taken by the thread that advances the run, between two slices.
        """
        seen = copy.copy(self)
        seen._plan = self._plan.snapshot()
        seen._remarks = list(self._remarks)
        seen.watch = unwatched
        return seen

    def watched_by(self, watch: Watch) -> Run:
        """Return the same run for somebody who may give up.

        What `watch` raises ends what takes long: the verdict, and curves over many points.
        """
        seen = copy.copy(self)
        seen.watch = watch
        return seen

    def prolonged(self, visits: int) -> Run:
        """Return this run as it goes on in its proved cycle up to a visit."""
        seen = self.snapshot()
        found = self.recurrence
        if found is not None and found.is_cycle and visits > self.visits:
            seen.path.go_round(found.start_visit, found.period_visits, visits, INT64_ROOM)
        return seen

    def interrupt(self) -> None:
        """End the run where it stands."""
        if not self.is_over:
            self._remarks.append(f"interrupted after {self.visits} visits")
            self._end("budget")

    def _heed(self, why: int) -> None:
        if why == kernels.CLEAN:
            self._settled = True
            if not self.rule.keep_going:
                self._end("converged")
            elif self.path.mistake_driven:  # nothing can change any more
                if not self.path.visiting.chooses_mistakes:
                    self.path.coast(self.budget)
                self._end("converged")
        elif why == kernels.RECURRED:
            self._recur(self.path.lap)
        elif why == kernels.FULL:
            self._use_up()
        elif why == kernels.DIVERGED:
            self.diverged = True
            self._remarks.append(
                f"the weights grew without bound and the run stopped after {self.visits} visits; "
                "a smaller --eta may converge"
            )
            self._end("budget")

    def _recur(self, lap: int) -> None:
        found = self.recurrence = find_recurrence(self.path, lap)
        self.path.stop_watching()
        if not found.is_cycle:
            return
        if self.rule.keep_going:
            rest = self.budget, self.rule.max_updates
            self.path.repeat(found.start_visit, found.period_visits, *rest)
        else:
            self.path.truncate(found.end_visit)
        self._end("cycle")

    def _use_up(self) -> None:
        """End at the budget, unless what was recorded holds a cycle after all."""
        lap = overlooked_lap(self.path) if self.recurrence is None else None
        if lap is not None:
            self._recur(lap)
        if not self.is_over:
            self._end("budget")

    def _end(self, status: str) -> None:
        proved = self.recurrence is not None and self.recurrence.is_cycle
        if status == "budget" and self.rule.keep_going:
            status = "cycle" if proved else "converged" if self._settled else "budget"
        self.status = status

    def _make_plan(self, allow_exact: bool) -> Plan:
        setting = Setting(self.space, self.rule, self.start, allow_exact)
        try:
            made = Plan(setting)
        except OverflowError as error:
            self._refuse_floats(str(error))
            return Plan(replace(setting, allow_exact=False))
        if self.rule.arithmetic == "exact" and not made.path.arithmetic.is_exact:
            self._refuse_floats(made.path.why_floats)
        return made

    def _restart_in_floats(self, reason: str) -> None:
        self._refuse_floats(f"{reason} at visit {self.visits}")
        self.recurrence = None
        self._plan = Plan(Setting(self.space, self.rule, self.start, False))

    def _refuse_floats(self, reason: str) -> None:
        """Say that the run goes on in float64, unless exactness was asked for."""
        if self.rule.arithmetic == "exact":
            raise RuleError(f"--arithmetic exact: {reason}; use auto or float64")
        self._remarks.append(f"computed in float64: {reason}")

    @property
    def remarks(self) -> list[str]:
        """What a user should know: options without effect, points never visited, float64, …"""
        rule = self.rule
        found = [f"{flag(name)} has no effect on {rule.rule}" for name in rule.without_effect()]
        if "seed" in rule.given and not rule.is_random:
            found.append("--seed has no effect where nothing is random")
        left_out = len(self.dataset) - len(set(rule.order)) if isinstance(rule.order, tuple) else 0
        if left_out:
            found.append(f"--order never visits {left_out} of the points")
        return [*found, *self._plan.remarks, *self._remarks]

    def updates_at(self, visit: Any) -> Any:
        """Return k, the updates made up to a visit (scalar or array)."""
        return self.history.updates_until(visit)

    def weights_at(self, visit: Any) -> NDArray[np.float64]:
        """Return the weights (D,), or (m, D) for an array of visits; constant coordinate last."""
        visits = np.atleast_1d(np.asarray(visit, dtype=np.int64))
        if len(visits) and not 0 <= int(visits.min()) <= int(visits.max()) <= self.visits:
            raise IndexError(f"visits go from 0 to {self.visits}")
        weights = self.weights_after(self.updates_at(visits))
        return weights if np.ndim(visit) else weights[0]

    def weights_after(self, ks: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the weights (m, D) after k updates, for every k."""
        return self.path.arithmetic.floats(self.history.weights_after(ks))

    def exact_weights_at(self, visit: int) -> list[Fraction]:
        """Return the weights as fractions, the constant coordinate last."""
        k = np.array([self.updates_at(visit)])
        return self.path.arithmetic.fractions(self.history.weights_after(k)[0])

    def point_of_update(self, k: int) -> int | None:
        """Return the point of the update after k others, or None when it was several."""
        if isinstance(self.history, PointHistory):
            return int(self.history.points_of(np.array([k]))[0])
        block = self.path.visiting.points_of(int(self.history.visits_of(np.array([k]))[0]))
        return int(block[0]) if self.path.visiting.block == 1 else None

    def score_before(self, k: int, raw: NDArray[Any]) -> Fraction | None:
        """Return s of the point of update k under raw weights (D,), or None for several."""
        i = self.point_of_update(k)
        if i is None:
            return None
        label = int(self.dataset.labels[i])
        return self.path.arithmetic.agreement(raw, i) * label

    def offset_of(self, weights: NDArray[np.float64]) -> float | None:
        """Return the line's offset b = B·v of augmented weights."""
        return float(weights[-1]) * float(self.rule.bias_scale) if self.rule.offset else None

    def result_at(self, visit: int) -> list[Fraction]:
        """Return the weights the rule would return after this visit."""
        return self._plan.result.weights(visit)

    @property
    def mistakes(self) -> tuple[Fraction, NDArray[np.bool_]]:
        """The y·s below which a point makes a step, and whether there it does too (n,)."""
        return self._plan.mistakes

    @property
    def result(self) -> Any:
        """What derives the rule's answer from the path."""
        return self._plan.result

    def errors_after(self, ks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many points are wrong after k updates, for every k."""
        raw = self.history.weights_after(ks)
        return self.path.arithmetic.count_mistakes(raw, self._plan.error_limits)

    @property
    def outcome(self) -> Outcome:
        """Where the run stands now."""
        visits = self.visits
        updates = int(self.updates_at(visits))
        last = self.weights_after(np.array([updates]))[0]
        result = np.array([float(v) for v in self.result_at(visits)])
        features = self.space.dimension - self.rule.offset
        return Outcome(
            self.status,
            visits,
            updates,
            self.path.visiting.epoch_of(visits),
            last[:features],
            self.offset_of(last),
            int(self.errors_after(np.array([updates]))[0]),
            result[:features],
            self.offset_of(result),
            self._plan.result.errors(visits),
        )

    @cached_property
    def verdict(self) -> Separability:
        """Whether the data can be separated in the rule's space, proved."""
        return separability(self.space, self.watch)

    @cached_property
    def bounds(self) -> Bounds | None:
        """The bounds of the convergence theorem, where it holds."""
        found = find_bounds(self.rule, self.verdict, self.start)
        return found if isinstance(found, Bounds) else None

    @property
    def why_no_bounds(self) -> str | None:
        """The sentence that says why there are none."""
        found = find_bounds(self.rule, self.verdict, self.start)
        return found if isinstance(found, str) else None

    def to_json(self) -> dict[str, Any]:
        """Return the run as the JSON object of the command line."""
        from .report import run_report

        return run_report(self)
