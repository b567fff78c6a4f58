"""Styles of a theme as options of TikZ, the colours that they need, and labels in LaTeX.

Nothing beyond the kernel of LaTeX is needed for labels.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.export.layout.axes import HAIRLINE, TEXT_GAP, Box, Corner, corner_beside
from perceptron_gui.export.layout.text import PageFont, Paragraph
from perceptron_gui.figures.model.axes import fractions
from perceptron_gui.figures.model.figure import Axis, Range
from perceptron_gui.figures.model.label import parts
from perceptron_gui.figures.model.marks import Text, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme

# Marks of PGFPlots, hollow and filled, and half their sizes, such that they look alike.
_MARKS = {
    "circle": ("o", "*", 0.5),
    "triangle": ("triangle", "triangle*", 0.62),
    "square": ("square", "square*", 0.45),
    "diamond": ("diamond", "diamond*", 0.62),
    "cross": ("x", "x", 0.56),
}
ARROW = "-latex"


@dataclass
class TikzStyles:
    """The strokes and fillings of a picture; `scale` is what widths are multiplied by."""

    theme: Theme
    scale: float
    colors: dict[str, str] = field(default_factory=dict)

    def page(self, name: str) -> str:
        """Return a colour of the page: text, muted, grid or background."""
        return self._known(name.title(), getattr(self.theme, name))

    def color(self, role: Role) -> str:
        return self._known(_camel(role), self.theme.style(role).color)

    def _filling(self, role: Role) -> str:
        return self._known(f"{_camel(role)}Fill", self.theme.style(role).fill)

    def _known(self, name: str, code: str) -> str:
        self.colors[f"pg{name}"] = code.removeprefix("#")
        return f"pg{name}"

    def definitions(self) -> list[str]:
        return [rf"\definecolor{{{name}}}{{HTML}}{{{code}}}%" for name, code in self.colors.items()]

    def is_drawn(self, role: Role) -> bool:
        return self.theme.style(role).width > 0

    def is_filled(self, role: Role) -> bool:
        return bool(self.theme.style(role).fill)

    def stroke(self, role: Role) -> str:
        style = self.theme.style(role)
        options = [f"draw={self.color(role)}", f"line width={self.points(style.width)}"]
        if style.dash:
            lengths = [self.points(part * style.width) for part in style.dash]
            words = ("on", "off") * (len(lengths) // 2)
            pattern = " ".join(f"{a} {b}" for a, b in zip(words, lengths, strict=True))
            options.append(f"dash pattern={pattern}")
        return ", ".join(options)

    def area(self, role: Role) -> str:
        """Return how an area of a role is filled."""
        fill, opacity = self._filling(role), self.theme.style(role).opacity
        if opacity < 1:
            return f"draw=none, fill={fill}, fill opacity={opacity:g}, even odd rule"
        # A hairline closes the gap that smooth edges leave between shapes that touch.
        return f"draw={fill}, line width={self.points(HAIRLINE)}, fill={fill}, even odd rule"

    def marker(
        self,
        role: Role,
        filled_as: Role | None = None,
        largest: float = math.inf,
        share: float = 1.0,
    ) -> str:
        """Return how a marker is drawn: its shape and outline, filled like another role."""
        style, filler = self.theme.style(role), filled_as or role
        hollow, filled, half = _MARKS[style.marker]
        look = [f"draw={self.color(role)}", f"line width={self.points(style.width * share)}"]
        if self.is_filled(filler):
            look.append(f"fill={self._filling(filler)}")
        mark = filled if self.is_filled(filler) else hollow
        size = min(share * self.marker_size(role), largest) * half
        return f"mark={mark}, mark size={size:.4g}bp, mark options={{{', '.join(look)}}}"

    def marker_size(self, role: Role) -> float:
        """Return how wide a marker is, in big points."""
        return self.theme.style(role).size * self.scale

    def points(self, length: float) -> str:
        """Return a length of the theme in big points, which are 72 an inch."""
        return f"{length * self.scale:.4g}bp"


def _camel(role: Role) -> str:
    return role.name.title().replace("_", "")


# Where the ends differ by less than this share of them, five digits can not tell values apart.
_NARROW = 0.01
# PGFPlots multiplies values by a power of ten until the largest has as many digits before the
# point as the length of the axis. From 1000 points on, values from -9 to 9 are 18000 apart then,
# and TeX counts to 16383 only. Fractions come to 1100.
_LONG = 900.0
# A unit of a logarithmic axis, which is a factor of e, has to be shorter than that, too.
_LOG_NARROW = 1.5


@dataclass(frozen=True)
class AxisScale:
    """An axis with a range. Fractions of it are 0 at its beginning and 1 at its end."""

    axis: Axis
    length: float  # on the page, in points

    @property
    def in_fractions(self) -> bool:
        """Tell whether TeX is given fractions, because it could not compute with the values."""
        low, high = self._range
        if self.length > _LONG:
            return True
        if self.axis.log:
            return high < _LOG_NARROW * low
        return high - low < _NARROW * max(abs(low), abs(high))

    @property
    def is_log(self) -> bool:
        """Tell whether TeX is to take the logarithms; fractions are those of logarithms already."""
        return self.axis.log and not self.in_fractions

    @property
    def _range(self) -> Range:
        assert self.axis.range is not None
        return self.axis.range

    def fractions(self, values: ArrayLike) -> Values:
        return fractions(self.axis, values)

    def written(self, places: Sequence[float] | Values) -> list[str]:
        """Return fractions of the axis as coordinates in its environment."""
        share = np.asarray(places, dtype=np.float64)
        low, high = (0.0, 1.0) if self.in_fractions else self._range
        if self.is_log:
            values = np.exp(np.log(low) + share * (np.log(high) - np.log(low)))
        else:
            values = low + share * (high - low)
            # Nought but for rounding: its power of ten means nothing.
            values = np.where(np.abs(values) < 1e-12 * (high - low), 0.0, values)
        return [f"{value:.9g}" for value in values.tolist()]


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
