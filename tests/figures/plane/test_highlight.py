"""What a line of a proof speaks of is emphasised, and nothing else moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.boundary import view as boundary
from perceptron_gui.figures.curves import distance, norms
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.legend import entries
from perceptron_gui.figures.model.marks import Points
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, read_options
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.theory.convergence.proof import PROOFS, proof_of
from perceptron_gui.theory.convergence.statement import HIGHLIGHTS
from tests.figures.drawing import built, path_of, run_on, trained
from tests.figures.timelines import AND, RUNS, run_of

VIEWS = (boundary.VIEW, norms.VIEW, distance.VIEW)
EVERYTHING = tuple(HIGHLIGHTS)


def lit_keys(view: View, run: Run, cursor: int, *highlight: str, **options: Any) -> set[str]:
    figure = built(view, run, cursor, highlight=highlight, **options)
    return {mark.key for mark in figure.marks if mark.role is Role.HIGHLIGHT}


def frame(figure: Figure) -> tuple[Any, ...]:
    return figure.x, figure.y, figure.notes, figure.title, entries(figure)


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_axes_notes_and_legend_stay_as_they_are(view: View, name: str) -> None:
    run = run_of(name)
    for cursor in (0, min(1, run.visits), run.visits):
        plain, highlight = (built(view, run, cursor, highlight=names) for names in ((), EVERYTHING))
        assert frame(plain) == frame(highlight)
        assert not any(mark.role is Role.HIGHLIGHT for mark in plain.marks)
        kept = [
            mark
            for mark in highlight.marks
            if mark.role is not Role.HIGHLIGHT and plain.has(mark.key)
        ]
        assert kept == [mark for mark in plain.marks if highlight.has(mark.key)]


@pytest.mark.parametrize(
    ("highlight", "keys"),
    [
        ("radius", {"highlight circle"}),
        ("radius-point", {"highlight radius", "highlight points"}),
        ("separator", {"highlight separator"}),
        ("margin", {"highlight margin"}),
        ("support", {"highlight points"}),
        ("visited", {"highlight points"}),
        ("line", {"highlight line", "highlight ghost"}),
        ("norm", set()),
    ],
)
def test_the_canvas_lights_up_what_is_named(highlight: str, keys: set[str]) -> None:
    assert lit_keys(boundary.VIEW, train(*AND, tie="minus"), 15, highlight) == keys


def test_what_is_lit_is_shown_even_if_it_was_not() -> None:
    run = train(*AND, tie="minus")
    assert not built(boundary.VIEW, run, 12).has("circle")
    figure = built(boundary.VIEW, run, 12, highlight=("radius", "margin", "support"))
    assert all(figure.has(key) for key in ("circle", "margin", "separator", "support"))


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


def test_the_points_that_are_lit_are_never_hidden_in_a_crowd() -> None:
    run = trained("separable", epochs=3)
    crowd = run_on(np.repeat(run.dataset.points, 20, axis=0), np.repeat(run.dataset.labels, 20))
    figure = built(boundary.VIEW, crowd, 0, highlight=("support", "radius-point"))
    points = figure.mark("points")
    assert isinstance(points, Points) and len(points.x) < len(crowd.dataset)
    highlight = np.column_stack(path_of(figure, "highlight points")).tolist()
    shown = np.column_stack([points.x, points.y]).tolist()
    assert all(place in shown for place in highlight)


@pytest.mark.parametrize(
    ("view", "highlight", "keys"),
    [
        (norms.VIEW, "norm", {"highlight norm"}),
        (norms.VIEW, "norm-upper", {"highlight upper"}),
        (norms.VIEW, "norm-lower", {"highlight lower"}),
        (norms.VIEW, "limit", {"highlight limit", "highlight meeting"}),
        (norms.VIEW, "visited", {"highlight step"}),
        (norms.VIEW, "distance", set()),
        (distance.VIEW, "distance", {"highlight distance"}),
        (distance.VIEW, "distance-upper", {"highlight upper"}),
        (distance.VIEW, "limit", {"highlight limit", "highlight meeting"}),
        (distance.VIEW, "visited", {"highlight step"}),
    ],
)
def test_the_plots_light_up_what_is_named(view: View, highlight: str, keys: set[str]) -> None:
    assert lit_keys(view, train(*AND, tie="minus"), 12, highlight) == keys


def test_the_update_of_the_visit_is_a_piece_of_the_curve() -> None:
    run = train(*AND, tie="minus")
    x, y = path_of(built(norms.VIEW, run, 12, highlight=("visited",)), "highlight step")
    assert (x.tolist(), y.tolist()) == ([6, 7], [5, 6])
    assert lit_keys(norms.VIEW, run, 13, "visited") == set()
    assert lit_keys(norms.VIEW, run, 0, "visited") == set()


def test_every_line_of_both_proofs_lights_up_something() -> None:
    run = train(*AND, tie="minus")
    for which in PROOFS:
        for line in proof_of(run, 12, boundary.VIEW.options().symbols, which).lines:
            found = set[str]().union(*(lit_keys(view, run, 12, *line.highlights) for view in VIEWS))
            assert bool(found) == bool(line.highlights), line.key


def test_a_halo_lies_right_below_its_mark() -> None:
    figure = built(boundary.VIEW, train(*AND), 5, highlight=EVERYTHING)
    keys = [mark.key for mark in figure.marks]
    for key in ("circle", "separator", "line"):
        assert keys.index(f"highlight {key}") == keys.index(key) - 1
    assert keys.index("highlight points") < keys.index("points")


def test_names_are_read_as_a_list_and_unknown_ones_refused() -> None:
    options = read_options(BoundaryOptions, {"highlight": "radius, support,radius"})
    assert options.highlight == ("radius", "support")
    assert read_options(BoundaryOptions, {"highlight": ""}).highlight == ()
    assert read_options(norms.NormOptions, {"highlight": ["limit"]}).highlight == ("limit",)
    assert read_options(norms.NormOptions, {"lit": ["limit"]}).highlight == ("limit",)
    with pytest.raises(OptionError, match="--highlight 'radios': unknown; did you mean 'radius'"):
        read_options(BoundaryOptions, {"highlight": "radios"})


def test_the_norms_say_how_far_the_run_is_from_its_bound() -> None:
    run = train(*AND, tie="minus")
    assert "So far $k = 7$ of at most $51$." in built(norms.VIEW, run, 12).notes
    assert not any("at most" in note for note in built(norms.VIEW, run_of("xor"), 3).notes)


def test_the_visit_of_an_update_shows_that_update_on_the_canvas() -> None:
    """Whoever hovers a k needs no other figure than that of its visit."""
    run = train(*AND, tie="minus")
    for k in range(2, 11):
        visit = int(run.history.visits_of(np.array([k - 1]))[0])
        figure = built(boundary.VIEW, run, visit)
        assert figure.has("line") or figure.notes
        assert figure.mark("visited").role is Role.MISTAKE
        (x,), (y,) = path_of(figure, "visited")
        assert [x, y] == run.dataset.points[run.point_of_update(k - 1)].tolist()
        if k == 8:
            assert figure.has("line") and figure.has("ghost")
