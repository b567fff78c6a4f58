"""Shapes of a page, each held once: outlines, dots and letters, with styles in the page's colours.

A shape is written as SVG for readers without scripts, and as JSON, of which the script of the page
makes the same elements.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from perceptron_gui.export.layout.axes import Box

NO_CLIP = -1
# A shape is held as what it adds to a recent one of its style, where so many letters are the same.
_WORTH_SHARING = 24
_RECENT = 8

Value = TypeVar("Value")


def short(value: float, digits: int = 2) -> str:
    """Write a number with few digits: 3, 0.25, -1.5."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True)
class Outline:
    """A path as SVG writes it, in a style and a clipping box by their numbers."""

    style: int
    clip: int
    path: str


@dataclass(frozen=True)
class DotShapes:
    """A marker at several places, all by their numbers."""

    style: int
    marker: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class Letters:
    """Glyphs by their numbers, each with its own transform, moved and turned together."""

    style: int
    transform: str
    glyphs: tuple[tuple[int, str], ...]


Shape = Outline | DotShapes | Letters


class Numbered(Generic[Value]):
    """Values in the order in which they came, equal ones once."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._numbers: dict[Value, int] = {}

    def number(self, value: Value) -> int:
        """Return the number of a value, a new one for a new value."""
        if value not in self._numbers:
            self._numbers[value] = len(self.values)
            self.values.append(value)
        return self._numbers[value]


class PageInk:
    """All that the figures of one page are drawn with. Players of a page share it."""

    def __init__(self) -> None:
        self.styles: Numbered[str] = Numbered()  # declarations of CSS
        self.clips: Numbered[Box] = Numbered()  # y down
        self.markers: Numbered[str] = Numbered()  # paths around 0
        self.places: Numbered[str] = Numbered()  # "x y"
        self.glyphs: Numbered[str] = Numbered()  # paths
        self.shapes: Numbered[Shape] = Numbered()
        self.words: Numbered[str] = Numbered()  # HTML
        self.rows: Numbered[tuple[str, ...]] = Numbered()  # cells of tables, HTML

    def css(self) -> str:
        rules = enumerate(self.styles.values)
        return "".join(f".s{number}{{{declared}}}\n" for number, declared in rules)

    def defs(self) -> str:
        """Return what shapes refer to: clipping boxes and glyphs."""
        boxes = (
            f'<clipPath id="c{number}"><rect x="{short(box.left)}" y="{short(box.bottom)}" '
            f'width="{short(box.width)}" height="{short(box.height)}"/></clipPath>'
            for number, box in enumerate(self.clips.values)
        )
        glyphs = (
            f'<path id="g{number}" d="{path}"/>' for number, path in enumerate(self.glyphs.values)
        )
        return f"<defs>{''.join(boxes)}{''.join(glyphs)}</defs>"

    def markup(self, shapes: Iterable[int]) -> str:
        """Return shapes as SVG; they hold numbers and no words of a user."""
        return "".join(self._element(self.shapes.values[number]) for number in shapes)

    def _element(self, shape: Shape) -> str:
        if isinstance(shape, Outline):
            clip = "" if shape.clip == NO_CLIP else f' clip-path="url(#c{shape.clip})"'
            return f'<path class="s{shape.style}"{clip} d="{shape.path}"/>'
        if isinstance(shape, DotShapes):
            path = self.markers.values[shape.marker]
            places = (self.places.values[place] for place in shape.places)
            dots = (f'<path d="{path}" transform="translate({place})"/>' for place in places)
            return f'<g class="s{shape.style}">{"".join(dots)}</g>'
        glyphs = (f'<use href="#g{glyph}" transform="{moved}"/>' for glyph, moved in shape.glyphs)
        return f'<g class="s{shape.style}" transform="{shape.transform}">{"".join(glyphs)}</g>'

    def to_json(self) -> dict[str, Any]:
        """Return all shapes for the script; what they begin with in common is held once."""
        known, shapes = _KnownPaths(), []
        for number, shape in enumerate(self.shapes.values):  # each as [kind, style, …]
            if isinstance(shape, Letters):
                flat = [part for glyph in shape.glyphs for part in glyph]
                shapes.append(["t", shape.style, shape.transform, flat])
            elif isinstance(shape, DotShapes):
                shapes.append(["d", shape.style, shape.marker, list(shape.places)])
            else:
                shapes.append(["p", shape.style, shape.clip, *known.told(number, shape)])
        return {"markers": self.markers.values, "places": self.places.values, "shapes": shapes}


class _KnownPaths:
    """Paths that were told: another may be the same in another style, or go on from one of them."""

    def __init__(self) -> None:
        self._all: dict[str, int] = {}
        self._recent: dict[object, deque[tuple[int, str]]] = {}

    def told(self, number: int, shape: Outline) -> list[Any]:
        """Return a path, or what is between the start and the end that it shares with another."""
        path = shape.path
        if path in self._all:
            return ["", self._all[path], len(path), 0]
        recent = self._recent.setdefault((shape.style, shape.clip), deque(maxlen=_RECENT))
        shared = [(*_common(other, path), before) for before, other in recent]
        start, end, before = max(shared, key=lambda found: found[0] + found[1], default=(0, 0, 0))
        recent.append((number, path))
        self._all[path] = number
        if start + end < _WORTH_SHARING:
            return [path]
        return [path[start : len(path) - end], before, start, end]


def _common(one: str, other: str) -> tuple[int, int]:
    """Return how many letters two texts begin and end with in common, none counted twice."""
    start = _beginning(one, other)
    most = min(len(one), len(other)) - start
    return start, min(_beginning(one[::-1], other[::-1]), most)


def _beginning(one: str, other: str) -> int:
    """Return how many letters two texts begin with in common, by halving."""
    same, most = 0, min(len(one), len(other))
    while same < most:
        middle = (same + most + 1) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            most = middle - 1
    return same
