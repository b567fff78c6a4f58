"""y·s of many points over time: of each class the lowest, the middle and the highest."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core import measures
from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run

from .envelope import Curve, Measure, Positions, Values
from .label import from_user
from .marks import Band, Line, Mark, Steps
from .role import Role
from .series import Stroke, Timeline

SERIES = {-1: Role.NEGATIVE_SERIES, 1: Role.POSITIVE_SERIES}
_SIDES = {-1: Role.NEGATIVE_SIDE, 1: Role.POSITIVE_SIDE}


def extremes_of_classes(run: Run, ks: Positions) -> Values:
    """Return the lowest and the highest y·s of each class that has points (m, 2 or 4)."""
    by_class = np.argsort(run.dataset.labels, kind="stable")  # so that a class is a slice
    every = measures.agreement(run, ks, by_class)
    negative = int((run.dataset.labels < 0).sum())
    parts = [part for part in (every[:, :negative], every[:, negative:]) if part.shape[1]]
    return np.stack([f(axis=1) for part in parts for f in (part.min, part.max)], axis=1)


CLASSES = Measure(extremes_of_classes, per_point=True)


def class_name(dataset: Dataset, label: int) -> str:
    """Return what a class is called in a legend."""
    name = dataset.class_names[label > 0]
    return f"class {from_user(name.replace('-', '−'))}"


def class_marks(timeline: Timeline, dataset: Dataset) -> list[Mark]:
    """Return the band of each class, and its lowest, middle and highest curve."""
    labels = _classes(dataset)
    sides = [(label, side) for label in labels for side in ("lowest", "highest")]
    edges = [Stroke(f"class{label:+d}-{side}", SERIES[label]) for label, side in sides]
    found = timeline.curves(CLASSES, 2 * len(edges))  # the curves of a class share theirs
    bands: list[Mark] = []
    lines: list[Mark] = []
    for label, low, high in zip(labels, found[::2], found[1::2], strict=True):
        lowest, middle, highest = _spread(timeline, label, np.union1d(low.ks, high.ks))
        bands.append(_band(label, lowest, highest))
        lines += [lowest, middle, highest]
    return [*timeline.to_come(CLASSES, edges), *bands, *lines]


def _classes(dataset: Dataset) -> list[int]:
    return [label for label in (-1, 1) if (dataset.labels == label).any()]


def _spread(timeline: Timeline, label: int, ks: Positions) -> list[Line | Steps]:
    """Return the lowest, the middle and the highest curve of a class."""
    dataset = timeline.run.dataset
    points = np.flatnonzero(dataset.labels == label)

    def spread(run: Run, some: Positions) -> Values:
        every = measures.agreement(run, some, points)
        return np.stack([every.min(axis=1), np.median(every, axis=1), every.max(axis=1)], axis=1)

    names = {"lowest": "", "middle": class_name(dataset, label), "highest": ""}
    values = Measure(spread, per_point=True).at(timeline.run, ks)
    return [
        timeline.curve_mark(Stroke(f"class{label:+d}-{which}", SERIES[label], name), Curve(ks, row))
        for (which, name), row in zip(names.items(), values, strict=True)
    ]


def _band(label: int, lowest: Line | Steps, highest: Line | Steps) -> Band:
    (x, low), (_, high) = (
        mark.corners if isinstance(mark, Steps) else (mark.x, mark.y) for mark in (lowest, highest)
    )
    return Band(f"class{label:+d}", _SIDES[label], x, low, high)
