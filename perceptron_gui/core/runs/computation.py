"""How a run is computed: in slices, until it converges, recurs or has used up its budget."""

from __future__ import annotations

import copy
from dataclasses import replace

from perceptron_gui.base.errors import Problem, Remark
from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.core.kernels import point_kernels
from perceptron_gui.core.paths.cycles import Recurrence, find_recurrence, overlooked_lap
from perceptron_gui.core.paths.path import Path
from perceptron_gui.core.rules.methods import Plan, Setting
from perceptron_gui.core.rules.rule import Rule, not_exact, remark_on

_DIVERGED = Problem(
    "the weights grew without bound and the run stopped after {visits} visits; "
    "a smaller {flag} may converge",
    "the weights grew without bound and the run stopped after {visits} visits; "
    "a smaller step may converge",
)


class Computation:
    """Advances the path of a rule and tells when and why it is over.

    How it is cut into slices never changes the path.
    """

    def __init__(self, setting: Setting) -> None:
        self.status = "computing"
        self.recurrence: Recurrence | None = None
        self.diverged = False  # the weights grew without bound
        self.remarks: tuple[Remark | str, ...] = ()
        self._settled = False  # nothing moved for a whole epoch
        self._setting = setting
        self.plan = self._make_plan()

    @property
    def path(self) -> Path:
        """How the weights moved."""
        return self.plan.path

    @property
    def is_over(self) -> bool:
        """Tell whether the computation has ended."""
        return self.status != "computing"

    @property
    def budget(self) -> int:
        """The visits after which it stops at the latest."""
        return min(self._rule.epochs * self.path.visiting.epoch_length, INT64_ROOM)

    @property
    def _rule(self) -> Rule:
        return self._setting.rule

    def snapshot(self) -> Computation:
        """Return the computation as it stands, which never changes."""
        seen = copy.copy(self)
        seen.plan = self.plan.snapshot()
        return seen

    def prolonged(self, visits: int) -> Computation:
        """Return a snapshot that goes on in the proved cycle up to a visit."""
        seen = self.snapshot()
        found = self.recurrence
        if found is not None and found.is_cycle and visits > self.path.visits:
            seen.path.go_round(found.start_visit, found.period_visits, visits, INT64_ROOM)
        return seen

    def advance(self, visits: int) -> None:
        """Make up to this many more visits."""
        stop = min(self.path.visits + visits, self.budget)
        while not self.is_over:
            try:
                why = self.path.advance(stop, self._rule.max_updates)
            except OverflowError as error:
                self._restart_in_floats(str(error))
                continue
            self._heed(why)
            if self.path.visits >= stop:
                break
        if not self.is_over and self.path.visits >= self.budget:
            self._use_up()

    def interrupt(self) -> None:
        """End the computation where it stands."""
        if not self.is_over:
            self.remarks += (f"interrupted after {self.path.visits} visits",)
            self._end("budget")

    def _heed(self, why: int) -> None:
        if why == point_kernels.CLEAN:
            self._settled = True
            if not self._rule.keep_going:
                self._end("converged")
            elif self.path.mistake_driven:  # nothing can change any more
                if not self.path.visiting.chooses_mistakes:
                    self.path.coast(self.budget)
                self._end("converged")
        elif why == point_kernels.RECURRED:
            self._recur(self.path.lap)
        elif why == point_kernels.FULL:
            self._use_up()
        elif why == point_kernels.DIVERGED:
            self.diverged = True
            self.remarks += (remark_on("eta", _DIVERGED, visits=self.path.visits),)
            self._end("budget")

    def _recur(self, lap: int) -> None:
        found = self.recurrence = find_recurrence(self.path, lap)
        self.path.stop_watching()
        if not found.is_cycle:
            return
        if self._rule.keep_going:
            rest = self.budget, self._rule.max_updates
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
        if status == "budget" and self._rule.keep_going:
            status = "cycle" if proved else "converged" if self._settled else "budget"
        self.status = status

    def _make_plan(self) -> Plan:
        try:
            made = Plan(self._setting)
        except OverflowError as error:
            return self._plan_in_floats(str(error))
        if self._rule.arithmetic == "exact" and not made.path.arithmetic.is_exact:
            raise not_exact(made.path.why_floats)
        return made

    def _restart_in_floats(self, reason: str) -> None:
        self.plan = self._plan_in_floats(f"{reason} at visit {self.path.visits}")
        self.recurrence = None

    def _plan_in_floats(self, reason: str) -> Plan:
        """Return the plan in float64 and say why, unless exactness was asked for."""
        if self._rule.arithmetic == "exact":
            raise not_exact(reason)
        self.remarks += (f"computed in float64: {reason}",)
        return Plan(replace(self._setting, allow_exact=False))
