"""The experiment of labellings: a small plane for each, with a line where one is; words, JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import Words as Wordings
from perceptron_gui.base.exact import shortest_multiple
from perceptron_gui.base.number_text import json_number
from perceptron_gui.base.params import Choice, option
from perceptron_gui.base.text import vector
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.hull_gap import hull_gap
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.figure import Axis, Figure, Table
from perceptron_gui.figures.model.label import class_labels, to_plain
from perceptron_gui.figures.model.marks import Line, Mark, Points, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import (
    NOWHERE,
    Affine,
    Division,
    Path,
    PlaneBox,
    closed,
    joined,
    ring,
)
from perceptron_gui.figures.plane.projection import Curved, PlaneProjection
from perceptron_gui.theory.run_text.words import Words

from .dichotomies import (
    MOST_POINTS,
    Dichotomies,
    DichotomiesResult,
    Labelling,
    cover,
    name_of,
)
from .lab import Lab, LabFigure, OnPage, Place, Replay, perceptron_instead

NAME = "dichotomies"
ALL, SEPARABLE, INSEPARABLE = "all", "separable", "inseparable"
MOST_PLANES = 256
_MOST_NAMED = 64  # planes that have room for a name
_GAP, _NAME_HEIGHT = 0.16, 0.3  # around a plane of the side 1
_TIDY, _TIDY_OF_MANY, _FEW = 1.4, 1.15, 16  # how much full rows are worth
_SEPARATORS = {1: "A threshold", 2: "A line", 3: "A plane"}  # by the dimension of the points
_PADDING = 0.35  # around the points, in sizes of their box
# The third of three coordinates goes this way, as in a drawing of a cube.
_DEPTH = (0.42, 0.3)
# Markers are full-sized in so many columns, and smaller in more.
_LARGE_UP_TO, _SMALLEST = 5.5, 0.25
_THICK_UP_TO = 10  # columns, of the separating lines


@dataclass(frozen=True)
class DichotomiesOptions(ViewOptions):
    """Which of the labellings are drawn."""

    which: str = option(
        ALL,
        Choice(
            (ALL, SEPARABLE, INSEPARABLE),
            titles={
                ALL: "All labellings",
                SEPARABLE: "Those a line separates",
                INSEPARABLE: "The others",
            },
        ),
        "which of the labellings are drawn",
        title="Show",
    )


class Planes:
    """The small planes: which labellings are drawn, and where each of them stands."""

    def __init__(self, result: DichotomiesResult, options: DichotomiesOptions) -> None:
        wanted = {SEPARABLE: (True,), INSEPARABLE: (False,)}.get(options.which, (True, False))
        known = [each for each in result.labellings if each.separable in wanted]
        self.left_out = max(0, len(known) - MOST_PLANES)
        self.shown = known[:MOST_PLANES]
        self.is_named = len(self.shown) <= _MOST_NAMED
        self._up = 1 + _GAP + (_NAME_HEIGHT if self.is_named else 0.0)
        self.columns = _columns(len(self.shown), 1 + _GAP, self._up, options.aspect)
        self.rows = math.ceil(len(self.shown) / max(1, self.columns))

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of all of them."""
        return self.columns * (1 + _GAP), self.rows * self._up

    def corner(self, number: int) -> tuple[float, float]:
        """Return the lower left corner of a plane."""
        row, column = divmod(number, self.columns)
        return column * (1 + _GAP) + _GAP / 2, (self.rows - 1 - row) * self._up + _GAP / 2

    def at(self, x: float, y: float) -> Labelling | None:
        """Return the labelling whose plane is at a place."""
        column, row = math.floor(x / (1 + _GAP)), self.rows - 1 - math.floor(y / self._up)
        number = row * self.columns + column
        if not (0 <= column < self.columns and 0 <= number < len(self.shown)):
            return None
        left, low = self.corner(number)
        return self.shown[number] if left <= x <= left + 1 and low <= y <= low + 1 else None


def _columns(count: int, wide: float, high: float, aspect: float) -> int:
    """Return in how many columns planes of this width and height are largest.

    All rows are full where that does not cost much: a power of two of them is a truth table.
    """
    tidy = _TIDY if count <= _FEW else _TIDY_OF_MANY

    def size(columns: int) -> float:
        rows = math.ceil(count / columns)
        shown = min(aspect / (columns * wide), 1 / (rows * high))
        is_tidy = count % columns == 0 and columns & (columns - 1) == 0
        return round(shown * (tidy if is_tidy else 1.0), 3)

    return max(range(1, count + 1), key=size, default=1)


