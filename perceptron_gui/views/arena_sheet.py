"""The sheet of the arena as a page shows it: many planes in little room."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perceptron_gui.figures.figure import Figure, Panel, Sheet
from perceptron_gui.figures.marks import Line
from perceptron_gui.figures.role import Role


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
