"""The lines that proofs, certificates and cycles consist of, and the names of what they highlight.

What each name means in a figure is up to the figure; here a name only says what a line is about.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Statement:
    """A sentence with mathematics between dollars; with `is_formula` all of it is small LaTeX.

    `highlights` names what it is about; `holds` is None where nothing was computed that could be
    wrong.
    """

    key: str
    text: str
    highlights: tuple[str, ...] = ()
    holds: bool | None = None
    is_formula: bool = False


@dataclass(frozen=True)
class Section:
    """Statements below a heading; without a title they stand alone."""

    key: str
    title: str
    lines: tuple[Statement, ...]


def formula_line(
    key: str, formula: str, highlights: tuple[str, ...] = (), holds: bool | None = None
) -> Statement:
    """Return a statement that is one formula, its words in \\text{}."""
    return Statement(key, formula, highlights, holds, is_formula=True)


RADIUS = "radius"
RADIUS_POINT = "radius-point"
SEPARATOR = "separator"
MARGIN = "margin"
SUPPORT = "support"
VISITED = "visited"
LINE = "line"
NORM = "norm"
NORM_UPPER = "norm-upper"
NORM_LOWER = "norm-lower"
DISTANCE = "distance"
DISTANCE_UPPER = "distance-upper"
LIMIT = "limit"
HULLS = "hulls"
COMMON = "common"
NEAREST = "nearest"
CYCLE = "cycle"
# These are followed by a number.
POINT = "point"
STATE = "state"

# Here N stands for any number.
HIGHLIGHTS: dict[str, str] = {
    RADIUS: "the circle of radius R around all points",
    RADIUS_POINT: "the points that attain R",
    SEPARATOR: "the line of w*",
    MARGIN: "the band around w* that is free of points",
    SUPPORT: "the support vectors",
    VISITED: "the point of the visit, and its update in the plots",
    LINE: "the decision line and where it was before",
    NORM: "the curve of ‖w‖²",
    NORM_UPPER: "the upper bound of ‖w‖²",
    NORM_LOWER: "the lower bound of ‖w‖²",
    DISTANCE: "the curve of ‖w − αw*‖²",
    DISTANCE_UPPER: "the upper bound of that distance",
    LIMIT: "the last possible update",
    HULLS: "the convex hulls of both classes",
    COMMON: "the point that the hulls have in common",
    NEAREST: "the nearest points of the hulls",
    CYCLE: "all lines and weights that a cycle visits",
    f"{POINT} N": "the point with this number, the first is 0",
    f"{STATE} N": "the weights before an update of the cycle, those of the first are 0",
}


def numbered(kind: str, numbers: Iterable[int]) -> tuple[str, ...]:
    """Return the names of some points or states."""
    return tuple(f"{kind} {number}" for number in numbers)


def numbers_of(kind: str, names: Iterable[str]) -> list[int]:
    """Return the numbers of the points or states that are named, in order."""
    parts = (name.split(" ") for name in names)
    return sorted({int(part[1]) for part in parts if part[0] == kind and part[-1].isdecimal()})
