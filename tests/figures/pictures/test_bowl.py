"""The bowl: contours have their error, the minimum and the limit of η are those of the lecture."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.runs.error import WeightError
from perceptron_gui.core.runs.measures import own_kind
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.pictures.bowl import VIEW, Bowl, BowlOptions
from tests.figures.drawing import built, cursors, is_finite, path_of, run_on, trained, words

figure = partial(built, VIEW)
GD = {"rule": "least-squares", "solver": "gd"}
CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("line-fit", {**GD, "eta": "0.1"}, {}),
    ("and", {**GD, "eta": "0.16", "epochs": 300}, {}),
    ("and", {"rule": "sgd", "loss": "logistic", "epochs": 9}, {"held": "now"}),
    ("xor", {"rule": "sgd", "loss": "logistic", "epochs": 9}, {"axes": "1,3"}),
    ("blobs", {"rule": "sgd", "loss": "hinge", "l2": "0.1", "epochs": 2}, {}),
    ("three-points", {"offset": False}, {"error": "squared"}),
    ("and", {"rule": "least-squares", "l1": 1, "l2": "0.5"}, {}),
]


def said(drawn: Figure) -> str:
    return "\n".join(words(drawn))


def options_of(given: dict[str, Any]) -> dict[str, Any]:
    axes = given.get("axes", "")
    return {**given, "axes": tuple(map(int, axes.split(","))) if axes else ""}


@pytest.mark.parametrize(("name", "rule", "options"), CASES)
def test_every_contour_has_its_error(
    name: str, rule: dict[str, Any], options: dict[str, Any]
) -> None:
    run, given = trained(name, **rule), options_of(options)
    kind = given.get("error", own_kind(run))
    for cursor in cursors(run):
        drawn = figure(run, cursor, **given)
        bowl = Bowl.of(run, cursor, BowlOptions(**given))
        assert isinstance(bowl, Bowl)
        error = WeightError(run, kind).over(bowl.axes, np.array(bowl.held, float))
        assert len(bowl.lines) > 3
        gap = bowl.lines[1][0] - bowl.lines[0][0]
        for place, (level, contour) in enumerate(bowl.lines):
            places = np.column_stack(contour)
            values = error(places[~np.isnan(places).any(axis=1)])
            assert values == pytest.approx(level, abs=gap / 10)
            x, _ = path_of(drawn, f"contour {place}")
            assert set(x[~np.isnan(x)]) <= set(contour[0])
        ends = np.column_stack(path_of(drawn, "start")), run.weights_at(0)[list(bowl.axes)]
        assert ends[0][0].tolist() == ends[1].tolist()


def test_numbers_of_the_lecture() -> None:
    fit = figure(trained("line-fit", **GD, eta="0.1"), 0)
    assert path_of(fit, "minimum")[0][0] == pytest.approx(1 / 2)
    assert path_of(fit, "minimum")[1][0] == pytest.approx(7 / 6)
    for number in ("E = 1/6 at w = (0.5, 7/6)", "∇E = (−12, −10)", "H = (10, 6; 6, 6)"):
        assert number in said(fit)
    assert "H⁻¹∇E = (−0.5, −7/6)" in said(fit)
    steps = said(figure(trained("and", **GD, eta="0.15")))
    assert "0.15693" in steps and "grows" not in steps
    far = figure(trained("and", **GD, eta="0.16", epochs=200))
    assert "outside this view" in said(far) and far.x.range is not None and far.x.range[1] < 9
    beyond = said(figure(trained("and", **GD, eta="0.16", epochs=20)))
    assert "0.15693" in beyond and "−1.03913" in beyond and "grows" in beyond


def test_newton_leaves_a_share_of_the_way() -> None:
    run = trained("line-fit", rule="least-squares", solver="newton", eta="0.25")
    assert "0.75" in said(figure(run)) and "0 < η < 2" in said(figure(run))


@pytest.mark.parametrize(
    ("name", "rule", "options"),
    [
        ("blobs", {"lift": "quadratic"}, {}),  # six weights, and none chosen
        ("and", {}, {"axes": (1, 4)}),  # which has three
        ("and", {"rule": "kernel"}, {}),
        ("line-fit", GD, {"error": "hinge"}),
        ("line-fit", {**GD, "offset": False}, {}),  # one weight
    ],
)
def test_a_bowl_that_cannot_be_drawn_says_why(
    name: str, rule: dict[str, Any], options: dict[str, Any]
) -> None:
    drawn = figure(trained(name, epochs=3, **rule), **options)
    assert not drawn.marks and len(drawn.notes) == 1


@pytest.mark.parametrize("scale", [0.0, 1e75, 1e-75, 1.0])
@pytest.mark.parametrize("error", ["squared", "logistic", "hinge", "perceptron"])
def test_huge_tiny_and_level_errors_are_drawn(scale: float, error: str) -> None:
    points = np.array([[1, 0], [-1, -1], [0, -1], [-1, 1]]) * scale
    for rule in ({}, {"offset": False}, {"rule": "batch", "bias_scale": 1000}):
        drawn = figure(run_on(points, [1, -1, 1, -1], epochs=5, **rule), error=error)
        assert is_finite(drawn) and words(drawn)
