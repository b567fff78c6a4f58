"""The boundary after chosen updates: the right frames, on the same axes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.view import draw, read_options
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.figures.sheets.filmstrip import VIEW, FilmstripOptions, best_columns
from tests.figures.timelines import AND, XOR, run_of


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


def test_an_update_is_shown_once() -> None:
    run = train(*AND, tie="minus")
    assert titles(strip(run, updates=(10, 0, "end", 0))) == ["k = 10", "k = 0"]


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


def test_frames_have_the_shape_of_the_data() -> None:
    def shape(run: Run, **options: Any) -> float:
        frame = strip(run, **options).panels[0].figure
        x, y = frame.x.range, frame.y.range
        assert x is not None and y is not None
        return (x[1] - x[0]) / (y[1] - y[0])

    assert shape(train(*AND)) == shape(train(*AND), aspect=5.0) == pytest.approx(1)
    assert shape(train([[0, 0], [2, 1]], [-1, 1])) == pytest.approx(2.6 / 1.6)
    assert shape(train([[1], [30]], [-1, 1])) == pytest.approx(2)
    assert shape(train(*AND), range=(0.0, 3.0, 0.0, 2.0)) == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("frames", "shape", "aspect", "columns"),
    [(1, 1, 2, 1), (4, 1, 1, 2), (4, 2, 2.4, 2), (4, 0.5, 2.4, 4), (5, 2, 2.4, 3), (8, 1, 1.7, 4)],
)
def test_the_columns_are_those_with_the_largest_frames(
    frames: int, shape: float, aspect: float, columns: int
) -> None:
    assert best_columns(frames, shape, aspect) == columns


def test_notes_say_of_which_frames_they_are_true() -> None:
    sheet = strip(train(*AND, tie="minus"))
    assert all(panel.figure.notes == () for panel in sheet.panels)
    assert (
        sheet.notes[0]
        == "$k = 0$: All weights are 0 and a tie is $-1$, which is predicted everywhere."
    )
    assert all(to_plain(note) for note in sheet.notes)


def test_the_options_of_the_boundary_reach_the_frames() -> None:
    run = train(*AND, tie="minus")
    options = read_options(FilmstripOptions, {"updates": "1,end", "margin": True, "title": "AND"})
    sheet = VIEW.build(run.dataset, run, run.visits, options)
    assert isinstance(sheet, Sheet)
    assert sheet.title == "AND"
    assert all(panel.figure.has("separator") for panel in sheet.panels)


def test_frames_of_an_animation_wait_empty_for_their_update() -> None:
    run = train(*AND, tie="minus")
    sheets = [strip(run, cursor, horizon=run.visits) for cursor in range(run.visits + 1)]
    assert {len(sheet.panels) for sheet in sheets} == {5}
    assert [bool(panel.figure.marks) for panel in sheets[4].panels] == [
        True,
        True,
        False,
        False,
        True,
    ]
    assert titles(sheets[4]) == ["k = 0", "k = 1", "k = 2", "k = 5", "k = 1"]
    assert sheets[-1] == strip(run)


def test_a_cycle_is_followed_as_far_as_one_likes() -> None:
    run = train(*XOR, epochs=1000, keep_going=True)
    sheet = strip(run, updates=(1, 2001, 4000))
    assert titles(sheet) == ["k = 1", "k = 2001", "k = 4000"]
    first, later = (panel.figure.marks for panel in sheet.panels[:2])
    assert first == later
    assert np.array_equal(run.weights_after(np.array([1])), run.weights_after(np.array([2001])))
