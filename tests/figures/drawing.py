"""What tests of views share: runs to draw, what a figure shows of them, and its shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Dots, Line, Points, Region, Text, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.pictures.boundary import VIEW
from perceptron_gui.figures.plane.box import Path
from tests.core.strategies import trained as trained


def run_on(points: Any, labels: Any, **options: Any) -> Run:
    """Train on some points."""
    return trained(Dataset.of(points, labels), **options)


def cursors(run: Run) -> list[int]:
    """Return some visits of a run: the start, the first ones, the middle and the end."""
    return sorted({t for t in (0, 1, 2, run.visits // 2, run.visits) if t <= run.visits})


def built(view: View, run: Run, cursor: int | None = None, **options: Any) -> Figure:
    """Build the figure of a view after a visit, at the end of the run unless one is given."""
    at = run.visits if cursor is None else cursor
    drawn = view.build(run.dataset, run, at, view.options(**options))
    assert isinstance(drawn, Figure)
    return drawn


def figures_of(drawing: Drawing) -> list[Figure]:
    """Return all figures of a drawing."""
    panels = drawing.panels if isinstance(drawing, Sheet) else ()
    return [drawing] if isinstance(drawing, Figure) else [panel.figure for panel in panels]


def path_of(drawn: Figure, key: str) -> Path:
    """Return x and y of a mark."""
    found: Any = drawn.mark(key)
    return found.x, found.y


def view_size(drawn: Figure) -> tuple[float, float]:
    """Return how wide and how high the view is."""
    assert drawn.x.range is not None and drawn.y.range is not None
    return drawn.x.range[1] - drawn.x.range[0], drawn.y.range[1] - drawn.y.range[0]


def is_finite(drawn: Figure) -> bool:
    """Tell whether all coordinates of curves and areas are numbers, breaks aside."""
    marks = [mark for mark in drawn.marks if isinstance(mark, Line | Region | Dots)]
    return all(not np.isinf(mark.x).any() and not np.isinf(mark.y).any() for mark in marks)


def words(figure: Figure) -> list[str]:
    """Return everything that is written in a figure, in Unicode."""
    titles = [axis.title for axis in (figure.x, figure.y, figure.right) if axis is not None]
    labels = [mark.label for mark in figure.marks]
    texts = [mark.text for mark in figure.marks if isinstance(mark, Text)]
    classes = [name for m in figure.marks if isinstance(m, Points) for name in m.class_names]
    found = (figure.title, *titles, *labels, *texts, *classes, *figure.notes)
    return [to_plain(text) for text in found if text]


def texts_of(drawing: Drawing) -> list[str]:
    """Return everything that is written in a drawing, in Unicode."""
    rows = (drawing.columns, *drawing.rows) if isinstance(drawing, Table) else ()
    cells = [*drawing.notes, *(cell for row in rows for cell in row)]
    found = [text for figure in figures_of(drawing) for text in words(figure)]
    return [*found, *map(to_plain, cells)]


def rings(path: Path) -> list[tuple[Values, Values]]:
    """Return every ring of a path."""
    return Region("", Role.CONE, *path).rings


def signed_area(path: Path) -> float:
    """Return the area of rings, holes subtracted since they run clockwise."""
    total = 0.0
    for x, y in rings(path):
        x, y = x - x[0], y - y[0]
        total += float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
    return total


def holds(path: Path, x: float, y: float) -> bool:
    """Tell whether a point lies within an odd number of rings."""
    inside = False
    for xs, ys in rings(path):
        after_x, after_y = np.roll(xs, -1), np.roll(ys, -1)
        crossed = (ys > y) != (after_y > y)
        slope = (after_x - xs)[crossed] / (after_y - ys)[crossed]
        inside ^= bool(np.count_nonzero(x < xs[crossed] + slope * (y - ys[crossed])) % 2)
    return inside


EVERYTHING: dict[str, Any] = dict.fromkeys(
    ["margin", "circle", "equation", "numbers", "update", "distance", "intercept"], True
)
CASES: list[tuple[str, dict[str, Any]]] = [
    ("xor", {}),
    ("xor", {"lift": "product"}),
    ("and", {"tie": "minus"}),
    ("and", {"rule": "averaged", "bias_scale": 5}),
    ("three-points", {"offset": False, "tie": "minus"}),
    ("slides", {"eta": "0.1", "init": "0.2,0,-0.1", "tie": "plus"}),
    ("shifted", {"rule": "pocket", "epochs": 20}),
    ("blobs", {"rule": "sgd", "loss": "logistic", "epochs": 3}),
    ("clusters", {"rule": "batch"}),
    ("and", {"rule": "least-squares"}),
    ("circles", {"lift": "quadratic"}),
    ("slow-pair", {}),
    ("slow-pair", {"lift": "quadratic", "epochs": 50}),
    ("one-hot", {"offset": False}),
    ("one-hot", {"rule": "voted"}),
    ("one-hot", {"lift": "product"}),
]


def figure(run: Run, cursor: int, **options: Any) -> Figure:
    """Build the boundary after a visit."""
    return built(VIEW, run, cursor, **options)


def points_of(drawn: Figure) -> Any:
    """Return the points of a figure."""
    return drawn.mark("points")
