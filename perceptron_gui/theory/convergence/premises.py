"""What both proofs start from: their quantities at a visit, R, w*, γ and its points, η and w₀."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.base.exact import compare, floats_over, size_of, whole_numbers
from perceptron_gui.base.number_text import Number, number, product_latex, vector
from perceptron_gui.core.runs.measures import widest_of
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.widest import distance_squared
from perceptron_gui.lectures.notation import Notation, named_points, root_equals
from perceptron_gui.lectures.visit import VisitContext

from .formulas import Basis, ProofFormulas, valued
from .statement import MARGIN, RADIUS, RADIUS_POINT, SEPARATOR, SUPPORT, Statement, formula_line

# How far rounding may carry a run in floating point past an inequality, relative to its sides.
_SLACK = Fraction(1, 10**9)
_LARGEST = 10**300


Side = tuple[str, Fraction]  # what stands on one side of an inequality, and its value


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
        self.weights_now_name = notation.weights_after
        switched = notation.sign_switched
        self.signed_name = self.context.symbols.point if switched else notation.signed
        self.any_signed_name = notation.summand if switched else notation.signed

    @property
    def signed(self) -> list[Fraction]:
        assert self.context.index is not None
        return [Fraction(value) for value in self.context.signed(self.context.index)]

    def away(self, weights: Sequence[Fraction]) -> Fraction:
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

    def relation(
        self,
        key: str,
        left: Side,
        sign: str,
        right: Side,
        highlights: tuple[str, ...],
        size: Fraction = Fraction(0),
    ) -> Statement:
        r"""Return the line left \le right or left \ge right, and whether that is so."""
        (one, value), (other, limit) = left, right
        formula = f"{one} {self.valued(value)} {sign} {other} {self.valued(limit)}"
        least, most = (value, limit) if sign == r"\le" else (limit, value)
        return formula_line(key, formula, highlights, self.at_most(least, most, size))

    def stepped(self, *parts: str) -> str:
        """Write η and what it multiplies; a step of 1 is left out."""
        return product_latex(self.formulas.step, *parts)


_NEAR = 1e-9  # what floats cannot tell apart for sure is decided in integers


def margin_points(run: Run, basis: Basis | None = None) -> list[int]:
    """Return the points with the least ⟨z, w*⟩, whether or not their λ is 0.

    Without a basis, w* is the one of the largest margin.
    """
    if run.rule.rule == "kernel":  # whose λ are all that is known of w*
        return sorted(run.verdict.support)
    signs = _margin_signs(run, basis)
    found = {i for i, sign in signs.items() if sign == 0}
    return sorted(found if _is_another(run, basis) else found | run.verdict.support.keys())


def _is_another(run: Run, basis: Basis | None) -> bool:
    """Tell whether w* has another direction than the one of the largest margin."""
    return basis is not None and basis.bounds.margin_squared != run.verdict.margin_squared


def premise_lines(terms: ProofTerms) -> Iterator[Statement]:
    """Yield what is known of the data and of the rule."""
    run, formulas = terms.run, terms.formulas
    if run.rule.scale != "none":
        yield formula_line("scale", r"\text{all vectors are those of the scaled points}")
    if run.rule.offset:
        last = "first" if terms.notation.constant_first else "last"
        constant = number(run.rule.bias_scale)
        formula = rf"\text{{every vector has the constant coordinate }}{constant}\text{{ {last}}}"
        yield formula_line("space", formula)
    size = square("x" if terms.any_signed_name == "z" else terms.any_signed_name)
    who = named_points(run.space.radius_points)
    yield formula_line(
        "radius",
        f"{formulas.radius_squared} {terms.valued(terms.bounds.radius_squared)}"
        rf"\text{{, the largest }}{size}\text{{ ({who})}}",
        (RADIUS, RADIUS_POINT),
    )
    best = f"{formulas.separator} = {terms.vector(terms.best)}"
    if formulas.any_length:
        best += rf"\text{{, }}{formulas.length_squared} {terms.valued(terms.basis.squared)}"
    yield formula_line("separator", best, (SEPARATOR,))
    yield _margin(terms)
    if not _is_another(run, terms.basis):
        yield from distance_lines(run, formulas.separator)
    bounds = terms.bounds
    if formulas.step or bounds.mistakes_up_to:
        text = f"{terms.notation.eta} = {number(terms.number(bounds.eta))}"
        text = rf"\alpha = {text}" if formulas.step == r"\alpha" else text
        if bounds.mistakes_up_to:
            text += rf"\text{{, margin }}m = {number(terms.number(bounds.mistakes_up_to))}"
        yield formula_line("step", text)


def _margin(terms: ProofTerms) -> Statement:
    z, best, least = terms.any_signed_name, terms.formulas.separator, terms.formulas.least
    products, every = inner(z, best), rf"\text{{ for every }}{z}"
    if not terms.notation.sign_switched:
        every += " = yx"
    if terms.notation.name == "000":  # which writes y and x apart
        products, every = rf"y{inner(best, 'x')}", r"\text{ for every point}"
    length = "" if terms.formulas.any_length else rf"\|{best}\|^2 = "
    at_least, who = terms.basis.least, named_points(margin_points(terms.run, terms.basis))
    formula = (
        rf"{products} \ge {length}{least} {terms.valued(at_least)}{every}"
        rf"\text{{, with equality for {who}}}"
    )
    signs = _margin_signs(terms.run, terms.basis)
    held = () if _is_another(terms.run, terms.basis) else terms.run.verdict.support
    holds = min(signs.values(), default=0) >= 0 and all(signs.get(i) == 0 for i in held)
    return formula_line("margin", formula, (MARGIN, SUPPORT), holds)


def distance_lines(run: Run, separator: str) -> Iterator[Statement]:
    """Yield how far the line of w* is from its nearest point, beside the widest line.

    Without an offset γ says that; with one it counts the constant coordinate.
    """
    verdict = run.verdict
    square = distance_squared(run.space, verdict.separator, verdict.margin_squared)
    if not run.rule.offset or square is None:
        return
    where = f" in the {run.space.made_by} space" if run.space.made_by else ""
    formula = (
        rf"\text{{the line of }}{separator}\text{{ has the distance }}d {root_equals(square)}"
        rf"\text{{ to the nearest point{where}}}"
    )
    if (widest := widest_of(run)) is not None:
        best = rf"\text{{, the widest line }}d {root_equals(widest.distance_squared)}"
        is_widest = widest.distance_squared == square
        formula += r"\text{: it is the widest line}" if is_widest else best
    yield formula_line("distance", formula, (MARGIN,))


def _margin_signs(run: Run, basis: Basis | None) -> dict[int, int]:
    """Return the sign of ⟨z, w*⟩ − γ for all points where floats do not tell that it is 1."""
    vector, least = run.verdict.separator, run.verdict.margin_squared
    if basis is not None and _is_another(run, basis):
        vector, least = basis.vector, basis.least

    def computed() -> dict[int, int]:
        signed = run.space.signed
        *direction, nearest = floats_over([*vector, least], size_of(vector)).tolist()
        room = _NEAR * (abs(nearest) + float(np.abs(signed).max()))
        unclear = np.flatnonzero(signed @ np.array(direction) < nearest + room)
        rows, unit = run.space.exact_rows(unclear)
        whole, times = whole_numbers(vector)
        signs = compare(rows, whole, least * times / unit)
        return dict(zip(unclear.tolist(), signs.tolist(), strict=True))

    return run.cache.get_or_compute("margin signs", vector, computed)
