"""GIF files: one palette, and of every frame only the pixels that change."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from io import BytesIO

import numpy as np
from PIL import Image

from .changes import Change, Pixels, changes
from .palette import UNCHANGED, Palette
from .timing import Timing

_UNIT = 100  # times are in hundredths of a second
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_EXTENSION, _PICTURE = 0x21, 0x2C


def write_gif(pictures: Iterable[Pixels], timing: Timing, palette: Palette) -> bytes:
    """Return the file of pictures (h, w, 3)."""
    numbered = (palette.indices(picture) for picture in pictures)
    parts: list[bytes] = []
    for change, duration in zip(changes(numbered), timing.durations(_UNIT), strict=True):
        if not parts:
            parts += [_head(change.size, palette), _FOR_EVER if timing.loop else b""]
        parts.append(_frame(change, duration))
    return b"".join([*parts, b"\x3b"])


def _head(size: tuple[int, int], palette: Palette) -> bytes:
    return b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + palette.table()


def _frame(change: Change, duration: int) -> bytes:
    stays = change.before is not None
    # What is drawn stays under the next frame, and pixels of one index show what was there.
    control = struct.pack("<BBBBHBB", _EXTENSION, 0xF9, 4, 4 | stays, duration, UNCHANGED, 0)
    place = struct.pack("<BHHHHB", _PICTURE, change.left, change.top, *change.size, 0)
    pixels = change.pixels
    if change.before is not None:
        pixels = np.where(pixels == change.before, np.uint8(UNCHANGED), pixels)
    return control + place + _packed(pixels)


def _packed(pixels: Pixels) -> bytes:
    """Return the compressed pixels, cut out of a file that Pillow writes."""
    file = BytesIO()
    Image.fromarray(pixels).save(file, "GIF", optimize=False, interlace=False)
    data = file.getvalue()
    at = 13 + _colours(data[10])
    while data[at] == _EXTENSION:
        at = _after_blocks(data, at + 2)
    start = at + 10 + _colours(data[at + 9])
    return data[start : _after_blocks(data, start + 1)]


def _colours(flags: int) -> int:
    """Return how many bytes of a table of colours follow."""
    return 3 * 2 ** (flags % 8 + 1) if flags & 0x80 else 0


def _after_blocks(data: bytes, at: int) -> int:
    while data[at]:
        at += 1 + data[at]
    return at + 1
