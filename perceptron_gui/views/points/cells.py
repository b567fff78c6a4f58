"""What stands in the cells of the point table, and how its rows are sorted. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import LARGEST, SMALLEST
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number
from perceptron_gui.base.text import quoted
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import coordinate, point_number


def written_coordinate(value: float) -> str:
    """Return the shortest decimal that means this number, with a hyphen for the minus."""
    return repr(value).removesuffix(".0")


def typed_coordinate(text: str) -> float:
    """Return the number that was typed; a DataError says what is wrong with it."""
    plain = text.strip().replace("−", "-")
    try:
        value = float("" if "_" in plain else plain)  # Python reads 1_0 as ten
    except ValueError as error:
        hint = "; decimals take a point, as in 0.1" if "," in plain else ", such as 0.25 or -3"
        raise DataError(f"{quoted(text)} is not a decimal number{hint}") from error
    if not math.isfinite(value) or abs(value) > LARGEST or 0 < abs(value) < SMALLEST:
        raise DataError(f"{quoted(text)} is out of reach; give a number nearer to 1")
    if Decimal(plain) != Decimal(repr(value)):
        raise DataError(f"{quoted(text)} has more digits than can be kept; give 15 at most")
    return value


class PointScores:
    """s = ⟨w, x̃⟩ of every point with the weights after a visit, and who is wrong.

    The point that is asked about has none to show.
    """

    def __init__(self, run: Run, visit: int, asked: int | None = None) -> None:
        self.asked = asked
        self._labels = run.dataset.labels
        self._arithmetic = run.path.arithmetic
        self._raw = run.history.weights_after(np.array([run.updates_at(visit)]))
        self._is_wrong_on_line = run.rule.on_line_is_wrong(run.dataset.labels)

    def text(self, i: int) -> str:
        """Write the score of a point: 0.3, −1/3; floats to six digits."""
        score = self._arithmetic.agreement(self._raw[0], i) * int(self._labels[i])
        return to_plain(number(score if self._arithmetic.is_exact else float(score)))

    def is_wrong(self, i: int) -> bool:
        """Tell whether a point is an error under the tie rule."""
        agreement = self._arithmetic.agreement(self._raw[0], i)
        return agreement < 0 or (agreement == 0 and bool(self._is_wrong_on_line[i]))

    def all_scores(self) -> NDArray[np.float64]:
        """Return the score of every point (n,) as ordinary numbers."""
        agreements = self._arithmetic.agreements_as_floats(self._raw)[0]
        return np.asarray(agreements * self._labels)

    def all_wrong(self) -> NDArray[np.bool_]:
        """Return for every point (n,) whether it is an error."""
        agreements = self._arithmetic.agreements(self._raw)[0]
        return np.asarray((agreements < 0) | ((agreements == 0) & self._is_wrong_on_line))


NUMBER = 0  # the column of the numbers

_HEADINGS = {"number": "#", "class": "class", "score": "score", "verdict": "now"}
_TIPS = {
    "number": "the number of the point. Points in turn are visited in this order.",
    "coordinate": "a coordinate. Double-click to type another decimal.",
    "class": "which class the point has. Double-click to choose the other one.",
    "score": "s of the point with the weights at the cursor.",
    "verdict": "whether the weights at the cursor put the point on its side.",
}


@dataclass(frozen=True, eq=False)
class PointCells:
    """The points, and their scores while there are some that belong to them."""

    dataset: Dataset
    scores: PointScores | None = None

    def kind(self, column: int) -> str:
        """Return what a column holds: number, coordinate, class, score or verdict."""
        after = column - self.dataset.dimension
        if column == NUMBER:
            return "number"
        return "coordinate" if after <= 0 else ("class", "score", "verdict")[after - 1]

    def heading(self, column: int) -> str:
        """Return what stands above a column."""
        kind = self.kind(column)
        if kind != "coordinate":
            return _HEADINGS[kind]
        names = self.dataset.feature_names
        return names[column - 1] if names else to_plain(coordinate(column - 1))

    def tip(self, column: int) -> str:
        """Return what a column holds."""
        what = f"{self.heading(column)}: {_TIPS[self.kind(column)]}"
        return f"{what} Click to sort; the visits stay as they are."

    def class_name(self, label: int) -> str:
        """Return what a class is called, with a real minus."""
        return self.dataset.class_names[int(label > 0)].replace("-1", "−1")

    def text(self, point: int, column: int) -> str:
        """Return what is read in a cell."""
        kind = self.kind(column)
        if kind == "number":
            return str(point_number(point))
        if kind == "coordinate":
            return self.typed(point, column).replace("-", "−")
        if kind == "class":
            return self.class_name(int(self.dataset.labels[point]))
        if self.scores is None:
            return ""
        if point == self.scores.asked:
            return "?"
        if kind == "score":
            return self.scores.text(point)
        return "wrong" if self.scores.is_wrong(point) else "right"

    def typed(self, point: int, column: int) -> str:
        """Return a coordinate as it would be typed."""
        return written_coordinate(float(self.dataset.points[point, column - 1]))

    def lines(self, points: NDArray[np.intp]) -> str:
        """Return the coordinates and the classes of points in lines, as spreadsheets take them."""
        # All at once, each as `written_coordinate` has it: one by one a million takes seconds.
        row = "%r\t" * self.dataset.dimension + "\n"
        values = tuple(self.dataset.points[points].ravel().tolist())
        rows = (row * len(points) % values).replace(".0\t", "\t").split("\n")
        ends = tuple(f"{name}\n" for name in self.dataset.class_names)
        names = [ends[is_positive] for is_positive in (self.dataset.labels[points] > 0).tolist()]
        return "".join(chain.from_iterable(zip(rows, names, strict=False))) or "\n"

    def order(self, column: int, descending: bool) -> NDArray[np.intp]:
        """Return the points (n,) sorted by a column; equal ones stay in the order of visits."""
        keys = self._keys(column)
        return np.argsort(-keys if descending else keys, kind="stable")

    def _keys(self, column: int) -> NDArray[Any]:
        kind = self.kind(column)
        if kind == "coordinate":
            return self.dataset.points[:, column - 1]
        if kind == "class":
            return self.dataset.labels
        if kind == "number" or self.scores is None:
            return np.arange(len(self.dataset))
        if kind == "score":
            return self.scores.all_scores()
        return self.scores.all_wrong().astype(np.int8)