def draw_planes(result: DichotomiesResult, options: DichotomiesOptions) -> Figure:
    """Draw a plane for every labelling that is known, up to a number that can be seen."""
    planes = Planes(result, options)
    if not planes.shown:
        why = f"There is no {options.which} labelling."
        return nothing_to_show(NAME, options, why if result.labellings else "Nothing is known yet.")
    drawer = _Drawer(planes, result.dataset, Space.of(result.dataset, result.rule))
    said = headline(result)
    notes = [said.full, *notes_on_the_count(result)]
    if planes.left_out:
        left_out = f"{planes.left_out} are left out"
        notes.append(f"The first {MOST_PLANES} of them are drawn; {left_out}.")
    if not drawer.has_lines:
        how = "of which three are drawn" if result.dimension > 4 else "drawn as in space"
        notes.append(f"The points have more than two coordinates, {how}; no line is shown.")
    width, height = planes.size
    return Figure(
        NAME,
        Axis(range=options.x_range or (0.0, width)),
        Axis(range=options.y_range or (0.0, height)),
        tuple(drawer.marks()),
        title=options.title,
        notes=tuple(notes),
        equal=True,
        bare=True,
        headline=said,
    )


class _Drawer:
    """Draws all planes with few marks, each of which goes through all of them."""

    def __init__(self, planes: Planes, dataset: Dataset, space: Space) -> None:
        self._planes, self._dataset, self._space = planes, dataset, space
        self._points = _seen(dataset.points)
        self._box = PlaneBox.around(self._points).framed(_PADDING, 1.0)
        self.has_lines = dataset.dimension <= 2  # else boundaries are no lines of these planes

    def marks(self) -> Iterator[Mark]:
        """Yield areas, edges, lines, points and names, in this order."""
        numbers = range(len(self._planes.shown))
        divided = list(self._divided()) if self.has_lines else []
        for key, role, side in (
            ("positive side", Role.POSITIVE_SIDE, 1),
            ("negative side", Role.NEGATIVE_SIDE, 2),
        ):
            yield from _area(key, role, self._placed((n, parts[side]) for n, parts in divided))
        hopeless = [n for n in numbers if not self._planes.shown[n].separable]
        grey = self._placed((n, ring(self._box.corners)) for n in hopeless)
        yield from _area("inseparable", Role.IMPOSSIBLE, grey, "not separable")
        if hopeless and self.has_lines:  # in print this grey is much like a side
            (x0, y0), _, (x1, y1), _ = self._box.corners.tolist()
            cross = np.array([x0, x1, np.nan, x0, x1]), np.array([y0, y1, np.nan, y1, y0])
            crossed = self._placed((n, cross) for n in hopeless)
            yield Line("crossed out", Role.SOLUTION, *crossed)
        if not self.has_lines:
            solved = [n for n in numbers if self._planes.shown[n].separable]
            green = self._placed((n, ring(self._box.corners)) for n in solved)
            yield from _area("separable", Role.CONE, green, "separable")
        frames = self._placed((n, closed(self._box.corners)) for n in numbers)
        yield Line("frames", Role.CONSTRAINT if self._planes.is_named else Role.SOLUTION, *frames)
        edges = self._edges()
        if len(edges[0]):
            yield Line("edges", Role.SOLUTION, *self._placed((n, edges) for n in numbers))
        x, y = self._placed((n, parts.line) for n, parts in divided)
        if len(x):
            role = Role.BOUNDARY if self._planes.columns <= _THICK_UP_TO else Role.ZERO
            kind = "line" if self._space.is_plain else "curve"
            yield Line("lines", role, x, y, label=f"separating {kind}")
        yield self._all_points()
        if self._planes.is_named:
            scale = min(1.0, max(0.6, 8 / self._planes.columns))
            for n in numbers:
                left, low = self._planes.corner(n)
                name = name_of(self._planes.shown[n], self._dataset)
                yield Text(f"name-{n}", Role.NOTE, left + 0.5, low + 1.03, name, "s", scale=scale)

    def _divided(self) -> Iterator[tuple[int, Division]]:
        """Yield the numbers of separable planes, and what the widest line makes of each."""
        for number, each in enumerate(self._planes.shown):
            if each.separator is None:
                continue
            score = self._score(each)
            if score.constant is None:
                yield number, score.divide(self._box)
            else:
                whole = ring(self._box.corners)
                sides = (whole, NOWHERE) if score.constant > 0 else (NOWHERE, whole)
                yield number, Division(NOWHERE, *sides)

    def _score(self, each: Labelling) -> Affine | Curved:
        """Return the line that is farthest from both classes of the plane, or else that of w*."""
        assert each.separator is not None
        if self._space.offset and self._space.is_plain and len(set(each.labels)) > 1:
            labels = np.array(each.labels, dtype=np.int8)
            gap = hull_gap(Space(self._dataset.with_points(self._dataset.points, labels)))
            if gap is not None:
                one, other = (
                    np.array([*map(float, at), 0.0])[:2] for at in (gap.positive, gap.negative)
                )
                normal, middle = one - other, (one + other) / 2
                a, b = normal.tolist()
                return Affine(a, b, -float(normal @ middle))
        seen = PlaneProjection(self._space, np.eye(self._dataset.dimension, 2), ("", ""))
        score = seen.score(each.separator)
        assert score is not None, "a plane shows both coordinates"
        return score

    def _edges(self) -> Path:
        """Return the edges of a cube: between points that differ in one of many coordinates."""
        points = self._dataset.points
        if self.has_lines or len(np.unique(points)) > 2:
            return NOWHERE
        pairs = [
            self._points[[i, j]]
            for i in range(len(points))
            for j in range(i)
            if (points[i] != points[j]).sum() == 1
        ]
        return joined([(pair[:, 0], pair[:, 1]) for pair in pairs])

    def _placed(self, paths: Iterable[tuple[int, Path]]) -> Path:
        """Return paths of the box in the planes of these numbers, as one with breaks."""
        return joined(self._moved(number, path) for number, path in paths)

    def _moved(self, number: int, path: Path) -> Path:
        left, low = self._planes.corner(number)
        box = self._box
        return left + (path[0] - box.x0) / box.width, low + (path[1] - box.y0) / box.height

    def _all_points(self) -> Points:
        shown = self._planes.shown
        own = self._points[:, 0], self._points[:, 1]
        moved = [self._moved(number, own) for number in range(len(shown))]
        x, y = (np.concatenate([path[axis] for path in moved]) for axis in (0, 1))
        labels = np.array([each.labels for each in shown], dtype=np.int8).ravel()
        index = np.tile(np.arange(len(self._points)), len(shown))
        size = min(1.0, max(_SMALLEST, _LARGE_UP_TO / self._planes.columns))
        return Points("points", x, y, labels, labels, index, class_labels(self._dataset), size=size)


