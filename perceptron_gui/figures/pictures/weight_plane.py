"""The plane of two weights: all there are, or a slice at the current weight of the constant."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.plane.box import Polygon
from perceptron_gui.figures.plane.projection import size_of


@frozen_value(eq=False)
class WeightPlane:
    """Where y·(⟨w, x⟩ + B·v) is positive for each point; `height` is v, None without one."""

    run: Run
    height: Fraction | None

    @classmethod
    def of(cls, run: Run, cursor: int) -> WeightPlane | None:
        """Return the plane of a run's weights after a visit, or None where two do not suffice."""
        if run.space.dimension == 2:
            return cls(run, None)
        if run.space.dimension == 3 and run.rule.offset and run.dataset.dimension == 2:
            return cls(run, run.exact_weights_at(cursor)[-1])
        return None

    @cached_property
    def sides(self) -> tuple[Polygon, Values]:
        """The unit normals (m, 2) and constants (m,) of what the points allow.

        A point at the origin allows all of the plane or nothing, and is left out.
        """
        z = self.run.space.signed
        length = np.hypot(z[:, 0], z[:, 1])
        there = np.flatnonzero(length)
        constants = z[there, 2] / length[there] * self.level if self.height is not None else 0.0
        return z[there, :2] / length[there, None], constants + np.zeros(len(there))

    @property
    def level(self) -> float:
        """The height as a float."""
        return float(self.height or 0)

    def line_of(self, i: int) -> tuple[float, float, float]:
        """Return a, b and c of the weights for which point i lies on the line."""
        a, b, *rest = self.run.space.signed[i].tolist()
        length = float(np.hypot(a, b)) or 1.0
        return a / length, b / length, rest[0] / length * self.level if rest else 0.0

    def path(self, cursor: int, most: int) -> NDArray[np.float64]:
        """Return the weights (m, 2) from the start to a visit, at most so many, the last too."""
        k = int(self.run.updates_at(cursor))
        ks = np.unique(np.linspace(0, k, min(k + 1, most)).astype(np.int64))
        return self.run.weights_after(ks)[:, :2]

    @property
    def is_cone(self) -> bool:
        """Whether with a solution all its multiples are solutions too."""
        return not self.height

    @cached_property
    def solution(self) -> NDArray[np.float64] | None:
        """Weights (2,) in this plane that are right for every point, or None when none are."""
        verdict = self.run.verdict
        if not verdict.separable:
            return None
        if self.height is None:
            return _unit(verdict.separator)
        if verdict.separator[-1] * self.height <= 0:
            verdict = separability(self._at_this_height(), self.run.check_cancelled)
            if not verdict.separable:
                return None
        if not self.height:
            return _unit(verdict.separator)
        # The solutions form a cone, so the separator may be stretched until it has this height.
        stretch = self.height / verdict.separator[-1]
        return np.array([float(value * stretch) for value in verdict.separator[:2]])

    def _at_this_height(self) -> Space:
        """Return a space in which only weights of this height, or stretched to it, separate."""
        dataset, scale = self.run.dataset, self.run.rule.bias_scale
        if not self.height:
            return Space(dataset, offset=False)
        # A point at the origin asks for nothing but the sign of the offset.
        points = np.vstack([dataset.points, np.zeros((1, 2))])
        labels = np.append(dataset.labels, 1 if self.height > 0 else -1)
        return Space(dataset.with_points(points, labels), bias_scale=scale)


def _unit(separator: tuple[Fraction, ...]) -> NDArray[np.float64]:
    size = size_of(separator)
    values = np.array([float(value / size) for value in separator])
    return np.asarray(values / np.linalg.norm(values))
