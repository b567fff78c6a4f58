"""A run: what can be asked of a rule on data. `computation` advances it, `measures` reads it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.base.errors import DataError, Remark
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.cycles import Recurrence
from perceptron_gui.core.paths.history import History, PointHistory, ResultCache
from perceptron_gui.core.paths.path import Path
from perceptron_gui.core.rules.methods import Setting
from perceptron_gui.core.rules.rule import Rule, remarks_on, starting_weights
from perceptron_gui.core.space.arithmetic import Raw
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space

from .bounds import Bounds, find_bounds
from .computation import Computation


def weights_after(path: Path, ks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the weights (m, D) after k updates, for every k."""
    return path.arithmetic.floats(path.history.weights_after(ks))


def weights_at(path: Path, visit: Any) -> NDArray[np.float64]:
    """Return the weights (D,), or (m, D) for an array of visits; constant coordinate last."""
    visits = np.atleast_1d(np.asarray(visit, dtype=np.int64))
    if len(visits) and not 0 <= int(visits.min()) <= int(visits.max()) <= path.visits:
        raise IndexError(f"visits go from 0 to {path.visits}")
    weights = weights_after(path, path.history.updates_until(visits))
    return weights if np.ndim(visit) else weights[0]


def exact_weights_at(path: Path, visit: int) -> list[Fraction]:
    """Return the weights as fractions, the constant coordinate last."""
    k = np.array([path.history.updates_until(visit)])
    return path.arithmetic.fractions(path.history.weights_after(k)[0])


def point_of_update(path: Path, k: int) -> int | None:
    """Return the point of the update after k others, or None when it was several."""
    if isinstance(path.history, PointHistory):
        return int(path.history.points_of(np.array([k]))[0])
    block = path.visiting.points_of(int(path.history.visits_of(np.array([k]))[0]))
    return int(block[0]) if path.visiting.block == 1 else None


def score_before(
    path: Path, labels: NDArray[np.int8], k: int, raw: NDArray[Any]
) -> Fraction | None:
    """Return s of the point of update k under raw weights (D,), or None for several."""
    i = point_of_update(path, k)
    return None if i is None else path.arithmetic.agreement(raw, i) * int(labels[i])


@frozen_value(eq=False)
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


def outcome_of(run: Run) -> Outcome:
    """Return where a run stands now."""
    visits = run.visits
    updates = int(run.updates_at(visits))
    weights, offset = _line(run, run.weights_after(np.array([updates]))[0])
    result_weights, result_offset = _line(run, np.array([float(v) for v in run.result_at(visits)]))
    return Outcome(
        status=run.status,
        visits=visits,
        updates=updates,
        epochs=run.path.visiting.epoch_of(visits),
        weights=weights,
        offset=offset,
        errors=int(run.errors_after(np.array([updates]))[0]),
        result_weights=result_weights,
        result_offset=result_offset,
        result_errors=run.result.errors(visits),
    )


def _line(run: Run, augmented: NDArray[np.float64]) -> tuple[NDArray[np.float64], float | None]:
    """Return the weights of the features, and the line's offset b = B·v if it has one."""
    if not run.rule.offset:
        return augmented, None
    return augmented[:-1], float(augmented[-1]) * float(run.rule.bias_scale)


