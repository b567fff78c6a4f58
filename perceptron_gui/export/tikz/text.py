"""Labels in LaTeX, with no package beyond its kernel."""

from __future__ import annotations

import re
import unicodedata

from perceptron_gui.figures.label import parts

from .signs import SIGNS, composed

_JOINT = "\u200b"  # nothing to see, but it keeps two hyphens from becoming a dash


def to_latex(label: str) -> str:
    """Return a label, words and mathematics, in LaTeX."""
    return "".join(_formula(text) if is_math else escaped(text) for is_math, text in parts(label))


def escaped(words: str) -> str:
    """Return plain words such that TeX prints them as they are."""
    hyphens = re.sub("-(?=-)", f"-{_JOINT}", unicodedata.normalize("NFC", words))
    return "".join(map(_character, hyphens))


def _character(character: str) -> str:
    if character in SIGNS:
        return SIGNS[character]
    if character.isascii():
        return character if character.isprintable() else " "
    category = unicodedata.category(character)
    if category in ("Cf", "Mn", "Me"):  # seen only with their neighbours
        return "{}"
    if category in ("Cn", "Co", "Cs"):  # no character at all
        return "?"
    # Engines that read Unicode print what their font has; pdfLaTeX would stop at it.
    return composed(character) or rf"\ifdefined\Umathcode {character}\else?\fi{{}}"


def _formula(mathematics: str) -> str:
    """Return small LaTeX for TeX; \\text is a command of amsmath, \\mbox of every LaTeX."""
    formula = re.sub(r"[%#&]", r"\\\g<0>", mathematics)
    # After words TeX would space a sign as if it added something to them.
    formula = re.sub(r"(\\text\{[^{}]*\}\s*)([+-])", r"\1{\2}", formula)
    return "$" + formula.replace(r"\text{", r"\mbox{") + "$"
