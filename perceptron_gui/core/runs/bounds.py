"""The mistake bound for any η and w₀ (Novikoff), its distance form (003), and why there is none.

`FirstPassBound` needs no separating line: it bounds the mistakes of one pass from w₀ = 0 (Freund,
Schapire 1999). For any unit vector u and any γ > 0 they are at most ((R + D)/γ)², where
D² = Σ max(0, γ − y⟨u, x̃⟩)² is how far points fall short of the margin γ. With v = u/γ that is
(R‖v‖ + √S)², S = Σ max(0, 1 − ⟨v, z⟩)². It is convex in v; floats look for its least value, and
what is claimed is computed for a v of fractions: the largest whole number not above it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.base.exact import dot
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space

if TYPE_CHECKING:
    from .run import Run

Vector = NDArray[np.float64]
_ROUNDS = 60
_DIGITS = 24  # bits of v that are kept: more would not lower the bound
_MOST_COORDINATES = 200  # beyond which Newton's steps take too long
_MOST_NUMBERS = 3_000_000
# The rules that add y·x̃ of a mistake and nothing else, by name; sgd has a check of its own.
_COVERED = ("pla", "averaged", "voted", "pocket", "sgd")
SAYS_NOTHING = "((R + D)/γ)² is not below the number of points, which a pass cannot exceed anyway"


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
    if rule.rule != "sgd":
        return RULES[rule.rule].why_no_bound or None
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


@dataclass(frozen=True)
class FirstPassBound:
    """(R‖v‖ + √S)² for a v that makes it small; v = 0 gives the number of points."""

    points: int
    radius_squared: Fraction
    direction: tuple[Fraction, ...]  # v = u/γ
    shortfall_squared: Fraction  # S = D²/γ²

    @property
    def length_squared(self) -> Fraction:
        """‖v‖² = 1/γ²."""
        return sum((value * value for value in self.direction), Fraction(0))

    @property
    def most_mistakes(self) -> int:
        """The largest whole number not above ((R + D)/γ)², in integers."""
        whole = self.radius_squared * self.length_squared + self.shortfall_squared
        root = 4 * self.radius_squared * self.length_squared * self.shortfall_squared
        below = math.lcm(whole.denominator, root.denominator)
        return (int(whole * below) + math.isqrt(int(root * below**2))) // below

    @property
    def says_something(self) -> bool:
        """Whether it is below the number of points, which bounds the mistakes of a pass anyway."""
        return self.most_mistakes < self.points

    @property
    def margin(self) -> float:
        """γ, or infinity where v = 0."""
        length = math.sqrt(self.length_squared)
        return 1 / length if length else math.inf

    @property
    def shortfall(self) -> float:
        """D, or √S where v = 0."""
        length = math.sqrt(self.length_squared)
        return math.sqrt(self.shortfall_squared) / (length or 1.0)


@dataclass(frozen=True)
class FirstPass:
    """The mistakes of a run in its first pass, with their bound."""

    visits: int  # of the pass that were made
    length: int  # of the whole pass
    mistakes: int
    bound: FirstPassBound


def first_pass_of(run: Run, visit: int | None = None) -> FirstPass | str:
    """Return the first pass of a run up to a visit, or the sentence that says why there is none."""
    reason = why_no_first_pass(run)
    if reason:
        return reason
    bound = run.cache.get_or_compute(
        ("first pass",), None, lambda: first_pass_bound(run.space, run.check_cancelled)
    )
    if bound is None:
        return "There are too many points for the bound on the mistakes of the first pass."
    length = run.path.visiting.epoch_length
    visits = min(length, run.visits if visit is None else visit)
    return FirstPass(visits, length, int(run.updates_at(visits)), bound)


def why_no_first_pass(run: Run) -> str:
    """Say why the theorem does not cover the first pass of a run, or nothing."""
    rule, visiting = run.rule, run.path.visiting
    needs = "The bound on the mistakes of the first pass needs"
    if rule.rule not in _COVERED or why_not_covered(rule):
        return "The bound on the mistakes of the first pass is that of the perceptron."
    if any(run.start):
        return f"{needs} a start at 0."
    if run.mistakes[0]:
        return f"{needs} margin 0."
    listed = rule.order if isinstance(rule.order, tuple) else ()
    if visiting.chooses_mistakes or rule.order == "random" or len(set(listed)) < len(listed):
        return f"{needs} an order that visits no point twice."
    return ""


def plain_rule(rule: Rule) -> Rule:
    """Return the perceptron from 0 over the points in turn, once, in the space of a rule."""
    plain = Rule(epochs=1, tie=rule.tie)
    in_space = {name: getattr(rule, name) for name in ("offset", "bias_scale", "lift", "scale")}
    return replace(plain, **in_space)


def first_pass_bound(
    space: Space, check_cancelled: CancelCheck = never_cancelled
) -> FirstPassBound | None:
    """Return the bound for points in a space, or None where they are too many."""
    if len(space) * space.dimension > _MOST_NUMBERS:
        return None
    whole = space.radius_squared
    rows, unit = space.exact_rows(np.arange(len(space)))
    total = rows.sum(axis=0)
    nothing = (Fraction(0),) * space.dimension
    zero = FirstPassBound(len(space), whole, nothing, Fraction(len(space)))
    # The slope at v = 0 in the direction of Σz: where it rises, no v is better than 0.
    if len(space) * whole >= sum(int(v) ** 2 for v in total) * unit**2:
        return zero
    least = _least(space.signed, math.sqrt(whole), check_cancelled)
    step = Fraction(2) ** (math.frexp(float(np.abs(least).max()))[1] - _DIGITS)
    v = np.array([round(Fraction(value) / step) for value in least.tolist()], dtype=object)
    check_cancelled()
    one = Fraction(1) / (unit * step)  # in which unit rows·v are counted
    scale = one.denominator
    short = int(one * scale) - scale * (rows @ v)
    short = short[short > 0]
    found = FirstPassBound(
        len(space),
        whole,
        tuple(int(value) * step for value in v),
        Fraction(int((short * short).sum())) / (one * scale) ** 2,
    )
    return found if found.most_mistakes < len(space) else zero


def _least(z: Vector, radius: float, check_cancelled: CancelCheck) -> Vector:
    """Return a v (D,) that makes R‖v‖ + √S small: Newton's steps, halved until they help."""
    # The best of some multiples of Σz, which near 0 are better than 0.
    along = z.sum(axis=0)
    sizes = np.geomspace(1e-3, 1e3, 49) / (np.abs(z @ along).max() or 1.0)
    values = [_value(z, radius, size * along) for size in sizes]
    v = np.asarray(sizes[int(np.argmin(values))] * along)
    value = _value(z, radius, v)
    for _ in range(_ROUNDS):
        check_cancelled()
        step = _newton(z, radius, v)
        share = 1.0
        # Far from the minimum the quadratic model overshoots: halve the step until it helps.
        while share > 1e-9:
            tried = v - share * step
            lower = _value(z, radius, tried)
            if lower < value:
                break
            share /= 2
        else:
            break
        gained, v, value = value - lower, tried, lower
        if gained <= 1e-13 * value:
            break
    return v


def _value(z: Vector, radius: float, v: Vector) -> float:
    short = np.maximum(0, 1 - z @ v)
    return radius * math.sqrt(v @ v) + math.sqrt(np.square(short).sum())


def _newton(z: Vector, radius: float, v: Vector) -> Vector:
    """Return the step to the least value of a quadratic model, or down the slope if D is large."""
    length = float(np.linalg.norm(v))
    short = np.maximum(0, 1 - z @ v)
    size = math.sqrt(np.square(short).sum()) or 1.0
    pull = short @ z
    slope = radius * v / length - pull / size
    if len(v) > _MOST_COORDINATES:
        return np.asarray(slope * length / radius)
    wrong = z[short > 0]
    bend = radius * (np.eye(len(v)) / length - np.outer(v, v) / length**3)
    bend += wrong.T @ wrong / size - np.outer(pull, pull) / size**3
    # A little of the identity keeps the matrix regular where the value is flat.
    bend += 1e-12 * np.trace(bend) * np.eye(len(v))
    return np.asarray(np.linalg.lstsq(bend, slope)[0])
