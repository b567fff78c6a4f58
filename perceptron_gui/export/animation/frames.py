"""The frames of an animation: which visits, drawn in one layout, and for how long.

The layout is found once, for all frames together, so that nothing moves but what the run moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from PIL import Image

from perceptron_gui.base.cancel import Progress
from perceptron_gui.base.errors import UsageError
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.decorations import Decorations, as_sheet, decorations_of, merged
from perceptron_gui.export.layout.layout import Layout, arrange
from perceptron_gui.export.layout.page import MOST_FRAMES, Motion, Page
from perceptron_gui.export.layout.text import extent
from perceptron_gui.export.mpl.pen import PixelPen, check_pixels, matplotlib_settings
from perceptron_gui.figures.model.figure import Drawing

# So many frames tell which colours there are.
_SAMPLES = 6
_PIXEL_BYTES = 45  # of the page being drawn, of two frames, and of their difference: 34 measured

Build = Callable[[int], Drawing]


def choose_frames(run: Run, until: int, frames: str | int) -> list[int]:
    """Return visits from the start to `until`; one frame alone shows the end.

    `frames` is `visits` for all, `updates` for those that changed the weights, or how many there
    are to be, evenly spaced.
    """
    if isinstance(frames, int):
        # Integers, since the visits of long runs are more than floats tell apart.
        return sorted({until * i // (frames - 1) for i in range(frames)}) if frames > 1 else [until]
    updates = int(run.updates_at(until))
    count = 1 + (until if frames == "visits" else updates)
    if count > MOST_FRAMES:
        raise UsageError(
            f"an animation of all {frames} would have {count} frames, and {MOST_FRAMES} is the "
            "most; ask for a number of evenly spaced frames, or end at an earlier visit"
        )
    if frames == "visits":
        return list(range(count))
    return sorted({0, *run.history.visits_of(np.arange(updates)).tolist(), until})


def durations(motion: Motion, count: int) -> list[int]:
    """Return how long each frame is shown in ms, in steps of 10; roundings do not add up."""
    starts = [10 * round(number * 100 / motion.fps) for number in range(count)]
    last = 10 * round(max(motion.hold, 1 / motion.fps) * 100)
    return [*(after - before for before, after in pairwise(starts)), last]


def find_layouts(
    drawings: Iterable[Drawing], page: Page, on_each: Callable[[], None]
) -> dict[object, Layout]:
    """Return a layout for every grid of panels that there is among the frames."""
    frames: dict[object, list[Decorations]] = {}
    for drawing in drawings:
        found = decorations_of(as_sheet(drawing))
        frames.setdefault(found.grid, []).append(found)
        on_each()

    def width(words: str) -> float:
        return extent(words, page.family, page.font)[0]

    with matplotlib_settings(page):
        return {grid: arrange(merged(each, width), page) for grid, each in frames.items()}


class AnimationFrames:
    """Draws the frames when they are asked for, all in the same layout."""

    def __init__(
        self, build: Build, cursors: Sequence[int], page: Page, progress: Progress
    ) -> None:
        self._build = build
        self._cursors = cursors
        self._progress = progress
        self._pen = PixelPen(page)
        check_pixels(page, _PIXEL_BYTES)
        self._layouts = find_layouts(map(build, cursors), page, lambda: progress(0, len(cursors)))

    def samples(self) -> Iterator[Image.Image]:
        """Draw a few frames from the first to the last, which show what colours there are."""
        chosen = np.linspace(0, len(self._cursors) - 1, _SAMPLES).astype(int)
        return (self._picture(self._cursors[i]) for i in dict.fromkeys(chosen.tolist()))

    def pictures(self) -> Iterator[Image.Image]:
        """Draw all frames, and report after each how many are done."""
        for done, cursor in enumerate(self._cursors, 1):
            yield self._picture(cursor)
            self._progress(done, len(self._cursors))

    def _picture(self, cursor: int) -> Image.Image:
        drawing = self._build(cursor)
        layout = self._layouts[decorations_of(as_sheet(drawing)).grid]
        return self._pen.draw(drawing, layout)
