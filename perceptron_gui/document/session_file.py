"""A session found in the bytes of any file: one that is a session, or one that carries it."""

from __future__ import annotations

import json

from perceptron_gui.core.quoting import printable

from .carried import extract, is_picture
from .session import Session, SessionError, read_session

_BEGINNING = 1000  # bytes that are looked at for a first sign


def session_in(data: bytes, name: str) -> Session | None:
    """Return the session that a file is or carries, or None if it may be something else.

    `name` is what messages call the file. A picture without a session is refused.
    """
    where = printable(name)
    try:
        text = extract(data)
    except SessionError as error:
        raise SessionError(f"{where}: {error}") from error
    if text is not None:
        return read_session(text, where)
    if is_picture(data):
        raise no_session(where)
    return read_session(_decoded(data, where), where) if _is_json_object(data) else None


def no_session(where: str) -> SessionError:
    """Return the error for an exported file that carries none."""
    return SessionError(
        f"{where} carries no session: it was exported with --no-session or by another program"
    )


def _is_json_object(data: bytes) -> bool:
    beginning = data[:_BEGINNING].decode(json.detect_encoding(data[:4]), "replace")
    return beginning.lstrip("\ufeff \t\r\n").startswith("{")


def _decoded(data: bytes, where: str) -> str:
    try:
        return data.decode(json.detect_encoding(data[:4]))
    except UnicodeDecodeError as error:
        raise SessionError(f"{where}: this is not UTF-8 text; save it as such") from error
