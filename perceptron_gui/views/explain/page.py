"""What the why panel tells of a run, as values: a proof, or a certificate and a cycle, or why none.

How it is written for the screen is in `why_html`, for the clipboard in `why_copy`.
"""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.convergence.proof import (
    BY_MARGIN,
    BY_RULE,
    Proof,
    ProofLine,
    ProofSection,
    proof_of,
)
from perceptron_gui.theory.convergence.statement import Statement
from perceptron_gui.theory.inseparable.certificate import separating
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines
from perceptron_gui.theory.inseparable.cycle_facts import why_no_cycle
from perceptron_gui.theory.inseparable.cycle_lines import cycle_lines
from perceptron_gui.views.run_text.moment import ASKED, ShownMoment, visits_made
from perceptron_gui.views.run_text.status import counted

PURPOSE = "Why it ends, or never will"
HINT = (
    "Add points to the canvas. Where a line separates them, the theorem that learning ends is "
    "proved here with their numbers, visit by visit; where none does, that is proved instead."
)
OPEN = (
    "What this visit does is still open. If it is an update, the inequalities of this proof hold "
    "for it as for every other."
)
CYCLE_OPEN = (
    "What becomes of this run is still open: play on and watch whether its weights return, or let "
    "the future be shown (Train menu)."
)


@frozen_value
class StatementSection:
    """Sentences below a heading; without a title they stand alone."""

    key: str
    title: str
    lines: tuple[Statement, ...]


@frozen_value
class WhyPage:
    """A heading, the lines of a proof where there is one, and sentences.

    `has_choice` tells whether there are two proofs to choose from.
    """

    heading: str
    proof: Proof | None = None
    told: tuple[StatementSection, ...] = ()
    has_choice: bool = False


NOTHING = WhyPage(PURPOSE, told=(StatementSection("hint", "", (Statement("hint", HINT),)),))


def why_page(
    run: Run, moment: ShownMoment, notation: Notation, which: str, shows_future: bool = False
) -> WhyPage:
    """Tell why a run ends or why it cannot.

    A visit that is asked about is kept back, and what the run comes to while that is to come.
    """
    is_asked = moment.phase == ASKED
    visit = min(visits_made(moment), run.visits)
    proof = proof_of(run, visit, notation, which)
    if not proof.why:
        shown = _with_visit_open(proof) if is_asked else proof
        return WhyPage(_limit_words(proof), shown, has_choice=True)
    is_known = not is_asked and (shows_future or visit >= _known_from(run))
    why = StatementSection("why", "", (Statement("why", proof.why),))
    if proof.obstacle == BY_MARGIN:
        return WhyPage("This proof needs margin 0", told=(why,), has_choice=True)
    if proof.obstacle == BY_RULE:
        return WhyPage("No bound for this rule", told=(why, *_of_data(run, is_known)))
    heading = f"No {separating(run)} separates these points"
    return WhyPage(heading, told=_of_data(run, is_known))


def _limit_words(proof: Proof) -> str:
    return f"At most {counted(proof.most_updates or 0, 'update')}"


def _with_visit_open(proof: Proof) -> Proof:
    """Return a proof that says of the visit only that it is open."""
    is_open = ProofLine("open", rf"\text{{{OPEN}}}")
    sections: list[ProofSection] = [
        replace(section, lines=(is_open,)) if section.key == "visit" else section
        for section in proof.sections
    ]
    return replace(proof, sections=tuple(sections))


def _known_from(run: Run) -> int:
    """Return the visit after which a class has seen what becomes of a run."""
    if run.recurrence is not None:
        return run.recurrence.end_visit
    return run.visits if run.status == "converged" else 0


def _of_data(run: Run, is_known: bool) -> tuple[StatementSection, ...]:
    """Tell what holds whatever the rule: whether a line separates the points, and who proves it."""
    if run.verdict.separable:
        return (
            StatementSection("certificate", "What is sure all the same", certificate_lines(run)),
        )
    certificate = StatementSection("certificate", "The certificate", certificate_lines(run))
    return certificate, _cycle(run, is_known)


def _cycle(run: Run, is_known: bool) -> StatementSection:
    if not is_known:
        return StatementSection("cycle", "The run", (Statement("open", CYCLE_OPEN),))
    title = "The run" if why_no_cycle(run) else "The run cycles for ever"
    return StatementSection("cycle", title, cycle_lines(run))
