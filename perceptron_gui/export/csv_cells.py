"""Texts in cells that spreadsheets read as they are meant."""

from __future__ import annotations

import re
from fractions import Fraction

from perceptron_gui.figures.label import parts, to_plain

_NOTHING = "–"
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", re.IGNORECASE)
_FRACTION = re.compile(r"-?\d+/\d+")
_POWER = re.compile(r"(?:([\d.]+)\\cdot )?\b10\^\{(-?\d+)\}")


def harmless(words: str) -> str:
    """Return words with an apostrophe before what a spreadsheet would compute instead of show."""
    computes = words.lstrip()[:1] in ("=", "+", "-", "@") or words[:1] in ("\t", "\r")
    return f"'{words}" if computes and not _NUMBER.fullmatch(words) else words


def plain_cell(label: str) -> str:
    """Return a cell of a table as plain text; numbers in it are in ASCII, 1/17 as a decimal."""
    if label == _NOTHING:
        return ""
    pieces = parts(label)
    if not any(is_math for is_math, _ in pieces):
        return harmless(to_plain(label))
    powers = _POWER.sub(lambda found: f"{found[1] or 1}e{found[2]}", label)
    text = to_plain(powers).replace("−", "-")
    if _FRACTION.fullmatch(text):  # a spreadsheet would take it for a date
        return repr(float(Fraction(text)))
    return text if pieces[0][0] else harmless(text)
