"""The option `--axes`: two of many coordinates on the plane, or the direction of w."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.figures.pictures.boundary import build
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.figures.plane.projection import Spread

POINTS = Dataset.of(
    [[15, 3, 1, 40], [14, 2, 1, 41], [17, 3, 4, 44], [16, 4, 5, 45]], [-1, -1, 1, 1]
)


def plane(dataset: Dataset = POINTS, visit: int | None = None, **options: Any) -> Figure:
    run = Run(dataset, Rule(epochs=50)).finish()
    at = run.visits if visit is None else visit
    return build(dataset, run, at, read_options(BoundaryOptions, options))


def places(figure: Figure) -> list[tuple[float, float]]:
    mark: Any = figure.mark("points")
    return list(zip(mark.x.tolist(), mark.y.tolist(), strict=True))


@pytest.mark.parametrize("axes", ["3,4", [3, 4], (3, 4)])
def test_two_coordinates_are_seen_as_they_are(axes: Any) -> None:
    figure = plane(axes=axes)
    assert places(figure) == [(1, 40), (1, 41), (4, 44), (5, 45)]
    assert (figure.x.label, figure.y.label) == ("$x_3$", "$x_4$")
    assert any("Two of 4 coordinates" in note for note in figure.notes)


@pytest.mark.parametrize("axes", ["1", "1,1", "0,2", "x", "1,2,3", "1,b", [1.5, 2], "", "-1,2"])
def test_what_is_no_pair_is_refused(axes: Any) -> None:
    with pytest.raises(OptionError, match="give w, or two coordinates such as 1,3"):
        read_options(BoundaryOptions, {"axes": axes})


@pytest.mark.parametrize("shape", [(60, 80), (80, 60)])
@pytest.mark.parametrize("kind", ["random", "longest axis", "shortest axis", "alike"])
def test_the_axes_of_many_dimensions_are_turned_with_the_weights(
    shape: tuple[int, int], kind: str
) -> None:
    random = np.random.default_rng(4)
    points = random.normal(size=shape) * 1e3
    if kind == "alike":  # all axes are as long as each other, so that any will do
        points = np.vstack([np.eye(60, shape[1]), -np.eye(60, shape[1])])
    centred = points - points.mean(axis=0)
    axes = np.linalg.svd(centred)[2]
    along = {"longest axis": axes[0], "shortest axis": axes[58]}.get(kind)
    along = random.normal(size=shape[1]) if along is None else along
    along = along / np.linalg.norm(along)
    left = centred - np.outer(centred @ along, along)
    found = Spread(points).widest_across(along)
    assert abs(found @ along) < 1e-9
    assert np.linalg.norm(found) == pytest.approx(1)
    longest = np.linalg.svd(left)[1][0]
    assert np.linalg.norm(left @ found) == pytest.approx(longest, rel=1e-10)
    if kind == "random":
        assert abs(np.linalg.svd(left)[2][0] @ found) == pytest.approx(1, abs=1e-12)


def test_wide_tables_are_looked_at_without_a_matrix_of_their_width() -> None:
    wide = np.zeros((3, 200_000))  # squared, these would be 320 GB
    wide[:, 7] = [1, 2, 4]
    assert Spread(wide).widest_across(np.eye(1, 200_000)[0])[7] == 1
