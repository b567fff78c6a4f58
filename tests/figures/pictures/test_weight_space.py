"""The plane of the weights: lines, cone, walk and shades are what plain loops find."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np
import pytest

from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Region
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.pictures.weight_space import VIEW, WeightOptions
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


def test_the_line_of_the_visited_point_says_what_it_was() -> None:
    run = trained("three-points", offset=False, tie="minus")
    roles = [figure(run, visit).mark("visited").role for visit in (1, 2, 3)]
    assert roles == [Role.MISTAKE, Role.MISTAKE, Role.VISITED]
    x, y = path_of(figure(run, 1), "visited")
    assert 2 * x + y == pytest.approx(0, abs=1e-12)
    assert not figure(run, 0).has("visited")
    assert not figure(trained("xor", rule="batch"), 1).has("visited")


def test_of_real_targets_no_weights_are_right_so_the_bowl_is_named() -> None:
    drawn = figure(trained("line-fit", rule="least-squares"))
    assert not drawn.marks and "bowl" in drawn.notes[0]


SHADED: list[tuple[str, dict[str, Any], int]] = [
    ("three-points", {"offset": False, "tie": "minus"}, 6),
    ("slow-pair", {}, 5),
    ("and", {}, 20),
    ("and", {"bias_scale": "0.5", "tie": "plus"}, 7),
    ("xor", {}, 2),
    ("xor-pm", {"offset": False}, 3),
    ("blobs", {"epochs": 3}, 100),
]


def shades(drawn: Figure) -> list[Region]:
    regions = [mark for mark in drawn.marks if isinstance(mark, Region)]
    return [mark for mark in regions if mark.key.startswith("shade")]


def costs(run: Run, cursor: int, place: tuple[float, float]) -> tuple[float, int, float]:
    """Return the loss, the errors, and the least |y·s| over its point, by plain loops."""
    constant = float(run.rule.bias_scale) if run.rule.offset else None
    loss, wrong, nearest = 0.0, 0, np.inf
    height = float(run.exact_weights_at(cursor)[-1])
    for point, y in zip(run.dataset.points.tolist(), run.dataset.labels.tolist(), strict=True):
        features = [*point, constant] if constant is not None else point
        weights = (*place, height)[: len(features)]
        m = y * sum(w * x for w, x in zip(weights, features, strict=True))
        nearest = min(nearest, abs(m)) if any(features[:2]) else nearest
        loss += max(0.0, -m)
        # A point at the origin may be on the line of all weights; then the tie rule decides.
        tie = {"minus": y > 0, "plus": y < 0}.get(run.rule.tie, run.rule.tie == "always")
        wrong += m < 0 or (m == 0 and not any(point) and tie)
    return loss, wrong, nearest


def bounds_of(label: str) -> tuple[float, float]:
    """Return the numbers that a legend allows: 2 errors, 9 to 16 errors, loss up to 1, 1 to 2."""
    found = [float(number) for number in re.findall(r"[0-9.]+", to_plain(label))]
    return (0.0, found[0]) if "up to" in label else (found[0], found[-1])


@pytest.mark.parametrize("what", ["loss", "errors"])
@pytest.mark.parametrize(("name", "rule", "cursor"), SHADED)
def test_every_place_has_the_shade_of_its_cost(
    name: str, rule: dict[str, Any], cursor: int, what: str
) -> None:
    run = trained(name, **rule)
    drawn = figure(run, cursor, **{what: True})
    assert drawn.x.range is not None and drawn.y.range is not None
    drawing = np.random.default_rng(1)
    places = np.column_stack(
        [drawing.uniform(*drawn.x.range, 150), drawing.uniform(*drawn.y.range, 150)]
    )
    found = shades(drawn)
    missed = 0
    for x, y in places.tolist():
        loss, wrong, nearest = costs(run, cursor, (x, y))
        over = [mark for mark in found if holds((mark.x, mark.y), x, y)]
        value = loss if what == "loss" else float(wrong)
        if not over:
            missed += value > 0
            continue
        low, high = bounds_of(over[-1].label)
        is_meant = low - 1e-9 <= value <= high + 1e-9
        missed += not is_meant and nearest > 1e-9
        # Each shade lies over all that are lighter.
        assert [mark.role for mark in over] == [mark.role for mark in found[: len(over)]]
    # Of many points only a grid is looked at, which cuts some corners.
    assert missed <= (5 if name == "blobs" else 0)


def test_the_facets_and_plateaus_of_001_are_counted() -> None:
    """Without an offset the lines of three points meet at 0 and part the plane in six."""
    run = trained("three-points", offset=False, tie="minus")
    drawn = figure(run, run.visits, errors=True)
    told = [to_plain(mark.label) for mark in shades(drawn)]
    assert told == ["1 error", "2 errors", "3 errors"]
    assert "no slope says" in " ".join(words(drawn))
    xor = trained("xor-pm", offset=False, tie="minus")
    assert [to_plain(mark.label) for mark in shades(figure(xor, 0, errors=True))] == ["2 errors"]
    loss = " ".join(words(figure(run, run.visits, loss=True)))
    assert "loss up to 1" in loss and "It is 0 at w = 0 too" in loss


def test_one_of_both_is_shaded_and_another_loss_is_named() -> None:
    with pytest.raises(OptionError, match="choose"):
        WeightOptions(loss=True, errors=True)
    run = trained("and", rule="sgd", loss="logistic", epochs=2)
    assert "The rule itself descends on the logistic loss." in figure(run, 3, loss=True).notes
