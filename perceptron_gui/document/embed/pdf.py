"""A session in a PDF: an object appended as an incremental update (ISO 32000-1, 7.5.6)."""

from __future__ import annotations

import re

from .payload import damaged, pack, unfit, unpack

SIGNATURE = b"%PDF-"
_TYPE = b"/Type /PerceptronGuiSession"
_OBJECT = re.compile(rb"\d{1,9} 0 obj\n<< \Z")
_START = re.compile(rb"startxref\s+(\d{1,12})\s")
_STREAM = re.compile(rb"[^>]{0,200}>>\s*stream\r?\n")


def embed(data: bytes, text: str) -> bytes:
    """Return the document with the session appended, in place of one appended before."""
    document = _without_ours(data)
    document += b"" if document.endswith(b"\n") else b"\n"
    table, trailer = _last_trailer(document)
    size = re.search(rb"/Size\s+(\d{1,9})\b", trailer)
    root = re.search(rb"/Root\s+\d+\s+\d+\s+R", trailer)
    if not size or not root or b"/Encrypt" in trailer:
        raise unfit("plain PDF")
    number = int(size[1])
    kept = [root, re.search(rb"/Info\s+\d+\s+\d+\s+R", trailer)]
    kept.append(re.search(rb"/ID\s*\[[^\]]*\]", trailer))
    entries = b" ".join(found[0] for found in kept if found)
    content = pack(text)
    stream = (
        b"%d 0 obj\n<< %b /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream\nendobj\n"
    ) % (number, _TYPE, len(content), content)
    # The trailer refers to the object, so that no reader takes it for a leftover.
    update = (
        b"xref\n%d 1\n%010d 00000 n \ntrailer\n"
        b"<< /Size %d %b /Prev %d /PerceptronGuiSession %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    ) % (number, len(document), number + 1, entries, table, number, len(document) + len(stream))
    return document + stream + update


def extract(data: bytes) -> str | None:
    """Return the text of the session that was appended last, if there is one."""
    start = data.rfind(_TYPE)
    if start < 0:
        return None
    stream = _STREAM.match(data, start + len(_TYPE))
    if stream is None:
        raise damaged("its beginning is missing")
    return unpack([data[stream.end() :]])


def _without_ours(data: bytes) -> bytes:
    """Return the document without a session at its end; one further in has to stay."""
    start = data.rfind(_TYPE)
    opening = _OBJECT.search(data[max(0, start - 30) : max(0, start)])
    if opening is None or data.count(b"startxref", start) != 1:
        return data
    return data[: start - len(opening[0])]


def _last_trailer(document: bytes) -> tuple[int, bytes]:
    """Return where the last table of objects begins, and the entries after it."""
    start = document.rfind(b"startxref")
    found = _START.match(document, start) if start >= 0 else None
    table = int(found[1]) if found else len(document)
    trailer = document.find(b"trailer", table, start)
    if document[table : table + 4] != b"xref" or trailer < 0:
        raise unfit("plain PDF")
    return table, document[trailer:start]
