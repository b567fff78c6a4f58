"""Labels as matplotlib sets them, how large they are, in lines that fit a width, and legends."""

from __future__ import annotations

import re
import threading
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.textpath import text_to_path

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.figure import LegendEntry

# Fonts, settings and the reader of mathematics serve the whole program: one thread at a time.
LOCK = threading.RLock()

# Both come with matplotlib. DejaVu Sans has the letters that the other lacks.
_FALLBACK = "DejaVu Sans"
LETTERS = {"sans": (_FALLBACK,), "serif": ("STIXGeneral", _FALLBACK)}
_MATHEMATICS = {"sans": "dejavusans", "serif": "stix"}
_MISSING = "\ufffd"
# What the small LaTeX of `base.latex` writes otherwise than matplotlib.
_OTHERWISE = {r"\le": r"\leq", r"\ge": r"\geq", r"\ne": r"\neq", r"\to": r"\rightarrow"}
_OTHERWISE |= {r"\gets": r"\leftarrow", r"\lVert": r"\|", r"\rVert": r"\|"}
_OTHERWISE |= {r"\left": "", r"\right": ""}  # parentheses of one size
# Written like this, they are no operators, with room on both sides, when they stand as scripts.
_OTHERWISE |= {r"\top": "⊤", "^*": "^{*}", "#": r"\#", "%": r"\%"}
_COMMAND = re.compile(r"\\sqrt *(\\[A-Za-z]+|[^\s{])|\\[A-Za-z]+|\\.|\^\*|[#%]")
_SPECIAL = re.compile(r"[\\$]")
# A word that is one formula, and where that may be broken.
_FORMULA = re.compile(r"([^$]*)\$([^$]+)\$([^$]*)")
_TERM = re.compile(r" (?=[-+=] )")


@lru_cache(maxsize=64)
def font(family: str, size: float) -> FontProperties:
    """Return the letters of a page, of a size in points."""
    # The last family is for machines that show an SVG and lack the font.
    names = [*LETTERS[family], "serif" if family == "serif" else "sans-serif"]
    return FontProperties(family=names, size=size, math_fontfamily=_MATHEMATICS[family])


@lru_cache(maxsize=512)
def typeset(label: str, family: str) -> tuple[str, bool]:
    """Return what matplotlib is to set, and whether it is to read mathematics in it."""
    try:
        pieces = labels.parts(label)
    except ValueError:  # a dollar sign that opens nothing is only a dollar sign
        pieces = [(False, label)]
    words = "".join(piece for is_math, piece in pieces if not is_math)
    # Mathematics and the words around it are set in one font only, without a fallback.
    if not any(is_math for is_math, _ in pieces) or shown(words, LETTERS[family][:1]) != words:
        return shown(labels.readable(label), LETTERS[family]), False
    text = "".join(
        f"${_COMMAND.sub(_translated, piece)}$"
        if is_math
        # A backslash before mathematics would take away its dollar sign.
        else _SPECIAL.sub(lambda sign: r"\$" if sign[0] == "$" else r"$\backslash$", piece)
        for is_math, piece in pieces
    )
    try:
        _measured(text, True, family, 10.0)
    except ValueError:
        return shown(labels.readable(label), LETTERS[family]), False
    return text, True


def shown(text: str, families: tuple[str, ...]) -> str:
    """Return the text with a sign in place of every letter that no font has."""
    # The mark at the head of files is nothing to see, and matplotlib's PDF stumbles over it.
    visible = text.replace("\ufeff", "")
    spaced = "".join(" " if unicodedata.category(c) == "Cc" else c for c in visible)
    known = [codes_of(findfont(FontProperties(family=name))) for name in families]
    return "".join(c if any(ord(c) in each for each in known) else _MISSING for c in spaced)


@lru_cache(maxsize=32)
def codes_of(path: str) -> frozenset[int]:
    """Return the codes of all letters that a font has."""
    return frozenset(get_font(path).get_charmap())


def _translated(found: re.Match[str]) -> str:
    return rf"\sqrt{{{found[1]}}}" if found[1] else _OTHERWISE.get(found[0], found[0])


@lru_cache(maxsize=512)
def extent(label: str, family: str, size: float) -> tuple[float, float, float]:
    """Return the width of a label, its height above the baseline, and its depth below."""
    text, is_math = typeset(label, family)
    if not text:
        return 0.0, 0.0, 0.0
    width, height, depth = _measured(text, is_math, family, size)
    return width, height - depth, depth


def _measured(text: str, is_math: bool, family: str, size: float) -> tuple[float, float, float]:
    with LOCK:
        found = text_to_path.get_text_width_height_descent(text, font(family, size), is_math)
    return float(found[0]), float(found[1]), float(found[2])


