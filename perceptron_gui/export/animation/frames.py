"""The frames of an animation: which visits, drawn in one layout, for how long, what changes.

The layout is found once, for all frames together, so that nothing moves but what the run moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import Progress
from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.decorations import Decorations, as_sheet, decorations_of, merged
from perceptron_gui.export.layout.layout import Layout, arrange
from perceptron_gui.export.layout.page import MOST_FRAMES, Motion, Page
from perceptron_gui.export.layout.text import extent
from perceptron_gui.export.mpl.pen import PixelPen, check_pixels, matplotlib_settings
from perceptron_gui.figures.model.figure import Drawing

# So many frames tell which colours there are.
_SAMPLES = 6
# Of a pixel, in two frames, the samples, and the places where they differ.
_PIXEL_BYTES = 100

Build = Callable[[int], Drawing]
Pixels = NDArray[np.uint8]  # (height, width), or (height, width, 3)


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


def durations(motion: Motion, count: int, unit: int) -> list[int]:
    """Return how long each frame is shown, in parts of a second; roundings do not add up."""
    starts = [round(number * unit / motion.fps) for number in range(count)]
    last = round(max(motion.hold, 1 / motion.fps) * unit)
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
        self, build: Build, cursors: Sequence[int], page: Page, motion: Motion, progress: Progress
    ) -> None:
        self.motion = motion
        self.theme = page.theme
        self._build = build
        self._cursors = cursors
        self._progress = progress
        self._pen = PixelPen(page)
        check_pixels(page, _PIXEL_BYTES)
        self._layouts = find_layouts(map(build, cursors), page, lambda: progress(0, len(cursors)))

    def __len__(self) -> int:
        return len(self._cursors)

    def samples(self) -> list[Pixels]:
        """Draw a few frames from the first to the last, which show what colours there are."""
        chosen = np.linspace(0, len(self) - 1, _SAMPLES).astype(int)
        return [self._picture(self._cursors[i]) for i in dict.fromkeys(chosen.tolist())]

    def pictures(self) -> Iterator[Pixels]:
        """Draw all frames (h, w, 3), and report after each how many are done."""
        for done, cursor in enumerate(self._cursors, 1):
            yield self._picture(cursor)
            self._progress(done, len(self))

    def _picture(self, cursor: int) -> Pixels:
        drawing = self._build(cursor)
        layout = self._layouts[decorations_of(as_sheet(drawing)).grid]
        return np.asarray(self._pen.draw(drawing, layout))


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
    """Yield the first picture whole and of every other what differs, from even places if `even`.

    Pillow's writers drop a frame that equals the one before it and show that one longer. Then
    frames could not be counted or stepped through, so ours write a single pixel again instead.
    """
    last: Pixels | None = None
    for picture in pictures:
        if last is None:
            yield Change(0, 0, picture)
        else:
            rows, columns = (_span(where, even) for where in np.nonzero(picture != last)[:2])
            yield Change(columns.start, rows.start, picture[rows, columns], last[rows, columns])
        last = picture


def _span(where: NDArray[np.intp], even: bool) -> slice:
    if not len(where):
        return slice(0, 1)
    start = int(where.min())
    return slice(start - start % 2 if even else start, int(where.max()) + 1)
