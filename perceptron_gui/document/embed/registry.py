"""Sessions inside exported files: put in, and found again by what the file holds, not its name.

In a text file they are comment lines at its end, so that the figure or program comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from perceptron_gui.base.values import frozen_value
from perceptron_gui.document.model.checks import SessionError
from perceptron_gui.document.model.session import SIZE_LIMIT

from . import gif, html, pdf, png, svg, webp
from .payload import MARK, damaged, pack_ascii, unpack_ascii

_BEGIN, _END = f"{MARK} begin".encode(), f"{MARK} end".encode()
_OLD = re.compile(rb"(?ms)\n?^(?:%%|#|<!--) %b.*?%b[^\n]*\n?" % (_BEGIN, _END))
_LINE_BYTES = 76


@frozen_value
class Picture:
    """A kind of picture: how it is recognised, and how a session is embedded and extracted."""

    is_kind: Callable[[bytes], bool]
    embed: Callable[[bytes, str], bytes]
    extract: Callable[[bytes], str | None]


@frozen_value
class Comment:
    """How a language writes comments: what each line begins with, or what is around them all."""

    line: bytes = b""
    first: bytes = b""
    last: bytes = b""
    gap: bytes = b""  # what parts them from the text before


def _begins(*signatures: bytes) -> Callable[[bytes], bool]:
    return lambda data: data.startswith(signatures)


_PNG = Picture(_begins(png.SIGNATURE), png.embed, png.extract)
PICTURES = {
    "png": _PNG,
    "apng": _PNG,
    "gif": Picture(_begins(*gif.SIGNATURES), gif.embed, gif.extract),
    "webp": Picture(webp.is_webp, webp.embed, webp.extract),
    "pdf": Picture(_begins(pdf.SIGNATURE), pdf.embed, pdf.extract),
    "svg": Picture(svg.is_svg, svg.embed, svg.extract),
    "html": Picture(html.is_html, html.embed, html.extract),
}
TEXTS = {
    "tex": Comment(b"% "),
    "py": Comment(b"# "),
    "md": Comment(first=b"<!-- ", last=b" -->", gap=b"\n"),  # else it would belong to a table
}


def embed(data: bytes, kind: str, text: str) -> bytes:
    """Return a file of some kind (png, pdf, …) with the text of a session in it."""
    if len(text.encode()) > SIZE_LIMIT:
        too_large = (
            f"the session is larger than {SIZE_LIMIT // 1_000_000} MB, too large to be carried"
        )
        raise SessionError(
            f"{too_large}; leave it out (--no-session)", f"{too_large}; export without it"
        )
    if kind in TEXTS:
        return _embed_comment(data, text, TEXTS[kind])
    picture = PICTURES[kind]
    if not picture.is_kind(data):
        raise SessionError(f"this is no {kind} file, so it cannot carry a session")
    return picture.embed(data, text)


def extract(data: bytes) -> str | None:
    """Return the text of the session in a file, or None; a SessionError says it is damaged."""
    for picture in PICTURES.values():
        if picture.is_kind(data):
            return picture.extract(data)
    return _extract_comment(data)


def is_picture(data: bytes) -> bool:
    """Tell whether a file is of a kind that only shows something, and holds no data itself."""
    return any(picture.is_kind(data) for picture in PICTURES.values())


def _embed_comment(data: bytes, text: str, comment: Comment) -> bytes:
    """Return the text file with the session at its end, in place of an older one."""
    bare = _OLD.sub(b"", data)
    packed = pack_ascii(text)
    width = _LINE_BYTES - len(comment.line)
    lines = [packed[i : i + width] for i in range(0, len(packed), width)]
    lines = [comment.first + _BEGIN, *lines, _END + comment.last]
    newline = b"" if bare.endswith(b"\n") or not bare else b"\n"
    return bare + newline + comment.gap + b"".join(comment.line + line + b"\n" for line in lines)


def _extract_comment(data: bytes) -> str | None:
    """Return the text of the last session; its name inside a line is none."""
    start = max(0, data.rfind(_BEGIN))
    line = data.rfind(b"\n", 0, start) + 1
    if data[line:start] not in [comment.line + comment.first for comment in TEXTS.values()]:
        return None
    stop = data.find(_END, start)
    if stop < 0:
        raise damaged("its end is missing")
    letters = data[start + len(_BEGIN) : stop]
    return unpack_ascii(letters.translate(None, b"%# \t\r\n"))
