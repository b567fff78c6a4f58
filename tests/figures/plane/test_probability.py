"""Shades of P(y = 1 | x) on the plane of logistic runs: what they say is 1/(1 + e^−s) there."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Region
from perceptron_gui.figures.pictures.boundary import VIEW
from perceptron_gui.figures.plane.turning import turn_between
from tests.figures.drawing import built, holds, trained

LOGISTIC: dict[str, Any] = {"rule": "sgd", "loss": "logistic", "eta": "0.1", "epochs": 5}


figure = partial(built, VIEW)


def shades(drawn: Figure) -> dict[float, Region]:
    found = [mark for mark in drawn.marks if mark.key.startswith("probability")]
    return {float(mark.key.split(" ")[1]): mark for mark in found if isinstance(mark, Region)}


def chance(run: Run, visit: int, x: float, y: float) -> float:
    features = [x, y]
    if run.rule.lift == "quadratic":
        features += [x * x, x * y, y * y]
    weights = run.weights_at(visit).tolist()
    s = sum(w * f for w, f in zip(weights, [*features, 1.0], strict=True))
    return 1 / (1 + math.exp(-s))


@pytest.mark.parametrize(("name", "lift"), [("blobs", "none"), ("circles", "quadratic")])
def test_every_place_is_in_the_shades_of_its_probability(name: str, lift: str) -> None:
    run = trained(name, lift=lift, **LOGISTIC)
    drawn = figure(run, run.visits)
    assert drawn.x.range is not None and drawn.y.range is not None
    drawing, missed = np.random.default_rng(2), 0
    for _ in range(300):
        x, y = drawing.uniform(*drawn.x.range), drawing.uniform(*drawn.y.range)
        p = chance(run, run.visits, x, y)
        for level, mark in shades(drawn).items():
            is_meant = p >= level if level > 0.5 else p <= level
            missed += holds((mark.x, mark.y), x, y) != is_meant
    # A curve is drawn on a grid, which cuts a corner here and there.
    assert missed <= (0 if lift == "none" else 6)


def test_only_logistic_runs_have_them_and_they_can_be_left_out() -> None:
    logistic = trained("and", **LOGISTIC)
    assert not shades(figure(logistic, logistic.visits, probability=False))
    for rule in ({}, {"rule": "sgd", "loss": "hinge"}, {"rule": "least-squares"}):
        assert not shades(figure(trained("and", **rule), 1))
    assert not shades(figure(logistic, 0))  # all weights are 0: P is 1/2 everywhere


def test_shades_do_not_turn_with_the_line() -> None:
    run = trained("blobs", **LOGISTIC)
    assert turn_between(figure(run, 20), figure(run, 21)) is None
    plain = [figure(run, visit, probability=False) for visit in (20, 21)]
    assert turn_between(*plain) is not None
