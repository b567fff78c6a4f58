"""What changes from one picture of an animation to the next.

Pillow's writers drop a frame that equals the one before it and show that one longer. Then frames
could not be counted or stepped through, so ours write a single pixel again instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.values import frozen_value

Pixels = NDArray[np.uint8]  # (height, width), or (height, width, 3)


@frozen_value(eq=False)
class Change:
    """A rectangle of new pixels, and the old ones in its place unless it is the first."""

    left: int
    top: int
    pixels: Pixels
    before: Pixels | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]


def changes(pictures: Iterable[Pixels], even: bool = False) -> Iterator[Change]:
    """Yield the first picture whole and of every other what differs, from even places if `even`."""
    last: Pixels | None = None
    for picture in pictures:
        if last is None:
            yield Change(0, 0, picture)
        else:
            rows, columns = _span(picture != last, even)
            yield Change(columns.start, rows.start, picture[rows, columns], last[rows, columns])
        last = picture


def _span(differs: NDArray[np.bool_], even: bool) -> tuple[slice, slice]:
    rows, columns, *_ = np.nonzero(differs)
    return _ends(rows, even), _ends(columns, even)


def _ends(where: NDArray[np.intp], even: bool) -> slice:
    if not len(where):
        return slice(0, 1)
    start = int(where.min())
    return slice(start - start % 2 if even else start, int(where.max()) + 1)


_SLOWEST, _FASTEST = 0.1, 50.0  # frames a second; GIF knows no shorter frames
_LONGEST = 60.0


@frozen_value
class Timing:
    """The number of frames, how many a second, whether they start over, how long the last stays."""

    frames: int
    fps: float
    loop: bool
    hold: float

    def __post_init__(self) -> None:
        if not _SLOWEST <= self.fps <= _FASTEST:
            raise UsageError(
                f"{self.fps:g} frames a second: must be from {_SLOWEST:g} to {_FASTEST:g}"
            )
        if not 0 <= self.hold <= _LONGEST:
            raise UsageError(
                f"the last frame stays for {self.hold:g} seconds: must be from 0 to {_LONGEST:g}"
            )

    def durations(self, unit: int) -> list[int]:
        """Return how long each frame is shown, in parts of a second; roundings do not add up."""
        starts = [round(number * unit / self.fps) for number in range(self.frames)]
        last = round(max(self.hold, 1 / self.fps) * unit)
        return [*(after - before for before, after in pairwise(starts)), last]
