"""What may be added to the boundary: margin, circle, result and equation are the exact ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.lectures.notation import NOTATIONS
from tests.figures.drawing import EVERYTHING, figure, holds, path_of, rings, run_on, trained, words


def test_the_band_is_as_wide_as_the_largest_margin_and_free_of_points() -> None:
    run = trained("and")
    drawn = figure(run, 0, margin=True)
    w = np.array([float(v) for v in run.verdict.separator])
    x, y = path_of(drawn, "margin")
    scores = np.abs(w[0] * x + w[1] * y + w[2])
    # Corners of the band lie on its two edges, or between them on the edge of the view.
    assert scores.max() == pytest.approx(float(run.verdict.margin_squared))
    support = path_of(drawn, "support")
    held = np.abs(w[0] * support[0] + w[1] * support[1] + w[2])
    assert held == pytest.approx(float(run.verdict.margin_squared))
    x, y = path_of(drawn, "separator")
    assert x + y == pytest.approx(1.5)
    assert any("γ² = 1/17" in to_plain(note) for note in drawn.notes)


def test_every_point_on_the_edge_of_the_band_is_ringed() -> None:
    run = run_on([[0, 0], [0, 1], [1, 0], [1, 1], [3, 0]], [-1, -1, 1, 1, 1])
    x, y = path_of(figure(run, 0, margin=True), "support")
    assert set(zip(x, y, strict=True)) == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_the_band_of_a_lift_is_bent_and_free_of_points() -> None:
    run = trained("circles", lift="quadratic")
    drawn = figure(run, 0, margin=True)
    band = path_of(drawn, "margin")
    assert len(rings(band)) == 2
    on_edge = set(run.verdict.support)
    for i, (x, y) in enumerate(run.dataset.points.tolist()):
        assert i in on_edge or not holds(band, x, y)


def test_data_that_no_line_separates_come_with_the_proof() -> None:
    drawn = figure(trained("xor"), 4, margin=True)
    assert not drawn.has("margin")
    assert to_plain(drawn.notes[-1]) == (
        "No line separates these points: points 0, 1, 2 and 3, each with the weight 1/4, "
        "have the same mean in both classes."
    )


@pytest.mark.parametrize("rule", [{}, {"offset": False}, {"bias_scale": 10}])
def test_the_circle_holds_all_points_and_touches_the_farthest(rule: dict[str, Any]) -> None:
    run = trained("clusters", **rule)
    drawn = figure(run, 0, circle=True)
    x, y = path_of(drawn, "circle")
    constant = run.rule.bias_scale**2 if run.rule.offset else 0
    assert np.hypot(x, y) == pytest.approx(math.sqrt(run.verdict.radius_squared - constant))
    assert drawn.x.range is not None
    assert drawn.x.range[0] < x.min()
    assert drawn.x.range[1] > x.max()


def test_the_result_has_a_line_of_its_own() -> None:
    run = trained("three-points", rule="averaged", offset=False, tie="minus", epochs=3)
    drawn = figure(run, 3, result=True)
    x, y = path_of(drawn, "result")
    assert 2 * x - y / 3 == pytest.approx(0, abs=1e-12)  # 001: (2, −1/3) after one pass
    assert drawn.mark("result").label == "average"
    assert not figure(trained("and"), 3, result=True).has("result")
    voted = figure(trained("and", rule="voted"), 3, result=True)
    assert "The vote of many lines is not a line." in voted.notes


@pytest.mark.parametrize(
    ("name", "rule", "expected"),
    [
        ("and", {}, "Boundary: 3x₁ + 2x₂ − 4 = 0."),
        (
            "slides",
            {"eta": "0.1", "init": "0.2,0,-0.1", "tie": "plus"},
            "Boundary: 0.2x₁ − 0.1x₂ − 0.2 = 0.",
        ),
        ("three-points", {"offset": False, "tie": "minus"}, "Boundary: 2x₁ − x₂ = 0."),
        ("slow-pair", {}, "Boundary: −2x₁ + 5 = 0."),
        ("xor-pm", {"lift": "product"}, "Boundary: −4x₁x₂ = 0."),
        ("one-hot", {"offset": False}, "Boundary: x₁ + x₂ + x₃ + x₄ = 0."),
    ],
)
def test_the_equation_is_that_of_the_chalkboard(
    name: str, rule: dict[str, Any], expected: str
) -> None:
    run = trained(name, **rule)
    assert expected in map(to_plain, figure(run, run.visits, equation=True).notes)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_lecture_has_its_symbols(notation: str) -> None:
    run = trained("and")
    drawn = figure(run, run.visits, notation=notation, **EVERYTHING)
    plain = words(drawn)
    assert ("θ" if notation in ("001", "004") else "w") in plain
    assert {"000": "w*", "001": "θ̂", "003": "â", "004": "θ*"}.get(notation, "w*") in " ".join(plain)
    assert ("radius √(β² − 1)" if notation == "003" else "radius √(R² − 1)") in plain
