"""A view from outside: how often the weights were changed by every point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.params import Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions


@dataclass(frozen=True)
class ToyViewOptions(ViewOptions):
    """How the counts are shown."""

    doubled: bool = option(False, Flag(), "every count twice")


def build(dataset: Dataset, run: Run | None, cursor: int, options: ToyViewOptions) -> Figure:
    made = 0 if run is None else run.updates_at(cursor)
    points = [] if run is None else [run.point_of_update(k) for k in range(made)]
    counts = np.array([points.count(i) for i in range(len(dataset))], dtype=float)
    places = np.arange(len(dataset), dtype=np.float64)
    dots = Dots("counts", Role.WEIGHTS, places, (1 + options.doubled) * counts)
    return Figure("toy-view", Axis("point"), Axis("updates"), (dots,), title=options.title)


VIEW = View("toy-view", "How often each point was a mistake.", ToyViewOptions, build)
