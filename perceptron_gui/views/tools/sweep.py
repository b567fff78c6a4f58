"""The gesture that erases points."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .gesture import Gesture, Requests, deletion, restored
from .hit import RADIUS, touched
from .scene import CanvasScene, Pointer
from .selection import selection_of

# How far beside its way a sweep erases, in points.
SWEEP = RADIUS + 2.0
_NAME = "Erase points"


class Sweep(Gesture):
    """Erases the point that is pressed, then every point on the way."""

    def __init__(self, pointer: Pointer, scene: CanvasScene) -> None:
        super().__init__(pointer)
        self._before = scene
        self._way = [pointer.place]

    def begin(self, scene: CanvasScene) -> Requests:
        """Ask for the pressed point to be taken away."""
        hit = scene.hit(self.start)
        return deletion(_NAME, scene, selection_of([hit.index])) if hit.kind == "point" else []

    def follow(self, pointer: Pointer, scene: CanvasScene) -> None:
        """Remember the way; a click that trembles has none."""
        super().follow(pointer, scene)
        if self.moved:
            self._way.append(pointer.place)

    def requests(self, scene: CanvasScene) -> Requests:
        """Ask for the points on the way to be taken away."""
        reach = SWEEP * scene.scale
        met = [touched(scene.pixels, one, other, reach) for one, other in pairwise(self._way)]
        del self._way[:-1]
        return deletion(_NAME, scene, selection_of(np.concatenate(met))) if met else []

    def cancel(self, scene: CanvasScene) -> Requests:
        """Ask for the points as they were."""
        return restored(_NAME, self._before, scene)
