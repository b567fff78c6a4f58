"""The lines on one visit that both proofs share: the mistake, and why the cross term helps."""

from __future__ import annotations

from fractions import Fraction

from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import number, product_latex

from .statement import LIMIT, LINE, VISITED, ProofLine
from .terms import ProofTerms, inner


def quiet_visit(terms: ProofTerms) -> ProofLine | None:
    """Say that nothing changes, where the visit is none or no mistake."""
    context = terms.context
    if not context.visit:
        return ProofLine("unchanged", r"\text{before the first visit nothing has changed}")
    if context.is_update:
        return None
    who = "no point" if context.index is None else f"point {context.index}"
    how = "is a mistake" if context.index is None else "is no mistake"
    formula = rf"\text{{{who} {how}: no update, nothing changes}}"
    return ProofLine("unchanged", formula, (VISITED,))


def sizes(terms: ProofTerms) -> tuple[Fraction, Fraction]:
    """Return 2η⟨w, z⟩ and η²‖z‖², the two parts of what an update adds to ‖w‖²."""
    eta, z = terms.bounds.eta, terms.signed
    return 2 * eta * dot(terms.before, z), eta**2 * dot(z, z)


def _wrong(terms: ProofTerms) -> str:
    return "not right enough" if terms.bounds.mistakes_up_to else "a mistake"


def mistake_line(terms: ProofTerms) -> ProofLine:
    """Say which point was a mistake, and what z is."""
    context, z = terms.context, terms.signed
    score = dot(terms.before, z)
    limit = terms.bounds.mistakes_up_to
    meaning = "" if terms.notation.sign_switched else "yx = "
    bound = f"m = {number(terms.number(limit))}" if limit else "0"
    formula = (
        rf"\text{{point {context.index} is {_wrong(terms)}: }}"
        rf"{inner(context.symbols.before, terms.signed_name)} {terms.valued(score)} \le "
        rf"{bound}\text{{ for }}{terms.signed_name} = {meaning}{terms.vector(z)}"
    )
    return ProofLine("mistake", formula, (VISITED, LINE), terms.at_most(score, limit))


def cross_term(terms: ProofTerms) -> ProofLine:
    """Say that 2η⟨w, z⟩ does not make w longer, because the point was a mistake."""
    words, bounds = terms.words, terms.bounds
    cross, _ = sizes(terms)
    most = 2 * bounds.eta * bounds.mistakes_up_to
    product = inner(terms.context.symbols.before, terms.signed_name)
    bound = f"{product_latex(words.step_twice, 'm')} {terms.valued(most)}" if most else "0"
    formula = (
        rf"\text{{cross term }}{product_latex(words.step_twice, product)} "
        rf"{terms.valued(cross)} \le "
        rf"{bound}\text{{, since it was {_wrong(terms)}}}"
    )
    return ProofLine("cross-term", formula, (VISITED, LINE), terms.at_most(cross, most))


def progress_line(terms: ProofTerms, most: int, curve: str) -> ProofLine:
    """Say how far the run is from the bound."""
    noun = "update" if most == 1 else "updates"
    formula = rf"k = {terms.k}\text{{ of at most }}{number(Fraction(most))}\text{{ {noun}}}"
    return ProofLine("progress", formula, (LIMIT, curve), terms.k <= most)
