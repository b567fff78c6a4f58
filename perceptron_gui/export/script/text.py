"""Pieces of program text: fragments from files, numbers, words that cannot break out, looks."""

from __future__ import annotations

import math
import re
import tokenize
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from io import StringIO
from itertools import pairwise

from perceptron_gui.base.exact import decimal
from perceptron_gui.base.text import printable
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import paragraph, typeset
from perceptron_gui.figures.model.figure import Range
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style

WIDTH = 100
_DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)
# A line of a fragment may end in conditions: it stays where all of them hold.
_CONDITION = re.compile(r" *#\? (?P<flags>.*)$")


@cache
def _fragments() -> dict[str, str]:
    """Return the functions of all files of fragments by name."""
    parts = (files("perceptron_gui.export.script") / "parts").iterdir()
    texts = [path.read_text(encoding="utf-8").strip() for path in parts]
    return {name_of(piece): piece for text in texts for piece in text.split("\n\n\n")}


def name_of(function: str) -> str:
    """Return the name of a function from its text."""
    found = _DEFINED.search(function)
    if found is None:
        raise ValueError(f"a fragment is a function, this is none: {function[:40]!r}")
    return found[1]


def fragment(name: str, rename: str = "", flags: Collection[str] = (), **blanks: str) -> str:
    """Return one function with the lines whose conditions hold, its __blanks__ filled in."""
    lines = [_kept(line, flags) for line in _fragments()[name].split("\n")]
    text = "\n".join(line for line in lines if line is not None)
    if rename:
        text = text.replace(f"def {name}(", f"def {rename}(", 1)
    for blank, content in blanks.items():
        text = text.replace(f"__{blank}__", content)
    return text


def _kept(line: str, flags: Collection[str]) -> str | None:
    found = _CONDITION.search(line)
    if found is None:
        return line
    wanted = found["flags"].split(", ")
    holds = all((flag.removeprefix("not ") in flags) != flag.startswith("not ") for flag in wanted)
    return line[: found.start()] if holds else None


def folded(text: str) -> str:
    """Return a program whose long lines are broken between the brackets they end with."""
    return "\n".join(part for line in text.split("\n") for part in _folded(line))


def _folded(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()))
    if len(line) <= WIDTH or line[-1:] not in ")]}" or line.lstrip().startswith(("#", '"')):
        return [line]
    entries = _entries(line)
    start = len(line) - 1 - len(", ".join(entries))
    inner = f"{indent}    {', '.join(entries)}"
    fits = len(inner) <= WIDTH or len(entries) == 1
    middle = [inner] if fits else [f"{indent}    {entry}," for entry in entries]
    return [line[:start], *middle, indent + line[-1]]


def _entries(line: str) -> list[str]:
    """Return what stands between the brackets that a line ends with, cut at its commas."""
    open_at: list[int] = []
    commas: dict[int, list[int]] = {}
    for token in tokenize.generate_tokens(StringIO(line.strip()).readline):
        at = token.start[1] + len(line) - len(line.lstrip())
        if token.string in ("(", "[", "{") and token.type == tokenize.OP:
            open_at.append(at)
            commas[at] = [at]
        elif token.string in (")", "]", "}") and token.type == tokenize.OP:
            last = open_at.pop()
        elif token.string == "," and open_at:
            commas[open_at[-1]].append(at)
    cuts = [*commas[last], len(line) - 1]
    return [line[start + 1 : stop].strip() for start, stop in pairwise(cuts)]


def number(value: Fraction, floating: bool = False) -> str:
    """Write a number as Python: 2, Fraction("0.1"), or a float."""
    if floating:
        return repr(float(value))
    return str(value) if value.denominator == 1 else f'Fraction("{typed(value)}")'


def typed(value: Fraction) -> str:
    """Write a number as a person types it: 0.1, or 1/3 where no decimal is equal."""
    text = decimal(float(value)) if abs(value) < 10**15 else ""
    return text if text and Fraction(text) == value else str(value)


