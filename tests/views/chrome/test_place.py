"""What the line below the window says of a place on the plane."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui.lectures.dot_product import geometry_words
from perceptron_gui.lectures.notation import NOTATIONS
from tests.core.strategies import trained


def words(rule: dict[str, Any], place: tuple[float, float], visit: int, notation: str) -> str:
    return geometry_words(trained("xor-pm", **rule), visit, place, NOTATIONS[notation])


def test_distance_angle_and_product() -> None:
    rule = {"init": "3,-4,5"}  # 3x₁ − 4x₂ + 5
    said = words(rule, (1.0, -1.0), 0, "001")
    assert said == "distance 2.4; θ·x = ‖θ‖ ‖x‖ cos ∠ = 5 · 1.414 · cos 8.1° = 7"
    assert words(rule, (0.0, 0.0), 0, "000") == "distance 1"  # which has no direction


@pytest.mark.parametrize(
    "rule", [{}, {"lift": "product"}, {"rule": "kernel"}, {"rule": "kernel", "kernel": "linear"}]
)
def test_without_a_line_nothing_is_said(rule: dict[str, Any]) -> None:
    visit = 1 if rule else 0
    said = words({**rule, "epochs": 3}, (1.0, 0.5), visit, "000")
    assert said == ""


def test_scaled_points_are_measured_as_they_were_typed() -> None:
    run = trained("and", scale="range")
    last = run.visits
    plain = geometry_words(run, last, (1.0, 1.0), NOTATIONS["000"]).split("; ")[0]
    normal, constant = run.space.line_of(run.exact_weights_at(last))
    distance = float(sum(normal) + constant) / float(sum(v * v for v in normal)) ** 0.5
    assert float(plain.removeprefix("distance ")) == pytest.approx(distance, abs=1e-3)