def _seen(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points (n, 2) of the paper: one or two coordinates, or three as a cube is drawn."""
    if points.shape[1] == 1:
        return np.column_stack([points, np.zeros(len(points))])
    if points.shape[1] == 2:
        return points
    depth = points[:, 2:3] / (np.ptp(points[:, 2]) or 1.0)
    sizes = np.ptp(points[:, :2], axis=0)
    return np.asarray(points[:, :2] + depth * np.array(_DEPTH) * np.where(sizes, sizes, 1.0))


def _area(key: str, role: Role, path: Path, label: str = "") -> Iterator[Region]:
    if len(path[0]):
        yield Region(key, role, *path, label=label)


def headline(result: DichotomiesResult) -> Words:
    """Say how many labellings are separable."""
    short = f"{result.separable} of {len(result.labellings)} separable"
    return Words(f"{result.separable} of {len(result.labellings)} labellings are separable.", short)


def notes_on_the_count(result: DichotomiesResult) -> Iterator[str]:
    """Compare how many labellings are separable with Cover's count, and say what follows."""
    known, every = len(result.labellings), 2**result.points
    if known < every:
        yield f"{known} of {every} labellings are known so far."
        return
    expected = result.in_general_position
    formula = rf"$2\sum_{{k<{result.dimension}}} C({result.points - 1}, k) = {expected}$"
    if result.separable == expected:
        yield f"That is as many as Cover's {formula} for points in general position."
    else:
        yield f"Points in general position have {formula} (Cover), and these are in none."
    if Space.of(result.dataset, result.rule).is_plain:
        yield vc_dimension(result)


def vc_dimension(result: DichotomiesResult) -> str:
    """Say how many points a line can label in all ways: of one more, Cover's count lacks some."""
    d, size = result.dataset.dimension, result.dimension
    who = _SEPARATORS.get(d, "A hyperplane")
    through, dimension = ("", "d + 1") if size > d else (" through the origin", "d")
    most = cover(size + 1, size)
    return (
        f"{who}{through} can make all ${2**size}$ labellings of ${size}$ "
        f"point{'s' if size > 1 else ''} in general position, but at most ${most}$ of the "
        f"${2 ** (size + 1)}$ of ${size + 1}$: its VC dimension is ${size}$, "
        f"in $d$ dimensions ${dimension}$."
    )


_FEW_POINTS = 6  # that are offered of many: 64 planes are seen at a glance
_STRIPS = 1.25  # how much flatter the planes are than the page, below a legend and above notes


def _on_page(options: DichotomiesOptions) -> DichotomiesOptions:
    """Return the options for the room that a page leaves the planes."""
    return replace(options, aspect=_STRIPS * options.aspect)


def _at(
    result: DichotomiesResult, options: DichotomiesOptions, _figure: Figure, place: Place
) -> Labelling | None:
    return Planes(result, _on_page(options)).at(*place)


def _replay(dataset: Dataset, result: DichotomiesResult, each: Labelling) -> Replay:
    points = dataset.with_points(dataset.points, np.array(each.labels, dtype=np.int8))
    return Replay(result.rule, f"Label the points as {to_plain(name_of(each, dataset))}", points)


def _offers(dataset: Dataset, rule: Rule) -> dict[str, Replay]:
    """Offer the perceptron instead of a kernel, and a few of many points."""
    if len(dataset) <= MOST_POINTS:
        return perceptron_instead(dataset, rule)
    _, first = np.unique(dataset.points, axis=0, return_index=True)
    places = np.linspace(0, len(first) - 1, _FEW_POINTS).round().astype(np.intp)
    kept = np.sort(first)[np.unique(places)]
    name = f"Take {_FEW_POINTS} of them"
    points = dataset.with_points(dataset.points[kept], dataset.labels[kept])
    return {name: Replay(rule, f"Take {len(kept)} of the points", points)}


_MOST_ROWS = 32  # of a terminal


def proofs_table(
    result: DichotomiesResult, _options: DichotomiesOptions, _words: Wordings
) -> Table:
    """Return every labelling of a few points with what proves it."""
    shown = result.labellings if len(result.labellings) <= _MOST_ROWS else ()
    rows = tuple(_row(each, result.dataset) for each in shown)
    headings, notes = ("labels", "separable", "proof"), tuple(notes_on_the_count(result))
    return Table(NAME, headings, rows, (0, 1, 2), notes=notes, headline=headline(result))


def _row(labelling: Labelling, dataset: Dataset) -> tuple[str, str, str]:
    name = name_of(labelling, dataset)
    if labelling.separator is not None:
        return name, "yes", f"w* ∝ {vector(shortest_multiple(labelling.separator))}"
    parts = [f"{share} of point {i + 1}" for i, share in sorted(labelling.certificate.items())]
    return name, "no", f"0 = the sum of y·x̃, weighted: {', '.join(parts)}"


def report(run: Run, options: DichotomiesOptions, result: DichotomiesResult) -> dict[str, Any]:
    """Return both counts, that of Cover, and every labelling with its proof."""
    return {
        "labellings": len(result.labellings),
        "separable": result.separable,
        "in_general_position": result.in_general_position,
        "dimension": result.dimension,
        "verdicts": [_verdict(each) for each in result.labellings],
    }


def _verdict(labelling: Labelling) -> dict[str, Any]:
    found: dict[str, Any] = {"labels": list(labelling.labels), "separable": labelling.separable}
    if labelling.separator is not None:
        return {**found, **json_number("separator", list(labelling.separator))}
    points = sorted(labelling.certificate)
    shares = [labelling.certificate[i] for i in points]
    return {**found, "certificate": {"points": points, **json_number("shares", shares)}}


LAB = Lab(
    NAME,
    "all labellings of a few points, and which of them a line can make",
    figures=(
        LabFigure(
            NAME,
            "Every labelling of a few points as a small plane, with a line where one separates.",
            DichotomiesOptions,
            lambda result, run, cursor, options: draw_planes(result, options),
        ),
    ),
    experiment=lambda subject, options: Dichotomies(subject.dataset, subject.rule),
    depends_on=(),
    table=proofs_table,
    report=report,
    doing="trying every labelling",
    page=OnPage(
        hint="Every labelling of the points at hand, whatever their own labels are: a line "
        "separates some of them. Click one to learn it on the plane.",
        draw=lambda result, run, cursor, options: draw_planes(result, _on_page(options)),
        replay=_replay,
        at=_at,
        offers=_offers,
    ),
)
