"""Numbers as people type them into tables, read a column at a time or a cell at a time."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.dataset import in_reach


def number(cell: str, decimal_comma: bool = False) -> float | None:
    """Return the number in a cell, which may be nan or inf, or None for anything else."""
    text = plain(cell, decimal_comma)
    if "_" in text:  # Python reads 1_000 as a number; people do not
        return None
    try:
        return float(text)
    except ValueError:
        return None


def plain(cell: str, decimal_comma: bool = False) -> str:
    """Return the cell with a hyphen for the minus sign and, if asked, a point for the comma."""
    text = cell.strip().replace("−", "-")
    if decimal_comma and "." not in text:
        text = text.replace(",", ".")
    return text


def numbers(cells: Sequence[str], decimal_comma: bool) -> NDArray[np.float64] | None:
    """Return a column as floats (n,), or None if a cell holds no finite number."""
    # Python's float reads what `number` reads, but for these three characters.
    joined = "".join(cells)
    if "_" in joined or "−" in joined or (decimal_comma and "," in joined):
        found = [number(cell, decimal_comma) for cell in cells]
        if None in found:
            return None
        values = np.array(found, dtype=np.float64)
    else:
        try:
            values = np.array(list(map(float, cells)), dtype=np.float64)
        except ValueError:
            return None
    return values if bool(in_reach(values).all()) else None


def rounded_cells(
    cells: Sequence[str], values: NDArray[np.float64], decimal_comma: bool
) -> list[int]:
    """Return the indices of cells whose number is not the shortest decimal of its float."""
    suspects = np.abs(values) < 1e-300  # where floats run out of digits
    if max(map(len, cells), default=0) > 15:  # up to 15 digits always survive
        suspects |= np.fromiter((len(cell) > 15 for cell in cells), bool, len(cells))
    return [
        i
        for i in np.flatnonzero(suspects).tolist()
        if not _survives(plain(cells[i], decimal_comma), float(values[i]))
    ]


def _survives(text: str, value: float) -> bool:
    try:
        return Decimal(text) == Decimal(repr(value))
    except ArithmeticError:  # an exponent beyond even Decimal
        return False
