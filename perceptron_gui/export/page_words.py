"""A page in words: how the command line, sessions and dialogs ask for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perceptron_gui.core.errors import UsageError
from perceptron_gui.core.nearest import did_you_mean
from perceptron_gui.core.quoting import quoted
from perceptron_gui.figures.theme import DEFAULT, THEMES

from .page import INCH, PRESETS, Page, read_size

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
