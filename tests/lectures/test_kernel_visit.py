"""Visits of the kernel perceptron, told in the letters of the lectures."""

from __future__ import annotations

import math

import pytest

from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.visit import render_text
from tests.core.strategies import trained


def told(visit: int, notation: str = "000", **options: object) -> str:
    run = trained("xor-pm", rule="kernel", **options)
    return render_text(explain(run, visit, NOTATIONS[notation]))


def test_a_score_is_the_sum_over_the_mistakes() -> None:
    assert told(4).splitlines() == [
        "Visit 4, epoch 1, point 3: x = (1, 1), y = −1",
        "  s = Σαⱼyⱼ k(xⱼ, x) = −1·1 + 1·1 + 1·1 = 1",
        "  s = 1 > 0 → predict +1",
        "  y = −1 ≠ +1 → mistake",
        "  α₄ ← α₄ + 1 = 0 + 1 = 1",
        "  ys + k(x, x) = −1 + 9 = 8",
    ]


def test_the_start_says_what_the_kernel_is() -> None:
    assert told(0) == "Start: k(x, z) = (1 + x·z)², all αᵢ = 0"
    assert "exp(−‖x − z‖²/2σ²), σ = 0.5" in told(0, kernel="gaussian", width="0.5")
    assert "η = 0.1" in told(0, kernel="linear", eta="0.1")


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_lecture_has_letters_for_it(notation: str) -> None:
    text = told(2, notation, eta="0.1")
    assert "k(x, x) = −0.1 + 0.1·9 = 0.8" in text.replace("\u2009", " ")


def test_gaussian_kernels_are_written_as_they_are() -> None:
    text = told(2, kernel="gaussian", width="1")
    assert f"−1·{math.exp(-2):.6g}" in text and f"= −{math.exp(-2):.6g}" in text


def test_of_many_terms_those_that_decide_come_first() -> None:
    run = trained("spirals", rule="kernel", kernel="gaussian", width="0.3")
    step = explain(run, run.visits, NOTATIONS["000"]).steps[1]
    first, second = (abs(float(part.split(r"\cdot ")[1].split()[0]))
                     for part in step.formula.split(" = ")[2].split(" + ")[0:2])  # fmt: skip
    assert first >= second > 1e-3
