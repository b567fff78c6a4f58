"""Margins: the numbers of iris, the theorem about margin perceptrons, and the figure."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Dots, RuleLine
from perceptron_gui.labs.lab import LabSubject, finished
from perceptron_gui.labs.margins import (
    LAB,
    Margins,
    MarginsOptions,
    MarginsResult,
    draw_margins,
    margins_table,
)
from tests.core.textbook import dot, perceptron


def found_on(dataset: Dataset, values: str, **options: Any) -> MarginsResult:
    subject = LabSubject(dataset, Rule.of(options))
    result = finished(Margins(subject, MarginsOptions(values=values)))
    assert isinstance(result, MarginsResult)
    return result


def by_hand(
    dataset: Dataset, margin: Fraction, eta: Fraction = Fraction(1)
) -> tuple[int, Fraction]:
    """Return the updates and γ² of a perceptron with a margin, in fractions and plain loops."""
    points = [[*(Fraction(str(v)) for v in row), Fraction(1)] for row in dataset.points.tolist()]
    labels, w, updates = dataset.labels.tolist(), [Fraction(0)] * len(points[0]), 0
    while True:
        trace = perceptron(
            points, labels, range(len(points)), w, eta=eta, tie="always", margin=margin
        )
        if not trace.updates:
            break
        w, updates = trace.weights_at(len(points)), updates + len(trace.updates)
    least = min(y * dot(w, x) for x, y in zip(points, labels, strict=True))
    return updates, least**2 / dot(w, w)


@pytest.mark.parametrize("values", ["0", "0,1,10"])
def test_the_distance_is_that_of_the_line_to_the_nearest_point(values: str) -> None:
    for name in ("iris", "and", "slides"):
        dataset = load_data(name).dataset
        for trial in found_on(dataset, values, bias_scale=3).trials:
            w = np.array([float(v) for v in trial.run.exact_weights_at(trial.run.visits)])
            scores = dataset.labels * (dataset.points @ w[:-1] + 3 * w[-1])
            assert trial.distance == pytest.approx(scores.min() / np.linalg.norm(w[:-1]))


def test_without_an_offset_there_is_one_margin_only() -> None:
    result = found_on(load_data("slides").dataset, "0,1", offset=False)
    assert all(trial.margin == trial.distance for trial in result.trials)
    assert "distance" not in margins_table(result).columns
    figure = draw_margins(result, MarginsOptions())
    assert not figure.has("distance") and "distance" not in str(figure.mark("largest"))


@pytest.mark.parametrize(("name", "values"), [("iris", "0,1,10"), ("and", "0,1/2,3,20")])
def test_runs_are_those_of_plain_loops(name: str, values: str) -> None:
    dataset = load_data(name).dataset
    for trial in found_on(dataset, values).trials:
        assert (trial.updates, trial.margin_squared) == by_hand(dataset, trial.value)
    for trial in found_on(dataset, values, eta="1/3").trials:
        found = by_hand(dataset, trial.value, Fraction(1, 3))
        assert (trial.updates, trial.margin_squared) == found


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=2, max_size=6),
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(-3, 3)),
    st.integers(0, 30),
)
def test_the_theorem_holds(
    points: list[tuple[int, int]], line: tuple[int, int, int], margin: int
) -> None:
    """At most (R² + 2m/η)/γ² updates, and a margin of more than γm/(ηR² + 2m)."""
    labels = [1 if line[0] * x + line[1] * y + line[2] > 0 else -1 for x, y in points]
    dataset = Dataset.of(points, labels)
    verdict = separability(Space.of(dataset, Rule()))
    if not verdict.separable:
        return
    (trial,) = found_on(dataset, str(margin)).trials
    radius, gamma = verdict.radius_squared, verdict.margin_squared
    assert trial.updates <= (radius + 2 * margin) / gamma
    assert trial.margin_squared is not None and trial.guaranteed_squared is not None
    assert trial.guaranteed_squared == (Fraction(margin) / (radius + 2 * margin)) ** 2 * gamma
    assert trial.guaranteed_squared < trial.margin_squared <= gamma or margin == 0


def test_who_cannot_try_margins_is_told_which_rule_can_as_it_is_called() -> None:
    dataset = load_data("and").dataset
    with pytest.raises(RuleError, match="take pla") as told:
        Margins(LabSubject(dataset, Rule(rule="kernel")), MarginsOptions())
    assert told.value.shown.endswith("; choose Perceptron")


def test_the_figure_has_a_dot_for_every_margin_and_the_largest_as_a_line() -> None:
    run = Run(load_data("iris").dataset, Rule()).finish()
    figure = LAB.view.build(run.dataset, run, 0, MarginsOptions())
    assert isinstance(figure, Figure)
    dots, largest, plain = (figure.mark(key) for key in ("reached", "largest", "plain"))
    assert isinstance(dots, Dots) and isinstance(largest, RuleLine) and isinstance(plain, RuleLine)
    assert dots.x.tolist() == [1, 10, 100]
    assert np.allclose(dots.y, [0.235, 0.257, 0.265], atol=5e-4)
    assert largest.at == math.sqrt(Fraction(1849, 25649))
    assert plain.at == pytest.approx(0.172, abs=5e-4)
    assert figure.x.log
