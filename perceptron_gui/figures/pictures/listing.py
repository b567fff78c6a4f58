"""The algorithm of the rule as a lecture writes it, with a visit in it.

Letters grow with the drawing. The numbers stand at the right of their lines, or below them where
that leaves more room for the letters; what a later visit shows moves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Mark, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions
from perceptron_gui.figures.plane.box import PlaneBox, plane_figure
from perceptron_gui.lectures.listings.line import ListingLine
from perceptron_gui.lectures.listings.visit import PHASES, ListedVisit

# In sizes of letters: the distance of lines and of rows of numbers, an indentation, the edge.
_LINE, _ROW, _INDENT, _EDGE = 1.6, 1.2, 1.5, 0.6
_STEP = 1.6  # of the number that a step has
_COLUMN, _GAP = 19.0, 1.2  # the room for numbers beside lines, and before it
_SMALLER = 0.85  # numbers than lines
_LEAST = 0.55  # the share of its size to which a long row shrinks
_HEIGHT = 100.0  # of the drawing, in its units
_SIGN = re.compile(r"(, |\\(?:ne|le|ge) |< |> )([+-])")
# About how wide letters are, in their size: the widest that a page or a screen has.
_NARROW, _WIDE, _SCRIPTS = (
    "ijlt.,:;()[]|!' fr",
    "mwMWθ∇Σ←→=≠≤≥<+−",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵀⁱₒₚᵢⱼₖₙ₀₁₂₃₄₅₆₇₈₉",
)


@dataclass(frozen=True)
class ListingOptions(ViewOptions):
    """Which line of the visit is executed."""

    line: str = option(
        "update", Choice(PHASES, titles={each: each.capitalize() for each in PHASES}),
        "which line of the visit is executed",
    )  # fmt: skip


@dataclass(frozen=True)
class _Setting:
    """Where lines stand: the size of letters, and in it how wide all and how high each is.

    Below a line there is room for so many `rows` of its numbers; else they stand beside it.
    """

    letter: float
    width: float
    heights: tuple[float, ...]
    rows: tuple[int, ...]


def build(dataset: Dataset, run: Run, cursor: int, options: ListingOptions) -> Figure:
    """Draw the listing with the line that is executed, and the numbers of the visit so far."""
    visit = min(cursor, run.visits)
    listed = ListedVisit(run, visit, options.symbols)
    wide, setting = _HEIGHT * options.aspect, _setting(listed.lines, options.aspect)
    left = max(0.0, wide - setting.width * setting.letter) / 2
    top = (_HEIGHT + sum(setting.heights) * setting.letter) / 2
    marks = tuple(_marks(listed, options.line, setting, left, top))
    box = PlaneBox(*options.range) if options.range else PlaneBox(0.0, wide, 0.0, _HEIGHT)
    notes = (f"{RULES[run.rule.rule].title}, {options.symbols.title}. {listed.heading}.",)
    return plane_figure(VIEW.name, ("", ""), box, marks, options.title, notes, bare=True)


def _setting(lines: Sequence[ListingLine], aspect: float) -> _Setting:
    """Return where numbers stand such that the letters are largest."""
    words = max(_indent(line, lines) + _width(line.text) for line in lines) + _EDGE
    # Lines with few words or numbers have room for these beside those.
    below = tuple(0 if line.is_short or not line.kinds else line.rows for line in lines)
    row, settings = _ROW * _SMALLER, []
    for width, rows in (
        (words + _GAP + _COLUMN, (0,) * len(lines)),
        (max(words, _COLUMN + 2 * _INDENT), below),
    ):
        heights = tuple(
            _LINE + row * more if more else max(_LINE, row * line.rows + _LINE - _ROW)
            for line, more in zip(lines, rows, strict=True)
        )
        letter = _HEIGHT * min(aspect / width, 1 / sum(heights))
        # Where letters are as high as they can be, the numbers take what is left of the width.
        width = min(_HEIGHT * aspect / letter, words + _GAP + _COLUMN)
        settings.append(_Setting(letter, width, heights, rows))
    return max(settings, key=lambda setting: setting.letter)


def _indent(line: ListingLine, lines: Sequence[ListingLine]) -> float:
    return _EDGE + _INDENT * line.indent + _STEP * any(other.step for other in lines)


def _width(text: str) -> float:
    """Return about how wide words are, in sizes of their letters."""
    shares = {**dict.fromkeys(_NARROW, 0.33), **dict.fromkeys(_WIDE, 0.85)}
    shares |= dict.fromkeys(_SCRIPTS, 0.42)
    return sum(shares.get(letter, 0.57) for letter in to_plain(text))


def _marks(
    listed: ListedVisit, phase: str, setting: _Setting, left: float, top: float
) -> Iterator[Mark]:
    """Yield the band below the lines that are executed, then every line with its numbers."""
    lit, numbers, size = listed.lit(phase), listed.numbers(phase), setting.letter
    right = left + setting.width * size
    ends = np.round(top - size * np.cumsum([0.0, *setting.heights]), 3).tolist()
    for n in lit:
        x, y = np.array([left, right, right, left]), np.repeat(ends[n : n + 2], 2)
        yield Region(f"lit {n}", Role.LIT, x, y)
    for n, line in enumerate(listed.lines):
        start = left + size * _indent(line, listed.lines)
        middle = (ends[n] + ends[n + 1]) / 2
        below = setting.rows[n]
        if below:
            middle = ends[n] - _LINE / 2 * size
        if line.step:
            step_at = left + size * _EDGE
            yield Text(f"step {n}", Role.ASIDE, step_at, middle, line.step, "w", letter=size)
        yield Text(f"line {n}", Role.NOTE, start, middle, line.text, "w", letter=size)
        rows, apart = numbers.get(n, ()), _ROW * _SMALLER * size
        first = middle + apart * (len(rows) - 1) / 2
        room = setting.width - 2 * _EDGE
        if below:
            first = ends[n] - (_LINE + _ROW * _SMALLER * 0.4) * size
        else:
            room -= _indent(line, listed.lines) + _width(line.text) + _GAP / 2 - _EDGE
        for at, row in enumerate(rows):
            place = right - size * _EDGE, first - apart * at
            yield _number(f"numbers {n} {at}", row, n in lit, place, (size, room))


def _number(
    key: str, row: str, is_lit: bool, place: tuple[float, float], fits: tuple[float, float]
) -> Text:
    """Return a row of numbers, whose letters are smaller where the room is too narrow."""
    role = Role.NOTE if is_lit else Role.ASIDE
    for verdict, told in ((r"\text{mistake}", Role.MISTAKE), (r"\text{correct}", Role.SUCCESS)):
        role = told if verdict in row else role
    # After a comma or a relation a sign belongs to its number.
    text = "$" + _SIGN.sub(r"\1{\2}", row.strip()) + "$"
    size, room = fits
    share = min(1.0, max(_LEAST, room / (_SMALLER * _width(text))))
    return Text(key, role, *place, text, "e", letter=_SMALLER * share * size)


_SHOWS = "The algorithm of the rule as a lecture writes it, with the line that a visit executes."
VIEW = View("listing", _SHOWS, ListingOptions, build)
