"""Boundary, loss and norms on one page: the figures that the views draw alone."""

from __future__ import annotations

from typing import Any

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves import loss, norms
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.view import ViewOptions, draw
from perceptron_gui.figures.sheets.overview import VIEW
from tests.figures.timelines import AND


def page(run: Run, cursor: int, **options: Any) -> Sheet:
    sheet = draw(VIEW, run.dataset, run, cursor, ViewOptions(**options))
    assert isinstance(sheet, Sheet)
    return sheet


def test_the_boundary_stands_beside_loss_and_norms() -> None:
    sheet = page(train(*AND), 9, title="AND")
    places = [(p.figure.name, p.row, p.column, p.rows) for p in sheet.panels]
    assert places == [("boundary", 0, 0, 2), ("loss", 0, 1, 1), ("norms", 1, 1, 1)]
    assert (sheet.rows, len(sheet.widths), sheet.title) == (2, 2, "AND")
    assert all(panel.figure.title == "" for panel in sheet.panels)


def test_the_figures_are_those_of_the_views_alone() -> None:
    run = train(*AND)
    sheet = page(run, 9, notation="001", detail=50)
    for panel, view in zip(sheet.panels[1:], (loss.VIEW, norms.VIEW), strict=True):
        alone = view.build(run.dataset, run, 9, view.options(notation="001", detail=50))
        assert isinstance(alone, Figure)
        assert (panel.figure.marks, panel.figure.y) == (alone.marks, alone.y)
    assert page(run, 9, notation="001") != page(run, 9, notation="000")


def test_a_fixed_range_is_that_of_the_plane() -> None:
    run = train(*AND)
    fixed, free = page(run, 9, range=(-3.0, 3.0, -2.0, 2.0)), page(run, 9)
    plane = fixed.panels[0].figure
    assert (plane.x.range, plane.y.range) == ((-3.0, 3.0), (-2.0, 2.0))
    assert fixed.panels[1:] == free.panels[1:]
