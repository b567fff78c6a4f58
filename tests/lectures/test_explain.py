"""Every visit explained: as the lectures do, and with the engine's numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from operator import mul
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui import train
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.visit import Explanation, Step, render_latex, render_text
from tests.core.strategies import AND, Problem, biases, etas, margins, problems, starts, ties

THREE: Any = ([[2, 1], [0, 2], [-0.5, -2]], [1, -1, 1])
SLIDES: Any = ([[1, 1], [2, 1]], [-1, 1])


def lines_of(run: Run, visit: int, notation: str) -> list[str]:
    return render_text(explain(run, visit, NOTATIONS[notation])).split("\n  ")


def test_three_points_read_as_in_001() -> None:
    run = train(*THREE, offset=False, tie="minus")
    assert lines_of(run, 0, "001") == ["Start: θ = (0, 0)"]
    assert lines_of(run, 1, "001") == [
        "Visit 1, epoch 1, point 0: x⁽¹⁾ = (2, 1), y⁽¹⁾ = +1",
        "θ·x⁽¹⁾ = 0·2 + 0·1 = 0",
        "h(x⁽¹⁾; θ) = sign(0) = −1 (0 counts as −1 here)",
        "y⁽¹⁾ = +1 ≠ −1 = h(x⁽¹⁾; θ) → mistake",
        "θ = θ + y⁽¹⁾x⁽¹⁾ = (0, 0) + 1·(2, 1) = (2, 1)",
        "agreement y⁽¹⁾ θ·x⁽¹⁾ rises by ‖x⁽¹⁾‖² = 5, from 0 to 5",
    ]
    assert lines_of(run, 2, "001")[1:5] == [
        "θ·x⁽²⁾ = 2·0 + 1·2 = 2",
        "h(x⁽²⁾; θ) = sign(2) = +1",
        "y⁽²⁾ = −1 ≠ +1 = h(x⁽²⁾; θ) → mistake",
        "θ = θ + y⁽²⁾x⁽²⁾ = (2, 1) − 1·(0, 2) = (2, −1)",
    ]
    assert lines_of(run, 3, "001")[1:] == [
        "θ·x⁽³⁾ = 2·(−0.5) − 1·(−2) = 1",
        "h(x⁽³⁾; θ) = sign(1) = +1",
        "y⁽³⁾ = +1 = h(x⁽³⁾; θ) → correct",
        "no update",
    ]


def test_the_slides_read_as_in_000() -> None:
    run = train(*SLIDES, init="0.2,0,-0.1", eta="0.1", tie="plus")
    assert lines_of(run, 0, "000") == ["Start: w = (0.2, 0), w₀ = −0.1, η = 0.1"]
    assert lines_of(run, 1, "000") == [
        "Visit 1, epoch 1, point 0: x = (1, 1), y = −1",
        "s = w₁x₁ + w₂x₂ + w₀ = 0.2·1 + 0·1 − 0.1 = 0.1",
        "s = 0.1 > 0 → predict +1",
        "y = −1 ≠ +1 → mistake",
        "w₁ ← w₁ − ηx₁ = 0.2 − 0.1·1 = 0.1",
        "w₂ ← w₂ − ηx₂ = 0 − 0.1·1 = −0.1",
        "w₀ ← w₀ − η = −0.1 − 0.1 = −0.2",
        "w = (0.1, −0.1), w₀ = −0.2",
        "agreement ys rises by η(‖x‖² + 1) = 0.1·3 = 0.3, from −0.1 to 0.2",
    ]
    assert lines_of(run, 2, "000")[1:8] == [
        "s = w₁x₁ + w₂x₂ + w₀ = 0.1·2 − 0.1·1 − 0.2 = −0.1",
        "s = −0.1 < 0 → predict −1",
        "y = +1 ≠ −1 → mistake",
        "w₁ ← w₁ + ηx₁ = 0.1 + 0.1·2 = 0.3",
        "w₂ ← w₂ + ηx₂ = −0.1 + 0.1·1 = 0",
        "w₀ ← w₀ + η = −0.2 + 0.1 = −0.1",
        "w = (0.3, 0), w₀ = −0.1",
    ]


def test_the_other_lectures_write_the_same_update_their_way() -> None:
    run = train(*SLIDES, init="0.2,0,-0.1", eta="0.1", tie="plus")
    assert lines_of(run, 1, "002")[4:6] == [
        "α(1) = μ(y(1) − ŷ(1)) = 0.05·(−1 − 1) = −0.1",
        "w(1) = w(0) + α(1)x(1) = (0.2, 0, −0.1) − 0.1·(1, 1, 1) = (0.1, −0.1, −0.2)",
    ]
    assert lines_of(run, 1, "003")[:4] == [
        "Visit 1, epoch 1, point 0: y₁ = −(1, 1, 1) = (−1, −1, −1), class 2",
        "y₁ᵀa⁽¹⁾ = 0.2·(−1) + 0·(−1) − 0.1·(−1) = −0.1",
        "y₁ᵀa⁽¹⁾ < 0 → mistake",
        "a⁽²⁾ = a⁽¹⁾ + ηy₁ = (0.2, 0, −0.1) + 0.1·(−1, −1, −1) = (0.1, −0.1, −0.2)",
    ]
    assert lines_of(run, 2, "004")[:5] == [
        "Visit 2, epoch 1, point 1: x₂ = (1, 2, 1), y₂ = +1",
        "θ(1)ᵀx₂ = −0.2·1 + 0.1·2 − 0.1·1 = −0.1",
        "sign(θ(1)ᵀx₂) = sign(−0.1) = −1",
        "y₂ = +1 ≠ −1 → mistake",
        "θ(2) = θ(1) + ηy₂x₂ = (−0.2, 0.1, −0.1) + 0.1·(1, 2, 1) = (−0.1, 0.3, 0)",
    ]
    assert lines_of(run, 5, "004")[-1] == "θ(5) = θ(4) = (−0.2, 0.2, −0.1), no update"


@pytest.mark.parametrize(
    ("tie", "notation", "line"),
    [
        ("minus", "000", "s = 0 counts as −1 here"),
        ("plus", "000", "s = 0 counts as +1 here"),
        ("always", "000", "s = 0 → mistake (0 is always a mistake here)"),
        ("never", "000", "s = 0 → correct (0 is never a mistake here)"),
        ("plus", "003", "y₁ᵀa⁽¹⁾ = 0 → mistake (0 counts as class 1 here)"),
        ("minus", "003", "y₁ᵀa⁽¹⁾ = 0 → correct (0 counts as class 2 here)"),
    ],
)
def test_a_tie_is_explained(tie: str, notation: str, line: str) -> None:
    assert lines_of(train(*AND, tie=tie), 1, notation)[2] == line


def test_the_constant_coordinate_and_fractions_are_written_out() -> None:
    run = train(*THREE, bias_scale=10, eta="1/3")
    assert lines_of(run, 0, "000") == [
        "Start: w = (0, 0), w₀ = 0, η = 1/3, the constant coordinate is x₀ = B = 10"
    ]
    lines = lines_of(run, 2, "000")
    assert lines[1] == "s = w₁x₁ + w₂x₂ + w₀x₀ = (2/3)·0 + (1/3)·2 + (10/3)·10 = 34"
    assert "w₀ ← w₀ − ηx₀ = 10/3 − (1/3)·10 = 0" in lines
    assert "θ₀ = θ₀ + ηBy⁽²⁾ = 10/3 − (1/3)·10 = 0" in lines_of(run, 2, "001")


def test_margins_and_hinges_compare_with_their_bound() -> None:
    margin = train(*AND, margin=2)
    assert lines_of(margin, 2, "000")[3] == "ys = 1 ≤ 2 → not enough"
    assert lines_of(margin, 4, "000")[-1].endswith("from −5 to −2: not yet enough")
    assert lines_of(margin, 2, "002")[4] == "α(2) = 2μy(2) = 2·0.5·(−1) = −1"
    hinge = train(*AND, rule="sgd", loss="hinge")
    assert lines_of(hinge, 1, "001")[2:5] == [
        "L = max(0, 1 − y⁽¹⁾(θ·x⁽¹⁾ + θ₀)) = max(0, 1 + 0) = 1",
        "y⁽¹⁾(θ·x⁽¹⁾ + θ₀) = 0 < 1 → ∇L = −y⁽¹⁾(x⁽¹⁾, 1) = (0, 0, 1)",
        "(θ, θ₀) = (θ, θ₀) − ∇L = (0, 0, 0) − (0, 0, 1) = (0, 0, −1)",
    ]
    assert lines_of(hinge, 2, "001")[3:] == [
        "y⁽²⁾(θ·x⁽²⁾ + θ₀) = 1 → v ∈ [0, 1]·(−y⁽²⁾(x⁽²⁾, 1))",
        "v = 0·(−y⁽²⁾(x⁽²⁾, 1)) = 0 (1 is enough here)",
        "no update",
    ]


def test_an_update_may_not_be_enough() -> None:
    run = train([[1, 1], [2, 2]], [1, -1], offset=False, tie="minus")
    stubborn = [
        v for v in range(1, run.visits + 1) if lines_of(run, v, "001")[-1].endswith("mistake")
    ]
    assert stubborn


def test_a_step_over_several_points_adds_up_its_mistakes() -> None:
    assert lines_of(train(*AND, rule="batch"), 1, "003") == [
        "Visit 1, epoch 1: all 4 points",
        "mistakes: points 0, 1, 2, 3",
        "Σyₙ = (0, 0, −1) + (0, −1, −1) + (−1, 0, −1) + (1, 1, 1) = (0, 0, −2)",
        "a⁽²⁾ = a⁽¹⁾ + Σyₙ = (0, 0, 0) + (0, 0, −2) = (0, 0, −2)",
    ]
    assert lines_of(train(*AND, rule="sgd", batch_size=3), 1, "000")[-2:] == [
        "∇L = −(1/3)Σyx = (1/3, 1/3, 1)",
        "(w, w₀) ← (w, w₀) + (η/3)Σyx = (0, 0, 0) + (1/3)·(−1, −1, −3) = (−1/3, −1/3, −1)",
    ]


def test_descent_on_the_perceptron_loss_reads_as_in_000() -> None:
    """000 s24-26: a partial derivative for every weight, and the step against it."""
    run = train(*SLIDES, rule="sgd", init="0.2,0,-0.1", eta="0.1", tie="plus")
    assert lines_of(run, 1, "000")[2:] == [
        "L = max(0, −ys) = max(0, 0.1) = 0.1",
        "y = −1, s = 0.1 > 0 → ∂L/∂wᵢ = xᵢ",
        "∂L/∂w₁ = 1, ∂L/∂w₂ = 1, ∂L/∂w₀ = 1",
        "w₁ ← w₁ − η ∂L/∂w₁ = 0.2 − 0.1·1 = 0.1",
        "w₂ ← w₂ − η ∂L/∂w₂ = 0 − 0.1·1 = −0.1",
        "w₀ ← w₀ − η ∂L/∂w₀ = −0.1 − 0.1·1 = −0.2",
        "w = (0.1, −0.1), w₀ = −0.2",
        "agreement ys rises by η(‖x‖² + 1) = 0.1·3 = 0.3, from −0.1 to 0.2",
    ]
    assert lines_of(run, 2, "000")[3:5] == [
        "y = +1, s = −0.1 < 0 → ∂L/∂wᵢ = −xᵢ",
        "∂L/∂w₁ = −2, ∂L/∂w₂ = −1, ∂L/∂w₀ = −1",
    ]
    assert lines_of(run, 4, "000")[2:] == [
        "L = max(0, −ys) = max(0, −0.1) = 0", "ys = 0.1 > 0 → ∂L/∂wᵢ = 0", "no update",
    ]  # fmt: skip


def test_descent_on_the_perceptron_loss_reads_as_in_004() -> None:
    """004 (4) and (5): the gradient −y_i·x_i, and at a tie a v of [0, 1]·(−y_i·x_i)."""
    run = train(*AND, rule="sgd", tie="minus")
    assert lines_of(run, 1, "004")[1:] == [
        "θ(0)ᵀx₁ = 0·1 + 0·0 + 0·0 = 0",
        "ℓ₁ = max(0, −y₁ θ(0)ᵀx₁) = max(0, 0) = 0",
        "θ(0)ᵀx₁ = 0 → v ∈ [0, 1]·(−y₁x₁)",
        "v = 0·(−y₁x₁) = 0 (0 counts as −1 here)",
        "θ(1) = θ(0) = (0, 0, 0), no update",
    ]
    assert lines_of(run, 4, "004")[3:6] == [
        "θ(3)ᵀx₄ = 0 → v ∈ [0, 1]·(−y₄x₄)",
        "v = 1·(−y₄x₄) = (−1, −1, −1) (0 counts as −1 here)",
        "θ(4) = θ(3) − v = (0, 0, 0) − (−1, −1, −1) = (1, 1, 1)",
    ]
    assert lines_of(run, 5, "004")[3:5] == [
        "y₁ θ(4)ᵀx₁ = −1 < 0 → ∇ℓ₁ = −y₁x₁ = (1, 0, 0)",
        "θ(5) = θ(4) − ∇ℓ₁ = (1, 1, 1) − (1, 0, 0) = (0, 1, 1)",
    ]
    other = train(*AND, rule="sgd", tie="plus")
    assert lines_of(other, 1, "003")[2:5] == [
        "E_P = max(0, −y₁ᵀa⁽¹⁾) = max(0, 0) = 0",
        "y₁ᵀa⁽¹⁾ = 0 → v ∈ [0, 1]·(−y₁)",
        "v = 1·(−y₁) = (0, 0, 1) (0 counts as class 1 here)",
    ]


@pytest.mark.parametrize(
    ("tie", "updates"), [("minus", 10), ("plus", 11), ("always", 18), ("never", 0)]
)
def test_the_tie_rule_is_a_choice_of_subgradients(tie: str, updates: int) -> None:
    """Each visit is θ − η·v with a v of the loss's subgradients, found anew by its definition."""
    run = train(*AND, rule="sgd", tie=tie)
    assert len(run.history) == updates
    taken = set()
    for visit in range(1, run.visits + 1):
        explanation = explain(run, visit, NOTATIONS["004"])
        i = explanation.point
        assert i is not None
        x, y = [*map(Fraction, AND[0][i]), Fraction(1)], AND[1][i]
        *_, v = (step.values for step in steps_of(explanation, "gradient"))
        before = run.exact_weights_at(visit - 1)
        assert run.exact_weights_at(visit) == [w - g for w, g in zip(before, v, strict=True)]

        def loss(w: list[Fraction], y: int = y, x: list[Fraction] = x) -> Fraction:
            return max(Fraction(0), -y * sum(map(mul, w, x), Fraction(0)))

        # ℓ(θ′) ≥ ℓ(θ) + v·(θ′ − θ) for every θ′, here for those of a grid.
        for other in product((-2, 0, 1), repeat=3):
            away = sum((g * (o - w) for g, o, w in zip(v, other, before, strict=True)), Fraction(0))
            assert loss([Fraction(o) for o in other]) >= loss(before) + away
        if explanation.score == 0:
            taken.add((y, bool(any(v))))
    chosen = {"minus": {(1, True), (-1, False)}, "plus": {(1, False), (-1, True)}}
    full = {"always": {(1, True), (-1, True)}, "never": {(1, False), (-1, False)}}
    assert taken <= (chosen | full)[tie]
    assert taken


