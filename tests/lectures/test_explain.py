"""Every visit explained: as the lectures do, in words that are approved, with true numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui import train
from perceptron_gui.base.number_text import APPROX
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import NOTATIONS, number, vector
from perceptron_gui.lectures.visit import Explanation, VisitContext, render_latex, render_text
from tests.conftest import Approve
from tests.core.strategies import AND, Problem, biases, etas, margins, problems, starts, ties
from tests.core.strategies import trained as trained_on
from tests.core.textbook import augmented, average, cyclic, dot, errors, perceptron, pocket, votes

THREE: Any = ([[2, 1], [0, 2], [-0.5, -2]], [1, -1, 1])
SLIDES: Any = ([[1, 1], [2, 1]], [-1, 1])
GUESS: dict[str, Any] = {"init": "0.2,0,-0.1", "eta": "0.1", "tie": "plus"}
FIT: Any = ([[0], [1], [2]], [1, 2, 2])
PM: Any = ([[-1, -1], [-1, 1], [1, -1], [1, 1]], [-1, 1, 1, -1])
SGD: dict[str, Any] = {"rule": "sgd", "eta": "0.1"}
SQUARES: dict[str, Any] = {"rule": "least-squares", "eta": "0.1"}
SPARSE: dict[str, Any] = {"rule": "least-squares", "targets": "real"}
KERNEL: dict[str, Any] = {"rule": "kernel"}
AVERAGED: dict[str, Any] = {"rule": "averaged"}
POCKET: dict[str, Any] = {"rule": "pocket"}
POCKETS = OPTIONS["pocket"].choices

# What is explained: points, options, visits and lectures.
TOLD: tuple[tuple[Any, dict[str, Any], tuple[int, ...], Iterable[str]], ...] = (
    (THREE, {"offset": False, "tie": "minus"}, (0, 1, 2, 3), ("001",)),
    (SLIDES, GUESS, (0, 1, 2, 5), NOTATIONS),
    *((AND, {"tie": tie}, (1,), ("000", "003")) for tie in OPTIONS["tie"].choices),
    (THREE, {"bias_scale": 10, "eta": "1/3"}, (0, 2), ("000", "001")),
    (AND, {"margin": 2}, (2, 4), ("000", "002")),
    (([[1, 1], [2, 2]], [1, -1]), {"offset": False, "tie": "minus"}, (2, 3), ("001",)),
    (AND, {"rule": "batch"}, (1,), ("003",)),
    (AND, {"rule": "sgd", "batch_size": 3}, (1,), ("000",)),
    # 000 s24-26: a partial derivative for every weight, and the step against it.
    (SLIDES, {"rule": "sgd", **GUESS}, (1, 2, 4), ("000",)),
    # 004 (4) and (5): the gradient −y_i·x_i, and at a tie a v of [0, 1]·(−y_i·x_i).
    (AND, {"rule": "sgd", "tie": "minus"}, (1, 4, 5), ("004",)),
    (AND, {"rule": "sgd", "tie": "plus"}, (1,), ("003",)),
    (AND, {"rule": "sgd", "loss": "hinge"}, (1, 2), ("001",)),
    (AND, {**SGD, "loss": "logistic", "schedule": "inverse-sqrt"}, (1, 2), ("001", "004")),
    (AND, {**SGD, "loss": "squared"}, (2,), NOTATIONS),
    (AND, {**SGD, "loss": "squared", "l2": "0.1"}, (2,), NOTATIONS),
    (AND, {"rule": "least-squares"}, (1,), ("003",)),
    *((AND, {**SQUARES, "solver": each, "l2": "2"}, (1,), ("003",)) for each in ("closed", "gd")),
    (AND, {**SQUARES, "solver": "newton"}, (1,), ("003",)),
    *((FIT, {**SPARSE, "l1": each}, (1,), ("003",)) for each in ("1", "2/3", "4")),
    # 002 descends on ½(y − ŷ)², so that w moves by μ(y − wᵀx)x: there μ is 2η.
    *((AND, {**SGD, "loss": each}, (0, 1), ("002",)) for each in OPTIONS["loss"].choices),
    *((AND, {**SQUARES, "solver": each}, (0, 1), ("002",)) for each in ("gd", "sgd", "newton")),
    (AND, {"eta": "1/3", "arithmetic": "float64", "lift": "product"}, (1, 4), ("001",)),
    # 001, its last page: the sum over all visits, and its mean after a pass.
    (THREE, {**AVERAGED, "offset": False, "tie": "minus", "epochs": 1}, (0, 1, 2, 3), ("001",)),
    (AND, AVERAGED, (0, 4, 5), NOTATIONS),
    (AND, {"rule": "voted", "tie": "minus"}, (0, 2, 7), NOTATIONS),
    (AND, {"rule": "voted", "tie": "minus"}, (20,), ("001",)),
    *((PM, {**POCKET, "pocket": each}, (0, 1, 3, 4), ("000",)) for each in POCKETS),
    (PM, KERNEL, (0, 4), ("000",)),
    (PM, {**KERNEL, "eta": "0.1"}, (2,), NOTATIONS),
    (PM, {**KERNEL, "kernel": "linear", "eta": "0.1"}, (0,), ("000",)),
    (PM, {**KERNEL, "kernel": "gaussian", "width": "0.5"}, (0, 2), ("000",)),
)


def test_visits_read_as_approved(approve: Approve) -> None:
    told: list[str] = []
    for data, options, visits, notations in TOLD:
        run = train(*data, **options)
        chosen = ", ".join(f"{name} {value}" for name, value in options.items())
        for notation in notations:
            texts = (render_text(explain(run, visit, NOTATIONS[notation])) for visit in visits)
            told.append("\n".join([f"# {notation}: {chosen}", *texts]))
    approve("explanations", "\n\n".join(told))


def test_a_step_of_002_is_that_of_its_own_loss() -> None:
    run = train(*AND, rule="sgd", loss="squared", eta="0.1")
    x, y = np.array([*AND[0][1], 1.0]), AND[1][1]
    before, after = run.weights_after(np.array([1, 2]))
    assert after == pytest.approx(before + 0.2 * (y - before @ x) * x)


def test_of_many_terms_of_a_kernel_those_that_decide_come_first() -> None:
    run = trained_on("spirals", rule="kernel", kernel="gaussian", width="0.3")
    step = explain(run, run.visits, NOTATIONS["000"]).steps[1]
    first, second = (abs(float(part.split(r"\cdot ")[1].split()[0]))
                     for part in step.formula.split(" = ")[2].split(" + ")[0:2])  # fmt: skip
    assert first >= second > 1e-3


@pytest.mark.parametrize(
    ("tie", "updates"), [("minus", 10), ("plus", 11), ("always", 18), ("never", 0)]
)
def test_the_tie_rule_is_a_choice_of_subgradients(tie: str, updates: int) -> None:
    """Each visit is θ − η·v with the v that is shown, a subgradient of the loss by definition."""
    run = train(*AND, rule="sgd", tie=tie)
    assert len(run.history) == updates
    for visit in range(1, run.visits + 1):
        i = int(run.path.visiting.points_of(visit)[0])
        x, y = [*map(Fraction, AND[0][i]), Fraction(1)], AND[1][i]
        before, after = (run.exact_weights_at(at) for at in (visit - 1, visit))
        v = [w - new for w, new in zip(before, after, strict=True)]
        *_, gradient = formulas_of(explain(run, visit, NOTATIONS["004"]), "gradient")
        ending = vector([v[-1], *v[:-1]]) if any(v) else "= 0"
        assert gradient.split(r"\text")[0].endswith(ending)

        def loss(w: list[Fraction], y: int = y, x: list[Fraction] = x) -> Fraction:
            return max(Fraction(0), -y * dot(w, x))

        # ℓ(θ′) ≥ ℓ(θ) + v·(θ′ − θ) for every θ′, here for those of a grid.
        for other in product(map(Fraction, (-2, 0, 1)), repeat=3):
            away = dot(v, [o - w for o, w in zip(other, before, strict=True)])
            assert loss([*other]) >= loss(before) + away


def test_a_visit_that_was_not_made_is_refused() -> None:
    run = train(*THREE)
    for visit in (-1, run.visits + 1):
        with pytest.raises(IndexError, match="visits go from 0"):
            explain(run, visit, NOTATIONS["000"])


def formulas_of(explanation: Explanation, kind: str) -> list[str]:
    return [step.formula for step in explanation.steps if step.kind == kind]


def check_renderings(explanation: Explanation) -> None:
    latex = render_latex(explanation)
    assert latex.isascii()
    assert latex.count("{") == latex.count("}")
    assert latex.startswith("\\begin{align*}\n&") and latex.endswith("\n\\end{align*}")
    assert "\n\n" not in latex
    assert latex.count(" \\\\\n") == len(explanation.steps) - 1
    text = render_text(explanation)
    assert len(text.splitlines()) == len(explanation.steps)
    if r"\{" in latex:  # 003 writes 2{yᵗa − f}y
        text = text.replace("{", "").replace("}", "")
    for bad in ("+ −", "− −", "\\", "{", "--", "−0 ", "  0"):
        assert bad not in text.replace("\n  ", "\n")


ORDERS = ["cyclic", "shuffled", "random", "first-mistake", "random-mistake", "worst"]


@settings(max_examples=100, deadline=None)
@given(problems(), ties, etas, biases, margins, st.booleans(), st.data())
def test_the_numbers_are_those_of_the_engine(
    problem: Problem, tie: str, eta: Fraction, bias: Fraction, margin: Fraction, offset: bool,
    draws: st.DataObject,
) -> None:  # fmt: skip
    points = problem.augmented(offset, bias)
    start = draws.draw(starts(len(points[0])))
    listed = draws.draw(st.lists(st.integers(0, len(points) - 1), min_size=1, max_size=6))
    order = draws.draw(st.sampled_from([*ORDERS, listed]))
    notation = NOTATIONS[draws.draw(st.sampled_from(sorted(NOTATIONS)))]
    rule = Rule.of(
        {
            "tie": tie, "eta": eta, "bias_scale": bias, "margin": margin, "offset": offset,
            "init": start, "order": order, "epochs": 3,
        }
    )  # fmt: skip
    run = Run(problem.dataset, rule).finish()
    for visit in range(1, run.visits + 1):
        explanation = explain(run, visit, notation)
        i = VisitContext(run, visit, notation).index
        assert i is not None
        x, y = points[i], problem.labels[i]
        p, q = (y * dot(run.exact_weights_at(at), x) for at in (visit - 1, visit))
        (score,) = formulas_of(explanation, "score")
        shown = number(p if notation.sign_switched else y * p)
        assert score.endswith(shown if shown.startswith(APPROX) else f" = {shown}")
        assert explanation.is_update == (run.updates_at(visit) > run.updates_at(visit - 1))
        risen = [rf"\text{{, from }}{number(p)}\text{{ to }}{number(q)}"] * explanation.is_update
        told = formulas_of(explanation, "agreement")
        assert all(end in formula for end, formula in zip(risen, told, strict=True))
        check_renderings(explanation)


@settings(max_examples=40, deadline=None)
@given(problems(), ties, st.booleans(), st.sampled_from(sorted(NOTATIONS)))
def test_answers_are_those_of_plain_loops(
    problem: Problem, tie: str, offset: bool, notation: str
) -> None:
    if offset and notation == "004":  # which has the constant first
        notation = "002"
    points, labels = augmented(problem.points, offset, Fraction(1)), list(problem.labels)
    start = [Fraction(0)] * len(points[0])
    trace = perceptron(points, labels, cyclic(len(points), 3), start, eta=Fraction(1), tie=tie)
    for rule in ("averaged", "voted", *POCKETS):
        chosen = {"rule": "pocket", "pocket": rule} if rule in POCKETS else {"rule": rule}
        options = {**chosen, "tie": tie, "offset": offset, "epochs": 3, "keep_going": True}
        run = Run(problem.dataset, Rule.of(options)).finish()
        for visit in range(1, run.visits + 1):
            found = explain(run, visit, NOTATIONS[notation])
            if rule == "averaged":
                mean = average(trace, visit)
                (total,), (told,) = formulas_of(found, "sum"), formulas_of(found, "average")
                assert total.endswith(f" = {vector([visit * each for each in mean])}")
                assert told.endswith(vector(mean).replace(APPROX, ""))
            elif rule == "voted":
                i = trace.visits[visit - 1][1]
                told = formulas_of(found, "vote")[0].partition(r" \to ")[0].partition(r"\text{,")[0]
                assert told.endswith(f" = {votes(trace, visit, points, tie)[i]}")
            else:
                kept = pocket(trace, visit, points, labels, tie, rule)
                (told,) = formulas_of(found, "pocket")
                wrong = errors(points, labels, kept, tie)
                assert vector(kept).replace(APPROX, "") in told and told.endswith(f" = {wrong}")


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("lift", OPTIONS["lift"].choices)
def test_every_rule_can_be_explained(rule: str, lift: str, notation: str) -> None:
    for more in (
        {}, {"loss": "logistic"}, {"loss": "squared", "l2": "0.1", "schedule": "inverse"},
        {"loss": "squared"}, {"loss": "squared", "bias_scale": "2", "batch_size": 2},
        {"loss": "hinge", "batch_size": 3}, {"solver": "gd", "l2": "0.1"}, {"solver": "newton"},
        {"arithmetic": "float64", "bias_scale": "1/3"}, {"offset": False},
    ):  # fmt: skip
        run = train(*AND, rule=rule, lift=lift, eta="0.1", epochs=4, **more)
        for visit in range(min(run.visits, 6) + 1):
            check_renderings(explain(run, visit, NOTATIONS[notation]))


def test_the_gradient_shown_is_the_step_made() -> None:
    run = train(*AND, rule="sgd", loss="logistic", l2="0.1", schedule="inverse", batch_size=3)
    for visit in range(1, 9):
        (formula,) = formulas_of(explain(run, visit, NOTATIONS["000"]), "gradient")
        gradient = [float(each) for each in formula.split("(")[-1].split(")")[0].split(", ")]
        step = run.weights_at(visit - 1) - run.weights_at(visit)
        assert np.allclose(np.array(gradient) / visit, step, rtol=1e-5, atol=1e-9)


def test_a_sign_after_words_belongs_to_its_number_in_latex() -> None:
    """TeX spaces `\\text{from }-0.1` like a difference; braces make the sign one of a number."""
    run = train(*SLIDES, init="0.2,0,-0.1", eta="0.1", tie="plus")
    latex = render_latex(explain(run, 1, NOTATIONS["000"]))
    assert r"\text{predict }{+}1" in latex
    assert r"{-}0.1" in latex.split("from")[1]


@pytest.mark.parametrize(("notation", "named"), [("001", ", point 2"), ("002", "")])
def test_points_are_counted_from_1_or_as_their_symbols_are(notation: str, named: str) -> None:
    run = train(*AND)
    assert explain(run, 2, NOTATIONS[notation]).heading == f"Visit 2, epoch 1{named}"
