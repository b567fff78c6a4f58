"""Activations: five curves and their slopes, and the scores of the points on one of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.pictures.neuron import ACTIVATIONS
from perceptron_gui.labs.registry import VIEWS
from tests.figures.drawing import built, trained, words

# As 002 writes them.
TEXTBOOK: dict[str, Callable[[float], float]] = {
    "threshold": lambda s: 1.0 if s > 0 else -1.0,
    "identity": lambda s: s,
    "ramp": lambda s: 0.0 if s < 0 else s if s < 1 else 1.0,
    "logistic": lambda s: 1 / (1 + math.exp(-s)),
    "tanh": lambda s: (math.exp(2 * s) - 1) / (math.exp(2 * s) + 1),
}
LOGISTIC: dict[str, Any] = {"rule": "sgd", "loss": "logistic", "epochs": 3}


figure = partial(built, VIEWS["activations"])


def xy(drawn: Figure, key: str) -> list[tuple[float, float]]:
    mark: Any = drawn.mark(key)
    pairs = zip(mark.x.tolist(), mark.y.tolist(), strict=True)
    return [pair for pair in pairs if not math.isnan(pair[0])]


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_curves_and_their_slopes_are_those_of_the_textbook(name: str) -> None:
    run = trained("and", **LOGISTIC)
    for s, value in xy(figure(run, 2), name):
        if name != "threshold" or s != 0:
            assert value == pytest.approx(TEXTBOOK[name](s))
    step = 1e-6
    for s, value in xy(figure(run, 2, slopes=True), name):
        if name in ("threshold", "ramp") and s in (0, 1):
            continue  # an end of a piece
        rise = TEXTBOOK[name](s + step) - TEXTBOOK[name](s - step)
        assert value == pytest.approx(rise / (2 * step), abs=1e-5)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_points_are_on_the_chosen_curve(name: str) -> None:
    run = trained("blobs", **LOGISTIC)
    weights = run.weights_at(149)
    scores = [float(x @ weights[:2] + weights[2]) for x in run.dataset.points]
    for (s, value), wanted in zip(
        xy(figure(run, 150, activation=name), "points"), scores, strict=True
    ):
        assert s == pytest.approx(wanted)
        assert value == pytest.approx(TEXTBOOK[name](wanted))


@pytest.mark.parametrize(
    ("rule", "kind"),
    [({}, "threshold"), (LOGISTIC, "logistic"), ({"rule": "least-squares"}, "identity")],
)
def test_the_usual_activation_is_that_of_the_rule(rule: dict[str, Any], kind: str) -> None:
    run = trained("and", **rule)
    assert figure(run, run.visits) == figure(run, run.visits, activation=kind)


def test_a_tie_has_the_output_of_its_rule_and_no_slope() -> None:
    for tie, output in (("minus", -1), ("plus", 1), ("always", 0)):
        run = trained("and", tie=tie)
        drawn = figure(run, 1)
        assert {y for _, y in xy(drawn, "points")} == {output}
        assert not drawn.has("slope") and "no slope" in " ".join(words(drawn))
        slopes = figure(run, 1, slopes=True)
        assert not xy(slopes, "points") and not slopes.has("visited")
        assert "left out" in " ".join(words(slopes))