def test_gradient_methods_are_stated_shortly() -> None:
    logistic = train(*AND, rule="sgd", loss="logistic", schedule="inverse-sqrt", eta="0.1")
    assert lines_of(logistic, 1, "001")[2:5] == [
        "P(y = 1) = 1/(1 + e⁻ˢ) = 0.5 at s = 0, s being θ·x⁽¹⁾ + θ₀",
        "L = ln(1 + e⁻ʸˢ) = 0.693147",
        "∇L = −y⁽¹⁾(x⁽¹⁾, 1)/(1 + eʸˢ) = (0, 0, 0.5) of the logistic loss",
    ]
    assert "− (η/√2)∇L = " in lines_of(logistic, 2, "001")[-1]
    assert lines_of(logistic, 2, "004")[1].startswith("θ(1)ᵀx₂ = −0.05·1 + 0·0 + 0·1 = −0.05")
    assert "− (η/√2)∇ℓ₂ = " in lines_of(logistic, 2, "004")[-1]
    closed = train(*AND, rule="least-squares")
    assert lines_of(closed, 1, "003")[-1] == "a⁽²⁾ = (YᵀY)⁻¹ Yᵀf = (1, 1, −1.5)"
    newton = train(*AND, rule="least-squares", solver="newton", eta="0.5")
    assert lines_of(newton, 1, "003")[-1] == "a⁽²⁾ = a⁽¹⁾ − ηH⁻¹∇E = (0.5, 0.5, −0.75)"


