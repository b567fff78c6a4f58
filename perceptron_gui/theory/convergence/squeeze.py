"""The lines of 002's proof (Novikoff): ‖w‖² grows slowly, ⟨w, w*⟩ fast, until both cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import added, number, product_latex

from .statement import LIMIT, NORM, NORM_LOWER, NORM_UPPER, RADIUS, SEPARATOR, VISITED, ProofLine
from .terms import GAMMA_SQUARED, ProofTerms, inner, square
from .visit import cross_term, mistake_line, progress_line, quiet_visit, sizes


def squeeze_given(terms: ProofTerms) -> Iterator[ProofLine]:
    """Yield where the weights began, unless that is 0."""
    words, bounds = terms.words, terms.bounds
    if words.start:
        formula = (
            rf"{square(words.start)} {terms.valued(bounds.start_norm_squared)}\text{{, }}"
            rf"{inner(words.start, words.separator)} {terms.valued(bounds.start_along)}"
            rf"\text{{, and }}u = {words.separator}/\gamma"
        )
        yield ProofLine("start", formula, (NORM,))


def squeeze_visit(terms: ProofTerms) -> Iterator[ProofLine]:
    """Yield what the update adds to ⟨w, w*⟩ and to ‖w‖², each against its bound."""
    if (quiet := quiet_visit(terms)) is not None:
        yield quiet
        return
    yield mistake_line(terms)
    yield _gain_along(terms)
    yield cross_term(terms)
    yield _gain_of_norm(terms)


def _gain_along(terms: ProofTerms) -> ProofLine:
    bounds, best = terms.bounds, terms.words.separator
    gained = dot(terms.now, terms.best) - dot(terms.before, terms.best)
    least = bounds.eta * bounds.margin_squared
    product = inner(terms.signed_name, best)
    formula = (
        rf"{inner(terms.weights_name, best)}\text{{ gains }}{terms.stepped(product)} "
        rf"{terms.valued(gained)} \ge {terms.stepped(GAMMA_SQUARED)} {terms.valued(least)}"
    )
    size = abs(dot(terms.now, terms.best))
    highlights = (VISITED, SEPARATOR, NORM_LOWER)
    return ProofLine("along-gain", formula, highlights, terms.at_most(least, gained, size))


def _gain_of_norm(terms: ProofTerms) -> ProofLine:
    words, bounds = terms.words, terms.bounds
    cross, own = sizes(terms)
    gained = dot(terms.now, terms.now) - dot(terms.before, terms.before)
    z = terms.signed_name
    symbols = (
        rf"{product_latex(words.step_twice, inner(terms.context.symbols.before, z))} + "
        rf"{product_latex(words.step_squared, square(z))}"
    )
    sum_of_both = added(number(terms.number(cross)), (False, number(terms.number(own))))
    formula = (
        rf"{square(terms.weights_name)}\text{{ gains }}{symbols} = {sum_of_both} "
        rf"{terms.valued(gained)} \le {_most_growth(terms)} {terms.valued(bounds.growth)}"
    )
    holds = terms.at_most(gained, bounds.growth, dot(terms.now, terms.now))
    return ProofLine("norm-gain", formula, (VISITED, RADIUS, NORM_UPPER), holds)


def _most_growth(terms: ProofTerms) -> str:
    """Write η²R², and with a margin η²R² + 2ηm."""
    words = terms.words
    text = product_latex(words.step_squared, words.radius_squared)
    return (
        f"{text} + {product_latex(words.step_twice, 'm')}" if terms.bounds.mistakes_up_to else text
    )


def squeeze_sums(terms: ProofTerms) -> Iterator[ProofLine]:
    """Yield what k updates have added up to, and the squeeze between both."""
    words, bounds, k = terms.words, terms.bounds, terms.k
    along, norm = dot(terms.now, terms.best), dot(terms.now, terms.now)
    least_along = bounds.start_along + k * bounds.eta * bounds.margin_squared
    most = bounds.start_norm_squared + k * bounds.growth
    begin = f"{inner(words.start, words.separator)} + " if words.start else ""
    w = terms.weights_now_name
    yield ProofLine(
        "along-sum",
        rf"{inner(w, words.separator)} {terms.valued(along)} \ge "
        rf"{begin}{terms.stepped(GAMMA_SQUARED, 'k')} {terms.valued(least_along)}",
        (SEPARATOR, NORM_LOWER),
        terms.at_most(least_along, along),
    )
    yield ProofLine(
        "norm-sum",
        rf"{square(w)} {terms.valued(norm)} \le {words.upper} {terms.valued(most)}",
        (NORM, NORM_UPPER),
        terms.at_most(norm, most),
    )
    yield _squeezed(terms, least_along, norm, most)


def _squeezed(
    terms: ProofTerms, least_along: Fraction, norm: Fraction, most: Fraction
) -> ProofLine:
    """Join both by Cauchy and Schwarz: ⟨w, u⟩² ≤ ‖w‖²."""
    words = terms.words
    least = max(least_along, Fraction(0)) ** 2 / terms.bounds.margin_squared
    low = f"{words.lower} {terms.valued(least)}"
    if least_along < 0:  # a negative bound of ⟨w, u⟩ says nothing about its square
        low = "0"
    formula = (
        rf"\text{{by Cauchy-Schwarz: }}{low} \le {square(terms.weights_now_name)} "
        rf"{terms.valued(norm)} \le {words.upper} {terms.valued(most)}"
    )
    holds = terms.at_most(least, norm) and terms.at_most(norm, most)
    return ProofLine("squeeze", formula, (NORM_LOWER, NORM, NORM_UPPER), holds)


def squeeze_bound(terms: ProofTerms, most: int) -> Iterator[ProofLine]:
    """Yield the largest k for which both can be, and how far this run is from it."""
    words = terms.words
    formula = rf"{words.lower} \le {words.upper}\text{{ only while }}k \le {words.full_meeting}"
    yield ProofLine("bound", formula, (NORM_LOWER, NORM_UPPER, LIMIT))
    yield progress_line(terms, most, NORM)
