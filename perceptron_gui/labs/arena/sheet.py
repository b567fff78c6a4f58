"""The sheet of the arena as a page shows it: many planes in little room."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perceptron_gui.core.rules.contestants import MOST, SEPARATOR
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.model.role import Role

from .options import USUAL


def on_screen(drawing: Figure | Sheet) -> Figure | Sheet:
    """Return a sheet whose planes, if there are several, have no axes, and their errors below."""
    if not isinstance(drawing, Sheet):
        return drawing
    notes = tuple(note.replace("--", "") for note in drawing.notes)  # as nobody types them here
    planes = [panel for panel in drawing.panels if panel.figure.equal]
    panels = tuple(map(_small, drawing.panels)) if len(planes) > 1 else drawing.panels
    return replace(drawing, panels=panels, notes=notes)


def _small(panel: Panel) -> Panel:
    if not panel.figure.equal:
        return panel
    figure = panel.figure
    name, _, wrong = figure.title.rpartition(": ")
    marks = (*figure.marks, *_frame(figure))
    notes = (wrong.replace(" ", "\u00a0"), *figure.notes)  # not broken, however narrow
    return replace(panel, figure=replace(figure, bare=True, title=name, marks=marks, notes=notes))


def _frame(figure: Figure) -> tuple[Line, ...]:
    """Return what axes would draw around the plane, so that an empty one is seen too."""
    if figure.x.range is None or figure.y.range is None:
        return ()
    (left, right), (bottom, top) = figure.x.range, figure.y.range
    x, y = [left, right, right, left, left], [bottom, bottom, top, top, bottom]
    return (Line("frame", Role.ZERO, np.array(x), np.array(y)),)


CONTESTS: dict[str, str] = {
    "Ways out where no line separates": USUAL,
    "One path, four answers": "averaged; voted; pocket pocket=errors",
    "Ties": "pla tie=minus; pla tie=plus; pla tie=always",
    "Orders": "pla order=cyclic; pla order=shuffled; pla order=first-mistake; pla order=worst",
    "Margins": "pla margin=1; pla margin=5; pla margin=20",
    "Lifts": "pla lift=product; pla lift=quadratic",
    "Losses": (
        "sgd loss=perceptron eta=0.1; sgd loss=hinge eta=0.1; sgd loss=logistic eta=0.1; "
        "sgd loss=squared eta=0.01"
    ),
    "Least squares, three ways": (
        "least-squares; least-squares solver=newton; least-squares solver=gd eta=0.01"
    ),
}


def suggestions(text: str) -> dict[str, str]:
    """Return whole contests by their titles, and the one at hand with one rule more."""
    names = [part.strip() for part in text.split(SEPARATOR) if part.strip()]
    if len(names) >= MOST:
        return CONTESTS
    more = {
        f"Add: {facts.title}": f"{SEPARATOR} ".join([*names, rule])
        for rule, facts in RULES.items()
        if rule not in names
    }
    return CONTESTS | more
