"""How a program's figure looks: the theme, written where the fragments ask for a role."""

from __future__ import annotations

import re
from collections.abc import Callable

from perceptron_gui.export.layout.page import Page
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style

from .text import literal

# **LINE("boundary") of a fragment becomes color=…, linewidth=…; so do the others.
_ASKED = re.compile(r'\**(LINE|PEN|DOTS|MARK|AREA|COLOR)\("([a-z ]+)"\)')
_MARKERS = {"circle": "o", "triangle": "^", "square": "s", "diamond": "D", "cross": "x"}


def styled(function: str, page: Page) -> str:
    """Return a function with the colours and widths of the page in place of roles."""

    def written(found: re.Match[str]) -> str:
        role = Role[found[2].upper().replace(" ", "_")]
        return _WRITERS[found[1]](page.theme.style(role), page.scale)

    return _ASKED.sub(written, function)


def look_of(kind: str, style: Style, page: Page) -> str:
    """Return a style as a fragment would have it: LINE, DOTS, AREA, COLOR …"""
    return _WRITERS[kind](style, page.scale)


def look_constants(program: str, page: Page, class_names: dict[int, str]) -> list[str]:
    """Return the colours of the page, and the looks of points where there are some."""
    theme = page.theme
    lines = [f'PAPER, TEXT, MUTED = "{theme.background}", "{theme.text}", "{theme.muted}"']
    negative, positive = theme.style(Role.NEGATIVE), theme.style(Role.POSITIVE)
    if re.search(r"\bFILL\b", program):
        fill, area = f'-1: "{negative.fill}", 1: "{positive.fill}", 0: PAPER', positive.size**2
        lines.append(f"FILL, SIZE = {{{fill}}}, {area * page.scale**2:.3g}")
    if re.search(r"\bCLASSES\b", program):
        markers = {-1: _MARKERS[negative.marker], 1: _MARKERS[positive.marker]}
        rows = [f'({y}, {literal(name)}, "{markers[y]}")' for y, name in class_names.items()]
        lines.append(f"CLASSES = [{', '.join(rows)}]")
    return lines


def _dash(style: Style) -> str:
    lengths = ", ".join(f"{length:g}" for length in style.dash)
    return f"(0, ({lengths}))" if style.dash else '"-"'


def _line(style: Style, scale: float) -> str:
    dash = f", linestyle={_dash(style)}" if style.dash else ""
    return f'color="{style.color}", linewidth={style.width * scale:.3g}{dash}'


def _dots(style: Style, scale: float) -> str:
    fill = "" if style.fill == style.color else f', markerfacecolor="{style.fill or "none"}"'
    marker = f'marker="{_MARKERS[style.marker]}", markersize={style.size * scale:.3g}'
    width = f"markeredgewidth={style.width * scale:.3g}"
    return f'color="{style.color}"{fill}, {marker}, {width}, linestyle=""'


_WRITERS: dict[str, Callable[[Style, float], str]] = {
    "LINE": _line,
    "PEN": lambda style, scale: f'"{style.color}", {style.width * scale:.3g}, {_dash(style)}',
    "DOTS": _dots,
    "MARK": lambda style, _: f'"{_MARKERS[style.marker]}", "{style.color}"',
    "AREA": lambda style, _: f'"{style.fill}"',
    "COLOR": lambda style, _: f'"{style.color}"',
}
