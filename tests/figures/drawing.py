"""What tests of views share: a run to draw, and what a figure shows of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Dots, Line, Points, Region, Text
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.plane.box import Path


def trained(name: str, **options: Any) -> Run:
    """Train on a data set of the library."""
    return Run(make(LIBRARY[name]), Rule.of(options)).finish()


def run_on(points: Any, labels: Any, **options: Any) -> Run:
    """Train on some points."""
    return Run(Dataset.of(points, labels), Rule.of(options)).finish()


def cursors(run: Run) -> list[int]:
    """Return some visits of a run: the start, the first ones, the middle and the end."""
    return sorted({t for t in (0, 1, 2, run.visits // 2, run.visits) if t <= run.visits})


def built(view: View, run: Run, cursor: int, **options: Any) -> Figure:
    """Build the figure of a view after a visit."""
    drawn = view.build(run.dataset, run, cursor, view.options(**options))
    assert isinstance(drawn, Figure)
    return drawn


def path_of(drawn: Figure, key: str) -> Path:
    """Return x and y of a mark."""
    found = drawn.mark(key)
    assert isinstance(found, Line | Region | Dots)
    return found.x, found.y


def view_size(drawn: Figure) -> tuple[float, float]:
    """Return how wide and how high the view is."""
    assert drawn.x.range is not None
    assert drawn.y.range is not None
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
