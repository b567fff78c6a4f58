"""The gesture that selects points by a box around them."""

from __future__ import annotations

from perceptron_gui.core.edits import Indices

from .gesture import Gesture, Requests, SelectRequest
from .hit import inside
from .scene import CanvasScene, Pointer
from .selection import NONE, toggled, united


class BoxSelect(Gesture):
    """Selects what is in a box, or the one point that was clicked; with Ctrl in addition."""

    @property
    def band(self) -> tuple[Pointer, Pointer] | None:
        """The corners of the box."""
        return (self.start, self.pointer) if self.moved else None

    def finish(self, scene: CanvasScene) -> Requests:
        """Ask for the selection."""
        return [SelectRequest(self._chosen(scene))]

    def _chosen(self, scene: CanvasScene) -> Indices:
        before = scene.chosen if self.start.ctrl else NONE
        if self.moved:
            return united(before, inside(scene.pixels, self.start.place, self.pointer.place))
        hit = scene.hit(self.start)
        return toggled(before, hit.index) if hit.kind == "point" else before
