"""A run as users see it: predictions with the right sign, its answer, its updates, its pictures."""

from __future__ import annotations

import copy
import importlib.util
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from perceptron_gui import load, train
from perceptron_gui.api.trained_run import PUBLIC
from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.rules.options import RULES

SQUARE = [[0, 0], [0, 1], [1, 0], [1, 1]]
AND = [-1, -1, -1, 1]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("scale", ["none", "standard"])
@pytest.mark.parametrize("tie", ["minus", "plus", "always"])
def test_predictions_are_wrong_as_often_as_the_run_says(rule: str, scale: str, tie: str) -> None:
    X, y = load("moons:n=40")
    run = train(X, y, rule=rule, scale=scale, tie=tie, epochs=8, lift="quadratic")
    assert run.score(X, y) == pytest.approx(1 - run.outcome.result_errors / 40)


@pytest.mark.parametrize("lift", ["none", "product", "quadratic"])
@pytest.mark.parametrize("scale", ["none", "centre", "range", "standard"])
def test_scores_are_those_of_weights_and_offset(lift: str, scale: str) -> None:
    X, y = load("moons:n=30")
    run = train(X, y, rule="averaged", lift=lift, scale=scale, epochs=3)
    a, b = X.T
    products = {"none": [], "product": [a * b], "quadratic": [a * a, a * b, b * b]}[lift]
    expected = np.column_stack([X, *products]) @ run.weights + run.offset
    assert run.decision_function(X) == pytest.approx(expected)


tenths = st.integers(-30, 30).map(lambda v: v / 10)


@given(
    st.lists(tenths, min_size=3, max_size=3).filter(any),
    st.lists(st.tuples(tenths, tenths), min_size=1, max_size=8),
)
def test_points_on_the_line_are_found_exactly(weights: list[float], points: Any) -> None:
    # Zero updates: the run answers with its start, so any line can be asked.
    far = [[-v * 1e6 for v in weights[:2]], [v * 1e6 for v in weights[:2]]]
    init = tuple(map(str, weights))
    for rule in ("perceptron", "voted"):
        run = train(far, [-1, 1], init=init, tie="plus", rule=rule, max_updates=1)
        assume(not run.updates)
        w1, w2, w0 = map(exact_number, weights)
        exact = [w1 * exact_number(a) + w2 * exact_number(b) + w0 for a, b in points]
        if rule == "perceptron":  # a vote on the line counts as the option says
            scores = run.decision_function(points)
            assert np.sign(scores).tolist() == [(s > 0) - (s < 0) for s in exact]
        assert run.predict(points).tolist() == [1 if s >= 0 else -1 for s in exact]


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()), min_size=2),
    st.sampled_from(["perceptron", "averaged", "voted", "pocket"]),
    st.sampled_from(["none", "centre", "range"]),
    st.sampled_from(["none", "product", "quadratic"]),
)
def test_scores_have_the_signs_of_exact_arithmetic(
    rows: list[tuple[int, int, bool]], rule: str, scale: str, lift: str
) -> None:
    points, labels = [[a / 10, b / 10] for a, b, _ in rows], [y for *_, y in rows]
    assume(len({*labels}) == 2)
    run = train(points, labels, rule=rule, scale=scale, lift=lift, tie="minus", epochs=4)
    assert run.arithmetic == "exact"
    exact = np.sign(run.result.agreements(run.visits).astype(float)) * run.dataset.labels
    assert np.sign(run.decision_function(points)).tolist() == exact.tolist()


def test_a_point_on_the_line_is_classified_as_the_option_says() -> None:
    x = [[0.1, 0.2]]
    for tie, label in (("minus", 0), ("plus", 1), ("always", 0)):
        run = train([[0, 1], [1, 0]], [0, 1], init="3,-1,-0.1", tie=tie)
        assert not run.updates
        assert run.decision_function(x).tolist() == [0.0]
        assert run.predict(x).tolist() == [label]


def test_the_answer_is_told_in_the_coordinates_given() -> None:
    run = train(SQUARE, AND, tie="minus")
    assert run.weights.tolist() == [2, 1] and run.offset == -2
    scaled = train(SQUARE, AND, tie="minus", scale="range")
    shift = scaled.weights / 2
    assert scaled.outcome.result_weights == pytest.approx(shift)
    no_offset = train([[1, 2], [-1, 1]], [1, -1], offset=False)
    assert no_offset.offset == 0
    for rule in ("kernel", "voted"):
        assert not hasattr(train(SQUARE, AND, rule=rule), "weights")


