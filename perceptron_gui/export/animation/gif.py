"""Animated GIFs: all frames share one palette, and each holds the rectangle that changes.

Pillow compresses the frames one by one. Its `save_all` keeps all of them in memory: 310 MB for 600
frames of 1000 x 562 pixels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageColor
from PIL.GifImagePlugin import getdata, getheader

from perceptron_gui.base.cancel import Progress
from perceptron_gui.base.errors import UsageError
from perceptron_gui.export.layout.page import Motion, Page
from perceptron_gui.export.mpl.pen import pixels_of
from perceptron_gui.figures.model.theme import Theme, colours_of

from .frames import AnimationFrames, Build, durations

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
    frames = AnimationFrames(build, cursors, page, progress)
    palette = Palette(frames.samples(), page.theme)
    loop = {} if motion.once else {"loop": 0}
    parts: list[bytes] = []
    before: Image.Image | None = None
    for picture, duration in zip(frames.pictures(), durations(motion, len(cursors)), strict=True):
        frame = palette.applied(picture)
        shown: dict[str, Any] = {"duration": duration, "disposal": _STAYS}
        if before is None:
            parts += [*getheader(frame, info=loop | shown)[0], *getdata(frame, **shown)]
        else:
            part, corner = _changed(frame, before)
            parts += getdata(part, corner, transparency=_UNCHANGED, **shown)
        before = frame
    return b"".join([*parts, b";"])


def _changed(frame: Image.Image, before: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the rectangle of a frame that differs, and its corner; one pixel where none does."""
    difference = ImageChops.difference(frame, before)
    box = difference.getbbox() or (0, 0, 1, 1)
    part = frame.crop(box)
    part.paste(_UNCHANGED, mask=difference.crop(box).point([255] + 255 * [0], "1"))
    return part, box[:2]


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
        self._index[new] = [self._nearest(number) for number in new]
        frame = Image.fromarray(self._index[numbers].astype(np.uint8))
        frame.putpalette(self._colours.astype(np.uint8).tobytes())
        return frame

    def _nearest(self, number: int) -> np.intp:
        colour = number >> 16, number >> 8 & 255, number & 255
        distances: NDArray[np.int32] = ((self._colours - colour) ** 2).sum(axis=1)
        return distances.argmin()
