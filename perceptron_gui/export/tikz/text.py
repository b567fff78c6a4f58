"""Labels in LaTeX, with no package beyond its kernel."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from perceptron_gui.export.layout.axes import TEXT_GAP, Box, Corner, corner_beside
from perceptron_gui.export.layout.text import PageFont, Paragraph
from perceptron_gui.figures.model.label import parts
from perceptron_gui.figures.model.marks import Text

from .styles import TikzStyles

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


_SIDES = {"n": "north", "s": "south", "e": "east", "w": "west", "c": "center"}
_ALIGNED = {"w": "flush left", "e": "flush right"}
# Lines are this far apart, in font sizes, as in the layout.
LEADING = 1.28
# Computer Modern is up to so much wider than the letters that the layout is measured with.
WIDER = {"serif": 1.14, "sans": 1.0}


@dataclass(frozen=True)
class TikzText:
    """The letters that the layout measured; TeX sets them smaller where its own are wider."""

    letters: PageFont
    styles: TikzStyles

    @property
    def em(self) -> float:
        return self.letters.em / WIDER[self.letters.family]

    def scaled(self, scale: float) -> TikzText:
        """Return smaller letters, and styles for smaller marks."""
        letters = PageFont(self.letters.family, self.letters.em * scale)
        return TikzText(letters, replace(self.styles, scale=self.styles.scale * scale))

    def font(self, scale: float = 1.0) -> str:
        size = self.em * scale
        return rf"font=\fontsize{{{size:.4g}}}{{{size * LEADING:.4g}}}\selectfont"

    def node(
        self, text: str, place: str, color: str, scale: float, width: float = 0.0, name: str = ""
    ) -> str:
        """Write LaTeX from a place on its baseline on; TeX breaks its lines if there is a width."""
        look = ["anchor=base west", "inner sep=0pt", f"text={color}", self.font(scale)]
        if width:
            look += ["align=flush left", f"text width={width:.3f}bp"]
        named = f" ({name})" if name else ""
        return rf"\node[{', '.join(look)}]{named} at {place} {{{text}}};"

    def below(
        self, words: Paragraph, text: str, left: float, top: float, width: float, color: str
    ) -> str:
        """Write LaTeX below and to the right of a point, as high as the layout measured it."""
        place = f"({left:.3f}bp,{top - words.first:.3f}bp)"
        return self.node(text, place, color, words.size / self.letters.em, width)

    def beside(self, mark: Text, spot: str, place: Corner, box: Box) -> str:
        """Write a text beside a spot in the axes, moved where it would reach out of them."""
        words = self.letters.lines(mark.text, box.width, mark.scale)
        gap = TEXT_GAP * self.letters.em
        wanted = corner_beside(place, mark.anchor, words, gap)
        look = [
            f"anchor={' '.join(_SIDES[side] for side in mark.anchor)}",
            f"inner sep={gap:.3f}bp",
            f"text={self.styles.color(mark.role)}",
            self.font(mark.scale),
        ]
        kept = box.with_words_inside(wanted, words)
        for name, before, after in zip(("xshift", "yshift"), wanted, kept, strict=True):
            if abs(after - before) > 0.01:
                look.append(f"{name}={after - before:.3f}bp")
        if len(words.lines) > 1:
            aligned = _ALIGNED.get(mark.anchor[-1], "flush center")
            look += [f"align={aligned}", f"text width={words.width:.3f}bp"]
        return rf"\node[{', '.join(look)}] at ({spot}) {{{to_latex(mark.text)}}};"
