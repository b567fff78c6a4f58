"""The page a figure is drawn on: its size in millimetres, its font, its theme."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme

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


FAMILIES = ("sans", "serif")
# The words a page is asked for with; the same names are stored in sessions.
PAGE_WORDS: dict[str, str] = {
    "size": f"85x60mm, 16x9cm, or {', '.join(PRESETS)} (default page)",
    "theme": f"{', '.join(THEMES)} (default {DEFAULT})",
    "font": "size of the letters in points",
    "family": "sans or serif letters",
    "dpi": "pixels an inch (default 200, and 100 of animations)",
    "outlines": "SVG: letters as shapes, for machines without the font",
    "standalone": "TeX: a document of its own",
}
SWITCHES = ("outlines", "standalone")
MOTION_WORDS = ("frames", "fps", "hold", "once")  # of animations; sessions keep them beside


def page_of(words: Mapping[str, Any]) -> Page:
    """Return the page that was asked for, in words typed or stored in a session."""
    unknown = [name for name in words if name not in (*PAGE_WORDS, *MOTION_WORDS)]
    if unknown:
        raise UsageError(f"page: {quoted(unknown[0])} is not a property of a page")
    theme = str(words.get("theme", DEFAULT))
    if theme not in THEMES:
        raise _unknown("theme", theme, tuple(THEMES))
    width, height, font, family = read_size(str(words.get("size", "page")))
    family = str(words.get("family", family))
    if family not in FAMILIES:
        raise _unknown("family", family, FAMILIES)
    return Page(
        width,
        height,
        _number(words, "font", font, 4, 100),
        family,
        THEMES[theme],
        int(_number(words, "dpi", 200, 30, 1200)),
        _switch(words, "outlines"),
        _switch(words, "standalone"),
    )


def plot_aspect(page: Page) -> float:
    """Return about how wide over high the axes will be, with labels, legend and title around."""
    em = page.font * INCH / 72
    # On crowded pages the letters shrink before the axes do.
    width = max(page.width - 6 * em, page.width / 2)
    return width / max(page.height - 9 * em, page.height / 2)


def _unknown(name: str, value: str, known: tuple[str, ...]) -> UsageError:
    hint = did_you_mean(value, known) or f"; it is one of {', '.join(known)}"
    return UsageError(f"--{name} {quoted(value)}: unknown{hint}")


def _switch(words: Mapping[str, Any], name: str) -> bool:
    value = words.get(name, False)
    if not isinstance(value, bool):
        raise UsageError(f"--{name} {quoted(str(value))}: is either true or false")
    return value


def _number(words: Mapping[str, Any], name: str, default: float, least: int, most: int) -> float:
    value = words.get(name, default)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not least <= number <= most:
        raise UsageError(f"--{name} {quoted(str(value))}: must be from {least} to {most}")
    return number
