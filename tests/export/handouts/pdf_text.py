"""A second reader of PDF, as small as can be: its pages and the words on each of them."""

from __future__ import annotations

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_STRING = rb"\(((?:[^)\\]|\\.)*)\)"
_PIECE = re.compile(_STRING, re.DOTALL)
# A font that is chosen, or words that are shown in it.
_SHOWN = re.compile(
    rb"/(f\d+) [\d.]+ Tf|(\[(?:%b|[-\d.\s])*\]\s*TJ|%b\s*Tj)" % (_STRING, _STRING), re.DOTALL
)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_CODE = re.compile(rb"<([0-9A-F]{4})> <((?:[0-9A-F]{4})+)>")


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
    boxes = [re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)", each) for each in _pages(pdf)]
    return [(float(box[1]), float(box[2])) for box in boxes if box]


def page_texts(pdf: bytes) -> list[str]:
    """Return the words of every page in the order in which they are drawn, without figures."""
    found = objects(pdf)
    return [
        _words(found[_reference(page, b"Contents")], _fonts(found, page)) for page in _pages(pdf)
    ]


def _pages(pdf: bytes) -> list[bytes]:
    return [each for each in objects(pdf).values() if each.startswith(b"<</Type/Page/")]


def _reference(content: bytes, name: bytes) -> int:
    found = re.search(rb"/%b (\d+) 0 R" % name, content)
    assert found, name
    return int(found[1])


def _fonts(found: dict[int, bytes], page: bytes) -> dict[bytes, dict[bytes, str]]:
    """Return the letters by their codes, for each font of a page."""
    resources = found[_reference(page, b"Resources")]
    fonts = {}
    for name, number in re.findall(rb"/(f\d+) (\d+) 0 R", resources):
        codes = _CODE.findall(found[_reference(found[int(number)], b"ToUnicode")])
        fonts[name] = {
            bytes.fromhex(code.decode()): bytes.fromhex(letters.decode()).decode("utf-16-be")
            for code, letters in codes
        }
    return fonts


def _words(content: bytes, fonts: dict[bytes, dict[bytes, str]]) -> str:
    lines, letters = [], {}
    for font, shown, *_ in _SHOWN.findall(content):
        if font:
            letters = fonts[font]
            continue
        codes = _ESCAPE.sub(_unescaped, b"".join(_PIECE.findall(shown)))
        lines.append("".join(letters[codes[at : at + 2]] for at in range(0, len(codes), 2)))
    return "\n".join(lines)


def _unescaped(found: re.Match[bytes]) -> bytes:
    sign = found[1]
    return bytes([int(sign, 8)]) if len(sign) == 3 else _LETTERS.get(sign, sign)
