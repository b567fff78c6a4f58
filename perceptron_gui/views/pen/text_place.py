"""Where a text goes that is anchored at a place: beside it, and within the box of the marks."""

from __future__ import annotations

from perceptron_gui.figures.marks import Text

from .ink import Ink
from .rich_text import RichText
from .shapes import Words

_GAP = 0.4  # between a text and its place, in font sizes
_ALIGN = {"w": "left", "e": "right"}


def placed(mark: Text, x: float, y: float, width: float, height: float, ink: Ink) -> Words:
    """Return the words of a text at a place, moved into the box where they would reach out."""
    color, align = ink.style(mark.role).color, _ALIGN.get(mark.anchor[-1], "center")
    text = RichText(mark.text, ink.font(mark.scale), color, width, align)
    gap = _GAP * ink.em
    aside, above = -text.width / 2, -text.height / 2
    if "w" in mark.anchor:
        aside = gap
    elif "e" in mark.anchor:
        aside = -gap - text.width
    if "n" in mark.anchor:
        above = gap
    elif "s" in mark.anchor:
        above = -gap - text.height
    left, top = x + aside, y + above
    return Words(text, _within(left, width - text.width), _within(top, height - text.height))


def _within(at: float, last: float) -> float:
    return max(0.0, min(at, last))
