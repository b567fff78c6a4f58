"""What a line of a proof speaks of is emphasised, and nothing else moves."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves import distance, norms
from perceptron_gui.figures.model.figure import Figure, entries
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, read_options
from perceptron_gui.figures.pictures import boundary, weight_space
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.theory.convergence.proof import PROOFS, proof_of
from perceptron_gui.theory.convergence.statement import HIGHLIGHTS
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines
from perceptron_gui.theory.inseparable.cycle import cycle_facts, cycle_lines
from tests.cases import slow_but
from tests.conftest import Approve
from tests.figures.drawing import built, is_finite, path_of, trained
from tests.figures.timelines import AND, RUNS, run_of

VIEWS = (boundary.VIEW, norms.VIEW, distance.VIEW)
EVERYTHING = (*HIGHLIGHTS, "point 0", "point 1", "point 99999", "state 0", "state 1")
CASES: list[tuple[View, dict[str, Any]]] = [
    *((view, {}) for view in VIEWS),
    (weight_space.VIEW, {}),
    (boundary.VIEW, {"certificate": True}),
]


def places(figure: Figure, key: str) -> set[tuple[float, ...]]:
    return set(map(tuple, np.column_stack(path_of(figure, key)).tolist()))


def halo_keys(view: View, run: Run, cursor: int, *highlight: str, **options: Any) -> set[str]:
    figure = built(view, run, cursor, highlight=highlight, **options)
    return {mark.key for mark in figure.marks if mark.role is Role.HIGHLIGHT}


def frame(figure: Figure) -> tuple[Any, ...]:
    return figure.x, figure.y, figure.notes, figure.title, entries(figure.marks)


@pytest.mark.parametrize("name", slow_but(["and", "xor", "kernel"], RUNS))
@pytest.mark.parametrize(("view", "options"), CASES)
def test_axes_notes_and_legend_stay_as_they_are(
    view: View, options: dict[str, Any], name: str
) -> None:
    run = run_of(name)
    for cursor in (0, min(1, run.visits), run.visits):
        plain, highlight = (
            built(view, run, cursor, highlight=names, **options) for names in ((), EVERYTHING)
        )
        assert frame(plain) == frame(highlight) and is_finite(highlight)
        assert not any(mark.role is Role.HIGHLIGHT for mark in plain.marks)
        kept = [
            mark
            for mark in highlight.marks
            if mark.role is not Role.HIGHLIGHT and plain.has(mark.key)
        ]
        assert kept == [mark for mark in plain.marks if highlight.has(mark.key)]


def test_a_view_highlights_what_is_named_as_approved(approve: Approve) -> None:
    lines: list[str] = []
    for data, visit in (("and", 12), ("xor", 7)):
        run = trained(data, tie="minus")
        for view in (*VIEWS, weight_space.VIEW):
            lines += [f"# {view.name} of {data} after visit {visit}"]
            for name in EVERYTHING:
                keys = sorted(halo_keys(view, run, visit, name))
                lines += [f"{name}: {', '.join(keys)}"] if keys else []
    approve("highlights", "\n".join(lines))


def test_the_points_that_are_named_are_those_of_the_proof() -> None:
    run = train(*AND, tie="minus")

    def points(name: str) -> list[list[float]]:
        figure = built(boundary.VIEW, run, 12, highlight=(name,))
        found: list[list[float]] = np.column_stack(path_of(figure, "highlight points")).tolist()
        return found

    assert points("radius-point") == points("visited") == [[1, 1]]
    assert points("support") == [[0, 1], [1, 0], [1, 1]]
    x, y = path_of(built(boundary.VIEW, run, 12, highlight=("radius-point",)), "radius")
    assert (x.tolist(), y.tolist()) == ([0, 1], [0, 1])


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("and", {"tie": "minus"}),
        ("xor", {"tie": "minus"}),
        ("xor-pm", {"offset": False}),
        ("contradiction", {}),
        ("blobs", {}),
    ],
)
def test_every_line_highlights_something(name: str, rule: dict[str, Any]) -> None:
    run = trained(name, **rule)
    views, symbols = (*VIEWS, weight_space.VIEW), boundary.VIEW.options().symbols
    visit = 12 if name == "and" else 3
    proofs = [proof_of(run, visit, symbols, which).lines for which in PROOFS]
    for line in (*chain(*proofs), *certificate_lines(run), *cycle_lines(run)):
        plain, highlighted = (
            [built(view, run, visit, highlight=names) for view in views]
            for names in ((), line.highlights)
        )
        assert (plain != highlighted) == bool(line.highlights), line.key


def test_names_are_read_as_a_list_and_unknown_ones_refused() -> None:
    options = read_options(BoundaryOptions, {"highlight": "radius, support,radius"})
    assert options.highlight == ("radius", "support")
    assert read_options(BoundaryOptions, {"highlight": ""}).highlight == ()
    assert read_options(norms.NormOptions, {"highlight": ["limit"]}).highlight == ("limit",)
    assert read_options(norms.NormOptions, {"lit": ["limit"]}).highlight == ("limit",)
    numbered = read_options(BoundaryOptions, {"highlight": "hulls, point 3,state 0,point 3"})
    assert numbered.highlight == ("hulls", "point 3", "state 0")
    for wrong in ("radios", "pint 3", "hulls 3", "point", "point -1", "point 03", "point 3.5"):
        with pytest.raises(OptionError, match=f"--highlight '{wrong}': unknown"):
            read_options(BoundaryOptions, {"highlight": wrong})


def test_the_weights_of_a_cycle_are_highlighted_in_their_plane() -> None:
    run = trained("xor", tie="minus")
    facts = cycle_facts(run)
    assert facts is not None
    states = [tuple(map(float, state.weights[:2])) for state in facts.states]
    every = built(weight_space.VIEW, run, 7, highlight=("cycle",))
    assert places(every, "highlight states") == set(states)
    one = built(weight_space.VIEW, run, 7, highlight=("state 1", "state 77"))
    assert places(one, "highlight states") == {states[1]}
