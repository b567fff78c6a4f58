"""Facts of a whole run and of its data: the theorem, cycles, all orders, labellings."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import leave_one_out

from .places import UNKNOWN_MARGIN, Missing, Vector

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
