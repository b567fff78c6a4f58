"""Facts of a run, whole or after a visit, as fractions where they are rational.

What each of them means stands in the table of `facts`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.paths.history import Recurrence
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import leave_one_out, tally_at
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.widest import why_no_widest

if TYPE_CHECKING:
    from perceptron_gui.labs.orders.findings import OrderFindings
    from perceptron_gui.labs.orders.study import Study

Vector = tuple[Fraction, ...]
Known = TypeVar("Known")
MOST_ORDERED = 7  # points of which all orders are tried
NO_TEST = "no points are kept out of training"


class Missing(Exception):
    """There is no such number; the message says why."""


def known(found: Known | str | None, why: str = "") -> Known:
    """Return what was found; where that is nothing, or a sentence, a Missing says why."""
    if found is None or isinstance(found, str):
        raise Missing(found or why)
    return found


def bounds_of(run: Run) -> Bounds:
    return known(run.bounds, str(run.why_no_bounds))


def cycle_of(run: Run) -> Recurrence:
    return known(run.cycle, "no cycle is proved")


def separated(run: Run) -> Separability:
    """Return the verdict on points that a line separates, with a margin that is known."""
    if not run.verdict.separable:
        raise Missing("no line separates the points")
    if not run.verdict.margin_is_known:
        raise Missing("floating point cannot tell the margin")
    return run.verdict


def weights(run: Run, visit: int) -> Vector:
    return tuple(run.exact_weights_at(visit))


def updates_made(run: Run, visit: int) -> int:
    return int(run.updates_at(visit))


def agreement(run: Run, visit: int, i: int) -> Fraction:
    raw = run.history.weights_after(np.array([updates_made(run, visit)]))[0]
    return run.path.arithmetic.agreement(raw, i)


def score(run: Run, visit: int, i: int) -> Fraction:
    return agreement(run, visit, i) * int(run.dataset.labels[i])


def prediction(run: Run, visit: int, i: int) -> int:
    s = score(run, visit, i)
    if s:
        return 1 if s > 0 else -1
    return run.rule.sign_on_line


def is_right(run: Run, visit: int, i: int) -> bool:
    found = agreement(run, visit, i)
    return found > 0 or (found == 0 and bool(run.error_limits[i] < 0))


def loss(run: Run, visit: int) -> Fraction:
    return sum((loss_of(run, visit, i) for i in range(len(run.dataset))), Fraction(0))


def loss_of(run: Run, visit: int, i: int) -> Fraction:
    return max(Fraction(0), -agreement(run, visit, i))


def own_loss(run: Run, visit: int) -> float:
    return float(measures.own_loss(run, np.array([updates_made(run, visit)]))[0])


def norm_squared(run: Run, visit: int) -> Fraction:
    return measures.exact_norm_sq(run, updates_made(run, visit))


def errors(run: Run, visit: int) -> int:
    return int(run.errors_after(np.array([updates_made(run, visit)]))[0])


def test_errors(run: Run, visit: int) -> int:
    return int(known(measures.answer_on_test(run), NO_TEST).errors(visit))


def line_at(run: Run, visit: int) -> tuple[Sequence[Fraction], Fraction]:
    """Return normal and constant of the line of the answer, in the coordinates of the points."""
    normal, constant = run.space.line_of(run.result_at(visit))
    if len(normal) != run.dataset.dimension:
        raise Missing("the boundary is not a straight line")
    if not any(normal):
        raise Missing("there is no line")
    return normal, constant


def crossing(run: Run, visit: int, i: int) -> Fraction:
    normal, constant = line_at(run, visit)
    if not normal[i]:
        raise Missing("the line is parallel to that axis")
    return -constant / normal[i]


def from_line(run: Run, visit: int, i: int) -> float:
    """Return |s|/‖w‖, with the length of the normal, without the constant."""
    fractions, constant = line_at(run, visit)
    normal = np.array(fractions, float)
    s = float(run.dataset.points[i] @ normal) + float(constant)
    return abs(s) / float(np.linalg.norm(normal))


def line_margin(run: Run, visit: int) -> float:
    """Return the distance of the answer's line from the nearest point, negative if it errs."""
    normal, constant = line_at(run, visit)
    length = math.sqrt(sum(part * part for part in normal))
    points, labels = run.dataset.points, run.dataset.labels
    scores = points @ np.array(normal, float) + float(constant)
    return float((labels * scores).min()) / length


def widest(run: Run) -> float:
    separated(run)
    return math.sqrt(known(measures.widest_of(run), why_no_widest(run.space)).distance_squared)


def angle_of(run: Run, visit: int, i: int) -> float:
    normal, point = np.array(line_at(run, visit)[0], float), run.dataset.points[i]
    if not point.any():
        raise Missing("the origin has no direction")
    cosine = float(point @ normal) / float(np.linalg.norm(normal) * np.linalg.norm(point))
    return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))


def activated(run: Run, visit: int, i: int, name: str) -> float:
    from perceptron_gui.figures.neurons.neuron import ACTIVATIONS

    return float(ACTIVATIONS[name](np.array([float(score(run, visit, i))]))[0])


