"""The formulas of the two convergence proofs in the symbols of a lecture."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from perceptron_gui.base.exact import FLOAT_INTEGERS, format_number
from perceptron_gui.base.number_text import Number, number, product_latex
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.lectures.notation import Notation

_AFTER = {"000": "w^{(k)}", "001": r"\theta^{(k)}", "002": "w(k)", "003": "a^{(k+1)}"}
_START = {
    "000": "w^{(0)}",
    "001": r"\theta^{(0)}",
    "002": "w(0)",
    "003": "a^{(1)}",
    "004": r"\theta(0)",
}
_BEST = {"001": r"\hat{\theta}", "003": r"\hat{a}", "004": r"\theta^*"}
_RADIUS = {"003": r"\beta"}
_STEP = {"002": r"2\mu"}


def weights_after(notation: Notation) -> str:
    """Return the weights after k updates: w^{(k)}, w(k), a^{(k+1)} …"""
    return _AFTER.get(notation.name, notation.bare_weights)


def start(notation: Notation) -> str:
    """Return the weights before the first visit."""
    return _START[notation.name]


def separator(notation: Notation) -> str:
    """Return the symbol of w*."""
    return _BEST.get(notation.name, "w^*")


def radius(notation: Notation) -> str:
    """Return the symbol of R."""
    return _RADIUS.get(notation.name, "R")


def step(notation: Notation) -> str:
    """Return the symbol of η; 002's μ makes steps of 2μ."""
    return _STEP.get(notation.name, notation.step)


# 002's step is 2μ: the factor and the symbol of 2η, then η², 2η² and 2m/η.
_STEP_TWICE = {"002": ("4", r"\mu")}
_STEP_SQUARED = {"002": r"4\mu^2"}
_STEP_SQUARED_TWICE = {"002": r"8\mu^2"}
_MARGIN_PER_STEP = {"002": r"m/\mu"}
# The last update of the proof by distances.
_LAST = {"003": "k_0"}
# Longer fractions nobody reads.
_LONGEST = 7


def is_short_fraction(value: Fraction) -> bool:
    """Return whether a number is written as a fraction that one can read."""
    text = number(value)
    return "/" in text and len(text) <= _LONGEST


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
    """The bounds of a run in LaTeX; a step of 1 and weights that start at 0 are left out."""

    def __init__(self, bounds: Bounds, notation: Notation) -> None:
        self._bounds = bounds
        self.start = start(notation) if bounds.start_norm_squared else ""
        self.radius_squared = f"{radius(notation)}^2"
        self.separator = separator(notation)
        self._last = _LAST.get(notation.name, "k^*")
        plain = bounds.eta == 1
        self.step = "" if plain else step(notation)
        name, eta = notation.name, step(notation)
        factor, symbol = ("2", "") if plain else _STEP_TWICE.get(name, ("2", eta))
        self.step_twice = f"{factor}{symbol}"
        self.pull_factor = rf"{factor}\alpha{symbol}"  # 2αη
        self.step_squared = "" if plain else _STEP_SQUARED.get(name, f"{eta}^2")
        squared_twice = "2" if plain else _STEP_SQUARED_TWICE.get(name, f"2{eta}^2")
        self.scaled_radius = product_latex(self.step_squared, self.radius_squared)  # η²R²
        self.scaled_radius_twice = product_latex(squared_twice, self.radius_squared)
        self._margin_per_step = "2m" if plain else _MARGIN_PER_STEP.get(name, f"2m/{eta}")

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
    def lower(self) -> str:
        """(⟨w₀, u⟩ + kηγ)²."""
        if self.start:
            return f"({self.along})^2"
        return product_latex(self.step_squared, r"\gamma^2k^2")

    @property
    def along(self) -> str:
        """⟨w₀, u⟩ + kηγ, how far the weights have come in the direction of w* at least."""
        grown = product_latex(self.step, r"\gamma k")
        return rf"\langle {self.start}, u\rangle + {grown}" if self.start else grown

    @property
    def floor(self) -> str:
        """(⟨w₀, u⟩ + kηγ)/√(‖w₀‖² + kη²R²)."""
        if self.start or self._bounds.mistakes_up_to:
            along = f"({self.along})" if self.start else self.along
            return rf"{along}/\sqrt{{{self.upper}}}"
        return rf"\sqrt{{k}}\,\gamma/{self.radius_squared.removesuffix('^2')}"

    @property
    def direction(self) -> list[str]:
        """Say what u is, where it was named."""
        if not self.start:
            return []
        return [rf"Here $u = {self.separator}/\|{self.separator}\|$."]

    @property
    def distance(self) -> str:
        """‖w₀ − αw*‖² − kη²R²."""
        return rf"{self.away} - {product_latex(self.scaled_radius, 'k')}"

    @property
    def scale(self) -> str:
        """Say what α is, for the w* that is as long as the margin."""
        formula = f"{product_latex(self.step, self.radius_squared)}/\\gamma^2"
        scale = self._bounds.distance_scale
        value = valued(scale) if is_short_fraction(scale) else rounded(scale)
        return rf"Here $\alpha = {formula} {value}$ and $\|{self.separator}\| = \gamma$."

    @property
    def away(self) -> str:
        """‖w₀ − αw*‖²."""
        from_start = f"{self.start} - " if self.start else ""
        return rf"\|{from_start}\alpha {self.separator}\|^2"

    def meeting(self, write: Callable[[Fraction], str] = rounded) -> str:
        """Say where the bounds meet: k* = R²/γ² = 51; `valued` writes all digits there are."""
        bounds, limit = self._bounds, self._bounds.exact_limit
        if limit is not None:
            return f"{self._quotient} {write(limit)}"
        whole = Fraction(bounds.most_updates)
        if _meet(bounds, whole) or bounds.limit >= FLOAT_INTEGERS:
            return f"k^* {valued(whole)}"
        return rf"k^* \approx {number(bounds.limit)}"

    @property
    def _quotient(self) -> str:
        grown = self.radius_squared
        if self._bounds.mistakes_up_to:
            grown = f"({grown} + {self._margin_per_step})"
        return rf"k^* = {grown}/\gamma^2"

    def arrival(self, write: Callable[[Fraction], str] = rounded) -> str:
        """Say where the distance would be 0: k* = ‖w₀ − αw*‖²/(η²R²)."""
        return f"{self._arrival} {write(self._bounds.distance_limit)}"

    @property
    def _arrival(self) -> str:
        if not self.start:
            return rf"{self._last} = {self.radius_squared}/\gamma^2"
        fall = f"({self.scaled_radius})" if self.step else self.scaled_radius
        return f"{self._last} = {self.away}/{fall}"


def _meet(bounds: Bounds, k: Fraction) -> bool:
    """Return whether the two bounds are exactly equal after k updates, and never again later."""
    forward = bounds.start_along + k * bounds.eta * bounds.margin_squared
    upper = bounds.start_norm_squared + k * bounds.growth
    # Weights that begin in the direction of w* also meet both bounds at the start.
    is_last = 2 * bounds.eta * forward >= bounds.growth
    return is_last and forward**2 == upper * bounds.margin_squared
