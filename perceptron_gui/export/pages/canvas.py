"""A page of SVG: the same lines, dots, areas and letters as on a page of matplotlib, as shapes.

Letters are outlines of matplotlib's fonts, so a reader's machine needs none of them. Colours stay
names, which the style sheet of the page gives their values, light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from numpy.typing import ArrayLike

from perceptron_gui.export.layout.axes import HAIRLINE, Box
from perceptron_gui.export.layout.text import LETTERS, LOCK, extent, font, typeset
from perceptron_gui.export.mpl.canvas import MARKERS, PageCanvas, rings_of
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style

Value = TypeVar("Value")


def short(value: float, digits: int = 2) -> str:
    """Write a number with few digits: 3, 0.25, -1.5."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Numbered(dict[Value, int]):
    """The numbers of values in the order in which they came; a new one gets the next."""

    def __missing__(self, value: Value) -> int:
        self[value] = len(self)
        return self[value]


class PageInk:
    """All that the figures of one page are drawn with; its scenes share it."""

    def __init__(self) -> None:
        self.styles: Numbered[str] = Numbered()  # declarations of CSS
        self.clips: Numbered[Box] = Numbered()  # y down
        self.glyphs: Numbered[str] = Numbered()  # paths of letters and markers
        self.shapes: Numbered[str] = Numbered()  # SVG, without words of a user; or rows of tables

    def css(self) -> str:
        rules = enumerate(self.styles)
        return "".join(f".s{number}{{{declared}}}\n" for number, declared in rules)

    def markup(self, shapes: Iterable[int]) -> str:
        known = list(self.shapes)
        return "".join(known[number] for number in shapes)

    def defs(self) -> str:
        """Return what shapes refer to: clipping boxes and glyphs."""
        boxes = (
            f'<clipPath id="c{number}"><rect x="{short(box.left)}" y="{short(box.bottom)}" '
            f'width="{short(box.width)}" height="{short(box.height)}"/></clipPath>'
            for number, box in enumerate(self.clips)
        )
        glyphs = (f'<path id="g{number}" d="{path}"/>' for number, path in enumerate(self.glyphs))
        return f"<defs>{''.join(boxes)}{''.join(glyphs)}</defs>"


# Outlines of letters have whole coordinates, so many to the size of a font.
_GRID = 500
_PER_UNIT = _GRID / text_to_path.FONT_SCALE
_VERTICES = {Path.MOVETO: ("M", 1), Path.LINETO: ("L", 1), Path.CURVE3: ("Q", 2)}
_VERTICES |= {Path.CURVE4: ("C", 3), Path.CLOSEPOLY: ("Z", 1)}