def test_updates_are_records_of_what_the_json_holds() -> None:
    run = train(SQUARE, AND, tie="minus")
    written = run.to_json()["updates"]
    assert len(run.updates) == len(written) == run.outcome.updates
    for record, row in zip(run.updates, written, strict=True):
        assert (record.visit, record.point, record.score) == (
            row["visit"], row["point"], row["score"],
        )  # fmt: skip
        assert record.weights.tolist() == row["weights"] and record.offset == row["offset"]
    assert run.updates[-1].weights.tolist() == run.weights.tolist()
    assert [each.visit for each in run.updates[:2]] == [each["visit"] for each in written[:2]]
    with pytest.raises(IndexError):
        run.updates[10]
    batch = train(SQUARE, AND, rule="batch").updates[0]
    assert batch.point is None and batch.score is None


def test_updates_of_a_kernel_hold_the_counts_of_mistakes() -> None:
    run = train(SQUARE, [-1, 1, 1, -1], rule="kernel")
    last = run.updates[-1]
    assert last.weights.tolist() == run.weights_at(run.visits).tolist()
    assert last.offset == 0


def test_updates_become_a_frame_where_pandas_is() -> None:
    run = train("and")
    if importlib.util.find_spec("pandas") is None:
        with pytest.raises(ImportError, match=r"to_frame needs pandas: .*run\.updates"):
            run.to_frame()
        return
    frame = run.to_frame()
    assert [*frame.columns] == ["visit", "point", "score", "w[x1]", "w[x2]", "offset"]
    assert len(frame) == len(run.updates)


def test_a_run_says_what_it_is() -> None:
    run = train(SQUARE, AND, tie="minus")
    for text in (repr(run), run._repr_html_(), run.summary()):
        assert all(fact in text for fact in ("4 points", "Perceptron", "10 updates"))
    assert repr(train("xor")).startswith("<xor: 4 points")
    assert "<table>" in run._repr_html_() and "offset = -2" in run._repr_html_()
    named = train([[0], [1]], ["<b>", "a"], rule="kernel")
    assert "<b>" not in named._repr_html_()


def test_notes_name_options_as_python_does() -> None:
    run = train(SQUARE, AND, seed=3, rule="sgd", loss="squared", eta=100)
    assert len(run.notes) == 2
    assert "seed has no effect where nothing is random" in run.notes
    assert "smaller eta may converge" in run._repr_html_()


def test_what_is_public_is_listed_and_there() -> None:
    run = train("xor")
    assert [name for name in dir(run) if not name.startswith("_")] == sorted(PUBLIC)
    for name in PUBLIC:
        assert getattr(type(run), name, None) is not None or hasattr(run, name)


def test_a_run_is_copied_and_stored() -> None:
    X, y = load("moons:n=30")
    run = train(X, np.where(y > 0, "up", "down"), rule="averaged", order="shuffled", epochs=5)
    for other in copy.deepcopy(run), pickle.loads(pickle.dumps(run)):  # noqa: S301
        assert other.weights.tolist() == run.weights.tolist()
        assert other.predict(X).tolist() == run.predict(X).tolist()
    assert copy.copy(run).history is run.history


def test_points_of_another_kind_are_refused() -> None:
    run = train(SQUARE, AND)
    with pytest.raises(DataError, match="X has 3 features, but TrainedRun is expecting 2"):
        run.predict([[1, 2, 3]])
    with pytest.raises(DataError, match="Reshape your data"):
        run.predict([1, 2])
    with pytest.raises(DataError, match="NaN"):
        run.predict([[1, float("nan")]])
    with pytest.raises(DataError, match="4 points but 1 labels"):
        run.score(SQUARE, [1])


def test_votes_are_counted_on_any_points() -> None:
    run = train(SQUARE, [-1, 1, 1, -1], rule="voted", epochs=5, tie="minus")
    votes = run.result.votes(run.visits)  # type: ignore[attr-defined]
    assert run.decision_function(SQUARE).tolist() == votes.tolist()
    assert Fraction(int(np.abs(votes).max())) <= run.visits
