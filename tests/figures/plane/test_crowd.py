"""Many points: smaller markers, and a line that lies above them."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.pictures.boundary import build
from perceptron_gui.figures.plane import box
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.figures.plane.points import crowd_size, unhidden


def plane_of(n: int, margin: float = 0.2) -> Figure:
    """Return the plane of so many points at the end of a run."""
    dataset = make(LIBRARY["separable"], n=n, margin=margin)
    run = Run(dataset, Rule(epochs=2)).finish()
    return build(dataset, run, run.visits, BoundaryOptions())


def test_markers_keep_their_size_up_to_20_points_and_are_small_among_very_many() -> None:
    assert crowd_size(1) == crowd_size(20) == 1.0
    sizes = [crowd_size(n) for n in (20, 50, 100, 1000, 10_000, 100_000)]
    assert sizes == sorted(set(sizes), reverse=True)
    assert 0.15 <= sizes[-1] <= 0.25
    assert crowd_size(10**7) >= 0.15


@pytest.mark.parametrize(("n", "is_above"), [(20, False), (200, False), (201, True), (5000, True)])
def test_the_line_lies_above_a_crowd_and_below_a_few(n: int, is_above: bool) -> None:
    keys = [mark.key for mark in plane_of(n).marks]
    for line in ("line", "weights"):
        assert (keys.index(line) > keys.index("points")) == is_above
    assert keys.index("visited") > keys.index("line")


def test_of_a_crowd_one_of_each_kind_is_shown_in_every_cell() -> None:
    random = np.random.default_rng(3)
    at = np.round(random.normal(size=(20_000, 2)), 2)  # many of them on the edge of a cell
    labels, predicted = (random.choice(kinds, 20_000).astype(np.int8) for kinds in ([-1, 1], 3))
    view = box.PlaneBox(-1.5, 2.0, -1.0, 1.0)  # beyond which there are points on all sides
    shown = unhidden(at, labels, predicted - 1, view, [7, 19_999])
    assert 1000 < len(shown) < 20_000
    assert {7, 19_999} <= set(shown.tolist())
    cells = np.clip(np.floor((at - [view.x0, view.y0]) * (400 / view.size)), -1, 400)
    seen = np.column_stack([cells, 10 * labels + predicted])
    assert {*map(tuple, seen.tolist())} == {*map(tuple, seen[shown].tolist())}
