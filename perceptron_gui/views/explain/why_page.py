"""A page of the why panel: a proof, or a certificate and a cycle, or why there is none. No Qt.

It is rendered as HTML for the panel, as plain text and as LaTeX for the clipboard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from perceptron_gui.base import latex
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import CANCELLED, LOOKED_FOR
from perceptron_gui.figures.model import label
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.visit import aligned
from perceptron_gui.theory.convergence.proof import BY_MARGIN, BY_RULE, proof_of
from perceptron_gui.theory.convergence.statement import Section, Statement, formula_line
from perceptron_gui.theory.inseparable.certificate import no_separator
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines, first_pass_lines
from perceptron_gui.theory.inseparable.cycle import cycle_lines, why_no_cycle
from perceptron_gui.theory.run_text.words import counted

PURPOSE = "Why it ends, or never will"
HINT = (
    "Add points to the plane. If a line separates them, this panel proves with their numbers that "
    "learning ends, visit by visit; if none does, it proves that."
)
OPEN = (
    "What this visit does is still open. If it is an update, the inequalities of this proof hold "
    "for it too."
)
END_OPEN = "How this run ends is still open: play on, or show the future (Train menu)."
_MARKS = {
    True: '&nbsp;<span class="holds">✓</span>',
    False: '&nbsp;<span class="fails">✗</span>',
    None: "",
}
_INDENT, _GAP, _BETWEEN = 8, 3, 9  # pixels
# A line is broken before a relation rather than behind it, and not within a short pair of brackets.
_RELATION = re.compile("([=≈≤≥]) ")
_BRACKETS = re.compile(r"\([^()<>]{1,16}\)")


@dataclass(frozen=True)
class WhyPage:
    """A heading and sections; `has_choice` says whether there are two proofs to choose from."""

    heading: str
    sections: tuple[Section, ...] = ()
    has_choice: bool = False


NOTHING = WhyPage(PURPOSE, (Section("hint", "", (Statement("hint", HINT),)),))
COMPUTING = WhyPage(PURPOSE, (Section("hint", "", (Statement("hint", LOOKED_FOR),)),))
UNKNOWN = WhyPage(PURPOSE, (Section("hint", "", (Statement("hint", CANCELLED),)),))


@dataclass(frozen=True)
class StatementParagraph:
    """A block of HTML and the names of what it highlights; a heading has no key."""

    html: str
    key: str = ""
    highlights: tuple[str, ...] = ()


def why_page(
    run: Run, moment: Moment, notation: Notation, which: str, shows_future: bool = False
) -> WhyPage:
    """Return why a run ends or why it cannot.

    The result of a visit that the class is asked about stays hidden, and so does the end of a run
    that stops, as long as it lies in the future. A cycle that is proved is told at any visit, as
    the page of the cycle does.
    """
    if run.verdict_is_pending:
        return UNKNOWN if run.missing_verdict == CANCELLED else COMPUTING
    is_asked = moment.is_asked
    visit = min(moment.visits_made, run.visits)
    proof = proof_of(run, visit, notation, which)
    if not proof.why:
        sections = _with_visit_open(proof.sections) if is_asked else proof.sections
        limit = f"At most {counted(proof.most_updates or 0, 'update')}"
        return WhyPage(limit, sections, has_choice=True)
    is_over = visit >= run.visits or run.status != "converged"
    is_known = not is_asked and (shows_future or is_over)
    why = Section("why", "", (Statement("why", proof.why),))
    if proof.obstacle == BY_MARGIN:
        return WhyPage("This proof needs margin 0", (why,), has_choice=True)
    if proof.obstacle == BY_RULE:
        return WhyPage("No bound for this rule", (why, *_data_sections(run, is_known, visit)))
    heading = no_separator(run.space)
    return WhyPage(heading, _data_sections(run, is_known, visit))


def _with_visit_open(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections of a proof with the visit left open."""
    is_open = formula_line("open", rf"\text{{{OPEN}}}")
    return tuple(
        replace(section, lines=(is_open,)) if section.key == "visit" else section
        for section in sections
    )


def _data_sections(run: Run, is_known: bool, visit: int) -> tuple[Section, ...]:
    """Return what holds for any rule: whether a line separates the points, with its proof."""
    if run.verdict.separable:
        return (Section("certificate", "The certificate", certificate_lines(run)),)
    certificate = Section("certificate", "The certificate", certificate_lines(run))
    title = "The run repeats forever" if is_known and not why_no_cycle(run) else "The run"
    lines = cycle_lines(run) if is_known else (Statement("open", END_OPEN),)
    first_pass = first_pass_lines(run, visit)
    all_the_same = [Section("first-pass", "The first pass", first_pass)] if first_pass else []
    return certificate, Section("cycle", title, lines), *all_the_same


def style_sheet(theme: Theme, scale: float) -> str:
    """Return the colours of a page, and its distances."""
    mistake, success = (theme.style(role).color for role in (Role.MISTAKE, Role.SUCCESS))
    indent, gap, between = (round(pixels * scale) for pixels in (_INDENT, _GAP, _BETWEEN))
    return (
        f"p {{ font-size: medium; margin: {gap}px {indent}px {gap}px {indent}px; }}"
        f"h4 {{ font-size: medium; font-weight: 600; color: {theme.muted}; "
        f"margin: {between}px 0px {gap}px 0px; }}"
        f"span.holds {{ color: {success}; font-weight: 600; }}"
        f"span.fails {{ color: {mistake}; font-weight: 600; }}"
    )


def paragraphs(page: WhyPage) -> Iterator[StatementParagraph]:
    """Yield the headings and lines of a page; headings and the hint have no key."""
    for section in page.sections:
        if section.title:
            yield StatementParagraph(f"<h4>{section.title}</h4>")
        for line in section.lines:
            key = "" if section.key == "hint" else f"{section.key} {line.key}"
            to_html = latex.to_html if line.is_formula else label.to_html
            html = _BRACKETS.sub(lambda found: found[0].replace(" ", "&nbsp;"), to_html(line.text))
            html = _RELATION.sub(r"\1&nbsp;", html)
            yield StatementParagraph(f"<p>{html}{_MARKS[line.holds]}</p>", key, line.highlights)


def page_text(page: WhyPage) -> str:
    """Return the headings, and below each of them its lines."""
    written: list[str] = []
    for section in page.sections:
        if section.title:
            written.append(f"{section.title}:")
        for line in section.lines:
            to_plain = latex.to_plain if line.is_formula else label.to_plain
            written.append(f"{'  ' if section.title else ''}{to_plain(line.text)}")
    return "\n".join(written)


def page_latex(page: WhyPage) -> str:
    """Return a proof as an align* block (amsmath), and sentences as lists below their headings."""
    if not any(line.is_formula for section in page.sections for line in section.lines):
        return "\n\n".join(map(_list, page.sections))
    rows = []
    for section in page.sections:
        rows.append(rf"&\text{{{section.title}:}}")
        rows += [rf"&\quad {line.text}" for line in section.lines]
    return aligned(rows)


def _list(section: Section) -> str:
    if not section.title:
        return "\n\n".join(line.text for line in section.lines)
    items = [rf"  \item {line.text}" for line in section.lines]
    heading = rf"\paragraph{{{section.title}}}"
    return "\n".join([heading, r"\begin{itemize}", *items, r"\end{itemize}"])
