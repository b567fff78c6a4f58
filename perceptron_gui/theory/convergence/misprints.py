"""What the notes print otherwise where a class would stumble, with the number that shows it.

000 divides by γ, 002 forgets a square, 003 forgets α at first. Each is said at the visits whose
numbers contradict what is printed, and at no others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np

from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import number
from perceptron_gui.lectures.notation import point_number

from .statement import DISTANCE, LIMIT, NORM, NORM_LOWER, Statement, formula_line
from .terms import ProofTerms, inner, square

_MOST_COUNTED = 1000  # updates whose distances are compared


def squeeze_misprints(terms: ProofTerms) -> Iterator[Statement]:
    """Yield what 000 and 002 print in this proof."""
    if terms.notation.name == "000":
        yield from _divided_by_margin(terms)
    elif terms.notation.name == "002":
        yield from _length_not_squared(terms)


def distance_misprints(terms: ProofTerms) -> Iterator[Statement]:
    """Yield what 003 prints in this proof."""
    if terms.notation.name == "003":
        yield from _without_alpha(terms)
        yield from _no_less_at_ties(terms)


def _divided_by_margin(terms: ProofTerms) -> Iterator[Statement]:
    """Slide 27: k ≤ R²‖w*‖²/γ. Multiples of w* have the same line, but other such bounds."""
    bounds, basis = terms.bounds, terms.basis
    if bounds.start_norm_squared or bounds.mistakes_up_to or not terms.k:
        return
    printed = bounds.radius_squared * basis.squared / basis.least
    times = Fraction(1)
    while times * printed >= terms.k:
        times /= 10
    multiple = f"{number(times)}{terms.formulas.separator}"
    where = "" if times == 1 else rf"\text{{ for }}{multiple}"
    formula = (
        r"\text{slide 27 divides by }\gamma\text{ instead of }\gamma^2\text{, which would allow }"
        rf"{number(terms.number(times * printed))}\text{{ updates}}{where}"
        rf"\text{{, and this run has made }}{terms.k}"
    )
    yield formula_line("misprint", formula, (LIMIT,))


def _length_not_squared(terms: ProofTerms) -> Iterator[Statement]:
    """Section 5.1: ‖w(k)‖²‖w*‖ ≥ ⟨w(k), w*⟩², where ‖w*‖² is meant."""
    norm, along = dot(terms.now, terms.now), dot(terms.now, terms.best) ** 2
    if norm**2 * terms.basis.squared >= along**2:
        return
    w, best = terms.weights_now_name, terms.formulas.separator
    printed = number(float(norm) * math.sqrt(terms.basis.squared))
    formula = (
        rf"\text{{section 5.1 has }}{square(w)}\,\|{best}\| \ge {inner(w, best)}^2"
        rf"\text{{, but }}{printed} < {number(terms.number(along))}\text{{: it is }}"
        rf"{square(w)}\,{square(best)} {terms.valued(norm * terms.basis.squared)}"
    )
    yield formula_line("misprint", formula, (NORM, NORM_LOWER))


def _without_alpha(terms: ProofTerms) -> Iterator[Statement]:
    """Page 11: every correction comes closer to any solution, before there is an α."""
    if not 0 < terms.k <= _MOST_COUNTED:
        return
    risen = farther(terms, Fraction(1))
    if not risen:
        return
    w, best = terms.weights_name, terms.formulas.separator
    formula = (
        rf"\text{{page 11 has no }}\alpha\text{{, but }}\|{w} - {best}\|^2\text{{ has risen at }}"
        rf"{risen}\text{{ of these }}{terms.k}\text{{ updates}}"
    )
    yield formula_line("misprint", formula, (DISTANCE,))


def _no_less_at_ties(terms: ProofTerms) -> Iterator[Statement]:
    """Page 13: the distance falls by more than β². At a tie it may fall by just as much."""
    if not terms.context.is_update or terms.context.index is None:
        return
    least = terms.bounds.eta**2 * terms.bounds.radius_squared
    if terms.away(terms.before) - terms.away(terms.now) != least:
        return
    formula = (
        rf"\text{{page 13 has }}<\text{{, but point {point_number(terms.context.index)} lies on the"
        rf" line: the distance falls by }}{terms.formulas.scaled_radius} {terms.valued(least)}"
        r"\text{, not by more}"
    )
    yield formula_line("tie", formula, (DISTANCE,))


def farther(terms: ProofTerms, alpha: Fraction) -> int:
    """Return how many of the updates so far have carried w away from αw*."""
    raw = terms.run.history.weights_after(np.arange(terms.k + 1))
    weights = [terms.run.path.arithmetic.fractions(row) for row in raw]
    away = [terms.basis.away(w, alpha) for w in weights]
    return sum(later > earlier for earlier, later in pairwise(away))
