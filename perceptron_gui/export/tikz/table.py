"""Tables as tabulars of LaTeX, with plain rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from perceptron_gui.figures.figure import Table

from ..layout.paragraphs import paragraph
from ..page import Page
from .ink import Ink
from .text import to_latex
from .words import WIDER

# TeX has no boxes higher than 5.7 metres, so long tables come in parts.
_ROWS_IN_A_PART = 500
_STRETCH = 1.15
_EDGE = "2mm"
_POINTS = 72.0


def tabular_lines(table: Table, page: Page) -> list[list[str]]:
    """Return the lines of a table, or of its parts where it is long."""
    starts = range(0, max(1, len(table.rows)), _ROWS_IN_A_PART)
    parts = [replace(table, rows=table.rows[at : at + _ROWS_IN_A_PART]) for at in starts]
    return [_part(part, page) for part in parts]


def _part(table: Table, page: Page) -> list[str]:
    ink = Ink(page.theme, page.scale)
    background, text = ink.page("background"), ink.page("text")
    return [
        *ink.definitions(),
        rf"\renewcommand{{\arraystretch}}{{{_STRETCH}}}\setlength{{\fboxsep}}{{{_EDGE}}}%",
        rf"\colorbox{{{background}}}{{\color{{{text}}}%",
        r"\begin{tabular}{@{}l@{}}",
        *([rf"\textbf{{{to_latex(table.title)}}} \\"] if table.title else []),
        *_tabular(table),
        *(rf"\\ {_note(note, page)}" for note in table.notes),
        r"\end{tabular}}%",
    ]


def _tabular(table: Table) -> Iterator[str]:
    sides = "".join("l" if n in table.left else "r" for n in range(len(table.columns)))
    yield rf"\begin{{tabular}}{{@{{}}{sides}@{{}}}}"
    yield r"\hline"
    yield _row(table.columns)
    yield r"\hline"
    yield from map(_row, table.rows)
    yield r"\hline"
    yield r"\end{tabular}"


def _row(cells: Sequence[str]) -> str:
    return rf"{' & '.join(map(to_latex, cells))} \\"


def _note(note: str, page: Page) -> str:
    """Return a note, in lines as wide as the page where it is longer."""
    width = page.inches[0] * _POINTS
    size = page.font * WIDER[page.family]
    is_short = len(paragraph(note, page.family, size, width).lines) <= 1
    words = to_latex(note)
    return words if is_short else rf"\parbox[t]{{{page.width:g}mm}}{{\raggedright {words}}}"
