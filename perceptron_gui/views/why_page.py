"""What the why panel tells of a run, as values: a proof, or a certificate and a cycle, or why none.

How it is written for the screen is in `why_html`, for the clipboard in `why_copy`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from perceptron_gui.core.chalkboard import number
from perceptron_gui.core.mathtext import to_plain
from perceptron_gui.core.notation import Notation
from perceptron_gui.core.run import Run
from perceptron_gui.theory.certificate_lines import certificate_lines
from perceptron_gui.theory.certificate_words import separating
from perceptron_gui.theory.cycle_facts import why_no_cycle
from perceptron_gui.theory.cycle_lines import cycle_lines
from perceptron_gui.theory.proof_lines import (
    BY_MARGIN,
    BY_RULE,
    Proof,
    ProofLine,
    ProofSection,
    proof_of,
)
from perceptron_gui.theory.told_line import ToldLine

from .shown_moment import ASKED, ShownMoment, visits_made

PURPOSE = "Why it ends, or never will"
HINT = (
    "Add points to the canvas. Where a line separates them, the theorem that learning ends is "
    "proved here with their numbers, visit by visit; where none does, that is proved instead."
)
OPEN = (
    "What this visit does is still open. If it is an update, the inequalities of this proof hold "
    "for it as for every other."
)
CYCLE_OPEN = "What the run does next is still open."


@dataclass(frozen=True)
class ToldSection:
    """Sentences below a heading; without a title they stand alone."""

    key: str
    title: str
    lines: tuple[ToldLine, ...]


@dataclass(frozen=True)
class WhyPage:
    """A heading, the lines of a proof where there is one, and sentences.

    `has_choice` tells whether there are two proofs to choose from.
    """

    heading: str
    proof: Proof | None = None
    told: tuple[ToldSection, ...] = ()
    has_choice: bool = False


NOTHING = WhyPage(PURPOSE, told=(ToldSection("hint", "", (ToldLine("hint", HINT),)),))


def why_page(run: Run, moment: ShownMoment, notation: Notation, which: str) -> WhyPage:
    """Tell why a run ends or why it cannot; a visit that is asked about is kept back."""
    is_asked = moment.phase == ASKED
    visit = min(visits_made(moment), run.visits)
    proof = proof_of(run, visit, notation, which)
    if not proof.why:
        shown = _with_visit_open(proof) if is_asked else proof
        return WhyPage(_limit_words(proof), shown, has_choice=True)
    why = ToldSection("why", "", (ToldLine("why", proof.why),))
    if proof.obstacle == BY_MARGIN:
        return WhyPage("This proof needs margin 0", told=(why,), has_choice=True)
    if proof.obstacle == BY_RULE:
        return WhyPage("No bound for this rule", told=(why, *_of_data(run, is_asked)))
    heading = f"No {separating(run)} separates these points"
    return WhyPage(heading, told=_of_data(run, is_asked))


def _limit_words(proof: Proof) -> str:
    most = proof.most_updates or 0
    plural = "" if most == 1 else "s"
    return f"At most {to_plain(number(Fraction(most)))} update{plural}"


def _with_visit_open(proof: Proof) -> Proof:
    """Return a proof that says of the visit only that it is open."""
    is_open = ProofLine("open", rf"\text{{{OPEN}}}")
    sections: list[ProofSection] = [
        replace(section, lines=(is_open,)) if section.key == "visit" else section
        for section in proof.sections
    ]
    return replace(proof, sections=tuple(sections))


def _of_data(run: Run, is_asked: bool) -> tuple[ToldSection, ...]:
    """Tell what holds whatever the rule: whether a line separates the points, and who proves it."""
    if run.verdict.separable:
        return (ToldSection("certificate", "What is sure all the same", certificate_lines(run)),)
    certificate = ToldSection("certificate", "The certificate", certificate_lines(run))
    return certificate, _cycle(run, is_asked)


def _cycle(run: Run, is_asked: bool) -> ToldSection:
    if is_asked:  # the weights of a cycle would tell what the visit does
        return ToldSection("cycle", "The run", (ToldLine("open", CYCLE_OPEN),))
    title = "The run" if why_no_cycle(run) else "The run cycles for ever"
    return ToldSection("cycle", title, cycle_lines(run))
