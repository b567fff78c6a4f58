"""y·s of many points over time: of each class the lowest, the mean and the highest."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core import measures
from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run

from .envelope import Measure
from .extremes import Buckets, Curve, Positions, Values
from .label import from_user
from .marks import Band, Line, Mark, Steps
from .role import Role
from .series import Timeline
from .stroke import SpreadOut, Stroke, spread

SERIES = {-1: Role.NEGATIVE_SERIES, 1: Role.POSITIVE_SERIES}
_BANDS = {-1: Role.NEGATIVE_BAND, 1: Role.POSITIVE_BAND}
_SIDES = ("lowest", "mean", "highest")


def extent_of_classes(run: Run, ks: Positions) -> Values:
    """Return the lowest, mean and highest y·s of each class that has points (m, 3 or 6)."""
    by_class = np.argsort(run.dataset.labels, kind="stable")  # so that a class is a slice
    every = measures.agreement(run, ks, by_class)
    negative = int((run.dataset.labels < 0).sum())
    parts = [part for part in (every[:, :negative], every[:, negative:]) if part.shape[1]]
    columns = [f(axis=1) for part in parts for f in (part.min, part.mean, part.max)]
    return np.stack(columns, axis=1)


CLASSES = Measure(extent_of_classes, per_point=True)


def class_name(dataset: Dataset, label: int) -> str:
    """Return what a class is called in a legend."""
    name = dataset.class_names[label > 0]
    return f"class {from_user(name.replace('-', '−'))}"


def class_marks(timeline: Timeline, dataset: Dataset) -> list[Mark]:
    """Return the band of each class, and its lowest, mean and highest curve."""
    labels = [label for label in (-1, 1) if (dataset.labels == label).any()]
    share = 2 * len(_SIDES) * len(labels)  # the curves of a class share their positions
    if timeline.is_crowded(CLASSES, share):
        later = _crowds(timeline, labels, later=True) if timeline.shows_future else []
        return [*later, *_crowds(timeline, labels)]
    found = timeline.curves(CLASSES, share)
    bands: list[Mark] = []
    lines: list[Mark] = []
    for number, label in enumerate(labels):
        mine = slice(len(_SIDES) * number, len(_SIDES) * (number + 1))
        ks = np.unique(np.concatenate([curve.ks for curve in found[mine]]))
        values = CLASSES.at(timeline.run, ks)[mine]
        curves = [
            timeline.curve_mark(stroke, Curve(ks, row))
            for stroke, row in zip(_strokes(dataset, label), values, strict=True)
        ]
        bands.append(_band(label, curves[0], curves[-1]))
        lines += curves
    every = [stroke for label in labels for stroke in _strokes(dataset, label)]
    return [*timeline.to_come(CLASSES, every), *bands, *lines]


def _strokes(dataset: Dataset, label: int) -> list[Stroke]:
    """Return how the lowest, mean and highest curve of a class are drawn."""
    names = {"mean": class_name(dataset, label)}
    return [
        Stroke(f"class{label:+d}-{side}", SERIES[label], names.get(side, ""), area=_BANDS[label])
        for side in _SIDES
    ]


def _crowds(timeline: Timeline, labels: list[int], later: bool = False) -> list[Mark]:
    """Return classes whose curves cannot be followed as one area each, and its mean."""
    found = timeline.buckets(CLASSES, later)
    strokes, curves = [], []
    for label, low, mean, high in zip(labels, found[::3], found[1::3], found[2::3], strict=True):
        stroke = _strokes(timeline.run.dataset, label)[1]
        strokes.append(stroke.to_come(is_named=label == labels[0]) if later else stroke)
        extent = low.buckets.lowest, mean.buckets.mean, high.buckets.highest
        curves.append(SpreadOut(low.edges, Buckets(low.buckets.first, *extent)))
    return spread(strokes, curves)


def _band(label: int, lowest: Line | Steps, highest: Line | Steps) -> Band:
    (x, low), (_, high) = (
        mark.corners if isinstance(mark, Steps) else (mark.x, mark.y) for mark in (lowest, highest)
    )
    return Band(f"class{label:+d}", _BANDS[label], x, low, high)
