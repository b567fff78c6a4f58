"""The text of a session as it is embedded: compressed, and in ASCII where bytes cannot stand."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterable

from perceptron_gui.document.model.checks import SessionError
from perceptron_gui.document.model.session import SIZE_LIMIT

MARK = "perceptron-gui-session"


def damaged(how: str) -> SessionError:
    """Return the error for a session that is there but cannot be read."""
    return SessionError(f"the session in it is damaged ({how}); open another copy of it")


def unfit(kind: str) -> SessionError:
    """Return the error for a file that is not of its kind, so that nothing can be put in."""
    return SessionError(f"this is no complete {kind} file, so it cannot carry a session")


def pack(text: str) -> bytes:
    """Return the text compressed."""
    return zlib.compress(text.encode())


def unpack(pieces: Iterable[bytes]) -> str:
    """Return the text of packed pieces; what follows a piece is ignored.

    No more than SIZE_LIMIT bytes are made, so that a small file cannot fill the memory.
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


def pack_ascii(text: str) -> bytes:
    """Return the text compressed and in letters, digits, +, / and =."""
    return base64.b64encode(pack(text))


def unpack_ascii(data: bytes) -> str:
    """Return the text of packed letters."""
    try:
        return unpack([base64.b64decode(data, validate=True)])
    except binascii.Error as error:
        raise damaged("letters are missing or strange") from error
