"""Gestures that set the weights by hand: the line moves parallel, the arrow turns and grows."""

from __future__ import annotations

import math

import numpy as np

from perceptron_gui.base.exact import exact_number
from perceptron_gui.figures.model.marks import Values

from .gesture import Gesture, Requests, WeightsRequest
from .grid import finest_step, snapped
from .scene import CanvasScene, Pointer
from .selection import WeightsHandles

# Drawn weights are rounded to this share of their size, and lines to this share of a pixel.
_FINE, _FINE_LINE = 0.01, 0.1
_SHORTEST = 3.0  # pixels that still give a direction
_MAGNET = 3.0  # pixels from which the grid draws a line
_LEAST_LEVER = 0.15  # how far from its foot an arrow is held at least, of its length


class DragWeights(Gesture):
    """Asks for other weights as the pointer moves; subclasses compute them."""

    grips = True

    def __init__(self, pointer: Pointer, scene: CanvasScene, handles: WeightsHandles) -> None:
        super().__init__(pointer, scene)
        self._handles = handles
        self._held = scene.raw_place(pointer)
        self._asked: tuple[float, ...] | None = None

    def requests(self, scene: CanvasScene) -> Requests:
        weights = self._weights(scene) if self.moved else None
        if weights is None or weights == self._asked:
            return []
        self._asked = weights
        return [WeightsRequest(weights)]

    def cancel(self, scene: CanvasScene) -> Requests:
        return [WeightsRequest(None)] if self._asked else []

    def _weights(self, scene: CanvasScene) -> tuple[float, ...] | None:
        """Return the weights; None where the pointer gives no direction."""
        raise NotImplementedError

    def _constant_at(self, place: Values, normal: Values, scene: CanvasScene) -> float:
        """Return v with ⟨w, p⟩ + B·v = 0 at a place p, but for less than one sees."""
        scale = self._handles.bias_scale
        seen = _FINE_LINE * scene.pixel * float(np.hypot(*normal)) / scale
        return float(snapped(-float(normal @ place) / scale, finest_step(seen)))

    def _turned(self, normal: Values) -> Values:
        """Return drawn weights (2,) as decimals of a few digits."""
        return snapped(normal, finest_step(_FINE * float(np.abs(normal).max())))


class MoveLine(DragWeights):
    """Moves the line parallel; one that goes through the origin forever turns about it."""

    def _weights(self, scene: CanvasScene) -> tuple[float, ...] | None:
        handles, place = self._handles, scene.raw_place(self.pointer)
        if not handles.has_offset:
            if min(np.hypot(*place), np.hypot(*self._held)) < _SHORTEST * scene.pixel:
                return None
            # The weights turn by as much as the pointer has turned about the origin.
            angle = math.atan2(place[1], place[0]) - math.atan2(self._held[1], self._held[0])
            cos, sin = math.cos(angle), math.sin(angle)
            turned = self._turned(np.array([[cos, -sin], [sin, cos]]) @ handles.normal)
            return tuple(turned.tolist())
        return *handles.weights[:2], self._constant(scene)

    def _constant(self, scene: CanvasScene) -> float:
        """Return v with ⟨w, p⟩ + B·v = 0 where the pointer has taken the line.

        A point p of the grid that is quite near draws it, so that one sees no difference.
        """
        handles = self._handles
        start, end = handles.line
        along = (end - start) / np.hypot(*(end - start))
        nearest = start + along * float(along @ (self._held - start))
        moved = nearest + scene.raw_place(self.pointer) - self._held
        place = scene.snapped(moved)
        if np.hypot(*(place - moved)) > _MAGNET * scene.pixel:
            return self._constant_at(moved, handles.normal, scene)
        products = zip(handles.weights, place.tolist(), strict=False)
        score = sum(exact_number(w) * exact_number(x) for w, x in products)
        return float(-score / exact_number(handles.bias_scale))


class TurnArrow(DragWeights):
    """Turns the weights about the foot of their arrow, and makes them as long as it becomes.

    What is held of the arrow stays under the pointer.
    """

    def __init__(self, pointer: Pointer, scene: CanvasScene, handles: WeightsHandles) -> None:
        super().__init__(pointer, scene, handles)
        assert handles.tip is not None
        self._first = handles.tip - handles.foot
        share = float((self._held - handles.foot) @ self._first / (self._first @ self._first))
        self._lever = min(max(share, _LEAST_LEVER), 1.0)
        self._now = self._first

    def requests(self, scene: CanvasScene) -> Requests:
        way = (scene.raw_place(self.pointer) - self._held) / self._lever
        self._now = self._first + way
        return super().requests(scene)

    @property
    def arrow(self) -> Values | None:
        return np.stack([self._handles.foot, self._handles.foot + self._now])

    def _weights(self, scene: CanvasScene) -> tuple[float, ...] | None:
        handles, arrow = self._handles, self._now
        if np.hypot(*arrow) < _SHORTEST * scene.pixel:
            return None
        # An arrow is not always drawn as long as the weights are.
        drawn = np.hypot(*self._first)
        normal = self._turned(arrow * (np.hypot(*handles.normal) / drawn))
        if not handles.has_offset:
            return tuple(normal.tolist())
        return *normal.tolist(), self._constant_at(handles.foot, normal, scene)


def drag_weights(kind: str, pointer: Pointer, scene: CanvasScene) -> MoveLine | TurnArrow | None:
    """Return the gesture of what was hit, where it is the line or the arrow."""
    if scene.handles is None or kind not in ("line", "arrow"):
        return None
    gesture = MoveLine if kind == "line" else TurnArrow
    return gesture(pointer, scene, scene.handles)
