"""WebP files without loss: a frame is the rectangle that changes, at even coordinates."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from .changes import Change, Pixels, Timing, changes

_UNIT = 1000
_ANIMATED, _REPLACES = 0x02, 0x02
# Much of the compression in little of the time.
_METHOD, _QUALITY = 1, 50


def write_webp(pictures: Iterable[Pixels], timing: Timing) -> bytes:
    """Return the file of pictures (h, w, 3)."""
    parts: list[bytes] = []
    moving = changes(pictures, even=True)
    for change, duration in zip(moving, timing.durations(_UNIT), strict=True):
        if not parts:
            width, height = change.size
            head = struct.pack("<I", _ANIMATED) + _three(width - 1) + _three(height - 1)
            loop = struct.pack("<IH", 0xFFFFFFFF, 0 if timing.loop else 1)
            parts += [b"WEBP", _chunk(b"VP8X", head), _chunk(b"ANIM", loop)]
        parts.append(_chunk(b"ANMF", _frame(change, duration)))
    return _chunk(b"RIFF", b"".join(parts))


def _frame(change: Change, duration: int) -> bytes:
    width, height = change.size
    numbers = (change.left // 2, change.top // 2, width - 1, height - 1, duration)
    place = b"".join(_three(number) for number in numbers)
    file = BytesIO()
    picture = Image.fromarray(change.pixels)
    picture.save(file, "WEBP", lossless=True, method=_METHOD, quality=_QUALITY)
    return place + bytes([_REPLACES]) + file.getvalue()[12:]  # without its own RIFF and WEBP


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)
