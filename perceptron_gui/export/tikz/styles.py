"""Styles of a theme as options of TikZ, and the colours that TeX must know for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.export.layout.axes import HAIRLINE
from perceptron_gui.figures.model.figure import Axis, Range
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.figures.model.ticks import fractions

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
