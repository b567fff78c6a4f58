"""The quantities in both convergence proofs at one visit of a run, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.base.number_text import Number, product_latex, vector
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.visit import VisitContext

from .basis import Basis
from .formulas import ProofFormulas, valued, weights_after

# How far rounding may carry a run in floating point past an inequality, relative to its sides.
_SLACK = Fraction(1, 10**9)
_LARGEST = 10**300
_SIGNED = {"002": r"\bar{x}"}  # z = yx


def inner(one: str, other: str) -> str:
    """Write ⟨w, z⟩."""
    return rf"\langle {one}, {other}\rangle"


def square(vector_name: str) -> str:
    """Write ‖w‖²."""
    return rf"\|{vector_name}\|^2"


class ProofTerms:
    """The quantities before and after a visit, exactly; floats stand for their exact values."""

    def __init__(
        self, run: Run, basis: Basis, visit: int, notation: Notation, by_distance: bool = False
    ) -> None:
        self.run = run
        self.basis = basis
        self.bounds = basis.bounds
        self.context = VisitContext(run, visit, notation)
        self.notation = notation
        self.formulas = ProofFormulas(basis.bounds, notation, by_distance)
        self.k = self.context.updates_after
        self.best = basis.vector
        self.now = run.exact_weights_at(visit)
        self.before = run.exact_weights_at(max(visit - 1, 0))
        self._is_exact = run.arithmetic == "exact"
        # The symbols of w without its number and after k updates, of z = yx, and of any such z:
        # where the data are sign-switched they are the points themselves.
        self.weights_name = notation.bare_weights
        self.weights_now_name = weights_after(notation)
        switched = notation.sign_switched
        signed = _SIGNED.get(notation.name, "z")
        self.signed_name = self.context.symbols.point if switched else signed
        self.any_signed_name = notation.summand if switched else signed

    @property
    def signed(self) -> list[Fraction]:
        """z of the visited point."""
        assert self.context.index is not None
        return [Fraction(value) for value in self.context.signed(self.context.index)]

    def away(self, weights: Sequence[Fraction]) -> Fraction:
        """Return ‖w − αw*‖²."""
        return self.basis.away(weights, self.basis.alpha)

    def number(self, value: Fraction) -> Number:
        """Return a number to be shown: a fraction where the run is exact, else a float."""
        return value if self._is_exact or abs(value) >= _LARGEST else float(value)

    def valued(self, value: Fraction) -> str:
        """Write = 1/17 ≈ 0.0588235."""
        return valued(self.number(value))

    def vector(self, values: Sequence[Fraction]) -> str:
        """Write a vector in the order of the lecture, the constant coordinate included."""
        return vector(self.context.in_order([self.number(value) for value in values]))

    def at_most(self, one: Fraction, other: Fraction, size: Fraction = Fraction(0)) -> bool:
        """Return whether one ≤ other; `size` is that of what they are the difference of."""
        if self._is_exact:
            return one <= other
        return one <= other + _SLACK * max(abs(one), abs(other), size)

    def stepped(self, *parts: str) -> str:
        """Write η and what it multiplies; a step of 1 is left out."""
        return product_latex(self.formulas.step, *parts)
