"""Legends: classes that are there, marks that are labelled, and points that are wrong."""

from __future__ import annotations

import numpy as np

from perceptron_gui.figures.model.figure import Axis, Figure
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