# Height above and depth below the baseline, and the least distance of lines, in font sizes.
_ASCENT, _DESCENT, _LEADING = 0.78, 0.24, 1.28


@dataclass(frozen=True)
class TextLine:
    """One line of a paragraph; `baseline` is measured down from its top."""

    label: str
    width: float
    baseline: float


@dataclass(frozen=True)
class Paragraph:
    """Lines below each other, in points."""

    size: float
    lines: tuple[TextLine, ...] = ()
    height: float = 0.0
    width: float = 0.0  # of the widest line
    first: float = 0.0  # the baseline of the first line, measured down from the top


@lru_cache(maxsize=512)
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
    widest, first = max((line.width for line in lines), default=0.0), lines[0] if lines else None
    return Paragraph(size, tuple(lines), bottom, widest, first.baseline if first else 0.0)


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
        label = labels.from_user(label)
    for number, piece in enumerate(label.split("$")):
        if number % 2:
            words[-1] += f"${piece}$"
        else:
            first, *rest = piece.split(" ")
            words[-1] += first
            words += rest
    pieces: list[str] = []
    for word in filter(None, words):
        if extent(word, family, size)[0] <= width:
            pieces.append(word)
        elif "$" in word:
            pieces += _terms(word)
        else:
            pieces.append("")
            for letter in word:
                if pieces[-1] and extent(pieces[-1] + letter, family, size)[0] > width:
                    pieces.append("")
                pieces[-1] += letter
    return pieces


def _terms(word: str) -> list[str]:
    """Return a formula that is too long in pieces, each from a sign outside parentheses on."""
    found = _FORMULA.fullmatch(word)
    if found is None:
        return [word]
    before, formula, after = found.groups()
    places = [
        sign.start()
        for sign in _TERM.finditer(formula)
        if all(
            formula.count(opens, 0, sign.start()) == formula.count(closes, 0, sign.start())
            for opens, closes in ("{}", "()")
        )
    ]
    ends = zip([0, *(place + 1 for place in places)], [*places, len(formula)], strict=True)
    # The empty group keeps the room before a sign.
    pieces = [f"${'{}' * (start > 0)}{formula[start:end]}$" for start, end in ends]
    pieces[0], pieces[-1] = before + pieces[0], pieces[-1] + after
    return pieces


@dataclass(frozen=True)
class PageFont:
    """The letters of a page: the family, and the size of its font in points."""

    family: str
    em: float

    def width(self, label: str, scale: float = 1.0) -> float:
        return extent(label, self.family, self.em * scale)[0]

    def lines(self, label: str, width: float, scale: float = 1.0) -> Paragraph:
        return paragraph(label, self.family, self.em * scale, width)


# In font sizes: the pictures before the words, the room after them, and between entries and rows.
_WIDE, _NARROW, _AFTER, _BETWEEN, _ROWS = 2.2, 1.0, 0.5, 1.4, 0.3
# The picture of an area, a marker at most, and how high above the baseline pictures stand.
AREA, DOT, MIDDLE = 0.8, 1.0, 0.3
_NARROW_SHAPES = ("dots", "area")


@dataclass(frozen=True)
class PlacedEntry:
    """An entry in its place, in points to the right of and below the legend's corner."""

    entry: LegendEntry
    words: Paragraph
    picture: float  # its width
    right: float
    indent: float  # where the words begin, to the right of the legend's corner
    down: float = 0.0


@dataclass(frozen=True)
class LegendBlock:
    """Entries in rows."""

    placed: tuple[PlacedEntry, ...] = ()
    width: float = 0.0
    height: float = 0.0


def flow(entries: tuple[LegendEntry, ...], family: str, size: float, width: float) -> LegendBlock:
    """Put entries side by side, in as many rows as the width asks for."""
    rows: list[list[PlacedEntry]] = []
    right = 0.0
    for entry in entries:
        picture = (_NARROW if entry.shape in _NARROW_SHAPES else _WIDE) * size
        before = picture + _AFTER * size
        words = paragraph(entry.label, family, size, max(width - before, size))
        if not rows or right + before + words.width > width:
            rows.append([])
            right = 0.0
        rows[-1].append(PlacedEntry(entry, words, picture, right, right + picture + _AFTER * size))
        right += before + words.width + _BETWEEN * size
    placed: list[PlacedEntry] = []
    bottom = 0.0
    for row in rows:
        # The first lines of a row are level.
        top = bottom + _ROWS * size if placed else 0.0
        baseline = top + max(each.words.first for each in row)
        placed += [replace(each, down=baseline - each.words.first) for each in row]
        bottom = max(each.down + each.words.height for each in placed)
    widest = max((each.indent + each.words.width for each in placed), default=0.0)
    return LegendBlock(tuple(placed), widest, bottom)
