"""The scores of points at a visit of a run, as on the chalkboard; computed when looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.chalkboard import number
from perceptron_gui.core.mathtext import to_plain
from perceptron_gui.core.run import Run


class PointScores:
    """s = ⟨w, x̃⟩ of every point with the weights after a visit, and who is wrong.

    Of the point that a class is asked about nothing is told.
    """

    def __init__(self, run: Run, visit: int, asked: int | None = None) -> None:
        self.asked = asked
        self._labels = run.dataset.labels
        self._arithmetic = run.path.arithmetic
        self._raw = run.history.weights_after(np.array([run.updates_at(visit)]))
        self._on_line_is_wrong = _on_line_is_wrong(run.rule.tie, self._labels)

    def text(self, i: int) -> str:
        """Write the score of a point: 0.3, −1/3; floats to six digits."""
        score = self._arithmetic.agreement(self._raw[0], i) * int(self._labels[i])
        return to_plain(number(score if self._arithmetic.is_exact else float(score)))

    def is_wrong(self, i: int) -> bool:
        """Tell whether a point is an error under the tie rule."""
        agreement = self._arithmetic.agreement(self._raw[0], i)
        return agreement < 0 or (agreement == 0 and bool(self._on_line_is_wrong[i]))

    def all_scores(self) -> NDArray[np.float64]:
        """Return the score of every point (n,) as ordinary numbers."""
        agreements = self._arithmetic.agreements_as_floats(self._raw)[0]
        return np.asarray(agreements * self._labels)

    def all_wrong(self) -> NDArray[np.bool_]:
        """Return for every point (n,) whether it is an error."""
        agreements = self._arithmetic.agreements(self._raw)[0]
        return np.asarray((agreements < 0) | ((agreements == 0) & self._on_line_is_wrong))


def _on_line_is_wrong(tie: str, labels: NDArray[np.int8]) -> NDArray[np.bool_]:
    if tie in ("always", "never"):
        return np.full(len(labels), tie == "always")
    return labels > 0 if tie == "minus" else labels < 0
