"""The certificate and the cycle on the plane: asked for by an option, or only highlighted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.figures.curves import norms
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.legend import entries
from perceptron_gui.figures.model.marks import Region
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.pictures import boundary, weight_space
from perceptron_gui.theory.inseparable.certificate import certificate_of
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines
from perceptron_gui.theory.inseparable.cycle import cycle_facts, cycle_lines
from perceptron_gui.theory.inseparable.hull_gap import hull_gap
from tests.figures.drawing import built, path_of, run_on, trained
from tests.figures.timelines import run_of

SOLID = ([[0, 0, 0], [1, 1, 1], [2, 2, 2], [1, 0, 2]], [1, -1, 1, -1])


def corners(figure: Figure, key: str) -> set[tuple[float, ...]]:
    return set(map(tuple, np.column_stack(path_of(figure, key)).tolist()))


def hulls_of(figure: Figure) -> list[str]:
    return [mark.key for mark in figure.marks if mark.key in ("hull +1", "hull -1")]


def test_the_hulls_of_xor_cross_in_the_common_point() -> None:
    run = trained("xor")
    figure = built(boundary.VIEW, run, 2, certificate=True)
    assert corners(figure, "hull -1") == {(0, 0), (1, 1)}
    assert corners(figure, "hull +1") == {(0, 1), (1, 0)}
    found = certificate_of(run.space, run.verdict)
    assert corners(figure, "common") == {tuple(map(float, found.common))} == {(0.5, 0.5)}
    assert len(corners(figure, "witnesses")) == 4
    assert sum(mark.key.startswith("way ") for mark in figure.marks) == 4
    assert {"common point", r"$\lambda > 0$"} <= {entry.label for entry in entries(figure)}
    assert "both classes have the mean $m = (0.5, 0.5)$" in figure.notes[-1]


def test_the_hulls_of_separable_points_have_nearest_points() -> None:
    run = trained("and")
    figure = built(boundary.VIEW, run, run.visits, certificate=True)
    gap = hull_gap(run.space)
    assert gap is not None
    ends = {tuple(map(float, gap.positive)), tuple(map(float, gap.negative))}
    assert corners(figure, "nearest") == corners(figure, "between") == ends
    assert isinstance(figure.mark("hull -1 inside"), Region)
    assert not figure.has("common")


def test_points_lie_above_their_hulls_and_below_their_rings() -> None:
    keys = [mark.key for mark in built(boundary.VIEW, trained("xor"), 2, certificate=True).marks]
    order = ["hull +1", "line", "points", "witnesses", "common"]
    assert sorted(order, key=keys.index) == order


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ({"lift": "product"}, "in the lifted space, which the view certificate shows"),
        ({"offset": False}, "which the view certificate shows"),
    ],
)
def test_hulls_of_another_space_are_not_drawn_on_the_plane(rule: dict[str, Any], told: str) -> None:
    figure = built(boundary.VIEW, trained("xor-pm", **rule), 2, certificate=True)
    assert hulls_of(figure) == [] and not figure.has("common") and not figure.has("nearest")
    assert figure.has("witnesses")
    assert told in figure.notes[-1]


def test_more_coordinates_are_seen_as_shadows_that_say_so() -> None:
    run = run_on(*SOLID)
    for visit in range(run.visits + 1):
        figure = built(boundary.VIEW, run, visit, certificate=True)
        points: Any = figure.mark("points")
        places = set(map(tuple, np.column_stack([points.x, points.y]).tolist()))
        assert corners(figure, "hull +1") | corners(figure, "hull -1") <= places
    assert "seen as shadows" in figure.notes[-1]


def test_the_points_that_count_are_never_hidden_in_a_crowd() -> None:
    few = trained("blobs").dataset
    run = run_on(np.repeat(few.points, 20, axis=0), np.repeat(few.labels, 20), epochs=2)
    figure = built(boundary.VIEW, run, 0, certificate=True)
    points: Any = figure.mark("points")
    assert len(points.x) < len(run.dataset)
    assert set(points.index.tolist()) >= set(run.verdict.support)


def test_a_point_is_highlighted_where_it_is() -> None:
    figure = built(boundary.VIEW, trained("xor"), 3, highlight=("point 2", "point 1"))
    assert corners(figure, "highlight points") == {(0, 1), (1, 0)}


def test_the_lines_of_a_cycle_are_drawn_faintly_and_only_while_they_are_highlighted() -> None:
    run = trained("xor", tie="minus")
    facts = cycle_facts(run)
    assert facts is not None
    plain, highlight = (built(boundary.VIEW, run, 7, highlight=names) for names in ((), ("cycle",)))
    faint = {mark.key for mark in highlight.marks if mark.role is Role.FUTURE}
    assert len(faint) == 3  # of four weights, one has no line in view
    assert not any(mark.role is Role.FUTURE for mark in plain.marks)
    for state in facts.states:
        if (key := f"cycle line {state.updates}") in faint:
            x, y = path_of(highlight, key)
            a, b, c = map(float, state.weights)
            assert a * x + b * y + c == pytest.approx(0, abs=1e-12)


def test_without_a_proved_cycle_nothing_is_highlighted() -> None:
    for name in ("and", "pocket"):
        run = run_of(name)
        for view in (boundary.VIEW, weight_space.VIEW):
            assert built(view, run, 3, highlight=("cycle", "state 0")) == built(view, run, 3)


def test_the_weights_of_a_cycle_are_highlighted_in_their_plane() -> None:
    run = trained("xor", tie="minus")
    facts = cycle_facts(run)
    assert facts is not None
    states = [tuple(map(float, state.weights[:2])) for state in facts.states]
    every = built(weight_space.VIEW, run, 7, highlight=("cycle",))
    assert corners(every, "highlight states") == set(states)
    one = built(weight_space.VIEW, run, 7, highlight=("state 1", "state 77"))
    assert corners(one, "highlight states") == {states[1]}
    plain = built(weight_space.VIEW, run, 7)
    assert (plain.x, plain.y, entries(plain)) == (every.x, every.y, entries(every))


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("xor", {"tie": "minus"}),
        ("xor-pm", {"offset": False}),
        ("contradiction", {}),
        ("blobs", {}),
    ],
)
def test_every_line_of_certificates_and_cycles_highlights_something(
    name: str, rule: dict[str, Any]
) -> None:
    run = trained(name, **rule)
    views = boundary.VIEW, norms.VIEW, weight_space.VIEW
    for line in (*certificate_lines(run), *cycle_lines(run)):
        changed = [built(v, run, 3, highlight=line.highlights) != built(v, run, 3) for v in views]
        assert any(changed) == bool(line.highlights), line.key