SQUARED_VISITS = {
    "000": ["L = (s − y)² = (−0.2 + 1)² = 0.64", "∇L = 2(s − y)(x, 1) = 2(−0.2 + 1)·(0, 1, 1)"],
    "001": [
        "L = (θ·x⁽²⁾ + θ₀ − y⁽²⁾)² = (−0.2 + 1)² = 0.64",
        "∇L = 2(θ·x⁽²⁾ + θ₀ − y⁽²⁾)(x⁽²⁾, 1) = 2(−0.2 + 1)·(0, 1, 1)",
    ],
    "002": [
        "L = (w(1)ᵀx(2) − y(2))² = (−0.2 + 1)² = 0.64",
        "∇L = 2(w(1)ᵀx(2) − y(2))x(2) = 2(−0.2 + 1)·(0, 1, 1)",
    ],
    "003": [
        "e₂² = {y₂ᵀa⁽²⁾ − f₂}² = {−0.2 + 1}² = 0.64",
        "∇e₂² = 2{y₂ᵀa⁽²⁾ − f₂}y₂ = 2{−0.2 + 1}·(0, 1, 1)",
    ],
    "004": [
        "ℓ₂ = (θ(1)ᵀx₂ − y₂)² = (−0.2 + 1)² = 0.64",
        "∇ℓ₂ = 2(θ(1)ᵀx₂ − y₂)x₂ = 2(−0.2 + 1)·(1, 0, 1)",
    ],
}


