"""What a run records: per update its visit and its point, and now and then the weights.

Writers append and then publish a length; readers see a frozen prefix, so no locks are needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import kernels
from .arithmetic import Raw

Positions = NDArray[np.int64]


def _grown(array: NDArray[Any], capacity: int) -> NDArray[Any]:
    larger = np.empty((capacity, *array.shape[1:]), dtype=array.dtype)
    kept = min(len(array), capacity)
    larger[:kept] = array[:kept]
    return larger


class History:
    """The updates of a run, in order. Weights are kept by a subclass, each in its own way."""

    def __init__(self) -> None:
        self.length = 0
        self._visits = np.empty(0, dtype=np.int64)

    def __len__(self) -> int:
        return self.length

    @property
    def visits(self) -> NDArray[np.int64]:
        """The 1-based visit of every update (k,)."""
        length = self.length  # read first: the array may grow, never shrink below it
        return self._visits[:length]

    def updates_until(self, visit: Any) -> Any:
        """Return how many updates were made up to and including a visit (scalar or array)."""
        return np.searchsorted(self.visits, visit, side="right")

    @property
    def capacity(self) -> int:
        """How many updates fit before the arrays must grow."""
        return len(self._visits)

    def publish(self, length: int) -> None:
        """Let readers see this many updates."""
        self.length = length

    def reserve(self, capacity: int) -> None:
        """Make room for this many updates."""
        self._visits = _grown(self._visits, capacity)

    def weights_after(self, ks: Positions) -> Raw:
        """Return the raw weights (m, D) after k updates, for every k."""
        raise NotImplementedError

    def nbytes(self) -> int:
        """Return the memory held."""
        return self._visits.nbytes


class PointHistory(History):
    """One point per update: 12 bytes each, a checkpoint of the weights now and then."""

    def __init__(self, z: Raw, step: Any, start: Raw) -> None:
        super().__init__()
        # Checkpoints cost at most 2 bytes an update, however many coordinates there are.
        self.spacing = max(256, 4 * len(start))
        self._z = z
        self._step = step
        self._points = np.empty(0, dtype=np.int32)
        self._checkpoints = start[None].copy()

    @property
    def points(self) -> NDArray[np.int32]:
        """The 0-based point of every update (k,)."""
        length = self.length
        return self._points[:length]

    def reserve(self, capacity: int) -> None:
        self._points = _grown(self._points, capacity)
        self._checkpoints = _grown(self._checkpoints, capacity // self.spacing + 1)
        super().reserve(capacity)

    def buffers(self) -> tuple[Any, ...]:
        """Return what a kernel writes to: visits, points, checkpoints and their spacing."""
        return self._visits, self._points, self._checkpoints, self.spacing

    def weights_after(self, ks: Positions) -> Raw:
        ascending = np.argsort(ks, kind="stable")
        out = np.empty((len(ks), self._checkpoints.shape[1]), dtype=self._checkpoints.dtype)
        kernels.replay(
            self._checkpoints, self.spacing, self._points, self._z, self._step, ks[ascending], out
        )
        result = np.empty_like(out)
        result[ascending] = out
        return result

    def nbytes(self) -> int:
        return super().nbytes() + self._points.nbytes + self._checkpoints.nbytes


class PathHistory(History):
    """Several points per update: the weights after each are kept whole."""

    def __init__(self, start: Raw) -> None:
        super().__init__()
        self._path = start[None].copy()

    def reserve(self, capacity: int) -> None:
        self._path = _grown(self._path, capacity + 1)
        super().reserve(capacity)

    def buffers(self) -> tuple[Any, ...]:
        """Return what a kernel writes to: visits and the weights, w₀ first."""
        return self._visits, self._path

    def weights_after(self, ks: Positions) -> Raw:
        return self._path[ks]

    def nbytes(self) -> int:
        return super().nbytes() + self._path.nbytes
