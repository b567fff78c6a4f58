"""Animations: a drawing after every chosen visit, as GIF, APNG or WebP.

The layout is found once, for all frames together, so that nothing moves but what the run moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from perceptron_gui.base.errors import UsageError
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.decorations import Decorations, as_sheet, decorations_of, merged
from perceptron_gui.export.layout.layout import Layout, arrange
from perceptron_gui.export.layout.page import MOST_FRAMES, Page
from perceptron_gui.export.layout.text import extent
from perceptron_gui.export.mpl.pen import PixelPen, matplotlib_settings, pixels_of
from perceptron_gui.figures.model.figure import Drawing

from .changes import Pixels, Timing
from .files import ANIMATIONS

# So many frames tell which colours there are.
_SAMPLES = 6

Build = Callable[[int], Drawing]
Progress = Callable[[int, int], None]


def animate(
    build: Build,
    cursors: Sequence[int],
    page: Page,
    kind: str,
    *,
    fps: float,
    loop: bool,
    hold: float,
    progress: Progress,
) -> bytes:
    """Return an animation over the visits `cursors`, which loops for ever or plays once.

    The last frame stays for `hold` seconds. `progress` is called with the number of frames done,
    which is 0 while the layout is computed. It may raise to cancel.
    """
    if not cursors:
        raise UsageError("an animation has at least one frame")
    if kind not in ANIMATIONS:
        raise UsageError(f"animations are {', '.join(ANIMATIONS)}, not {kind}")
    chosen, longest = ANIMATIONS[kind], max(pixels_of(page))
    if chosen.longest_side is not None and longest > chosen.longest_side:
        why = f"a side of {longest} pixels: {chosen.longest_side} are the most in a .{kind} file"
        raise UsageError(
            f"{why}; give a smaller --size or --dpi",
            f"{why}; choose a smaller size or fewer pixels",
        )
    timing = Timing(len(cursors), fps, loop, hold)
    return chosen.write(_FrameRenderer(build, cursors, page, timing, progress))


class _FrameRenderer:
    """Draws the frames, all in the same layout."""

    def __init__(
        self,
        build: Build,
        cursors: Sequence[int],
        page: Page,
        timing: Timing,
        progress: Progress,
    ) -> None:
        self.timing = timing
        self.theme = page.theme
        self._build = build
        self._cursors = cursors
        self._progress = progress
        self._pen = PixelPen(page)
        self._layouts = self._find_layouts(page)

    def _find_layouts(self, page: Page) -> dict[object, Layout]:
        """Return a layout for every grid of panels that there is among the frames."""
        frames: dict[object, list[Decorations]] = {}
        for cursor in self._cursors:
            found = decorations_of(as_sheet(self._build(cursor)))
            frames.setdefault(found.grid, []).append(found)
            self._progress(0, len(self._cursors))

        def width(words: str) -> float:
            return extent(words, page.family, page.font)[0]

        with matplotlib_settings(page):
            return {grid: arrange(merged(each, width), page) for grid, each in frames.items()}

    def samples(self) -> list[Pixels]:
        """Draw a few frames from the first to the last."""
        chosen = np.linspace(0, len(self._cursors) - 1, _SAMPLES).astype(int)
        return [self._picture(self._cursors[i]) for i in dict.fromkeys(chosen.tolist())]

    def pictures(self) -> Iterator[Pixels]:
        """Draw all frames, and tell after each how many are done."""
        for done, cursor in enumerate(self._cursors, 1):
            yield self._picture(cursor)
            self._progress(done, len(self._cursors))

    def _picture(self, cursor: int) -> Pixels:
        drawing = self._build(cursor)
        layout = self._layouts[decorations_of(as_sheet(drawing)).grid]
        return np.asarray(self._pen.draw(drawing, layout))


def choose_frames(run: Run, until: int, frames: str | int) -> list[int]:
    """Return visits from the start to `until`; one frame alone shows the end.

    `frames` is `visits` for all, `updates` for those that changed the weights, or how many there
    are to be, evenly spaced.
    """
    if isinstance(frames, int):
        return _even(until, frames)
    if frames == "visits":
        _refuse_many(frames, until + 1)
        return list(range(until + 1))
    if frames == "updates":
        updates = int(run.updates_at(until))
        _refuse_many(frames, updates + 1)
        changed = run.history.visits_of(np.arange(updates))
        return sorted({0, *changed.tolist(), until})
    raise UsageError(f"frames are visits, updates or a number, not {frames!r}")


def _even(until: int, count: int) -> list[int]:
    if not 1 <= count <= MOST_FRAMES:
        raise UsageError(f"an animation has 1 to {MOST_FRAMES} frames, not {count}")
    if count == 1:
        return [until]
    # Integers, since the visits of long runs are more than floats tell apart.
    return sorted({until * i // (count - 1) for i in range(count)})


def _refuse_many(frames: str, count: int) -> None:
    if count > MOST_FRAMES:
        raise UsageError(
            f"an animation of all {frames} would have {count} frames, and {MOST_FRAMES} is the "
            "most; ask for a number of evenly spaced frames, or end at an earlier visit"
        )
