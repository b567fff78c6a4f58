"""Animations as APNG, GIF and WebP files: of every frame the rectangle that changes.

Pictures are compressed by Pillow, and its files are taken apart for their compressed pixels.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count
from typing import Any, Protocol

import numpy as np
from PIL import Image

from perceptron_gui.base.values import frozen_value
from perceptron_gui.document.embed import gif, png, webp
from perceptron_gui.figures.model.theme import Theme

from .changes import Change, Pixels, Timing, changes
from .palette import GifPalette

_MILLISECONDS, _HUNDREDTHS = 1000, 100  # of a second, as APNG and WebP and as GIF count them


class AnimationFrames(Protocol):
    """The frames of an animation, drawn when they are asked for."""

    timing: Timing
    theme: Theme

    def pictures(self) -> Iterator[Pixels]:
        """Draw all frames (h, w, 3)."""

    def samples(self) -> list[Pixels]:
        """Draw a few frames that show which colours there are."""


def _compressed(pixels: Pixels, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    Image.fromarray(pixels).save(file, kind, **options)
    return file.getvalue()


def write_apng(frames: AnimationFrames) -> bytes:
    """Return the APNG file of frames."""
    chunks = _apng_chunks(frames)
    return png.SIGNATURE + b"".join(png.PngChunk.of(*chunk).written() for chunk in chunks)


def _apng_chunks(frames: AnimationFrames) -> Iterator[tuple[bytes, bytes]]:
    numbers, timing = count(), frames.timing
    durations = timing.durations(_MILLISECONDS)
    for change, duration in zip(changes(frames.pictures()), durations, strict=True):
        chunks = list(png.read_chunks(_compressed(change.pixels, "PNG")))
        pixels = b"".join(chunk.content for chunk in chunks if chunk.kind == b"IDAT")
        place = (*change.size, change.left, change.top)
        times = (duration, _MILLISECONDS, 0, 0)
        number = next(numbers)
        if not number:
            yield b"IHDR", chunks[0].content
            yield b"acTL", struct.pack(">II", timing.frames, 0 if timing.loop else 1)
        yield b"fcTL", struct.pack(">5IHHBB", number, *place, *times)
        if number:
            yield b"fdAT", struct.pack(">I", next(numbers)) + pixels
        else:
            yield b"IDAT", pixels
    yield b"IEND", b""


_UNCHANGED = 255  # the index of pixels that stay as they were
_REPEATED = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def write_gif(frames: AnimationFrames) -> bytes:
    """Return the GIF file of frames, in the 255 colours that suit them."""
    timing, palette = frames.timing, GifPalette(frames.samples(), frames.theme)
    indices = (palette.indices(picture) for picture in frames.pictures())
    parts: list[bytes] = []
    for change, duration in zip(changes(indices), timing.durations(_HUNDREDTHS), strict=True):
        if not parts:
            screen = struct.pack("<HHBBB", *change.size, 0xF7, 0, 0)
            parts += [gif.SIGNATURES[1], screen, palette.table()]
            parts += [_REPEATED] if timing.loop else []
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


def write_webp(frames: AnimationFrames) -> bytes:
    """Return the WebP file of frames, compressed without loss."""
    return webp.write_webp_file(_webp_chunks(frames))


def _webp_chunks(frames: AnimationFrames) -> Iterator[webp.WebpChunk]:
    timing = frames.timing
    moving = changes(frames.pictures(), even=True)  # frames of a WebP begin at even coordinates
    for change, duration in zip(moving, timing.durations(_MILLISECONDS), strict=True):
        size = [side - 1 for side in change.size]
        if change.before is None:
            yield b"VP8X", struct.pack("<I", _ANIMATED) + _in_three_bytes(*size)
            yield b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0 if timing.loop else 1)
        place = _in_three_bytes(change.left // 2, change.top // 2, *size, duration)
        file = _compressed(change.pixels, "WEBP", **_FAST)
        yield b"ANMF", place + bytes([_REPLACES]) + file[12:]  # without its own RIFF and WEBP


def _in_three_bytes(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(3, "little") for number in numbers)


@frozen_value
class AnimationFormat:
    """How an animation is written, and how long its sides may be."""

    write: Callable[[AnimationFrames], bytes]
    longest_side: int | None = None  # in pixels, as the file numbers them


ANIMATIONS: dict[str, AnimationFormat] = {
    "gif": AnimationFormat(write_gif, 65535),
    "apng": AnimationFormat(write_apng),
    "webp": AnimationFormat(write_webp, 16383),
}
