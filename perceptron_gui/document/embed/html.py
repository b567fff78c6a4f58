"""A session in a web page: compressed letters in an element that browsers neither show nor run.

The file is searched, not parsed.
"""

from __future__ import annotations

import re

from .payload import MARK, damaged, pack_ascii, unfit, unpack_ascii

# Atomic groups, so that no file takes long to refuse.
_BEGINNING = re.compile(
    rb"(?is)(?:\xef\xbb\xbf)?(?>\s+|<!--.*?-->)*+(?:<!DOCTYPE\s+html\b[^>]*+>|<html[\s>])"
)
_ELEMENT = re.compile(
    rb"""(?isx) <script\s (?> [^<>]*? id=["']? %b ["']? ) [^<>]*+ > (?P<text>[^<]*+)
    (?P<end></script\s*>\n?)?
    """
    % MARK.encode()
)
_BODY_END = re.compile(rb"(?i)</body\s*>")
_WHITE = b" \t\r\n"


def is_html(data: bytes) -> bool:
    """Tell whether a file begins as a web page does."""
    return _BEGINNING.match(data) is not None


def embed(data: bytes, text: str) -> bytes:
    """Return the page with the session at the end of its body, in place of an older one."""
    bare = _ELEMENT.sub(b"", data)
    ends = list(_BODY_END.finditer(bare))
    if not ends:
        raise unfit("HTML")
    element = b'<script type="text/plain" id="%b">%b</script>\n' % (MARK.encode(), pack_ascii(text))
    place = ends[-1].start()
    return bare[:place] + element + bare[place:]


def extract(data: bytes) -> str | None:
    """Return the text of the session, if there is one."""
    found = _ELEMENT.search(data)
    if found is None:
        return None
    if found["end"] is None:
        raise damaged("its end is missing")
    return unpack_ascii(found["text"].translate(None, _WHITE))
