"""A proof as plain text, as HTML and as LaTeX."""

from __future__ import annotations

import html

from perceptron_gui.base.latex import to_html, to_plain
from perceptron_gui.lectures.explanation import aligned

from .proof import Proof, ProofSection


def render_text(proof: Proof) -> str:
    """Return a heading for every section and one indented line for each of its lines."""
    if proof.why:
        return proof.why
    return "\n".join(map(_as_text, proof.sections))


def _as_text(section: ProofSection) -> str:
    lines = (f"  {to_plain(each.formula)}" for each in section.lines)
    return "\n".join([f"{section.title}:", *lines])


def render_html(proof: Proof) -> str:
    """Return one <div> with a heading for every section, and a paragraph for every line.

    The class of a paragraph is the key of its line.
    """
    parts = [f"<p>{html.escape(proof.why)}</p>"] if proof.why else []
    for section in proof.sections:
        parts.append(f"<h4>{section.title}</h4>")
        parts += [f'<p class="{each.key}">{to_html(each.formula)}</p>' for each in section.lines]
    return "\n".join(['<div class="proof">', *parts, "</div>"])


def render_latex(proof: Proof) -> str:
    """Return an align* block; it needs the package amsmath and nothing else."""
    if proof.why:
        return proof.why
    rows = []
    for section in proof.sections:
        rows.append(rf"&\text{{{section.title}:}}")
        rows += [rf"&\quad {each.formula}" for each in section.lines]
    return aligned(rows)
