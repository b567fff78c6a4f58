"""The lines that other orders end with: each once, the frequent ones apart, the points on top."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.labs.orders.lab import LAB
from perceptron_gui.labs.orders.solutions import NAME, SolutionOptions

AND, XOR = make(LIBRARY["and"]), make(LIBRARY["xor"])
IRIS = load_data("iris").dataset
TIERS = ("frequent", "repeated", "single")


def drawn(dataset: Dataset = AND, cursor: int | None = None, **rule: Any) -> tuple[Figure, Run]:
    """Return the figure and its run."""
    run = Run(dataset, Rule.of(rule)).finish()
    visit = run.visits if cursor is None else cursor
    figure = LAB.views[NAME].build(run.dataset, run, visit, SolutionOptions(margin=True))
    assert isinstance(figure, Figure)
    return figure, run


def pieces(figure: Figure, *keys: str) -> int:
    """Return how many lines there are under these keys."""
    marks = [mark for mark in figure.marks if mark.key in keys]
    return sum(int(np.isnan(mark.x).sum()) + 1 for mark in marks if isinstance(mark, Line))


def test_both_lines_that_and_ends_with_are_drawn_through_their_zeros() -> None:
    figure, run = drawn()
    found = LAB.result(run, SolutionOptions()).found
    line = figure.mark("frequent")
    assert isinstance(line, Line)
    for number, trial in enumerate(found.lines.trials.tolist()):
        a, b, c = (float(value) for value in found.weights_of(trial))
        part = slice(3 * number, 3 * number + 2)
        assert np.allclose(a * line.x[part] + b * line.y[part] + c, 0)
    assert pieces(figure, "frequent") == 2


def test_the_line_and_the_plane_are_those_of_the_boundary() -> None:
    figure, run = drawn(cursor=9)
    plain = boundary.VIEW.build(run.dataset, run, 9, boundary.VIEW.options())
    assert isinstance(plain, Figure)
    assert (figure.x, figure.y) == (plain.x, plain.y)
    for key in ("line", "points"):
        assert figure.mark(key) == plain.mark(key)
    keys = [mark.key for mark in figure.marks]
    assert keys.index("frequent") < keys.index("line") < keys.index("points")


def test_lines_differ_by_how_many_orders_end_with_them() -> None:
    figure, run = drawn(IRIS)
    found = LAB.result(run, SolutionOptions()).found
    shown = found.lines.counts[:80]
    assert pieces(figure, "repeated") == ((shown >= 10) & (shown < 100)).sum()
    assert pieces(figure, "single") == (shown < 10).sum()
    assert any("Only 80 of the lines" in note for note in figure.notes)


def test_no_line_is_drawn_where_nothing_converges() -> None:
    figure, _ = drawn(XOR)
    assert pieces(figure, *TIERS) == 0
    assert any("None of them converged" in note for note in figure.notes)


def test_lifted_solutions_are_curves() -> None:
    figure, _ = drawn(XOR, lift="product")
    curve = figure.mark("frequent")
    assert isinstance(curve, Line)
    assert len(curve.x) > 20


def test_solutions_of_solids_are_no_lines_in_a_plane() -> None:
    solid = Dataset.of([[1, 2, 3], [2, 1, 0.5], [-1, 0, 1], [0, -2, 1]], [1, 1, -1, -1])
    figure, _ = drawn(solid)
    assert any("no lines in this plane" in note for note in figure.notes)
    assert figure.has("line")


def test_thresholds_of_one_coordinate_are_upright_lines() -> None:
    figure, _ = drawn(Dataset.of([[0], [1], [2], [3]], [-1, -1, 1, 1]))
    lines = [mark for mark in figure.marks if mark.key in TIERS and isinstance(mark, Line)]
    assert lines
    for line in lines:
        assert (np.diff(line.x.reshape(-1)[:2]) == 0).all()


def test_weights_without_a_line_are_counted() -> None:
    figure, _ = drawn(Dataset.of([[0, 0], [0, 0]], [1, 1]))
    assert any(note == "Without a line, the same everywhere: 2." for note in figure.notes)


def test_the_answer_of_an_average_is_told_to_be_another() -> None:
    figure, _ = drawn(AND, rule="averaged")
    assert any("not of the average" in note for note in figure.notes)


@pytest.mark.parametrize("rule", ["batch", "least-squares"])
def test_rules_that_cannot_be_tried_are_told_of(rule: str) -> None:
    figure, _ = drawn(AND, rule=rule)
    assert figure.bare
    assert "one mistake at a time" in figure.notes[0]


def test_without_points_there_is_nothing_to_show() -> None:
    figure = LAB.views[NAME].build(Dataset.of([], []), None, 0, SolutionOptions())
    assert figure.notes == ("There are no points yet.",)
