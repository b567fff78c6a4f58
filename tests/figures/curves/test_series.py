"""The five views over time: what holds for all of them, against runs by hand and in long runs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis
from perceptron_gui.figures.series.timeline import visit_at
from perceptron_gui.labs.registry import VIEWS as ALL_VIEWS
from tests.core.strategies import Problem, problems, ties
from tests.core.textbook import dot, errors
from tests.figures.drawing import built as drawn
from tests.figures.drawing import path_of as curve
from tests.figures.drawing import words
from tests.figures.timelines import AND, XOR, area, by_hand, crowded, million, run_of

# One of the curves of each view.
CURVES = {
    "norms": "norm",
    "loss": "loss",
    "cosine": "cosine",
    "distance": "distance",
    "agreement": "point-0",
}
VIEWS = {name: ALL_VIEWS[name] for name in CURVES}
BY_VISITS = ("loss", "agreement")
each_view = pytest.mark.parametrize("name", CURVES)


@settings(max_examples=60)
@given(problems(), ties)
def test_curves_are_those_of_a_run_by_hand(problem: Problem, tie: str) -> None:
    run, points, trace = by_hand(problem, tie, 12)
    labels, visits = problem.labels, np.arange(run.visits + 1)
    weights = [trace.weights_at(t) for t in visits.tolist()]
    signed = [[y * dot(w, x) for x, y in zip(points, labels, strict=True)] for w in weights]
    wanted: dict[tuple[str, str], list[Any]] = {
        ("norms", "norm"): [dot(w, w) for w in weights],
        ("loss", "loss"): [sum(max(Fraction(0), -each) for each in row) for row in signed],
        ("loss", "errors"): [errors(points, labels, w, tie) for w in weights],
    }
    for i in range(len(points)):
        wanted["agreement", f"point-{i}"] = [row[i] for row in signed]
    for (name, key), values in wanted.items():
        at = visits if name in BY_VISITS else run.updates_at(visits)
        x, y = curve(drawn(VIEWS[name], run), key)
        assert (x[0], x[-1]) == (0, at[-1])
        held = y[np.searchsorted(x, at, side="right") - 1]
        assert held == pytest.approx([float(value) for value in values], rel=1e-12)


@each_view
def test_a_run_that_is_still_computed_is_drawn_as_far_as_it_is(name: str) -> None:
    view, run = VIEWS[name], Run(Dataset.of(*AND), Rule())
    assert set(curve(drawn(view, run, 5), CURVES[name])[0].tolist()) == {0}
    run.advance(10)
    end = run.visits if name in BY_VISITS else run.updates_at(10)
    assert curve(drawn(view, run, 99), CURVES[name])[0][-1] == end


@each_view
def test_the_cursor_is_marked_while_the_run_goes_on(name: str) -> None:
    view, run = VIEWS[name], run_of("and")
    assert drawn(view, run, 10, future=True).has("cursor")
    assert not drawn(view, run, 0).has("cursor") and not drawn(view, run).has("cursor")


@each_view
def test_the_future_begins_at_the_cursor_and_is_named_once(name: str) -> None:
    view, run, key = VIEWS[name], run_of("and"), CURVES[name]
    figure = drawn(view, run, 10, future=True)
    (past, _), (x, y) = curve(figure, key), curve(figure, f"{key}-future")
    now, end = (10, run.visits) if name in BY_VISITS else (run.updates_at(10), 18)
    assert past[-1] == x[0] == now and x[-1] == end
    every = curve(drawn(view, run), key)
    assert y[1:][x[1:] < end].tolist() == every[1][(every[0] > now) & (every[0] < end)].tolist()
    assert [mark.label for mark in figure.marks].count("to come") == 1
    assert not drawn(view, run, 10).has(f"{key}-future")
    assert not drawn(view, run, future=True).has(f"{key}-future")


@pytest.mark.parametrize("name", BY_VISITS)
def test_peaks_that_may_be_missing_are_spoken_of(name: str) -> None:
    assert any("evenly spaced updates" in note for note in drawn(VIEWS[name], crowded()).notes)


def test_the_axis_counts_visits_updates_or_epochs() -> None:
    run, view = run_of("and"), VIEWS["loss"]
    updates, values = curve(drawn(view, run, against="updates"), "loss")
    assert updates.tolist() == list(range(19))
    assert values.tolist() == measures.loss(run, np.arange(19)).tolist()
    visits, _ = curve(drawn(view, run), "loss")
    assert visits.tolist() == [0, *run.history.visits.tolist(), 36]
    epochs, _ = curve(drawn(view, run, against="epochs"), "loss")
    assert epochs.tolist() == (visits / 4).tolist()
    axes = {each: drawn(view, run, against=each).x for each in ("updates", "visits", "epochs")}
    assert [axis.counts for axis in axes.values()] == list(axes)
    assert visit_at(run, axes["updates"], 2.2) == run.history.visits[1]
    assert (visit_at(run, axes["visits"], 7.4), visit_at(run, axes["epochs"], 1.5)) == (7, 6)
    assert visit_at(run, Axis(axes["visits"].label), 7.4) is None


@pytest.mark.parametrize(
    ("name", "data", "end"),
    [
        ("cosine", "xor", "no w*."),
        ("distance", "xor", "no w*."),
        ("distance", "the origin alone", "no w*."),
    ],
)
def test_data_that_no_line_separates_have_nothing_to_turn_to(
    name: str, data: str, end: str
) -> None:
    figure = drawn(VIEWS[name], run_of(data))
    assert not figure.marks
    (why,) = words(figure)
    assert why.startswith("No line ") and why.endswith(end)


@pytest.mark.parametrize(
    ("name", "data", "keys"),
    [
        *(("norms", data, {"norm", "norm-dots"}) for data in ("batch", "hinge", "logistic")),
        *(("norms", data, {"norm", "norm-dots"}) for data in ("gradient descent", "closed form")),
        ("cosine", "hinge", {"cosine", "cosine-dots", "one", "impossible-above"}),
        ("distance", "logistic", set()),
    ],
)
def test_rules_that_the_theorem_does_not_cover_have_no_bounds_and_say_why(
    name: str, data: str, keys: set[str]
) -> None:
    figure = drawn(VIEWS[name], run_of(data))
    assert {mark.key for mark in figure.marks} <= keys
    assert figure.has(CURVES[name]) == bool(keys)
    assert figure.notes == (run_of(data).why_no_bounds,)


def test_a_million_updates_show_every_peak() -> None:
    run = million()
    figure = drawn(VIEWS["norms"], run)
    norm, band = measures.norm_sq(run, np.arange(1_000_001)), area(figure, "norm")
    assert len(band.x) <= 200 and band.x[-1] == 1_000_000
    assert (band.lower.min(), band.upper.max()) == (norm.min(), norm.max())
    assert any("too many ups and downs" in note for note in figure.notes)
    dots: Any = figure.mark("norm-dots")
    assert (dots.x[0], dots.y[0]) == (1_000_000, norm[-1])
    figure = drawn(VIEWS["agreement"], run, 3_000_000)
    band = area(figure, "class+1-mean")
    assert len(band.x) <= 200 and band.x[-1] == 3_000_000
    some_bucket = 30  # of several thousand updates
    first = int(run.updates_at(int(band.x[some_bucket])))
    some = measures.agreement(run, np.arange(first, first + 4000))[:, run.dataset.labels > 0]
    assert band.lower[some_bucket] <= some.min() and band.upper[some_bucket] >= some.max()
    assert curve(figure, "class+1-mean")[0][-1] == 3_000_000


def test_a_cycle_that_cannot_be_followed_is_an_area_with_a_mean() -> None:
    run = train(*XOR, tie="minus", epochs=200, keep_going=True)
    figure = drawn(VIEWS["loss"], run)
    every = measures.loss(run, np.arange(len(run.history) + 1))
    band, (x, mean) = area(figure, "loss"), curve(figure, "loss")
    assert (band.lower.min(), band.upper.max()) == (every.min(), every.max())
    assert band.x[0] == x[0] == 0 and band.x[-1] == x[-1] == run.visits
    assert mean[20] == pytest.approx(every[-4:].mean())
    # The first buckets, against the values in them.
    second = int(run.updates_at(int(x[1])))
    assert band.upper[0] == every[:second].max() and mean[0] == every[:second].mean()
    figure = drawn(VIEWS["agreement"], run)
    assert not figure.has("point-0") and not figure.has("number-0")
    every = measures.agreement(run, np.arange(len(run.history) + 1))
    for label, key in ((-1, "class-1-mean"), (1, "class+1-mean")):
        part, band = every[:, run.dataset.labels == label], area(figure, key)
        assert (band.lower.min(), band.upper.max()) == (part.min(), part.max())
    assert drawn(VIEWS["agreement"], run, 20).has("point-0")
    future = drawn(VIEWS["agreement"], run, 20, future=True)
    assert area(future, "class+1-mean-future").x[-1] == run.visits
    assert [mark.label for mark in future.marks].count("to come") == 1
