"""What is plotted, as CSV: a row for every coordinate of every mark. Floats read back equal."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator
from typing import Any

from perceptron_gui.figures.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.label import to_plain
from perceptron_gui.figures.marks import Arrow, Band, Mark, Points, RuleLine, Text
from perceptron_gui.figures.role import Role

from .csv_cells import harmless, plain_cell

COLUMNS = (
    *("figure", "mark", "role", "label", "x", "y", "lower", "upper", "x1", "y1"),
    *("index", "truth", "predicted", "text"),
)

Row = dict[str, Any]


def write_csv_figure(drawing: Drawing) -> str:
    """Return a drawing as CSV (RFC 4180): the coordinates of its marks, or the cells of a table."""
    if isinstance(drawing, Table):
        return _written([map(plain_cell, row) for row in (drawing.columns, *drawing.rows)])
    rows = [
        {"figure": name, **row}
        for name, figure in _named(drawing)
        for mark in figure.marks
        for row in _rows(mark)
    ]
    return _written([COLUMNS, *([row.get(name) for name in COLUMNS] for row in rows)])


def _written(rows: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _named(drawing: Figure | Sheet) -> Iterator[tuple[str, Figure]]:
    """Yield every figure with its name; on a sheet with its title, which tells frames apart."""
    if isinstance(drawing, Figure):
        yield drawing.name, drawing
        return
    for panel in drawing.panels:
        title = to_plain(panel.figure.title)
        yield f"{panel.figure.name}: {title}" if title else panel.figure.name, panel.figure


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
    roles = {-1: Role.NEGATIVE, 1: Role.POSITIVE}
    names = {-1: mark.class_names[0], 1: mark.class_names[1]}
    columns = {"x": mark.x, "y": mark.y, "index": mark.index, "predicted": mark.predicted}
    for row, truth in zip(_aligned(**columns), mark.truth.tolist(), strict=True):
        name = harmless(to_plain(names[truth]))
        yield {**row, "truth": truth, "role": roles[truth].name.lower(), "label": name}


def _aligned(**columns: Any) -> Iterator[Row]:
    """Yield rows of columns of the same length; NaN, which parts a line, is an empty cell."""
    for values in zip(*(column.tolist() for column in columns.values()), strict=True):
        yield dict(zip(columns, map(_number, values), strict=True))


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
