"""The lines of 003's proof: every update brings w closer to αw* by at least η²R²."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import added, number, product_latex

from .statement import DISTANCE, DISTANCE_UPPER, LIMIT, RADIUS, SEPARATOR, VISITED, ProofLine
from .terms import GAMMA_SQUARED, ProofTerms, inner, square
from .visit import cross_term, mistake_line, progress_line, quiet_visit, sizes


def distance_given(terms: ProofTerms) -> Iterator[ProofLine]:
    """Yield α, and how far from αw* the weights begin."""
    words, bounds = terms.words, terms.bounds
    scale = bounds.distance_scale
    formula = rf"\alpha = {terms.stepped(words.radius_squared)}/\gamma^2 {terms.valued(scale)}"
    yield ProofLine("scale", formula, (SEPARATOR,))
    away = terms.away(terms.run.start)
    yield ProofLine("start", f"{words.away} {terms.valued(away)}", (DISTANCE,))


def distance_visit(terms: ProofTerms) -> Iterator[ProofLine]:
    """Yield the three parts by which the distance falls, and their sum."""
    if (quiet := quiet_visit(terms)) is not None:
        yield quiet
        return
    yield mistake_line(terms)
    yield _pull(terms)
    yield cross_term(terms)
    yield _own_length(terms)
    yield _drop(terms)


def _pull(terms: ProofTerms) -> ProofLine:
    """Say how much the direction of w* shortens the distance: 2αη⟨z, w*⟩ ≥ 2η²R²."""
    words, bounds = terms.words, terms.bounds
    pull, least = _pulled(terms), 2 * bounds.eta**2 * bounds.radius_squared
    product = inner(terms.signed_name, words.separator)
    twice = words.step_twice[:1] + r"\alpha" + words.step_twice[1:]
    formula = (
        rf"{product_latex(twice, product)} {terms.valued(pull)} \ge "
        rf"{product_latex(twice, GAMMA_SQUARED)} = "
        rf"{_twice(words.step_squared, words.radius_squared)} {terms.valued(least)}"
    )
    highlights = (VISITED, SEPARATOR)
    return ProofLine("pull", formula, highlights, terms.at_most(least, pull))


def _twice(squared: str, radius: str) -> str:
    """Write 2η²R², and 8μ²R² where a step is 2μ."""
    return product_latex(r"8\mu^2" if squared.startswith("4") else f"2{squared}", radius)


def _pulled(terms: ProofTerms) -> Fraction:
    bounds = terms.bounds
    return 2 * bounds.distance_scale * bounds.eta * dot(terms.signed, terms.best)


def _own_length(terms: ProofTerms) -> ProofLine:
    words, bounds = terms.words, terms.bounds
    own, most = sizes(terms)[1], bounds.eta**2 * bounds.radius_squared
    formula = (
        rf"{product_latex(words.step_squared, square(terms.signed_name))} {terms.valued(own)} \le "
        rf"{product_latex(words.step_squared, words.radius_squared)} {terms.valued(most)}"
    )
    return ProofLine("length", formula, (VISITED, RADIUS), terms.at_most(own, most))


def _drop(terms: ProofTerms) -> ProofLine:
    words, bounds = terms.words, terms.bounds
    cross, own = sizes(terms)
    before, after = terms.away(terms.before), terms.away(terms.now)
    least = bounds.eta**2 * bounds.radius_squared
    parts = [number(terms.number(abs(value))) for value in (cross, own)]
    plugged = added(number(terms.number(_pulled(terms))), (cross > 0, parts[0]), (True, parts[1]))
    formula = (
        rf"\|{terms.weights_name} - \alpha {words.separator}\|^2\text{{ falls by }}{plugged} "
        rf"{terms.valued(before - after)} \ge "
        rf"{product_latex(words.step_squared, words.radius_squared)} {terms.valued(least)}"
    )
    holds = terms.at_most(least, before - after, before)
    return ProofLine("drop", formula, (VISITED, DISTANCE, DISTANCE_UPPER), holds)


def distance_sums(terms: ProofTerms) -> Iterator[ProofLine]:
    """Yield how far away the weights are after k updates, and how far they may be at most."""
    words, bounds = terms.words, terms.bounds
    fall = bounds.eta**2 * bounds.radius_squared
    away, most = terms.away(terms.now), terms.away(terms.run.start) - terms.k * fall
    formula = (
        rf"0 \le \|{terms.weights_now_name} - \alpha {words.separator}\|^2 "
        rf"{terms.valued(away)} \le {words.distance} {terms.valued(most)}"
    )
    holds = terms.at_most(away, most, terms.away(terms.run.start))
    yield ProofLine("distance-sum", formula, (DISTANCE, DISTANCE_UPPER), holds)


def distance_bound(terms: ProofTerms, most: int) -> Iterator[ProofLine]:
    """Yield how often the distance can fall, and how far this run is from that."""
    words = terms.words
    formula = rf"0 \le {words.distance}\text{{ only while }}k \le {words.full_arrival}"
    yield ProofLine("bound", formula, (DISTANCE_UPPER, LIMIT))
    yield progress_line(terms, most, DISTANCE)
