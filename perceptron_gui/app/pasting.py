"""Points from the clipboard: rows as a spreadsheet copies them, with a label or without."""

from __future__ import annotations

import re

import numpy as np

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.edits import InsertPoints
from perceptron_gui.core.errors import DataError

_NAME = "clipboard"
_MOST_CHARACTERS = 10_000_000


def pasted(text: str, dataset: Dataset, label: int) -> InsertPoints:
    """Return the edit that adds the points; rows without a label get this one."""
    if len(text) > _MOST_CHARACTERS:
        raise DataError(f"{_NAME}: too much text; import it from a file")
    rows = [re.split(r"[\t;,]|(?<=\S) +(?=\S)", line.strip()) for line in text.splitlines()]
    rows = [row for row in rows if any(row)]
    if not rows:
        raise DataError(f"{_NAME}: there is no table on it; copy rows of numbers first")
    columns = dataset.dimension
    if all(len(row) == columns for row in rows):
        labelled = [[*row, f"{label:+d}"] for row in rows]
    elif all(len(row) == columns + 1 for row in rows):
        labelled = rows
    else:
        wanted = f"{columns} numbers, or {columns} and a label"
        raise DataError(f"{_NAME}: every row must hold {wanted}; the points have {columns}")
    from perceptron_gui.document.csv_file import read_csv  # not before there is something to read

    found = read_csv("\n".join(",".join(row) for row in labelled).encode(), _NAME).dataset
    if found.dimension != columns:
        raise DataError(f"{_NAME}: the points have {columns} coordinates, not {found.dimension}")
    labels = found.labels if labelled is rows else np.full(len(found), label, dtype=np.int8)
    indices = np.arange(len(dataset), len(dataset) + len(found))
    return InsertPoints(indices, found.points, labels)
