"""Losses against y·s and activations against s: curves, slopes, fans, and the points on them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.neurons.neuron import ACTIVATIONS
from perceptron_gui.figures.scores.losses import CURVES
from perceptron_gui.labs.registry import VIEWS
from tests.figures.drawing import built, points_of, trained, words

# As the lectures and textbooks write them.
TEXTBOOK: dict[str, Callable[[float], float]] = {
    "perceptron": lambda m: -m if m < 0 else 0.0,
    "hinge": lambda m: 1 - m if m < 1 else 0.0,
    "logistic": lambda m: math.log(1 + math.exp(-m)),
    "squared": lambda m: (1 - m) ** 2,
    "errors": lambda m: 1.0 if m < 0 else 0.0,
}


figure = partial(built, VIEWS["losses"])
activated = partial(built, VIEWS["activations"])


def agreements(run: Run, visit: int) -> list[float]:
    """y·s of every point before a visit, with plain loops."""
    weights = run.weights_at(max(visit - 1, 0))
    points = np.column_stack([run.dataset.points, np.ones(len(run.dataset))])
    pairs = zip(points, run.dataset.labels, strict=True)
    return [float(y * sum(w * x for w, x in zip(weights, row, strict=True))) for row, y in pairs]


def slope_in(drawn: Figure) -> float:
    line: Any = drawn.mark("slope")
    return float((line.y[1] - line.y[0]) / (line.x[1] - line.x[0]))


@pytest.mark.parametrize("curve", [name for name in CURVES if name != "errors"])
@pytest.mark.parametrize(("name", "rule"), [("and", {}), ("xor", {}), ("slides", {"eta": "0.1"})])
def test_every_point_is_on_the_chosen_curve(name: str, rule: dict[str, Any], curve: str) -> None:
    run = trained(name, **rule)
    for visit in range(min(run.visits, 8) + 1):
        drawn = points_of(figure(run, visit, curve=curve))
        found = agreements(run, visit)
        assert drawn.x.tolist() == pytest.approx(found)
        assert drawn.y.tolist() == pytest.approx([TEXTBOOK[curve](m) for m in found])


@pytest.mark.parametrize("name", CURVES)
def test_the_curves_are_those_of_the_textbook(name: str) -> None:
    line: Any = figure(trained("and"), 3).mark(name)
    for m, value in zip(line.x.tolist(), line.y.tolist(), strict=True):
        if not math.isnan(m) and not (name == "errors" and m == 0):
            assert value == pytest.approx(TEXTBOOK[name](m))


@pytest.mark.parametrize("curve", ["perceptron", "hinge", "logistic", "squared"])
def test_the_slope_is_that_of_the_curve(curve: str) -> None:
    run = trained("blobs", rule="sgd", loss="logistic", epochs=2)
    for visit in (3, 60, 120, 180):
        i = int(run.path.visiting.points_of(visit)[0])
        m, step = agreements(run, visit)[i], 1e-6
        rise = TEXTBOOK[curve](m + step) - TEXTBOOK[curve](m - step)
        drawn = figure(run, visit, curve=curve)
        assert slope_in(drawn) == pytest.approx(rise / (2 * step), abs=1e-5)
        assert not drawn.has("fan")


@pytest.mark.parametrize(
    ("rule", "loss", "activation"),
    [
        ({}, "perceptron", "threshold"),
        ({"rule": "sgd", "loss": "hinge"}, "hinge", "threshold"),
        ({"rule": "sgd", "loss": "logistic", "epochs": 2}, "logistic", "logistic"),
        ({"rule": "sgd", "loss": "squared", "eta": "0.1", "epochs": 2}, "squared", "identity"),
        ({"rule": "least-squares"}, "squared", "identity"),
    ],
)
def test_the_points_are_on_the_loss_and_the_activation_of_the_rule(
    rule: dict[str, Any], loss: str, activation: str
) -> None:
    run = trained("and", **rule)
    assert figure(run) == figure(run, curve=loss)
    assert figure(run).mark("chosen").role is Role.HIGHLIGHT
    assert activated(run) == activated(run, activation=activation)


@pytest.mark.parametrize(
    ("tie", "visit", "slope"),
    [("minus", 1, 0), ("minus", 4, -1), ("plus", 1, -1), ("always", 1, -1), ("never", 1, 0)],
)
def test_at_a_tie_there_is_a_fan_and_the_tie_rule_takes_one_slope(
    tie: str, visit: int, slope: float
) -> None:
    """From zero the first visit of AND, a point −1, is a tie; under minus the fourth, +1, too."""
    run = trained("and", rule="sgd", tie=tie)
    drawn = figure(run, visit)
    assert slope_in(drawn) == slope
    fan, area = drawn.mark("fan"), drawn.mark("subgradients")
    assert isinstance(fan, Line) and isinstance(area, Region)
    ends = fan.x.reshape(-1, 3), fan.y.reshape(-1, 3)
    slopes = (ends[1][:, 1] - ends[1][:, 0]) / (ends[0][:, 1] - ends[0][:, 0])
    assert slopes.tolist() == [-1, -0.75, -0.5, -0.25, 0]
    assert len(area.rings) == 2
    # Every one of them lies below the loss, which is what makes it a subgradient.
    for x, y in zip(fan.x.tolist(), fan.y.tolist(), strict=True):
        assert math.isnan(x) or y <= TEXTBOOK["perceptron"](x) + 1e-12
    assert f"the rule takes {'−' if slope else ''}{abs(slope)}." in " ".join(words(drawn))


@pytest.mark.parametrize(
    ("tie", "wrong"),
    [("minus", [0, 0, 0, 1]), ("plus", [1, 1, 1, 0]), ("always", [1] * 4), ("never", [0] * 4)],
)
def test_the_error_of_a_tie_is_what_the_tie_rule_says(tie: str, wrong: list[float]) -> None:
    drawn = figure(trained("and", tie=tie), 1, curve="errors")
    assert points_of(drawn).y.tolist() == wrong
    assert not drawn.has("slope") and not drawn.has("fan")
    later = figure(trained("and", tie=tie), 6, curve="errors") if tie == "minus" else drawn
    assert later.has("slope") == (tie == "minus") and "no gradient" in " ".join(words(later))


def test_the_visited_point_is_ringed_and_its_next_place_shown() -> None:
    run = trained("slides", init="0.2,0,-0.1", eta="0.1", tie="plus")
    drawn = figure(run, 1)
    assert drawn.mark("visited").role is Role.MISTAKE
    after: Any = drawn.mark("after")
    assert after.x.tolist() == pytest.approx([0.2]) and after.y.tolist() == [0]
    right = figure(run, 4)
    assert right.mark("visited").role is Role.SUCCESS and not right.has("after")
    before = figure(run, 0)
    assert not before.has("visited") and not before.has("slope")
    assert before.notes[0] == "Before the first visit, with the initial weights."


def test_points_with_real_targets_have_no_agreement() -> None:
    dataset = Dataset.of_targets([[0], [1], [2]], [1, 2, 2])
    run = Run(dataset, Rule.of({"rule": "least-squares"})).finish()
    for name in ("losses", "activations"):
        drawn = built(VIEWS[name], run, run.visits)
        assert not drawn.marks and "real targets" in drawn.notes[0]


# As 002 writes them.
ACTIVATED: dict[str, Callable[[float], float]] = {
    "threshold": lambda s: 1.0 if s > 0 else -1.0,
    "identity": lambda s: s,
    "ramp": lambda s: 0.0 if s < 0 else s if s < 1 else 1.0,
    "logistic": lambda s: 1 / (1 + math.exp(-s)),
    "tanh": lambda s: (math.exp(2 * s) - 1) / (math.exp(2 * s) + 1),
}
LOGISTIC: dict[str, Any] = {"rule": "sgd", "loss": "logistic", "epochs": 3}


def xy(drawn: Figure, key: str) -> list[tuple[float, float]]:
    mark: Any = drawn.mark(key)
    pairs = zip(mark.x.tolist(), mark.y.tolist(), strict=True)
    return [pair for pair in pairs if not math.isnan(pair[0])]


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_curves_and_their_slopes_are_those_of_the_textbook(name: str) -> None:
    run = trained("and", **LOGISTIC)
    for s, value in xy(activated(run, 2), name):
        if name != "threshold" or s != 0:
            assert value == pytest.approx(ACTIVATED[name](s))
    step = 1e-6
    for s, value in xy(activated(run, 2, slopes=True), name):
        if name in ("threshold", "ramp") and s in (0, 1):
            continue  # an end of a piece
        rise = ACTIVATED[name](s + step) - ACTIVATED[name](s - step)
        assert value == pytest.approx(rise / (2 * step), abs=1e-5)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_points_are_on_the_chosen_curve(name: str) -> None:
    run = trained("blobs", **LOGISTIC)
    weights = run.weights_at(149)
    scores = [float(x @ weights[:2] + weights[2]) for x in run.dataset.points]
    for (s, value), wanted in zip(
        xy(activated(run, 150, activation=name), "points"), scores, strict=True
    ):
        assert s == pytest.approx(wanted)
        assert value == pytest.approx(ACTIVATED[name](wanted))


def test_a_tie_has_the_output_of_its_rule_and_no_slope() -> None:
    for tie, output in (("minus", -1), ("plus", 1), ("always", 0)):
        run = trained("and", tie=tie)
        drawn = activated(run, 1)
        assert {y for _, y in xy(drawn, "points")} == {output}
        assert not drawn.has("slope") and "no slope" in " ".join(words(drawn))
        slopes = activated(run, 1, slopes=True)
        assert not xy(slopes, "points") and not slopes.has("visited")
        assert "left out" in " ".join(words(slopes))


@pytest.mark.parametrize("view", ["losses", "activations"])
def test_curves_are_named_beside_them_and_not_in_the_legend(view: str) -> None:
    drawn = built(VIEWS[view], trained("and"), 3)
    curves = CURVES if view == "losses" else ACTIVATIONS
    (x0, x1), (y0, y1) = drawn.x.range or (0, 0), drawn.y.range or (0, 0)
    for name in curves:
        line, text = drawn.mark(name), drawn.mark(f"name of {name}")
        assert isinstance(line, Line) and isinstance(text, Text)
        assert not line.label and text.text == line.name and text.role is line.role
        shares = np.linspace(0, 1, 50)[:, None]
        x, y = (at[:-1] + shares * np.diff(at) for at in (line.x, line.y))
        away = np.hypot((x - text.x) / (x1 - x0), (y - text.y) / (y1 - y0))
        assert np.nanmin(away) < 0.1 and x0 < text.x < x1 and y0 < text.y < y1
