"""One figure of a sheet: a view of the same visit, with the options that all of them share."""

from __future__ import annotations

from typing import Any

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run

from .figure import Figure
from .view import View, ViewOptions, draw


def part(
    view: View, dataset: Dataset, run: Run | None, cursor: int, options: ViewOptions, **own: Any
) -> Figure:
    """Draw a view for a sheet with these options; `own` are those of this part only."""
    shared = {name: getattr(options, name) for name in ("notation", "detail", "horizon")}
    figure = draw(view, dataset, run, cursor, view.options(**shared, **own))
    assert isinstance(figure, Figure)
    return figure
