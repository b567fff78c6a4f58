"""What if: the bound for another constant coordinate B, another step η, or scaled points.

With x̃ = (x, B) both R² = max‖x‖² + B² and γ grow with B; somewhere between, the bound is least.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import StepReport
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.data.dataset import frozen
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import Bounds, find_bounds, why_not_covered
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.corral import min_norm_point
from perceptron_gui.core.space.scaling import SCALES
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.lectures.notation import Notation

Values = NDArray[np.float64]

_SAMPLES = 81
_REACH = 100.0  # times the radius of the points, and one over it
_GOLDEN = (math.sqrt(5) - 1) / 2
_HALVINGS = 16
_MOST_BOUNDS = _SAMPLES + 2 * _HALVINGS
_LOOKING = "the bound for other constants B"
_DIGITS = 3  # of the best B
_MANY_DIGITS = 9  # of any other
# Above this the margin is lost in floats, so the bound is computed exactly.
_HIGHEST_IN_FLOATS = 1e10
_HIGHEST = 10**300
_NO_OFFSET = "There is no offset, so there is no constant coordinate to choose."
_NOT_SEPARABLE = "No line separates these points, whatever B is."


@dataclass(frozen=True, eq=False)
class BiasCurve:
    """The most updates from w₀ = 0 (m,) for constants B (m,), and exactly at two of them."""

    scales: Values
    bounds: Values
    now: Fraction
    bound_now: Fraction
    best: Fraction
    best_bound: Fraction
    is_at_edge: bool  # where the bound keeps falling: `best` is that of those looked at


def bound_at(run: Run, bias_scale: Fraction) -> Fraction:
    """Return (R² + 2m/η)/γ² for another constant coordinate, exactly."""
    rule = replace(run.rule, bias_scale=bias_scale)
    verdict = separability(Space.of(run.dataset, rule), run.check_cancelled)
    return (verdict.radius_squared + _extra(run)) / verdict.margin_squared


def bias_curve(run: Run, report: StepReport | None = None) -> BiasCurve | str:
    """Return the bound over B and its optimum, or the sentence that says why there is none.

    `report` is told how far the search is, by default that of the run.
    """
    reason = why_no_curve(run)
    if reason:
        return reason
    told = report or run.report
    return run.cache.get_or_compute("bias curve", None, lambda: _curve(run, told))


def why_no_curve(run: Run) -> str | None:
    """Return why a run has no bound for any B, or None when it has."""
    if reason := why_not_covered(run.rule):
        return reason
    if not run.rule.offset:
        return _NO_OFFSET
    return None if run.verdict.separable else _NOT_SEPARABLE


def _extra(run: Run) -> Fraction:
    """Return 2m/η, what a margin of the rule adds to R²."""
    rule = run.rule
    return 2 * rule.margin / rule.eta if rule.uses_option("margin") else Fraction(0)


def _curve(run: Run, report: StepReport) -> BiasCurve:
    search = _Search(run, report)
    now = run.rule.bias_scale
    edges = search.radius / _REACH, search.radius * _REACH
    low, high = min(edges[0], float(now)), max(edges[1], float(now))
    scales = np.geomspace(low, high, _SAMPLES)
    bounds = np.array([search.bound(float(scale)) for scale in scales])
    least = int(bounds.argmin())
    is_at_edge = least in (0, _SAMPLES - 1)
    between = scales[max(least - 1, 0)], scales[min(least + 1, _SAMPLES - 1)]
    best = _short(float(scales[least]) if is_at_edge else search.least(*map(float, between)))
    exact_now = (run.verdict.radius_squared + _extra(run)) / run.verdict.margin_squared
    best_bound = bound_at(run, best)
    if exact_now <= best_bound:  # nothing that is rounded is better
        best, best_bound = now, exact_now
    report(_LOOKING, 1.0)
    marks = frozen(scales), frozen(bounds)
    return BiasCurve(*marks, now, exact_now, best, best_bound, is_at_edge)


def _short(value: float, digits: int = _DIGITS) -> Fraction:
    return Fraction(f"{value:.{digits}g}")


class _Search:
    """Finds bounds in floats, as long as these hold the margin."""

    def __init__(self, run: Run, report: StepReport) -> None:
        self._run, self._report = run, report
        rule, space = run.rule, run.space
        without = Space(run.dataset, lift=rule.lift, offset=False, scale=rule.scale)
        self._z = without.signed
        self._labels = space.labels.astype(np.float64)
        self._square = float(without.radius_squared + _extra(run))
        self.radius = math.sqrt(without.radius_squared) or 1.0
        self._done = 0

    def bound(self, scale: float) -> float:
        """Return (R² + B² + 2m/η)/γ²."""
        self._run.check_cancelled()
        self._done += 1
        self._report(_LOOKING, min(self._done / _MOST_BOUNDS, 0.99))
        p = min_norm_point(
            np.column_stack([self._z, self._labels * scale]), self._run.check_cancelled
        )[1]
        grown, margin_squared = self._square + scale**2, float(p @ p)
        if margin_squared * _HIGHEST_IN_FLOATS > grown:
            return grown / margin_squared
        exact = bound_at(self._run, _short(scale, _MANY_DIGITS))
        return float(min(exact, Fraction(_HIGHEST)))

    def least(self, low: float, high: float) -> float:
        """Return where the bound is least between two constants, by the golden section."""
        a, b = math.log(low), math.log(high)
        for _ in range(_HALVINGS):
            width = _GOLDEN * (b - a)
            if self.bound(math.exp(b - width)) <= self.bound(math.exp(a + width)):
                b = a + width
            else:
                a = b - width
        return math.exp((a + b) / 2)


@dataclass(frozen=True)
class StepEffect:
    """Whether η changes which points are mistakes, and the sentence that says why."""

    matters: bool
    sentence: str


def why_no_step(run: Run) -> str | None:
    """Return why a run has no step to choose, or None when it has."""
    no_step = "The closed form takes no steps, so η has no effect."
    return None if run.rule.uses_option("eta") else no_step


def step_effect(run: Run, notation: Notation) -> StepEffect:
    """Return whether η matters for a run, in exact arithmetic, and why in symbols of a lecture."""
    first, weights = to_plain(notation.start), to_plain(notation.bare_weights)
    rule = run.rule
    if reason := why_no_step(run):
        return StepEffect(False, reason)
    counts_mistakes = rule.loss == "perceptron" and not rule.l2
    if rule.rule == "least-squares" or (rule.rule == "sgd" and not counts_mistakes):
        return StepEffect(True, "This rule depends on the size of the scores, so η matters.")
    if any(run.start):
        why = f"Updates must make up for {first} ≠ 0: a smaller η may need more of them."
        return StepEffect(True, why)
    if rule.uses_option("margin") and rule.margin:
        return StepEffect(True, f"From {first} = 0 only the ratio m/η of margin and step matters.")
    return StepEffect(
        False, f"From {first} = 0, η only scales {weights}: the mistakes are the same for every η."
    )


# Runs with another scale are stopped after so many visits.
MOST_VISITS = 300_000
_SLICE = 1 << 14


@dataclass(frozen=True, eq=False)
class ScaleEffect:
    """A way to scale the points, and what is known of them then."""

    scale: str
    verdict: Separability
    bounds: Bounds | None  # of the rule at hand; None where the theorem gives none
    updates: int  # that the rule makes
    has_converged: bool
    is_rounded: bool  # standard deviations are square roots

    @property
    def limit(self) -> Fraction | float | None:
        """The most updates that the theorem allows, not rounded; a fraction where it is one."""
        if self.bounds is None:
            return None
        exact = self.bounds.exact_limit
        return self.bounds.limit if exact is None else exact


def scale_effects(run: Run) -> tuple[ScaleEffect, ...]:
    """Return what every scale does to the points and the rule of a run."""

    def computed() -> tuple[ScaleEffect, ...]:
        scales = SCALES if run.rule.uses_option("scale") else [run.rule.scale]
        return tuple(_effect(run, replace(run.rule, scale=scale)) for scale in scales)

    return run.cache.get_or_compute("scales", None, computed)


def _effect(run: Run, rule: Rule) -> ScaleEffect:
    is_own = rule.scale == run.rule.scale
    space = run.space if is_own else Space.of(run.dataset, rule)
    verdict = run.verdict if is_own else separability(space, run.check_cancelled, run.report)
    bounds = find_bounds(rule, verdict, run.start)
    trained = run
    if not is_own or not run.is_over:  # exact numbers are not insisted on
        plain = "auto" if rule.arithmetic == "exact" else rule.arithmetic
        trained = Run(run.dataset, replace(rule, arithmetic=plain))
    while not trained.is_over and trained.visits < MOST_VISITS:
        run.check_cancelled()
        trained.advance(_SLICE)
    return ScaleEffect(
        rule.scale,
        verdict,
        bounds if isinstance(bounds, Bounds) else None,
        int(trained.updates_at(trained.visits)),
        trained.status == "converged",
        space.scaling.is_rounded,
    )
