"""A run as Python users see it: its answer, predictions, updates, and itself in a notebook."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError, Remark
from perceptron_gui.base.text import count, printable
from perceptron_gui.core.data.dataset import Dataset, frozen
from perceptron_gui.core.paths.results import Vote
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.measures import judged_on
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.kernel_space import KernelSpace
from perceptron_gui.core.space.scoring import scores_of
from perceptron_gui.core.space.space import feature_names

from .arrays import classes_of, labels_of, points_of

if TYPE_CHECKING:
    import pandas as pd

_AT_ONCE = 4096  # updates whose weights are read together
_MOST_VOTERS = 1_000_000
# The promise to users; everything else of a run serves the program and may change.
PUBLIC = (
    *("arithmetic", "bounds", "classes", "cycle", "dataset", "decision_function", "notes"),
    *("offset", "outcome", "predict", "recurrence", "rule", "score", "status", "summary"),
    *("to_frame", "to_json", "updates", "verdict", "visits", "weights", "weights_at"),
)


@dataclass(frozen=True, eq=False)
class UpdateRecord:
    """One update: its visit, the point visited, the score before, weights and offset after.

    Visits count from 1, points from 0. Updates of several points name no point and no score.
    """

    visit: int
    point: int | None
    score: float | None
    weights: NDArray[np.float64]
    offset: float


class UpdateRecords(Sequence[UpdateRecord]):
    """The updates of a run in order; records are made when they are asked for."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def __len__(self) -> int:
        return len(self._run.history)

    def __repr__(self) -> str:
        return f"<{count(len(self), 'update')}>"

    @overload
    def __getitem__(self, k: int) -> UpdateRecord: ...
    @overload
    def __getitem__(self, k: slice) -> list[UpdateRecord]: ...
    def __getitem__(self, k: int | slice) -> UpdateRecord | list[UpdateRecord]:
        if isinstance(k, slice):
            return [self[each] for each in range(*k.indices(len(self)))]
        place = k + len(self) if k < 0 else k
        if not 0 <= place < len(self):
            raise IndexError(f"there are {len(self)} updates, counted from 0")
        return next(self._records(place, place + 1))

    def __iter__(self) -> Iterator[UpdateRecord]:
        for start in range(0, len(self), _AT_ONCE):
            yield from self._records(start, min(start + _AT_ONCE, len(self)))

    def _records(self, start: int, stop: int) -> Iterator[UpdateRecord]:
        run, ks = self._run, np.arange(start, stop)
        raw = run.history.weights_after(np.arange(start, stop + 1))
        normals, constants = run.space.lines_of(run.path.arithmetic.floats(raw[1:]))
        visits = run.history.visits_of(ks).tolist()
        for row, k in enumerate(ks.tolist()):
            score = run.score_before(k, raw[row])
            yield UpdateRecord(
                visits[row],
                run.point_of_update(k),
                None if score is None else float(score),
                frozen(normals[row]),
                float(constants[row]),
            )


