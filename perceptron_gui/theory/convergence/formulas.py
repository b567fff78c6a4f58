"""The formulas of both convergence proofs in the symbols of a lecture, and the w* of the proofs.

Lectures 000, 002 and 003 prove it for any w* that separates. They get the one of the largest
margin in whole numbers, as on a board, or one that is given. Elsewhere w* is as long as γ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_gui.base.exact import FLOAT_INTEGERS, common_unit, dot, format_number, whole_numbers
from perceptron_gui.base.number_text import Number, number, product_latex, vector
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation, is_readable, point_number

_LARGEST = 10**6  # longer numbers nobody writes on a board


@dataclass(frozen=True)
class Basis:
    """A separator with the constant last, the least ⟨z, w*⟩ > 0 of it, and its bounds."""

    vector: tuple[Fraction, ...]
    least: Fraction
    bounds: Bounds

    @cached_property
    def squared(self) -> Fraction:
        """‖w*‖²."""
        return dot(self.vector, self.vector)

    @property
    def start_along(self) -> Fraction:
        """⟨w₀, w*⟩."""
        return self.bounds.start_along * self.squared / self.least

    @property
    def alpha(self) -> Fraction:
        """α = ηR²/γ of 003's proof, where γ is the least ⟨z, w*⟩."""
        return self.bounds.eta * self.bounds.radius_squared / self.least

    def fall(self, alpha: Fraction) -> Fraction:
        """Return what ‖w − αw*‖² loses at least with every mistake: 2αηγ − η²R²."""
        eta = self.bounds.eta
        return 2 * alpha * eta * self.least - eta**2 * self.bounds.radius_squared

    def away(self, weights: Sequence[Fraction], alpha: Fraction) -> Fraction:
        """Return ‖w − αw*‖²."""
        apart = [w - alpha * v for w, v in zip(weights, self.vector, strict=True)]
        return dot(apart, apart)


def basis_of(run: Run, bounds: Bounds, notation: Notation, given: Sequence[Fraction] = ()) -> Basis:
    """Return the separator of a proof; one that is given has to separate, see `why_not`."""
    if given:
        least = min(_products(run, given))
        squared = dot(given, given)
        along = dot(run.start, given) * least / squared
        theirs = replace(bounds, margin_squared=least**2 / squared, start_along=along)
        times = 1 if notation.any_length else least / squared
        return Basis(tuple(times * v for v in given), times * least, theirs)
    best, margin = run.verdict.separator, run.verdict.margin_squared
    times = Fraction(1)
    if notation.any_length:
        unit = common_unit(best)
        times = 1 / unit if max(abs(v / unit) for v in best) <= _LARGEST else times
    return Basis(tuple(times * v for v in best), times * margin, bounds)


def why_not(run: Run, given: Sequence[Fraction]) -> str:
    """Say why weights cannot be w*, or nothing where every point is on its own side of them."""
    needed = run.space.dimension
    if len(given) != needed:
        last = ", the offset's last" if run.rule.offset else ""
        return f"w* has {len(given)} numbers, but {needed} are needed{last}."
    products = _products(run, given)
    worst = min(range(len(products)), key=products.__getitem__)
    if products[worst] > 0:
        return ""
    value = number(products[worst])
    return (
        f"This w* does not separate the points: $y\\langle w^*, x\\rangle = {value}$ for point "
        f"{point_number(worst)}, and it has to be above 0 for all of them."
    )


def _products(run: Run, vector: Sequence[Fraction]) -> list[Fraction]:
    """Return ⟨z, v⟩ of every point."""

    def computed() -> list[Fraction]:
        rows, unit = run.space.exact_rows(np.arange(len(run.dataset)))
        whole, times = whole_numbers(tuple(vector))
        found = np.array(rows, dtype=object) @ np.array(list(whole), dtype=object)
        return [Fraction(int(value)) * unit / times for value in found]

    return run.cache.get_or_compute("products", tuple(vector), computed)


# The steps of 002: 2μ, but α in its own proof. The factor and the symbol of 2η; η², 2η², 2m/η.
_TWO_MU = ("4", r"\mu"), r"4\mu^2", r"8\mu^2", r"m/\mu"
_MOST_NUMBERS = 6  # of w*, beside other things


def is_short_fraction(value: Fraction) -> bool:
    """Return whether a number is written as a fraction that one can read."""
    return "/" in number(value) and is_readable(value)


