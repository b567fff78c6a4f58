"""GIF files: one palette, and of every frame only the pixels that change."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from perceptron_gui.figures.model.theme import Theme

from .changes import Change, Pixels, Timing, changes

COLOURS = 255
UNCHANGED = 255  # the index of pixels that stay as they were
_EXACT = 176
_ALL = 1 << 24


class GifPalette:
    """Up to 255 colours, and the nearest of them for any other."""

    def __init__(self, pictures: Sequence[Pixels], theme: Theme) -> None:
        named = {theme.background, theme.text, theme.muted, theme.grid}
        named |= {style.color for style in theme.styles.values()}
        named |= {style.fill for style in theme.styles.values() if style.fill}
        packed, counts = np.unique(
            np.concatenate([_packed(each).ravel() for each in pictures]), return_counts=True
        )
        frequent = packed[np.argsort(-counts, kind="stable")]
        first = sorted(int(colour.removeprefix("#"), 16) for colour in named)
        exact = list(dict.fromkeys([*first, *frequent.tolist()]))[:_EXACT]
        self._colours = _spread(_unpacked(np.array(exact)), _unpacked(packed))
        self._index = np.full(_ALL, -1, dtype=np.int16)  # of every colour met so far

    def indices(self, picture: Pixels) -> Pixels:
        """Return for every pixel (h, w, 3) the number (h, w) of the nearest colour."""
        packed = _packed(picture)
        found = self._index[packed]
        new = np.unique(packed[found < 0])
        if len(new):
            self._index[new] = [_distances(self._colours, one).argmin() for one in _unpacked(new)]
            found = self._index[packed]
        return found.astype(np.uint8)

    def table(self) -> bytes:
        """Return red, green and blue of 256 colours."""
        return self._colours.astype(np.uint8).tobytes().ljust(768, b"\0")


def _packed(picture: Pixels) -> NDArray[np.int32]:
    red, green, blue = (picture[..., channel].astype(np.int32) for channel in range(3))
    return red << 16 | green << 8 | blue


def _unpacked(colours: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1)


def _distances(colours: NDArray[np.int32], one: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the squared distance of every colour (m, 3) from one (3,)."""
    return np.asarray(((colours - one) ** 2).sum(axis=1))


def _spread(kept: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the colours that are kept and, again and again, the one farthest from all so far."""
    nearest = np.full(len(others), np.iinfo(np.int32).max, dtype=np.int32)
    for one in kept:
        nearest = np.minimum(nearest, _distances(others, one))
    chosen = list(kept)
    while len(chosen) < COLOURS and nearest.any():
        chosen.append(others[nearest.argmax()])
        nearest = np.minimum(nearest, _distances(others, chosen[-1]))
    return np.array(chosen)


_UNIT = 100  # times are in hundredths of a second
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_EXTENSION, _PICTURE = 0x21, 0x2C


def write_gif(pictures: Iterable[Pixels], timing: Timing, palette: GifPalette) -> bytes:
    """Return the file of pictures (h, w, 3)."""
    numbered = (palette.indices(picture) for picture in pictures)
    parts: list[bytes] = []
    for change, duration in zip(changes(numbered), timing.durations(_UNIT), strict=True):
        if not parts:
            parts += [_head(change.size, palette), _FOR_EVER if timing.loop else b""]
        parts.append(_frame(change, duration))
    return b"".join([*parts, b"\x3b"])


def _head(size: tuple[int, int], palette: GifPalette) -> bytes:
    return b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + palette.table()


def _frame(change: Change, duration: int) -> bytes:
    stays = change.before is not None
    # What is drawn stays under the next frame, and pixels of one index show what was there.
    control = struct.pack("<BBBBHBB", _EXTENSION, 0xF9, 4, 4 | stays, duration, UNCHANGED, 0)
    place = struct.pack("<BHHHHB", _PICTURE, change.left, change.top, *change.size, 0)
    pixels = change.pixels
    if change.before is not None:
        pixels = np.where(pixels == change.before, np.uint8(UNCHANGED), pixels)
    return control + place + _packed_flags(pixels)


def _packed_flags(pixels: Pixels) -> bytes:
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
