"""What can be claimed of a run: every fact by name, found by the engine, exact where it can be.

Facts of the whole run do not depend on a place in it; all others are told after a visit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.exact import dot
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import leave_one_out, tally_at
from perceptron_gui.document.model.session import Session

from .scenes import Scene

Kind = Literal["count", "number", "truth", "word", "vector"]
Vector = tuple[Fraction, ...]
Value = int | Fraction | float | bool | str | Vector
# Of so many points all orders are tried.
MOST_ORDERED = 7


@frozen_value
class Missing:
    """There is no such number, and why."""

    why: str


OUT_OF_REACH = Missing("it is out of reach of the numbers of this program")


@frozen_value(eq=False)
class Fact:
    """A row of the table of facts: what it is, and how it is found in a run after a visit."""

    kind: Kind
    meaning: str
    find: Callable[..., Value | Missing]  # of a run, a visit and, where it is indexed, a point
    of_run: bool = False  # the same at every visit
    index: str = ""  # what the number in brackets counts
    words: tuple[str, ...] = ()  # that it can be


def _weights(run: Run, visit: int) -> Vector:
    return tuple(run.exact_weights_at(visit))


def _k(run: Run, visit: int) -> int:
    return int(run.updates_at(visit))


def _agreement(run: Run, visit: int, i: int) -> Fraction:
    raw = run.history.weights_after(np.array([_k(run, visit)]))[0]
    return run.path.arithmetic.agreement(raw, i)


def _score(run: Run, visit: int, i: int) -> Fraction:
    return _agreement(run, visit, i) * int(run.dataset.labels[i])


def _prediction(run: Run, visit: int, i: int) -> int:
    score = _score(run, visit, i)
    if score:
        return 1 if score > 0 else -1
    return {"plus": 1, "minus": -1}.get(run.rule.tie, 0)


def is_right(run: Run, visit: int, i: int) -> bool:
    """Tell whether a point is right after a visit, as the tie rule says."""
    agreement = _agreement(run, visit, i)
    return agreement > 0 or (agreement == 0 and bool(run.error_limits[i] < 0))


def _loss(run: Run, visit: int) -> Fraction:
    points = range(len(run.dataset))
    return sum((_loss_of(run, visit, i) for i in points), Fraction(0))


def _loss_of(run: Run, visit: int, i: int) -> Fraction:
    return max(Fraction(0), -_agreement(run, visit, i))


def _own_loss(run: Run, visit: int) -> float:
    return float(measures.own_loss(run, np.array([_k(run, visit)]))[0])


def _norm_squared(run: Run, visit: int) -> Fraction:
    weights = _weights(run, visit)
    return dot(weights, weights)


def _errors(run: Run, visit: int) -> int:
    return int(run.errors_after(np.array([_k(run, visit)]))[0])


def _line(run: Run, visit: int) -> tuple[Sequence[Fraction], Fraction] | Missing:
    """Return normal and constant of the line of the answer, in the coordinates of the points."""
    normal, constant = run.space.line_of(run.result_at(visit))
    if len(normal) != run.dataset.dimension:
        return Missing("the boundary is not a straight line")
    return (normal, constant) if any(normal) else Missing("there is no line")


def _crossing(run: Run, visit: int, i: int) -> Fraction | Missing:
    """Return where the line meets the axis of a coordinate."""
    line = _line(run, visit)
    if isinstance(line, Missing):
        return line
    normal, constant = line
    return -constant / normal[i] if normal[i] else Missing("the line is parallel to that axis")


def _from_line(run: Run, visit: int, i: int) -> float | Missing:
    """Return |s|/‖w‖, with the length of the normal, without the constant."""
    line = _line(run, visit)
    if isinstance(line, Missing):
        return line
    normal = np.array(line[0], float)
    score = float(run.dataset.points[i] @ normal) + float(line[1])
    return abs(score) / float(np.linalg.norm(normal))


def _angle_of(run: Run, visit: int, i: int) -> float | Missing:
    """Return the degrees between the normal of the line and a point."""
    line, point = _line(run, visit), run.dataset.points[i]
    if isinstance(line, Missing) or not point.any():
        return line if isinstance(line, Missing) else Missing("the origin has no direction")
    normal = np.array(line[0], float)
    cosine = float(point @ normal) / float(np.linalg.norm(normal) * np.linalg.norm(point))
    return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))


def _activated(name: str) -> Callable[[Run, int, int], float]:
    def found(run: Run, visit: int, i: int) -> float:
        from perceptron_gui.figures.pictures.neuron import ACTIVATIONS

        return float(ACTIVATIONS[name](np.array([float(_score(run, visit, i))]))[0])

    return found


def _tally(run: Run, visit: int, i: int) -> int | Missing:
    found = tally_at(run, visit)
    return Missing(found) if isinstance(found, str) else int(found.counts[i])


def _mistaken(run: Run, visit: int) -> int | Missing:
    found = tally_at(run, visit)
    return Missing(found) if isinstance(found, str) else int(np.count_nonzero(found.counts))


def _least(run: Run, visit: int) -> Fraction:
    """Return the least y·s of the weights: γ of the proofs, if w* is these weights."""
    return min(_agreement(run, visit, i) for i in range(len(run.dataset)))


def _reached(run: Run, visit: int) -> float | Missing:
    """Return the margin of the weights, in the space in which they are learnt."""
    norm = _norm_squared(run, visit)
    if not norm:
        return Missing("weights that are 0 have no margin")
    return float(_least(run, visit)) / math.sqrt(norm)


def _bound_by_weights(power: int) -> Callable[[Run, int], Fraction | Missing]:
    """Return what finds R²‖w‖²/γ^power with the weights as w*; slide 27 of 000 lacks the square."""

    def found(run: Run, visit: int) -> Fraction | Missing:
        least = _least(run, visit)
        if least <= 0:
            return Missing("these weights have a point wrong or on the line")
        return run.verdict.radius_squared * _norm_squared(run, visit) / least**power

    return found


def _left_out(run: Run, visit: int) -> int | Missing:
    found = leave_one_out(run)
    return Missing(found) if isinstance(found, str) else len(found.errors)


def _of_line(find: Callable[[Run], Any]) -> Callable[[Run, int], Any]:
    """Return what finds a number that only separable points have."""

    def found(run: Run, visit: int) -> Any:
        if not run.verdict.separable:
            return Missing("no line separates the points")
        return find(run)

    return found


def _of_bounds(find: Callable[[Run, int, Bounds], Any]) -> Callable[[Run, int], Any]:
    """Return what finds a number of the convergence theorem."""

    def found(run: Run, visit: int) -> Any:
        bounds = run.bounds
        return Missing(str(run.why_no_bounds)) if bounds is None else find(run, visit, bounds)

    return found


def _exact_limit(run: Run, visit: int, bounds: Bounds) -> Fraction | float:
    exact = bounds.exact_limit
    return bounds.limit if exact is None else exact


def _meeting(run: Run, visit: int, bounds: Bounds) -> Fraction | Missing:
    """Return ‖w‖² where both curves of the proof meet, if that is rational."""
    exact = bounds.exact_limit
    if exact is None:
        return Missing("the curves of the proof meet where k is not rational")
    return bounds.start_norm_squared + exact * bounds.growth


def _upper(run: Run, visit: int, bounds: Bounds) -> Fraction:
    return bounds.start_norm_squared + _k(run, visit) * bounds.growth


def _lower(run: Run, visit: int, bounds: Bounds) -> Fraction:
    """Return (a + kηγ)², which is rational, where a + kηγ is positive, else 0."""
    step = _k(run, visit) * bounds.eta
    if bounds.start_along + step * bounds.margin_squared <= 0:
        return Fraction(0)
    return (bounds.start_along + step * bounds.margin_squared) ** 2 / bounds.margin_squared


def _distance_squared(run: Run, visit: int, bounds: Bounds) -> Fraction:
    target = [bounds.distance_scale * v for v in run.verdict.separator]
    away = [w - v for w, v in zip(_weights(run, visit), target, strict=True)]
    return dot(away, away)


def _angle(run: Run, visit: int) -> float | Missing:
    if not run.verdict.separable:
        return Missing("no line separates the points")
    weights = np.array([float(v) for v in run.result_at(visit)])
    best = np.array([float(v) for v in run.verdict.separator])
    if not weights.any():
        return Missing("weights that are 0 have no direction")
    one, other = weights / np.linalg.norm(weights), best / np.linalg.norm(best)
    # Unlike the arc cosine, this keeps its digits where the angle is small.
    apart, along = float(np.linalg.norm(one - other)), float(np.linalg.norm(one + other))
    return math.degrees(2 * math.atan2(apart, along))


def _certificate(run: Run, visit: int) -> Vector | Missing:
    if run.verdict.separable:
        return Missing("a line separates the points, so nothing proves the contrary")
    return tuple(run.verdict.certificate(len(run.dataset)))


def _of_cycle(name: str) -> Callable[[Run, int], Any]:
    def found(run: Run, visit: int) -> Any:
        return Missing("no cycle is proved") if run.cycle is None else getattr(run.cycle, name)

    return found


def _orders(run: Run) -> Any:
    """Return what all orders of few points lead to."""
    from perceptron_gui.labs.common.lab import finished
    from perceptron_gui.labs.orders.study import OrderOptions, make_quick_study

    count = len(run.dataset)
    if count > MOST_ORDERED:
        raise InputError(f"all orders are tried of at most {MOST_ORDERED} points; here are {count}")

    def tried() -> Any:
        options = OrderOptions(trials=math.factorial(count), adversary=True)
        return finished(make_quick_study(run, options))

    study = run.cache.get_or_compute("orders of a lesson", count, tried)
    if not study.found.is_all:
        raise InputError("trying all orders takes too long with this rule")
    return study


def _of_orders(find: Callable[[Any], Any]) -> Callable[[Run, int], Any]:
    return lambda run, visit: find(_orders(run).found)


def _extreme(which: str) -> Callable[[Run, int], Any]:
    def found(run: Run, visit: int) -> Any:
        study = _orders(run)
        if which in study.ends:
            return study.ends[which]
        why = study.extremes.why_unknown if study.extremes else ""
        return Missing(why or "that is not known")

    return found


def _labellings(run: Run, visit: int) -> int:
    """Return how many labellings of few points a line can make."""
    from perceptron_gui.labs.dichotomies.dichotomies import Dichotomies

    found = Dichotomies(run.dataset, run.rule)
    while not found.is_over:
        found.advance(1000)
    return found.result().separable


def _step_limit(run: Run, visit: int) -> float | Missing:
    from perceptron_gui.labs.steps.steps import step_limit

    found = step_limit(run.dataset, run.rule)
    return Missing("only gradient descent on least squares has one") if found is None else found


def _point_of(run: Run, visit: int) -> int | Missing:
    """Return the point of the visit that comes next, counted from 1."""
    if visit >= run.visits:
        return Missing("the run ends here")
    points = run.path.visiting.points_of(visit + 1)
    return int(points[0]) + 1 if len(points) == 1 else Missing("a visit is to several points")


def next_mistake(run: Run, visit: int) -> int | Missing:
    """Return the point of the next update after a visit, counted from 1."""
    k = _k(run, visit)
    if k >= len(run.history):
        return Missing("there is no update after this")
    point = run.point_of_update(k)
    return Missing("an update is by several points") if point is None else point + 1


def _count_of(label: int) -> Callable[[Run, int], int]:
    return lambda run, visit: int((run.dataset.labels == label).sum())


# fmt: off
FACTS: dict[str, Fact] = {
    "points": Fact("count", "how many points there are",
                   lambda run, visit: len(run.dataset), of_run=True),
    "positive": Fact("count", "how many points have the label +1", _count_of(1), of_run=True),
    "negative": Fact("count", "how many points have the label −1", _count_of(-1), of_run=True),
    "dimension": Fact("count", "how many coordinates a point has",
                      lambda run, visit: run.dataset.dimension, of_run=True),
    "updates": Fact("count", "how many updates the whole run makes",
                    lambda run, visit: _k(run, run.computed_visits), of_run=True),
    "visits": Fact("count", "how many visits the whole run makes",
                   lambda run, visit: run.computed_visits, of_run=True),
    "epochs": Fact("count", "how many epochs the whole run takes",
                   lambda run, visit: run.path.visiting.epoch_of(run.computed_visits), of_run=True),
    "status": Fact("word", "how the run ends", lambda run, visit: run.status, of_run=True,
                   words=("converged", "cycle", "budget")),
    "converged": Fact("truth", "whether the run converges",
                      lambda run, visit: run.status == "converged", of_run=True),
    "diverged": Fact("truth", "whether the weights grow without bound",
                     lambda run, visit: run.diverged, of_run=True),
    "arithmetic": Fact("word", "what the run computes with", lambda run, visit: run.arithmetic,
                       of_run=True, words=("exact", "float64")),
    "separable": Fact("truth", "whether a line has every point strictly on its side",
                      lambda run, visit: run.verdict.separable, of_run=True),
    "margin_squared": Fact("number", "γ², the square of the largest margin",
                           _of_line(lambda run: run.verdict.margin_squared), of_run=True),
    "radius_squared": Fact("number", "R², the square of the longest point's length",
                           lambda run, visit: run.verdict.radius_squared, of_run=True),
    "separator": Fact("vector", "w*, the nearest point to 0 in the hull of y·x",
                      _of_line(lambda run: run.verdict.separator), of_run=True),
    "certificate": Fact("vector", "λ of every point, which prove that there is no line",
                        _certificate, of_run=True),
    "bound": Fact("count", "the most updates that the theorem allows",
                  _of_bounds(lambda run, visit, bounds: bounds.most_updates), of_run=True),
    "bound.exact": Fact("number", "the same, not rounded", _of_bounds(_exact_limit), of_run=True),
    "bound.norm": Fact("number", "‖w‖² where both curves of the proof meet",
                       _of_bounds(_meeting), of_run=True),
    "bound.distance": Fact("number", "the bound of 003's proof",
                           _of_bounds(lambda run, visit, bounds: bounds.distance_limit),
                           of_run=True),
    "bound.by_weights": Fact("number", "R²‖w‖²/γ², with the weights as w*", _bound_by_weights(2)),
    "bound.slide": Fact("number", "R²‖w‖²/γ, as slide 27 of 000 prints it", _bound_by_weights(1)),
    "cycle.period": Fact("count", "the visits of a round", _of_cycle("period_visits"), of_run=True),
    "cycle.updates": Fact("count", "the updates of a round", _of_cycle("period_updates"),
                          of_run=True),
    "cycle.start": Fact("count", "the visit after which the rounds begin",
                        _of_cycle("start_visit"), of_run=True),
    "orders.best": Fact("count", "the fewest updates of all orders of few points",
                        _of_orders(lambda found: int(found.updates[found.best])), of_run=True),
    "orders.worst": Fact("count", "the most updates of all orders",
                         _of_orders(lambda found: int(found.updates[found.worst])), of_run=True),
    "orders.lines": Fact("count", "how many different lines all orders end with",
                         _of_orders(lambda found: len(found.lines)), of_run=True),
    "orders.weights": Fact("count", "how many different weights all orders end with",
                           _of_orders(lambda found: len(found.solutions)), of_run=True),
    "orders.converged": Fact("count", "how many of all orders converge",
                             _of_orders(lambda found: found.count("converged")), of_run=True),
    "orders.longest": Fact("count", "the most updates if somebody picks every mistake",
                           _extreme("longest"), of_run=True),
    "orders.shortest": Fact("count", "the fewest updates if somebody picks every mistake",
                            _extreme("shortest"), of_run=True),
    "limit": Fact("number", "the step from which on gradient descent diverges", _step_limit,
                  of_run=True),
    "labellings": Fact("count", "how many ways there are to label the points",
                       lambda run, visit: 2 ** len(run.dataset), of_run=True),
    "labellings.separable": Fact("count", "how many of them a line can make", _labellings,
                                 of_run=True),
    "leave_one_out": Fact("count", "how many points are wrong if trained without them", _left_out,
                          of_run=True),
    "end.errors": Fact("count", "how many points the answer gets wrong at the end",
                       lambda run, visit: int(run.result.errors(run.computed_visits)),
                       of_run=True),
    "visit": Fact("count", "how many visits are made", lambda run, visit: visit),
    "epoch": Fact("count", "the epoch of the last visit",
                  lambda run, visit: run.path.visiting.epoch_of(visit)),
    "k": Fact("count", "how many updates are made", _k),
    "weights": Fact("vector", "the weights, that of the constant last", _weights),
    "answer": Fact("vector", "the weights that the rule answers with",
                   lambda run, visit: tuple(run.result_at(visit))),
    "answer_errors": Fact("count", "how many points the answer gets wrong",
                          lambda run, visit: int(run.result.errors(visit))),
    "errors": Fact("count", "how many points the weights get wrong", _errors),
    "loss": Fact("number", "Σ max(0, −y·s)", _loss),
    "own_loss": Fact("number", "the loss that the rule descends on", _own_loss),
    "norm_squared": Fact("number", "‖w‖²", _norm_squared),
    "upper": Fact("number", "the upper curve of the proof at k", _of_bounds(_upper)),
    "lower": Fact("number", "the lower curve of the proof at k", _of_bounds(_lower)),
    "distance_squared": Fact("number", "‖w − αw*‖² of 003's proof",
                             _of_bounds(_distance_squared)),
    "angle_to_best": Fact("number", "degrees between the answer and w*", _angle),
    "score": Fact("number", "s of a point", _score, index="points"),
    "agreement": Fact("number", "y·s of a point", _agreement, index="points"),
    "prediction": Fact("count", "what a point is taken for; 0 where every tie is a mistake",
                       _prediction, index="points"),
    "right": Fact("truth", "whether a point is right", is_right, index="points"),
    "loss_of": Fact("number", "max(0, −y·s) of a point", _loss_of, index="points"),
    "tally": Fact("count", "how often a point was mistaken", _tally, index="points"),
    "mistaken": Fact("count", "how many points were mistaken at least once", _mistaken),
    "least": Fact("number", "the least y·s of all points", _least),
    "reached": Fact("number", "the margin of the weights: the least y·s, over ‖w‖", _reached),
    "crossing": Fact("number", "where the line meets the axis of a coordinate", _crossing,
                     index="coordinates"),
    "from_line": Fact("number", "the distance of a point from the line, |s|/‖w‖", _from_line,
                      index="points"),
    "angle": Fact("number", "degrees between the normal of the line and a point", _angle_of,
                  index="points"),
    "ramp": Fact("number", "what the ramp makes of s", _activated("ramp"), index="points"),
    "logistic": Fact("number", "what the logistic function makes of s", _activated("logistic"),
                     index="points"),
    "tanh": Fact("number", "what tanh makes of s", _activated("tanh"), index="points"),
    "next_point": Fact("count", "the point that is visited next", _point_of),
    "next_mistake": Fact("count", "the point of the next update", next_mistake),
}
# fmt: on


def evaluate(name: str, session: Session, at: int | Literal["end"] = "end") -> Value | Missing:
    """Return a fact of a session's run, such as updates or score[2], after a visit."""
    scene = Scene(replace(session, cursor=at))
    fact, _, index = name.removesuffix("]").partition("[")
    return find(scene.run_to_cursor, scene.visit, fact, int(index) if index else None)


def find(run: Run, visit: int, name: str, index: int | None = None) -> Value | Missing:
    """Return a fact of a run after a visit; what is indexed counts from 1."""
    fact, place = FACTS[name], list[int]()
    if fact.index:
        count = len(run.dataset) if fact.index == "points" else run.dataset.dimension
        if index is None or not 1 <= index <= count:
            raise InputError(f"{name}[{index}]: there are {count} {fact.index}, counted from 1")
        place = [index - 1]
    try:
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            found = fact.find(run, visit, *place)
    except InputError:
        raise
    except (ArithmeticError, ValueError):  # what floats do not hold
        return OUT_OF_REACH
    return OUT_OF_REACH if isinstance(found, float) and not math.isfinite(found) else found
