"""What if the points were centred or scaled first: what R, γ and the bound become, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import Bounds, find_bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.scaling import SCALES
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space

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
    return run.cache.get_or_compute("scales", None, lambda: _effects(run))


def _effects(run: Run) -> tuple[ScaleEffect, ...]:
    scales = SCALES if run.rule.uses_option("scale") else [run.rule.scale]
    return tuple(_effect(run, replace(run.rule, scale=scale)) for scale in scales)


def _effect(run: Run, rule: Rule) -> ScaleEffect:
    is_own = rule.scale == run.rule.scale
    space = run.space if is_own else Space.of(run.dataset, rule)
    verdict = run.verdict if is_own else separability(space, run.check_cancelled, run.report)
    bounds = find_bounds(rule, verdict, run.start)
    trained = run if is_own and run.is_over else _trained(run, rule)
    return ScaleEffect(
        rule.scale,
        verdict,
        bounds if isinstance(bounds, Bounds) else None,
        int(trained.updates_at(trained.visits)),
        trained.status == "converged",
        space.scaling.is_rounded,
    )


def _trained(run: Run, rule: Rule) -> Run:
    """Return the run with another scale; exact numbers are not insisted on."""
    plain = "auto" if rule.arithmetic == "exact" else rule.arithmetic
    trained = Run(run.dataset, replace(rule, arithmetic=plain))
    while not trained.is_over and trained.visits < MOST_VISITS:
        run.check_cancelled()
        trained.advance(_SLICE)
    return trained
