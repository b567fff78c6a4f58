"""PNG and APNG files as chunks, and a session in them: compressed iTXt chunks before the end.

See the PNG specification (third edition), 5.3 and 11.3.3.4.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from .payload import MARK, damaged, pack, unfit, unpack

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Pillow refuses a picture with more than a megabyte in one chunk of text.
_PIECE = 200_000  # characters
# Keyword; compressed, by zlib; neither language nor translated keyword.
_HEAD = MARK.encode() + b"\0\1\0\0\0"


class PngChunk(NamedTuple):
    """A chunk with the check sum that it should have, or that a file gives it."""

    kind: bytes
    content: bytes
    check: bytes

    @classmethod
    def of(cls, kind: bytes, content: bytes) -> PngChunk:
        """Return a chunk with the right check sum."""
        return cls(kind, content, zlib.crc32(kind + content).to_bytes(4, "big"))

    def written(self) -> bytes:
        """Return the bytes of the chunk."""
        return len(self.content).to_bytes(4, "big") + self.kind + self.content + self.check


def read_chunks(data: bytes) -> Iterator[PngChunk]:
    """Yield the chunks up to the end of the picture or of what there is of it."""
    start = len(SIGNATURE)
    while start < len(data):
        stop = start + 8 + int.from_bytes(data[start : start + 4], "big")
        kind = data[start + 4 : start + 8]
        yield PngChunk(kind, data[start + 8 : stop], data[stop : stop + 4])
        if kind == b"IEND":
            return
        start = stop + 4


def embed(data: bytes, text: str) -> bytes:
    """Return the picture with the session in it, in place of an older one."""
    *chunks, end = list(read_chunks(data)) or [PngChunk(b"", b"", b"")]
    if end.kind != b"IEND":
        raise unfit("PNG")
    kept = [chunk for chunk in chunks if not _is_session(chunk)]
    pieces = [text[i : i + _PIECE] for i in range(0, len(text), _PIECE)] or [""]
    session = [PngChunk.of(b"iTXt", _HEAD + pack(piece)) for piece in pieces]
    return SIGNATURE + b"".join(chunk.written() for chunk in (*kept, *session, end))


def extract(data: bytes) -> str | None:
    """Return the text of the session, if there is one."""
    session = [chunk for chunk in read_chunks(data) if _is_session(chunk)]
    if any(chunk != PngChunk.of(chunk.kind, chunk.content) for chunk in session):
        raise damaged("its check sum is wrong")
    return unpack(chunk.content[len(_HEAD) :] for chunk in session) if session else None


def _is_session(chunk: PngChunk) -> bool:
    return chunk.kind == b"iTXt" and chunk.content.startswith(_HEAD)
