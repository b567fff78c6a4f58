"""What a lesson can claim about a run: every fact by name, computed exactly where possible.

Facts of the whole run do not depend on a visit; all others hold after one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal

import numpy as np

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.runs.run import Run

from . import values
from .values import Missing, Vector

Kind = Literal["count", "number", "truth", "word", "vector"]
Value = int | Fraction | float | bool | str | Vector


OUT_OF_REACH = Missing("it is out of reach of the numbers of this program")


@dataclass(frozen=True, eq=False)
class Fact:
    """A row of the table of facts: what it is, and how it is found in a run after a visit."""

    kind: Kind
    meaning: str
    find: Callable[..., Value]  # of a run; unless it is of the run, a visit; if indexed, a point
    of_run: bool = False  # the same at every visit
    index: str = ""  # what the number in brackets counts
    words: tuple[str, ...] = ()  # that it can be


# fmt: off
_OF_RUN: dict[str, Fact] = {
    "points": Fact("count", "how many points there are", lambda run: len(run.dataset)),
    "positive": Fact("count", "how many points have the label +1",
                     lambda run: int((run.dataset.labels > 0).sum())),
    "negative": Fact("count", "how many points have the label −1",
                     lambda run: int((run.dataset.labels < 0).sum())),
    "dimension": Fact("count", "how many coordinates a point has",
                      lambda run: run.dataset.dimension),
    "updates": Fact("count", "how many updates the whole run makes",
                    lambda run: values.updates_made(run, run.computed_visits)),
    "visits": Fact("count", "how many visits the whole run makes", lambda run: run.computed_visits),
    "epochs": Fact("count", "how many epochs the whole run takes",
                   lambda run: run.path.visiting.epoch_of(run.computed_visits)),
    "status": Fact("word", "how the run ends",
                   lambda run: run.status, words=("converged", "cycle", "budget")),
    "converged": Fact("truth", "whether the run converges", lambda run: run.status == "converged"),
    "diverged": Fact("truth", "whether the weights grow without bound", lambda run: run.diverged),
    "arithmetic": Fact("word", "what the run computes with",
                       lambda run: run.arithmetic, words=("exact", "float64")),
    "separable": Fact("truth", "whether a line has every point strictly on its side",
                      lambda run: run.verdict.separable),
    "margin_squared": Fact("number", "γ², the square of the largest margin",
                           lambda run: values.separated(run).margin_squared),
    "radius_squared": Fact("number", "R², the square of the longest point's length",
                           lambda run: run.verdict.radius_squared),
    "separator": Fact("vector", "w* of length γ, the nearest point to 0 in the hull of y·x",
                      lambda run: values.separated(run).separator),
    "certificate": Fact("vector", "λ of every point, which prove that there is no line",
                        values.certificate),
    "bound": Fact("count", "the most updates that the theorem allows",
                  lambda run: values.bounds_of(run).most_updates),
    "bound.exact": Fact("number", "the same, not rounded", values.exact_limit),
    "bound.norm": Fact("number", "‖w‖² where both curves of the proof meet", values.meeting),
    "bound.distance": Fact("number", "the bound of Southampton's proof",
                           lambda run: values.bounds_of(run).distance_limit),
    "cycle.period": Fact("count", "the visits of a round",
                         lambda run: values.cycle_of(run).period_visits),
    "cycle.updates": Fact("count", "the updates of a round",
                          lambda run: values.cycle_of(run).period_updates),
    "cycle.start": Fact("count", "the visit after which the rounds begin",
                        lambda run: values.cycle_of(run).start_visit),
    "orders.best": Fact("count", "the fewest updates of all orders of few points",
                        partial(values.extreme_of_orders, which="best")),
    "orders.worst": Fact("count", "the most updates of all orders",
                         partial(values.extreme_of_orders, which="worst")),
    "orders.lines": Fact("count", "how many different lines all orders end with",
                         lambda run: len(values.all_orders(run).lines)),
    "orders.weights": Fact("count", "how many different weights all orders end with",
                           lambda run: len(values.all_orders(run).solutions)),
    "orders.converged": Fact("count", "how many of all orders converge",
                             lambda run: values.all_orders(run).count("converged")),
    "orders.longest": Fact("count", "the most updates if mistakes are chosen freely",
                           partial(values.extreme_of_orders, which="longest")),
    "orders.shortest": Fact("count", "the fewest updates if mistakes are chosen freely",
                            partial(values.extreme_of_orders, which="shortest")),
    "limit": Fact("number", "the step from which on gradient descent diverges", values.step_limit),
    "labellings": Fact("count", "how many ways there are to label the points",
                       lambda run: 2 ** len(run.dataset)),
    "labellings.separable": Fact("count", "how many of them a line can make",
                                 values.separable_labellings),
    "leave_one_out": Fact("count", "how many points are misclassified if trained without them",
                          values.left_out_errors),
    "end.errors": Fact("count", "how many points the answer misclassifies at the end",
                       lambda run: int(run.result.errors(run.computed_visits))),
    "widest": Fact("number", "how far the widest line is from the nearest point", values.widest),
    "test_points": Fact("count", "how many points are kept out of training",
                        lambda run: len(values.known(run.dataset.test, values.NO_TEST))),
    "end.test_errors": Fact("count", "how many test points the answer misclassifies at the end",
                            lambda run: values.test_errors(run, run.computed_visits)),
}
_OF_VISIT: dict[str, Fact] = {
    "bound.by_weights": Fact("number", "R²‖w‖²/γ², with the weights as w*",
                             values.bound_by_weights),
    "bound.slide": Fact("number", "R²‖w‖²/γ, as slide 27 of Melbourne prints it",
                        partial(values.bound_by_weights, power=1)),
    "visit": Fact("count", "how many visits are made", lambda run, visit: visit),
    "epoch": Fact("count", "the epoch of the last visit",
                  lambda run, visit: run.path.visiting.epoch_of(visit)),
    "k": Fact("count", "how many updates are made", values.updates_made),
    "weights": Fact("vector", "the weights, the constant last", values.weights),
    "answer": Fact("vector", "the weights that the rule answers with",
                   lambda run, visit: tuple(run.result_at(visit))),
    "answer_errors": Fact("count", "how many points the answer misclassifies",
                          lambda run, visit: int(run.result.errors(visit))),
    "errors": Fact("count", "how many points the weights misclassify", values.errors),
    "test_errors": Fact("count", "how many test points the answer misclassifies",
                        values.test_errors),
    "loss": Fact("number", "Σ max(0, −y·s)", values.loss),
    "own_loss": Fact("number", "the loss that the rule descends on", values.own_loss),
    "norm_squared": Fact("number", "‖w‖²", values.norm_squared),
    "upper": Fact("number", "the upper curve of the proof at k", values.upper),
    "lower": Fact("number", "the lower curve of the proof at k", values.lower),
    "distance_squared": Fact("number", "‖w − αw*‖² of Southampton's proof",
                             values.distance_squared),
    "angle_to_best": Fact("number", "degrees between the answer and w*, offsets included",
                          values.angle_to_best),
    "line_angle_to_best": Fact("number", "degrees between the line of the answer and that of w*",
                               partial(values.angle_to_best, of_lines=True)),
    "score": Fact("number", "s of a point", values.score, index="points"),
    "agreement": Fact("number", "y·s of a point", values.agreement, index="points"),
    "prediction": Fact("count", "what a point is classified as; 0 for none",
                       values.prediction, index="points"),
    "right": Fact("truth", "whether a point is classified correctly", values.is_right,
                  index="points"),
    "loss_of": Fact("number", "max(0, −y·s) of a point", values.loss_of, index="points"),
    "tally": Fact("count", "how often a point was misclassified", values.tally, index="points"),
    "mistaken": Fact("count", "how many points were misclassified at least once", values.mistaken),
    "least": Fact("number", "the least y·s of all points", values.least_agreement),
    "reached": Fact("number", "the margin of the weights: the least y·s, over ‖w‖",
                    values.reached_margin),
    "line_margin": Fact("number", "how far the line of the answer is from the nearest point",
                        values.line_margin),
    "crossing": Fact("number", "where the line meets the axis of a coordinate",
                     values.crossing, index="coordinates"),
    "from_line": Fact("number", "the distance of a point from the line, |s|/‖w‖",
                      values.from_line, index="points"),
    "angle": Fact("number", "degrees between the normal of the line and a point",
                  values.angle_of, index="points"),
    "ramp": Fact("number", "what the ramp makes of s",
                 partial(values.activated, name="ramp"), index="points"),
    "logistic": Fact("number", "what the logistic function makes of s",
                     partial(values.activated, name="logistic"), index="points"),
    "tanh": Fact("number", "what tanh makes of s",
                 partial(values.activated, name="tanh"), index="points"),
    "next_point": Fact("count", "the point that is visited next", values.next_point),
    "next_mistake": Fact("count", "the point of the next update", values.next_mistake),
}
# fmt: on
FACTS = {name: replace(fact, of_run=True) for name, fact in _OF_RUN.items()} | _OF_VISIT


def find(run: Run, visit: int, name: str, index: int | None = None) -> Value | Missing:
    """Return a fact of a run after a visit; what is indexed counts from 1."""
    fact = FACTS[name]
    place = [] if fact.of_run else [visit]
    if fact.index:
        count = len(run.dataset) if fact.index == "points" else run.dataset.dimension
        if index is None or not 1 <= index <= count:
            raise InputError(f"{name}[{index}]: there are {count} {fact.index}, counted from 1")
        place.append(index - 1)
    try:
        # numpy would only warn, and the fact would be infinite or not a number.
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            found = fact.find(run, *place)
    except Missing as missing:
        return missing
    except InputError:
        raise
    except (ArithmeticError, ValueError):  # what floats do not hold
        return OUT_OF_REACH
    return OUT_OF_REACH if isinstance(found, float) and not math.isfinite(found) else found
