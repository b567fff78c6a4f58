"""Learning curves against a plain loop in whole numbers, draw by draw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.marks import Band, Line
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.lab import LabSubject, finished
from perceptron_gui.labs.learning import (
    LAB,
    NEW_POINTS,
    Learning,
    LearningOptions,
    LearningResult,
    draw_curves,
    report,
)
from tests.core.textbook import Trace, average, cyclic, errors, perceptron, pocket, votes

PASSES = 3
SETS = ("blobs:n=12", "iris", "and")


def learned(dataset: Dataset, rule: Rule | None = None, **options: Any) -> LearningResult:
    given = read_options(LearningOptions, {"trials": 2, "passes": PASSES, **options})
    result = finished(Learning(LabSubject(dataset, rule or Rule()), given))
    assert isinstance(result, LearningResult)
    return result


def whole(dataset: Dataset) -> tuple[Any, list[int]]:
    """Return the points in hundredths, with the constant, and the labels."""
    points = [[*(round(100 * value) for value in row), 100] for row in dataset.points.tolist()]
    return points, dataset.labels.tolist()


def trace_of(dataset: Dataset) -> Trace:
    points, labels = whole(dataset)
    start: Any = [0] * len(points[0])
    one: Any = 1  # whole numbers are far quicker than fractions
    return perceptron(points, labels, cyclic(len(points), PASSES), start, eta=one, tie="always")


def errors_of(training: Dataset, test: Dataset | None, trace: Trace, visit: int) -> list[int]:
    """Return the test errors of the last weights, of their average, vote and pocket."""
    assert test is not None
    points, labels = whole(test)
    kept = pocket(trace, visit, *whole(training), "always", "errors")
    answers = trace.weights_at(visit), average(trace, visit), kept
    last, averaged, by_pocket = (errors(points, labels, each, "always") for each in answers)
    told = votes(trace, visit, points, "always")
    by_vote = sum(y * vote <= 0 for y, vote in zip(labels, told, strict=True))
    return [last, averaged, by_vote, by_pocket]


@pytest.mark.parametrize("name", SETS)
def test_each_error_is_that_of_a_plain_loop(name: str) -> None:
    result = learned(load_data(name).dataset)
    for number in range(2):
        parts = result.draws.of(number)
        for row in result.trials:
            training = parts.taken(np.arange(row.at))
            trace = trace_of(training)
            expected = errors_of(training, parts.test, trace, len(trace.visits))
            assert row.errors[number].tolist() == expected


@pytest.mark.parametrize("name", SETS)
def test_errors_along_a_run_are_those_of_a_plain_loop(name: str) -> None:
    result = learned(load_data(name).dataset, against="updates")
    for number in range(2):
        parts = result.draws.of(number)
        trace = trace_of(parts)
        ends = [*(update[0] for update in trace.updates), len(trace.visits)]
        for row in result.trials:
            expected = errors_of(parts, parts.test, trace, ends[min(row.at, len(ends)) - 1])
            assert row.errors[number].tolist() == expected


def test_means_quartiles_and_curves_are_of_all_draws() -> None:
    options = read_options(LearningOptions, {"trials": 7})
    result = learned(make(LIBRARY["moons"], n=20), trials=7)
    row = result.trials[-1]
    shares = sorted(row.errors[:, 1] / NEW_POINTS)
    assert result.means(row)[1] == Fraction(int(row.errors[:, 1].sum()), 7 * NEW_POINTS)
    middle = [np.mean(shares[1:3]), shares[3], np.mean(shares[4:6])]
    assert result.quartiles(row)[1] == pytest.approx(middle)
    told = report(Run(make(LIBRARY["and"]), Rule()), options, result)["trials"][-1]
    assert told["test_errors"] == row.errors.T.tolist() and told["at"] == 20
    figure = draw_curves(result, options)
    curve, band = figure.mark("mean-1"), figure.mark("half-0")
    assert isinstance(curve, Line) and isinstance(band, Band)
    assert curve.y[-1] == pytest.approx(100 * float(result.means(row)[1]))
    assert [band.lower[-1], band.upper[-1]] == pytest.approx(
        (100 * np.quantile(row.errors[:, 0] / NEW_POINTS, [0.25, 0.75])).tolist()
    )


def test_generated_sets_are_drawn_anew_and_others_are_split() -> None:
    fresh, split = learned(make(LIBRARY["blobs"], n=20)), learned(load_data("iris").dataset)
    assert (fresh.draws.is_fresh, fresh.training, fresh.tests) == (True, 20, NEW_POINTS)
    assert (split.draws.is_fresh, split.training, split.tests) == (False, 70, 30)
    again = learned(make(LIBRARY["blobs"], n=20))
    other = learned(make(LIBRARY["blobs"], n=20), trial_seed=5)
    errors = [[row.errors.tolist() for row in each.trials] for each in (fresh, again, other)]
    assert errors[0] == errors[1] != errors[2]


def test_kernels_and_scaled_rules_judge_new_points_as_the_plane_does() -> None:
    """Scaled by the training points, and by the kernels with them."""
    contestants = "kernel kernel=gaussian; pla scale=standard lift=quadratic"
    result = learned(make(LIBRARY["circles"], n=30), contestants=contestants)
    parts = result.draws.of(1)
    assert parts.test is not None
    for number, rule in enumerate(result.rules):
        run = Run(parts, rule).finish()
        weights = np.array([float(v) for v in run.result_at(run.visits)])
        scores = run.space.scores(parts.test.points, weights)
        wrong = int((scores * parts.test.labels <= 0).sum())
        assert result.trials[-1].errors[1, number] == wrong


def test_a_row_is_replayed_on_the_points_of_the_first_draw() -> None:
    data = make(LIBRARY["blobs"], n=20)
    result = learned(data)
    assert LAB.page.replay is not None
    asked = LAB.page.replay(data, result, result.trials[3])
    assert asked.dataset is not None and len(asked.dataset) == result.trials[3].at
    answer = Run(asked.dataset, asked.rule).finish().result_at(PASSES * len(asked.dataset))
    assert [100 * v for v in answer] == trace_of(asked.dataset).visits[-1][3]


@pytest.mark.parametrize(
    ("dataset", "options"),
    [
        (make(LIBRARY["line-fit"]), {}),
        (make(LIBRARY["and"]), {"split": 0.9}),
        (Dataset.of([[1], [2]], [1, -1]), {}),
        (make(LIBRARY["and"]), {"contestants": ""}),
        (make(LIBRARY["slow-pair"]), {"contestants": "pla lift=product"}),
    ],
)
def test_what_cannot_be_measured_is_refused(dataset: Dataset, options: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        learned(dataset, **options)
