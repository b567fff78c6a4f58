"""A session in a PNG or APNG: compressed iTXt chunks before the end.

See the PNG specification (third edition), 5.3 and 11.3.3.4.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from .payload import MARK, damaged, pack, unfit, unpack

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Pillow refuses a picture with more than a megabyte in one chunk of text.
_PIECE = 200_000  # characters
# Keyword; compressed, by zlib; neither language nor translated keyword.
_HEAD = MARK.encode() + b"\0\1\0\0\0"

Chunk = tuple[bytes, bytes, bytes]  # type, content, check sum


def embed(data: bytes, text: str) -> bytes:
    """Return the picture with the session in it, in place of an older one."""
    *chunks, end = list(_chunks(data)) or [(b"", b"", b"")]
    if end[0] != b"IEND":
        raise unfit("PNG")
    kept = [chunk for chunk in chunks if not _is_ours(chunk)]
    pieces = [text[i : i + _PIECE] for i in range(0, len(text), _PIECE)] or [""]
    ours = [_chunk(_HEAD + pack(piece)) for piece in pieces]
    return SIGNATURE + b"".join(map(_written, [*kept, *ours, end]))


def extract(data: bytes) -> str | None:
    """Return the text of the session, if there is one."""
    ours = [chunk for chunk in _chunks(data) if _is_ours(chunk)]
    if any(chunk != _chunk(chunk[1]) for chunk in ours):
        raise damaged("its check sum is wrong")
    return unpack(content[len(_HEAD) :] for _, content, _ in ours) if ours else None


def _chunks(data: bytes) -> Iterator[Chunk]:
    """Yield the chunks up to the end of the picture or of what there is of it."""
    start = len(SIGNATURE)
    while start < len(data):
        stop = start + 8 + int.from_bytes(data[start : start + 4], "big")
        kind = data[start + 4 : start + 8]
        yield kind, data[start + 8 : stop], data[stop : stop + 4]
        if kind == b"IEND":
            return
        start = stop + 4


def _is_ours(chunk: Chunk) -> bool:
    return chunk[0] == b"iTXt" and chunk[1].startswith(_HEAD)


def _chunk(content: bytes) -> Chunk:
    return b"iTXt", content, zlib.crc32(b"iTXt" + content).to_bytes(4, "big")


def _written(chunk: Chunk) -> bytes:
    kind, content, check = chunk
    return len(content).to_bytes(4, "big") + kind + content + check
