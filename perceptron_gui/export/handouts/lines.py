"""Prose in lines that fit a width: words, code and mathematics, in letters of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from perceptron_gui.base.values import frozen_value
from perceptron_gui.export.layout.text import LETTERS, LOCK, Slope, extent, shown
from perceptron_gui.figures.model import label as labels
from perceptron_gui.lessons.prose import ProseLine, ProsePart

FAMILY = "serif"
_CODE = ("DejaVu Sans Mono", "DejaVu Sans")
_CODE_SIZE = 0.82  # its letters look larger than others
# Height above and depth below the baseline, and the distance of lines, in font sizes.
_ASCENT, _DESCENT, _LEADING = 0.74, 0.24, 1.3
# Where a formula that is too long may be broken, outside braces and parentheses.
_BREAKS = re.compile(r"(?<=[^\\{]) (?=(?:=|\\le|\\ge|\\leftarrow|\+|-|\\approx) )")
_LONG = 24
_REST = "{}"  # begins what follows such a break, so that its sign keeps the room before it
# A sign of a number is no operator with room on both sides.
_SIGN = re.compile(r"([,=<>]|\\[nlg]e) *([-+])(?=[\w.\\(])")
# Fractions of long sides are as high as they would be in a formula of their own.
_TALL = re.compile(r"\\frac(?=\{[^{}]{5,}\})")


@lru_cache(maxsize=64)
def face(part: ProsePart, size: float) -> FontProperties:
    """Return the letters of a part that is no mathematics; its text does not matter."""
    families, weight, slope = _letters(part)
    scale = _CODE_SIZE if part.kind == "code" else 1.0
    return FontProperties(family=list(families), weight=weight, style=slope, size=size * scale)


def _letters(part: ProsePart) -> tuple[tuple[str, ...], str, Slope]:
    """Return the families, the weight and the slope of the letters of a part."""
    is_code = part.kind == "code"
    weight = "bold" if part.is_bold else "normal"
    slope: Slope = "italic" if part.is_emphasis and not is_code else "normal"
    return _CODE if is_code else LETTERS[FAMILY], weight, slope


@frozen_value
class Fragment:
    """A part in its place on a line, in points to the right of the line's beginning."""

    part: ProsePart
    x: float
    width: float


@frozen_value
class SetLine:
    """A line of type: its parts, what it needs above and below its baseline."""

    fragments: tuple[Fragment, ...]
    ascent: float
    descent: float
    size: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return max((each.x + each.width for each in self.fragments), default=0.0)

    @property
    def height(self) -> float:
        """What it needs with the room to the next line."""
        return self.ascent + self.descent + (_LEADING - _ASCENT - _DESCENT) * self.size


def formula(part: ProsePart) -> str:
    """Return mathematics as a label."""
    signed = _SIGN.sub(r"\1 {\2}", part.text)
    return f"${signed}$"


def _style(part: ProsePart) -> ProsePart:
    return ProsePart(part.kind, "", part.is_bold, part.is_emphasis)


@lru_cache(maxsize=8192)
def measured(part: ProsePart, size: float) -> tuple[float, float, float]:
    """Return the width of a part, its height above the baseline and its depth below."""
    if part.kind == "math":
        return extent(formula(part), FAMILY, size)
    if not part.text:
        return 0.0, 0.0, 0.0
    # Spaces at the ends count, too.
    with LOCK:
        letters = face(_style(part), size)
        found = text_to_path.get_text_width_height_descent(f"{part.text}.", letters, False)
        dot = text_to_path.get_text_width_height_descent(".", letters, False)
    return float(found[0] - dot[0]), _ASCENT * size, _DESCENT * size


def label_parts(label: str) -> ProseLine:
    """Return a label as parts of prose."""
    try:
        found = labels.parts(label)
    except ValueError:  # a dollar sign that opens nothing
        found = [(False, label)]
    return tuple(ProsePart("math" if is_math else "text", text) for is_math, text in found)


Word = list[ProsePart]  # without spaces inside


