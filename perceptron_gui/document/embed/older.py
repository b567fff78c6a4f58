"""Sessions in the files of version 0.1.0, where each format had a layout of its own.

The files are searched, not parsed, so entities of a hostile file are never expanded.
"""

from __future__ import annotations

import html
import re

from .payload import MARK, damaged, decompress, unpack

_ELEMENT = b'id="%b"' % MARK  # JSON in an SVG, packed in a page
_CHUNK = MARK + b"\0\1\0\0\0"  # of a PNG; long sessions took several
_STREAM = re.compile(rb"/Type /PerceptronGuiSession[^>]{0,200}>>\s{0,9}stream\r?\n")  # of a PDF
_COMMENT = MARK + b" "  # of a GIF


def extract_old(data: bytes) -> str | None:
    """Return the text of the session in a file, or None; a SessionError says it is damaged."""
    if data.startswith(_COMMENT):
        return unpack(data[len(_COMMENT) :])
    if (place := data.find(_ELEMENT)) >= 0:
        return _in_element(data, place)
    pieces = data.split(_CHUNK)[1:] or _STREAM.split(data)[1:][-1:]
    return decompress(pieces) if pieces else None


def _in_element(data: bytes, place: int) -> str:
    """Return the text of the session in an element of which an attribute is at `place`."""
    start = data.find(b">", place) + 1
    stop = data.find(b"</", start)
    if not start or stop < 0:
        raise damaged("its end is missing")
    content = data[start:stop]
    if not content.lstrip().startswith(b"{"):
        return unpack(content)
    try:
        return html.unescape(content.decode())
    except ValueError as error:  # no UTF-8, or the number of no character
        raise damaged("it is not text") from error
