"""GIF files as blocks, and a session in them: a comment before the end.

See the GIF89a specification, 15 to 18, 20 and 24.
"""

from __future__ import annotations

from collections.abc import Iterator

from .payload import MARK, damaged, pack_ascii, unfit, unpack_ascii

SIGNATURES = (b"GIF87a", b"GIF89a")
EXTENSION, IMAGE, END = b"\x21", b"\x2c", b"\x3b"
_COMMENT = EXTENSION + b"\xfe"
_HEAD = MARK.encode() + b" "


def read_blocks(data: bytes) -> Iterator[bytes]:
    """Yield images, extensions and the end, or what there is of them."""
    start = _after_colours(data, 10, 13)
    while start < len(data):
        mark = data[start : start + 1]
        if mark == IMAGE:
            stop = _after_parts(data, start + pixels_start(data[start : start + 10]) + 1)
        elif mark == EXTENSION:
            stop = _after_parts(data, start + 2)
        else:  # the end, or nothing that is known
            yield mark
            return
        yield data[start:stop]
        start = stop


def pixels_start(image: bytes) -> int:
    """Return where the compressed pixels of an image begin, after its own table of colours."""
    return _after_colours(image, 9, 10)


def embed(data: bytes, text: str) -> bytes:
    """Return the picture with the session in it, in place of an older one."""
    blocks = list(read_blocks(data))
    if not blocks or blocks[-1] != END:
        raise unfit("GIF")
    screen = SIGNATURES[1] + data[6 : _after_colours(data, 10, 13)]  # GIF87a has no comments
    kept = [block for block in blocks[:-1] if not _is_session(block)]
    comment = _HEAD + pack_ascii(text)
    parts = [comment[i : i + 255] for i in range(0, len(comment), 255)]
    session = _COMMENT + b"".join(bytes([len(part)]) + part for part in parts) + b"\0"
    return b"".join([screen, *kept, session, END])


def extract(data: bytes) -> str | None:
    """Return the text of the session, if there is one."""
    for block in reversed(list(read_blocks(data))):
        if _is_session(block):
            if _after_parts(block, 2) != len(block):
                raise damaged("its end is missing")
            return unpack_ascii(_joined(block)[len(_HEAD) :])
    return None


def _after_colours(data: bytes, flags: int, start: int) -> int:
    """Return where a table of colours ends, if the byte of flags says there is one."""
    packed = int.from_bytes(data[flags : flags + 1], "big")
    return start + (3 << (packed % 8 + 1) if packed & 0x80 else 0)


def _after_parts(data: bytes, start: int) -> int:
    """Return where a row of parts, each with its length before it, ends with an empty one."""
    while start < len(data) and data[start]:
        start += data[start] + 1
    return start + 1


def _is_session(block: bytes) -> bool:
    return block.startswith(_COMMENT) and block[3:].startswith(_HEAD)


def _joined(block: bytes) -> bytes:
    """Return the content of a comment without the lengths of its parts."""
    parts, start = [], 2
    while block[start]:
        parts.append(block[start + 1 : start + 1 + block[start]])
        start += block[start] + 1
    return b"".join(parts)
