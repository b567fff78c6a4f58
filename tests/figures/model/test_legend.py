"""Legends and labels: what has an entry, what is mathematics, what is taken as it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.label import from_user, parts, to_html, to_plain
from perceptron_gui.figures.model.legend import LegendEntry, entries, united
from perceptron_gui.figures.model.marks import Line, Mark, Points
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES


def points(truth: list[int], predicted: list[int]) -> Points:
    places = np.zeros(len(truth))
    labels, guesses = (np.array(each, dtype=np.int8) for each in (truth, predicted))
    return Points("points", places, places, labels, guesses, np.arange(len(truth)), ("no", "yes"))


def legend(*marks: Mark) -> list[str]:
    return [entry.label for entry in entries(Figure("f", Axis(), Axis(), marks))]


def test_a_class_without_points_has_no_entry() -> None:
    assert legend(points([1, 1], [1, 0])) == ["yes"]
    assert legend(points([1, -1], [1, -1])) == ["no", "yes"]
    assert legend(points([], [])) == []


def test_points_that_are_wrong_are_explained_after_everything_else() -> None:
    line = Line("line", Role.BOUNDARY, np.zeros(2), np.zeros(2), label="line")
    assert legend(points([1, -1, -1], [-1, 1, -1]), line) == [
        "no",
        "yes",
        "line",
        "no taken for yes",
        "yes taken for no",
    ]


def test_a_wrong_point_has_the_shape_of_its_class_and_the_filling_of_the_other() -> None:
    theme = THEMES["light"]
    (wrong,) = [entry for entry in entries_of(points([-1], [1])) if entry.filling]
    look = wrong.style(theme)
    assert look.marker == theme.style(Role.NEGATIVE).marker
    assert look.fill == theme.style(Role.POSITIVE).fill


def entries_of(mark: Points) -> tuple[LegendEntry, ...]:
    return entries(Figure("f", Axis(), Axis(), (mark,)))


def test_entries_of_several_legends_come_once_and_in_one_order() -> None:
    one, other = entries_of(points([1], [1])), entries_of(points([-1, 1], [-1, 1]))
    assert [entry.label for entry in united([one, other])] == ["no", "yes"]


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
