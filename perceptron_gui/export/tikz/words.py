"""Words of a picture as nodes of TikZ, in the places that the layout gives them."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.core.values import frozen_value
from perceptron_gui.figures.marks import Text

from ..layout.boxes import Box
from ..layout.margins import Type
from ..layout.paragraphs import Paragraph
from .ink import Ink
from .text import to_latex

_SIDES = {"n": "north", "s": "south", "e": "east", "w": "west", "c": "center"}
_ALIGNED = {"w": "flush left", "e": "flush right"}
# Lines are this far apart, and a text from its place, in font sizes; so they are in the layout.
LEADING, _GAP = 1.28, 0.4
# Computer Modern is up to so much wider than the letters that the layout is measured with.
WIDER = {"serif": 1.14, "sans": 1.0}


@frozen_value
class Words:
    """The letters that the layout measured; TeX sets them smaller where its own are wider."""

    letters: Type
    ink: Ink

    @property
    def em(self) -> float:
        """The size of the font in TeX."""
        return self.letters.em / WIDER[self.letters.family]

    def scaled(self, scale: float) -> Words:
        """Return smaller letters, and ink for smaller marks."""
        letters = Type(self.letters.family, self.letters.em * scale)
        return Words(letters, replace(self.ink, scale=self.ink.scale * scale))

    def font(self, scale: float = 1.0) -> str:
        """Return the option that chooses the size of letters."""
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

    def beside(self, mark: Text, spot: str, place: tuple[float, float], box: Box) -> str:
        """Write a text beside a spot in the axes, moved where it would reach out of them."""
        words = self.letters.lines(mark.text, box.width, mark.scale)
        gap = _GAP * self.letters.em
        look = [
            f"anchor={' '.join(_SIDES[side] for side in mark.anchor)}",
            f"inner sep={gap:.3f}bp",
            f"text={self.ink.color(mark.role)}",
            self.font(mark.scale),
            *_shifts(mark.anchor, words, place, box, gap),
        ]
        if len(words.lines) > 1:
            aligned = _ALIGNED.get(mark.anchor[-1], "flush center")
            look += [f"align={aligned}", f"text width={words.width:.3f}bp"]
        return rf"\node[{', '.join(look)}] at ({spot}) {{{to_latex(mark.text)}}};"


def _shifts(
    anchor: str, words: Paragraph, place: tuple[float, float], box: Box, gap: float
) -> list[str]:
    """Return the shifts that keep words within the axes."""
    left = -gap - words.width if "e" in anchor else gap if "w" in anchor else -words.width / 2
    top = -gap if "n" in anchor else gap + words.height if "s" in anchor else words.height / 2
    x, y = place[0] + left, place[1] + top
    aside = box.beside(x, words.width) - x
    above = max(min(y, box.top), box.bottom + words.height) - y
    shifts = {"xshift": aside, "yshift": above}
    return [f"{name}={shift:.3f}bp" for name, shift in shifts.items() if abs(shift) > 0.01]
