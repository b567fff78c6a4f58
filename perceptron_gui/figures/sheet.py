"""Boundary, loss and norms of the same visit on one page."""

from __future__ import annotations

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run

from . import boundary, loss, norms
from .figure import Panel, Sheet
from .sheet_part import part
from .view import View, ViewOptions

NAME = "sheet"
_WIDTHS = (1.2, 1.0)


def build(dataset: Dataset, run: Run | None, cursor: int, options: ViewOptions) -> Sheet:
    """Build the boundary at the left, as high as the loss and the norms at the right."""
    left, right = (options.aspect * width / sum(_WIDTHS) for width in _WIDTHS)
    shown = dataset, run, cursor, options
    return Sheet(
        NAME,
        (
            # A fixed range is one of the plane; the others have axes of their own.
            Panel(part(boundary.VIEW, *shown, aspect=left, range=options.range), 0, 0, rows=2),
            Panel(part(loss.VIEW, *shown, aspect=2 * right), 0, 1),
            Panel(part(norms.VIEW, *shown, aspect=2 * right), 1, 1),
        ),
        2,
        _WIDTHS,
        options.title,
    )


VIEW = View(NAME, "Boundary, loss and norms of the same visit on one page.", ViewOptions, build)
