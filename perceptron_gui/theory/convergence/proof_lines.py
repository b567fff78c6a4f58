"""The lines of both convergence proofs, and what the notes print otherwise.

002 (Novikoff): ‖w‖² grows slowly and ⟨w, w*⟩ fast, until both cannot be. 003: every update brings
w closer to αw* by at least η²R². What they share on one visit comes first.

Where a class would stumble over the notes, a number shows it: 000 divides by γ, 002 forgets a
square, 003 forgets α at first. Each is said at the visits whose numbers contradict what is
printed, and at no others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np

from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import added, number, product_latex
from perceptron_gui.lectures.notation import point_number

from .formulas import valued
from .premises import ProofTerms, inner, square
from .statement import (
    DISTANCE,
    DISTANCE_UPPER,
    LIMIT,
    LINE,
    NORM,
    NORM_LOWER,
    NORM_UPPER,
    RADIUS,
    SEPARATOR,
    VISITED,
    Statement,
    formula_line,
)

_MOST_COUNTED = 1000  # updates whose distances are compared


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


def _quiet_visit(terms: ProofTerms) -> Statement | None:
    """Return the line that nothing changes, at the start or where there is no mistake."""
    context = terms.context
    if not context.visit:
        return formula_line("unchanged", r"\text{before the first visit}")
    if context.is_update:
        return None
    who = "no point" if context.index is None else f"point {point_number(context.index)}"
    how = "is a mistake" if context.index is None else "is no mistake"
    formula = rf"\text{{{who} {how}: no update, nothing changes}}"
    return formula_line("unchanged", formula, (VISITED,))


def _sizes(terms: ProofTerms) -> tuple[Fraction, Fraction]:
    """Return 2η⟨w, z⟩ and η²‖z‖², the two parts of what an update adds to ‖w‖²."""
    eta, z = terms.bounds.eta, terms.signed
    return 2 * eta * dot(terms.before, z), eta**2 * dot(z, z)


def _wrong(terms: ProofTerms) -> str:
    return "within the margin" if terms.bounds.mistakes_up_to else "a mistake"


def _mistake_line(terms: ProofTerms) -> Statement:
    """Return the line that names the mistake, and z."""
    context, z = terms.context, terms.signed
    assert context.index is not None
    score = dot(terms.before, z)
    limit = terms.bounds.mistakes_up_to
    meaning = "" if terms.notation.sign_switched else "yx = "
    bound = f"m = {number(terms.number(limit))}" if limit else "0"
    formula = (
        rf"\text{{point {point_number(context.index)} is {_wrong(terms)}: }}"
        rf"{inner(context.symbols.before, terms.signed_name)} {terms.valued(score)} \le "
        rf"{bound}\text{{ for }}{terms.signed_name} = {meaning}{terms.vector(z)}"
    )
    return formula_line("mistake", formula, (VISITED, LINE), terms.at_most(score, limit))


def _cross_term(terms: ProofTerms) -> Statement:
    """Return the line that 2η⟨w, z⟩ does not make w longer, because the point was a mistake."""
    formulas, bounds = terms.formulas, terms.bounds
    cross, _ = _sizes(terms)
    most = 2 * bounds.eta * bounds.mistakes_up_to
    product = inner(terms.context.symbols.before, terms.signed_name)
    bound = f"{product_latex(formulas.step_twice, 'm')} {terms.valued(most)}" if most else "0"
    formula = (
        rf"\text{{cross term }}{product_latex(formulas.step_twice, product)} "
        rf"{terms.valued(cross)} \le "
        rf"{bound}\text{{, since it was {_wrong(terms)}}}"
    )
    return formula_line("cross-term", formula, (VISITED, LINE), terms.at_most(cross, most))


def _progress_line(terms: ProofTerms, most: int, curve: str) -> Statement:
    """Return the line on how far the run is from the bound."""
    noun = "update" if most == 1 else "updates"
    formula = rf"k = {terms.k}\text{{ of at most }}{number(Fraction(most))}\text{{ {noun}}}"
    return formula_line("progress", formula, (LIMIT, curve), terms.k <= most)


def squeeze_given(terms: ProofTerms) -> Iterator[Statement]:
    """Yield where the weights began, unless that is 0."""
    formulas, bounds = terms.formulas, terms.bounds
    if formulas.start:
        formula = (
            rf"{square(formulas.start)} {terms.valued(bounds.start_norm_squared)}\text{{, }}"
            rf"{inner(formulas.start, formulas.separator)} {terms.valued(terms.basis.start_along)}"
        )
        if not formulas.any_length:
            formula += rf"\text{{, and }}u = {formulas.separator}/\gamma"
        yield formula_line("start", formula, (NORM,))


def squeeze_visit(terms: ProofTerms) -> Iterator[Statement]:
    """Yield what the update adds to ⟨w, w*⟩ and to ‖w‖², each against its bound."""
    if (quiet := _quiet_visit(terms)) is not None:
        yield quiet
        return
    formulas, z = terms.formulas, terms.signed_name
    yield _mistake_line(terms)
    along = dot(terms.now, terms.best)
    product = terms.stepped(inner(z, formulas.separator))
    yield terms.relation(
        "along-gain",
        (
            rf"{inner(terms.weights_name, formulas.separator)}\text{{ gains }}{product}",
            along - dot(terms.before, terms.best),
        ),
        r"\ge",
        (terms.stepped(formulas.least), terms.bounds.eta * terms.basis.least),
        (VISITED, SEPARATOR, NORM_LOWER),
        abs(along),
    )
    yield _cross_term(terms)
    cross, own = _sizes(terms)
    norm = dot(terms.now, terms.now)
    twice = product_latex(formulas.step_twice, inner(terms.context.symbols.before, z))
    symbols = f"{twice} + {product_latex(formulas.step_squared, square(z))}"
    sum_of_both = added(number(terms.number(cross)), (False, number(terms.number(own))))
    yield terms.relation(
        "norm-gain",
        (
            rf"{square(terms.weights_name)}\text{{ gains }}{symbols} = {sum_of_both}",
            norm - dot(terms.before, terms.before),
        ),
        r"\le",
        (formulas.growth, terms.bounds.growth),
        (VISITED, RADIUS, NORM_UPPER),
        norm,
    )


def squeeze_sums(terms: ProofTerms) -> Iterator[Statement]:
    """Yield what k updates have added up to, and the squeeze between both."""
    formulas, bounds, k = terms.formulas, terms.bounds, terms.k
    along, norm = dot(terms.now, terms.best), dot(terms.now, terms.now)
    least_along = terms.basis.start_along + k * bounds.eta * terms.basis.least
    most = bounds.start_norm_squared + k * bounds.growth
    begin = f"{inner(formulas.start, formulas.separator)} + " if formulas.start else ""
    w = terms.weights_now_name
    yield terms.relation(
        "along-sum",
        (inner(w, formulas.separator), along),
        r"\ge",
        (f"{begin}{terms.stepped(formulas.least, 'k')}", least_along),
        (SEPARATOR, NORM_LOWER),
    )
    above = terms.relation(
        "norm-sum", (square(w), norm), r"\le", (formulas.upper, most), (NORM, NORM_UPPER)
    )
    yield above
    # Cauchy and Schwarz join both: ⟨w, u⟩² ≤ ‖w‖².
    least = max(least_along, Fraction(0)) ** 2 / terms.basis.squared
    low = f"{formulas.lower} {terms.valued(least)}"
    if least_along < 0:  # a negative bound of ⟨w, u⟩ says nothing about its square
        low = "0"
    formula = rf"\text{{by Cauchy-Schwarz: }}{low} \le {above.text}"
    holds = terms.at_most(least, norm) and above.holds
    yield formula_line("squeeze", formula, (NORM_LOWER, NORM, NORM_UPPER), holds)


def squeeze_bound(terms: ProofTerms, most: int) -> Iterator[Statement]:
    """Yield the largest k for which both can be, and how far this run is from it."""
    formulas = terms.formulas
    limit = formulas.meeting(valued)
    formula = rf"{formulas.lower} \le {formulas.upper}\text{{ only while }}k \le {limit}"
    yield formula_line("bound", formula, (NORM_LOWER, NORM_UPPER, LIMIT))
    yield _progress_line(terms, most, NORM)
    if terms.notation.name == "000":
        yield from _divided_by_margin(terms)
    elif terms.notation.name == "002":
        yield from _length_not_squared(terms)


def distance_given(terms: ProofTerms) -> Iterator[Statement]:
    """Yield α, and how far from αw* the weights begin."""
    formulas = terms.formulas
    formula = rf"\alpha = {formulas.alpha} {terms.valued(terms.basis.alpha)}"
    yield formula_line("scale", formula, (SEPARATOR,))
    away = terms.away(terms.run.start)
    yield formula_line("start", f"{formulas.away} {terms.valued(away)}", (DISTANCE,))


def distance_visit(terms: ProofTerms) -> Iterator[Statement]:
    """Yield the three parts by which the distance falls, and their sum."""
    if (quiet := _quiet_visit(terms)) is not None:
        yield quiet
        return
    formulas, bounds = terms.formulas, terms.bounds
    radius = bounds.eta**2 * bounds.radius_squared
    cross, own = _sizes(terms)
    yield _mistake_line(terms)
    # w* shortens the distance by 2αη⟨z, w*⟩ ≥ 2η²R².
    pull = 2 * terms.basis.alpha * bounds.eta * dot(terms.signed, terms.best)
    twice, product = formulas.pull_factor, inner(terms.signed_name, formulas.separator)
    least = f"{product_latex(twice, formulas.least)} = {formulas.scaled_radius_twice}"
    yield terms.relation(
        "pull",
        (product_latex(twice, product), pull),
        r"\ge",
        (least, 2 * radius),
        (VISITED, SEPARATOR),
    )
    yield _cross_term(terms)
    yield terms.relation(
        "length",
        (product_latex(formulas.step_squared, square(terms.signed_name)), own),
        r"\le",
        (formulas.scaled_radius, radius),
        (VISITED, RADIUS),
    )
    before = terms.away(terms.before)
    parts = [number(terms.number(abs(value))) for value in (cross, own)]
    plugged = added(number(terms.number(pull)), (cross > 0, parts[0]), (True, parts[1]))
    distance = rf"\|{terms.weights_name} - \alpha {formulas.separator}\|^2"
    yield terms.relation(
        "drop",
        (rf"{distance}\text{{ falls by }}{plugged}", before - terms.away(terms.now)),
        r"\ge",
        (formulas.scaled_radius, radius),
        (VISITED, DISTANCE, DISTANCE_UPPER),
        before,
    )


def distance_sums(terms: ProofTerms) -> Iterator[Statement]:
    """Yield how far away the weights are after k updates, against the bound."""
    formulas, bounds = terms.formulas, terms.bounds
    start = terms.away(terms.run.start)
    yield terms.relation(
        "distance-sum",
        (
            rf"0 \le \|{terms.weights_now_name} - \alpha {formulas.separator}\|^2",
            terms.away(terms.now),
        ),
        r"\le",
        (formulas.distance, start - terms.k * bounds.eta**2 * bounds.radius_squared),
        (DISTANCE, DISTANCE_UPPER),
        start,
    )


def distance_bound(terms: ProofTerms, most: int) -> Iterator[Statement]:
    """Yield how often the distance can fall, and how far this run is from that."""
    formulas = terms.formulas
    formula = rf"0 \le {formulas.distance}\text{{ only while }}k \le {formulas.arrival(valued)}"
    yield formula_line("bound", formula, (DISTANCE_UPPER, LIMIT))
    yield _progress_line(terms, most, DISTANCE)
    if terms.notation.name == "003":
        yield from _without_alpha(terms)
        yield from _no_less_at_ties(terms)


# What is given, this visit, the sums so far, and the bound.
SQUEEZE_PARTS = squeeze_given, squeeze_visit, squeeze_sums, squeeze_bound
DISTANCE_PARTS = distance_given, distance_visit, distance_sums, distance_bound
