"""Facts of a run, whole or after a visit, as fractions where they are rational."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import leave_one_out, tally_at

Vector = tuple[Fraction, ...]
UNKNOWN_MARGIN = "floating point cannot tell the margin"


@dataclass(frozen=True)
class Missing:
    """There is no such number, and why."""

    why: str


def weights(run: Run, visit: int) -> Vector:
    """Return the weights, the constant last."""
    return tuple(run.exact_weights_at(visit))


def updates_made(run: Run, visit: int) -> int:
    """Return k, the updates made so far."""
    return int(run.updates_at(visit))


def agreement(run: Run, visit: int, i: int) -> Fraction:
    """Return y·s of a point."""
    raw = run.history.weights_after(np.array([updates_made(run, visit)]))[0]
    return run.path.arithmetic.agreement(raw, i)


def score(run: Run, visit: int, i: int) -> Fraction:
    """Return s of a point."""
    return agreement(run, visit, i) * int(run.dataset.labels[i])


def prediction(run: Run, visit: int, i: int) -> int:
    """Return what a point is classified as; 0 on the line where ties are mistakes."""
    s = score(run, visit, i)
    if s:
        return 1 if s > 0 else -1
    return run.rule.sign_on_line


def is_right(run: Run, visit: int, i: int) -> bool:
    """Tell whether a point is classified correctly under the tie rule."""
    found = agreement(run, visit, i)
    return found > 0 or (found == 0 and bool(run.error_limits[i] < 0))


def loss(run: Run, visit: int) -> Fraction:
    """Return Σ max(0, −y·s)."""
    points = range(len(run.dataset))
    return sum((loss_of(run, visit, i) for i in points), Fraction(0))


def loss_of(run: Run, visit: int, i: int) -> Fraction:
    """Return max(0, −y·s) of a point."""
    return max(Fraction(0), -agreement(run, visit, i))


def own_loss(run: Run, visit: int) -> float:
    """Return the loss that the rule descends on."""
    return float(measures.own_loss(run, np.array([updates_made(run, visit)]))[0])


def norm_squared(run: Run, visit: int) -> Fraction:
    """Return ‖w‖²."""
    return measures.exact_norm_sq(run, updates_made(run, visit))


def errors(run: Run, visit: int) -> int:
    """Return how many points the weights get wrong."""
    return int(run.errors_after(np.array([updates_made(run, visit)]))[0])


def line_at(run: Run, visit: int) -> tuple[Sequence[Fraction], Fraction] | Missing:
    """Return normal and constant of the line of the answer, in the coordinates of the points."""
    normal, constant = run.space.line_of(run.result_at(visit))
    if len(normal) != run.dataset.dimension:
        return Missing("the boundary is not a straight line")
    return (normal, constant) if any(normal) else Missing("there is no line")


def crossing(run: Run, visit: int, i: int) -> Fraction | Missing:
    """Return where the line meets the axis of a coordinate."""
    line = line_at(run, visit)
    if isinstance(line, Missing):
        return line
    normal, constant = line
    return -constant / normal[i] if normal[i] else Missing("the line is parallel to that axis")


def from_line(run: Run, visit: int, i: int) -> float | Missing:
    """Return |s|/‖w‖, with the length of the normal, without the constant."""
    line = line_at(run, visit)
    if isinstance(line, Missing):
        return line
    normal = np.array(line[0], float)
    s = float(run.dataset.points[i] @ normal) + float(line[1])
    return abs(s) / float(np.linalg.norm(normal))


def angle_of(run: Run, visit: int, i: int) -> float | Missing:
    """Return the degrees between the normal of the line and a point."""
    line, point = line_at(run, visit), run.dataset.points[i]
    if isinstance(line, Missing) or not point.any():
        return line if isinstance(line, Missing) else Missing("the origin has no direction")
    normal = np.array(line[0], float)
    cosine = float(point @ normal) / float(np.linalg.norm(normal) * np.linalg.norm(point))
    return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))


def activated(name: str) -> Callable[[Run, int, int], float]:
    """Return what finds what an activation makes of s."""

    def found(run: Run, visit: int, i: int) -> float:
        from perceptron_gui.figures.pictures.neuron import ACTIVATIONS

        return float(ACTIVATIONS[name](np.array([float(score(run, visit, i))]))[0])

    return found


def tally(run: Run, visit: int, i: int) -> int | Missing:
    """Return how often a point was misclassified."""
    found = tally_at(run, visit)
    return Missing(found) if isinstance(found, str) else int(found.counts[i])


def mistaken(run: Run, visit: int) -> int | Missing:
    """Return how many points were misclassified at least once."""
    found = tally_at(run, visit)
    return Missing(found) if isinstance(found, str) else int(np.count_nonzero(found.counts))


def least_agreement(run: Run, visit: int) -> Fraction:
    """Return the least y·s of the weights: γ of the proofs, if w* is these weights."""
    return min(agreement(run, visit, i) for i in range(len(run.dataset)))


def reached_margin(run: Run, visit: int) -> float | Missing:
    """Return the margin of the weights, in the space in which they are learnt."""
    norm = norm_squared(run, visit)
    if not norm:
        return Missing("weights that are 0 have no margin")
    return float(least_agreement(run, visit)) / math.sqrt(norm)


def bound_by_weights(power: int) -> Callable[[Run, int], Fraction | Missing]:
    """Return what finds R²‖w‖²/γ^power with the weights as w*; slide 27 of 000 lacks the square."""

    def found(run: Run, visit: int) -> Fraction | Missing:
        least = least_agreement(run, visit)
        if least <= 0:
            return Missing("these weights have a point wrong or on the line")
        return run.verdict.radius_squared * norm_squared(run, visit) / least**power

    return found


def of_bounds(find: Callable[[Run, int, Bounds], Any]) -> Callable[[Run, int], Any]:
    """Return what finds a number of the convergence theorem."""

    def found(run: Run, visit: int) -> Any:
        bounds = run.bounds
        return Missing(str(run.why_no_bounds)) if bounds is None else find(run, visit, bounds)

    return found


def upper(run: Run, visit: int, bounds: Bounds) -> Fraction:
    """Return the upper curve of the proof at k."""
    return bounds.start_norm_squared + updates_made(run, visit) * bounds.growth


def lower(run: Run, visit: int, bounds: Bounds) -> Fraction:
    """Return (a + kηγ)², which is rational, where a + kηγ is positive, else 0."""
    step = updates_made(run, visit) * bounds.eta
    if bounds.start_along + step * bounds.margin_squared <= 0:
        return Fraction(0)
    return (bounds.start_along + step * bounds.margin_squared) ** 2 / bounds.margin_squared


def distance_squared(run: Run, visit: int, bounds: Bounds) -> Fraction:
    """Return ‖w − αw*‖² of the proof of 003."""
    # w* = Σ λ_j·z_j, also where a kernel takes the points.
    along = sum(
        (share * agreement(run, visit, j) for j, share in run.verdict.support.items()), Fraction(0)
    )
    scale = bounds.distance_scale
    return norm_squared(run, visit) - 2 * scale * along + scale**2 * run.verdict.margin_squared


def angle_to_best(of_lines: bool) -> Callable[[Run, int], float | Missing]:
    """Return what finds the degrees between the answer and w*, or between their lines."""

    def found(run: Run, visit: int) -> float | Missing:
        if not run.verdict.separable:
            return Missing("no line separates the points")
        if not run.verdict.margin_is_known:
            return Missing(UNKNOWN_MARGIN)
        if of_lines and run.rule.rule == "kernel":
            return Missing("a kernel's border is no line")
        angle = measures.angle_to_separator(run, visit, of_lines)
        return Missing("weights that are 0 have no direction") if angle is None else angle

    return found


def next_point(run: Run, visit: int) -> int | Missing:
    """Return the point of the visit that comes next, counted from 1."""
    if visit >= run.visits:
        return Missing("the run ends here")
    points = run.path.visiting.points_of(visit + 1)
    return int(points[0]) + 1 if len(points) == 1 else Missing("a visit is to several points")


def next_mistake(run: Run, visit: int) -> int | Missing:
    """Return the point of the next update after a visit, counted from 1."""
    k = updates_made(run, visit)
    if k >= len(run.history):
        return Missing("there is no update after this")
    point = run.point_of_update(k)
    return Missing("an update is by several points") if point is None else point + 1


# All orders are tried for at most this many points.
MOST_ORDERED = 7


def left_out_errors(run: Run, visit: int) -> int | Missing:
    """Return how many points are wrong if trained without them."""
    found = leave_one_out(run)
    return Missing(found) if isinstance(found, str) else len(found.errors)


def of_separable(find: Callable[[Run], Any]) -> Callable[[Run, int], Any]:
    """Return what finds a number that only separable points have."""

    def found(run: Run, visit: int) -> Any:
        if not run.verdict.separable:
            return Missing("no line separates the points")
        if not run.verdict.margin_is_known:
            return Missing(UNKNOWN_MARGIN)
        return find(run)

    return found


def exact_limit(run: Run, visit: int, bounds: Bounds) -> Fraction | float:
    """Return the k at which the curves of the proof meet."""
    exact = bounds.exact_limit
    return bounds.limit if exact is None else exact


def meeting(run: Run, visit: int, bounds: Bounds) -> Fraction | Missing:
    """Return ‖w‖² where both curves of the proof meet, if that is rational."""
    exact = bounds.exact_limit
    if exact is None:
        return Missing("the curves of the proof meet where k is not rational")
    return bounds.start_norm_squared + exact * bounds.growth


def certificate(run: Run, visit: int) -> Vector | Missing:
    """Return λ of every point, which prove that there is no line."""
    if run.verdict.separable:
        return Missing("a line separates the points, so nothing proves the contrary")
    return tuple(run.verdict.certificate(len(run.dataset)))


def of_cycle(name: str) -> Callable[[Run, int], Any]:
    """Return what finds a number of a proved cycle."""

    def found(run: Run, visit: int) -> Any:
        return Missing("no cycle is proved") if run.cycle is None else getattr(run.cycle, name)

    return found


def _all_orders(run: Run) -> Any:
    """Return what all orders of few points lead to."""
    from perceptron_gui.labs.lab import finished
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


def of_orders(find: Callable[[Any], Any]) -> Callable[[Run, int], Any]:
    """Return what finds a number of all orders."""
    return lambda run, visit: find(_all_orders(run).found)


def extreme_of_orders(which: str) -> Callable[[Run, int], Any]:
    """Return a function for the most or fewest updates when every mistake can be chosen."""

    def found(run: Run, visit: int) -> Any:
        study = _all_orders(run)
        if which in study.ends:
            return study.ends[which]
        why = study.extremes.why_unknown if study.extremes else ""
        return Missing(why or "that is not known")

    return found


def separable_labellings(run: Run, visit: int) -> int:
    """Return how many labellings of few points a line can make."""
    from perceptron_gui.labs.dichotomies import Dichotomies

    found = Dichotomies(run.dataset, run.rule)
    while not found.is_over:
        found.advance(1000)
    return found.result().separable


def step_limit(run: Run, visit: int) -> float | Missing:
    """Return the step from which on gradient descent diverges."""
    from perceptron_gui.labs import steps

    found = steps.step_limit(run.dataset, run.rule)
    return Missing("only gradient descent on least squares has one") if found is None else found


def count_of(label: int) -> Callable[[Run, int], int]:
    """Return what counts the points with a label."""
    return lambda run, visit: int((run.dataset.labels == label).sum())
