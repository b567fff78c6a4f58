"""A page of the why panel as HTML: one block of text for every heading and every line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perceptron_gui.base.latex import to_html
from perceptron_gui.figures.model import label
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.theory.convergence import render

from .lines import StatementParagraph
from .page import StatementSection, WhyPage

_MARKS = {
    True: '&nbsp;<span class="holds">✓</span>',
    False: '&nbsp;<span class="fails">✗</span>',
    None: "",
}
_INDENT, _GAP, _BETWEEN = 8, 3, 9  # pixels
# A line is broken before a relation rather than behind it, and not within a short pair of brackets.
_RELATION = re.compile("([=≈≤≥]) ")
_BRACKETS = re.compile(r"\([^()<>]{1,16}\)")


def style_sheet(theme: Theme, scale: float) -> str:
    """Return the colours of a page, and its distances."""
    mistake, success = (theme.style(role).color for role in (Role.MISTAKE, Role.SUCCESS))
    indent, gap, between = (round(pixels * scale) for pixels in (_INDENT, _GAP, _BETWEEN))
    return (
        f"p {{ font-size: medium; margin: {gap}px {indent}px {gap}px {indent}px; }}"
        f"h4 {{ font-size: medium; color: {theme.muted}; margin: {between}px 0px {gap}px 0px; }}"
        f"span.holds {{ color: {success}; font-weight: bold; }}"
        f"span.fails {{ color: {mistake}; font-weight: bold; }}"
    )


def paragraphs(page: WhyPage) -> list[StatementParagraph]:
    """Return the headings and lines of a page; nobody can point at a heading or at the hint."""
    return [*_of_proof(page), *_of_told(page)]


def _of_proof(page: WhyPage) -> Iterator[StatementParagraph]:
    for section in page.proof.sections if page.proof is not None else ():
        yield StatementParagraph(f"<h4>{section.title}</h4>")
        for line in section.lines:
            html = _paragraph(to_html(line.formula), _MARKS[line.holds])
            yield StatementParagraph(html, f"{section.key} {line.key}", line.highlights)


def _of_told(page: WhyPage) -> Iterator[StatementParagraph]:
    for section in page.told:
        if section.title:
            yield StatementParagraph(f"<h4>{section.title}</h4>")
        for line in section.lines:
            key = "" if section.key == "hint" else f"{section.key} {line.key}"
            html = _paragraph(label.to_html(line.text), _MARKS[line.holds])
            yield StatementParagraph(html, key, line.highlights)


def _paragraph(html: str, mark: str) -> str:
    whole = _BRACKETS.sub(lambda found: found[0].replace(" ", "&nbsp;"), html)
    together = _RELATION.sub(r"\1&nbsp;", whole)
    return f"<p>{together}{mark}</p>"


def page_text(page: WhyPage) -> str:
    """Return the headings, and below each of them its lines."""
    proof = [] if page.proof is None else [render.render_text(page.proof)]
    return "\n".join([*proof, *map(_as_text, page.told)])


def _as_text(section: StatementSection) -> str:
    lines = [label.to_plain(line.text) for line in section.lines]
    if not section.title:
        return "\n".join(lines)
    return "\n".join([f"{section.title}:", *(f"  {line}" for line in lines)])


def page_latex(page: WhyPage) -> str:
    """Return a proof as an align* block (amsmath), and sentences as lists below their headings."""
    proof = [] if page.proof is None else [render.render_latex(page.proof)]
    return "\n\n".join([*proof, *map(_as_latex, page.told)])


def _as_latex(section: StatementSection) -> str:
    if not section.title:
        return "\n\n".join(line.text for line in section.lines)
    items = [rf"  \item {line.text}" for line in section.lines]
    heading = rf"\paragraph{{{section.title}}}"
    return "\n".join([heading, r"\begin{itemize}", *items, r"\end{itemize}"])
