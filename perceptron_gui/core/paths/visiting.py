"""Which point comes when: the orders, and the epochs they divide a run into."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.kernels import point_kernels

SEQUENCES = {
    "cyclic": point_kernels.FIXED,
    "shuffled": point_kernels.SHUFFLED,
    "random": point_kernels.RANDOM,
}
CHOICES = {
    "first-mistake": point_kernels.FIRST_MISTAKE,
    "random-mistake": point_kernels.RANDOM_MISTAKE,
    "worst": point_kernels.WORST,
}
_HOW = {**SEQUENCES, **CHOICES}
# The next visit is a function of the weights and the position alone.
DETERMINISTIC = ("cyclic", "first-mistake", "worst")


class Visiting:
    """The visits of a run, in epochs of `epoch_length` visits of `block` points each."""

    def __init__(self, order: str | tuple[int, ...], n: int, seed: int, block: int = 1) -> None:
        self.is_listed = not isinstance(order, str)
        self.chooses_mistakes = order in CHOICES
        self.is_deterministic = self.is_listed or order in DETERMINISTIC
        self.how = point_kernels.FIXED if self.is_listed else _HOW[str(order)]
        self.seed = seed
        self.block = block
        self.sequence = (
            np.array(order, dtype=np.int32) if self.is_listed else np.arange(n, dtype=np.int32)
        )
        self.epoch_length = -(-len(self.sequence) // block)  # the last block may be short

    def epoch_of(self, visit: int) -> int:
        """Return the 1-based epoch of a 1-based visit (0 before the first)."""
        return -(-visit // self.epoch_length)

    def points_of(self, visit: int) -> NDArray[np.int32]:
        """Return the points that a 1-based visit looks at, for orders fixed in advance."""
        epoch, position = divmod(visit - 1, self.epoch_length)
        points = self.sequence
        if self.how != point_kernels.FIXED:
            points = _filled(self.how, len(self.sequence), self.seed, epoch)
        return points[position * self.block : (position + 1) * self.block]


# Playback and replays ask for the points of the same few epochs again and again.
@lru_cache(maxsize=8)
def _filled(how: int, n: int, seed: int, epoch: int) -> NDArray[np.int32]:
    order = np.arange(n, dtype=np.int32)
    point_kernels.order_of_epoch(order, how, seed, epoch)
    return order
