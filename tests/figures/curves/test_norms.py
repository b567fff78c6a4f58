"""‖w‖² between its bounds: squeezed where the theorem holds, and never a line where it does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from perceptron_gui import train
from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.norms import VIEW, NormOptions
from perceptron_gui.figures.model.marks import Band
from tests.conftest import GOLDEN
from tests.core.runs.test_golden import run_of as golden_run
from tests.core.strategies import Problem, problems, ties
from tests.core.textbook import dot
from tests.figures.drawing import words
from tests.figures.timelines import (
    COVERED,
    area,
    by_hand,
    curve,
    drawn,
    limit_label,
    million,
    run_of,
)

SEPARABLE = [case for case in GOLDEN["pla"] if case["result"]["status"] == "converged"]


@pytest.mark.parametrize("case", SEPARABLE, ids=lambda case: case["id"])
def test_the_bounds_squeeze_every_golden_run(case: dict[str, Any]) -> None:
    run = golden_run(case)
    figure = drawn(VIEW, run, until="bound")
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


@settings(max_examples=40)
@given(problems(), ties)
def test_the_curve_is_that_of_a_run_by_hand(problem: Problem, tie: str) -> None:
    run, _, trace = by_hand(problem, tie, 12)
    wanted = [0.0, *(float(dot(w, w)) for _, _, _, w in trace.updates)]
    x, y = curve(drawn(VIEW, run), "norm")
    assert x.tolist() == list(range(len(wanted)))
    assert y.tolist() == pytest.approx(wanted, rel=1e-12)


def limit_of(run: Run, **options: Any) -> str:
    return limit_label(drawn(VIEW, run, until="bound", **options))


def test_the_legend_states_the_limits_of_the_lectures() -> None:
    assert limit_of(run_of("and")) == r"$k^* = R^2/\gamma^2 = 51$"
    assert limit_of(run_of("and"), notation="003") == r"$k^* = \beta^2/\gamma^2 = 51$"
    assert limit_of(run_of("iris")) == r"$k^* = R^2/\gamma^2 \approx 410.19$"
    slides = run_of("slides")
    assert slides.bounds is not None and slides.bounds.most_updates == 40
    assert limit_of(slides) == r"$k^* \approx 40.3039$"


def test_a_limit_that_is_a_short_fraction_is_exact_in_a_note() -> None:
    figure = drawn(VIEW, run_of("three points"))
    assert limit_label(figure) == r"$k^* = R^2/\gamma^2 \approx 6.22449$"
    assert words(figure)[-1] == "No update is possible after k* = R²/γ² = 305/49 ≈ 6.22449."
    assert not any(
        "No update" in text for text in words(drawn(VIEW, run_of("iris"), until="bound"))
    )


def test_a_limit_that_is_a_whole_number_is_called_equal() -> None:
    """From w₀ = p = (3, 4), the only point: (5 + 5k)² = 25 + 25k at once."""
    run = train([[3, 4]], [1], offset=False, init="3,4")
    assert limit_of(run) == "$k^* = 0$"


def test_bounds_are_named_in_general_form() -> None:
    def labels(name: str, **options: Any) -> list[str]:
        return [
            text for text in words(drawn(VIEW, run_of(name), **options)) if text.startswith("at ")
        ]

    assert labels("and") == ["at most R²k", "at least γ²k²"]
    assert labels("slides") == ["at most ‖w⁽⁰⁾‖² + η²R²k", "at least (⟨w⁽⁰⁾, u⟩ + ηγk)²"]
    assert labels("slides", notation="002") == [
        "at most ‖w(0)‖² + 4μ²R²k",
        "at least (⟨w(0), u⟩ + 2μγk)²",
    ]
    assert labels("margin") == ["at most (η²R² + 2ηm)k", "at least η²γ²k²"]
    assert labels("margin", notation="002") == ["at most (4μ²R² + 4μm)k", "at least 4μ²γ²k²"]


def test_the_margin_of_a_rule_moves_the_limit() -> None:
    run = run_of("margin")
    assert limit_of(run) == r"$k^* = (R^2 + 2m/\eta)/\gamma^2 = 153$"
    assert limit_of(run, notation="002") == r"$k^* = (R^2 + m/\mu)/\gamma^2 = 153$"


def test_what_is_impossible_is_shaded() -> None:
    run = run_of("and")
    figure = drawn(VIEW, run)
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


def test_only_one_zone_that_is_in_view_is_in_the_legend() -> None:
    def labels(**options: Any) -> dict[str, str]:
        marks = drawn(VIEW, run_of("and"), **options).marks
        return {mark.key: mark.label for mark in marks if mark.key.startswith("impossible")}

    names = ["impossible-after", "impossible-above", "impossible-below"]
    assert labels() == dict(zip(names, ("impossible", "", ""), strict=True))
    assert labels(until="run") == dict(zip(names[1:], ("impossible", ""), strict=True))
    assert labels(range=(2.0, 10.0, 5.0, 6.0)) == {"impossible-below": "impossible"}


def test_bounds_that_are_out_of_view_are_left_out() -> None:
    figure = drawn(VIEW, run_of("iris"), scale="log")
    assert figure.has("upper") and not figure.has("lower")
    assert not any("at least" in text for text in words(figure))
    high = drawn(VIEW, run_of("and"), range=(0.0, 10.0, 200.0, 300.0))
    assert not high.has("upper") and not high.has("lower")


def test_a_range_beyond_the_limit_is_impossible_everywhere() -> None:
    figure = drawn(VIEW, run_of("and"), range=(60, 100, 0, 10))
    after: Any = figure.mark("impossible-after")
    assert after.x.tolist() == [60, 100]
    assert not figure.has("limit")


def test_the_axis_reaches_to_the_limit_unless_that_is_far() -> None:
    def reach(name: str, **options: Any) -> float:
        figure = drawn(VIEW, run_of(name), **options)
        assert figure.x.range is not None
        return figure.x.range[1]

    assert reach("and") == pytest.approx(1.12 * 51)
    assert reach("and", until="run") == 22.5
    assert reach("iris") == 5
    assert reach("iris", until="bound") == pytest.approx(1.12 * 75844093 / 184900)
    far = words(drawn(VIEW, run_of("iris")))
    assert "No update is possible after k* = R²/γ² ≈ 410.19, which is out of view." in far


def test_points_that_no_line_separates_have_a_ceiling_and_a_proof() -> None:
    run = run_of("xor")
    figure = drawn(VIEW, run)
    k, norm = curve(figure, "norm")
    assert (norm <= 3 * k).all()
    x, y = curve(figure, "upper")
    assert y.tolist() == (3 * x).tolist()
    assert not figure.has("lower") and not figure.has("limit")
    proof, cycle = figure.notes
    assert proof.startswith("No line separates these points") and "1, 2 and 3" in proof
    assert "every 4 visits, with 4 updates" in cycle


def test_a_cycle_is_no_news_before_the_weights_return() -> None:
    run = run_of("xor")
    assert len(drawn(VIEW, run, 3).notes) == 1
    assert len(drawn(VIEW, run, 3, future=True).notes) == 2


@pytest.mark.parametrize("name", ["batch", "hinge", "logistic", "gradient descent", "closed form"])
def test_rules_that_the_theorem_does_not_cover_have_no_lines(name: str) -> None:
    figure = drawn(VIEW, run_of(name))
    assert {mark.key for mark in figure.marks} <= {"norm", "norm-dots"}
    assert figure.notes == (run_of(name).why_no_bounds,)


def test_a_logarithmic_figure_begins_with_the_first_update() -> None:
    figure = drawn(VIEW, run_of("and"), scale="log")
    assert figure.x.log and figure.y.log
    assert figure.x.range is not None and figure.x.range[0] == 0.9
    assert figure.y.range is not None and figure.y.range[0] < 1 / 17
    with pytest.raises(OptionError, match="--range"):
        NormOptions(scale="log", range=(0, 10, 1, 10))


def test_a_million_updates_are_thinned_but_show_their_peak() -> None:
    run = million()
    figure = drawn(VIEW, run)
    norm, band = measures.norm_sq(run, np.arange(1_000_001)), area(figure, "norm")
    assert len(band.x) <= 200 and band.x[-1] == 1_000_000
    assert (band.lower.min(), band.upper.max()) == (norm.min(), norm.max())
    assert any("too many ups and downs" in note for note in figure.notes)
    dots: Any = figure.mark("norm-dots")
    assert (dots.x[0], dots.y[0]) == (1_000_000, norm[-1])


def test_covered_runs_are_squeezed() -> None:
    for name in COVERED:
        run = run_of(name)
        assert run.bounds is not None
        x, y = curve(drawn(VIEW, run), "norm")
        assert (run.bounds.lower(x) <= y * (1 + 1e-12)).all()
        assert (y <= run.bounds.upper(x) * (1 + 1e-12)).all()
