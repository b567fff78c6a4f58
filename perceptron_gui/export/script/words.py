"""Labels, notes and ranges of a figure as Python literals for matplotlib."""

from __future__ import annotations

import math

from perceptron_gui.figures.figure import Range

from ..layout.paragraphs import paragraph
from ..mpl.text import typeset
from ..page import Page
from .text import literal

_SMALL = 0.833  # what matplotlib calls small
_AXIS = 0.55  # the share of its room that an axis has at least
_MOST_LETTERS = 40  # in letters as wide as they are high
_POINTS_PER_MM = 72 / 25.4


def words(label: str, page: Page) -> str:
    """Return a label as matplotlib reads it, mathematics between dollar signs."""
    text, is_math = typeset(" ".join(label.split()), page.family)
    # A legend leaves out what begins with an underscore.
    text = f" {text}" if text.startswith("_") else text
    return text if is_math else text.replace("$", r"\$")


def quoted_label(label: str, page: Page) -> str:
    """Return a label as a Python string."""
    return literal(words(label, page))


def quoted_notes(notes: tuple[str, ...], page: Page) -> list[str]:
    """Return notes as Python strings, one for every line that fits on the page."""
    size = _SMALL * page.font
    # Lines of a program should not be too long either.
    width = min(0.95 * page.width * _POINTS_PER_MM, _MOST_LETTERS * size)
    lines = [line for note in notes for line in paragraph(note, page.family, size, width).lines]
    return [quoted_label(line.label, page) for line in lines]


def quoted_axis(label: str, page: Page, length: float) -> str:
    """Return the label of an axis, broken into lines if the axis is too short for it."""
    room = _AXIS * length * _POINTS_PER_MM
    lines = paragraph(label, page.family, page.font, room).lines
    return literal("\n".join(words(line.label, page) for line in lines))


def edges(limits: Range) -> str:
    """Return both ends of an axis, with as many digits as its length asks for."""
    low, high = limits
    size = max(abs(low), abs(high))
    digits = 5 + max(0, math.ceil(math.log10(size / (high - low)))) if low < high else 17
    return f"({low:.{min(digits, 17)}g}, {high:.{min(digits, 17)}g})"


def plain_number(value: float) -> str:
    """Return a place on an axis."""
    return f"{value:.12g}"
