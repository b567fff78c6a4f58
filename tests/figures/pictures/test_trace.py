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
from tests.conftest import Approve
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


GUESS = {"init": "0.2,0,-0.1", "eta": "0.1", "tie": "plus"}
PM: Any = ([[-1, -1], [-1, 1], [1, -1], [1, 1]], [-1, 1, 1, -1])
# Tables that are approved: the points and options of their runs, and how they are shown.
TRACED: tuple[tuple[Any, dict[str, Any], dict[str, Any]], ...] = (
    (THREE, {"offset": False, "tie": "minus"}, {"notation": "001"}),
    *((SLIDES, GUESS, {"cursor": 3, "notation": name}) for name in NOTATIONS),
    (AND, {"tie": "minus"}, {"rows": 5}),
    (AND, {"tie": "minus"}, {"rows": 5, "cursor": 5}),
    (AND, {"tie": "minus"}, {"rows": 2, "every": "updates"}),
    (AND, {"rule": "batch"}, {"rows": 3}),
    (AND, {"rule": "sgd", "batch_size": 3}, {"rows": 3}),
    (PM, {"rule": "kernel"}, {"rows": 5}),
    (THREE, {"rule": "averaged", "offset": False, "epochs": 1}, {"notation": "001"}),
    (THREE, {"rule": "voted", "tie": "minus"}, {"notation": "002"}),
    *((PM, {"rule": "pocket", "pocket": each}, {"rows": 5}) for each in ("errors", "ratchet")),
)


def test_tables_read_as_approved(approve: Approve) -> None:
    told = []
    for data, options, how in TRACED:
        drawn = table(train(*data, **options), **how)
        rows = [" | ".join(row) for row in plain(drawn)]
        told.append("\n".join([f"# {options} {how}", *rows, *map(to_plain, drawn.notes)]))
    approve("traces", "\n\n".join(told))


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
