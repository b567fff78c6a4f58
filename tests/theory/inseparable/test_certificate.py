"""Certificates: every λ and every sum that is stated is checked again with naive fractions."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui import train
from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.theory.convergence.statement import Statement
from perceptron_gui.theory.inseparable.certificate import (
    Certificate,
    certificate_of,
    contradictions,
)
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines
from perceptron_gui.theory.inseparable.cycle import cycle_lines, typed_advice
from tests.conftest import Approve
from tests.core.strategies import ONE_RAY, Problem, biases, problems, trained


def plain(line: Statement) -> str:
    pieces = line.text.split("$")
    return "".join(to_plain(each) if at % 2 else each for at, each in enumerate(pieces))


def lines_of(run: Run) -> dict[str, str]:
    return {line.key: plain(line) for line in certificate_lines(run)}


def value_of(written: str) -> Fraction:
    """Compute −(1/4)·0 + 2·(−1.5) as it is written."""
    total = Fraction(0)
    for sign, a, b in re.findall(r"([+−]?) ?(\([^)]*\)|[\d./]+)·(\([^)]*\)|[\d./]+)", written):
        one, other = (Fraction(text.strip("()").replace("−", "-")) for text in (a, b))
        total += (-1 if sign == "−" else 1) * one * other
    return total


def assert_certifies(found: Certificate, dataset: Dataset, rule: Rule) -> None:
    """Check Σλ = 1, λ > 0 and Σλ·y·x̃ = 0 from the points as they were typed."""
    assert sum(w.share for w in found.witnesses) == 1
    assert min(w.share for w in found.witnesses) > 0
    totals = [Fraction(0)] * (dataset.dimension + rule.offset)
    for witness in found.witnesses:
        typed = [exact_number(v) for v in dataset.points[witness.index].tolist()]
        features = [*typed, rule.bias_scale] if rule.offset else typed
        label = int(dataset.labels[witness.index])
        assert (witness.label, list(witness.features)) == (label, features)
        totals = [t + witness.share * label * v for t, v in zip(totals, features, strict=True)]
    assert not any(totals)


@given(problems(most=8), st.booleans(), biases)
@settings(max_examples=150)
def test_a_certificate_cancels_in_naive_fractions(
    problem: Problem, offset: bool, bias: Fraction
) -> None:
    run = Run(problem.dataset, Rule(offset=offset, bias_scale=bias))
    if run.verdict.separable:
        with pytest.raises(ValueError, match="no certificate"):
            certificate_of(run.space, run.verdict)
        return
    found = certificate_of(run.space, run.verdict)
    assert_certifies(found, problem.dataset, run.rule)
    if offset:
        assert found.mean_of(1) == found.mean_of(-1) == found.common
        for label in (1, -1):
            assert sum(w.share for w in found.witnesses if w.label == label) == Fraction(1, 2)
    for key, text in lines_of(run).items():
        if key.startswith("sum "):
            written, equal, zero = text.rpartition(" = ")
            assert (equal, zero) == (" = ", "0.")
            assert value_of(written.partition(" = ")[2]) == 0


# Runs whose lines are approved: why no line separates, why one does, what repeats, what helps.
TOLD: dict[str, Callable[[], Run]] = {
    "and": lambda: trained("and"),
    "xor": lambda: trained("xor", tie="minus"),
    "xor through the origin": lambda: trained("xor", offset=False),
    "xor, ties +1": lambda: trained("xor", tie="plus"),
    "xor with a margin": lambda: trained("xor", tie="minus", margin="0.5"),
    "xor in random orders": lambda: trained("xor", order="shuffled"),
    "xor by least squares": lambda: trained("xor", rule="least-squares", tie="minus"),
    "xor by gradients": lambda: trained("xor", rule="sgd", loss="logistic", epochs=9),
    "xor with a kernel": lambda: trained("xor", rule="kernel", kernel="linear"),
    "xor-pm with a kernel": lambda: trained("xor-pm", rule="kernel", kernel="poly", degree=2),
    "xor-pm through the origin": lambda: trained("xor-pm", offset=False),
    "and-pm, stopped at ties": lambda: trained("and-pm", offset=False, tie="minus"),
    "and, stopped": lambda: trained("and", epochs=2),
    "contradiction": lambda: trained("contradiction"),
    "decimals": lambda: train([[0.1234567, 1], [0.1234567, 1]], [1, -1]),
    "three-points through the origin": lambda: trained("three-points", offset=False),
    "one class": lambda: trained("one-hot"),
    "one ray": lambda: train(*ONE_RAY, offset=False),
    "one ray, one point visited": lambda: train(*ONE_RAY, offset=False, order="0", tie="minus"),
    "one ray in random orders": lambda: train(*ONE_RAY, offset=False, order="shuffled"),
    "one ray, stopped": lambda: train(*ONE_RAY, offset=False, epochs=1),
    "the origin": lambda: train([[0]], [1], offset=False),
    "blobs": lambda: trained("blobs", epochs=3),
    "blobs in float64": lambda: trained("blobs", arithmetic="float64", epochs=20),
    "blobs in random orders": lambda: trained("blobs", order="shuffled", epochs=20),
    "a cycle within an epoch": lambda: train(
        [[1, 1], [1, 1]], [-1, 1], order="0,1,0,1,0", max_updates=7
    ),
    "an unfinished run": lambda: Run(make(LIBRARY["xor"]), Rule()),
}


def test_what_is_proved_reads_as_approved(approve: Approve) -> None:
    told: list[str] = []
    for name, make_run in TOLD.items():
        run = make_run()
        lines = [f"# {name}", *(f"{line.key}: {plain(line)}" for line in certificate_lines(run))]
        lines += [f"{line.key}: {plain(line)}" for line in cycle_lines(run)]
        told.append("\n".join([*lines, typed_advice(run, "mine.csv")]).rstrip())
    approve("certificates", "\n\n".join(told))


def test_long_certificates_are_shortened_and_say_that_they_are_rounded() -> None:
    lines = lines_of(trained("circles", lift="product"))
    assert "They are rounded here" in lines["shares"]
    # Which points share the weight depends on the last bits of the machine's products.
    shares = [Fraction(share) for share in re.findall(r"(?:≈|=) (0\.\d+|\d+/\d+)", lines["shares"])]
    assert len(shares) == 5
    assert float(sum(shares)) == pytest.approx(1, abs=1e-3)
    corners = [[1.0 if i == j else 0.0 for j in range(9)] for i in range(9)]
    many = lines_of(train([*corners, [-1.0] * 9], [1] * 10, offset=False))
    assert many["shares"].count("=") == 6 and "and 4 more" in many["shares"]
    assert "3 sums" in many["other sums"] and many["sum 0"].endswith("+ … = 0.")


def test_lifted_points_are_stated_in_the_lifted_space() -> None:
    run = trained("circles", lift="product")
    found = certificate_of(run.space, run.verdict)
    for witness in found.witnesses:
        x, y = (exact_number(v) for v in run.dataset.points[witness.index].tolist())
        assert witness.features == (x, y, x * y, Fraction(1))
    assert lines_of(run)["sum 2"].startswith("Σλy x₁x₂ = ")
    assert "of the lifted space" in lines_of(run)["argument"]


@given(problems(most=8))
@settings(max_examples=60)
def test_contradictions_are_all_places_with_both_labels(problem: Problem) -> None:
    found = contradictions(problem.dataset).tolist()
    places: dict[tuple[Fraction, ...], set[int]] = {}
    for place, label in zip(map(tuple, problem.points), problem.labels, strict=True):
        places.setdefault(place, set()).add(label)
    both = {place for place, labels in places.items() if len(labels) == 2}
    assert {tuple(problem.points[i]) for i, _ in found} == both
    assert len(found) == len(both)
    for i, j in found:
        assert i < j
        assert problem.points[i] == problem.points[j]
        assert problem.labels[i] != problem.labels[j]


def test_a_wrong_certificate_is_not_believed() -> None:
    space = Space(make(LIBRARY["xor"]))
    true = separability(space)
    wrong = type(true)(true.radius_squared, true.margin_squared, true.separator, {0: Fraction(1)})
    with pytest.raises(AssertionError, match="do not cancel"):
        certificate_of(space, wrong)