def packed(words: Iterable[str], indent: str = "") -> list[str]:
    """Return lines with as many words as fit."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return lines


def in_docstring(text: str) -> str:
    """Return words of a user so that no docstring ends at them."""
    plain = printable(" ".join(text.split()), 1000)
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def literal(text: str) -> str:
    """Write a string as Python, in double quotes, and raw where it holds backslashes."""
    if "\\" in text and '"' not in text and text.isprintable() and not text.endswith("\\"):
        return f'r"{text}"'
    written = repr(text)
    if written[0] == '"':
        return written
    return '"' + written[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'


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


# **LINE("boundary") of a fragment becomes color=…, linewidth=…; so do the others.
_ASKED = re.compile(r'\**(LINE|PEN|DOTS|MARK|AREA|COLOR)\("([a-z ]+)"\)')
_MARKERS = {"circle": "o", "triangle": "^", "square": "s", "diamond": "D", "cross": "x"}


def styled(function: str, page: Page) -> str:
    """Return a function with the colours and widths of the page in place of roles."""

    def written(found: re.Match[str]) -> str:
        role = Role[found[2].upper().replace(" ", "_")]
        return _WRITERS[found[1]](page.theme.style(role), page.scale)

    return _ASKED.sub(written, function)


def look_of(kind: str, style: Style, page: Page) -> str:
    """Return a style as a fragment would have it: LINE, DOTS, AREA, COLOR …"""
    return _WRITERS[kind](style, page.scale)


def look_constants(
    program: str, page: Page, class_names: dict[int, str], share: float = 1.0
) -> list[str]:
    """Return the colours of the page, and the looks of points where there are some."""
    theme = page.theme
    lines = [f'PAPER, TEXT, MUTED = "{theme.background}", "{theme.text}", "{theme.muted}"']
    negative, positive = theme.style(Role.NEGATIVE), theme.style(Role.POSITIVE)
    if re.search(r"\bFILL\b", program):
        fill, area = f'-1: "{negative.fill}", 1: "{positive.fill}", 0: PAPER', positive.size**2
        lines.append(f"FILL, SIZE = {{{fill}}}, {area * (share * page.scale) ** 2:.3g}")
    if re.search(r"\bCLASSES\b", program):
        markers = {-1: _MARKERS[negative.marker], 1: _MARKERS[positive.marker]}
        rows = [f'({y}, {literal(name)}, "{markers[y]}")' for y, name in class_names.items()]
        lines.append(f"CLASSES = [{', '.join(rows)}]")
    return lines


def _dash(style: Style) -> str:
    lengths = ", ".join(f"{length:g}" for length in style.dash)
    return f"(0, ({lengths}))" if style.dash else '"-"'


def _line(style: Style, scale: float) -> str:
    dash = f", linestyle={_dash(style)}" if style.dash else ""
    return f'color="{style.color}", linewidth={style.width * scale:.3g}{dash}'


def _dots(style: Style, scale: float) -> str:
    fill = "" if style.fill == style.color else f', markerfacecolor="{style.fill or "none"}"'
    marker = f'marker="{_MARKERS[style.marker]}", markersize={style.size * scale:.3g}'
    width = f"markeredgewidth={style.width * scale:.3g}"
    return f'color="{style.color}"{fill}, {marker}, {width}, linestyle=""'


_WRITERS: dict[str, Callable[[Style, float], str]] = {
    "LINE": _line,
    "PEN": lambda style, scale: f'"{style.color}", {style.width * scale:.3g}, {_dash(style)}',
    "DOTS": _dots,
    "MARK": lambda style, _: f'"{_MARKERS[style.marker]}", "{style.color}"',
    "AREA": lambda style, _: f'"{style.fill}"',
    "COLOR": lambda style, _: f'"{style.color}"',
}