@pytest.mark.parametrize(
    ("l1", "slope", "is_zero"),
    [("1", Fraction(-1), False), ("2/3", Fraction(-2, 3), False), ("4", Fraction(-2), True)],
)
def test_a_sparse_solution_is_reasoned_for_weights_that_are_0_and_for_others(
    l1: str, slope: Fraction, is_zero: bool
) -> None:
    run = train([[0], [1], [2]], [1, 2, 2], rule="least-squares", targets="real", l1=l1)
    steps = explain(run, 1, NOTATIONS["003"]).steps
    assert next(step.values for step in steps if step.kind == "gradient") == (slope, 0)
    reason = to_plain(steps[-1].formula)
    assert ("∂E/∂aⱼ| ≤" in reason) == is_zero and ("sign(aⱼ)" in reason) != is_zero


@pytest.mark.parametrize("notation", NOTATIONS)
def test_the_squared_loss_and_its_gradient_are_written_with_their_numbers(notation: str) -> None:
    run = train(*AND, rule="sgd", loss="squared", eta="0.1")
    loss, gradient = lines_of(run, 2, notation)[2:4]
    expected = SQUARED_VISITS[notation]
    assert loss == expected[0]
    end = "(1.6, 0, 1.6)" if notation == "004" else "(0, 1.6, 1.6)"
    assert gradient == f"{expected[1]} = {end} of the squared loss"
    explanation = explain(run, 2, NOTATIONS[notation])
    ((value,),) = (step.values for step in steps_of(explanation, "loss"))
    assert float(value) == pytest.approx(0.64)
    pulled = train(*AND, rule="sgd", loss="squared", eta="0.1", l2="0.1")
    assert lines_of(pulled, 2, notation)[2] == expected[0]
    assert " = 2" not in lines_of(pulled, 2, notation)[3]


