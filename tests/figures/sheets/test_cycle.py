"""Cycles drawn: the lines, the walk and the norm are those of the engine, again and again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.marks import Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.sheets.cycle import VIEW
from perceptron_gui.theory.inseparable.cycle import cycle_facts, why_no_cycle
from tests.figures.drawing import path_of, trained

XOR = [
    (name, {"offset": offset, "tie": tie})
    for name in ("xor", "xor-pm")
    for offset in (True, False)
    for tie in ("minus", "plus", "always")
]


def sheet(run: Run, cursor: int, **options: Any) -> Sheet:
    drawn = VIEW.build(run.dataset, run, cursor, VIEW.options(**options))
    assert isinstance(drawn, Sheet)
    return drawn


def figures(run: Run, cursor: int, **options: Any) -> tuple[Figure, Figure, Figure]:
    lines, weights, norms = (panel.figure for panel in sheet(run, cursor, **options).panels)
    return lines, weights, norms


def numbers(drawn: Figure) -> list[str]:
    return [mark.text for mark in drawn.marks if isinstance(mark, Text)]


@pytest.mark.parametrize(("name", "rule"), XOR)
def test_the_lines_of_xor_are_those_of_its_weights(name: str, rule: dict[str, Any]) -> None:
    run = trained(name, **rule)
    facts = cycle_facts(run)
    assert facts is not None
    lines, weights, _ = figures(run, run.visits)
    for state in facts.states:
        if not lines.has(f"line {state.updates}"):
            continue
        a, b, *c = (float(v) for v in state.weights)
        x, y = path_of(lines, f"line {state.updates}")
        assert a * x + b * y + sum(c) == pytest.approx(0, abs=1e-12)
    walk = np.column_stack(path_of(weights, "cycle"))
    expected = [[float(v) for v in state.weights[:2]] for state in facts.states]
    assert walk.tolist() == [*expected, expected[0]]
    drawn = ",".join(numbers(weights)).split(",")
    assert sorted(int(each) for each in drawn) == list(range(1, len(facts.states) + 1))
    seen = [int(each) for text in numbers(lines) for each in text.split(",")]
    assert len(seen) == len(set(seen))


def test_the_current_line_and_weights_follow_the_cursor() -> None:
    run = trained("xor", tie="minus")
    now = [
        np.column_stack(path_of(figures(run, visit)[1], "now"))[0].tolist()
        for visit in range(run.visits + 1)
    ]
    assert now == [run.weights_at(visit)[:2].tolist() for visit in range(run.visits + 1)]
    lines = figures(run, 6)[0]
    x, y = path_of(lines, "line")
    a, b, c = run.weights_at(6).tolist()
    assert a * x + b * y + c == pytest.approx(0, abs=1e-12)
    emphasised = [m.text for m in lines.marks if isinstance(m, Text) and m.role is Role.BOUNDARY]
    assert emphasised == ["2"]


def test_the_norm_stays_low_over_several_rounds_while_its_ceiling_soars() -> None:
    run = trained("xor", tie="minus")
    norms = figures(run, 6)[2]
    future: Any = norms.mark("norm-future")
    assert future.x[-1] == 2 + 2 * 4
    after = future.y[future.x >= 6]
    assert after[0] == after[4]
    assert future.y.max() == 5
    upper: Any = norms.mark("upper")
    assert upper.y.max() > 20
    assert (run.visits, run.history.loop) == (9, None)


def test_the_last_two_rounds_are_shown_however_long_it_has_played() -> None:
    run = trained("xor", tie="minus").prolonged(4003)
    norms = figures(run, 4003)[2]
    past, future = path_of(norms, "norm"), path_of(norms, "norm-future")
    made = int(run.updates_at(4003))
    assert (past[0][0], future[0][-1]) == (made - 6, made + 2)
    assert not norms.has("norm-range") and set(past[1]) <= {0, 1, 2, 3, 4, 5}


def test_a_long_cycle_is_shortened() -> None:
    run = trained("blobs")
    drawn = sheet(run, run.visits)
    lines, weights, _ = (panel.figure for panel in drawn.panels)
    shown = [mark for mark in lines.marks if mark.role is Role.RETURNING]
    assert 10 < len(shown) <= 24
    assert numbers(lines) == numbers(weights) == []
    assert "24 of the 1818 lines of the cycle are shown." in drawn.notes[2]


@pytest.mark.parametrize(
    ("name", "rule"),
    [("and", {}), ("xor", {"order": "shuffled"}), ("and", {"rule": "least-squares"})],
)
def test_without_a_cycle_the_plane_is_shown_with_the_reason(
    name: str, rule: dict[str, Any]
) -> None:
    run = trained(name, **rule)
    drawn = VIEW.build(run.dataset, run, run.visits, VIEW.options(title="Mine"))
    assert isinstance(drawn, Figure)
    assert drawn.title == "Mine"
    assert drawn.notes[-1] == why_no_cycle(run)
    assert drawn.has("points")
