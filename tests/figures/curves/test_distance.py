"""The distance to αw* over time: below the falling line of 003's proof wherever that holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.distance import VIEW, falling
from perceptron_gui.figures.model.marks import Band
from tests.core.textbook import dot
from tests.figures.drawing import words
from tests.figures.timelines import AND, COVERED, curve, drawn, limit_label, run_of

PLAIN = [name for name in COVERED if name != "margin"]


@pytest.mark.parametrize("name", PLAIN)
def test_every_update_falls_by_the_square_of_the_radius(name: str) -> None:
    run = run_of(name)
    bounds = run.bounds
    assert bounds is not None
    figure = drawn(VIEW, run, until="bound")
    k, distance = curve(figure, "distance")
    assert distance.tolist() == measures.distance_sq(run, k.astype(np.int64)).tolist()
    assert (distance <= falling(bounds, k) * (1 + 1e-12)).all()
    fall = float(bounds.eta**2 * bounds.radius_squared)
    assert (np.diff(distance) / np.diff(k) <= -fall * (1 - 1e-9)).all()
    x, y = curve(figure, "upper")
    assert y[0] == pytest.approx(distance[0]) and abs(y[-1]) <= 1e-9 * y[0]
    assert x[-1] == pytest.approx(float(bounds.distance_limit))


def test_the_distance_of_and_is_that_of_fractions() -> None:
    run = run_of("and")
    assert run.bounds is not None
    alpha = Fraction(3) / Fraction(1, 17)
    target = [alpha * v for v in run.verdict.separator]
    _, distance = curve(drawn(VIEW, run), "distance")
    for k in range(19):
        visit = int(run.history.visits[k - 1]) if k else 0
        away = [w - t for w, t in zip(run.exact_weights_at(visit), target, strict=True)]
        assert distance[k] == pytest.approx(float(dot(away, away)), rel=1e-12)


def test_the_legend_states_the_limits_of_the_lectures() -> None:
    def label(name: str, notation: str = "000") -> str:
        return limit_label(drawn(VIEW, run_of(name), until="bound", notation=notation))

    assert label("and") == r"$k^* = R^2/\gamma^2 = 51$"
    assert label("and", notation="003") == r"$k_0 = \beta^2/\gamma^2 = 51$"
    slides = r"k_0 = \|a^{(1)} - \alpha \hat{a}\|^2/(\eta^2\beta^2)"
    assert label("slides", notation="003") == rf"${slides} \approx 40.8333$"
    notes = drawn(VIEW, run_of("slides"), until="bound", notation="003").notes
    assert notes[0] == rf"No update is possible after ${slides} = 245/6 \approx 40.8333$."


def test_above_the_line_and_after_its_end_nothing_can_be() -> None:
    figure = drawn(VIEW, run_of("and"))
    above, after = figure.mark("impossible-above"), figure.mark("impossible-after")
    assert isinstance(above, Band) and isinstance(after, Band)
    assert above.x[-1] == after.x[0] == 51
    assert above.lower[-1] == 0
    end: Any = figure.mark("meeting")
    assert (end.x[0], end.y[0]) == (51, 0)


def test_the_scale_of_the_proof_is_stated() -> None:
    assert "Here α = R²/γ² = 51 and ‖w*‖ = γ." in words(drawn(VIEW, run_of("and")))
    slides = words(drawn(VIEW, run_of("slides"), notation="002"))
    assert "Here α = 2μR²/γ² = 5.1 and ‖w*‖ = γ." in slides


def test_a_margin_takes_the_line_away() -> None:
    """With m = 5 the distance of AND really rises above the line, so it must not be drawn."""
    run = train(*AND, margin=5)
    assert run.bounds is not None
    figure = drawn(VIEW, run)
    assert not figure.has("upper") and not figure.has("limit")
    assert figure.notes[0].startswith("With a margin")
    k, distance = curve(figure, "distance")
    assert (distance > falling(run.bounds, k)).any()


@pytest.mark.parametrize("name", ["xor", "the origin alone"])
def test_data_that_no_line_separates_have_nothing_to_come_closer_to(name: str) -> None:
    figure = drawn(VIEW, run_of(name))
    assert not figure.marks
    assert words(figure)[0].endswith("come closer to.")


def test_rules_that_the_theorem_does_not_cover_say_why() -> None:
    run = run_of("logistic")
    figure = drawn(VIEW, run)
    assert not figure.marks and figure.notes == (run.why_no_bounds,)


def test_a_far_limit_is_told_and_the_run_is_shown_large() -> None:
    run = run_of("iris")
    figure = drawn(VIEW, run)
    assert not figure.has("limit")
    assert words(figure)[-2:] == [
        "No update is possible after k* = R²/γ² ≈ 410.19, which is out of view.",
        "Here α = R²/γ² ≈ 410.19 and ‖w*‖ = γ.",
    ]
    assert figure.y.range is not None
    _, distance = curve(figure, "distance")
    assert np.ptp(distance) > 0.3 * (figure.y.range[1] - figure.y.range[0])
    full: Any = drawn(VIEW, run, until="bound").mark("limit")
    assert full.at == pytest.approx(75844093 / 184900)


def test_a_long_run_is_thinned() -> None:
    run = Run(make(LIBRARY["slow-pair"], n=60), Rule.of({"epochs": 10**6})).finish()
    x, y = curve(drawn(VIEW, run, detail=100), "distance")
    every = measures.distance_sq(run, np.arange(len(run.history) + 1))
    assert len(x) <= 100 and y.min() == every.min() and y.max() == every.max()