def rounded(value: Fraction) -> str:
    """Write = 51 or = 5.1, and ≈ 6.22449 instead of a fraction."""
    return rf"\approx {number(float(value))}" if "/" in number(value) else valued(value)


def valued(value: Number) -> str:
    """Write = 51, = 305/49 ≈ 6.22449, or only ≈ where all digits are too many to read."""
    text = number(value)
    if Fraction(format_number(value)) != value:
        return rf"\approx {text}"
    rounded = rf" \approx {number(float(value))}" if "/" in text else ""
    return f"= {text}{rounded}"


class ProofFormulas:
    """The bounds of a run in LaTeX; a step of 1 and weights that start at 0 are left out.

    `by_distance` is the proof that 003 has. 002 has the other one, with α for the step.
    """

    def __init__(self, bounds: Bounds, notation: Notation, by_distance: bool = False) -> None:
        self._bounds, self._notation = bounds, notation
        self.start = notation.start if bounds.start_norm_squared else ""
        self.radius_squared = notation.radius_squared
        self.separator = notation.separator
        self.any_length = notation.any_length
        self.least = notation.least
        self.length_squared = rf"\|{self.separator}\|^2"
        self._last = notation.last_update
        own_step = notation.name == "002" and not by_distance
        plain = bounds.eta == 1 and not own_step
        eta = r"\alpha" if own_step else notation.eta
        usual = ("2", eta), f"{eta}^2", f"2{eta}^2", f"2m/{eta}"
        if plain:
            usual = ("2", ""), "", "2", "2m"
        elif notation.name == "002" and by_distance:
            usual = _TWO_MU
        (factor, symbol), self.step_squared, squared_twice, self._margin_per_step = usual
        self.step = "" if plain else eta
        self.step_twice = f"{factor}{symbol}"
        self.pull_factor = rf"{factor}\alpha{symbol}"  # 2αη
        self.scaled_radius = product_latex(self.step_squared, self.radius_squared)  # η²R²
        self.scaled_radius_twice = product_latex(squared_twice, self.radius_squared)

    @property
    def growth(self) -> str:
        """η²R², and with a margin η²R² + 2ηm: the most that ‖w‖² gains in one update."""
        if not self._bounds.mistakes_up_to:
            return self.scaled_radius
        return f"{self.scaled_radius} + {product_latex(self.step_twice, 'm')}"

    @property
    def upper(self) -> str:
        """‖w₀‖² + kη²R²."""
        growth = f"({self.growth})" if self._bounds.mistakes_up_to else self.growth
        grown = product_latex(growth, "k")
        return rf"\|{self.start}\|^2 + {grown}" if self.start else grown

    @property
    def middle(self) -> str:
        """‖w₀‖² + η²Σ‖x̃‖² of the mistakes made, which each have at most R²."""
        notation = self._notation
        named = f"{notation.signed}(i)" if notation.by_update else notation.of_point(notation.point)
        added = product_latex(self.step_squared, rf"\sum\|{named}\|^2")
        margin = product_latex(self.step_twice, "m", "k") if self._bounds.mistakes_up_to else ""
        return " + ".join(filter(None, [self.start and rf"\|{self.start}\|^2", added, margin]))

    @property
    def lower(self) -> str:
        """(⟨w₀, u⟩ + kηγ)², or with any w* (⟨w₀, w*⟩ + kηγ)²/‖w*‖²."""
        if self.any_length:
            grown = product_latex(self.step_squared, f"{self.least}^2k^2")
            return f"{f'({self.along})^2' if self.start else grown}/{self.length_squared}"
        if self.start:
            return f"({self.along})^2"
        return product_latex(self.step_squared, r"\gamma^2k^2")

    @property
    def along(self) -> str:
        """⟨w₀, u⟩ + kηγ, how far the weights have come in the direction of w* at least."""
        margin, towards = (self.least, self.separator) if self.any_length else (r"\gamma", "u")
        grown = product_latex(self.step, margin, "k")
        return rf"\langle {self.start}, {towards}\rangle + {grown}" if self.start else grown

    @property
    def floor(self) -> str:
        """(⟨w₀, u⟩ + kηγ)/√(‖w₀‖² + kη²R²)."""
        length = rf"\|{self.separator}\|" if self.any_length else ""
        if self.start or self._bounds.mistakes_up_to:
            along = f"({self.along})" if self.start else self.along
            root = rf"\sqrt{{{self.upper}}}"
            return rf"{along}/({length}{root})" if length else f"{along}/{root}"
        name, margin = self._notation.radius, self.least if length else r"\gamma"
        return rf"\sqrt{{k}}\,{margin}/" + (f"({name}{length})" if length else name)

    @property
    def direction(self) -> list[str]:
        """Say what u is, where it was named."""
        if not self.start or self.any_length:
            return []
        return [rf"Here $u = {self.separator}/\|{self.separator}\|$."]

    @property
    def distance(self) -> str:
        """‖w₀ − αw*‖² − kη²R²."""
        return rf"{self.away} - {product_latex(self.scaled_radius, 'k')}"

    def scale_of(self, basis: Basis, alpha: Fraction | None = None) -> str:
        """Say what α is: that of the proof for this w*, or another one."""
        value = basis.alpha if alpha is None else alpha
        shown = valued(value) if is_short_fraction(value) else rounded(value)
        formula = "" if alpha is not None else f" = {self.alpha}"
        if not self.any_length:
            return rf"Here $\alpha{formula} {shown}$ and $\|{self.separator}\| = \gamma$."
        ordered = basis.vector
        if self._notation.constant_first and len(ordered) > 1:
            ordered = (ordered[-1], *ordered[:-1])
        if len(ordered) > _MOST_NUMBERS:
            return rf"Here $\alpha{formula} {shown}$."
        return rf"Here $\alpha{formula} {shown}$ and ${self.separator} = {vector(ordered)}$."

    @property
    def alpha(self) -> str:
        """ηR²/γ, where γ is the least ⟨z, w*⟩."""
        return f"{product_latex(self.step, self.radius_squared)}/{self.least}"

    @property
    def half_alpha(self) -> str:
        """ηR²/(2γ), above which every mistake brings w closer to αw*."""
        return f"{product_latex(self.step, self.radius_squared)}/(2{self.least})"

    @property
    def distance_with_any_alpha(self) -> str:
        """‖w₀ − αw*‖² − k(2αηγ − η²R²)."""
        return f"{self.away} - ({self._fall_with_any_alpha})k"

    @property
    def _fall_with_any_alpha(self) -> str:
        return f"{product_latex(self.pull_factor, self.least)} - {self.scaled_radius}"

    def arrival_with_any_alpha(
        self, limit: Fraction, write: Callable[[Fraction], str] = rounded
    ) -> str:
        """Say where the distance would be 0: k* = ‖w₀ − αw*‖²/(2αηγ − η²R²)."""
        return f"{self._last} = {self.away}/({self._fall_with_any_alpha}) {write(limit)}"

    @property
    def away(self) -> str:
        """‖w₀ − αw*‖²."""
        from_start = f"{self.start} - " if self.start else ""
        return rf"\|{from_start}\alpha {self.separator}\|^2"

    def meeting(self, write: Callable[[Fraction], str] = rounded) -> str:
        """Say where the bounds meet: k* = R²/γ² = 51; `valued` writes all digits there are."""
        bounds, limit = self._bounds, self._bounds.exact_limit
        if limit is not None:
            grown = self.radius_squared
            if bounds.mistakes_up_to:
                grown = f"({grown} + {self._margin_per_step})"
            return f"k^* = {self._notation.over_margin(grown)} {write(limit)}"
        # The two bounds may be exactly equal after k updates, and never again later.
        k = bounds.most_updates
        whole, along = Fraction(k), bounds.start_along + k * bounds.eta * bounds.margin_squared
        above = bounds.start_norm_squared + k * bounds.growth
        is_last = 2 * bounds.eta * along >= bounds.growth  # else weights along w* meet at once too
        is_exact = is_last and along**2 == above * bounds.margin_squared
        if is_exact or bounds.limit >= FLOAT_INTEGERS:
            return f"k^* {valued(whole)}"
        return rf"k^* \approx {number(bounds.limit)}"

    def arrival(self, write: Callable[[Fraction], str] = rounded) -> str:
        """Say where the distance would be 0: k* = ‖w₀ − αw*‖²/(η²R²)."""
        fall = f"({self.scaled_radius})" if self.step else self.scaled_radius
        quotient = f"{self.away}/{fall}"
        if not self.start and self._last == "k^*":
            quotient = self._notation.over_margin(self.radius_squared)
        return f"{self._last} = {quotient} {write(self._bounds.distance_limit)}"
