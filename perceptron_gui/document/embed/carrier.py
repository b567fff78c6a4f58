"""Sessions in exported files: one block of text between two marks, put where each format has room.

One reader finds the block in the bytes of any file, whatever its format and its name.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import zlib
from collections.abc import Callable, Iterable
from functools import partial

from perceptron_gui.document.model.json import SessionError
from perceptron_gui.document.model.session import SIZE_LIMIT

MARK = b"perceptron-gui-session"
# What may stand between the letters: the ends of lines, and the signs that make lines comments.
_BETWEEN = b"%# \t\r\n"
_BEGIN, _END = MARK + b" begin", MARK + b" end"
# What stands before the block. Elsewhere the mark is a word in somebody's prose.
_HEADS = (b"%", b"#", b"<!--", b"metadata>", b"\0")
_LONGEST_HEAD = 40  # bytes, with the spaces that another program may have put after it
_LINE_BYTES = 76
_PNG_END_BYTES = 12  # of the chunk IEND, which is always the same
_GIF_COMMENT = b"!\xfe"
_OUR_GIF_COMMENT = re.compile(b"(?s)%b.%b " % (_GIF_COMMENT, MARK))
_GIF_PART_BYTES = 255


def embed(data: bytes, kind: str, text: str) -> bytes:
    """Return a file of one of the CARRIERS, as the program writes it, with a session in it."""
    if len(text.encode()) > SIZE_LIMIT:
        too_large = (
            f"the session is larger than {SIZE_LIMIT // 1_000_000} MB, too large to be carried"
        )
        raise SessionError(
            f"{too_large}; leave it out (--no-session)", f"{too_large}; export without it"
        )
    letters = base64.b64encode(zlib.compress(text.encode()))
    lines = [letters[i : i + _LINE_BYTES] for i in range(0, len(letters), _LINE_BYTES)]
    return CARRIERS[kind](data, [_BEGIN, *lines, _END])


def extract(data: bytes) -> str | None:
    """Return the text of the last session in a file, or None; a SessionError says it is damaged."""
    if data.startswith(b"GIF8"):
        data = _gif_comment(data)
    start = data.rfind(_BEGIN)
    head = data[max(0, start - _LONGEST_HEAD) : max(0, start)].rstrip()
    if start < 0 or (start > 0 and not head.endswith(_HEADS)):
        return _extract_old(data)
    stop = data.find(_END, start)
    if stop < 0:
        raise _damaged("its end is missing")
    return _unpack(data[start + len(_BEGIN) : stop])


def _as_lines(
    data: bytes,
    block: list[bytes],
    line: bytes = b"",
    first: bytes = b"",
    last: bytes = b"",
    before: bytes = b"",
) -> bytes:
    """Put the block on lines of its own: at the end of a text, or before its last `before`."""
    place = data.rindex(before) if before else len(data)
    newline = b"" if data[:place].endswith(b"\n") else b"\n"
    lines = b"".join(line + each + b"\n" for each in block)
    return data[:place] + newline + first + lines.removesuffix(b"\n") + last + b"\n" + data[place:]


def _in_png(data: bytes, block: list[bytes]) -> bytes:
    """Put the block into a chunk of text, which other programs read, too."""
    content = MARK + b"\0" + b"\n".join(block)
    checked = b"tEXt" + content
    chunk = len(content).to_bytes(4, "big") + checked + zlib.crc32(checked).to_bytes(4, "big")
    return data[:-_PNG_END_BYTES] + chunk + data[-_PNG_END_BYTES:]


def _in_gif(data: bytes, block: list[bytes]) -> bytes:
    """Put the block into a comment: parts with their length before them, the last one empty."""
    text = b"\n".join(block)
    parts = [text[i : i + _GIF_PART_BYTES] for i in range(0, len(text), _GIF_PART_BYTES)]
    written = b"".join(bytes([len(part)]) + part for part in [*parts, b""])
    return data[:-1] + _GIF_COMMENT + written + data[-1:]


def _gif_comment(data: bytes) -> bytes:
    """Return the last of our comments in a GIF, without the lengths between its parts."""
    place, text = len(data), bytearray()
    for found in _OUR_GIF_COMMENT.finditer(data):
        place = found.start() + len(_GIF_COMMENT)
    while length := int.from_bytes(data[place : place + 1]):
        text += data[place + 1 : place + 1 + length]
        place += 1 + length
    return bytes(text)


# After an empty line, since Markdown would make it a row of the table above.
_AS_COMMENT = partial(_as_lines, first=b"\n<!-- ", last=b" -->")
CARRIERS: dict[str, Callable[[bytes, list[bytes]], bytes]] = {
    "png": _in_png,
    "gif": _in_gif,
    # After the last table of a PDF, where a comment moves no object.
    "pdf": partial(_as_lines, line=b"% ", before=b"startxref"),
    "svg": partial(_as_lines, first=b"<metadata>", last=b"</metadata>", before=b"</svg>"),
    "html": _AS_COMMENT,
    "md": _AS_COMMENT,
    "tex": partial(_as_lines, line=b"% "),
    "py": partial(_as_lines, line=b"# "),
}


def _damaged(how: str) -> SessionError:
    """Return the error for a session that is there but cannot be read."""
    return SessionError(f"the session in it is damaged ({how}); open another copy of it")


def _unpack(letters: bytes) -> str:
    """Return the text of packed letters."""
    try:
        packed = base64.b64decode(letters.translate(None, _BETWEEN), validate=True)
    except binascii.Error as error:
        raise _damaged("letters are missing or strange") from error
    return _decompress([packed])


def _decompress(pieces: Iterable[bytes]) -> str:
    """Return the text of compressed pieces; bytes after the end of a piece are ignored.

    At most SIZE_LIMIT bytes are made, so that a small file cannot fill the memory.
    """
    found = bytearray()
    for piece in pieces:
        stream = zlib.decompressobj()
        try:
            found += stream.decompress(piece, SIZE_LIMIT + 1 - len(found))
        except zlib.error as error:
            raise _damaged("it does not decompress") from error
        if len(found) > SIZE_LIMIT:
            limit = f"{SIZE_LIMIT // 1_000_000} MB"
            raise SessionError(f"the session in it is larger than {limit}; take fewer points")
        if not stream.eof:
            raise _damaged("its end is missing")
    try:
        return found.decode()
    except UnicodeDecodeError as error:
        raise _damaged("it is not text") from error


# The files of version 0.1.0, where each format had a layout of its own. They are searched, not
# parsed, so entities of a hostile file are never expanded.
_ELEMENT = b'id="%b"' % MARK  # JSON in an SVG, packed in a page
_CHUNK = MARK + b"\0\1\0\0\0"  # of a PNG; long sessions took several
_STREAM = re.compile(rb"/Type /PerceptronGuiSession[^>]{0,200}>>\s{0,9}stream\r?\n")  # of a PDF
_COMMENT = MARK + b" "  # of a GIF


def _extract_old(data: bytes) -> str | None:
    """Return the text of the session in a file, or None; a SessionError says it is damaged."""
    if data.startswith(_COMMENT):
        return _unpack(data[len(_COMMENT) :])
    place = data.find(_ELEMENT)
    if place < 0:
        pieces = data.split(_CHUNK)[1:] or _STREAM.split(data)[1:][-1:]
        return _decompress(pieces) if pieces else None
    start = data.find(b">", place) + 1
    stop = data.find(b"</", start)
    if not start or stop < 0:
        raise _damaged("its end is missing")
    content = data[start:stop]
    if not content.lstrip().startswith(b"{"):
        return _unpack(content)
    try:
        return html.unescape(content.decode())
    except ValueError as error:  # no UTF-8, or the number of no character
        raise _damaged("it is not text") from error
