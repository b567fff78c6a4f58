"""The text of a session as files carry it: compressed, mostly as base64."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterable

from perceptron_gui.document.model.checks import SessionError
from perceptron_gui.document.model.session import SIZE_LIMIT

MARK = b"perceptron-gui-session"
# What may stand between the letters: the ends of lines, and the signs that make lines comments.
_BETWEEN = b"%# \t\r\n"


def damaged(how: str) -> SessionError:
    """Return the error for a session that is there but cannot be read."""
    return SessionError(f"the session in it is damaged ({how}); open another copy of it")


def pack(text: str) -> bytes:
    """Return the text compressed, in letters, digits, +, / and =."""
    return base64.b64encode(zlib.compress(text.encode()))


def unpack(letters: bytes) -> str:
    """Return the text of packed letters."""
    try:
        packed = base64.b64decode(letters.translate(None, _BETWEEN), validate=True)
    except binascii.Error as error:
        raise damaged("letters are missing or strange") from error
    return decompress([packed])


def decompress(pieces: Iterable[bytes]) -> str:
    """Return the text of compressed pieces; bytes after the end of a piece are ignored.

    At most SIZE_LIMIT bytes are made, so that a small file cannot fill the memory.
    """
    found = bytearray()
    for piece in pieces:
        stream = zlib.decompressobj()
        try:
            found += stream.decompress(piece, SIZE_LIMIT + 1 - len(found))
        except zlib.error as error:
            raise damaged("it does not decompress") from error
        if len(found) > SIZE_LIMIT:
            limit = f"{SIZE_LIMIT // 1_000_000} MB"
            raise SessionError(f"the session in it is larger than {limit}; take fewer points")
        if not stream.eof:
            raise damaged("its end is missing")
    try:
        return found.decode()
    except UnicodeDecodeError as error:
        raise damaged("it is not text") from error
