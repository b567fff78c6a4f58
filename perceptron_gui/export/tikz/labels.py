"""Labels, words and mathematics, in LaTeX; nothing beyond its kernel is needed for them."""

from __future__ import annotations

import re
import unicodedata

from perceptron_gui.figures.model.label import parts

_GREEK_NAMES = (
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
_GREEK = {
    letter: f"$\\{name}$"
    for letter, name in zip("αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", _GREEK_NAMES.split(), strict=True)
}
_MATHEMATICS = {
    sign: f"${name}$"
    for sign, name in {
        "−": "-", "·": r"\cdot", "×": r"\times", "÷": r"\div", "±": r"\pm", "≤": r"\le",
        "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "∝": r"\propto", "∈": r"\in", "∞": r"\infty",
        "←": r"\leftarrow", "→": r"\to", "↔": r"\leftrightarrow", "⇒": r"\Rightarrow",
        "‖": r"\|", "∥": r"\|", "⟨": r"\langle", "⟩": r"\rangle", "√": r"\surd", "∑": r"\Sigma",
        "∇": r"\nabla", "∂": r"\partial", "⊤": r"\top", "⊥": r"\perp", "′": "'", "°": r"^\circ",
        "•": r"\bullet", "µ": r"\mu", "¬": r"\neg", "∧": r"\wedge", "∨": r"\vee",
        "⊕": r"\oplus", "«": r"\ll", "»": r"\gg",
    }.items()
}  # fmt: skip
_LETTERS = {
    "ß": r"{\ss}", "æ": r"{\ae}", "Æ": r"{\AE}", "œ": r"{\oe}", "Œ": r"{\OE}", "ø": r"{\o}",
    "Ø": r"{\O}", "ł": r"{\l}", "Ł": r"{\L}", "ı": r"{\i}", "đ": "d", "Đ": "D", "ð": "d",
    "Ð": "D", "þ": "th", "Þ": "Th", "£": r"{\pounds}", "§": r"{\S}", "¶": r"{\P}",
    "©": r"{\copyright}", "€": "EUR", "–": "--", "—": "---", "…": r"{\dots}", "‘": "`", "’": "'",
    "‚": ",", "“": "``", "”": "''", "„": ",,", "¿": "?`", "¡": "!`", "\xa0": "~", "⁄": "/",
}  # fmt: skip
# Brackets and stars in braces: at the beginning of a row TeX would take them for options.
_SPECIAL = {
    "\\": r"$\backslash$", "{": r"$\{$", "}": r"$\}$", "$": r"{\char36}", "&": r"\&", "%": r"\%",
    "#": r"\#", "_": r"\_", "~": r"$\sim$", "^": r"{\textasciicircum}",
    "<": "$<$", ">": "$>$", "|": "$|$", '"': "''", "[": "{[}", "]": "{]}", "*": "{*}",
}  # fmt: skip
SIGNS: dict[str, str] = {**_GREEK, **_MATHEMATICS, **_LETTERS, **_SPECIAL}

_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u",
    "\u0307": ".", "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
    "\u0323": "d", "\u0331": "b",
}  # fmt: skip


def composed(character: str) -> str:
    """Return an accented letter, a script or a ligature in LaTeX, or "" where there is no way."""
    kind = unicodedata.decomposition(character).partition(">")[0]
    pieces: list[str] = []
    for part in unicodedata.normalize("NFKD", character):
        if part in SIGNS or part.isascii():
            pieces.append(SIGNS.get(part, part))
        elif part not in _ACCENTS and not unicodedata.combining(part):
            return ""
        elif part in _ACCENTS and pieces and not pieces[-1].startswith("$"):
            letter = {"i": r"{\i}", "j": r"{\j}"}.get(pieces[-1], pieces[-1])
            pieces[-1] = f"\\{_ACCENTS[part]}{{{letter}}}"
    if kind in ("<super", "<sub"):
        script = "".join(piece.strip("$") for piece in pieces)
        return f"${'^' if kind == '<super' else '_'}{{{script}}}$"
    return "".join(pieces)


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
