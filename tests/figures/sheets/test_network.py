"""The view of a network: its four planes show what the neurons have learnt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Line, Region, Text
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


def test_xor_in_four_planes_and_on_the_wires() -> None:
    sheet = sheet_of("xor")
    assert list(planes(sheet)) == ["h₁ = OR", "h₂ = NAND", "AND", "XOR"]
    hidden = planes(sheet)["AND"]
    assert (to_plain(hidden.x.label), to_plain(hidden.y.label)) == ("h₁ (OR)", "h₂ (NAND)")
    numbers = {mark.text for mark in hidden.marks if isinstance(mark, Text)}
    assert {"1", "2, 3", "4"} <= numbers  # two of the points have become one
    wires = [panel.figure for panel in sheet.panels if panel.figure.bare]
    written = [to_plain(mark.text) for wire in wires for mark in wire.marks
               if isinstance(mark, Text) and mark.role is Role.WEIGHTS]  # fmt: skip
    assert written == ["2", "2", "w₀ = −1", "−3", "−2", "w₀ = 4", "2", "3", "w₀ = −4"]
    assert sheet.headline is not None and "XOR in 49 updates" in sheet.headline.full
    assert "points 2 and 3" in sheet.notes[0]


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


def test_other_data_get_a_sentence() -> None:
    sheet = sheet_of("clusters")
    (panel,) = sheet.panels
    assert "such as xor or xor-pm" in panel.figure.notes[0] and not panel.figure.marks
    (panel,) = sheet_of("xor", hidden="inputs").panels
    assert panel.figure.notes[0].startswith("No line separates")
