"""Plane, loss and norms of the same visit on one page."""

from __future__ import annotations

from typing import Any

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves import loss, norms
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet
from perceptron_gui.figures.model.view import View, ViewOptions, draw
from perceptron_gui.figures.pictures import boundary


def part(
    view: View, dataset: Dataset, run: Run | None, cursor: int, options: ViewOptions, **own: Any
) -> Figure:
    """Draw a view for a sheet with these options; `own` are those of this part only."""
    shared = {name: getattr(options, name) for name in ("notation", "detail", "horizon")}
    figure = draw(view, dataset, run, cursor, view.options(**shared, **own))
    assert isinstance(figure, Figure)
    return figure


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


_SHOWS = "Plane, loss and norms of the same visit on one page."
VIEW = View(NAME, _SHOWS, ViewOptions, build, needs_run=False, is_sheet=True)
