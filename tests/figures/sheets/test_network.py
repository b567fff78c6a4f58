"""The view of a network: its four planes show what the neurons have learnt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Line, Region
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.sheets.network import VIEW
from tests.figures.drawing import holds, trained


def sheet_of(name: str, cursor: int = 0, rule: Any = None, **options: Any) -> Sheet:
    run = trained(name, **(rule or {}))
    drawn = VIEW.build(run.dataset, run, cursor, VIEW.options(**options))
    assert isinstance(drawn, Sheet)
    return drawn


def planes(sheet: Sheet) -> dict[str, Figure]:
    """Return the planes of a sheet by their titles; the wires between them have none."""
    figures = [panel.figure for panel in sheet.panels]
    return {to_plain(figure.title): figure for figure in figures if figure.title}


@pytest.mark.parametrize("name", ["xor", "xor-pm", "xnor", "nand-pm"])
@pytest.mark.parametrize("tie", ["always", "minus", "plus"])
def test_every_point_is_right_in_every_plane(name: str, tie: str) -> None:
    for figure in planes(sheet_of(name, rule={"tie": tie})).values():
        points: Any = figure.mark("points")
        assert np.array_equal(points.truth, points.predicted)


@pytest.mark.parametrize("name", ["xor", "xor-pm", "xnor"])
def test_points_lie_in_the_parts_of_their_answer(name: str) -> None:
    answer = list(planes(sheet_of(name)).values())[-1]
    points: Any = answer.mark("points")
    parts = [mark for mark in answer.marks if isinstance(mark, Region)]
    for x, y, label in zip(points.x, points.y, points.truth, strict=True):
        role = Role.POSITIVE_SIDE if label > 0 else Role.NEGATIVE_SIDE
        inside = [mark.role for mark in parts if holds((mark.x, mark.y), float(x), float(y))]
        assert inside == [role]
    lines = [mark for mark in answer.marks if isinstance(mark, Line)]
    assert [to_plain(line.label) for line in lines] == ["line of h₁ (OR)", "line of h₂ (NAND)"]
