"""The page a figure is drawn on: its size in millimetres, its font, its theme."""

from __future__ import annotations

import re

from perceptron_gui.core.errors import UsageError
from perceptron_gui.core.nearest import did_you_mean
from perceptron_gui.core.quoting import quoted
from perceptron_gui.core.values import frozen_value
from perceptron_gui.figures.theme import DEFAULT, THEMES, Theme

INCH = 25.4
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": INCH}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|cm|in)?")
_SMALLEST, _LARGEST = 20.0, 2000.0


@frozen_value
class Page:
    """Sizes in millimetres, the font in points."""

    width: float = 170.0
    height: float = 110.0
    font: float = 10.0
    family: str = "sans"  # or serif
    theme: Theme = THEMES[DEFAULT]
    dpi: int = 200
    outlines: bool = False  # SVG: letters as shapes, for machines without the font
    standalone: bool = False  # TeX: a document of its own

    @property
    def inches(self) -> tuple[float, float]:
        """Width and height in inches."""
        return self.width / INCH, self.height / INCH

    @property
    def scale(self) -> float:
        """What widths and markers of a theme are multiplied by."""
        return self.font / 10.0


# Width, height, font and family: a slide of 16:9, a column and a page of a paper, an A2 poster.
PRESETS: dict[str, tuple[float, float, float, str]] = {
    "slide": (254.0, 142.875, 16.0, "sans"),
    "column": (85.0, 64.0, 8.0, "serif"),
    "page": (170.0, 110.0, 10.0, "serif"),
    "poster": (594.0, 420.0, 34.0, "sans"),
}


def read_size(text: str) -> tuple[float, float, float, str]:
    """Return width, height, font and family of `85x60mm`, `16x9cm` or the name of a preset."""
    if text in PRESETS:
        return PRESETS[text]
    found = _SIZE.fullmatch(text.strip().lower().replace("×", "x").replace(" ", ""))
    if found is None:
        hint = did_you_mean(text, PRESETS) or f"; or {', '.join(PRESETS)}"
        raise UsageError(f"--size {quoted(text)}: give a size like 85x60mm{hint}")
    unit = _UNITS[found[3] or ""]
    width, height = float(found[1]) * unit, float(found[2]) * unit
    if not (_SMALLEST <= width <= _LARGEST and _SMALLEST <= height <= _LARGEST):
        raise UsageError(
            f"--size {quoted(text)}: sides must be {_SMALLEST:g} to {_LARGEST:g} mm long"
        )
    font = 8.0 if width < 100 else 10.0 if width < 220 else 16.0 if width < 350 else 30.0
    return width, height, font, "serif" if width < 220 else "sans"
