"""What stands in the cells of the point table, and how its rows are sorted. No Qt."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.mathtext import to_plain
from perceptron_gui.core.values import frozen_value
from perceptron_gui.figures.lecture import coordinate

from .coordinate_text import written_coordinate
from .point_scores import PointScores

NUMBER = 0  # the column of the numbers

_HEADINGS = {"number": "#", "class": "class", "score": "score", "verdict": "now"}
_TIPS = {
    "number": "the number of the point, from 0. Points in turn are visited in this order.",
    "coordinate": "a coordinate. Double-click to type another decimal.",
    "class": "which class the point has. Double-click to choose the other one.",
    "score": "s of the point with the weights at the cursor.",
    "verdict": "whether the weights at the cursor put the point on its side.",
}


@frozen_value(eq=False)
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
        """Say what a column holds."""
        what = f"{self.heading(column)}: {_TIPS[self.kind(column)]}"
        return f"{what} Click to sort; the visits stay as they are."

    def class_name(self, label: int) -> str:
        """Return what a class is called, with a real minus."""
        return self.dataset.class_names[int(label > 0)].replace("-1", "−1")

    def text(self, point: int, column: int) -> str:
        """Return what is read in a cell."""
        kind = self.kind(column)
        if kind == "number":
            return str(point)
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

    def line(self, point: int) -> str:
        """Return the coordinates and the class of a point, as spreadsheets take them."""
        values = map(written_coordinate, self.dataset.points[point].tolist())
        name = self.dataset.class_names[int(self.dataset.labels[point] > 0)]
        return "\t".join([*values, name])

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
