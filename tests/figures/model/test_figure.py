"""The vocabulary: marks, figures, labels and legends, frozen values compared by content."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.figures.model.figure import Axis, Figure, LegendEntry, entries
from perceptron_gui.figures.model.label import from_user, parts, to_html, to_plain
from perceptron_gui.figures.model.marks import Line, Mark, Points, Steps
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


def test_coordinates_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="same length"):
        Line("line", Role.WEIGHTS, np.zeros(2), np.zeros(3))
    with pytest.raises(ValueError, match="2 points but 1 of truth"):
        Points(
            "p", np.zeros(2), np.zeros(2), np.ones(1, np.int8), np.ones(2, np.int8), np.arange(2)
        )


def test_marks_are_found_by_their_key_and_keys_are_not_used_twice() -> None:
    drawn = figure(line("a"), line("b", 3))
    assert drawn.mark("b") == line("b", 3)
    assert drawn.has("a")
    assert not drawn.has("c")
    with pytest.raises(ValueError, match=r"twice: \['a'\]"):
        figure(line("a"), line("a", 3))


def test_a_mark_on_the_right_axis_needs_one() -> None:
    assert figure(line(right=True), right=Axis("errors")).right == Axis("errors")
    with pytest.raises(ValueError, match="right axis"):
        figure(line(right=True))


def test_axes_go_from_small_to_large_and_logarithms_need_positive_numbers() -> None:
    with pytest.raises(ValueError, match="small to large"):
        Axis(range=(1.0, 1.0))
    with pytest.raises(ValueError, match="positive"):
        Axis(range=(0.0, 1.0), log=True)


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
    (wrong,) = [entry for entry in entries_of(points([-1], [1])) if entry.filling]
    look = wrong.style(theme)
    assert look.marker == theme.style(Role.NEGATIVE).marker
    assert look.fill == theme.style(Role.POSITIVE).fill


def test_points_that_are_taken_for_neither_class_have_one_entry_with_a_hollow_marker() -> None:
    theme, tied = THEMES["light"], replace(points([-1, 1, 1], [0, 0, 1]), label="on the line")
    (*classes, hollow) = entries_of(tied)
    assert ([entry.label for entry in classes], hollow.label) == (["no", "yes"], "on the line")
    assert hollow.style(theme).fill == theme.background


def entries_of(mark: Points) -> tuple[LegendEntry, ...]:
    return entries((mark,))


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
