"""The points of the boundary, a ring around the visited one, and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import Dots, Labels, Points, Text
from perceptron_gui.figures.model.role import Role

from .box import PlaneBox
from .highlight import highlighted_points
from .stage import Stage

Indices = NDArray[np.int64]

# Of so many points those are left out that others of their kind hide.
CROWD = 1000
_CELLS = 500
_MOST_RINGS = 60
MOST_NUMBERS = 60


def points(stage: Stage) -> Iterator[Points]:
    """Yield the points with their true class and the predicted one, if that is not asked for."""
    predicted = stage.predicted
    if stage.options.asked and len(stage.next_points) == 1:
        predicted = predicted.copy()
        predicted[stage.next_points] = 0
    yield labelled("points", stage.run.dataset, stage.sight.points, predicted, _unhidden(stage))


def untrained(dataset: Dataset, at: NDArray[np.float64]) -> Points:
    """Return points (n, 2) of which nothing is predicted yet."""
    nothing = np.zeros(len(dataset), dtype=np.int8)
    return labelled("points", dataset, at, nothing, np.arange(len(dataset)))


def labelled(
    key: str, dataset: Dataset, at: NDArray[np.float64], predicted: Labels, shown: Indices
) -> Points:
    """Return some of the points (n, 2) with their true class and the predicted one."""
    negative, positive = (from_user(name.replace("-1", "−1")) for name in dataset.class_names)
    x, y = at[shown].T
    names = negative, positive
    return Points(key, x, y, dataset.labels[shown], predicted[shown], shown, names)


def _unhidden(stage: Stage) -> Indices:
    """Return the points to show: of a crowd, one of each kind in every cell of a fine grid."""
    labels, at, box = stage.run.dataset.labels, stage.sight.points, stage.box
    if len(labels) <= CROWD:
        return np.arange(len(labels))
    kind = 3 * labels.astype(np.int64) + stage.predicted
    rings_support = stage.options.margin or stage.options.certificate
    ringed = [*_visited(stage)[0], *(stage.run.verdict.support if rings_support else ())]
    return thinned(at, kind, box, [*ringed, *highlighted_points(stage)])


def thinned(at: NDArray[np.float64], kind: Indices, box: PlaneBox, kept: Sequence[int]) -> Indices:
    """Return which points (n, 2) of a crowd to show: those kept, and one of a kind in each cell."""
    cells = np.clip((at - [box.x0, box.y0]) * (_CELLS / box.size), -1, _CELLS)
    column, row = np.floor(cells).astype(np.int64).T
    first = np.unique(((column * 2 * _CELLS) + row) * 16 + kind, return_index=True)[1]
    shown = np.zeros(len(at), dtype=np.bool_)
    shown[first] = True
    shown[list(kept)] = True
    return np.flatnonzero(shown)


def visited(stage: Stage) -> Iterator[Dots | Points]:
    """Yield a mark around the visited point, or around all mistakes that a step adds up."""
    seen, wrong = _visited(stage)
    if stage.options.asked:
        asked = stage.next_points
        x, y = stage.sight.points[asked].T
        yield Dots("asked", Role.VISITED, x, y, label="right or wrong?")
    elif len(seen):
        x, y = stage.sight.points[seen].T
        bad = "mistake" if stage.scene.bound == 0 else "not enough"
        role, label = (Role.MISTAKE, bad) if wrong else (Role.SUCCESS, "right")
        yield Dots("visited", role, x, y, label=label)
        # The mark lies above all points, and below its own.
        run, at = stage.run, stage.sight.points
        yield labelled("visited points", run.dataset, at, stage.predicted, seen)


def _visited(stage: Stage) -> tuple[Indices, bool]:
    """Return the visited point and whether it was a mistake, or all mistakes of a block."""
    scene, path = stage.scene, stage.run.path
    if scene.index is not None:
        wrong = scene.is_wrong(scene.index, scene.agreements(scene.index)[0])
        return np.array([scene.index]), wrong
    if scene.moved and path.mistake_driven:
        mistakes = path.points_of_updates(scene.updates, scene.made)
        if len(mistakes) <= _MOST_RINGS:
            return mistakes, True
    return np.empty(0, dtype=np.int64), False


def numbers(stage: Stage) -> Iterator[Text]:
    """Yield the number of every point beside it."""
    if not stage.options.numbers or len(stage.run.dataset) > MOST_NUMBERS:
        return
    away = 0.008 * min(stage.box.width, stage.box.height)
    for i, (x, y) in enumerate(stage.sight.points.tolist()):
        yield Text(f"number {i}", Role.NOTE, x + away, y + away, str(i), "sw", scale=0.85)
