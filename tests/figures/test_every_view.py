"""Views: their options, what holds for every one of them, and axes held still by a horizon."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

import numpy as np
import pytest

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.params import Choice, Flag, option, params_of
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import with_ranges
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.options import Updates
from perceptron_gui.figures.model.view import (
    View,
    ViewOptions,
    draw,
    options_given,
    read_options,
)
from perceptron_gui.figures.neurons.neuron import ACTIVATIONS
from perceptron_gui.figures.registry import FIGURE_VIEWS
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.notation import NOTATIONS
from tests.cases import slow_but
from tests.conftest import Approve
from tests.figures.drawing import (
    EVERYTHING,
    built,
    cursors,
    figures_of,
    is_finite,
    run_on,
    texts_of,
    view_size,
    words,
)
from tests.figures.timelines import RUNS, run_of

# The views that may be drawn after the last visit, as it is there.
BEYOND_THE_END = ("norms", "loss", "cosine", "distance", "agreement")
# What a view is drawn with besides its usual options.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "boundary": [{**EVERYTHING, "certificate": True}],
    "norms": [{"scale": "log", "future": True}, {"until": "bound"}],
    "loss": [{"future": True, "against": "epochs"}],
    "cosine": [{"until": "bound", "future": True}],
    "distance": [{"until": "bound", "future": True}],
    "agreement": [{"future": True, "against": "updates"}],
    "weight-space": [{"update": True}, {"loss": True}, {"errors": True}],
    "bowl": [{"error": "squared"}, {"error": "logistic", "held": "now"}],
    "path": [{"penalty": "l1"}],
    "proof": [{"which": "distance"}],
    "losses": [{"curve": "hinge"}, {"curve": "errors"}],
    "activations": [{"slopes": True}, {"activation": "tanh"}],
    "trace": [{"every": "updates"}],
}


def drafts(name: str, run: Run) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield visits and options to draw a view with."""
    beyond = 7 if name in BEYOND_THE_END else 0
    for options in ({}, *VARIANTS.get(name, ())):
        for cursor in (0, min(1, run.visits), run.visits // 2, run.visits + beyond):
            yield cursor, options
        for notation in NOTATIONS:
            yield run.visits, {**options, "notation": notation}


@pytest.mark.parametrize("run_name", slow_but(["and", "xor", "kernel", "closed form"], RUNS))
@pytest.mark.parametrize("name", FIGURE_VIEWS)
def test_every_run_is_drawn_twice_the_same_and_can_be_read(name: str, run_name: str) -> None:
    view, run = VIEWS[name], run_of(run_name)
    for cursor, options in drafts(name, run):
        one, other = (
            view.build(run.dataset, run, cursor, view.options(**options)) for _ in range(2)
        )
        assert one == other
        assert any(texts_of(one))
        for figure in figures_of(one):
            fixed = with_ranges(figure)
            assert fixed.x.range is not None and np.isfinite(fixed.x.range).all()
            assert fixed.y.range is not None and np.isfinite(fixed.y.range).all()
            assert is_finite(figure)


# Runs whose figures say what there is to be said, each in a visit or two.
TOLD = ("and", "xor", "slides", "three points", "one class", "kernel", "pocket", "batch", "hinge")
NUMBERS = re.compile(r"[−√≈]* ?[\d./]+")


def test_the_words_of_every_view_read_as_approved(approve: Approve) -> None:
    lines: list[str] = []
    for name in FIGURE_VIEWS:
        view, said = VIEWS[name], dict[str, str]()  # each sentence once, whatever its numbers
        for run_name in TOLD:
            run = run_of(run_name)
            notations = NOTATIONS if run_name == "slides" else ["000"]
            for options in ({}, *VARIANTS.get(name, ())):
                for notation, cursor in product(notations, (min(5, run.visits), run.visits)):
                    chosen = view.options(**{**options, "notation": notation})
                    for text in told_by(draw(view, run.dataset, run, cursor, chosen)):
                        said.setdefault(NUMBERS.sub("#", text), text)
        lines += [f"# {name}", *said.values(), ""]
    approve("figures", "\n".join(lines))


def told_by(drawing: Drawing) -> Iterator[str]:
    """Yield the notes of a drawing, and what its legends, axes and columns are called."""
    columns = drawing.columns if isinstance(drawing, Table) else ()
    yield from map(to_plain, (*drawing.notes, *columns))
    for figure in figures_of(drawing):
        names = (mark.label for mark in figure.marks)
        yield from map(to_plain, filter(None, (figure.x.label, figure.y.label, *names)))
        yield from map(to_plain, figure.notes)


@pytest.mark.parametrize("scale", [1e75, 1e-75, 1e20, 1.0])
@pytest.mark.parametrize("rule", [{}, {"offset": False}, {"lift": "quadratic"}])
def test_huge_and_tiny_coordinates_are_drawn(scale: float, rule: dict[str, Any]) -> None:
    points = np.array([[1, 0], [-1, -1], [0, -1], [-1, 1]]) * scale
    run = run_on(points, [1, -1, 1, -1], epochs=20, **rule)
    neurons = (("neuron", {"activation": name}) for name in ACTIVATIONS)
    for name, options in (("boundary", EVERYTHING), ("weight-space", {}), *neurons):
        for cursor in cursors(run):
            figure = built(VIEWS[name], run, cursor, **options)
            assert is_finite(figure) and words(figure)


@pytest.mark.parametrize("name", VIEWS)
def test_without_points_there_is_nothing_to_show(name: str) -> None:
    view = VIEWS[name]
    empty = draw(view, Dataset.of([], []), None, 0, view.options(title="Nothing", aspect=1.5))
    assert empty.title == "Nothing" and "There are no points yet." in texts_of(empty)
    assert not any(figure.marks for figure in figures_of(empty))
    assert not isinstance(empty, Sheet) or not any(each.title for each in figures_of(empty))
    assert not isinstance(empty, Table) or not empty.rows
    if name == "boundary":  # whose plane is there to be clicked on
        assert isinstance(empty, Figure)
        width, height = view_size(empty)
        assert width / height == pytest.approx(1.5)


# Several runs, which the cursor of one run has nothing to do with.
TIMELESS = ("steps", "step-limit", "effects", "dichotomies", "margins", "network", "learning")
# Two vectors fill their axes; with a horizon those hold all of the run, as their own test says.
NOT_HELD_STILL = ("trace", "filmstrip", "projection", "history", *TIMELESS)


@dataclass(frozen=True)
class SomeOptions(ViewOptions):
    faint: bool = option(False, Flag(), "faintly")
    colour: str = option("red", Choice(("red", "blue")), "a colour")
    steps: tuple[int | str, ...] = option((0, "end"), Updates(), "steps")


GOOD = {"faint": True, "colour": "blue", "steps": [0, 5, "end"], "range": [0, 1, 2, 3.5]}
BAD = [
    ("faint", "yes", "true or false"),
    ("colour", "blu", "did you mean 'blue'"),
    ("colour", "x", "one of red, blue"),
    ("steps", "1,-2", "whole numbers"),
    ("steps", "", "number"),
    ("range", "0,1,2", "four numbers"),
    ("range", "1,0,0,1", "below"),
    ("range", "0,1,0,nan", "finite"),
    ("notation", "xyz", "one of melbourne"),
    ("detail", 3, "from 10"),
    ("aspect", 0, "a number from 0.001 to 1000"),
    ("title", 5, "text"),
    ("title", "x" * 301, "at most 300"),
    ("horizon", -1, "at least 0"),
    ("colours", "red", "no such option"),
]


def test_options_that_were_given_are_read_back_as_the_same() -> None:
    read = read_options(SomeOptions, GOOD)
    assert options_given(read) == GOOD
    assert read_options(SomeOptions, options_given(read)) == read
    assert options_given(SomeOptions()) == {}


@pytest.mark.parametrize(("name", "value", "why"), BAD)
def test_a_wrong_option_is_refused_by_name(name: str, value: Any, why: str) -> None:
    with pytest.raises(OptionError, match=f"--{name}.*{why}"):
        read_options(SomeOptions, {name: value})


def test_a_title_may_hold_mathematics_and_else_is_taken_as_it_is() -> None:
    assert read_options(SomeOptions, {"title": r"$\gamma$  here"}).title == r"$\gamma$ here"
    assert "$" not in read_options(SomeOptions, {"title": "costs $5"}).title


@pytest.mark.parametrize("name", VIEWS)
def test_a_caption_says_once_what_is_shown(name: str) -> None:
    run = run_of("and")
    view = VIEWS[name]

    def notes(cursor: int, **options: Any) -> list[str]:
        drawing = draw(view, run.dataset, run, cursor, view.options(**options))
        panels = drawing.panels if isinstance(drawing, Sheet) else ()
        return [*drawing.notes, *(note for panel in panels for note in panel.figure.notes)]

    for cursor, sentence in (
        (0, "Before the first visit."),
        (9, "After visit 9, epoch 3, $k = 5$."),
        (36, "After visit 36, epoch 9, $k = 18$."),
    ):
        assert notes(cursor, caption=True)[0] == sentence
        assert notes(cursor, caption=True)[1:] == notes(cursor)
    assert notes(9, caption=True, horizon=36)[0] == "After visit 9, epoch 3, $k = 5$."


@pytest.mark.parametrize("view", VIEWS.values(), ids=list(VIEWS))
def test_every_option_of_every_view_says_what_it_is(view: View) -> None:
    assert view.shows.endswith(".")
    params = params_of(view.options)
    assert list(params) == [each.name for each in fields(view.options)]
    for name, param in params.items():
        assert param.meaning
        # On the command line they stand beside the options of the rule: --scale log, centre.
        same = name in OPTIONS and not param.is_flag
        assert not same or not param.choices.keys() & OPTIONS[name].choices.keys()


@pytest.mark.parametrize("name", [name for name in VIEWS if name not in NOT_HELD_STILL])
@pytest.mark.parametrize("cursor", [0, 3])
def test_a_horizon_gives_an_early_figure_the_axes_of_a_late_one(name: str, cursor: int) -> None:
    run = run_of("and")
    view = VIEWS[name]
    late = draw(view, run.dataset, run, run.visits, view.options())
    early = draw(view, run.dataset, run, cursor, view.options(horizon=run.visits))
    assert early != late
    fixed = ([with_ranges(each) for each in figures_of(drawn)] for drawn in (early, late))
    for one, other in zip(*fixed, strict=True):
        assert (one.x.range, one.y.range) == (other.x.range, other.y.range)
        assert (one.right and one.right.range) == (other.right and other.right.range)


@pytest.mark.parametrize("name", FIGURE_VIEWS)
@pytest.mark.parametrize("source", ["and", "xor"])
def test_nothing_waits_for_a_verdict_and_then_it_is_drawn(name: str, source: str) -> None:
    view, run = VIEWS[name], Run(make(LIBRARY[source]), Rule()).finish()
    wanted = {each.name for each in fields(view.options)}
    options = read_options(view.options, {k: v for k, v in EVERYTHING.items() if k in wanted})
    pending = run.without_waiting()
    early = draw(view, run.dataset, pending, run.visits, options)
    assert pending.verdict_is_pending
    assert run.verdict_search.found is None
    whole = draw(view, run.dataset, run, run.visits, options)
    assert draw(view, run.dataset, pending.without_waiting(), run.visits, options) == whole
    said = [text for text in texts_of(early) if "Computing" in text]
    assert said or early == whole
