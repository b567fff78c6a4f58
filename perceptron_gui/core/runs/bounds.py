"""The mistake bound for any η and w₀ (Novikoff), its distance form (003), and why there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import dot
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.separability import Separability


@dataclass(frozen=True)
class Bounds:
    """‖w_k‖² lies between `lower(k)` and `upper(k)`; they cross after `most_updates`.

    With p the min-norm point, G = ‖p‖² = γ² and A = ⟨w₀, p⟩, the lower curve
    (a + kηγ)² = A²/G + 2kηA + k²η²G is rational, so the crossing is decided exactly.
    """

    radius_squared: Fraction
    margin_squared: Fraction
    eta: Fraction
    start_norm_squared: Fraction
    start_along: Fraction  # A = ⟨w₀, p⟩
    mistakes_up_to: Fraction = Fraction(0)  # y·s at most this is a mistake: 0, or a margin

    @cached_property
    def growth(self) -> Fraction:
        """The most that one update adds to ‖w‖²: η²R² + 2ηm."""
        return self.eta**2 * self.radius_squared + 2 * self.eta * self.mistakes_up_to

    def upper(self, k: Any) -> NDArray[np.float64]:
        """Return ‖w₀‖² + k(η²R² + 2ηm)."""
        ks = np.asarray(k, dtype=np.float64)
        return np.asarray(float(self.start_norm_squared) + ks * float(self.growth))

    def lower(self, k: Any) -> NDArray[np.float64]:
        """Return (a + kηγ)² once a + kηγ is positive, else 0."""
        gamma = math.sqrt(self.margin_squared)
        ks = np.asarray(k, dtype=np.float64)
        along = float(self.start_along) / gamma + ks * float(self.eta) * gamma
        return np.asarray(np.maximum(along, 0.0) ** 2)

    @property
    def most_updates(self) -> int:
        """The largest k the theorem allows: the whole part of the larger root, in integers."""
        common = math.lcm(*(value.denominator for value in self._quadratic()))
        a, b, c = (int(value * common) for value in self._quadratic())
        return (math.isqrt(b * b - 4 * a * c) - b) // (2 * a)

    @property
    def limit(self) -> float:
        """The k, not rounded, at which the curves cross: c + √(c² + (‖w₀‖²−a²)/(η²γ²))."""
        most = self.most_updates
        exact = self.exact_limit
        if most >= 2**53:  # no fraction of a float is left; a whole number may be any size
            return most
        if exact is not None:
            return float(exact)
        a, b, c = self._quadratic()
        half = -b / (2 * a)
        crossing = float(half) + math.sqrt(half**2 - c / a)
        # Rounding must not carry the float past a whole number.
        return min(max(crossing, float(most)), math.nextafter(most + 1, 0))

    @property
    def exact_limit(self) -> Fraction | None:
        """The same as a fraction where it is rational: (R² + 2m/η)/γ² when w₀ = 0."""
        if self.start_norm_squared:
            return None
        return self.growth / (self.eta**2 * self.margin_squared)

    @property
    def distance_scale(self) -> Fraction:
        """α of 003's proof, so that ‖w_k − αp‖² falls by at least η²R² each update."""
        return self.eta * self.radius_squared / self.margin_squared

    @property
    def distance_limit(self) -> Fraction:
        """k ≤ ‖w₀ − αp‖²/(η²R²) (003), for plain mistakes (margin 0)."""
        alpha = self.distance_scale
        start = (
            self.start_norm_squared - 2 * alpha * self.start_along + alpha**2 * self.margin_squared
        )
        return start / (self.eta**2 * self.radius_squared)

    def _quadratic(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return a, b, c of (a₀ + kηγ)² − ‖w₀‖² − k·growth = ak² + bk + c ≤ 0 for possible k."""
        return (
            self.eta**2 * self.margin_squared,
            2 * self.eta * self.start_along - self.growth,
            self.start_along**2 / self.margin_squared - self.start_norm_squared,
        )


def find_bounds(rule: Rule, verdict: Separability, start: list[Fraction]) -> Bounds | str:
    """Return the bounds of a run, or the sentence that says why the theorem gives none."""
    reason = why_not_covered(rule)
    if reason:
        return reason
    if not verdict.separable:
        # Without offset a line through points of one class may still do, by the tie rule.
        return "No line separates these points, so the updates have no bound."
    if not verdict.margin_is_known:
        return "The margin is too small for floating point, so no bound is known."
    return Bounds(
        verdict.radius_squared,
        verdict.margin_squared,
        rule.eta,
        dot(start, start),
        dot(start, verdict.separator),
        rule.margin if rule.uses_option("margin") else Fraction(0),
    )


def why_not_covered(rule: Rule) -> str | None:
    """Say why Novikoff's theorem does not cover a rule, or None when it does."""
    return _why_not_sgd(rule) if rule.rule == "sgd" else RULES[rule.rule].why_no_bound or None


def _why_not_sgd(rule: Rule) -> str | None:
    if rule.loss != "perceptron":
        return (
            f"The {rule.loss} loss also updates on correct points, "
            "so the theorem does not bound its updates."
        )
    if rule.l2:
        return "The penalty shrinks w between mistakes, which the proof does not allow for."
    if rule.schedule != "constant":
        return "The proof needs a step that stays the same; a shrinking one can need far longer."
    if rule.batch_size > 1:
        return "A minibatch moves w by several points at once; the proof counts one at a time."
    return None
