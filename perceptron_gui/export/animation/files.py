"""Animations as APNG, GIF and WebP files: of every frame the rectangle that changes.

Pictures are compressed by Pillow, and its files are taken apart for their compressed pixels.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from perceptron_gui.base.cancel import Progress
from perceptron_gui.base.errors import UsageError
from perceptron_gui.document.embed import gif, png, webp
from perceptron_gui.export.layout.page import Motion, Page
from perceptron_gui.export.mpl.pen import pixels_of
from perceptron_gui.figures.model.theme import Theme

from .frames import AnimationFrames, Build, Change, Pixels, changes, durations

_MILLISECONDS, _HUNDREDTHS = 1000, 100  # of a second, as APNG and WebP and as GIF count them


def _compressed(pixels: Pixels, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    Image.fromarray(pixels).save(file, kind, **options)
    return file.getvalue()


def write_apng(frames: AnimationFrames) -> bytes:
    """Return the APNG file of frames."""
    chunks = _apng_chunks(frames)
    return png.SIGNATURE + b"".join(png.PngChunk.of(*chunk).written() for chunk in chunks)


def _apng_chunks(frames: AnimationFrames) -> Iterator[tuple[bytes, bytes]]:
    numbers, times = count(), durations(frames.motion, len(frames), _MILLISECONDS)
    for change, duration in zip(changes(frames.pictures()), times, strict=True):
        chunks = list(png.read_chunks(_compressed(change.pixels, "PNG")))
        pixels = b"".join(chunk.content for chunk in chunks if chunk.kind == b"IDAT")
        place = (*change.size, change.left, change.top)
        number = next(numbers)
        if not number:
            yield b"IHDR", chunks[0].content
            yield b"acTL", struct.pack(">II", len(frames), int(frames.motion.once))
        yield b"fcTL", struct.pack(">5IHHBB", number, *place, duration, _MILLISECONDS, 0, 0)
        if number:
            yield b"fdAT", struct.pack(">I", next(numbers)) + pixels
        else:
            yield b"IDAT", pixels
    yield b"IEND", b""


_COLOURS = 255  # one of the 256 indices means that a pixel stays as it was
_EXACT = 176  # colours that are kept as they are
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
    while len(chosen) < _COLOURS and nearest.any():
        chosen.append(others[nearest.argmax()])
        nearest = np.minimum(nearest, _distances(others, chosen[-1]))
    return np.array(chosen)


_UNCHANGED = 255  # the index of pixels that stay as they were
_REPEATED = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def write_gif(frames: AnimationFrames) -> bytes:
    """Return the GIF file of frames, in the 255 colours that suit them."""
    palette = GifPalette(frames.samples(), frames.theme)
    indices = (palette.indices(picture) for picture in frames.pictures())
    parts: list[bytes] = []
    times = durations(frames.motion, len(frames), _HUNDREDTHS)
    for change, duration in zip(changes(indices), times, strict=True):
        if not parts:
            screen = struct.pack("<HHBBB", *change.size, 0xF7, 0, 0)
            parts += [gif.SIGNATURES[1], screen, palette.table()]
            parts += [] if frames.motion.once else [_REPEATED]
        parts.append(_gif_frame(change, duration))
    return b"".join([*parts, gif.END])


def _gif_frame(change: Change, duration: int) -> bytes:
    stays = change.before is not None
    # What is drawn stays under the next frame, and pixels of one index show what was there.
    numbers = (0xF9, 4, 4 | stays, duration, _UNCHANGED, 0)
    control = gif.EXTENSION + struct.pack("<BBBHBB", *numbers)
    place = gif.IMAGE + struct.pack("<HHHHB", change.left, change.top, *change.size, 0)
    pixels = change.pixels
    if change.before is not None:
        pixels = np.where(pixels == change.before, np.uint8(_UNCHANGED), pixels)
    file = _compressed(pixels, "GIF", optimize=False, interlace=False)
    image = next(block for block in gif.read_blocks(file) if block.startswith(gif.IMAGE))
    return control + place + image[gif.pixels_start(image) :]


_ANIMATED, _REPLACES = 0x02, 0x02
# Much of the compression in little of the time.
_FAST: dict[str, Any] = {"lossless": True, "method": 1, "quality": 50}


def _webp_chunks(frames: AnimationFrames) -> Iterator[webp.WebpChunk]:
    moving = changes(frames.pictures(), even=True)  # frames of a WebP begin at even coordinates
    times = durations(frames.motion, len(frames), _MILLISECONDS)
    for change, duration in zip(moving, times, strict=True):
        size = [side - 1 for side in change.size]
        if change.before is None:
            yield b"VP8X", struct.pack("<I", _ANIMATED) + _in_three_bytes(*size)
            yield b"ANIM", struct.pack("<IH", 0xFFFFFFFF, int(frames.motion.once))
        place = _in_three_bytes(change.left // 2, change.top // 2, *size, duration)
        file = _compressed(change.pixels, "WEBP", **_FAST)
        yield b"ANMF", place + bytes([_REPLACES]) + file[12:]  # without its own RIFF and WEBP


def _in_three_bytes(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(3, "little") for number in numbers)


ANIMATIONS: dict[str, Callable[[AnimationFrames], bytes]] = {
    "gif": write_gif,
    "apng": write_apng,
    "webp": lambda frames: webp.write_webp_file(_webp_chunks(frames)),
}
_LONGEST_SIDE = {"gif": 65535, "webp": 16383}  # in pixels, as the files number them


def animate(
    build: Build, cursors: Sequence[int], page: Page, kind: str, motion: Motion, progress: Progress
) -> bytes:
    """Return an animation over the visits `cursors`.

    `progress` is called with the number of frames done, which is 0 while the layout is computed.
    It may raise to cancel.
    """
    if not cursors:
        raise UsageError("an animation has at least one frame")
    if kind not in ANIMATIONS:
        raise UsageError(f"animations are {', '.join(ANIMATIONS)}, not {kind}")
    longest, most = max(pixels_of(page)), _LONGEST_SIDE.get(kind)
    if most is not None and longest > most:
        why = f"a side of {longest} pixels: {most} are the most in a .{kind} file"
        raise UsageError(
            f"{why}; give a smaller --size or --dpi",
            f"{why}; choose a smaller size or fewer pixels",
        )
    return ANIMATIONS[kind](AnimationFrames(build, cursors, page, motion, progress))
