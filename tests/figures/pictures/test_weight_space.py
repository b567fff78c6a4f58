"""The plane of the weights: every line, the cone and the walk are those of the engine."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.pictures.weight_space import VIEW, WeightPlane
from tests.figures.drawing import (
    built,
    cursors,
    holds,
    path_of,
    trained,
    words,
)

CASES: list[tuple[str, dict[str, Any]]] = [
    ("three-points", {"offset": False, "tie": "minus"}),
    ("slow-pair", {}),
    ("slow-pair", {"bias_scale": 4}),
    ("and", {}),
    ("and", {"bias_scale": "0.5", "tie": "plus"}),
    ("xor", {}),
    ("slides", {"eta": "0.1", "init": "0.2,0,-0.1", "tie": "plus"}),
    ("blobs", {"epochs": 3}),
    ("clusters", {"rule": "batch"}),
]


figure = partial(built, VIEW)


def agreements(run: Run, cursor: int, x: Any, y: Any) -> Any:
    """Return y·s of every point (m, n) for weights x and y, at the height of a visit."""
    weights = np.column_stack([x, y])
    if run.space.dimension == 3:
        weights = np.column_stack([weights, np.full(len(weights), run.weights_at(cursor)[2])])
    return weights @ run.space.signed.T


@pytest.mark.parametrize(("name", "rule"), CASES)
def test_the_plane_is_made_of_the_numbers_of_the_engine(name: str, rule: dict[str, Any]) -> None:
    run = trained(name, **rule)
    for cursor in cursors(run):
        drawn = figure(run, cursor)
        path = np.column_stack(path_of(drawn, "now"))
        assert path[0].tolist() == run.weights_at(cursor)[:2].tolist()
        start = np.column_stack(path_of(drawn, "start"))
        assert start[0].tolist() == run.weights_at(0)[:2].tolist()
        for i in range(len(run.dataset)):
            if drawn.has(f"constraint {i}"):
                on_line = agreements(run, cursor, *path_of(drawn, f"constraint {i}"))[:, i]
                scale = np.abs(run.space.signed[i]).max() * 10
                assert on_line == pytest.approx(0, abs=1e-12 * scale)
        assert words(drawn)


@pytest.mark.parametrize(("name", "rule"), CASES)
def test_the_cone_is_where_every_point_is_right(name: str, rule: dict[str, Any]) -> None:
    run = trained(name, **rule)
    random = np.random.default_rng(0)
    for cursor in cursors(run):
        drawn = figure(run, cursor)
        assert drawn.x.range is not None and drawn.y.range is not None
        x, y = random.uniform(*drawn.x.range, 200), random.uniform(*drawn.y.range, 200)
        right = (agreements(run, cursor, x, y) > 0).all(axis=1)
        cone = path_of(drawn, "cone") if drawn.has("cone") else (np.empty(0), np.empty(0))
        inside = [holds(cone, *at) for at in zip(x.tolist(), y.tolist(), strict=True)]
        assert inside == right.tolist()


def test_the_worked_example_walks_into_its_cone() -> None:
    run = trained("three-points", offset=False, tie="minus")
    drawn = figure(run, run.visits)
    assert np.column_stack(path_of(drawn, "path")).tolist() == [[0, 0], [2, 1], [2, -1]]
    assert holds(path_of(drawn, "cone"), 2, -1)
    assert not holds(path_of(drawn, "cone"), 2, 1)
    arrow: Any = drawn.mark("step")
    assert (arrow.x0, arrow.y0, arrow.x1, arrow.y1) == (2, 1, 2, -1)
    assert drawn.notes == ()
    assert not figure(run, 0).has("weights")
    assert not figure(run, 0).has("path")


def test_the_line_of_the_visited_point_says_what_it_was() -> None:
    run = trained("three-points", offset=False, tie="minus")
    roles = [figure(run, visit).mark("visited").role for visit in (1, 2, 3)]
    assert roles == [Role.MISTAKE, Role.MISTAKE, Role.VISITED]
    x, y = path_of(figure(run, 1), "visited")
    assert 2 * x + y == pytest.approx(0, abs=1e-12)
    assert not figure(run, 0).has("visited")
    assert not figure(trained("xor", rule="batch"), 1).has("visited")


@pytest.mark.parametrize("options", [{}, {"loss": True}, {"errors": True}])
def test_of_real_targets_no_weights_are_right_and_every_line_meets_one(
    options: dict[str, bool],
) -> None:
    for solver in ("closed", "gd", "sgd"):
        run = trained("line-fit", rule="least-squares", solver=solver, eta="0.1")
        assert run.dataset.targets is not None
        for cursor in cursors(run):
            drawn = figure(run, cursor, **options)
            assert not drawn.has("cone") and not any(m.key.startswith("shade") for m in drawn.marks)
            labels = [getattr(mark, "label", "") for mark in drawn.marks]
            assert not any("correct" in label or "decision" in label for label in labels)
            plane = WeightPlane.of(run, cursor)
            assert plane is not None
            for i, target in enumerate(run.dataset.fitted.tolist()):
                a, b, c = plane.line_of(i)
                foot = np.array([-a * c, -b * c, 0.0])[:2]  # a and b have the length 1
                value = run.space.signed[i] @ foot * run.dataset.labels[i]
                assert value == pytest.approx(target)
                if drawn.has(f"constraint {i}"):
                    line = np.column_stack(path_of(drawn, f"constraint {i}"))
                    scores = line @ run.space.signed[i] * run.dataset.labels[i]
                    assert scores == pytest.approx(np.full(len(line), target))
