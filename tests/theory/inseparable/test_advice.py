"""What keeps a run without an offset from learning, and what helps: said, and true."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui import train
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.presets import apply_preset
from perceptron_gui.theory.inseparable.cycle import (
    CENTRED,
    OFFSET,
    advice,
    standstill,
    typed_advice,
)
from tests.figures.timelines import AND, XOR

STILL: dict[str, Any] = {"tie": "always", "order": "first-mistake", "offset": False}


def as_in(lecture: str, name: str) -> Run:
    return Run(make(LIBRARY[name]), apply_preset(Rule(), lecture)).finish()


def test_a_point_at_the_origin_without_an_offset_brings_everything_to_a_standstill() -> None:
    run = train(*AND, **STILL)
    assert standstill(run) == 0
    found = advice(run)
    assert found is not None
    assert "(0, 0)" in found.why and "through the origin" in found.why
    others: list[dict[str, Any]] = [{}, {**STILL, "offset": True}, {**STILL, "order": "cyclic"}]
    for other in others:
        run = train(*XOR, **other)
        assert standstill(run) is None and advice(run) is None
    assert advice(None) is None


@pytest.mark.parametrize("gate", ["and", "or", "nand", "nor", "xor", "xnor"])
def test_a_gate_of_0_and_1_is_told_of_the_one_of_minus_1_and_1(gate: str) -> None:
    run = as_in("002", gate)
    found = advice(run)
    assert found is not None
    assert found.helps == (CENTRED, OFFSET)
    assert typed_advice(run, gate).endswith(f"Try the data set {gate}-pm or --offset")
    assert typed_advice(run, "mine.csv").endswith("Try inputs of −1 and +1 instead or --offset")
    assert standstill(as_in("002", f"{gate}-pm")) is None


@pytest.mark.parametrize("name", ["and-pm", "or-pm", "offset-needed"])
def test_points_that_need_an_offset_are_told_so_and_it_helps(name: str) -> None:
    run = as_in("002", name)
    assert run.cycle is not None
    found = advice(run)
    assert found is not None
    assert (found.helps, found.why.startswith("No line through the origin")) == ((OFFSET,), True)
    helped = Run(run.dataset, Rule(offset=True)).finish()
    assert helped.status == "converged"


@pytest.mark.parametrize(("name", "offset"), [("xor-pm", False), ("xor", True)])
def test_where_an_offset_does_not_help_none_is_offered(name: str, offset: bool) -> None:
    assert advice(Run(make(LIBRARY[name]), Rule(offset=offset)).finish()) is None
