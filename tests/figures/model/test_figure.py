"""The vocabulary of figures: marks compared by content, labels, legends, ranges and round ticks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.export.layout.axes import AxesDecorations, Box, axes_ticks
from perceptron_gui.export.layout.text import PageFont
from perceptron_gui.figures.model.axes import Ticks, find_ticks, fitting, place, with_ranges
from perceptron_gui.figures.model.figure import Axis, Figure, entries
from perceptron_gui.figures.model.label import from_user, parts, to_html, to_plain
from perceptron_gui.figures.model.marks import (
    Arrow,
    Band,
    Dots,
    Line,
    Mark,
    Points,
    RuleLine,
    Steps,
)
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES

NAN = float("nan")


def line(key: str = "line", y: float = 2.0, right: bool = False) -> Line:
    return Line(key, Role.WEIGHTS, np.array([0.0, 1.0, NAN]), np.array([1.0, y, NAN]), right=right)


def figure(*marks: Mark, right: Axis | None = None) -> Figure:
    return Figure("test", Axis("x"), Axis("y"), marks, right=right)


def test_marks_with_equal_content_are_equal_even_where_lines_break() -> None:
    assert line() == line()
    assert line() != line(y=3)
    assert line() != Steps("line", Role.WEIGHTS, line().x, line().y)
    assert figure(line()) == figure(line())
    assert figure(line()) != figure(line(), line("other"))


TWO, LABELS = np.ones(2), np.ones(2, np.int8)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Line("line", Role.WEIGHTS, TWO, np.zeros(3)), "same length"),
        (
            lambda: Points("p", TWO, TWO, LABELS[:1], LABELS, np.arange(2)),
            "2 points but 1 of truth",
        ),
        (lambda: figure(line("a"), line("a", 3)), r"twice: \['a'\]"),
        (lambda: figure(line(right=True)), "right axis"),
        (lambda: Axis(range=(1.0, 1.0)), "small to large"),
        (lambda: Axis(range=(0.0, 1.0), log=True), "positive"),
    ],
)
def test_what_no_figure_can_hold_is_refused(make: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        make()


def points(truth: list[int], predicted: list[int]) -> Points:
    places = np.zeros(len(truth))
    labels, guesses = (np.array(each, dtype=np.int8) for each in (truth, predicted))
    return Points("points", places, places, labels, guesses, np.arange(len(truth)), ("no", "yes"))


def legend(*marks: Mark) -> list[str]:
    return [entry.label for entry in entries(marks)]


def test_points_that_are_wrong_are_explained_after_everything_else() -> None:
    line = Line("line", Role.BOUNDARY, np.zeros(2), np.zeros(2), label="line")
    wrong = ["no classified as yes", "yes classified as no"]
    assert legend(points([1, -1, -1], [-1, 1, -1]), line) == ["no", "yes", "line", *wrong]


def test_a_wrong_point_has_the_shape_of_its_class_and_the_filling_of_the_other() -> None:
    theme = THEMES["light"]
    (wrong,) = [entry for entry in entries([points([-1], [1])]) if entry.filling]
    look = wrong.style(theme)
    assert look.marker == theme.style(Role.NEGATIVE).marker
    assert look.fill == theme.style(Role.POSITIVE).fill


def test_points_that_are_taken_for_neither_class_have_one_entry_with_a_hollow_marker() -> None:
    theme, tied = THEMES["light"], replace(points([-1, 1, 1], [0, 0, 1]), label="on the line")
    (*classes, hollow) = entries([tied])
    assert ([entry.label for entry in classes], hollow.label) == (["no", "yes"], "on the line")
    assert hollow.style(theme).fill == theme.background


def test_a_label_is_plain_text_and_html() -> None:
    label = r"norm $\|w\|^2$ & more"
    assert to_plain(label) == "norm ‖w‖² & more"
    assert to_html(label) == "norm ‖<i>w</i>‖<sup>2</sup> &amp; more"
    assert parts(label) == [(False, "norm "), (True, r"\|w\|^2"), (False, " & more")]


def test_a_dollar_that_is_not_closed_is_refused() -> None:
    with pytest.raises(ValueError, match="dollar"):
        to_plain("costs $5")


@given(st.text())
def test_words_of_a_user_are_never_mathematics(words: str) -> None:
    assert to_plain(from_user(words)) == words.replace("\uff04", "$")


FLOATS = st.floats(-1e70, 1e70)


@given(st.lists(FLOATS, max_size=8))
def test_a_range_holds_all_values_with_room_around_them(values: list[float]) -> None:
    low, high = fitting([np.array(values)])
    assert low < high
    assert all(low < value < high for value in values)


def test_what_is_not_a_number_does_not_count() -> None:
    assert fitting([np.array([np.nan, np.inf, 2.0, 4.0])]) == pytest.approx((1.92, 4.08))
    assert fitting([np.array([-1.0, 0.0])], log=True) == (0.1, 10.0)
    assert fitting([]) == (0.0, 1.0)


def test_every_axis_gets_a_range_from_the_marks_that_are_measured_on_it() -> None:
    figure = Figure(
        "test",
        Axis(),
        Axis(),
        (
            Line("left", Role.LOSS, np.array([0.0, 10.0]), np.array([0.0, 1.0])),
            Dots("right", Role.ERRORS, np.array([5.0]), np.array([100.0]), right=True),
            Band("band", Role.MARGIN, np.array([2.0]), np.array([-1.0]), np.array([3.0])),
            Arrow("arrow", Role.WEIGHTS, 0, 0, 20, 1),
            RuleLine("rule", Role.LIMIT, 1000.0),
        ),
        right=Axis(),
    )
    fixed = with_ranges(figure)
    assert fixed.x.range == pytest.approx((-0.8, 20.8))
    assert fixed.y.range == pytest.approx((-1.16, 3.16))
    assert fixed.right is not None
    assert fixed.right.range == (50.0, 150.0)


def few(ticks: Ticks) -> bool:
    return len(ticks) <= 6


def labels(axis: Axis) -> list[str]:
    return [to_plain(tick.label) for tick in find_ticks(axis, few) if tick.label]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 10, ["0", "2", "4", "6", "8", "10"]),
        (-1.1, 1.1, ["−1.0", "−0.5", "0.0", "0.5", "1.0"]),
        (0.18, 0.42, ["0.20", "0.25", "0.30", "0.35", "0.40"]),
        (0, 2.1e6, ["0", "0.5×10⁶", "10⁶", "1.5×10⁶", "2.0×10⁶"]),
        (-3e-5, 0, ["−3×10⁻⁵", "−2×10⁻⁵", "−10⁻⁵", "0"]),
        (1e6, 1e6 + 3, ["1000000", "1000001", "1000002", "1000003"]),
    ],
)
def test_numbers_of_an_axis_are_round(low: float, high: float, expected: list[str]) -> None:
    assert labels(Axis(range=(low, high))) == expected


def test_an_axis_that_counts_is_ticked_at_whole_numbers_only() -> None:
    assert labels(Axis(range=(0, 2.2), whole=True)) == ["0", "1", "2"]
    assert labels(Axis(range=(0, 2.2))) == ["0.0", "0.5", "1.0", "1.5", "2.0"]
    assert labels(Axis(range=(3.2, 3.8), whole=True)) == []
    assert labels(Axis(range=(0.96, 1.04), whole=True)) == ["1"]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.9, 1100, ["10⁰", "10¹", "10²", "10³"]),
        (3, 25, ["5", "10", "20"]),
        (0.02, 0.6, ["0.02", "0.05", "0.1", "0.2", "0.5"]),
        (1.1, 1.9, ["1.2", "1.4", "1.6", "1.8"]),
        (1e-12, 1e12, ["10⁻¹⁰", "10⁻⁵", "10⁰", "10⁵", "10¹⁰"]),
    ],
)
def test_logarithmic_axes_have_powers_or_what_there_is(
    low: float, high: float, expected: list[str]
) -> None:
    assert labels(Axis(range=(low, high), log=True)) == expected


def test_the_step_is_the_same_on_both_axes_where_units_are_equal() -> None:
    axes = AxesDecorations(Axis(range=(-3, 3)), Axis(range=(-1, 1)), equal=True)
    x, y, _ = axes_ticks(axes, Box(0, 0, 180, 60), PageFont("sans", 10))
    assert x[1].at - x[0].at == y[1].at - y[0].at == 1


@given(st.floats(-1e9, 1e9), st.floats(1e-9, 1e9), st.booleans(), st.booleans())
def test_ticks_lie_in_the_axis_and_no_number_comes_twice(
    low: float, span: float, whole: bool, log: bool
) -> None:
    low = max(abs(low), 1e-9) if log else low
    axis = Axis(range=(low, low + max(span, 1e-6 * abs(low))), log=log, whole=whole)
    ticks = [tick for tick in find_ticks(axis, few) if tick.label]
    assert len(ticks) <= 6
    assert all(-1e-6 <= place(axis, tick.at) <= 1 + 1e-6 for tick in ticks)
    assert len({tick.label for tick in ticks}) == len(ticks)
    assert not whole or log or all(tick.at == int(tick.at) for tick in ticks)
