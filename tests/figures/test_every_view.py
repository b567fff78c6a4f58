"""What holds for every view of a run, whatever the run: drawn twice it is equal, and readable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.extent import with_ranges
from perceptron_gui.figures.model.figure import Figure, Sheet, Table
from perceptron_gui.figures.pictures.neuron import ACTIVATIONS
from perceptron_gui.figures.registry import FIGURE_VIEWS, load_view
from perceptron_gui.lectures.notation import NOTATIONS
from tests.figures.drawing import (
    EVERYTHING,
    built,
    cursors,
    figures_of,
    is_finite,
    run_on,
    texts_of,
    view_size,
    words,
)
from tests.figures.timelines import RUNS, run_of

VIEWS = {name: load_view(name) for name in FIGURE_VIEWS}
# The views that may be drawn after the last visit, as it is there.
BEYOND_THE_END = ("norms", "loss", "cosine", "distance", "agreement", "bias-scale")
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


def drafts(name: str, run: Run) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield visits and options to draw a view with."""
    beyond = 7 if name in BEYOND_THE_END else 0
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


@pytest.mark.parametrize("scale", [1e75, 1e-75, 1e20, 1.0])
@pytest.mark.parametrize("rule", [{}, {"offset": False}, {"lift": "quadratic"}])
def test_huge_and_tiny_coordinates_are_drawn(scale: float, rule: dict[str, Any]) -> None:
    points = np.array([[1, 0], [-1, -1], [0, -1], [-1, 1]]) * scale
    run = run_on(points, [1, -1, 1, -1], epochs=20, **rule)
    neurons = (("neuron", {"activation": name}) for name in ACTIVATIONS)
    for name, options in (("boundary", EVERYTHING), ("weight-space", {}), *neurons):
        for cursor in cursors(run):
            figure = built(VIEWS[name], run, cursor, **options)
            assert is_finite(figure) and words(figure)


@pytest.mark.parametrize("name", FIGURE_VIEWS)
def test_without_points_there_is_nothing_to_show(name: str) -> None:
    view = VIEWS[name]
    empty = view.build(Dataset.of([], []), None, 0, view.options(title="Nothing", aspect=1.5))
    assert empty.title == "Nothing" and "There are no points yet." in texts_of(empty)
    assert not any(figure.marks for figure in figures_of(empty))
    assert not isinstance(empty, Sheet) or not any(each.title for each in figures_of(empty))
    assert not isinstance(empty, Table) or not empty.rows
    if name == "boundary":  # whose plane is there to be clicked on
        assert isinstance(empty, Figure)
        width, height = view_size(empty)
        assert width / height == pytest.approx(1.5)
