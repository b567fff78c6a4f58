"""Animations: a drawing after every chosen visit, as GIF, APNG or WebP.

The layout is found once, for all frames together, so that nothing moves but what the run moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from perceptron_gui.core.errors import UsageError
from perceptron_gui.figures.figure import Drawing

from ..layout.furniture import Furniture, as_sheet, furniture_of, merged
from ..layout.layout import Layout, arrange
from ..mpl.pen import PixelPen, matplotlib_settings, pixels_of
from ..mpl.text import extent
from ..page import Page
from .apng_file import write_apng
from .changes import Pixels
from .gif_file import write_gif
from .palette import Palette
from .timing import Timing
from .webp_file import write_webp

KINDS = ("gif", "apng", "webp")
# In pixels, as these files number them.
_LONGEST_SIDES = {"gif": 65535, "webp": 16383}
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

    The last frame stays for `hold` seconds. `progress` is told how many frames are done; while
    the layout is sought that is none. It may raise to give up, and then nothing is left behind.
    """
    if not cursors:
        raise UsageError("an animation has at least one frame")
    if kind not in KINDS:
        raise UsageError(f"animations are {', '.join(KINDS)}, not {kind}")
    _refuse_large(page, kind)
    timing = Timing(len(cursors), fps, loop, hold)
    film = _Film(build, cursors, page, progress)
    if kind == "apng":
        return write_apng(film.pictures(), timing)
    if kind == "webp":
        return write_webp(film.pictures(), timing)
    return write_gif(film.pictures(), timing, Palette(film.samples(), page.theme))


def _refuse_large(page: Page, kind: str) -> None:
    longest, most = max(pixels_of(page)), _LONGEST_SIDES.get(kind)
    if most is not None and longest > most:
        raise UsageError(
            f"a side of {longest} pixels: {most} are the most in a .{kind} file; "
            "give a smaller --size or --dpi"
        )


class _Film:
    """Draws the frames, all in the same layout."""

    def __init__(
        self, build: Build, cursors: Sequence[int], page: Page, progress: Progress
    ) -> None:
        self._build = build
        self._cursors = cursors
        self._progress = progress
        self._pen = PixelPen(page)
        self._layouts = self._find_layouts(page)

    def _find_layouts(self, page: Page) -> dict[object, Layout]:
        """Return a layout for every grid of panels that there is among the frames."""
        frames: dict[object, list[Furniture]] = {}
        for cursor in self._cursors:
            found = furniture_of(as_sheet(self._build(cursor)))
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
        layout = self._layouts[furniture_of(as_sheet(drawing)).grid]
        return np.asarray(self._pen.draw(drawing, layout))
