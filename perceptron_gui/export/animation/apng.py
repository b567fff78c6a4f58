"""APNG files: PNG with further frames, each of them the rectangle that changes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import count

from PIL import Image

from .changes import Change, Pixels, Timing, changes

_UNIT = 1000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def write_apng(pictures: Iterable[Pixels], timing: Timing) -> bytes:
    """Return the file of pictures (h, w, 3)."""
    parts: list[bytes] = []
    numbers = count()
    for change, duration in zip(changes(pictures), timing.durations(_UNIT), strict=True):
        packed = dict(_chunks(change.pixels))
        control = _control(change, duration, next(numbers))
        if not parts:
            plays = struct.pack(">II", timing.frames, 0 if timing.loop else 1)
            parts += [_SIGNATURE, _chunk(b"IHDR", packed[b"IHDR"]), _chunk(b"acTL", plays)]
            parts += [control, _chunk(b"IDAT", packed[b"IDAT"])]
        else:
            number = struct.pack(">I", next(numbers))
            parts += [control, _chunk(b"fdAT", number + packed[b"IDAT"])]
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _control(change: Change, duration: int, number: int) -> bytes:
    place = (*change.size, change.left, change.top)
    return _chunk(b"fcTL", struct.pack(">5IHHBB", number, *place, duration, _UNIT, 0, 0))


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)


def _chunks(pixels: Pixels) -> Iterator[tuple[bytes, bytes]]:
    """Yield the header and the compressed pixels of a file that Pillow writes."""
    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    data = file.getvalue()
    packed = b""
    at = len(_SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        name, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if name == b"IHDR":
            yield name, content
        elif name == b"IDAT":
            packed += content
        at += 12 + length
    yield b"IDAT", packed
