"""The gesture that moves the part of the plane that is seen."""

from __future__ import annotations

import numpy as np

from .gesture import Gesture, RangeRequest, Requests
from .scene import CanvasScene, Pointer
from .seen_range import panned


class Pan(Gesture):
    """Keeps the place that was pressed under the pointer."""

    grips = True

    def __init__(self, pointer: Pointer, scene: CanvasScene) -> None:
        super().__init__(pointer)
        self._held = np.array(scene.seen.values_at(*pointer.place))
        self._before = scene.range

    def requests(self, scene: CanvasScene) -> Requests:
        """Ask for the part of the plane that puts it there."""
        if not self.moved:
            return []
        dx, dy = (self._held - scene.seen.values_at(*self.pointer.place)).tolist()
        return [RangeRequest(panned(scene.range, dx, dy))]

    def cancel(self, scene: CanvasScene) -> Requests:
        """Ask for what was seen before."""
        return [RangeRequest(self._before)] if self.moved else []
