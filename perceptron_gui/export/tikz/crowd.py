"""Crowds of marks thinned out: TeX keeps every mark in its memory until the page is done."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.marks import Values

_CROWD = 1000
_WIDER = 1.25


def thinned(
    x: Values, y: Values, kinds: NDArray[np.int64], cell: float, most: int
) -> NDArray[np.intp]:
    """Return which marks (n,) are drawn: of a crowd one of each kind in every cell of a grid.

    So a mark that is alone always stays. The sides of cells, in the units of x and y, grow from
    `cell` on until there are at most so many marks.
    """
    kept = np.arange(len(x))
    if len(x) <= min(_CROWD, most):
        return kept
    while True:
        cells = np.column_stack([np.floor(x / cell), np.floor(y / cell), kinds])
        kept = np.sort(np.unique(cells, axis=0, return_index=True)[1])
        if len(kept) <= most:
            return kept
        cell *= _WIDER
