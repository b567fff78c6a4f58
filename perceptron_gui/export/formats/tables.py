"""Figures and tables as CSV, and tables as Markdown; for LaTeX they are written by `tikz`."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.label import parts, to_plain
from perceptron_gui.figures.model.marks import Arrow, Band, Mark, Points, RuleLine, Text
from perceptron_gui.figures.model.role import CLASS_ROLES

# What Markdown would take for markup in words.
_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~$]")


def write_markdown(table: Table) -> str:
    """Return a table as Markdown with pipes; mathematics stays between dollar signs."""
    rules = [":--" if number in table.left else "--:" for number in range(len(table.columns))]
    rows = [_row(table.columns), f"|{'|'.join(rules)}|", *map(_row, table.rows)]
    title = [f"**{_text(table.title)}**", ""] if table.title else []
    notes = [line for note in table.notes for line in ("", _text(note))]
    return "\n".join([*title, *rows, *notes]) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_text, cells))} |"


def _text(label: str) -> str:
    written = ""
    for is_math, text in parts(label):
        if is_math:  # no pipe may end the cell: \| is \Vert to LaTeX
            without_pipes = text.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
            written += f"${without_pipes}$"
        else:
            written += _MARKUP.sub(r"\\\g<0>", " ".join(text.split("\n")))
    return written


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


COLUMNS = (
    *("figure", "mark", "role", "label", "x", "y", "lower", "upper", "x1", "y1"),
    *("index", "truth", "predicted", "text"),
)

Row = dict[str, Any]


def write_csv_figure(drawing: Drawing) -> str:
    """Return a drawing as CSV (RFC 4180): the coordinates of its marks, or the cells of a table."""
    if isinstance(drawing, Table):
        return _written([map(plain_cell, row) for row in (drawing.columns, *drawing.rows)])
    named = [(drawing.name, drawing)] if isinstance(drawing, Figure) else []
    if isinstance(drawing, Sheet):  # with its title, which tells frames apart
        for figure in (panel.figure for panel in drawing.panels):
            title = to_plain(figure.title)
            named.append((f"{figure.name}: {title}" if title else figure.name, figure))
    rows = [
        {"figure": name, **row}
        for name, figure in named
        for mark in figure.marks
        for row in _rows(mark)
    ]
    return _written([COLUMNS, *([row.get(name) for name in COLUMNS] for row in rows)])


def _written(rows: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _rows(mark: Mark) -> Iterator[Row]:
    role, label = mark.role.name.lower(), harmless(to_plain(mark.label))
    for row in _points(mark) if isinstance(mark, Points) else _coordinates(mark):
        yield {"mark": mark.key, "role": role, "label": label, **row}


def _coordinates(mark: Mark) -> Iterator[Row]:
    if isinstance(mark, Band):
        yield from _aligned(x=mark.x, lower=mark.lower, upper=mark.upper)
    elif isinstance(mark, Arrow):
        yield {"x": mark.x0, "y": mark.y0, "x1": mark.x1, "y1": mark.y1}
    elif isinstance(mark, RuleLine):
        yield {"x" if mark.vertical else "y": mark.at}
    elif isinstance(mark, Text):
        yield {"x": mark.x, "y": mark.y, "text": harmless(to_plain(mark.text))}
    else:
        yield from _aligned(x=mark.x, y=mark.y)


def _points(mark: Points) -> Iterator[Row]:
    """Yield a row for every point; its role and its label are those of its class."""
    names = {-1: mark.class_names[0], 1: mark.class_names[1]}
    columns = {"x": mark.x, "y": mark.y, "index": mark.index, "predicted": mark.predicted}
    for row, truth in zip(_aligned(**columns), mark.truth.tolist(), strict=True):
        name = harmless(to_plain(names[truth]))
        yield {**row, "truth": truth, "role": CLASS_ROLES[truth].name.lower(), "label": name}


def _aligned(**columns: Any) -> Iterator[Row]:
    """Yield rows of columns of the same length; NaN, which parts a line, is an empty cell."""
    for values in zip(*(column.tolist() for column in columns.values()), strict=True):
        cells = (None if math.isnan(value) else value for value in values)
        yield dict(zip(columns, cells, strict=True))
