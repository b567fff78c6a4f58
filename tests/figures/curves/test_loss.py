"""The losses and the errors over time: the right numbers at the right places."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from perceptron_gui import train
from perceptron_gui.core.runs import measures
from perceptron_gui.figures.curves.loss import VIEW
from perceptron_gui.figures.model.figure import Axis
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.figures.series.timeline import visit_at
from tests.core.strategies import Problem, problems, ties
from tests.core.textbook import dot, errors
from tests.figures.drawing import words
from tests.figures.timelines import AND, XOR, area, by_hand, curve, drawn, million, run_of


@settings(max_examples=40)
@given(problems(), ties)
def test_the_curves_are_those_of_a_run_by_hand(problem: Problem, tie: str) -> None:
    run, points, trace = by_hand(problem, tie, 12)
    figure = drawn(VIEW, run)
    for key, wanted in (
        ("loss", lambda w: sum(
            max(Fraction(0), -y * dot(w, x)) for x, y in zip(points, problem.labels, strict=True)
        )),
        ("errors", lambda w: errors(points, problem.labels, w, tie)),
    ):  # fmt: skip
        x, y = curve(figure, key)
        assert x[0] == 0 and x[-1] == run.visits
        for visit in range(run.visits + 1):
            held = y[np.searchsorted(x, visit, side="right") - 1]
            assert held == pytest.approx(float(wanted(trace.weights_at(visit))), rel=1e-12)


def test_the_axis_counts_visits_updates_or_epochs() -> None:
    run = run_of("and")
    updates, values = curve(drawn(VIEW, run, against="updates"), "loss")
    assert updates.tolist() == list(range(19))
    assert values.tolist() == measures.loss(run, np.arange(19)).tolist()
    visits, _ = curve(drawn(VIEW, run), "loss")
    assert visits.tolist() == [0, *run.history.visits.tolist(), 36]
    epochs, _ = curve(drawn(VIEW, run, against="epochs"), "loss")
    assert epochs.tolist() == (visits / 4).tolist()
    axes = {
        counts: drawn(VIEW, run, against=counts).x for counts in ("updates", "visits", "epochs")
    }
    assert [axis.counts for axis in axes.values()] == list(axes)
    assert visit_at(run, axes["updates"], 2.2) == run.history.visits[1]
    assert (visit_at(run, axes["visits"], 7.4), visit_at(run, axes["epochs"], 1.5)) == (7, 6)
    assert visit_at(run, Axis(axes["visits"].label), 7.4) is None


def test_a_loss_of_zero_lies_above_the_edge_and_both_zeros_at_one_height() -> None:
    figure = drawn(VIEW, run_of("and"))
    assert figure.right is not None and figure.right.range is not None
    assert figure.y.range is not None
    shares = [-low / (high - low) for low, high in (figure.y.range, figure.right.range)]
    assert shares[0] == pytest.approx(shares[1]) and 0.02 < shares[0] < 0.06
    assert curve(figure, "loss")[1][-1] == 0
    assert "errors (of 4)" in words(figure)


def test_only_rules_with_another_loss_show_it() -> None:
    for name in ("and", "xor", "pocket", "batch"):
        assert not drawn(VIEW, run_of(name)).has("own-loss")
    hinge = drawn(VIEW, run_of("hinge"))
    assert "hinge loss" in words(hinge)
    ks = np.arange(len(run_of("hinge").history) + 1)
    wanted = measures.loss(run_of("hinge"), ks, "hinge")
    assert curve(hinge, "own-loss")[1][:-1].tolist() == wanted.tolist()


def test_the_penalty_is_part_of_the_loss_and_of_its_name() -> None:
    """The objective of sgd is a mean over the points, that of least squares a sum."""
    logistic = run_of("logistic")
    figure = drawn(VIEW, logistic, 5)
    weights = logistic.weights_at(5)
    signed = logistic.space.signed
    mean = np.mean([math.log1p(math.exp(-z @ weights)) for z in signed])
    wanted = 4 * (mean + 0.01 * weights @ weights)
    assert curve(figure, "own-loss")[1][-1] == pytest.approx(wanted, rel=1e-12)
    assert "logistic loss +0.04 ‖w‖²" in words(figure)
    descent = run_of("gradient descent")
    figure = drawn(VIEW, descent, notation="003")
    weights = descent.weights_at(descent.visits)
    wanted = sum((z @ weights - 1) ** 2 for z in descent.space.signed) + weights @ weights
    assert curve(figure, "own-loss")[1][-1] == pytest.approx(wanted, rel=1e-12)
    assert "squared error +1 ‖a‖²" in words(figure)
    falling = curve(drawn(VIEW, descent), "own-loss")[1]
    assert (np.diff(falling) <= 1e-12).all()


def test_perceptron_loss_with_a_penalty_is_a_loss_of_its_own() -> None:
    run = train(*AND, rule="sgd", l2="0.5", epochs=5)
    assert "perceptron loss +2 ‖w‖²" in words(drawn(VIEW, run))


def test_a_million_updates_show_every_peak() -> None:
    run = million()
    figure = drawn(VIEW, run)
    errors = run.errors_after(np.arange(1_000_001))
    x, most = curve(figure, "errors-highest-range")
    assert len(x) <= 82 and most.max() == errors.max()
    assert curve(figure, "errors-lowest-range")[1].min() == errors.min()
    some = measures.loss(run, np.arange(500_000, 520_000))
    band = area(figure, "loss")
    assert band.upper.max() >= some.max() and band.lower.min() <= some.min()
    (note,) = figure.notes
    assert "from the lowest to the highest" in note


def test_a_cycle_that_cannot_be_followed_is_an_area_with_a_mean() -> None:
    run = train(*XOR, tie="minus", epochs=200, keep_going=True)
    figure = drawn(VIEW, run)
    every = measures.loss(run, np.arange(len(run.history) + 1))
    band, (x, mean) = area(figure, "loss"), curve(figure, "loss")
    assert (band.role, band.label) == (Role.LOSS, "")
    assert "perceptron loss Σmax(0, −ys)" in words(figure)
    assert (band.lower.min(), band.upper.max()) == (every.min(), every.max())
    assert band.x[0] == x[0] == 0 and band.x[-1] == x[-1] == run.visits
    assert mean[20] == pytest.approx(every[-4:].mean())
    # The first buckets, against the values in them.
    second = int(run.updates_at(int(x[1])))
    assert band.upper[0] == every[:second].max() and mean[0] == every[:second].mean()


def test_what_is_to_come_is_named_once_and_as_dashed_as_the_curve() -> None:
    figure = drawn(VIEW, run_of("hinge"), 10, future=True)
    future = [mark for mark in figure.marks if mark.key.endswith("-future")]
    assert [mark.label for mark in future] == ["to come", "", ""]
    dashes = {mark.key: THEMES["light"].style(mark.role).dash for mark in figure.marks}
    assert dashes["loss-future"] == dashes["loss"] == ()
    assert dashes["errors-future"] == dashes["errors"] != ()
    assert len({dashes[mark.key] for mark in future}) == 3
