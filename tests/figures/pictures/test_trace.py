"""The table of a run: the lectures' worked traces, and the engine's numbers whatever the rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.pictures.trace import TraceOptions, build
from perceptron_gui.lectures.notation import NOTATIONS
from tests.core.strategies import AND

THREE: Any = ([[2, 1], [0, 2], [-0.5, -2]], [1, -1, 1])
SLIDES: Any = ([[1, 1], [2, 1]], [-1, 1])


def table(run: Run, cursor: int | None = None, **options: Any) -> Table:
    at = run.visits if cursor is None else cursor
    return build(run.dataset, run, at, TraceOptions(**options))


def plain(drawn: Table) -> list[list[str]]:
    """Return heading and rows as plain text."""
    return [[to_plain(cell) for cell in row] for row in (drawn.columns, *drawn.rows)]


def column(drawn: Table, heading: str) -> list[str]:
    """Return the cells below a heading."""
    rows = plain(drawn)
    return [row[rows[0].index(heading)] for row in rows[1:]]


def vector(cell: str) -> list[Fraction]:
    """Return (2, −1/3) as numbers."""
    return [Fraction(part.replace("−", "-")) for part in cell.strip("()").split(", ")]


def test_three_points_are_traced_as_in_001() -> None:
    drawn = table(train(*THREE, offset=False, tie="minus"), notation="001")
    assert plain(drawn) == [
        ["visit", "epoch", "point", "x⁽ⁱ⁾", "y⁽ⁱ⁾", "θ·x⁽ⁱ⁾", "h(x⁽ⁱ⁾)", "Δθ", "θ after"],
        ["0", "0", "–", "–", "–", "–", "–", "–", "(0, 0)"],
        ["1", "1", "1", "(2, 1)", "+1", "0", "−1", "(2, 1)", "(2, 1)"],
        ["2", "1", "2", "(0, 2)", "−1", "2", "+1", "(0, −2)", "(2, −1)"],
        ["3", "1", "3", "(−0.5, −2)", "+1", "1", "+1", "–", "(2, −1)"],
        ["4", "2", "1", "(2, 1)", "+1", "3", "+1", "–", "(2, −1)"],
        ["5", "2", "2", "(0, 2)", "−1", "−2", "−1", "–", "(2, −1)"],
        ["6", "2", "3", "(−0.5, −2)", "+1", "1", "+1", "–", "(2, −1)"],
    ]


def test_the_slides_of_000_are_traced() -> None:
    drawn = table(train(*SLIDES, init="0.2,0,-0.1", eta="0.1", tie="plus"), cursor=3)
    lines = [" | ".join(row) for row in plain(drawn)]
    assert lines == [
        "visit | epoch | point | x | y | s | prediction | Δ(w, w₀) | w after | w₀ after",
        "0 | 0 | – | – | – | – | – | – | (0.2, 0) | −0.1",
        "1 | 1 | 1 | (1, 1) | −1 | 0.1 | +1 | (−0.1, −0.1, −0.1) | (0.1, −0.1) | −0.2",
        "2 | 1 | 2 | (2, 1) | +1 | −0.1 | −1 | (0.2, 0.1, 0.1) | (0.3, 0) | −0.1",
        "3 | 2 | 1 | (1, 1) | −1 | 0.2 | +1 | (−0.1, −0.1, −0.1) | (0.2, −0.1) | −0.2",
    ]


def test_lectures_with_one_vector_have_no_column_for_the_offset() -> None:
    run = train(*SLIDES, init="0.2,0,-0.1", eta="0.1", tie="plus")
    one = table(run, 1, notation="002")
    assert plain(one)[0][3:] == ["xᵢ", "yᵢ", "wᵀxᵢ", "ŷᵢ", "Δw", "w after"]
    assert column(one, "w after") == ["(0.2, 0, −0.1)", "(0.1, −0.1, −0.2)"]
    switched = plain(table(run, 1, notation="003"))
    assert switched[0][3:] == ["yₙ", "class", "yₙᵀa", "Δa", "a after"]
    assert switched[2][3:6] == ["(−1, −1, −1)", "2", "−0.1"]
    assert column(table(run, 1, notation="004"), "xᵢ")[1] == "(1, 1, 1)"
    assert column(table(run, 2, notation="004"), "θ after")[2] == "(−0.1, 0.3, 0)"


def test_a_long_run_ends_in_dots_and_its_last_row() -> None:
    run = train(*AND, tie="minus")
    drawn = table(run, rows=5)
    assert column(drawn, "visit") == ["0", "1", "2", "3", "4", "…", str(run.visits)]
    assert set(plain(drawn)[6]) == {"…"}
    assert drawn.notes == (f"The dots stand for {run.visits - 5} more visits.",)
    assert column(table(run, cursor=5, rows=5), "visit") == ["0", "1", "2", "3", "4", "5"]
    by_update = table(run, rows=2, every="updates")
    assert column(by_update, "visit") == ["0", "4", "…", "18"]


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("rule", [name for name in RULES if name != "kernel"])
def test_weights_are_those_of_the_engine(rule: str, notation: str) -> None:
    options = {"offset": False}, {"loss": "logistic"}, {"solver": "gd"}, {"lift": "product"}
    for more in ({}, *options):
        run = train(*AND, rule=rule, eta="0.1", epochs=4, **more)
        drawn = table(run, notation=notation)
        symbol = to_plain(f"${NOTATIONS[notation].bare_weights}$")
        cells = [vector(cell) for cell in column(drawn, f"{symbol} after")]
        name = to_plain(f"${NOTATIONS[notation].offset}$")
        if f"{name} after" in plain(drawn)[0]:
            offsets = [vector(cell) for cell in column(drawn, f"{name} after")]
            cells = [[*cell, *offset] for cell, offset in zip(cells, offsets, strict=True)]
        elif notation == "004" and run.rule.offset:
            cells = [[*cell[1:], cell[0]] for cell in cells]
        expected = run.weights_at(np.arange(run.visits + 1))
        assert np.allclose(np.array(cells, dtype=float), expected, rtol=1e-5, atol=1e-12)


def test_steps_over_several_points_leave_the_columns_of_a_point_out() -> None:
    headings = plain(table(train(*AND, rule="batch")))[0]
    assert headings == ["visit", "epoch", "Δ(w, w₀)", "w after", "w₀ after"]
    several = plain(table(train(*AND, rule="sgd", batch_size=3)))[0]
    assert "point" not in several


def test_a_kernel_run_shows_counts_and_the_length_of_w() -> None:
    run = train([[-1, -1], [-1, 1], [1, -1], [1, 1]], [-1, 1, 1, -1], rule="kernel")
    drawn = table(run)
    assert column(drawn, "‖w‖² after")[:5] == ["0", "9", "16", "25", "32"]
    assert column(drawn, "αᵢ after")[1:5] == ["1", "1", "1", "1"]
    assert column(drawn, "s")[1:5] == ["0", "−1", "0", "1"]
