"""Norms, cosine, distance and the constant: within their bounds where the theorem holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.runs import measures
from perceptron_gui.figures.curves.bias_scale import bias_figure
from perceptron_gui.figures.curves.cosine import VIEW as COSINE
from perceptron_gui.figures.curves.cosine import floor
from perceptron_gui.figures.curves.distance import VIEW as DISTANCE
from perceptron_gui.figures.curves.distance import DistanceOptions, descent_of
from perceptron_gui.figures.curves.norms import VIEW as NORMS
from perceptron_gui.figures.curves.norms import NormOptions
from perceptron_gui.figures.model.marks import Band
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.run_text.words import ending
from perceptron_gui.theory.what_if.bound import BiasCurve, bias_curve, bound_at
from tests.conftest import GOLDEN
from tests.core.runs.test_golden import run_of as golden_run
from tests.figures.drawing import built as drawn
from tests.figures.drawing import path_of as curve
from tests.figures.drawing import words
from tests.figures.timelines import AND, COVERED, run_of

SEPARABLE = [case for case in GOLDEN["pla"] if case["result"]["status"] == "converged"]


@pytest.mark.parametrize("case", SEPARABLE, ids=lambda case: case["id"])
def test_the_bounds_squeeze_every_golden_run(case: dict[str, Any]) -> None:
    run = golden_run(case)
    figure = drawn(NORMS, run, until="bound")
    if run.bounds is None:  # correct with points on the line: the theorem needs more
        assert not figure.has("lower")
        return
    k, norm = curve(figure, "norm")
    assert (run.bounds.lower(k) <= norm * (1 + 1e-12)).all()
    assert (norm <= run.bounds.upper(k) * (1 + 1e-12)).all()
    for key, wanted in (("lower", run.bounds.lower), ("upper", run.bounds.upper)):
        x, y = curve(figure, key)
        assert y.tolist() == wanted(x).tolist()
    assert k[-1] <= run.bounds.most_updates
    limit: Any = figure.mark("limit")
    assert limit.at == run.bounds.limit


@pytest.mark.parametrize("name", [*COVERED, "xor", "kernel", "kernel cycle", "gaussian"])
def test_the_middle_bound_is_the_sum_over_the_mistakes(name: str) -> None:
    """CMU 5.2: ‖w_k‖² ≤ ‖w₀‖² + Σ(η²‖x̄(i)‖² + 2ηm) ≤ ‖w₀‖² + k(η²R² + 2ηm), update by update."""
    run = run_of(name)
    figure = drawn(NORMS, run, middle=True, until="bound", range=(-1, 1e6, -1, 1e9))
    (k, middle), (_, norm), (x, upper) = (curve(figure, key) for key in ("middle", "norm", "upper"))
    assert k.tolist() == list(range(len(run.history) + 1))
    assert (norm <= middle * (1 + 1e-12)).all()
    assert (middle <= np.interp(k, x, upper) * (1 + 1e-12)).all()
    rule, signed = run.rule, run.space.signed
    own = np.diag(signed) if rule.rule == "kernel" else (signed**2).sum(axis=1)
    points = [run.point_of_update(at) for at in range(len(run.history))]
    margin = rule.margin if rule.uses_option("margin") else 0
    steps = [float(rule.eta**2) * own[i] + float(2 * rule.eta * margin) for i in points]
    assert middle.tolist() == pytest.approx(np.cumsum([norm[0], *steps]).tolist())


def test_what_is_impossible_is_shaded() -> None:
    run = run_of("and")
    figure = drawn(NORMS, run)
    zones = {key: figure.mark(f"impossible-{key}") for key in ("above", "below", "after")}
    above, below, after = zones.values()
    assert isinstance(above, Band) and isinstance(below, Band) and isinstance(after, Band)
    assert figure.x.range is not None and figure.y.range is not None
    assert after.x.tolist() == [51, figure.x.range[1]]
    assert above.x[-1] == below.x[-1] == 51
    assert (above.upper == figure.y.range[1]).all() and (below.lower == figure.y.range[0]).all()
    k, norm = curve(figure, "norm")
    assert (norm <= np.interp(k, above.x, above.lower) + 1e-3).all()
    assert (norm >= np.interp(k, below.x, below.upper) - 1e-3).all()
    meeting: Any = figure.mark("meeting")
    assert (meeting.x[0], meeting.y[0]) == (51, 153)


def test_the_axis_reaches_to_the_limit_unless_that_is_far() -> None:
    def reach(name: str, **options: Any) -> float:
        figure = drawn(NORMS, run_of(name), **options)
        assert figure.x.range is not None
        return figure.x.range[1]

    assert reach("and") == pytest.approx(1.12 * 51)
    assert reach("and", until="run") == 22.5
    assert reach("iris") == 5
    assert reach("iris", until="bound") == pytest.approx(1.12 * 75844093 / 184900)
    far = words(drawn(NORMS, run_of("iris")))
    assert "So far k = 4 of at most 410: k* = R²‖w*‖²/γ² ≈ 410.19, out of view." in far


def test_points_that_no_line_separates_have_a_ceiling_and_a_proof() -> None:
    run = run_of("xor")
    figure = drawn(NORMS, run)
    k, norm = curve(figure, "norm")
    assert (norm <= 3 * k).all()
    x, y = curve(figure, "upper")
    assert y.tolist() == (3 * x).tolist()
    assert not figure.has("lower") and not figure.has("limit")
    proof, cycle = figure.notes
    assert proof.startswith("No line separates these points") and "(0.5, 0.5)" in proof
    assert cycle == ending(run).full


def test_a_logarithmic_figure_begins_with_the_first_update() -> None:
    figure = drawn(NORMS, run_of("and"), scale="log")
    assert figure.x.log and figure.y.log
    assert figure.x.range is not None and figure.x.range[0] == 0.9
    assert figure.y.range is not None and figure.y.range[0] < 1 / 17
    with pytest.raises(OptionError, match="--range"):
        NormOptions(scale="log", range=(0, 10, 1, 10))


FOLLOWED = [name for name in COVERED if name != "shifted"]


@pytest.mark.parametrize("name", FOLLOWED)
def test_the_curve_lies_between_the_floor_and_one(name: str) -> None:
    run = run_of(name)
    figure = drawn(COSINE, run, until="bound")
    k, cosine = curve(figure, "cosine")
    np.testing.assert_allclose(cosine, measures.cosine(run, k.astype(int)), rtol=1e-14)
    assert run.bounds is not None
    known = np.isfinite(cosine)
    assert known.any()
    assert (cosine[known] <= 1 + 1e-12).all()
    lowest = np.nan_to_num(floor(run.bounds, k), nan=-1.0)
    assert (cosine[known] >= lowest[known] - 1e-12).all()
    limit: Any = figure.mark("limit")
    assert limit.at == pytest.approx(run.bounds.limit)
    assert floor(run.bounds, np.array([limit.at]))[0] == pytest.approx(1)


PLAIN = [name for name in COVERED if name != "margin"]


@pytest.mark.parametrize("name", PLAIN)
def test_every_update_falls_by_the_square_of_the_radius(name: str) -> None:
    run = run_of(name)
    bounds = run.bounds
    assert bounds is not None
    figure = drawn(DISTANCE, run, until="bound")
    k, distance = curve(figure, "distance")
    assert distance.tolist() == measures.distance_sq(run, k.astype(np.int64)).tolist()
    assert (distance <= descent_of(run, DistanceOptions()).falling(k) * (1 + 1e-12)).all()
    fall = float(bounds.eta**2 * bounds.radius_squared)
    assert (np.diff(distance) / np.diff(k) <= -fall * (1 - 1e-9)).all()
    x, y = curve(figure, "upper")
    assert y[0] == pytest.approx(distance[0]) and abs(y[-1]) <= 1e-9 * y[0]
    assert x[-1] == pytest.approx(float(bounds.distance_limit))


@pytest.mark.parametrize("alpha", ["1.6", "2", "3", "6", "30"])
def test_any_large_alpha_has_a_line_and_that_of_the_proof_has_the_best(alpha: str) -> None:
    """MATH B2: k ≤ ‖w₀ − αw*‖²/(2αηγ − η²R²) for α > ηR²/(2γ); 17α²/(2α − 3) here."""
    factor = Fraction(alpha)
    exact = 17 * factor**2 / (2 * factor - 3)
    figure = drawn(DISTANCE, run_of("and"), alpha=factor, until="bound")
    found: Any = figure.mark("limit")
    assert found.at == pytest.approx(float(exact))
    assert exact >= 51
    k, away = curve(figure, "distance")
    x, y = curve(figure, "upper")
    line = y[0] + (y[1] - y[0]) / (x[1] - x[0]) * (k - x[0])
    assert (away <= line + 1e-9).all()
    apart = run_of("and").weights_after(k.astype(int)) - float(factor) * np.array([2, 2, -3])
    assert away.tolist() == pytest.approx((apart**2).sum(axis=1).tolist())


@pytest.mark.parametrize(("alpha", "risen"), [("1", 2), ("1/17", 17)])
def test_too_small_an_alpha_has_no_line_and_the_distance_is_seen_to_rise(
    alpha: str, risen: int
) -> None:
    """MATH E3.2: 17 of 18 updates move away from the min-norm point, (2, 2, −3)/17."""
    figure = drawn(DISTANCE, run_of("and"), alpha=Fraction(alpha))
    assert not figure.has("upper") and not figure.has("limit")
    said = f"It is sure to fall only for α > R²/(2γ) = 1.5. So far it has risen at {risen} of 18"
    assert any(text.startswith(said) for text in words(figure))


def weights(text: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, text.split(",")))


def test_another_separator_has_another_bound_and_its_multiples_the_same() -> None:
    """w* = (3, 2, −4): least y⟨w*, x⟩ = 1, ‖w*‖² = 29, so 3 · 29 = 87 updates at most."""
    for given in ("3,2,-4", "0.3,0.2,-0.4", "300,200,-400"):
        for view in (NORMS, DISTANCE):
            limit: Any = drawn(view, run_of("and"), separator=weights(given), until="bound").mark(
                "limit"
            )
            assert limit.at == 87
    worse = drawn(NORMS, run_of("and"), separator=weights("3,2,-4"), until="bound")
    k, norm = curve(worse, "norm")
    x, low = curve(worse, "lower")
    assert low.tolist() == pytest.approx((x**2 / 29).tolist())
    assert (norm >= k**2 / 29).all()


def test_a_margin_takes_the_line_away() -> None:
    """With m = 5 the distance of AND really rises above the line, so it must not be drawn."""
    run = train(*AND, margin=5)
    assert run.bounds is not None
    figure = drawn(DISTANCE, run)
    assert not figure.has("upper") and not figure.has("limit")
    assert figure.notes[0].startswith("With a margin")
    k, distance = curve(figure, "distance")
    assert (distance > descent_of(run, DistanceOptions()).falling(k)).any()


@pytest.mark.parametrize(("name", "has_best"), [("shifted", True), ("one class", False)])
def test_the_present_and_the_best_constant_lie_on_the_curve(name: str, has_best: bool) -> None:
    run = run_of(name)
    found = bias_curve(run)
    assert isinstance(found, BiasCurve)
    figure = bias_figure(found, run, NOTATIONS["000"])
    x, y = curve(figure, "bound")
    for key in ("bound now", *(["best"] if has_best else [])):
        (at,), (height,) = curve(figure, key)
        there = np.exp(np.interp(np.log(at), np.log(x), np.log(y)))
        assert there == pytest.approx(height, rel=5e-3)
    assert figure.has("best") == has_best
    (at,), (made,) = curve(figure, "made")
    assert (at, made) == (1, len(run.history)) and made <= bound_at(run, run.rule.bias_scale)