class Run:
    """Trains in slices (`advance`) or to the end (`finish`), and is read at any visit made."""

    def __init__(self, dataset: Dataset, rule: Rule, remarks: Sequence[str] = ()) -> None:
        if not len(dataset):
            raise DataError("there are no points to train on; add at least one")
        self.dataset = dataset
        self.rule = rule
        self.check_cancelled: CancelCheck = (
            never_cancelled  # called now and then by what takes long
        )
        self.space = Space.of(dataset, rule)
        self.start = starting_weights(rule, self.space.dimension)
        allow_exact = rule.arithmetic != "float64"
        self._computation = Computation(Setting(self.space, rule, self.start, allow_exact))
        self._first_remarks = tuple(remarks)

    def advance(self, visits: int) -> None:
        """Make up to this many more visits."""
        self._computation.advance(visits)

    def finish(self) -> Run:
        """Go on to the end."""
        while not self.is_over:
            self.advance(1 << 22)
        return self

    def interrupt(self) -> None:
        """End the run where it stands."""
        self._computation.interrupt()

    def snapshot(self) -> Run:
        """Return the run as it stands, which never changes: for readers on another thread.

        To be taken by the thread that advances the run, between two slices.
        """
        return self._seen_as(self._computation.snapshot(), never_cancelled)

    def prolonged(self, visits: int) -> Run:
        """Return this run as it goes on in its proved cycle up to a visit."""
        return self._seen_as(self._computation.prolonged(visits), never_cancelled)

    def with_cancel_check(self, check_cancelled: CancelCheck) -> Run:
        """Return the same run for somebody who may give up.

        What `watch` raises ends what takes long: the verdict, and curves over many points.
        """
        return self._seen_as(self._computation, check_cancelled)

    def _seen_as(self, computation: Computation, check_cancelled: CancelCheck) -> Run:
        seen = copy.copy(self)
        seen._computation = computation
        seen.check_cancelled = check_cancelled
        return seen

    @property
    def status(self) -> str:
        """`computing`, then `converged`, `cycle` or `budget`."""
        return self._computation.status

    @property
    def is_over(self) -> bool:
        """Tell whether the run has ended."""
        return self._computation.is_over

    @property
    def budget(self) -> int:
        """The visits after which the run stops at the latest."""
        return self._computation.budget

    @property
    def recurrence(self) -> Recurrence | None:
        """Where the weights came back to what they were, if they did."""
        return self._computation.recurrence

    @property
    def diverged(self) -> bool:
        """Tell whether the weights grew without bound."""
        return self._computation.diverged

    @property
    def remarks(self) -> list[Remark | str]:
        """What a user should know: options without effect, points never visited, float64, …"""
        found = remarks_on(self.rule, len(self.dataset))
        done = self._computation
        return [*found, *done.plan.remarks, *self._first_remarks, *done.remarks]

    @property
    def path(self) -> Path:
        """How the weights moved."""
        return self._computation.path

    @property
    def history(self) -> History:
        """The recorded updates."""
        return self.path.history

    @property
    def cache(self) -> ResultCache:
        """Results derived from this run, which all its snapshots share."""
        return self.history.record.cache

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
        return weights_at(self.path, visit)

    def weights_after(self, ks: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the weights (m, D) after k updates, for every k."""
        return weights_after(self.path, ks)

    def exact_weights_at(self, visit: int) -> list[Fraction]:
        """Return the weights as fractions, the constant coordinate last."""
        return exact_weights_at(self.path, visit)

    def point_of_update(self, k: int) -> int | None:
        """Return the point of the update after k others, or None when it was several."""
        return point_of_update(self.path, k)

    def score_before(self, k: int, raw: NDArray[Any]) -> Fraction | None:
        """Return s of the point of update k under raw weights (D,), or None for several."""
        return score_before(self.path, self.dataset.labels, k, raw)

    @property
    def result(self) -> Any:
        """What derives the rule's answer from the path."""
        return self._computation.plan.result

    def result_at(self, visit: int) -> list[Fraction]:
        """Return the weights the rule would return after this visit."""
        return self._computation.plan.result.weights(visit)

    @property
    def mistakes(self) -> tuple[Fraction, NDArray[np.bool_]]:
        """The y·s below which a point makes a step, and whether there it does too (n,)."""
        return self._computation.plan.mistakes

    def errors_after(self, ks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many points are wrong after k updates, for every k."""
        weights = self.history.weights_after(ks)
        return self.path.arithmetic.count_mistakes(weights, self.error_limits)

    @property
    def error_limits(self) -> Raw:
        """The raw ⟨w, z⟩ (n,) up to which each point is wrong."""
        return self._computation.plan.error_limits

    @property
    def outcome(self) -> Outcome:
        """Where the run stands now."""
        return outcome_of(self)

    @cached_property
    def verdict(self) -> Separability:
        """Whether the data can be separated in the rule's space, proved."""
        return separability(self.space, self.check_cancelled)

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
