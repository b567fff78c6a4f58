"""The convergence theorem walked through for one data set, one run and one visit.

Two proofs: `squeeze` (Novikoff, as in 002) holds ‖w‖² between two bounds, `distance` (003) brings
w closer to αw*. Throughout, w* is rational, in whole numbers or as long as γ (see `basis`); every
inequality is checked with the numbers it shows, never taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from perceptron_gui.core.runs.bounds import why_not_covered
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation

from .formulas import basis_of, why_not
from .premises import ProofTerms, premise_lines
from .proof_lines import DISTANCE_PARTS, SQUEEZE_PARTS
from .statement import Section, Statement, formula_line

SQUEEZE, DISTANCE = "squeeze", "distance"
PROOFS = {
    SQUEEZE: "The length of w is squeezed between two bounds",
    DISTANCE: "w comes closer to a multiple of w*",
}
# What may stand in the way of a proof: the rule, the data, the margin of the rule, a given w*.
BY_RULE, BY_DATA, BY_MARGIN, BY_SEPARATOR = "rule", "data", "margin", "separator"
_NO_MARGIN = (
    "With a margin, correct points also cause updates, so the distance may fall by less, and "
    "this proof does not hold. The other one does."
)
_KERNEL = (
    "The proof is the same word for word, with $k(x, x)$ for $\\|x\\|^2$: at most {most} updates. "
    "w lives in the kernel's feature space, so it cannot be written out."
)
_ROUNDED = r"\text{the weights are rounded to float64, so some lines do not hold exactly}"
_TITLES = {
    "given": "What is given",
    "visit": "This visit",
    "sums": "After k = {k} update{s}",
    "bound": "So learning ends",
}


@dataclass(frozen=True)
class Proof:
    """A proof as far as a visit; or nothing but the sentence `why` there is none.

    `obstacle` then says what stands in its way; where it is the data, a certificate proves it.
    """

    most_updates: int | None = None
    sections: tuple[Section, ...] = ()
    why: str = ""
    obstacle: str = ""

    @property
    def lines(self) -> tuple[Statement, ...]:
        return tuple(line for section in self.sections for line in section.lines)

    @property
    def holds(self) -> bool:
        """Whether no inequality was found to be wrong."""
        return all(line.holds is not False for line in self.lines)

    def line(self, key: str) -> Statement:
        return {line.key: line for line in self.lines}[key]


def proof_of(
    run: Run,
    visit: int,
    notation: Notation,
    which: str = SQUEEZE,
    given: Sequence[Fraction] = (),
) -> Proof:
    """Return one of the proofs up to a visit; visit 0 is the start."""
    bounds = run.bounds
    if bounds is None:
        obstacle = BY_RULE if why_not_covered(run.rule) else BY_DATA
        return Proof(why=run.why_no_bounds or "", obstacle=obstacle)
    if run.rule.rule == "kernel":
        return Proof(why=_KERNEL.format(most=bounds.most_updates), obstacle=BY_RULE)
    if which == DISTANCE and bounds.mistakes_up_to:
        return Proof(why=_NO_MARGIN, obstacle=BY_MARGIN)
    if given and (why := why_not(run, given)):
        return Proof(why=why, obstacle=BY_SEPARATOR)
    basis = basis_of(run, bounds, notation, given)
    terms = ProofTerms(run, basis, visit, notation, by_distance=which == DISTANCE)
    most = basis.bounds.most_updates if which == SQUEEZE else int(basis.bounds.distance_limit)
    return Proof(most, tuple(_sections(terms, which, most)))


def _sections(terms: ProofTerms, which: str, most: int) -> Iterator[Section]:
    given, visit, sums, bound = SQUEEZE_PARTS if which == SQUEEZE else DISTANCE_PARTS
    parts = {
        "given": [*premise_lines(terms), *given(terms)],
        "visit": visit(terms),
        "sums": sums(terms),
        "bound": bound(terms, most),
    }
    for key, lines in parts.items():
        title = _TITLES[key].format(k=terms.k, s="" if terms.k == 1 else "s")
        shown = list(lines)
        if any(line.holds is False for line in shown):  # the weights of an exact run meet all
            shown.append(formula_line("rounding", _ROUNDED))
        yield Section(key, title, tuple(shown))
