"""The cosine to w* over time: it stays above the floor of the proof and never leaves −1 to 1."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.cosine import VIEW, floor
from tests.core.textbook import cyclic, dot, perceptron
from tests.figures.drawing import words
from tests.figures.timelines import AND, COVERED, area, curve, drawn, run_of

FOLLOWED = [name for name in COVERED if name != "shifted"]


@pytest.mark.parametrize("name", FOLLOWED)
def test_the_curve_lies_between_the_floor_and_one(name: str) -> None:
    run = run_of(name)
    figure = drawn(VIEW, run, until="bound")
    k, cosine = curve(figure, "cosine")
    made = k == k.round()  # between updates the line may bend
    np.testing.assert_allclose(cosine[made], measures.cosine(run, k[made].astype(int)), rtol=1e-14)
    assert run.bounds is not None
    known = np.isfinite(cosine)
    assert known.any()
    assert (cosine[known] <= 1 + 1e-12).all()
    lowest = np.nan_to_num(floor(run.bounds, k), nan=-1.0)
    assert (cosine[known] >= lowest[known] - 1e-12).all()
    limit: Any = figure.mark("limit")
    assert limit.at == pytest.approx(run.bounds.limit)
    assert floor(run.bounds, np.array([limit.at]))[0] == pytest.approx(1)


def test_the_cosine_of_and_is_that_of_a_hand_calculation() -> None:
    """w* ∝ (2, 2, −3), of length √17 (MATH A6); w = 0 has no direction."""
    points = [[*map(Fraction, point), Fraction(1)] for point in AND[0]]
    trace = perceptron(
        points, AND[1], cyclic(4, 9), [Fraction(0)] * 3, eta=Fraction(1), tie="always"
    )
    best = [Fraction(2), Fraction(2), Fraction(-3)]
    wanted = [
        float(dot(w, best)) / math.sqrt(17 * float(dot(w, w))) for _, _, _, w in trace.updates
    ]
    _, cosine = curve(drawn(VIEW, run_of("and")), "cosine")
    assert math.isnan(cosine[0])
    assert cosine[1:].tolist() == pytest.approx(wanted, rel=1e-12)


def test_from_zero_the_floor_is_the_root_of_k() -> None:
    figure = drawn(VIEW, run_of("and"))
    x, y = curve(figure, "floor")
    assert (x[0], y[0]) == (0, 0)
    assert y.tolist() == pytest.approx(np.sqrt(x / 51).tolist())
    assert "at least √k γ/R" in words(figure)
    below: Any = figure.mark("impossible-below")
    assert below.x[-1] == 51


def test_a_start_that_points_away_has_no_floor_at_first() -> None:
    """While ⟨w₀, u⟩ + kηγ is negative, dividing it by a longer w would make it less strict."""
    run = train(*AND, init="-10,-7,20")
    assert run.bounds is not None and run.bounds.start_along < 0
    figure = drawn(VIEW, run, until="bound")
    _, y = curve(figure, "floor")
    assert np.isnan(y[:5]).all() and 0 <= np.nanmin(y) < 0.01
    k, cosine = curve(figure, "cosine")
    assert cosine[0] < 0
    lowest = np.nan_to_num(floor(run.bounds, k), nan=-1.0)
    known = np.isfinite(cosine)  # on its way w passes 0
    assert (cosine[known] >= lowest[known] - 1e-12).all()
    below: Any = figure.mark("impossible-below")
    assert figure.y.range is not None
    assert below.upper[0] == figure.y.range[0] < np.nanmin(cosine)


def test_data_that_no_line_separates_have_no_direction_to_turn_to() -> None:
    figure = drawn(VIEW, run_of("xor"))
    assert not figure.marks
    (why,) = words(figure)
    assert why.startswith("No line separates these points") and why.endswith("turn towards.")


def test_rules_that_the_theorem_does_not_cover_have_a_curve_without_a_floor() -> None:
    run = run_of("hinge")
    figure = drawn(VIEW, run)
    assert not figure.has("floor") and not figure.has("limit")
    assert figure.notes == (run.why_no_bounds,)
    assert curve(figure, "cosine")[1][1] == pytest.approx(measures.cosine(run, np.array([1]))[0])


def test_no_chord_between_updates_cuts_through_the_floor() -> None:
    """Four points that are each right at once after their update reach the floor every time."""
    run = train(np.eye(4), [1, 1, -1, -1], offset=False)
    assert run.bounds is not None
    x, y = curve(drawn(VIEW, run), "cosine")
    made = x == x.round()
    assert x[made].tolist() == [0, 1, 2, 3, 4]
    assert y[made][1:].tolist() == pytest.approx(np.sqrt(np.arange(1, 5) / 4))
    between = np.linspace(1, 4, 500)
    assert (np.interp(between, x[1:], y[1:]) >= floor(run.bounds, between) - 2e-4).all()
    chords = np.interp(between, x[made][1:], y[made][1:])
    assert (chords < floor(run.bounds, between) - 5e-3).any()


def test_a_line_far_above_the_floor_has_no_corners_but_updates() -> None:
    assert curve(drawn(VIEW, run_of("and")), "cosine")[0].tolist() == list(range(19))


def test_a_long_run_that_swings_keeps_its_extremes() -> None:
    run = Run(make(LIBRARY["slow-pair"], n=60), Rule.of({"epochs": 10**6})).finish()
    every = measures.cosine(run, np.arange(len(run.history) + 1))
    band = area(drawn(VIEW, run, detail=100), "cosine")
    assert len(band.x) <= 100 < len(every)
    assert np.nanmin(band.lower) == pytest.approx(np.nanmin(every), rel=1e-14)
    assert np.nanmax(band.upper) == pytest.approx(np.nanmax(every), rel=1e-14)
    assert run.bounds is not None
    begins = slice(0, None, 2)
    assert (band.lower[begins] >= floor(run.bounds, band.x[begins])).all()
