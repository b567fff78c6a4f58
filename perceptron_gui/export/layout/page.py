"""The page a figure is drawn on, how an animation moves, and the options that ask for both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from perceptron_gui.base.errors import OptionError, Problem
from perceptron_gui.base.params import (
    Choice,
    Count,
    Flag,
    Kind,
    Param,
    Real,
    option,
    params_of,
    table,
)
from perceptron_gui.base.text import did_you_mean
from perceptron_gui.figures.model.theme import DEFAULT, MARKERS, THEMES, Theme

INCH = 25.4
MOST_FRAMES = 2000
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": INCH}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|cm|in)?")
_DPI = 200
_USUAL = "usual"
_NARROW = 100.0  # millimetres; columns of journals are 77 to 90 wide
_NO_SIZE = Problem("{flag} {quoted}: give a size like 85x60mm{hint}", "give a size like 85x60mm")
_BAD_SIDES = Problem("{flag} {quoted}: sides must be {allowed}", "the sides must be {allowed}")
_NO_FRAMES = Problem("{flag} {quoted}: give {allowed}", "the frames must be {allowed}")
_UNKNOWN = Problem(
    "page: {quoted} is not a property of a page", "{quoted} is not a property of a page"
)


@dataclass(frozen=True)
class Page:
    """Sizes in millimetres, the font in points."""

    width: float = 170.0
    height: float = 110.0
    font: float = 10.0
    family: str = "sans"  # or serif
    theme: Theme = THEMES[DEFAULT]
    dpi: int = _DPI
    letters: str = "shapes"  # SVG: or text, which brings its fonts
    standalone: bool = False  # TeX: a document of its own

    @property
    def inches(self) -> tuple[float, float]:
        return self.width / INCH, self.height / INCH

    @property
    def points(self) -> tuple[float, float]:
        """Width and height in points, which are 72 an inch."""
        width, height = self.inches
        return width * 72, height * 72

    @property
    def scale(self) -> float:
        """What widths and markers of a theme are multiplied by."""
        return self.font / 10.0

    @property
    def is_column(self) -> bool:
        """Tell whether it is as narrow as a column of a paper."""
        return self.width < _NARROW


# Width, height, font and family: a slide of 16:9, a column and a page of a paper, an A2 poster.
# A column of a journal is meant; TeX is told to fit it into narrower ones, as `article` has.
PRESETS: dict[str, tuple[float, float, float, str]] = {
    "slide": (254.0, 142.875, 16.0, "sans"),
    "column": (84.0, 70.0, 8.0, "serif"),
    "page": (170.0, 110.0, 10.0, "serif"),
    "poster": (594.0, 420.0, 34.0, "sans"),
}


class PageSize(Kind):
    """A size by name, or like 85x60mm."""

    choices = MappingProxyType(dict.fromkeys(PRESETS, ""))
    titles = MappingProxyType(
        {
            name: f"{name.capitalize()}, {width:.0f} × {height:.0f} mm"
            for name, (width, height, *_) in PRESETS.items()
        }
    )
    own, hint = "Own size", "85x60mm"
    limits = Real(20, 2000, "mm")

    def read(self, param: Param, value: Any) -> str:
        text = str(value)
        if text in PRESETS:
            return text
        found = _SIZE.fullmatch(text.strip().lower().replace("×", "x").replace(" ", ""))
        if found is None:
            hint = did_you_mean(text, PRESETS) or f"; or {', '.join(PRESETS)}"
            raise param.error(_NO_SIZE, text, hint=hint)
        unit = _UNITS[found[3] or ""]
        width, height = float(found[1]) * unit, float(found[2]) * unit
        if not all(self.limits.least <= each <= self.limits.most for each in (width, height)):
            allowed = f"{self.limits.least:g} to {self.limits.most:g} mm long"
            raise param.error(_BAD_SIDES, text, allowed=allowed)
        return f"{width!r}x{height!r}mm".replace(".0x", "x").replace(".0mm", "mm")


def size_of(text: str) -> tuple[float, float, float, str]:
    """Return width, height, and the font and family that suit a size that was read."""
    if text in PRESETS:
        return PRESETS[text]
    width, height = map(float, text.removesuffix("mm").split("x"))
    font = 8.0 if width < _NARROW else 10.0 if width < 220 else 16.0 if width < 350 else 30.0
    return width, height, font, "serif" if width < 220 else "sans"


class FrameChoice(Kind):
    """Every visit, every update, or how many evenly spaced frames."""

    choices = MappingProxyType({"updates": "every update", "visits": "every visit"})
    titles = choices
    own = "Evenly spaced"
    limits = Count(1, MOST_FRAMES)

    def read(self, param: Param, value: Any) -> str | int:
        if value in self.choices:
            return str(value)
        try:
            return self.limits.read(param, value)
        except OptionError as error:
            allowed = f"visits, updates, or a number from 1 to {MOST_FRAMES}"
            raise param.error(_NO_FRAMES, value, allowed=allowed) from error


# The words a page is asked for with; the same names are stored in sessions.
PAGE = table(
    Param(
        "size", PageSize(), None,
        "the size in print: 85x60mm, 16x9cm, or by name; by default a slide for .gif, a column for "
        ".pdf and .tex of one figure, else a page", tip="the size in print",
        effect="Automatic: a column for one figure in PDF or TeX, a slide in GIF, else a page",
    ),
    Param(
        "theme", Choice(tuple(THEMES)), DEFAULT, "colours and strokes",
    ),
    Param(
        "markers",
        Choice({_USUAL: "▲ is −1, ● is +1", "melbourne": "● is −1, ■ is +1, as on its slides"}),
        _USUAL, "markers of the classes; --as-in-lecture melbourne has those of its slides",
    ),
    Param(
        "font", Real(4, 100, "pt", "", (6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 34)), None,
        "size of the letters in points", title="Font size",
        effect="Automatic letters fit the size of the page",
    ),
    Param(
        "family", Choice(("sans", "serif"), titles={"sans": "Sans serif"}), None,
        "sans or serif letters", title="Letters",
        effect="Serif letters suit papers, others suit slides",
    ),
    Param(
        "dpi", Real(30, 1200, "dpi", "", (72, 96, 100, 150, 200, 300, 600)), None,
        f"pixels an inch (default {_DPI}, and 100 of animations)", title="Pixels",
    ),
    Param(
        "letters",
        Choice({"shapes": "alike everywhere", "text": "with its fonts inside"}),
        "shapes", "SVG: letters as shapes, alike everywhere, or as text with its fonts",
        title="Letters as",
        effect="Shapes look the same in every program. Text can be searched and edited; browsers "
        "read its fonts from the file, other programs need DejaVu Sans or STIX installed",
    ),
    Param(
        "standalone", Flag(), False, "TeX: a document of its own",
        title="A document of its own", tip="the file can be compiled alone",
    ),
)  # fmt: skip

# What pages of earlier versions may say, too: letters as shapes, which they are anyhow.
RETIRED = ("outlines",)


@dataclass(frozen=True)
class Motion:
    """How an animation moves; its words are stored beside those of the page."""

    # fmt: off
    frames: str | int = option(
        60, FrameChoice(), "of an animation: how many, or by name",
        tip="which moments of the run become a frame",
    )
    fps: float = option(
        5.0, Real(0.1, 50, "a second"), "frames a second", title="Speed"
    )
    hold: float = option(
        2.0, Real(0, 60, "s"), "seconds the last frame stays",
        title="At the end",
    )
    once: bool = option(False, Flag(), "play an animation only once", title="Play only once")
    no_counter: bool = option(
        False, Flag(), "no visit and update below the frames of an animation", title="No counter"
    )
    # fmt: on


MOTION = params_of(Motion)


def page_of(words: Mapping[str, Any]) -> Page:
    """Return the page that was asked for, in words typed or stored in a session."""
    for name in words:
        if name not in PAGE and name not in MOTION and name not in RETIRED:
            raise OptionError(name, _UNKNOWN, name)
    read = {name: param.read(words.get(name, param.default)) for name, param in PAGE.items()}
    width, height, font, family = size_of(read.pop("size") or "page")
    given = {name: value for name, value in read.items() if value is not None}
    theme, markers = THEMES[read["theme"]], MARKERS.get(given.pop("markers"))
    theme = theme.with_markers(*markers) if markers else theme
    look = {"font": font, "family": family, **given, "theme": theme}
    return Page(width, height, **{**look, "dpi": int(read["dpi"] or _DPI)})


def motion_of(words: Mapping[str, Any]) -> Motion:
    """Return how an animation moves, in words typed or stored beside those of a page."""
    return Motion(**{name: MOTION[name].read(words[name]) for name in MOTION if name in words})


def plot_aspect(page: Page, is_sheet: bool = False) -> float:
    """Return about how wide over high the axes will be, with labels, legend and title around.

    In a column the frame of a plane is square: a wider one would show more of nothing, smaller.
    """
    if page.is_column and not is_sheet:
        return 1.0
    em = page.font * INCH / 72
    # On crowded pages the letters shrink before the axes do.
    width = max(page.width - 6 * em, page.width / 2)
    return width / max(page.height - 9 * em, page.height / 2)
