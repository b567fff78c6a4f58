"""Styles of a theme as options of TikZ, and the colours that TeX must know for them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from perceptron_gui.figures.role import Role
from perceptron_gui.figures.theme import Theme

# Marks of PGFPlots, hollow and filled, and half their sizes, such that they look alike.
_MARKS = {
    "circle": ("o", "*", 0.5),
    "triangle": ("triangle", "triangle*", 0.62),
    "square": ("square", "square*", 0.45),
    "diamond": ("diamond", "diamond*", 0.62),
    "cross": ("x", "x", 0.56),
}
_HAIRLINE = 0.25
ARROW = "-latex"


@dataclass
class Ink:
    """The strokes and fillings of a picture; `scale` is what widths are multiplied by."""

    theme: Theme
    scale: float
    colors: dict[str, str] = field(default_factory=dict)

    def page(self, name: str) -> str:
        """Return a colour of the page: text, muted, grid or background."""
        return self._known(name.title(), getattr(self.theme, name))

    def color(self, role: Role) -> str:
        """Return the colour of lines and words of a role."""
        return self._known(_camel(role), self.theme.style(role).color)

    def _filling(self, role: Role) -> str:
        return self._known(f"{_camel(role)}Fill", self.theme.style(role).fill)

    def _known(self, name: str, code: str) -> str:
        self.colors[f"pg{name}"] = code.removeprefix("#")
        return f"pg{name}"

    def definitions(self) -> list[str]:
        """Return the lines that tell TeX the colours used so far."""
        return [rf"\definecolor{{{name}}}{{HTML}}{{{code}}}%" for name, code in self.colors.items()]

    def is_drawn(self, role: Role) -> bool:
        """Tell whether a role has lines."""
        return self.theme.style(role).width > 0

    def is_filled(self, role: Role) -> bool:
        """Tell whether a role has a filling."""
        return bool(self.theme.style(role).fill)

    def stroke(self, role: Role) -> str:
        """Return how a line of a role is drawn."""
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
        return f"draw={fill}, line width={self.points(_HAIRLINE)}, fill={fill}, even odd rule"

    def marker(self, role: Role, filled_as: Role | None = None, largest: float = math.inf) -> str:
        """Return how a marker is drawn: its shape and outline, filled like another role."""
        style, filler = self.theme.style(role), filled_as or role
        hollow, filled, half = _MARKS[style.marker]
        look = [f"draw={self.color(role)}", f"line width={self.points(style.width)}"]
        if self.is_filled(filler):
            look.append(f"fill={self._filling(filler)}")
        mark = filled if self.is_filled(filler) else hollow
        size = min(self.marker_size(role), largest) * half
        return f"mark={mark}, mark size={size:.4g}bp, mark options={{{', '.join(look)}}}"

    def marker_size(self, role: Role) -> float:
        """Return how wide a marker is, in big points."""
        return self.theme.style(role).size * self.scale

    def points(self, length: float) -> str:
        """Return a length of the theme in big points, which are 72 an inch."""
        return f"{length * self.scale:.4g}bp"


def _camel(role: Role) -> str:
    return role.name.title().replace("_", "")