def tally(run: Run, visit: int, i: int) -> int:
    return int(known(tally_at(run, visit)).counts[i])


def mistaken(run: Run, visit: int) -> int:
    return int(np.count_nonzero(known(tally_at(run, visit)).counts))


def least_agreement(run: Run, visit: int) -> Fraction:
    """Return the least y·s of the weights: γ of the proofs, if w* is these weights."""
    return min(agreement(run, visit, i) for i in range(len(run.dataset)))


def reached_margin(run: Run, visit: int) -> float:
    """Return the margin of the weights, in the space in which they are learnt."""
    norm = norm_squared(run, visit)
    if not norm:
        raise Missing("weights that are 0 have no margin")
    return float(least_agreement(run, visit)) / math.sqrt(norm)


def bound_by_weights(run: Run, visit: int, power: int = 2) -> Fraction:
    """Return R²‖w‖²/γ^power with the weights as w*; slide 27 of 000 lacks the square."""
    least = least_agreement(run, visit)
    if least <= 0:
        raise Missing("these weights have a point wrong or on the line")
    return run.verdict.radius_squared * norm_squared(run, visit) / least**power


def exact_limit(run: Run) -> Fraction | float:
    bounds = bounds_of(run)
    return bounds.limit if bounds.exact_limit is None else bounds.exact_limit


def meeting(run: Run) -> Fraction:
    bounds = bounds_of(run)
    exact = known(bounds.exact_limit, "the curves of the proof meet where k is not rational")
    return bounds.start_norm_squared + exact * bounds.growth


def upper(run: Run, visit: int) -> Fraction:
    bounds = bounds_of(run)
    return bounds.start_norm_squared + updates_made(run, visit) * bounds.growth


def lower(run: Run, visit: int) -> Fraction:
    """Return (a + kηγ)², which is rational, where a + kηγ is positive, else 0."""
    bounds = bounds_of(run)
    along = bounds.start_along + updates_made(run, visit) * bounds.eta * bounds.margin_squared
    return max(along, Fraction(0)) ** 2 / bounds.margin_squared


def distance_squared(run: Run, visit: int) -> Fraction:
    scale = bounds_of(run).distance_scale
    # w* = Σ λ_j·z_j, also where a kernel takes the points.
    along = sum(
        (share * agreement(run, visit, j) for j, share in run.verdict.support.items()), Fraction(0)
    )
    return norm_squared(run, visit) - 2 * scale * along + scale**2 * run.verdict.margin_squared


def angle_to_best(run: Run, visit: int, of_lines: bool = False) -> float:
    separated(run)
    if of_lines and run.rule.rule == "kernel":
        raise Missing("a kernel's border is no line")
    angle = measures.angle_to_separator(run, visit, of_lines)
    return known(angle, "weights that are 0 have no direction")


def certificate(run: Run) -> Vector:
    if run.verdict.separable:
        raise Missing("a line separates the points, so nothing proves the contrary")
    return tuple(run.verdict.certificate(len(run.dataset)))


def next_point(run: Run, visit: int) -> int:
    if visit >= run.visits:
        raise Missing("the run ends here")
    points = run.path.visiting.points_of(visit + 1)
    if len(points) != 1:
        raise Missing("a visit is to several points")
    return int(points[0]) + 1


def next_mistake(run: Run, visit: int) -> int:
    k = updates_made(run, visit)
    if k >= len(run.history):
        raise Missing("there is no update after this")
    return known(run.point_of_update(k), "an update is by several points") + 1


def left_out_errors(run: Run) -> int:
    return len(known(leave_one_out(run)).errors)


def _study(run: Run) -> Study:
    """Return what all orders of few points lead to."""
    from perceptron_gui.labs.lab import finished
    from perceptron_gui.labs.orders.study import OrderOptions, make_quick_study

    count = len(run.dataset)
    if count > MOST_ORDERED:
        raise InputError(f"all orders are tried of at most {MOST_ORDERED} points; here are {count}")
    options = OrderOptions(trials=math.factorial(count), adversary=True)
    study: Study = run.cache.get_or_compute(
        "orders of a lesson", count, lambda: finished(make_quick_study(run, options))
    )
    if not study.found.is_all:
        raise InputError("trying all orders takes too long with this rule")
    return study


def all_orders(run: Run) -> OrderFindings:
    return _study(run).found


def extreme_of_orders(run: Run, which: str) -> int:
    """Return the most or fewest updates of all orders, or when every mistake can be chosen."""
    study = _study(run)
    if which in ("best", "worst"):
        return int(study.found.updates[getattr(study.found, which)])
    extremes = known(study.extremes)
    return len(known(getattr(extremes, which), extremes.why_unknown))


def separable_labellings(run: Run) -> int:
    from perceptron_gui.labs.dichotomies import Dichotomies
    from perceptron_gui.labs.lab import finished

    return int(finished(Dichotomies(run.dataset, run.rule)).separable)


def step_limit(run: Run) -> float:
    from perceptron_gui.labs import steps

    found = steps.step_limit(run.dataset, run.rule)
    return known(found, "only gradient descent on least squares has one")
