"""All labellings of a few points: a click on a small plane learns it on the large one."""

from __future__ import annotations

from functools import partial

import numpy as np

from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.labs.dichotomies import Labelling
from perceptron_gui.labs.dichotomies_lab import (
    LAB,
    DichotomiesOptions,
    Planes,
    draw_planes,
    name_of,
)
from perceptron_gui.views.figure.view import FigureView

from .page import Draw, LabPage, Place

_HINT = (
    "Every labelling of the points at hand, whatever their own labels are: a line separates some "
    "of them. Click one to learn it on the plane."
)
_STRIPS = 1.25  # how much flatter the figure is than the page, below its legend and above its notes


class DichotomiesPage(LabPage):
    """Shows the small planes; each can be put on the large one."""

    follows_run = False

    def __init__(self) -> None:
        super().__init__(LAB, _HINT)
        self._drawn: DichotomiesOptions | None = None  # with which the planes were placed

    def drawings(self, aspect: float) -> dict[str, Draw]:
        """Return the small planes for the room that there is."""
        if self._result is None:
            return {}
        shape = _STRIPS * aspect
        self._drawn = DichotomiesOptions(which=self.chosen["which"], aspect=shape)
        return {self.name: partial(draw_planes, self._result, self._drawn)}

    def target_at(self, view: FigureView, place: Place | None) -> Labelling | None:
        """Return the labelling whose plane is at a place of the figure."""
        if place is None or self._result is None or self._drawn is None:
            return None
        return Planes(self._result, self._drawn).at(*place)

    def follow(self, target: Labelling) -> None:
        if self._dataset is None:
            return
        labels = np.array(target.labels, dtype=np.int8)
        points = self._dataset.with_points(self._dataset.points, labels)
        name = f"Label the points as {to_plain(name_of(target, self._dataset))}"
        self.points_requested.emit(points, self.rule, name)
