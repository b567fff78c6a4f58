"""The tally of mistakes, alone and on the plane, and the fit of least squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.loss import LossOptions
from perceptron_gui.figures.curves.loss import build as build_loss
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line, Points
from perceptron_gui.figures.pictures.boundary import build
from perceptron_gui.figures.pictures.tally import VIEW
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from tests.core.strategies import trained
from tests.figures.drawing import built, words


def test_of_many_points_only_mistaken_ones_are_drawn() -> None:
    rng = np.random.Generator(np.random.PCG64(3))
    points = np.round(rng.random((5000, 2)) * 2 - 1, 2)
    run = trained(Dataset.of(points, np.where(points @ [1.0, 0.5] > 0.003, 1, -1)), epochs=3)
    figure = built(VIEW, run)
    drawn: Any = figure.mark("points")
    assert 0 < len(drawn.x) < 1000 and (drawn.y > 0).all()
    assert any("Only points that are mistaken" in text for text in words(figure))
    fewest: Any = built(VIEW, run, detail=10).mark("points")
    assert len(fewest.x) == 10


def fit(run: Run, cursor: int | None = None, residuals: bool = False) -> Figure:
    at = run.visits if cursor is None else cursor
    return build(run.dataset, run, at, BoundaryOptions(residuals=residuals))


def test_three_targets_have_their_line_and_their_residuals() -> None:
    run = train([[0], [1], [2]], [1, 2, 2], rule="least-squares", targets="real")
    figure = fit(run)
    points, line, ways = (figure.mark(key) for key in ("points", "line", "residuals"))
    assert isinstance(points, Points) and isinstance(line, Line) and isinstance(ways, Line)
    assert points.y.tolist() == [1, 2, 2]
    assert np.allclose(line.y, line.x / 2 + 7 / 6)
    assert np.allclose(ways.x.reshape(3, 3)[:, :2], [[0, 0], [1, 1], [2, 2]])
    assert np.allclose(ways.y.reshape(3, 3)[:, :2], [[1, 7 / 6], [2, 5 / 3], [2, 13 / 6]])
    assert figure.notes == ("Fit: $f = 0.5x_1 + 7/6$. The squared error is $E = 1/6$.",)
    assert fit(run, 0).x.range == figure.x.range and fit(run, 0).y.range == figure.y.range


def test_classes_of_one_coordinate_have_residuals_when_asked_for() -> None:
    run = train([[-1], [0], [1], [100]], [-1, -1, 1, 1], rule="least-squares")
    assert not fit(run).has("residuals")
    figure = fit(run, residuals=True)
    points: Any = figure.mark("points")
    assert points.y.tolist() == [-1, -1, 1, 1]
    assert figure.has("residuals")


def test_the_loss_of_real_targets_is_the_squared_error_alone() -> None:
    run = train([[0], [1], [2]], [1, 2, 2], rule="least-squares", targets="real", l1="0.5")
    figure = build_loss(run.dataset, run, run.visits, LossOptions())
    assert not figure.has("errors") and not figure.has("loss") and figure.has("own-loss")
    assert figure.right is None
