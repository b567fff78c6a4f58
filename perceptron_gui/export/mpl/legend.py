"""Legends on a page of matplotlib: a small picture of every role, and words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from matplotlib.path import Path

from perceptron_gui.figures.theme import Style

from ..layout.legend import LegendBlock, PlacedEntry
from .paper import Paper

# How large the picture of an area is, and how large dots may be, in font sizes.
_AREA, _DOT = 0.8, 1.0


def draw_legend(paper: Paper, legend: LegendBlock, left: float, top: float) -> None:
    """Draw a legend below and to the right of a point."""
    for placed in legend.placed:
        _draw_picture(paper, placed, left + placed.right, top - placed.down)
        words_left = left + placed.indent
        paper.write(placed.words, words_left, top - placed.down, paper.page.theme.text)


def _draw_picture(paper: Paper, placed: PlacedEntry, left: float, top: float) -> None:
    style, em = placed.entry.style(paper.page.theme), placed.words.size
    # Pictures stand at the height of small letters of the first line.
    middle = top - placed.words.first + 0.3 * em
    right = left + placed.picture
    ends = np.array([left, right]), np.array([middle, middle])
    if placed.entry.shape == "dots":
        size = min(style.size, _DOT * em / paper.scale)
        paper.dots(np.array([(left + right) / 2]), ends[1][:1], replace(style, size=size))
    elif placed.entry.shape == "area":
        _draw_area(paper, left, middle, _AREA * em, style)
    elif placed.entry.shape == "arrow":
        paper.arrow(*ends, style)
    else:
        paper.curve(*ends, _fitted(style, placed.picture / paper.scale))


def _fitted(style: Style, length: float) -> Style:
    """Stretch dashes so that the line begins and ends with one."""
    if not style.dash:
        return style
    first, period = style.dash[0], sum(style.dash)
    whole = max(1, round((length / style.width - first) / period))
    stretch = length / style.width / (whole * period + first)
    return replace(style, dash=tuple(part * stretch for part in style.dash))


def _draw_area(paper: Paper, left: float, middle: float, size: float, style: Style) -> None:
    x = left + np.array([0.0, 1.2, 1.2, 0.0, 0.0]) * size
    y = middle + np.array([-0.5, -0.5, 0.5, 0.5, -0.5]) * size
    paper.area(Path(np.column_stack([x, y]), closed=True), style)
    paper.curve(x, y, style)
