"""How long the frames of an animation are shown."""

from __future__ import annotations

from itertools import pairwise

from perceptron_gui.core.errors import UsageError
from perceptron_gui.core.values import frozen_value

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
