"""Cycles as golden.json and a naive walk have them, what helps, and nearest points of hulls."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from perceptron_gui import train
from perceptron_gui.base.exact import exact_number, solve
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.lectures.presets import apply_preset
from perceptron_gui.theory.inseparable.cycle import (
    CENTRED,
    MOST_STATES,
    OFFSET,
    CyclePosition,
    advice,
    cycle_facts,
    cycle_position,
    never_ends,
    standstill,
    typed_advice,
    why_no_cycle,
)
from perceptron_gui.theory.inseparable.hull_gap import hull_gap
from tests.conftest import GOLDEN, fractions
from tests.core.runs.test_golden import run_of
from tests.core.strategies import Problem, problems, trained
from tests.core.textbook import Vector, augmented, dot, errors
from tests.figures.timelines import AND, XOR

CASES = [case for case in GOLDEN["pla"] if "cycle" in case["result"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_facts_are_those_of_rational_arithmetic(case: dict[str, Any]) -> None:
    run, expected = run_of(case), case["result"]["cycle"]
    facts = cycle_facts(run)
    assert facts is not None
    assert facts.start_visit == expected["preperiod_visits"]
    assert facts.start_updates == expected["preperiod_updates"]
    assert facts.period_visits == expected["period_visits"]
    assert facts.period_updates == expected["period_updates"]
    states = [list(state.weights) for state in facts.states]
    assert states == [fractions(state) for state in expected["states"]]
    assert facts.largest_norm_squared == Fraction(case["result"]["max_norm2"])
    assert list(facts.counts) == expected["update_counts"]
    assert why_no_cycle(run) is None
    assert not facts.is_shortened

    typed = [[exact_number(v) for v in row] for row in run.dataset.points.tolist()]
    points = augmented(typed, run.rule.offset, run.rule.bias_scale)
    labels = run.dataset.labels.tolist()
    for j in range(run.space.dimension):
        rows = zip(facts.certificate, labels, points, strict=True)
        assert sum(share * y * x[j] for share, y, x in rows) == 0
    for state in facts.states:
        assert state.errors == errors(points, labels, list(state.weights), run.rule.tie)
        assert state.point == run.point_of_update(state.updates)


def test_a_long_cycle_lists_its_first_weights() -> None:
    facts = cycle_facts(trained("blobs"))
    assert facts is not None
    assert facts.period_updates == 1818
    assert len(facts.states) == MOST_STATES
    assert facts.is_shortened


def test_the_theorem_is_not_stretched() -> None:
    with_margin = why_no_cycle(trained("blobs", margin=1, order="shuffled", epochs=5)) or ""
    assert "cycling theorem" not in with_margin
    assert not never_ends(trained("and-pm", offset=False, tie="minus"))
    assert not never_ends(trained("xor", order="1,2", epochs=3))
    assert never_ends(trained("xor"))


def test_the_clock_goes_round_from_the_start_of_the_cycle() -> None:
    run = trained("xor", tie="minus")
    assert cycle_position(run, 0) is cycle_position(run, 4) is None
    for visit, lap, rest in ((5, 1, 0), (8, 1, 3), (9, 1, 4), (10, 2, 1), (1005, 250, 4)):
        assert cycle_position(run, visit) == CyclePosition(lap, rest, 4)
    assert (CyclePosition(1, 3, 4).turn, CyclePosition(1, 4, 4).turn) == (0.75, 0)


def least_square(differences: list[Vector]) -> Fraction:
    """Return the least ‖p‖² over the hull of a few vectors: every support is tried."""
    best = min(dot(v, v) for v in differences)
    for size in range(2, len(differences[0]) + 2):
        for support in combinations(differences, size):
            gram = [[dot(a, b) + 1 for b in support] for a in support]
            found = solve(gram, [Fraction(1)] * size)
            if found is None or min(found) < 0:
                continue
            weights = [value / sum(found) for value in found]
            p = [dot(weights, list(column)) for column in zip(*support, strict=True)]
            best = min(best, dot(p, p))
    return best


@given(problems(most=6))
@settings(max_examples=80, deadline=None)
def test_nearest_points_are_as_near_as_any_support_makes_them(problem: Problem) -> None:
    space = Space(problem.dataset)
    gap = hull_gap(space)
    classes = {
        y: [p for p, z in zip(problem.points, problem.labels, strict=True) if z == y]
        for y in (1, -1)
    }
    if not separability(space).separable or not all(classes.values()):
        assert gap is None
        return
    assert gap is not None
    assert gap.is_exact
    differences = [
        [u - v for u, v in zip(a, b, strict=True)] for a in classes[1] for b in classes[-1]
    ]
    assert gap.distance_squared == least_square(differences)
    for label, end in ((1, gap.positive), (-1, gap.negative)):
        shares = {i: s for i, s in gap.shares.items() if problem.labels[i] == label}
        assert sum(shares.values()) == 1
        columns = zip(*(problem.points[i] for i in shares), strict=True)
        assert tuple(dot(list(shares.values()), list(c)) for c in columns) == end


@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_many_coordinates_are_computed_in_floats_and_checked(shift: float) -> None:
    random = np.random.default_rng(5)
    labels = np.repeat([-1, 1], 100)
    points = np.round(random.normal(size=(200, 15)), 1) + shift * labels[:, None]
    gap = hull_gap(Space(Dataset.of(points, labels)))
    if not shift:
        assert gap is None
        return
    assert gap is not None
    scores = points @ np.array([float(v) for v in gap.across])
    apart = scores[labels > 0].min() - scores[labels < 0].max()
    assert apart == pytest.approx(float(gap.distance_squared), rel=1e-8)
    wide = np.hstack([points, points])
    assert hull_gap(Space(Dataset.of(wide, labels))) is None


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


@pytest.mark.parametrize(("name", "offset"), [("xor-pm", False), ("xor", True)])
def test_where_an_offset_does_not_help_none_is_offered(name: str, offset: bool) -> None:
    assert advice(Run(make(LIBRARY[name]), Rule(offset=offset)).finish()) is None


@pytest.mark.parametrize("name", ["and-pm", "or-pm", "offset-needed"])
def test_an_offset_that_is_advised_helps(name: str) -> None:
    run = as_in("002", name)
    found = advice(run)
    assert found is not None and found.helps == (OFFSET,)
    assert Run(run.dataset, Rule(offset=True)).finish().status == "converged"
