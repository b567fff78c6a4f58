"""The gesture that scatters points of a class, like a spray can."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from perceptron_gui.figures.model.marks import Values

from .gesture import Gesture, Requests, deletion, insertion, restored
from .hit import RADIUS, touched
from .scene import CanvasScene, Pointer
from .selection import selection_of

# In points: how far from the way points fall, and how long the way is from one to the next.
SPRAY, _APART = 18.0, 9.0
_SPRAY = "Spray points"


class Spray(Gesture):
    """Scatters points along the way: the same way over as many points gives the same again."""

    def __init__(self, pointer: Pointer, scene: CanvasScene, label: int) -> None:
        super().__init__(pointer, scene)
        self._label = label
        self._random = np.random.default_rng(len(scene.dataset))
        self._way = [pointer.place]
        self._to_go = _APART * scene.scale  # pixels until the next point

    def begin(self, scene: CanvasScene) -> Requests:
        return self._added(scene, [self.start])

    def follow(self, pointer: Pointer, scene: CanvasScene) -> None:
        super().follow(pointer, scene)
        self._way.append(pointer.place)

    def requests(self, scene: CanvasScene) -> Requests:
        pieces = [self._fallen(*piece, scene.scale) for piece in pairwise(self._way)]
        del self._way[:-1]
        return self._added(scene, [pointer for piece in pieces for pointer in piece])

    def _fallen(self, start: Values, end: Values, scale: float) -> list[Pointer]:
        """Return where points fall beside a straight piece of the way."""
        length = float(np.hypot(*(end - start)))
        along = np.arange(self._to_go, length, _APART * scale)
        self._to_go += len(along) * _APART * scale - length
        away, angle = self._random.random((len(along), 2)).T
        radius = SPRAY * scale * np.sqrt(away)
        across = start[0] + along * (end[0] - start[0]) / (length or 1.0)
        down = start[1] + along * (end[1] - start[1]) / (length or 1.0)
        across += radius * np.cos(2 * np.pi * angle)
        down += radius * np.sin(2 * np.pi * angle)
        return [Pointer(*place) for place in np.column_stack([across, down]).tolist()]

    def _added(self, scene: CanvasScene, pointers: list[Pointer]) -> Requests:
        """Ask for points where none lies yet."""
        places = {tuple(scene.place(pointer).tolist()) for pointer in pointers}
        free = [place for place in sorted(places) if not len(scene.found_at(np.array(place)))]
        return [insertion(_SPRAY, scene, np.array(free), self._label)] if free else []

    def cancel(self, scene: CanvasScene) -> Requests:
        return restored(_SPRAY, self.before, scene)


# How far beside its way a sweep erases, in points.
SWEEP = RADIUS + 2.0
_ERASE = "Erase points"


class Sweep(Gesture):
    """Erases the point that is pressed, then every point on the way."""

    def __init__(self, pointer: Pointer, scene: CanvasScene) -> None:
        super().__init__(pointer, scene)
        self._way = [pointer.place]

    def begin(self, scene: CanvasScene) -> Requests:
        hit = scene.hit(self.start)
        return deletion(_ERASE, scene, selection_of([hit.index])) if hit.kind == "point" else []

    def follow(self, pointer: Pointer, scene: CanvasScene) -> None:
        """Remember the way; a click that trembles has none."""
        super().follow(pointer, scene)
        if self.moved:
            self._way.append(pointer.place)

    def requests(self, scene: CanvasScene) -> Requests:
        reach = SWEEP * scene.scale
        met = [touched(scene.pixels, one, other, reach) for one, other in pairwise(self._way)]
        del self._way[:-1]
        return deletion(_ERASE, scene, selection_of(np.concatenate(met))) if met else []

    def cancel(self, scene: CanvasScene) -> Requests:
        return restored(_ERASE, self.before, scene)