def _words(line: ProseLine) -> list[Word]:
    """Return the words of a line; what is not parted by a space stays together."""
    words: list[Word] = [[]]
    for part in _with_words(line):
        if part.kind == "math":
            text = _TALL.sub(r"\\dfrac", part.text)
            first, *rest = _BREAKS.split(text) if _is_long(part) else [text]
            words[-1].append(ProsePart("math", first))
            words += [[ProsePart("math", f"{_REST}{piece}")] for piece in rest]
            continue
        first, *rest = part.text.split(" ")
        for number, piece in enumerate([first, *rest]):
            if number:
                words.append([])
            if piece:
                words[-1].append(ProsePart(part.kind, piece, part.is_bold, part.is_emphasis))
    return [word for word in words if word]


def _with_words(line: ProseLine) -> list[ProsePart]:
    """Return the parts with the words in formulas as words, between which lines are broken.

    Letters that the fonts lack are replaced: matplotlib would warn of them, or fail.
    """
    parts: list[ProsePart] = []
    for part in line:
        if part.kind != "math":
            parts.append(replace(part, text=shown(part.text, *_letters(part))))
        elif r"\text{" in part.text:
            parts += label_parts(labels.from_formula(part.text))
        else:
            parts.append(part)
    return parts


def _is_long(part: ProsePart) -> bool:
    """Tell whether a formula may be broken: none is where a brace is open."""
    pieces = _BREAKS.split(part.text)
    balanced = all(each.count("{") == each.count("}") for each in pieces)
    balanced &= all(each.count("(") == each.count(")") for each in pieces)
    return len(part.text) > _LONG and balanced


def set_formula(line: ProseLine, size: float, width: float) -> list[SetLine]:
    """Set a formula that stands alone: its fractions are high."""
    high = (ProsePart(part.kind, part.text.replace(r"\frac", r"\dfrac")) for part in line)
    return set_lines(tuple(high), size, width)


def set_lines(line: ProseLine, size: float, width: float) -> list[SetLine]:
    """Break a line of prose into lines of type."""
    space = measured(ProsePart("text", " "), size)[0]
    rows: list[list[Word]] = []
    room = 0.0
    for word in _fitting(_words(line), size, width):
        needed = sum(measured(part, size)[0] for part in word)
        if rows and needed + space <= room:
            rows[-1].append(word)
            room -= needed + space
        else:
            rows.append([word])
            room = width - needed
    return [_set(row, size, space) for row in rows]


def _fitting(words: list[Word], size: float, width: float) -> list[Word]:
    """Return words of which none is wider than a line; of those, letters go to the next."""
    found: list[Word] = []
    for word in words:
        if sum(measured(part, size)[0] for part in word) <= width:
            found.append(word)
            continue
        for part in word:
            found += [[piece] for piece in _pieces(part, size, width)]
    return found


def _pieces(part: ProsePart, size: float, width: float) -> list[ProsePart]:
    if part.kind == "math" or measured(part, size)[0] <= width:
        return [part]
    pieces = [""]
    for letter in part.text:
        tried = ProsePart(part.kind, pieces[-1] + letter, part.is_bold, part.is_emphasis)
        if pieces[-1] and measured(tried, size)[0] > width:
            pieces.append("")
        pieces[-1] += letter
    return [ProsePart(part.kind, piece, part.is_bold, part.is_emphasis) for piece in pieces]


def _set(row: list[Word], size: float, space: float) -> SetLine:
    """Place the parts of a row; words of the same letters are set as one, to be found again."""
    parts: list[ProsePart] = []
    gaps: list[bool] = []
    for word in row:
        for number, part in enumerate(word):
            is_apart = number == 0 and bool(parts)
            same = bool(parts) and _style(parts[-1]) == _style(part)
            if same and part.kind == "math" and part.text.startswith(_REST):
                joined = f"{parts[-1].text} {part.text.removeprefix(_REST)}"
                parts[-1] = ProsePart("math", joined)
            elif same and part.kind != "math":
                text = f"{parts[-1].text}{' ' * is_apart}{part.text}"
                parts[-1] = ProsePart(part.kind, text, part.is_bold, part.is_emphasis)
            else:
                parts.append(part)
                gaps.append(is_apart)
    placed: list[Fragment] = []
    x, ascent, descent = 0.0, _ASCENT * size, _DESCENT * size
    for part, is_apart in zip(parts, gaps, strict=True):
        width, high, deep = measured(part, size)
        x += space * is_apart
        placed.append(Fragment(part, x, width))
        x += width
        ascent, descent = max(ascent, high), max(descent, deep)
    return SetLine(tuple(placed), ascent, descent, size)
