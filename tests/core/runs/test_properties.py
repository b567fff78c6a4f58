"""Runs against a textbook loop in fractions, and what must hold of every run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.results import Pocket, Vote
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core import textbook
from tests.core.strategies import Problem, biases, etas, margins, problems, starts, ties

EPOCHS = 12
DRAWN = ["shuffled", "random", "random-mistake"]


def assert_same_path(run: Run, trace: textbook.Trace) -> None:
    """The engine's updates are the textbook's, up to where the engine stopped."""
    wanted = [update for update in trace.updates if update[0] <= run.visits]
    assert len(run.history) == len(wanted)
    raw = run.history.weights_after(np.arange(len(wanted) + 1))
    for k, (visit, i, score, weights) in enumerate(wanted):
        assert run.history.visits[k] == visit
        assert run.point_of_update(k) == i
        assert run.score_before(k, raw[k]) == score
        assert run.path.arithmetic.fractions(raw[k + 1]) == weights


@settings(max_examples=150)
@given(problems(), ties, etas, biases, margins, st.booleans(), st.data())
def test_a_run_equals_a_textbook_loop(
    problem: Problem, tie: str, eta: Fraction, bias: Fraction, margin: Fraction, offset: bool,
    draws: st.DataObject,
) -> None:  # fmt: skip
    points = problem.augmented(offset, bias)
    start = draws.draw(starts(len(points[0])))
    n = len(points)
    order = draws.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=2 * n))
    listed = draws.draw(st.booleans())
    rule = Rule.of(
        {
            "tie": tie, "eta": eta, "bias_scale": bias, "margin": margin, "offset": offset,
            "init": start, "order": order if listed else "cyclic", "epochs": EPOCHS,
        }
    )  # fmt: skip
    run = Run(problem.dataset, rule).finish()
    visits = order * EPOCHS if listed else list(range(n)) * EPOCHS
    trace = textbook.perceptron(
        points, problem.labels, visits, start, eta=eta, tie=tie, margin=margin
    )
    assert run.arithmetic == "exact"
    assert_same_path(run, trace)
    length = len(order) if listed else n
    clean = [
        epoch
        for epoch in range(EPOCHS)
        if not any(v[4] for v in trace.visits[epoch * length : (epoch + 1) * length])
    ]
    if run.status == "converged":
        assert run.visits == (clean[0] + 1) * length
    elif run.status == "budget":
        assert not clean and run.visits == EPOCHS * length
    else:
        assert_is_first_recurrence(run, trace, length)


def assert_is_first_recurrence(run: Run, trace: textbook.Trace, length: int) -> None:
    seen: dict[Any, int] = {}
    for visit in range(run.visits + 1):
        state = (tuple(trace.weights_at(visit)), visit % length)
        if state in seen and visit >= length:
            assert run.recurrence is not None
            assert visit == run.visits == run.recurrence.end_visit
            assert seen[state] == run.recurrence.start_visit
            return
        seen.setdefault(state, visit)
    raise AssertionError("no state recurred")


@settings(max_examples=90)
@given(problems(), ties, etas, st.sampled_from(DRAWN), st.integers(0, 2**40))
def test_random_orders_visit_what_they_say(
    problem: Problem, tie: str, eta: Fraction, order: str, seed: int
) -> None:
    rule = Rule.of({"tie": tie, "eta": eta, "order": order, "seed": seed, "epochs": EPOCHS})
    run = Run(problem.dataset, rule).finish()
    visits = [int(run.path.visiting.points_of(t)[0]) for t in range(1, run.visits + 1)]
    if order == "random-mistake":
        visits = run.path.points_of_updates(0, len(run.history)).tolist()
    if order == "shuffled":
        n = len(problem.labels)
        for first in range(0, len(visits), n):
            assert sorted(visits[first : first + n]) == list(range(n))
    points = problem.augmented()
    start = [Fraction(0)] * len(points[0])
    trace = textbook.perceptron(points, problem.labels, visits, start, eta=eta, tie=tie)
    assert_same_path(run, trace)
    assert order != "random-mistake" or all(updated for *_, updated in trace.visits)
    if run.status == "converged":
        assert run.outcome.errors == 0


@settings(max_examples=60)
@given(problems(), ties, etas, st.booleans(), st.data())
def test_orders_that_choose_mistakes(
    problem: Problem, tie: str, eta: Fraction, worst: bool, draws: st.DataObject
) -> None:
    points = problem.augmented()
    start = draws.draw(starts(len(points[0])))
    order = "worst" if worst else "first-mistake"
    rule = Rule.of({"tie": tie, "eta": eta, "order": order, "init": start, "epochs": EPOCHS})
    run = Run(problem.dataset, rule).finish()
    trace = textbook.chosen_mistakes(
        points, problem.labels, start, eta=eta, tie=tie, worst=worst, most=run.budget
    )
    assert_same_path(run, trace)
    if run.status == "converged":
        assert run.visits == run.outcome.updates == len(trace.visits)
    if run.recurrence is not None:
        found = run.recurrence
        assert trace.weights_at(found.start_visit) == trace.weights_at(found.end_visit)
        states = [tuple(trace.weights_at(v)) for v in range(found.end_visit)]
        assert len(set(states)) == len(states)


@st.composite
def any_rule(draw: st.DrawFn, n: int) -> dict[str, Any]:
    """Options of any rule, orders and losses included."""
    kind = draw(st.sampled_from(["pla", "averaged", "voted", "pocket", "batch", "sgd"]))
    orders = ["cyclic", "shuffled", "random"]
    if kind != "sgd":
        orders += ["first-mistake", "random-mistake", "worst"]
    return {
        "rule": kind,
        "order": draw(st.sampled_from(orders)),
        "seed": draw(st.integers(0, 99)),
        "loss": draw(st.sampled_from(["perceptron", "hinge", "logistic", "squared"])),
        "schedule": draw(st.sampled_from(["constant", "inverse", "inverse-sqrt"])),
        "batch_size": draw(st.integers(1, n + 1)),
        "l2": draw(st.sampled_from([0, 0, "0.01"])),
        "pocket": draw(st.sampled_from(["errors", "gallant", "ratchet"])),
        "keep_going": draw(st.booleans()),
        "eta": draw(st.sampled_from(["1", "0.1"])),
    }


@settings(max_examples=60)
@given(problems(decimals=0), ties, st.data())
def test_floats_agree_where_they_are_exact(
    problem: Problem, tie: str, draws: st.DataObject
) -> None:
    options = draws.draw(any_rule(len(problem.labels)))
    if options["rule"] == "sgd":  # averaging over a minibatch divides
        options |= {"loss": "perceptron", "schedule": "constant", "l2": 0, "batch_size": 1}
    options |= {"tie": tie, "epochs": EPOCHS, "eta": "0.5", "keep_going": True}
    exact = Run(problem.dataset, Rule.of({**options, "arithmetic": "exact"})).finish()
    floats = Run(problem.dataset, Rule.of({**options, "arithmetic": "float64"})).finish()
    assert (exact.arithmetic, floats.arithmetic) == ("exact", "float64")
    assert exact.history.visits.tolist() == floats.history.visits.tolist()
    assert exact.visits == floats.visits
    ks = np.arange(len(exact.history) + 1)
    assert np.array_equal(exact.weights_after(ks), floats.weights_after(ks))
    assert exact.outcome.errors == floats.outcome.errors


@settings(max_examples=60)
@given(problems(most=5), ties, st.sampled_from(["cyclic", "random"]), st.data())
def test_average_vote_and_pocket_are_the_textbooks(
    problem: Problem, tie: str, order: str, draws: st.DataObject
) -> None:
    points = problem.augmented()
    start = draws.draw(starts(len(points[0])))
    options = {"tie": tie, "order": order, "init": start, "epochs": 6, "keep_going": True}

    def run_of(**more: Any) -> Run:
        return Run(problem.dataset, Rule.of({**options, **more})).finish()

    averaged = run_of(rule="averaged")
    visits = [int(averaged.path.visiting.points_of(t)[0]) for t in range(1, averaged.visits + 1)]
    trace = textbook.perceptron(points, problem.labels, visits, start, eta=Fraction(1), tie=tie)
    probes = sorted({0, 1, averaged.visits // 2, averaged.visits})
    voted = run_of(rule="voted").result
    assert isinstance(voted, Vote)
    for visit in probes:
        assert voted.votes(visit).tolist() == textbook.votes(trace, visit, points, tie)
        if visit:
            mean = textbook.average(trace, visit)
            assert averaged.result_at(visit) == mean
            wrong = textbook.errors(points, problem.labels, mean, tie)
            assert averaged.result.errors(visit) == wrong
        for mode in ("errors", "gallant", "ratchet"):
            kept = run_of(rule="pocket", pocket=mode)
            assert isinstance(kept.result, Pocket)
            wanted = textbook.pocket(trace, visit, points, problem.labels, tie, mode)
            assert kept.result_at(visit) == wanted, (mode, visit)


@settings(max_examples=60)
@given(problems(), ties, st.data())
def test_descent_is_that_of_a_plain_loop(problem: Problem, tie: str, draws: st.DataObject) -> None:
    loss = draws.draw(st.sampled_from(["perceptron", "hinge", "logistic", "squared"]))
    schedule = draws.draw(st.sampled_from(["constant", "inverse", "inverse-sqrt"]))
    batch = draws.draw(st.integers(1, len(problem.labels) + 1))
    l2 = draws.draw(st.sampled_from([0.0, 0.05]))
    rule = Rule.of(
        {
            "rule": "sgd", "loss": loss, "schedule": schedule, "batch_size": batch, "l2": l2,
            "eta": "0.125", "tie": tie, "epochs": 4, "keep_going": True, "arithmetic": "float64",
        }
    )  # fmt: skip
    run = Run(problem.dataset, rule).finish()
    x = np.column_stack([problem.dataset.points, np.ones(len(problem.labels))])
    y = problem.dataset.labels.astype(float)
    w = np.zeros(x.shape[1])
    step = 0
    for _ in range(4):
        for first in range(0, len(y), batch):
            part, label = x[first : first + batch], y[first : first + batch]
            kink = {"perceptron": 0.0, "hinge": 1.0}.get(loss, np.inf)
            if w.any() and np.any(np.abs(label * (part @ w) - kink) < 1e-9):
                return  # rounding decides here, and the run adds in another order
            slope = slopes(loss, part @ w, label, tie)
            gradient = (slope[:, None] * part).mean(axis=0) + 2 * l2 * w
            w = w - 0.125 * rate(schedule, step) * gradient
            step += 1
            assert run.weights_at(step) == pytest.approx(w, rel=1e-9, abs=1e-12)


def rate(schedule: str, step: int) -> float:
    power = {"constant": 0.0, "inverse": -1.0, "inverse-sqrt": -0.5}[schedule]
    return float((1.0 + step) ** power)


def slopes(loss: str, score: Any, label: Any, tie: str) -> Any:
    m = label * score
    if loss == "perceptron":
        at_tie = {"always": m == 0, "minus": (m == 0) & (label > 0), "plus": (m == 0) & (label < 0)}
        return np.where((m < 0) | at_tie[tie], -label, 0.0)
    if loss == "hinge":
        return np.where(m < 1, -label, 0.0)
    if loss == "logistic":
        return -label / (1 + np.exp(m))
    return 2 * (score - label)


@settings(max_examples=40)
@given(problems(most=12, decimals=2), st.integers(1, 8))
def test_scikit_learn_makes_the_same_passes(problem: Problem, epochs: int) -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    assume(len(set(problem.labels)) == 2)
    whole = Dataset.of(np.round(problem.dataset.points * 100), problem.labels)
    peer = linear_model.Perceptron(shuffle=False, tol=None, max_iter=epochs)
    peer.fit(whole.points, whole.labels)
    run = Run(whole, Rule.of({"epochs": epochs, "keep_going": True})).finish()
    assert run.outcome.weights == pytest.approx(peer.coef_[0])
    assert run.outcome.offset == pytest.approx(peer.intercept_[0])
    averager = linear_model.SGDClassifier(
        loss="perceptron", learning_rate="constant", eta0=1.0, penalty=None, average=True,
        shuffle=False, tol=None, max_iter=epochs,
    )  # fmt: skip
    averager.fit(whole.points, whole.labels)
    averaged = Run(whole, Rule.of({"rule": "averaged", "epochs": epochs, "keep_going": True}))
    outcome = averaged.finish().outcome
    assert outcome.result_weights == pytest.approx(averager.coef_[0], abs=1e-9)
    assert outcome.result_offset == pytest.approx(averager.intercept_[0], abs=1e-9)