@pytest.mark.parametrize(
    ("rule", "rate", "written"),
    [
        ({"rule": "sgd", "loss": "squared"}, 0.2, "(μ/2)∇L"),
        ({"rule": "least-squares", "solver": "gd"}, 0.2, "(μ/2)∇E"),
        ({"rule": "least-squares", "solver": "sgd"}, 0.2, "(μ/2)∇e₁²"),
        ({"rule": "least-squares", "solver": "newton"}, 0.1, "μH⁻¹∇E"),
        ({"rule": "sgd", "loss": "logistic"}, 0.1, "μ∇L"),
        ({"rule": "sgd", "loss": "hinge"}, 0.05, "2μ∇L"),
        ({"rule": "pla"}, 0.05, ""),
    ],
)
def test_the_rate_of_002_is_that_of_its_own_loss(
    rule: dict[str, str], rate: float, written: str
) -> None:
    """It descends on ½(y − ŷ)², so that w moves by μ(y − wᵀx)x: here μ is 2η."""
    run = train(*AND, eta="0.1", **rule)
    (start,) = lines_of(run, 0, "002")
    assert start.rpartition(" = ")[2] == f"{rate:g}" and "μ" in start
    lines = lines_of(run, 1, "002")
    assert written in "\n".join(lines)
    assert not any("η" in line for line in lines)
    if rule.get("loss") == "squared":
        x, y = np.array([*AND[0][1], 1.0]), AND[1][1]
        before, after = run.weights_after(np.array([1, 2]))
        assert after == pytest.approx(before + rate * (y - before @ x) * x)