@dataclass(frozen=True, eq=False)
class SvgCanvas(PageCanvas):
    """Adds shapes to `drawn`, as numbers of the ink."""

    ink: PageInk
    drawn: list[int]

    @property
    def _height(self) -> float:
        return self.page.points[1]

    def _path(self, declared: str, clip: Box | None, path: str) -> None:
        """Draw a path in a style, clipped to a box."""
        shown = f'class="{self._style(declared)}"'
        if clip is not None:
            down = Box(clip.left, self._height - clip.top, clip.right, self._height - clip.bottom)
            shown += f' clip-path="url(#c{self.ink.clips[down]})"'
        self.drawn.append(self.ink.shapes[f'<path {shown} d="{path}"/>'])

    def _style(self, declared: str) -> str:
        return f"s{self.ink.styles[declared]}"

    def curve(self, x: Values, y: Values, style: Style, clip: Box | None = None) -> None:
        path = self._strokes(x, y)
        if not style.width or not path:
            return
        width = style.width * self.scale
        declared = f"fill:none;stroke:{_colour(style.color)};stroke-width:{short(width)}"
        if style.dash:
            dashes = " ".join(short(part * width) for part in style.dash)
            declared += f";stroke-dasharray:{dashes}"
        self._path(declared, clip, path)

    def _strokes(self, x: Values, y: Values) -> str:
        """Return lines through points; a point alone between gaps is none."""
        pieces: list[str] = []
        piece: list[str] = []
        for across, up in [*zip(x.tolist(), y.tolist(), strict=True), (np.nan, np.nan)]:
            if across - across == 0 and up - up == 0:  # both are finite
                place = f"{short(across)} {short(self._height - up)}"
                if not piece or piece[-1] != place:
                    piece.append(place)
            else:
                pieces += [f"M{'L'.join(piece)}"] if len(piece) > 1 else []
                piece = []
        return "".join(pieces)

    def dots(self, x: Values, y: Values, style: Style) -> None:
        if not len(x):
            return
        fill = _colour(style.fill) if style.fill and style.marker != "cross" else "none"
        width = short(style.width * self.scale)
        declared = f"fill:{fill};stroke:{_colour(style.color)};stroke-width:{width}"
        marker = self.ink.glyphs[_marker(style.marker, style.size * self.scale)]
        dots = (
            f'<use href="#g{marker}" x="{short(across)}" y="{short(self._height - up)}"/>'
            for across, up in zip(x.tolist(), y.tolist(), strict=True)
        )
        shape = f'<g class="{self._style(declared)}">{"".join(dots)}</g>'
        self.drawn.append(self.ink.shapes[shape])

    def area(self, path: Path, style: Style, clip: Box | None = None) -> None:
        rings = rings_of(path)
        if not style.fill or not rings:
            return
        fill = _colour(style.fill)
        declared = f"fill:{fill};fill-opacity:{short(style.opacity)};stroke:none"
        if style.opacity == 1:
            # A hairline closes the gap that smooth edges leave between shapes that touch.
            declared = f"fill:{fill};stroke:{fill};stroke-width:{short(HAIRLINE * self.scale)}"
        down = (np.column_stack([ring[:, 0], self._height - ring[:, 1]]) for ring in rings)
        drawn = "".join(_path(Path(ring, closed=True), 2) for ring in down)
        self._path(declared, clip, drawn)

    def text(self, label: str, size: float, color: str, x: float, y: float, **placed: Any) -> None:
        words, is_math = typeset(label, self.page.family)
        glyphs = _glyphs(words, is_math, self.page.family)
        if not glyphs:
            return
        width = extent(label, self.page.family, size)[0]
        left = width * {"center": -0.5, "right": -1.0}.get(placed.get("ha", "left"), 0.0)
        turned = placed.get("rotation", 0) == 90
        right, up = (x, y + left) if turned else (x + left, y)
        transform = f"translate({short(right)} {short(self._height - up)})"
        transform += "rotate(-90)" * turned + f"scale({short(size / _GRID, 5)})"
        letters = (
            f'<use href="#g{self.ink.glyphs[path]}" transform="{moved}"/>' for path, moved in glyphs
        )
        style = self._style(f"fill:{_colour(color)};stroke:none")
        shape = f'<g class="{style}" transform="{transform}">{"".join(letters)}</g>'
        self.drawn.append(self.ink.shapes[shape])


def _colour(name: str) -> str:
    return name if name.startswith("#") else f"var(--{name.replace('_', '-')})"


def _path(path: Path, digits: int) -> str:
    """Return a path of matplotlib as SVG writes it."""
    written: list[str] = []
    for vertices, code in path.iter_segments(simplify=False, curves=True):
        letter, count = _VERTICES[np.uint8(code)]
        if letter == "Z":
            written.append("Z")
            continue
        numbers = [short(number, digits) for number in vertices[: 2 * count].tolist()]
        written.append(letter + " ".join(numbers))
    return "".join(written)


@lru_cache(maxsize=256)
def _marker(name: str, size: float) -> str:
    """Return the outline of a marker around 0, y down."""
    kind, share = MARKERS[name]
    marker = MarkerStyle(kind)
    shape = marker.get_path().transformed(marker.get_transform())
    flipped = np.asarray(shape.vertices) * [1.0, -1.0] * (size * share)
    return _path(Path(flipped, shape.codes), 3)


@lru_cache(maxsize=1024)
def _glyphs(words: str, is_math: bool, family: str) -> tuple[tuple[str, str], ...]:
    """Return the outline of every letter and its transform, `_GRID` being the size of the font."""
    with LOCK:
        if is_math:
            placed, outlines, bars = text_to_path.get_glyphs_mathtext(font(family, 10.0), words)
        else:
            files = [findfont(FontProperties(family=name)) for name in LETTERS[family]]
            letters = get_font(files)
            letters.set_size(text_to_path.FONT_SCALE, text_to_path.DPI)
            placed, outlines, bars = text_to_path.get_glyphs_with_font(letters, words)
        found = [
            (_outline(*outlines[glyph]), _moved(right, up, scale))
            for glyph, right, up, scale in placed
        ]
        found += [(_outline(*bar), "") for bar in bars]
    return tuple(each for each in found if each[0])


def _outline(vertices: ArrayLike, codes: ArrayLike) -> str:
    if not np.size(vertices):
        return ""
    flipped = np.asarray(vertices) * [_PER_UNIT, -_PER_UNIT]
    return _path(Path(flipped, np.asarray(codes, dtype=np.uint8)), 0)


def _moved(right: float, up: float, scale: float) -> str:
    moved = f"translate({short(right * _PER_UNIT, 0)} {short(-up * _PER_UNIT, 0)})"
    return moved if scale == 1 else f"{moved}scale({short(scale, 3)})"
