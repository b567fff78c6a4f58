"""What holds for every view of a run, whatever the run: drawn twice it is equal, and readable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.extent import with_ranges
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.registry import FIGURE_VIEWS, load_view
from perceptron_gui.lectures.notation import NOTATIONS
from tests.figures.drawing import EVERYTHING, is_finite, words
from tests.figures.timelines import AND, RUNS, crowded, curve, drawn, run_of

VIEWS = {name: load_view(name) for name in FIGURE_VIEWS}
# The views over time and one of the curves of each.
CURVES = {
    "norms": "norm",
    "loss": "loss",
    "cosine": "cosine",
    "distance": "distance",
    "agreement": "point-0",
}
BY_VISITS = ("loss", "agreement")
# What a view is drawn with besides its usual options.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "boundary": [{**EVERYTHING, "certificate": True}],
    "norms": [{"scale": "log", "future": True}, {"until": "bound"}],
    "loss": [{"future": True, "against": "epochs"}],
    "cosine": [{"until": "bound", "future": True}],
    "distance": [{"until": "bound", "future": True}],
    "agreement": [{"future": True, "against": "updates"}],
    "proof": [{"which": "distance"}],
    "trace": [{"every": "updates"}],
}
each_curve = pytest.mark.parametrize("name", CURVES)


def figures_of(drawing: Drawing) -> list[Figure]:
    """Return all figures of a drawing."""
    if isinstance(drawing, Sheet):
        return [panel.figure for panel in drawing.panels]
    return [drawing] if isinstance(drawing, Figure) else []


def texts_of(drawing: Drawing) -> Iterator[str]:
    """Yield everything that is written in a drawing, in Unicode."""
    rows = (drawing.columns, *drawing.rows) if isinstance(drawing, Table) else ()
    found = [text for figure in figures_of(drawing) for text in words(figure)]
    yield from found
    yield from map(to_plain, [*drawing.notes, *(cell for row in rows for cell in row)])


def drafts(name: str, run: Run) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield visits and options to draw a view with."""
    beyond = 7 if name in CURVES or name == "bias-scale" else 0
    for options in ({}, *VARIANTS.get(name, ())):
        for cursor in (0, min(1, run.visits), run.visits // 2, run.visits + beyond):
            yield cursor, options
        for notation in NOTATIONS:
            yield run.visits, {**options, "notation": notation}


@pytest.mark.parametrize("run_name", RUNS)
@pytest.mark.parametrize("name", FIGURE_VIEWS)
def test_every_run_is_drawn_twice_the_same_and_can_be_read(name: str, run_name: str) -> None:
    view, run = VIEWS[name], run_of(run_name)
    for cursor, options in drafts(name, run):
        one, other = (
            view.build(run.dataset, run, cursor, view.options(**options)) for _ in range(2)
        )
        assert one == other
        assert any(texts_of(one))
        for figure in figures_of(one):
            fixed = with_ranges(figure)
            assert fixed.x.range is not None and np.isfinite(fixed.x.range).all()
            assert fixed.y.range is not None and np.isfinite(fixed.y.range).all()
            assert is_finite(figure)


@pytest.mark.parametrize("name", FIGURE_VIEWS)
def test_without_points_there_is_nothing_to_show(name: str) -> None:
    view = VIEWS[name]
    empty = view.build(Dataset.of([], []), None, 0, view.options(title="Nothing"))
    assert empty.title == "Nothing" and "There are no points yet." in texts_of(empty)
    assert not any(figure.marks for figure in figures_of(empty))
    assert not isinstance(empty, Sheet) or not any(each.title for each in figures_of(empty))
    assert not isinstance(empty, Table) or not empty.rows


@each_curve
def test_a_run_that_is_still_computed_is_drawn_as_far_as_it_is(name: str) -> None:
    view, run = VIEWS[name], Run(Dataset.of(*AND), Rule())
    assert set(curve(drawn(view, run, 5), CURVES[name])[0].tolist()) == {0}
    run.advance(10)
    end = run.visits if name in BY_VISITS else run.updates_at(10)
    assert curve(drawn(view, run, 99), CURVES[name])[0][-1] == end


@each_curve
def test_the_cursor_is_marked_while_the_run_goes_on(name: str) -> None:
    view, run = VIEWS[name], run_of("and")
    assert drawn(view, run, 10, future=True).has("cursor")
    assert not drawn(view, run, 0).has("cursor") and not drawn(view, run).has("cursor")


@each_curve
def test_the_future_begins_at_the_cursor_and_is_named_once(name: str) -> None:
    view, run, key = VIEWS[name], run_of("and"), CURVES[name]
    figure = drawn(view, run, 10, future=True)
    (past, _), (x, y) = curve(figure, key), curve(figure, f"{key}-future")
    now, end = (10, run.visits) if name in BY_VISITS else (run.updates_at(10), 18)
    assert past[-1] == x[0] == now and x[-1] == end
    every = curve(drawn(view, run), key)
    assert y[1:][x[1:] < end].tolist() == every[1][(every[0] > now) & (every[0] < end)].tolist()
    assert [mark.label for mark in figure.marks].count("to come") == 1
    assert not drawn(view, run, 10).has(f"{key}-future")
    assert not drawn(view, run, future=True).has(f"{key}-future")


@pytest.mark.parametrize("name", BY_VISITS)
def test_peaks_that_may_be_missing_are_spoken_of(name: str) -> None:
    assert any("evenly spaced updates" in note for note in drawn(VIEWS[name], crowded()).notes)