def test_the_letters_of_003_are_those_of_its_page() -> None:
    """e_n is the residual, E = Σe_n², and the constant of the ridge is γ."""
    one = "\n".join(lines_of(train(*AND, rule="sgd", loss="squared", eta="0.1"), 2, "003"))
    assert "e₂² = {" in one and "∇e₂²" in one and "∇e " not in one
    for solver in ("closed", "gd"):
        run = train(*AND, rule="least-squares", solver=solver, l2="2", eta="0.1")
        assert "γ" in "\n".join(lines_of(run, 1, "003"))
        assert "λ" not in "\n".join(lines_of(run, 1, "003"))


def test_floats_have_six_digits_and_lifts_say_so() -> None:
    run = train(*AND, eta="1/3", arithmetic="float64", lift="product")
    assert lines_of(run, 4, "001")[0].endswith("x⁽⁴⁾ = (1, 1, 1) lifted from (1, 1), y⁽⁴⁾ = +1")
    assert "θ₀ = θ₀ + ηy⁽¹⁾ = 0 − 0.333333 = −0.333333" in lines_of(run, 1, "001")


def test_a_visit_that_was_not_made_is_refused() -> None:
    run = train(*THREE)
    for visit in (-1, run.visits + 1):
        with pytest.raises(IndexError, match="visits go from 0"):
            explain(run, visit, NOTATIONS["000"])


def steps_of(explanation: Explanation, kind: str) -> list[Step]:
    return [step for step in explanation.steps if step.kind == kind]


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
        assert explanation.point is not None
        x, y = points[explanation.point], problem.labels[explanation.point]
        before, after = run.exact_weights_at(visit - 1), run.exact_weights_at(visit)
        score = sum((a * b for a, b in zip(before, x, strict=True)), Fraction(0))
        assert (explanation.label, explanation.score) == (y, score)
        assert (list(explanation.before), list(explanation.after)) == (before, after)
        assert steps_of(explanation, "score")[0].values == (score,)
        assert explanation.is_update == (run.updates_at(visit) > run.updates_at(visit - 1))
        assert after == [
            w + eta * y * v * explanation.is_update for w, v in zip(before, x, strict=True)
        ]
        if explanation.is_update:
            ((p, q),) = (step.values for step in steps_of(explanation, "agreement"))
            assert p == y * score
            assert q - p == eta * sum(v * v for v in x)
        else:
            assert not steps_of(explanation, "agreement")
        check_renderings(explanation)


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
            explanation = explain(run, visit, NOTATIONS[notation])
            after = [float(value) for value in explanation.after]
            assert np.array_equal(after, run.weights_at(visit))
            check_renderings(explanation)
            assert all(to_plain(step.formula) for step in explanation.steps)


def test_the_gradient_shown_is_the_step_made() -> None:
    run = train(*AND, rule="sgd", loss="logistic", l2="0.1", schedule="inverse", batch_size=3)
    for visit in range(1, 9):
        explanation = explain(run, visit, NOTATIONS["000"])
        (gradient,) = (step.values for step in steps_of(explanation, "gradient"))
        step = run.weights_at(visit - 1) - run.weights_at(visit)
        assert np.allclose(np.array(gradient, dtype=float) / visit, step, atol=1e-15)


def test_a_sign_after_words_belongs_to_its_number_in_latex() -> None:
    """TeX spaces `\\text{from }-0.1` like a difference; braces make the sign one of a number."""
    run = train(*SLIDES, init="0.2,0,-0.1", eta="0.1", tie="plus")
    latex = render_latex(explain(run, 1, NOTATIONS["000"]))
    assert r"\text{predict }{+}1" in latex
    assert r"{-}0.1" in latex.split("from")[1]


@pytest.mark.parametrize(("notation", "named"), [("001", ", point 2"), ("002", "")])
def test_points_are_counted_as_their_symbols_are_or_from_0_on_the_command_line(
    notation: str, named: str
) -> None:
    run = Run(Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1]), Rule()).finish()
    on_screen = explain(run, 2, NOTATIONS[notation], first_point=1)
    assert on_screen.heading == f"Visit 2, epoch 1{named}"
    assert explain(run, 2, NOTATIONS[notation]).heading == "Visit 2, epoch 1, point 1"
    assert on_screen.point == 1  # a value, which counts from 0
    batch = Run(run.dataset, Rule(rule="batch")).finish()
    (wrong,) = (
        s for s in explain(batch, 1, NOTATIONS[notation], 1).steps if s.kind == "comparison"
    )
    assert "mistakes: points 1, 2, 3, 4" in wrong.formula
