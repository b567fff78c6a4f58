"""What a figure says where the pointer is: the values of its curves, never the pointer's height."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.figures.model.axes import with_ranges
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Band, Dots, Line, Mark, Steps
from perceptron_gui.figures.model.readings import words_at
from perceptron_gui.figures.model.role import Role
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.paint.scale import Projection
from tests.figures.drawing import built, trained

COUNTS = Axis("updates $k$", range=(0.0, 20.0), whole=True, counts="updates")
PLAIN = Axis("step $\\eta$", range=(0.0, 2.0))
HEIGHTS = Axis("$\\|w\\|^2$", range=(0.0, 20.0))
XS = np.array([0.0, 1.0, 2.0])


def said(figure: Figure, x: float, y: float = 11.0) -> tuple[str, ...]:
    """Return what is said at a place of a figure that is 400 by 200 pixels large."""
    whole = with_ranges(figure)
    return words_at(whole, Projection.of(whole).seen((0.0, 1.0, 0.0, 1.0), 400.0, 200.0), x, y)


def plot(*marks: Mark, x: Axis = PLAIN, y: Axis = HEIGHTS, right: Axis | None = None) -> Figure:
    return Figure("plot", x, y, marks, right)


def line(key: str, *ys: float, label: str = "$f$") -> Line:
    return Line(key, Role.WEIGHTS, XS[: len(ys)], np.array(ys), label=label)


def test_the_value_is_that_of_the_curve_whatever_the_height_of_the_pointer() -> None:
    run = trained("and")
    figure = built(VIEWS["norms"], run)
    curve = figure.mark("norm")
    assert isinstance(curve, Line)
    norms = dict(zip(curve.x.tolist(), curve.y.tolist(), strict=True))
    for height in (0.0, 11.0, 150.0):
        for k in (0, 13, 18):
            where, norm, most, least = said(figure, k + 0.3, height)
            assert where == f"k = {k}"
            assert norm == f"‖w⁽ᵏ⁾‖² = {norms[k]:g}"
            assert most.startswith("at most R²k") and float(most.split()[-1]) == 3 * k
            assert least.startswith("at least")
            assert float(least.split()[-1]) == pytest.approx(k * k / 17, abs=0.1)


def test_a_plane_says_both_coordinates_by_their_names() -> None:
    flat = Figure("plane", Axis("$x_1$", range=(-1.0, 1.0)), Axis("$x_2$", range=(-1.0, 1.0)),
                  equal=True)  # fmt: skip
    assert said(flat, 0.5, -0.25) == ("x₁ = 0.5", "x₂ = −0.25")
    cut = Axis("$w_1$ at $w_0 = -4$", range=(-1.0, 1.0))
    weights = Figure("plane", cut, Axis("$w_2$", range=(-1.0, 1.0)), equal=True)
    assert said(weights, 0.5, 0.25) == ("w₁ = 0.5", "w₂ = 0.25")


def test_every_curve_is_named_that_has_a_value_there() -> None:
    wrong = Steps("wrong", Role.ERRORS, XS, np.array([2.0, 1.0, 0.0]), "errors", right=True)
    over = Line("over", Role.UPPER_BOUND, XS, XS, label="at most $x$")
    short = line("short", 1.0, 5.0, label="$\\eta = 0.1$")
    dots = Dots("dots", Role.WEIGHTS, XS, XS, "dots")
    unnamed = line("unnamed", 9.0, 9.0, 9.0, label="")
    both = plot(over, short, wrong, dots, unnamed, right=Axis("errors", range=(0.0, 2.0)))
    assert said(both, 1.0) == ("η = 1", "η = 0.1: 5", "errors: 1", "at most x = 1")
    assert said(both, 1.5) == ("η = 1.5", "errors: 1", "at most x ≈ 1.5")
    assert said(both, 3.0) == ()


def test_what_the_curve_does_not_hold_is_said_to_be_rounded() -> None:
    assert said(plot(line("a", 0.0, 0.25, 1 / 3)), 1.0)[1] == "f = 0.25"
    assert said(plot(line("a", 0.0, 0.25, 1 / 3)), 2.0)[1] == "f ≈ 0.333333"
    assert said(plot(line("a", 0.0, 6.0)), 0.5)[1] == "f ≈ 3"
    assert said(plot(line("a", 0.1 + 0.2)), 0.0)[1] == "f = 0.3"
    assert said(plot(line("a", np.nan, 1.0)), 0.0) == ()
    assert said(plot(line("a", -5.0)), 0.0)[1] == "f = −5"


def test_a_line_is_straight_between_corners_on_logarithmic_axes() -> None:
    axes = Axis("$x$", range=(1.0, 100.0), log=True), Axis("$y$", range=(1.0, 100.0), log=True)
    power = Line("power", Role.WEIGHTS, np.array([1.0, 100.0]), np.array([1.0, 100.0]), "$f$")
    assert said(plot(power, x=axes[0], y=axes[1]), 10.0)[1] == "f ≈ 10"


def test_a_curve_that_leaves_values_out_says_the_nearest_that_it_has() -> None:
    for kind in (Line, Steps):
        curve = kind("a", Role.WEIGHTS, XS, np.array([1.0, 9.0, 2.0]), "$f$", sampled=True)
        assert said(plot(curve), 1.0)[1] == "f = 9"
        assert said(plot(curve), 1.4)[1] == "f ≈ 9"
        assert said(plot(curve), 1.6)[1] == "f ≈ 2"


def test_where_a_curve_is_an_area_its_extent_is_said() -> None:
    edges = np.array([0.0, 10.0, 20.0])
    low, high = np.array([1.0, 1.0, 3.0, 3.0]), np.array([5.0, 5.0, 8.0, 8.0])
    area = Band("a-range", Role.WEIGHTS, np.repeat(edges, 2)[1:-1], low, high)
    mean = Steps("a", Role.WEIGHTS, edges, np.array([2.5, 4.0, 4.0]), "$f$")
    figure = plot(area, mean, x=COUNTS)
    assert said(figure, 3.0) == ("k = 3", "f = 1 to 5, mean 2.5")
    assert said(figure, 20.0) == ("k = 20", "f = 3 to 8, mean 4")


def test_the_past_and_the_rest_of_a_curve_are_one() -> None:
    run = trained("and")
    figure = built(VIEWS["norms"], run, 20, future=True)
    for k in (3, int(run.updates_at(20)), 15):
        assert [word.partition(" = ")[0] for word in said(figure, k)[:2]] == ["k", "‖w⁽ᵏ⁾‖²"]
        assert len(said(figure, k)) == 4


def test_coordinates_have_as_many_digits_as_pixels_tell_apart() -> None:
    wide, near = Axis("$x$", range=(0.0, 1.0)), Axis("$y$", range=(0.12, 0.13))
    place = words_at(
        Figure("plane", wide, near, equal=True),
        Projection(100.0, 100.0, wide, near),
        0.12345678,
        0.12345678,
    )
    assert place == ("x = 0.12", "y = 0.1235")
