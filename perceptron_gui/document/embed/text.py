"""A session in a text file: comment lines at its end, so that the figure or program comes first."""

from __future__ import annotations

import re

from perceptron_gui.base.values import frozen_value

from .payload import MARK, damaged, pack_ascii, unpack_ascii

_BEGIN, _END = f"{MARK} begin".encode(), f"{MARK} end".encode()
_WIDTH = 76
_OLD = re.compile(rb"(?ms)\n?^(?:%%|#|<!--) %b.*?%b[^\n]*\n?" % (_BEGIN, _END))


@frozen_value
class Comment:
    """How a language writes comments: what each line begins with, or what is around them all."""

    line: bytes = b""
    first: bytes = b""
    last: bytes = b""
    gap: bytes = b""  # what parts them from the text before


TEX, PYTHON = Comment(b"% "), Comment(b"# ")
MARKDOWN = Comment(first=b"<!-- ", last=b" -->", gap=b"\n")  # else they would belong to a table
_OPENERS = [comment.line + comment.first for comment in (TEX, PYTHON, MARKDOWN)]


def is_marked(data: bytes) -> bool:
    """Tell whether a text has a session in comments."""
    return _beginning(data) is not None


def embed(data: bytes, text: str, comment: Comment) -> bytes:
    """Return the text file with the session at its end, in place of an older one."""
    bare = _OLD.sub(b"", data)
    packed = pack_ascii(text)
    width = _WIDTH - len(comment.line)
    lines = [packed[i : i + width] for i in range(0, len(packed), width)]
    lines = [comment.first + _BEGIN, *lines, _END + comment.last]
    newline = b"" if bare.endswith(b"\n") or not bare else b"\n"
    commented = b"".join(comment.line + line + b"\n" for line in lines)
    return bare + newline + comment.gap + commented


def extract(data: bytes) -> str | None:
    """Return the text of the last session, if there is one."""
    start = _beginning(data)
    if start is None:
        return None
    stop = data.find(_END, start)
    if stop < 0:
        raise damaged("its end is missing")
    return unpack_ascii(data[start:stop].translate(None, b"%# \t\r\n"))


def _beginning(data: bytes) -> int | None:
    """Return where the letters of the last session begin; its name inside a line is none."""
    start = data.rfind(_BEGIN)
    line = data.rfind(b"\n", 0, max(0, start)) + 1
    return start + len(_BEGIN) if data[line : max(0, start)] in _OPENERS else None
