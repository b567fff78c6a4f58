"""A second reader of PDF, as small as can be: its pages and the words on each of them."""

from __future__ import annotations

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_SHOWN = re.compile(rb"\[((?:[^\]\\]|\\.)*)\]\s*TJ|(\((?:[^)\\]|\\.)*\))\s*Tj", re.DOTALL)
_PIECE = re.compile(rb"\(((?:[^)\\]|\\.)*)\)", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


def objects(pdf: bytes) -> dict[int, bytes]:
    """Return the objects by their numbers, streams unpacked."""
    found = {}
    for number, content in _OBJECT.findall(pdf):
        head, mark, stream = content.partition(b"stream\n")
        if mark and b"/FlateDecode" in head:
            stream = zlib.decompress(stream.removesuffix(b"\nendstream"))
        found[int(number)] = head + mark + stream
    return found


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return the width and the height of every page in points."""
    boxes = [
        re.search(rb"/MediaBox \[ ?[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)", content)
        for content in _pages(pdf)
    ]
    return [(float(box[1]), float(box[2])) for box in boxes if box]


def page_texts(pdf: bytes) -> list[str]:
    """Return the words of every page in the order in which they are drawn, a line for each.

    Fonts keep the codes of ASCII, in one byte or in two; other letters are not told apart.
    """
    found = objects(pdf)
    texts = []
    for page in _pages(pdf):
        contents = re.search(rb"/Contents (\d+) 0 R", page)
        assert contents
        texts.append(_words(found[int(contents[1])]))
    return texts


def _pages(pdf: bytes) -> list[bytes]:
    return [each for each in objects(pdf).values() if re.search(rb"/Type /Page\b", each)]


def _words(content: bytes) -> str:
    lines = []
    for array, text in _SHOWN.findall(content):
        pieces = b"".join(_PIECE.findall(array or text))
        codes = _ESCAPE.sub(_unescaped, pieces).replace(b"\0", b"")
        lines.append(codes.decode("latin-1"))
    return "\n".join(lines)


def _unescaped(found: re.Match[bytes]) -> bytes:
    sign = found[1]
    return bytes([int(sign, 8)]) if len(sign) == 3 else sign
