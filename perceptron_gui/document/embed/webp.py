"""A session in a WebP: a chunk of our own at the end, which readers skip (RFC 9649, 2.7.1.6)."""

from __future__ import annotations

from collections.abc import Iterator

from .payload import pack, unfit, unpack

_OURS = b"pgss"

Chunk = tuple[bytes, bytes]  # type, content


def is_webp(data: bytes) -> bool:
    """Tell whether a file begins as a WebP does."""
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def embed(data: bytes, text: str) -> bytes:
    """Return the picture with the session in it, in place of an older one."""
    if int.from_bytes(data[4:8], "little") + 8 > len(data):
        raise unfit("WebP")
    kept = [chunk for chunk in _chunks(data) if chunk[0] != _OURS]
    content = b"WEBP" + b"".join(map(_written, [*kept, (_OURS, pack(text))]))
    return b"RIFF" + len(content).to_bytes(4, "little") + content


def extract(data: bytes) -> str | None:
    """Return the text of the session, if there is one."""
    ours = [content for kind, content in _chunks(data) if kind == _OURS]
    return unpack(ours[-1:]) if ours else None


def _chunks(data: bytes) -> Iterator[Chunk]:
    """Yield the chunks of the picture, or what there is of them."""
    start, end = 12, int.from_bytes(data[4:8], "little") + 8
    while start + 8 <= min(end, len(data)):
        size = int.from_bytes(data[start + 4 : start + 8], "little")
        yield data[start : start + 4], data[start + 8 : start + 8 + size]
        start += 8 + size + size % 2


def _written(chunk: Chunk) -> bytes:
    kind, content = chunk
    return kind + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2)
