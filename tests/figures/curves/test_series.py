"""The five views over time against runs by hand, and what only some of them show."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.agreement import VIEW as AGREEMENT
from perceptron_gui.figures.curves.agreement import spread_apart
from perceptron_gui.figures.curves.loss import VIEW as LOSS
from perceptron_gui.figures.curves.loss import LossOptions
from perceptron_gui.figures.model.axes import find_ticks, fractions, heights
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Band, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import draw
from perceptron_gui.figures.series.timeline import visit_at
from perceptron_gui.labs.registry import VIEWS as ALL_VIEWS
from tests.core.strategies import Problem, problems, ties
from tests.core.textbook import dot, errors, is_mistake
from tests.figures.drawing import built as drawn
from tests.figures.drawing import path_of as curve
from tests.figures.drawing import words
from tests.figures.timelines import AND, XOR, area, by_hand, crowded, run_of

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


@pytest.mark.parametrize("rule", ["averaged", "voted", "pocket"])
@pytest.mark.parametrize("against", ["visits", "updates"])
def test_the_bold_loss_and_errors_are_those_of_the_answer(rule: str, against: str) -> None:
    run = Run(
        make(LIBRARY["xor"]), Rule.of({"rule": rule, "epochs": 12, "keep_going": True})
    ).finish()
    figure = drawn(LOSS, run, 20, against=against, future=True)
    (x, wrong), at = curve(figure, "answer-errors"), np.arange(21)
    assert x.tolist() == (run.updates_at(at) if against == "updates" else at).tolist()
    assert wrong.tolist() == [run.result.errors(int(visit)) for visit in at]
    assert figure.has("answer-errors-future")
    assert figure.mark("answer-errors").role is Role.ERRORS
    assert figure.mark("errors").role is Role.SIDE_ERRORS
    assert figure.has("answer-loss") == (rule != "voted")
    if rule == "pocket":
        kept = np.array([run.result.update_kept(int(visit)) for visit in at])
        assert curve(figure, "answer-loss")[1].tolist() == measures.loss(run, kept).tolist()


def test_the_answer_of_a_long_run_is_asked_for_at_few_visits() -> None:
    run = Run(make(LIBRARY["moons"]), Rule.of({"rule": "pocket", "epochs": 100})).finish()
    x, wrong = curve(drawn(LOSS, run), "answer-errors")
    assert 8 <= len(x) <= 200 and x[-1] == run.visits
    assert wrong.tolist() == [run.result.errors(int(visit)) for visit in x]


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


@pytest.mark.parametrize("name", ["and", "iris", "pocket", "logistic", "shifted"])
@pytest.mark.parametrize("scale", ["linear", "log"])
def test_errors_lie_below_the_losses_and_have_numbers_of_their_own(name: str, scale: str) -> None:
    run = run_of(name)
    late = drawn(LOSS, run, scale=scale)
    early = draw(LOSS, run.dataset, run, 2, LossOptions(scale=scale, horizon=run.visits))
    for figure in (late, early):
        assert isinstance(figure, Figure) and figure.right is not None
        own = measures.own_kind(run) == "perceptron"
        below = fractions(figure.right, np.concatenate(heights(figure.marks, right=True)))
        above = fractions(figure.y, np.concatenate(heights(figure.marks)))
        if scale == "linear" or own:
            assert np.nanmax(below) < np.nanmin(above)
        ticks = [
            fractions(axis, [tick.at for tick in find_ticks(axis, bool)])
            for axis in (figure.y, figure.right)
        ]
        assert all(map(len, ticks)) and max(ticks[1]) < min(ticks[0])


def test_the_errors_of_a_run_that_diverged_are_an_area_that_is_explained_first() -> None:
    rule = Rule.of({"rule": "sgd", "loss": "squared", "eta": 1})
    run = Run(make(LIBRARY["and"]), rule).finish()
    assert run.diverged
    figure = drawn(LOSS, run, scale="log")
    keys = [mark.key for mark in figure.marks if mark.role is Role.ERRORS]
    assert keys == ["errors-range", "errors", "errors-dots"]
    assert isinstance(figure.mark("errors-range"), Band)
    assert figure.right is not None and figure.right.ticked == pytest.approx((-0.16, 4.32))
    assert figure.notes[0].startswith("Bands: minimum to maximum")
    assert figure.notes[-1].startswith("The run diverged")


def test_only_rules_with_another_loss_show_it() -> None:
    for name in ("and", "xor", "pocket", "batch"):
        assert not drawn(LOSS, run_of(name)).has("own-loss")
    hinge = drawn(LOSS, run_of("hinge"))
    assert "hinge loss" in words(hinge)
    ks = np.arange(len(run_of("hinge").history) + 1)
    wanted = measures.loss(run_of("hinge"), ks, "hinge")
    assert curve(hinge, "own-loss")[1][:-1].tolist() == wanted.tolist()


def test_the_penalty_is_part_of_the_loss_and_of_its_name() -> None:
    """The objective of sgd is a mean over the points, that of least squares a sum."""
    logistic = run_of("logistic")
    figure = drawn(LOSS, logistic, 5)
    weights = logistic.weights_at(5)
    signed = logistic.space.signed
    mean = np.mean([math.log1p(math.exp(-z @ weights)) for z in signed])
    wanted = 4 * (mean + 0.01 * weights @ weights)
    assert curve(figure, "own-loss")[1][-1] == pytest.approx(wanted, rel=1e-12)
    assert "logistic loss +0.04 ‖w‖²" in words(figure)
    descent = run_of("gradient descent")
    figure = drawn(LOSS, descent, notation="003")
    weights = descent.weights_at(descent.visits)
    wanted = sum((z @ weights - 1) ** 2 for z in descent.space.signed) + weights @ weights
    assert curve(figure, "own-loss")[1][-1] == pytest.approx(wanted, rel=1e-12)
    assert "squared error +1 ‖a‖²" in words(figure)
    falling = curve(drawn(LOSS, descent), "own-loss")[1]
    assert (np.diff(falling) <= 1e-12).all()


def dots(figure: Figure, key: str) -> list[tuple[float, float]]:
    """Return the places of markers."""
    if not figure.has(key):
        return []
    mark: Any = figure.mark(key)
    return list(zip(mark.x.tolist(), mark.y.tolist(), strict=True))


@settings(max_examples=40)
@given(problems(), ties)
def test_visits_are_those_of_a_run_by_hand(problem: Problem, tie: str) -> None:
    run, _, trace = by_hand(problem, tie, 7)
    figure = drawn(AGREEMENT, run)
    met = [(t, problem.labels[i] * s, wrong) for t, i, s, _, wrong in trace.visits]
    for key, kind in (("mistake", True), ("visited", False)):
        wanted_dots = [(t, float(ys)) for t, ys, wrong in met if wrong is kind]
        found = np.reshape(dots(figure, key), (-1, 2))
        np.testing.assert_allclose(found, np.reshape(wanted_dots, (-1, 2)), rtol=1e-12)


@pytest.mark.parametrize("order", ["worst", "first-mistake", "random-mistake", "random", "2,0,1,3"])
def test_every_order_marks_the_points_it_visits(order: str) -> None:
    run = train(*AND, order=order, epochs=10)
    figure = drawn(AGREEMENT, run)
    marked = dots(figure, "mistake")
    assert len(marked) == run.outcome.updates
    for k, (visit, value) in enumerate(marked):
        assert visit == run.history.visits[k]
        i = run.point_of_update(k)
        assert i is not None
        assert value == measures.agreement(run, np.array([k]))[0, i]


def test_a_rule_that_always_moves_marks_only_real_mistakes() -> None:
    run = train(*AND, rule="sgd", loss="logistic", epochs=10)
    figure = drawn(AGREEMENT, run)
    for visit, value in dots(figure, "mistake"):
        i = (int(visit) - 1) % 4
        assert is_mistake(1, Fraction(value), "always")
        assert value == measures.agreement(run, np.array([int(visit) - 1]))[0, i]
    assert dots(figure, "visited") and all(y > 0 for _, y in dots(figure, "visited"))


@pytest.mark.parametrize("name", ["batch", "gradient descent"])
def test_steps_over_several_points_mark_none(name: str) -> None:
    figure = drawn(AGREEMENT, run_of(name), 3)
    assert not figure.has("mistake") and not figure.has("visited")


def test_few_points_are_numbered_beside_their_curves() -> None:
    figure = drawn(AGREEMENT, run_of("and"))
    numbers = [mark for mark in figure.marks if isinstance(mark, Text)]
    assert [mark.text for mark in numbers] == ["1", "2", "3", "4"]
    many = Run(make(LIBRARY["blobs"], n=9), Rule()).finish()
    assert not any(isinstance(mark, Text) for mark in drawn(AGREEMENT, many).marks)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8), st.integers(1, 30))
def test_numbers_are_spread_apart_without_changing_their_order(values: list[int], gap: int) -> None:
    places = spread_apart(np.array(values, dtype=float), gap)
    order = np.argsort(values, kind="stable")
    assert (np.diff(places[order]) >= gap * (1 - 1e-9)).all()
    assert places.mean() == pytest.approx(np.mean(values), abs=1e-9)
    if len(values) == 1 or min(np.diff(np.sort(values))) > gap:
        assert places.tolist() == pytest.approx(values)


def test_many_points_are_drawn_as_the_spread_of_their_class() -> None:
    run = run_of("iris")
    figure = drawn(AGREEMENT, run, against="updates")
    assert not figure.has("point-0")
    every = measures.agreement(run, np.arange(len(run.history) + 1))
    for label, key in ((-1, "class-1-mean"), (1, "class+1-mean")):
        part, band = every[:, run.dataset.labels == label], area(figure, key)
        for found, wanted in (
            (band.lower[::2], part.min(axis=1)),
            (curve(figure, key)[1][:-1], part.mean(axis=1)),
            (band.upper[::2], part.max(axis=1)),
        ):
            np.testing.assert_allclose(found, wanted, rtol=1e-14, atol=1e-14)
    bands = [mark.role for mark in figure.marks if isinstance(mark, Band)]
    assert bands == [Role.NEGATIVE_BAND, Role.POSITIVE_BAND]
    assert "Bands: lowest to highest of each class; lines: mean." in words(figure)
    assert curve(drawn(AGREEMENT, run), "class+1-mean")[0][-1] == run.visits
