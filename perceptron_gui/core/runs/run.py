"""A run: trained in slices until it converges, recurs or has used up its budget, and read.

`measures` computes numbers at any positions of it, `report` writes it as JSON.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck, StepReport, never_cancelled, no_report
from perceptron_gui.base.errors import DataError, Problem, Remark
from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import point_kernels
from perceptron_gui.core.paths.history import (
    History,
    PointHistory,
    Recurrence,
    ResultCache,
    find_recurrence,
    overlooked_lap,
)
from perceptron_gui.core.paths.path import Path
from perceptron_gui.core.paths.results import Result
from perceptron_gui.core.rules.methods import METHODS, Setting, remarks_on_path
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import (
    OPTIONS,
    Rule,
    not_exact,
    remark_on,
    remarks_on,
    starting_weights,
)
from perceptron_gui.core.space.arithmetic import Raw
from perceptron_gui.core.space.separability import Separability, VerdictPending, VerdictSearch
from perceptron_gui.core.space.space import Space

from .bounds import Bounds, find_bounds, why_not_covered
from .report import Outcome, outcome_of, run_report

_DIVERGED = Problem(
    "the run diverged after {visits} visits; a smaller {flag} may converge",
    "the run diverged after {visits} visits; a smaller step may converge",
)

_FILLED = Problem(
    "the run stopped after {updates} updates: its record reached the memory limit; "
    "raise it with --max-memory",
    "the run stopped after {updates} updates: its record reached the memory limit; "
    "start the program with --max-memory to raise it",
)
_REAL_TARGETS = Problem(
    "{flag} {given}: these points have real targets, which only least-squares fits",
    "{learner} learns classes, but these points have real targets; choose Least squares",
)


class Run:
    """Trains in slices, which never change its path, or to the end; is read at any visit made."""

    def __init__(
        self,
        dataset: Dataset,
        rule: Rule,
        remarks: Sequence[str] = (),
        report: StepReport = no_report,
    ) -> None:
        if not len(dataset):
            raise DataError("there are no points to train on; add at least one")
        if dataset.targets is not None and rule.rule != "least-squares":
            raise OPTIONS["rule"].error(_REAL_TARGETS, rule.rule, learner=RULES[rule.rule].title)
        self.dataset = dataset
        self.rule = rule
        self.check_cancelled: CancelCheck = never_cancelled  # called by what takes long
        self.report = report  # told how far the search for a verdict or a bound is
        self.space = Space.of(dataset, rule)
        self.verdict_search = VerdictSearch(self.space)  # which all snapshots share
        self.known_verdict: Separability | None = None  # to readers of this snapshot
        self.missing_verdict = ""  # why this snapshot does without it
        self.start = starting_weights(rule, self.space.dimension)
        self.status = "computing"  # then converged, cycle or budget
        self._recurred: tuple[int, int] | None = None  # at which visit, after which lap
        self.diverged = False  # the weights grew without bound
        self._settled = False  # nothing moved for a whole epoch
        self._computed_visits: int | None = None  # of a prolonged run
        self.given_remarks = tuple(remarks)  # on what was read, whatever becomes of the run
        self._remarks: tuple[Remark | str, ...] = ()
        self._setting = Setting(self.space, rule, self.start, rule.arithmetic != "float64")
        try:
            self.path = METHODS[rule.rule].make_path(self._setting)  # how the weights move
        except OverflowError as error:
            self.path = self._path_in_floats(str(error))
        if rule.arithmetic == "exact" and not self.path.arithmetic.is_exact:
            raise not_exact(self.path.why_floats)

    @property
    def is_over(self) -> bool:
        """Tell whether the run has ended."""
        return self.status != "computing"

    @property
    def budget(self) -> int:
        """The visits after which the run stops at the latest."""
        return min(self.rule.epochs * self.path.visiting.epoch_length, INT64_ROOM)

    def advance(self, visits: int) -> None:
        """Make up to this many more visits."""
        stop = min(self.visits + visits, self.budget)
        while not self.is_over:
            try:
                reason = self.path.advance(stop, self.rule.max_updates)
            except OverflowError as error:
                self.path = self._path_in_floats(f"{error} at visit {self.visits}")
                self._recurred = None
                continue
            self._handle_stop(reason)
            if self.visits >= stop:
                break
        if not self.is_over and self.visits >= self.budget:
            self._use_up()

    def finish(self) -> Run:
        """Go on to the end."""
        while not self.is_over:
            self.advance(1 << 22)
        return self

    def interrupt(self) -> None:
        """End the run where it stands."""
        if not self.is_over:
            self._remarks += (f"interrupted after {self.visits} visits",)
            self._end("budget")

    def _handle_stop(self, reason: int) -> None:
        """Decide whether the run ends where its path has stopped."""
        if reason == point_kernels.CLEAN:
            self._settled = True
            if not self.rule.keep_going:
                self._end("converged")
            elif self.path.mistake_driven:  # nothing can change any more
                if not self.path.visiting.chooses_mistakes:
                    self.path.coast(self.budget)
                self._end("converged")
        elif reason == point_kernels.RECURRED:
            self._recur(self.path.lap)
        elif reason == point_kernels.FULL:
            if self.path.updates < self.rule.max_updates:
                self._remarks += (remark_on("max_updates", _FILLED, updates=self.path.updates),)
            self._use_up()
        elif reason == point_kernels.DIVERGED:
            self.diverged = True
            self._remarks += (remark_on("eta", _DIVERGED, visits=self.visits),)
            self._end("budget")

    def _recur(self, lap: int) -> None:
        self._recurred = self.visits, lap
        self.path.stop_watching()
        if not self.path.visiting.is_deterministic or (found := self.recurrence) is None:
            return
        self.path.truncate(found.end_visit)
        if self.rule.keep_going:
            rest = self.budget, self.rule.max_updates
            self.path.go_round(found.start_visit, found.period_visits, *rest)
        self._end("cycle")

    def _use_up(self) -> None:
        """End at the budget, unless what was recorded holds a cycle after all."""
        lap = overlooked_lap(self.path) if self._recurred is None else None
        if lap is not None:
            self._recur(lap)
        if not self.is_over:
            self._end("budget")

    def _end(self, status: str) -> None:
        if status == "budget" and self.rule.keep_going:
            status = "cycle" if self.cycle else "converged" if self._settled else "budget"
        self.status = status

    def _path_in_floats(self, reason: str) -> Path:
        """Return the path in float64 and say why, unless exactness was asked for."""
        if self.rule.arithmetic == "exact":
            raise not_exact(reason)
        self._remarks += (f"computed in float64: {reason}",)
        for derived in ("error_limits", "result"):
            vars(self).pop(derived, None)
        self._setting = replace(self._setting, allow_exact=False)
        return METHODS[self.rule.rule].make_path(self._setting)

    def snapshot(self) -> Run:
        """Return the run as it stands, which never changes: for readers on another thread.

        To be taken by the thread that advances the run, between two slices.
        """
        result = self.result  # before the copy, which then shares its limits
        seen = self.with_cancel_check(never_cancelled)
        seen.path = self.path.snapshot()
        seen.result = result.along(seen.path)
        return seen

    @property
    def recurrence(self) -> Recurrence | None:
        """Where the weights came back, if they did; measured when somebody asks."""
        if self._recurred is None:
            return None
        found = partial(find_recurrence, self.path, *self._recurred)
        return self.cache.get_or_compute("recurrence", self._recurred, found)

    @property
    def cycle(self) -> Recurrence | None:
        """The recurrence that is proved to go on forever, if there is one."""
        return self.recurrence if self.path.visiting.is_deterministic else None

    def prolonged(self, visits: int) -> Run:
        """Return a snapshot that goes on in the proved cycle up to a visit."""
        seen, found = self.snapshot(), self.cycle
        if found is not None and visits > self.visits:
            last = min(visits, INT64_ROOM)
            seen.path.go_round(found.start_visit, found.period_visits, last, INT64_ROOM)
            seen._computed_visits = self.computed_visits
        return seen

    @property
    def computed_visits(self) -> int:
        """How many visits were made, without those that a prolonged run adds."""
        return self.visits if self._computed_visits is None else self._computed_visits

    def with_cancel_check(self, check_cancelled: CancelCheck) -> Run:
        """Return the same run for a reader who may cancel.

        What the check raises ends what takes long: the verdict, and curves over many points.
        """
        seen = copy.copy(self)
        seen.check_cancelled = check_cancelled
        return seen

    def without_waiting(self) -> Run:
        """Return the same run for the screen, with the verdict if it is found by now.

        Where it is not, asking for it raises `VerdictPending`, and there are no bounds yet.
        """
        return self._for_reader(waits=False)

    def waiting(self) -> Run:
        """Return the same run for a reader who needs the verdict, however long it takes."""
        return self._for_reader(waits=True)

    @property
    def verdict_is_pending(self) -> bool:
        """Tell whether there is no verdict yet, and this reader does without it."""
        return self.known_verdict is None and bool(self.missing_verdict)

    def _for_reader(self, waits: bool) -> Run:
        seen = copy.copy(self)
        seen.missing_verdict = "" if waits else self.verdict_search.missing
        seen.known_verdict = self.verdict_search.found
        return seen

    @property
    def remarks(self) -> list[Remark | str]:
        """What a user should know: options without effect, points never visited, float64, …"""
        on_rule = remarks_on(self.rule, len(self.dataset))
        on_path = remarks_on_path(self.path, self._setting)
        return [*on_rule, *on_path, *self.given_remarks, *self._remarks]

    @property
    def history(self) -> History:
        """The recorded updates."""
        return self.path.history

    @property
    def cache(self) -> ResultCache:
        """Results derived from this run, which all its snapshots share."""
        return self.history.cache

    @property
    def visits(self) -> int:
        """How many visits were made so far."""
        return self.path.visits

    @property
    def arithmetic(self) -> str:
        """`exact` or `float64`."""
        return "exact" if self.path.arithmetic.is_exact else "float64"

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
        history, visiting = self.history, self.path.visiting
        if isinstance(history, PointHistory):
            return int(history.points_of(np.array([k]))[0])
        block = visiting.points_of(history.visit_after(k + 1))
        return int(block[0]) if visiting.block == 1 else None

    def score_before(self, k: int, raw: NDArray[Any]) -> Fraction | None:
        """Return s of the point of update k under raw weights (D,), or None for several."""
        i = self.point_of_update(k)
        if i is None:
            return None
        return self.path.arithmetic.agreement(raw, i) * int(self.dataset.labels[i])

    @cached_property
    def result(self) -> Result:
        """What derives the rule's answer from the path."""
        make = METHODS[self.rule.rule].make_result
        return make(self.path, self.error_limits, self._setting)

    def result_at(self, visit: int) -> list[Fraction]:
        """Return the weights the rule would return after this visit."""
        return self.result.weights(visit)

    @property
    def mistakes(self) -> tuple[Fraction, NDArray[np.bool_]]:
        """The y·s below which a point makes a step, and whether there it does too (n,)."""
        return self._setting.mistakes

    @cached_property
    def error_limits(self) -> Raw:
        """The raw ⟨w, z⟩ (n,) up to which each point is wrong, as the tie rule says."""
        if self.dataset.targets is not None:  # what is fitted is neither right nor wrong
            is_exact = self.path.arithmetic.is_exact
            return np.full(len(self.dataset), -INT64_ROOM if is_exact else -np.inf)
        return self.path.arithmetic.limits(Fraction(0), self._setting.on_line_is_wrong)

    def errors_after(self, ks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many points are wrong after k updates, for every k."""
        weights = self.history.weights_after(ks)
        return self.path.arithmetic.count_mistakes(weights, self.error_limits)

    @property
    def outcome(self) -> Outcome:
        """Where the run stands now."""
        return outcome_of(self)

    @property
    def verdict(self) -> Separability:
        """Whether the data can be separated in the rule's space, proved."""
        if self.known_verdict is None:
            if self.missing_verdict:
                raise VerdictPending(self.missing_verdict)
            self.known_verdict = self.verdict_search.find(self.check_cancelled, self.report)
        return self.known_verdict

    @property
    def bounds(self) -> Bounds | None:
        """The bounds of the convergence theorem, where it holds."""
        found = self._theorem
        return found if isinstance(found, Bounds) else None

    @property
    def why_no_bounds(self) -> str | None:
        """The sentence that says why there are none."""
        found = self._theorem
        return found if isinstance(found, str) else None

    @property
    def _theorem(self) -> Bounds | str:
        try:
            return why_not_covered(self.rule) or self._found_bounds
        except VerdictPending as pending:
            return str(pending)

    @cached_property  # fractions of hundreds of digits take long to multiply
    def _found_bounds(self) -> Bounds | str:
        return find_bounds(self.rule, self.verdict, self.start)

    def to_json(self) -> dict[str, Any]:
        """Return the run as the JSON object of the command line."""
        return run_report(self)
