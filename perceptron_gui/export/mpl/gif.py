"""Animated GIFs: which frames there are, one layout for all of them, and how they are packed.

The layout is found once, for all frames together, so that nothing moves but what the run moves.
All frames share one palette, and each holds the rectangle that changes. Pillow compresses them one
by one: its `save_all` keeps all of them in memory, 310 MB for 600 frames of 1000 x 562 pixels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from PIL import Image, ImageChops, ImageColor
from PIL.GifImagePlugin import getdata, getheader

from perceptron_gui.base.cancel import Progress
from perceptron_gui.base.errors import UsageError
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.axes import Decorations, as_sheet, decorations_of, merged
from perceptron_gui.export.layout.layout import Layout, arrange
from perceptron_gui.export.layout.page import MOST_FRAMES, Motion, Page
from perceptron_gui.export.layout.text import extent
from perceptron_gui.export.mpl.pen import PixelPen, check_pixels, matplotlib_settings, pixels_of
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.theme import Theme, colours_of

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


_LONGEST_SIDE = 65535  # pixels, as a GIF numbers them
_UNCHANGED = 255  # the index of pixels that stay as they were, so 255 are left for colours
_EXACT = 176  # colours that are kept as they are
_ALL = 1 << 24  # colours of a picture with 8 bits a channel
_STAYS = 1  # a frame is drawn over the one before


def animate(
    build: Build, cursors: Sequence[int], page: Page, motion: Motion, progress: Progress
) -> bytes:
    """Return an animated GIF over the visits `cursors`.

    `progress` is called with the number of frames done, which is 0 while the layout is computed.
    It may raise to cancel.
    """
    if not cursors:
        raise UsageError("an animation has at least one frame")
    longest = max(pixels_of(page))
    if longest > _LONGEST_SIDE:
        why = f"a side of {longest} pixels: {_LONGEST_SIDE} are the most in a .gif file"
        raise UsageError(
            f"{why}; give a smaller --size or --dpi",
            f"{why}; choose a smaller size or fewer pixels",
        )
    pen = PixelPen(page)
    check_pixels(page, _PIXEL_BYTES)
    layouts = find_layouts(map(build, cursors), page, lambda: progress(0, len(cursors)))

    def picture(cursor: int) -> Image.Image:
        drawing = build(cursor)
        return pen.draw(drawing, layouts[decorations_of(as_sheet(drawing)).grid])

    some = np.linspace(0, len(cursors) - 1, _SAMPLES).astype(int).tolist()
    palette = Palette((picture(cursors[i]) for i in dict.fromkeys(some)), page.theme)
    loop = {} if motion.once else {"loop": 0}
    parts: list[bytes] = []
    before: Image.Image | None = None
    # In steps of 10 ms, as a GIF counts; roundings do not add up.
    starts = [10 * round(number * 100 / motion.fps) for number in range(len(cursors))]
    times = [after - before for before, after in pairwise(starts)]
    times.append(10 * round(max(motion.hold, 1 / motion.fps) * 100))
    for done, (cursor, duration) in enumerate(zip(cursors, times, strict=True), 1):
        frame = palette.applied(picture(cursor))
        progress(done, len(cursors))
        shown: dict[str, Any] = {"duration": duration, "disposal": _STAYS}
        if before is None:
            parts += [*getheader(frame, info=loop | shown)[0], *getdata(frame, **shown)]
        else:
            # The rectangle that differs; one pixel where none does.
            difference = ImageChops.difference(frame, before)
            box = difference.getbbox() or (0, 0, 1, 1)
            part = frame.crop(box)
            part.paste(_UNCHANGED, mask=difference.crop(box).point([255] + 255 * [0], "1"))
            parts += getdata(part, box[:2], transparency=_UNCHANGED, **shown)
        before = frame
    return b"".join([*parts, b";"])


class Palette:
    """Up to 255 colours, and the nearest of them for any other.

    Pillow's own `quantize(palette=…)` looks colours up in steps of four, so that white becomes grey
    where both are in the palette.
    """

    def __init__(self, pictures: Iterable[Image.Image], theme: Theme) -> None:
        counts: Counter[Any] = Counter()
        for picture in pictures:
            found = picture.getcolors(picture.width * picture.height) or ()
            counts.update({colour: count for count, colour in found})
        named = map(ImageColor.getrgb, colours_of(theme.name).values())
        colours = list(dict.fromkeys([*named, *(colour for colour, _ in counts.most_common())]))
        kept, rare = colours[:_EXACT], colours[_EXACT:]
        if rare:  # those that are far from each other stand for the rest
            row = Image.fromarray(np.array([rare], dtype=np.uint8))
            spread = row.quantize(_UNCHANGED - _EXACT, Image.Quantize.MAXCOVERAGE)
            kept += np.reshape(spread.getpalette() or [], (-1, 3)).tolist()
        self._colours = np.array(kept, dtype=np.int32)
        self._index = np.full(_ALL, -1, dtype=np.int16)  # of every colour met so far

    def applied(self, picture: Image.Image) -> Image.Image:
        """Return a picture with each pixel in the nearest colour."""
        numbers = np.asarray(picture, dtype=np.int32) @ np.array((1 << 16, 1 << 8, 1), np.int32)
        new = np.unique(numbers[self._index[numbers] < 0])
        for number in new:
            colour = number >> 16, number >> 8 & 255, number & 255
            self._index[number] = ((self._colours - colour) ** 2).sum(axis=1).argmin()
        frame = Image.fromarray(self._index[numbers].astype(np.uint8))
        frame.putpalette(self._colours.astype(np.uint8).tobytes())
        return frame
