"""A page of the why panel for the clipboard: as plain text and as LaTeX."""

from __future__ import annotations

from perceptron_gui.figures import label
from perceptron_gui.theory import proof_rendering

from .why_page import ToldSection, WhyPage


def page_text(page: WhyPage) -> str:
    """Return the headings, and below each of them its lines."""
    proof = [] if page.proof is None else [proof_rendering.render_text(page.proof)]
    return "\n".join([*proof, *map(_as_text, page.told)])


def _as_text(section: ToldSection) -> str:
    lines = [label.to_plain(line.text) for line in section.lines]
    if not section.title:
        return "\n".join(lines)
    return "\n".join([f"{section.title}:", *(f"  {line}" for line in lines)])


def page_latex(page: WhyPage) -> str:
    """Return a proof as an align* block (amsmath), and sentences as lists below their headings."""
    proof = [] if page.proof is None else [proof_rendering.render_latex(page.proof)]
    return "\n\n".join([*proof, *map(_as_latex, page.told)])


def _as_latex(section: ToldSection) -> str:
    if not section.title:
        return "\n\n".join(line.text for line in section.lines)
    items = [rf"  \item {line.text}" for line in section.lines]
    heading = rf"\paragraph{{{section.title}}}"
    return "\n".join([heading, r"\begin{itemize}", *items, r"\end{itemize}"])
