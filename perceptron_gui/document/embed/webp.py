"""WebP files as chunks, and a session in them: a chunk of our own, which readers skip.

See RFC 9649, 2.3 and 2.7.1.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .payload import pack, unfit, unpack

_SESSION = b"pgss"

WebpChunk = tuple[bytes, bytes]  # type, content


def is_webp(data: bytes) -> bool:
    """Tell whether a file begins as a WebP does."""
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def read_chunks(data: bytes) -> Iterator[WebpChunk]:
    """Yield the chunks of the picture, or what there is of them."""
    start, end = 12, int.from_bytes(data[4:8], "little") + 8
    while start + 8 <= min(end, len(data)):
        size = int.from_bytes(data[start + 4 : start + 8], "little")
        yield data[start : start + 4], data[start + 8 : start + 8 + size]
        start += 8 + size + size % 2


def write_chunk(kind: bytes, content: bytes) -> bytes:
    """Return the bytes of a chunk, of even length."""
    return kind + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2)


def write_webp_file(chunks: Iterable[WebpChunk]) -> bytes:
    """Return the bytes of a file."""
    return write_chunk(b"RIFF", b"WEBP" + b"".join(write_chunk(*chunk) for chunk in chunks))


def embed(data: bytes, text: str) -> bytes:
    """Return the picture with the session in it, in place of an older one."""
    if int.from_bytes(data[4:8], "little") + 8 > len(data):
        raise unfit("WebP")
    kept = [chunk for chunk in read_chunks(data) if chunk[0] != _SESSION]
    return write_webp_file([*kept, (_SESSION, pack(text))])


def extract(data: bytes) -> str | None:
    """Return the text of the session, if there is one."""
    sessions = [content for kind, content in read_chunks(data) if kind == _SESSION]
    return unpack(sessions[-1:]) if sessions else None
