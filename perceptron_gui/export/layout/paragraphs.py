"""Paragraphs: labels broken into lines that are no wider than their column."""

from __future__ import annotations

from functools import lru_cache

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.label import from_user

from .text import extent

# Height above and depth below the baseline, and the least distance of lines, in font sizes.
_ASCENT, _DESCENT, _LEADING = 0.78, 0.24, 1.28


@frozen_value
class TextLine:
    """One line of a paragraph; `baseline` is measured down from its top."""

    label: str
    width: float
    baseline: float


@frozen_value
class Paragraph:
    """Lines below each other, in points."""

    size: float
    lines: tuple[TextLine, ...] = ()
    height: float = 0.0

    @property
    def width(self) -> float:
        """The width of the widest line."""
        return max((line.width for line in self.lines), default=0.0)

    @property
    def first(self) -> float:
        """The baseline of the first line, measured down from the top."""
        return self.lines[0].baseline if self.lines else 0.0


@lru_cache(maxsize=4096)
def paragraph(label: str, family: str, size: float, width: float) -> Paragraph:
    """Break a label into lines; nothing becomes of an empty one."""
    lines: list[TextLine] = []
    bottom = 0.0
    for text in _broken(label, family, size, width):
        wide, ascent, descent = extent(text, family, size)
        leading = (_LEADING - _ASCENT - _DESCENT) * size if lines else 0.0
        baseline = bottom + leading + max(ascent, _ASCENT * size)
        lines.append(TextLine(text, wide, baseline))
        bottom = baseline + max(descent, _DESCENT * size)
    return Paragraph(size, tuple(lines), bottom)


def _broken(label: str, family: str, size: float, width: float) -> list[str]:
    if extent(label, family, size)[0] <= width:
        return [label] if label.strip() else []
    space = extent("n n", family, size)[0] - extent("nn", family, size)[0]
    lines: list[str] = []
    room = 0.0
    for word in _words(label, family, size, width):
        needed = extent(word, family, size)[0]
        if lines and needed + space <= room:
            lines[-1] += f" {word}"
            room -= needed + space
        else:
            lines.append(word)
            room = width - needed
    return lines


def _words(label: str, family: str, size: float, width: float) -> list[str]:
    """Return the words of a label, mathematics whole, and words that are too long in pieces."""
    words = [""]
    if label.count("$") % 2:
        label = from_user(label)
    for number, piece in enumerate(label.split("$")):
        if number % 2:
            words[-1] += f"${piece}$"
        else:
            first, *rest = piece.split(" ")
            words[-1] += first
            words += rest
    pieces: list[str] = []
    for word in filter(None, words):
        pieces += _pieces(word, family, size, width)
    return pieces


def _pieces(word: str, family: str, size: float, width: float) -> list[str]:
    if "$" in word or extent(word, family, size)[0] <= width:
        return [word]
    pieces = [""]
    for letter in word:
        if pieces[-1] and extent(pieces[-1] + letter, family, size)[0] > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces
