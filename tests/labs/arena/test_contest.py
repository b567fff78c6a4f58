"""The arena: every contestant is a run of its own, with a short name and facts of fractions."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.contestants import contestant_text, read_contestants
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.arena.contest import (
    USUAL,
    Contest,
    Contestant,
    ContestResult,
    contestant_names,
)
from perceptron_gui.labs.lab import finished

MANY = (
    "averaged; pocket; voted; batch; least-squares; least-squares solver=gd eta=0.1;"
    "sgd loss=hinge eta=0.1; pla lift=quadratic; pla no-offset"
)


def contest(data: str | Dataset, words: str = MANY, **options: object) -> Contest:
    dataset = make(LIBRARY[data]) if isinstance(data, str) else data
    base = Rule.of(options)
    return Contest(dataset, (base, *read_contestants(words, base)))


def named(result: ContestResult) -> dict[str, Contestant]:
    return {each.text: each for each in result.contestants}


def exact_margin(run: Run, weights: list[Fraction]) -> Fraction | None:
    """Return γ² of weights the obvious way."""
    rows, unit = run.space.exact_rows(np.arange(len(run.dataset)))
    scores = [
        unit * sum(int(a) * b for a, b in zip(row, weights, strict=True)) for row in rows.tolist()
    ]
    return min(scores) ** 2 / sum(w * w for w in weights) if min(scores) > 0 else None


@pytest.mark.parametrize("data", ["and", "xor", "three-points", "slow-pair", "xor-pm"])
def test_every_contestant_is_the_run_of_its_rule(data: str) -> None:
    result = finished(contest(data, tie="minus", epochs=300))
    assert len(result.contestants) + len(result.absent) == 10
    for each in result.contestants:
        alone = Run(each.run.dataset, each.run.rule).finish()
        facts, outcome = each.facts, alone.outcome
        assert (facts.visits, facts.updates) == (outcome.visits, outcome.updates)
        assert (facts.epochs, facts.errors) == (outcome.epochs, outcome.result_errors)
        if not each.is_vote:
            assert facts.margin_squared == exact_margin(alone, alone.result_at(alone.visits))


@pytest.mark.parametrize(("data", "degree"), [("xor-pm", 2), ("xor", 2), ("and", 1), ("and", 3)])
def test_margin_and_angle_of_a_kernel_are_those_where_it_takes_the_points(
    data: str, degree: int
) -> None:
    kernel = finished(contest(data, "pla", rule="kernel", kernel="poly", degree=degree))
    facts, run = kernel.contestants[0].facts, kernel.contestants[0].run
    points = run.dataset.points.tolist()
    gram = np.array([[(1 + np.dot(a, b)) ** degree for b in points] for a in points])
    y, counts = run.dataset.labels, run.weights_at(run.visits)
    signed = gram * np.outer(y, y)
    agreements, length = signed @ counts, math.sqrt(counts @ signed @ counts)
    assert facts.margin_squared is not None and facts.angle is not None
    reached = agreements.min() / length
    assert math.sqrt(facts.margin_squared) == pytest.approx(reached, rel=1e-12)
    assert facts.margin_squared <= run.verdict.margin_squared
    best = np.array([float(v) for v in run.verdict.separator])
    cosine = counts @ signed @ best / (length * math.sqrt(best @ signed @ best))
    assert facts.angle == pytest.approx(math.degrees(math.acos(min(1.0, cosine))), abs=1e-5)


def test_margins_and_angles_of_and_are_those_of_the_hand_calculation() -> None:
    words = "least-squares; averaged; least-squares solver=gd"
    found = named(finished(contest("and", words, tie="minus")))
    assert found["least-squares solver=gd"].facts.status == "diverged"
    squares = found["least-squares"].facts  # (1, 1, −3/2) is w* itself
    assert squares.margin_squared == Fraction(1, 17)
    assert squares.angle == 0.0
    w, best = np.array([2.0, 1.0, -2.0]), np.array([2.0, 2.0, -3.0])
    cosine = w @ best / np.linalg.norm(w) / np.linalg.norm(best)
    assert found["pla"].facts.angle == pytest.approx(math.degrees(math.acos(cosine)))


@pytest.mark.parametrize(
    ("data", "rule", "status", "wrong"),
    [
        ("xor", "least-squares", "converged, inseparable", "4 wrong, inseparable"),
        ("slides-4", "averaged", "converged, average lags", "1 wrong, average lags"),
        ("li-hang", "voted", "converged, vote lags", "1 wrong, vote lags"),
        ("and", "least-squares", "converged", "0 wrong"),
        ("xor", "averaged", "cycles, period 4", "2 wrong"),
    ],
)
def test_who_converged_and_gets_points_wrong_says_why(
    data: str, rule: str, status: str, wrong: str
) -> None:
    found = named(finished(contest(data, rule)))[rule]
    assert (found.facts.status, found.wrong_at(None)) == (status, wrong)
    assert "," not in found.wrong_at(0)


def test_a_line_that_least_squares_misses_is_said_to_be_that_of_the_least_loss() -> None:
    far = Dataset.of([[0], [1], [2], [100]], [-1, -1, 1, 1])
    found = named(finished(contest(far, "least-squares")))["least-squares"]
    assert found.facts.status == "converged, least loss"


def test_after_a_visit_everybody_is_there_or_at_the_own_end() -> None:
    found = named(finished(contest("and", "least-squares", tie="minus")))
    assert found["pla"].facts_at(5).visits == 5
    assert found["pla"].facts_at(5).status == "learning"
    assert found["least-squares"].facts_at(5) == found["least-squares"].facts
    assert found["pla"].facts_at(10**9) == found["pla"].facts


@pytest.mark.parametrize("start", ["zeros", "-2,1,0"])
@pytest.mark.parametrize("visit", [5, 14, 16, 137])
def test_a_cycle_goes_round_as_the_run_that_keeps_going(visit: int, start: str) -> None:
    words = "averaged; voted; pocket; pocket pocket=gallant; pocket pocket=ratchet; batch"
    result = finished(contest("xor", words, init=start))
    for each in result.prolonged(visit).contestants:
        longer = Run(each.run.dataset, replace(each.run.rule, keep_going=True)).finish()
        facts = each.facts_at(visit)
        assert (facts.visits, facts.updates) == (visit, int(longer.updates_at(visit)))
        assert facts.errors == longer.result.errors(visit)
        assert each.run.result_at(visit) == longer.result_at(visit)
        assert facts.status.startswith("cycles, period ")


def test_at_a_visit_beyond_all_ends_who_has_ended_stays_there() -> None:
    result = finished(contest("xor", "voted; least-squares; pla lift=product"))
    found = named(result.prolonged(10**12))
    seen = {name: each.facts_at(10**12).visits for name, each in found.items()}
    assert seen == {"pla": 10**12, "voted": 10**12, "least-squares": 1, "pla lift=product": 48}
    before = named(result)["least-squares"]
    assert found["least-squares"] is before


def test_what_an_answer_predicts_counts_its_errors() -> None:
    for data in ("and", "xor", "xor-pm"):
        for tie in ("minus", "plus", "always"):
            for each in finished(contest(data, tie=tie)).contestants:
                wrong = each.predictions_at(None) != each.run.dataset.labels
                assert int(wrong.sum()) == each.facts.errors


def test_who_cannot_take_part_is_named_with_the_reason() -> None:
    line = Dataset.of([[1], [2]], [1, -1])
    result = finished(contest(line, "pla lift=product; averaged"))
    assert [each.text for each in result.contestants] == ["pla", "averaged"]
    (absent,) = result.absent
    assert absent.text == "pla lift=product"
    assert "at least two coordinates" in str(absent.why)
    (absent,) = finished(contest("and", "sgd", order="worst")).absent
    assert "chooses mistakes" in str(absent.why)


def test_a_start_without_products_has_zeros_for_those_of_a_lift() -> None:
    words = "pla lift=product; averaged lift=quadratic; pla lift=product init=1,2,3,4"
    result = finished(contest("xor", words, init="-2,1,7"))
    assert not result.absent
    starts = {text: each.run.start for text, each in named(result).items()}
    assert starts == {
        "pla": [-2, 1, 7],
        "pla lift=product": [-2, 1, 0, 7],
        "averaged lift=quadratic": [-2, 1, 0, 0, 0, 7],
        "pla init=1,2,3,4 lift=product": [1, 2, 3, 4],
    }
    called = [each.name.shown for each in result.contestants]
    assert called[1:3] == ["Perceptron, lift product", "Averaged"]


@pytest.mark.parametrize("text", ["pla lift=product init=-2,1,7", "pla no-offset lift=quadratic"])
def test_a_start_of_another_length_is_refused_in_words_for_students(text: str) -> None:
    base = Rule.of({"init": "-2,1,7"})
    (rule,) = read_contestants(text, base)
    assert rule.init == base.init
    assert read_contestants(contestant_text(rule, base), base) == (rule,)
    (absent,) = finished(Contest(make(LIBRARY["xor"]), (base, rule))).absent
    assert absent.why.shown.startswith("the start has 3 numbers, this run needs ")
    assert "one for every coordinate, one for every product of the lift" in absent.why.shown


def test_looks_at_points_are_limited() -> None:
    base = Rule.of({"order": "random"})
    rules = (base, *read_contestants("batch", base))
    result = finished(Contest(make(LIBRARY["xor"]), rules, looks=100))
    assert [each.run.visits for each in result.contestants] == [100, 1]
    assert result.contestants[0].facts.status == "stopped"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (USUAL, "Averaged; Pocket; Least squares; Perceptron, lift product"),
        ("sgd loss=hinge eta=0.1; batch eta=0.5", "SGD; Batch"),
        ("pla tie=minus; pla tie=plus", "Perceptron, ties −1; Perceptron, ties +1"),
        (
            "pla margin=1; pla margin=5 eta=0.5",
            "Perceptron, margin 1; Perceptron, η = 0.5, margin 5",
        ),
        ("pla no-offset; pla order=2,0,1", "Perceptron, no offset; Perceptron, order 3, 1, 2"),
        # Of rules that are not of the kind at hand all say what differs, and not what they share.
        (
            "sgd loss=hinge eta=0.1; sgd loss=logistic eta=0.1",
            "SGD, hinge loss; SGD, logistic loss",
        ),
        (
            "least-squares; least-squares solver=gd eta=0.01",
            "Least squares, closed form; Least squares, η = 0.01, gradient descent",
        ),
        # What has no effect is told where nothing else differs.
        (
            "least-squares; least-squares eta=2",
            "Least squares, η = 1; Least squares, η = 2",
        ),
    ],
)
def test_names_say_what_differs(text: str, expected: str) -> None:
    assert names(text) == ["Perceptron", *expected.split("; ")]


def names(text: str, base: Rule | None = None) -> list[str]:
    """Return what the rule at hand and those of a text are called in figures."""
    base = base or Rule()
    found = contestant_names((base, *read_contestants(text, base))).values()
    return [name.shown for name in found]


def test_every_rule_has_a_short_name_and_the_one_at_hand_is_plain() -> None:
    assert all(names(rule)[-1].split(",")[0] == info.short for rule, info in RULES.items())
    found = names("pla lift=none; pla keep-going", Rule(lift="product", tie="plus"))
    assert found == ["Perceptron", "Perceptron, no lift", "Perceptron, keeps going"]
