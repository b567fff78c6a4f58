"""A session in an SVG: its JSON, which people can read there, as the first element.

The file is searched, not parsed, so entities of a hostile file are never expanded.
"""

from __future__ import annotations

import html
import re

from .payload import MARK, damaged, unfit

# Up to the end of the opening tag; atomic groups, so that no file takes long to refuse.
_OPENING = re.compile(
    rb"""(?sx) (?:\xef\xbb\xbf)?
    (?> \s+ | <\?.*?\?> | <!--.*?--> | <!DOCTYPE [^\[>]* (?:\[.*?\]\s*)? > )*+
    < (?:[\w.-]+:)? svg\b (?> [^>"'] | "[^"]*" | '[^']*' )*+ (?<!/) >
    """
)
_ELEMENT = re.compile(
    rb"""(?sx) (?:\n\x20)? < (?:\w+:)? metadata \s (?> [^<>]*? id=["'] %b ["'] ) [^<>]*+ >
    (?P<text> [^<]*+ ) (?P<end> </ (?:\w+:)? metadata \s* > )?
    """
    % MARK.encode()
)
_REFERENCE = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));", re.ASCII)
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def is_svg(data: bytes) -> bool:
    """Tell whether a file begins as an SVG does."""
    return _OPENING.match(data) is not None


def embed(data: bytes, text: str) -> bytes:
    """Return the picture with the session in it, in place of an older one."""
    bare = _ELEMENT.sub(b"", data)
    opening = _OPENING.match(bare)
    if opening is None:
        raise unfit("SVG")
    # In JSON such a character is part of a text, where its escape means the same.
    legal = _NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    escaped = html.escape(legal, quote=False)
    element = f'\n <metadata id="{MARK}">{escaped}</metadata>'.encode()
    return bare[: opening.end()] + element + bare[opening.end() :]


def extract(data: bytes) -> str | None:
    """Return the text of the session, if there is one."""
    found = _ELEMENT.search(data)
    if found is None:
        return None
    if found["end"] is None:
        raise damaged("its end is missing")
    try:
        return _REFERENCE.sub(_referred, found["text"].decode())
    except ValueError as error:  # no UTF-8, or no such character
        raise damaged("it is not text") from error


def _referred(reference: re.Match[str]) -> str:
    """Return the character of &lt; &#60; or &#x3c;, as programs write them differently."""
    name, decimal, hexadecimal = reference.groups()
    if name:
        return html.unescape(reference[0])
    return chr(int(decimal) if decimal else int(hexadecimal, 16))
