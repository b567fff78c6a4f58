"""Several figures on one page: those of the views, on the same axes, with the proof in words."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves import loss, norms
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.view import View, draw
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.figures.sheets import overview, proof
from perceptron_gui.figures.sheets.filmstrip import VIEW, FilmstripOptions
from tests.figures.timelines import AND, XOR, run_of


def page(run: Run, cursor: int, view: View = proof.VIEW, **options: Any) -> Sheet:
    sheet = draw(view, run.dataset, run, cursor, view.options(**options))
    assert isinstance(sheet, Sheet)
    return sheet


def test_the_figures_are_those_of_the_views_alone() -> None:
    run = train(*AND)
    sheet = page(run, 9, overview.VIEW, notation="001", detail=50)
    for panel, view in zip(sheet.panels[1:], (loss.VIEW, norms.VIEW), strict=True):
        alone = view.build(run.dataset, run, 9, view.options(notation="001", detail=50))
        assert isinstance(alone, Figure)
        assert (panel.figure.marks, panel.figure.y) == (alone.marks, alone.y)
    one, other = (page(run, 9, overview.VIEW, notation=name) for name in ("001", "000"))
    assert one != other


def test_a_fixed_range_is_that_of_the_plane() -> None:
    run = train(*AND)
    free = page(run, 9, overview.VIEW)
    fixed = page(run, 9, overview.VIEW, range=(-3.0, 3.0, -2.0, 2.0))
    plane = fixed.panels[0].figure
    assert (plane.x.range, plane.y.range) == ((-3.0, 3.0), (-2.0, 2.0))
    assert fixed.panels[1:] == free.panels[1:]


def test_the_plane_stands_beside_both_plots() -> None:
    sheet = page(train(*AND, tie="minus"), 12, title="AND")
    places = [(p.figure.name, p.row, p.column, p.rows) for p in sheet.panels]
    assert places == [("boundary", 0, 0, 2), ("norms", 0, 1, 1), ("distance", 1, 1, 1)]
    plane = sheet.panels[0].figure
    assert all(plane.has(key) for key in ("margin", "support", "circle", "separator"))
    assert all(panel.figure.has("limit") for panel in sheet.panels[1:])
    assert sheet.title == "AND"


def test_data_that_no_line_separates_are_mentioned_once() -> None:
    sheet = page(train(*XOR), 3)
    assert [panel.figure.name for panel in sheet.panels] == ["boundary", "norms"]
    notes = [*(note for panel in sheet.panels for note in panel.figure.notes), *sheet.notes]
    assert sum("No line separates" in note for note in notes) == 1


def strip(run: Run, cursor: int | None = None, **options: Any) -> Sheet:
    at = run.visits if cursor is None else cursor
    sheet = draw(VIEW, run.dataset, run, at, FilmstripOptions(**options))
    assert isinstance(sheet, Sheet)
    return sheet


def titles(sheet: Sheet) -> list[str]:
    return [to_plain(panel.figure.title) for panel in sheet.panels]


def test_every_chosen_update_has_a_frame_and_the_end_has_one() -> None:
    run = train(*AND, tie="minus")
    assert titles(strip(run)) == ["k = 0", "k = 1", "k = 2", "k = 5", "k = 10"]
    assert [panel.figure.updates for panel in strip(run).panels] == [0, 1, 2, 5, 10]
    assert titles(strip(run, updates=(3, "end", 1))) == ["k = 3", "k = 10", "k = 1"]


def test_updates_that_were_not_made_are_left_out_and_if_asked_for_it_says_so() -> None:
    run = train(*AND, tie="minus")
    early = strip(run, cursor=4)
    assert titles(early) == ["k = 0", "k = 1"]
    assert not any("there is no" in note for note in early.notes)
    asked = strip(run, cursor=4, updates=(0, 1, 3, 5))
    assert asked.notes[-1] == "The weights changed once up to here; there is no $k = 3, 5$."
    assert titles(strip(run, cursor=0)) == ["k = 0"]
    assert titles(strip(run, updates=(99,))) == ["k = 10"]


def test_a_frame_is_the_boundary_after_its_update() -> None:
    run = train(*AND, tie="minus")
    for panel, k in zip(strip(run).panels, (0, 1, 2, 5), strict=False):
        visit = int(run.history.visits[k - 1]) if k else 0
        x, y = panel.figure.x.range, panel.figure.y.range
        assert x is not None and y is not None
        options = boundary.VIEW.options(range=(*x, *y))
        alone = boundary.VIEW.build(run.dataset, run, visit, options)
        assert isinstance(alone, Figure)
        assert panel.figure.marks == alone.marks


def test_all_frames_have_the_same_axes() -> None:
    for sheet in (strip(run_of("iris")), strip(run_of("lifted xor")), strip(run_of("and"), 9)):
        axes = {(panel.figure.x, panel.figure.y) for panel in sheet.panels}
        assert len(axes) == 1
        assert None not in [axis.range for pair in axes for axis in pair]


@pytest.mark.parametrize(
    ("aspect", "shape"), [(5.0, (1, 5)), (2.4, (1, 5)), (1.7, (2, 3)), (0.6, (3, 2))]
)
def test_the_grid_fits_the_place_it_is_put_in(aspect: float, shape: tuple[int, int]) -> None:
    sheet = strip(train(*AND, tie="minus"), aspect=aspect)
    assert (sheet.rows, len(sheet.widths)) == shape
    cells = [(panel.row, panel.column) for panel in sheet.panels]
    assert cells == [divmod(number, shape[1]) for number in range(5)]


def test_frames_of_an_animation_wait_empty_for_their_update() -> None:
    run = train(*AND, tie="minus")
    sheets = [strip(run, cursor, horizon=run.visits) for cursor in range(run.visits + 1)]
    assert {len(sheet.panels) for sheet in sheets} == {5}
    drawn = [number for number, panel in enumerate(sheets[4].panels) if panel.figure.marks]
    assert drawn == [0, 1, 4]
    assert titles(sheets[4]) == ["k = 0", "k = 1", "k = 2", "k = 5", "k = 1"]
    assert sheets[-1] == strip(run)
