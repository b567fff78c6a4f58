"""Steps: losses are those of fractions, the limit is that of 003, divergence is honest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Band, Dots, Line, RuleLine
from perceptron_gui.figures.model.role import Role
from perceptron_gui.labs.lab import finished
from perceptron_gui.labs.steps import (
    METHODS,
    VARIED,
    StepsOptions,
    StepsResult,
    StepSweep,
    descent_rule,
    step_limit,
    usual_values,
)
from perceptron_gui.labs.steps_lab import (
    LAB,
    values_table,
)
from tests.figures.drawing import built, trained

AND = make(LIBRARY["and"])


def sweep(over: str, values: tuple[Any, ...] = (), epochs: int = 20, **options: Any) -> StepsResult:
    method = options.pop("method", "auto")
    rule = descent_rule(Rule.of(options), method, over)
    values = values or usual_values(AND, rule, over)
    result: StepsResult = finished(StepSweep(AND, rule, over, values, epochs))
    return result


def squared_losses(eta: Fraction, epochs: int) -> list[Fraction]:
    """Return ‖Ya − f‖² over gradient descent on AND, the obvious way."""
    rows = [[*map(int, point), 1] for point in AND.points.tolist()]
    targets = [int(label) for label in AND.labels]
    a = [Fraction(0)] * 3
    found: list[Fraction] = []
    for _ in range(epochs + 1):
        errors = [
            sum((x * w for x, w in zip(row, a, strict=True)), Fraction(-f))
            for row, f in zip(rows, targets, strict=True)
        ]
        found.append(sum((error * error for error in errors), Fraction(0)))
        slope = [2 * sum(e * row[j] for e, row in zip(errors, rows, strict=True)) for j in range(3)]
        a = [w - eta * g for w, g in zip(a, slope, strict=True)]
    return found


@pytest.mark.parametrize("eta", [Fraction(1, 20), Fraction(3, 20), Fraction(1, 5)])
def test_losses_of_gradient_descent_are_those_of_fractions(eta: Fraction) -> None:
    (trial,) = sweep("eta", (eta,)).trials
    assert trial.losses == pytest.approx([float(v) for v in squared_losses(eta, 20)])


def test_the_limit_of_and_is_that_of_the_lecture() -> None:
    limit = step_limit(AND, descent_rule(Rule()))
    assert limit == pytest.approx(0.156930, abs=5e-7)
    below, above = sweep("eta", (Fraction("0.150"), Fraction("0.157")), epochs=20_000).trials
    assert below.final == pytest.approx(1.0)
    assert not below.diverged
    assert above.diverged


@pytest.mark.parametrize("name", ["and", "xor-pm", "shifted", "blobs", "one-hot", "slow-pair"])
def test_usual_steps_are_round_and_lie_on_both_sides_of_the_limit(name: str) -> None:
    dataset, rule = make(LIBRARY[name]), descent_rule(Rule())
    *some, below, above = usual_values(dataset, rule, "eta")
    limit = step_limit(dataset, rule)
    assert limit is not None and max(some) < limit and 0.85 * limit < below < limit < above
    assert [f"{float(eta):.0e}"[0] in "125" for eta in some] == [True] * len(some)
    assert all(float(f"{float(eta):.2g}") == float(eta) for eta in (*some, below, above))
    if name == "and":
        assert [float(eta) for eta in (*some, below, above)] == [0.02, 0.05, 0.1, 0.15, 0.17]


def test_a_run_that_is_given_up_has_finite_losses_and_bounded_slopes_never_are() -> None:
    (trial,) = sweep("eta", (Fraction(1000),), epochs=1000).trials
    assert trial.was_given_up and trial.diverged
    assert np.isfinite(trial.losses).all()
    assert len(trial.losses) < 1000
    for method in ("perceptron", "hinge", "logistic"):
        trials = sweep("eta", (Fraction(10_000),), method=method).trials
        assert not trials[0].diverged


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("over", VARIED)
def test_every_method_can_be_varied_in_what_it_listens_to(method: str, over: str) -> None:
    if method == "least-squares" and over != "eta":
        with pytest.raises(RuleError, match="only η can be varied"):
            descent_rule(Rule(), method, over)
        return
    result = sweep(over, method=method)
    assert len(result.trials) > 2
    names = {getattr(trial.rule, VARIED[over]) for trial in result.trials}
    assert len(names) == len(result.trials)
    assert all(len(t.losses) == 21 or t.diverged for t in result.trials)


def test_the_rule_at_hand_is_descended_on_where_it_is_a_descent() -> None:
    assert descent_rule(Rule.of({"rule": "sgd", "loss": "hinge"})).loss == "hinge"
    assert descent_rule(Rule.of({"rule": "least-squares"})).solver == "gd"
    assert descent_rule(Rule(), "auto", "batch").loss == "logistic"
    assert descent_rule(Rule.of({"rule": "least-squares"}), "auto", "batch").loss == "squared"
    assert descent_rule(Rule.of({"order": "worst"}), "hinge").order == "cyclic"


def test_a_descent_that_has_arrived_is_said_to_be_at_the_minimum() -> None:
    result = sweep("eta", tuple(map(Fraction, ("0.01", "0.1", "0.15", "0.157"))), epochs=100)
    assert [trial.least for trial in result.trials] == pytest.approx([1.0] * 4)
    assert [trial.is_at_minimum for trial in result.trials] == [False, True, True, False]
    table = [row[-1] for row in values_table(result, StepsOptions(), str).rows]
    assert table[1] == table[2] != table[0] and len(set(table)) == 3


def test_a_fit_without_error_is_at_its_minimum_and_other_losses_have_no_known_one() -> None:
    through = Dataset.of_targets([[0], [1], [2]], [1, 2, 3])
    rule = descent_rule(Rule.of({"rule": "least-squares"}))
    steps = StepSweep(through, rule, "eta", (Fraction("0.1"), Fraction("0.001")), 200)
    assert [trial.is_at_minimum for trial in finished(steps).trials] == [True, False]
    for method in ("hinge", "logistic"):
        assert not any(trial.is_at_minimum for trial in sweep("eta", method=method).trials)


STEPS, STEP_LIMIT = LAB.views.values()


def lines_in(drawn: Figure) -> list[Line]:
    return [mark for mark in drawn.marks if isinstance(mark, Line)]


def check_numbers(drawn: Figure) -> None:
    """Every coordinate is a number that the axes show."""
    for mark in drawn.marks:
        if isinstance(mark, Line | Dots):
            assert np.isfinite(mark.x).all() and np.isfinite(mark.y).all()
            assert drawn.y.range is not None
            assert (mark.y <= drawn.y.range[1] * (1 + 1e-9)).all()
            if drawn.y.log:
                assert (mark.y > 0).all()


def test_a_step_beyond_the_limit_leaves_the_figure_and_says_so() -> None:
    drawn = built(STEPS, trained("and"))
    check_numbers(drawn)
    *kept, away = lines_in(drawn)
    assert [len(line.x) for line in kept] == [101] * 4
    assert len(away.x) < 101
    assert away.label == r"$\eta = 0.17$, diverges"
    assert drawn.mark("end-4").role is Role.MISTAKE
    assert drawn.y.range is not None and away.y[-1] == drawn.y.range[1]
    assert any("0.15693$ only" in note for note in drawn.notes)
    assert any("Diverging runs" in note for note in drawn.notes)


def test_the_limit_is_marked_and_what_lies_beyond_is_shaded() -> None:
    drawn = built(STEP_LIMIT, trained("and"))
    check_numbers(drawn)
    limit, beyond, away = (drawn.mark(key) for key in ("limit", "beyond", "diverged"))
    assert isinstance(limit, RuleLine) and isinstance(beyond, Band) and isinstance(away, Dots)
    assert limit.at == pytest.approx(0.156930, abs=5e-7)
    assert beyond.x[0] == limit.at and beyond.role is Role.IMPOSSIBLE
    assert (away.x > limit.at).all()
    (final,) = lines_in(drawn)
    assert (final.x < limit.at).all()
    assert final.y[-1] == pytest.approx(1.0)
    assert drawn.x.log and drawn.y.log


def test_a_loss_of_nothing_keeps_the_axis_linear() -> None:
    drawn = built(STEPS, trained("and"), method="perceptron", loss_scale="log", passes=20)
    assert not drawn.y.log
    assert any("no place on a logarithmic axis" in note for note in drawn.notes)
    assert built(STEPS, trained("and"), loss_scale="log").y.log
    assert not built(STEPS, trained("and"), loss_scale="linear").y.log