class TrainedRun(Run):
    """A finished run: `outcome`, `weights`, `predict`, `updates` and what `dir` lists.

    Weights and offset are those of the rule's answer, in the coordinates that were given.

    >>> from perceptron_gui import train
    >>> run = train("and", tie="minus")
    >>> run.outcome.status, run.outcome.updates, run.outcome.errors
    ('converged', 10, 0)
    >>> run.weights, run.offset
    (array([2., 1.]), -2.0)
    >>> run.updates[0].visit, run.updates[0].point, run.updates[0].score
    (4, 3, 0.0)
    >>> [int(record.weights[0]) for record in run.updates]
    [1, 1, 1, 2, 2, 1, 2, 1, 2, 2]
    >>> run.weights_at(4)
    array([1., 1., 1.])
    >>> run.decision_function([[1, 1]]), run.score([[1, 1]], [1])
    (array([1.]), 1.0)
    >>> run.verdict.separable, run.bounds.limit, run.recurrence
    (True, 51.0, None)
    """

    def __init__(
        self,
        dataset: Dataset,
        rule: Rule,
        remarks: Sequence[str] = (),
        name: str = "these points",
        classes: NDArray[Any] | None = None,
    ) -> None:
        super().__init__(dataset, rule, remarks)
        self.name = name
        self._classes = classes_of(dataset) if classes is None else classes

    def __dir__(self) -> list[str]:
        return [*PUBLIC, *(name for name in object.__dir__(self) if name.startswith("__"))]

    def __copy__(self) -> TrainedRun:
        seen = object.__new__(type(self))
        vars(seen).update(vars(self))
        return seen

    def __reduce__(self) -> tuple[Any, ...]:
        # Equal rules on equal data make equal runs, so a stored run is trained again.
        return _trained, (self.dataset, self.rule, self.given_remarks, self.name, self._classes)

    @property
    def classes(self) -> NDArray[Any] | None:
        """The two labels (2,), that of −1 first; None where real targets were fitted."""
        return None if self.dataset.targets is not None else self._classes

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights of the rule's answer: of each coordinate, then of each product of a lift."""
        return np.array([float(v) for v in self._line()[0]])

    @property
    def offset(self) -> float:
        """The constant of the rule's answer: a score is ⟨weights, x⟩ + offset."""
        return float(self._line()[1])

    def _line(self) -> tuple[Sequence[Any], Any]:
        if isinstance(self.space, KernelSpace):
            raise AttributeError("a kernel's weights live in its feature space; use predict")
        if isinstance(self.result, Vote):
            raise AttributeError(
                "a vote has no weights of its own; use predict, or weights_at for those of a visit"
            )
        return self.space.line_of(self.result_at(self.visits))

    @property
    def notes(self) -> list[str]:
        """What to know of the run: options without effect, divergence, numbers in float64."""
        return [
            remark.worded(remark.option) if isinstance(remark, Remark) else remark
            for remark in self.remarks
        ]

    @property
    def updates(self) -> UpdateRecords:
        """The updates in order, as records with visit, point, score, weights and offset."""
        return UpdateRecords(self)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return the scores (m,) of points (m, d): positive for the second class.

        Of a vote it is the sum of the votes. Signs are exact; kernels are floating point.
        """
        points = points_of(X)
        if points.shape[1] != self.dataset.dimension:
            raise DataError(
                f"X has {points.shape[1]} features, but {type(self).__name__} is expecting "
                f"{self.dataset.dimension} features as input"
            )
        if not isinstance(self.result, Vote):
            return scores_of(self.space, points, self.result_at(self.visits))
        if self.result.count_voters(self.visits) > _MOST_VOTERS:
            raise DataError(f"more than {_MOST_VOTERS} weights vote; set max_updates lower")
        judged = judged_on(self, points, np.ones(len(points), dtype=np.int8))
        return judged.agreements(self.visits).astype(np.float64)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels (m,) of points (m, d), or the fitted values of real targets.

        On the line the option `tie` decides; where it names no class, the first one is returned.
        """
        scores = self.decision_function(X)
        if self.classes is None:
            return scores
        is_second = scores > 0
        if self.rule.sign_on_line > 0:
            is_second |= scores == 0
        return np.asarray(self.classes[is_second.astype(np.intp)])

    def score(self, X: Any, y: Any) -> float:
        """Return the share of points that are correct, or R² where real targets were fitted."""
        predicted, labels = self.predict(X), labels_of(y)
        if len(labels) != len(predicted):
            raise DataError(f"{len(predicted)} points but {len(labels)} labels")
        if self.classes is not None:
            return float(np.mean(predicted == labels))
        spread = np.square(labels - labels.mean()).sum()
        return float(1 - np.square(labels - predicted).sum() / spread)

    def to_frame(self) -> pd.DataFrame:
        """Return the updates as a DataFrame of pandas, a row for each."""
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError("to_frame needs pandas: install it, or read run.updates") from error

        rows = [
            [each.visit, each.point, each.score, *each.weights.tolist(), each.offset]
            for each in self.updates
        ]
        columns = ["visit", "point", "score", *self._weight_names(), "offset"]
        return pd.DataFrame(rows, columns=columns).astype({"point": "Int64"})

    def _weight_names(self) -> list[str]:
        if isinstance(self.space, KernelSpace):
            return [f"alpha[{i}]" for i in range(len(self.dataset))]
        d = self.dataset.dimension
        names = self.dataset.feature_names or tuple(f"x{j + 1}" for j in range(d))
        return [f"w[{name}]" for name in feature_names(self.rule.lift, names)]

    def summary(self) -> str:
        """Return what `perceptron-gui run DATA` prints: verdict, bound, outcome, updates."""
        from perceptron_gui.terminal.summary import describe_run

        return describe_run(self.name, self)

    def _told(self) -> dict[str, str]:
        """Return the data, the rule and the outcome in words."""
        from perceptron_gui.theory.run_text.heading import data_words, heading
        from perceptron_gui.theory.run_text.words import ending

        data = data_words(self.name, self.dataset, self.rule)
        rule = heading(self.name, self).removeprefix(f"{data} · ")
        updates, visits = len(self.history), self.visits
        made = f"{count(updates, 'update')} in {count(visits, 'visit')}"
        return {"data": data, "rule": rule, "outcome": ending(self).full, "made": made}

    def __repr__(self) -> str:
        told = self._told()
        return f"<{told['data']} · {told['rule']} · {told['outcome'].rstrip('.')}>"

    def _repr_html_(self) -> str:
        rows = self._told()
        if not isinstance(self.space, KernelSpace) and not isinstance(self.result, Vote):
            names = map(printable, self._weight_names())
            values = [f"{name} = {v:.6g}" for name, v in zip(names, self.weights, strict=True)][:6]
            more = ["…"] if len(self.weights) > len(values) else []
            rows["weights"] = ", ".join([*values, *more, f"offset = {self.offset:.6g}"])
        rows |= {"notes": "; ".join(self.notes)} if self.notes else {}
        cells = (
            f'<tr><th style="text-align:left">{name}</th>'
            f'<td style="text-align:left">{html.escape(text)}</td></tr>'
            for name, text in rows.items()
        )
        return f"<table>{''.join(cells)}</table>"


def _trained(*parts: Any) -> Run:
    return TrainedRun(*parts).finish()
