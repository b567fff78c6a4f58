"""w* and what both proofs take from it: the least ⟨z, w*⟩, ‖w*‖², and the bounds that follow.

Lectures 000, 002 and 003 prove it for any w* that separates. They get the one of the largest
margin in whole numbers, as on a board, or one that is given. Elsewhere w* is as long as γ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_gui.base.exact import common_unit, dot, whole_numbers
from perceptron_gui.base.number_text import number
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation, point_number

ANY_LENGTH = ("000", "002", "003")
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
        times = 1 if notation.name in ANY_LENGTH else least / squared
        return Basis(tuple(times * v for v in given), times * least, theirs)
    best, margin = run.verdict.separator, run.verdict.margin_squared
    times = Fraction(1)
    if notation.name in ANY_LENGTH:
        unit = common_unit(best)
        times = 1 / unit if max(abs(v / unit) for v in best) <= _LARGEST else times
    return Basis(tuple(times * v for v in best), times * margin, bounds)


def why_not(run: Run, given: Sequence[Fraction]) -> str:
    """Say why weights cannot be w*, or nothing where every point is on its own side of them."""
    needed = run.space.dimension
    if len(given) != needed:
        last = ", that of the offset last" if run.rule.offset else ""
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
