"""The points of the plane, a ring around the visited one, their numbers, and highlighted ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.label import class_labels
from perceptron_gui.figures.model.marks import Dots, Labels, Points, Text, Values
from perceptron_gui.figures.model.role import TEST_ROLES, Role
from perceptron_gui.lectures.notation import point_number
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.convergence import statement as highlights
from perceptron_gui.theory.convergence.premises import margin_points
from perceptron_gui.theory.run_text.words import words_on_test

from .box import PlaneBox
from .data_plane import DataPlane
from .text_places import TextPlaces, anchor_beyond

Indices = NDArray[np.int64]

# Of so many points those are left out that others of their kind hide.
_CROWD = 1000
_CELLS = 400
_KINDS = 9  # of a point: its class, and what is predicted of it
_MOST_RINGS = 60
_MOST_DOUBLE = 12  # more would hide what lies between them
# Up to so many points are drawn in full size; more get smaller by this power, but not too small.
_FEW, _SHRINKING, _SMALLEST = 20, 0.19, 0.2
_SMALLEST_VISITED = 0.6
# How far rings around visited points reach, one or two, as shares of the shorter side of the box.
_RING, _DOUBLE_RING = 0.042, 0.06
MOST_NUMBERS = 60
# How far a number is from its point or its rings, and its middle from there.
_NUMBER_AWAY, _NUMBER_MIDDLE = 0.008, 0.028
ASKED = "right or wrong?"  # of the point that is visited next
ON_LINE = "on the line"  # of points classified as neither
# How far a count is from its point, as a share of the box, and on which sides it may be.
_TALLY_AWAY = 0.03
_TALLY_SIDES = ((-1, 1), (1, 1), (-1, -1), (1, -1), (0, 1), (0, -1), (-1, 0), (1, 0))


def points(plane: DataPlane) -> Iterator[Points]:
    """Yield the points with their true class and the predicted one, if that is not asked for."""
    predicted, asked = plane.predicted, np.empty(0, dtype=np.int64)
    if plane.options.asked and len(plane.next_points) == 1:
        asked = np.array(plane.next_points)
        predicted = predicted.copy()
        predicted[asked] = 0
    told = len(predicted) if plane.options.hides_classes else np.count_nonzero(predicted)
    has_tie = plane.has_line and told + len(asked) < len(predicted)
    at, label, dataset = plane.projection.points, ON_LINE if has_tie else "", plane.run.dataset
    rings_support = plane.options.margin or plane.options.certificate
    kept = [*_visited(plane)[0], *(plane.run.verdict.support if rings_support else ())]
    kept += _highlighted_points(plane)
    shown = unhidden(at, dataset.labels, plane.predicted, plane.box, kept)
    yield labelled("points", dataset, at, predicted, shown, label=label)


def held_out_points(plane: DataPlane) -> Iterator[Dots]:
    """Yield hollow markers for the points that are not trained on, class by class."""
    if (test := plane.run.dataset.test) is None:
        return
    is_shown = np.zeros(len(test), dtype=bool)
    is_shown[unhidden(plane.tests, test.labels, 0 * test.labels, plane.box, ())] = True
    for label, name in zip((-1, 1), class_labels(test), strict=True):
        x, y = plane.tests[is_shown & (test.labels == label)].T
        if len(x):
            words = f"{name}, test point"
            yield Dots(f"test {label:+d}", TEST_ROLES[label], x, y, label=words)


def notes_on_tests(plane: DataPlane) -> Iterator[str]:
    """Yield how many test points the answer gets wrong."""
    if test := words_on_test(plane.run, plane.context.visit):
        yield f"{test}."


def untrained(dataset: Dataset, columns: NDArray[np.float64], box: PlaneBox) -> Points:
    """Return points (2, n) in a box of which nothing is predicted yet."""
    nothing, at = np.zeros(len(dataset), dtype=np.int8), columns.T
    shown = unhidden(at, dataset.labels, nothing, box, ())
    return labelled("points", dataset, at, nothing, shown)


def crowd_size(count: int) -> float:
    """Return how large markers are among so many, where those of a few points have size 1."""
    return max(_SMALLEST, min(1.0, math.pow(_FEW / max(count, 1), _SHRINKING)))


def labelled(
    key: str,
    dataset: Dataset,
    at: NDArray[np.float64],
    predicted: Labels,
    shown: Indices,
    smallest: float = 0.0,
    label: str = "",
) -> Points:
    """Return some of the points (n, 2) with their true class and the predicted one.

    The `label` says what those are of which nothing is predicted.
    """
    size = max(crowd_size(len(dataset)), smallest)
    (x, y), names = at[shown].T, class_labels(dataset)
    classes = dataset.labels[shown], predicted[shown]
    is_plain = not predicted.any()  # hollow markers would look like points on a line
    return Points(key, x, y, *classes, shown, names, label=label, size=size, is_plain=is_plain)


def unhidden(
    at: NDArray[np.float64],
    labels: Labels,
    predicted: Labels,
    box: PlaneBox,
    kept: Sequence[int],
) -> Indices:
    """Return which points (n, 2) to show: of a crowd those kept, and one of a kind in each cell."""
    if len(labels) <= _CROWD:
        return np.arange(len(labels))
    cell = np.zeros(len(labels), dtype=np.int32)
    for along, start, factor in zip(at.T, (box.x0, box.y0), (_CELLS + 2, 1), strict=True):
        place = np.clip((along - start) * (_CELLS / box.size), -1, _CELLS)
        cell += (np.floor(place).astype(np.int32) + 1) * factor
    kinds = _KINDS * cell + 3 * labels + predicted + np.int8(_KINDS // 2)
    # The first of its kind in a cell stays there when the others were written before it.
    number = np.arange(len(labels), dtype=np.int32)
    first = np.empty((_CELLS + 2) ** 2 * _KINDS, dtype=np.int32)
    first[kinds[::-1]] = number[::-1]
    shown = first[kinds] == number
    shown[list(kept)] = True
    return np.flatnonzero(shown)


def visited(plane: DataPlane) -> Iterator[Dots | Points]:
    """Yield a mark around the visited point, or around all mistakes that a step adds up."""
    seen, wrong = _visited(plane)
    if plane.options.asked:
        asked = plane.next_points
        x, y = plane.projection.points[asked].T
        yield Dots("asked", Role.VISITED, x, y, label=ASKED)
    elif len(seen) and not plane.options.hides_classes:
        x, y = plane.projection.points[seen].T
        run, at = plane.run, plane.projection.points
        # The marks lie above all points, and below their own.
        if not wrong and (plane.predicted[seen] == -run.dataset.labels[seen]).any():
            # The ring is about w before the visit, the fill about the answer after it: a green
            # ring around the other class would contradict itself.
            label = (
                f"correct for ${plane.options.symbols.normal}$" if plane.answer else "was correct"
            )
            yield Dots("visited", Role.VISITED, x, y, label=label)
        else:
            yield from visited_rings(x, y, wrong, bad_label(plane.context) if wrong else "correct")
        yield labelled("visited points", run.dataset, at, plane.predicted, seen, _SMALLEST_VISITED)


def visited_rings(x: Values, y: Values, wrong: bool, label: str) -> Iterator[Dots]:
    """Yield a ring around visited points; of mistakes two and a cross, which differ on a copy."""
    if wrong and len(x) <= _MOST_DOUBLE:
        yield Dots("visited ring", Role.MISTAKE_RING, x, y)
        yield Dots("visited gap", Role.MISTAKE_GAP, x, y)
    yield Dots("visited", Role.MISTAKE if wrong else Role.SUCCESS, x, y, label=label)


def bad_label(context: VisitContext) -> str:
    """Return what a visit that led to an update is called."""
    return "mistake" if context.bound == 0 else "not enough"


def note_on_visit(context: VisitContext) -> str:
    """Say which weights a visit is seen with."""
    if not context.visit:
        return "Before the first visit, with the initial weights."
    if context.index is None:
        return f"Before visit {context.visit}, which looks at several points at once."
    return f"Visit {context.visit}, with the weights before it."


def _visited(plane: DataPlane) -> tuple[Indices, bool]:
    """Return the visited point and whether it was a mistake, or all mistakes of a block."""
    context, path = plane.context, plane.run.path
    if context.visit == plane.run.computed_visits and not plane.options.visited:
        return np.empty(0, dtype=np.int64), False  # a finished figure is about the line
    if context.index is not None:
        wrong = context.is_wrong(context.index, context.agreements(context.index)[0])
        return np.array([context.index]), wrong
    if context.is_update and path.mistake_driven:
        mistakes = path.points_of_updates(context.updates_before, context.updates_after)
        if len(mistakes) <= _MOST_RINGS:
            return mistakes, True
    return np.empty(0, dtype=np.int64), False


def numbers(plane: DataPlane) -> Iterator[Text]:
    """Yield the number of every point beside it, and outside of its rings."""
    if len(plane.run.dataset) > MOST_NUMBERS:
        return
    for i, (x, y, dx, dy) in enumerate(_number_places(plane)):
        text, anchor = str(point_number(i)), anchor_beyond(dx, dy)
        yield Text(f"number {i}", Role.NOTE, x, y, text, anchor, scale=0.85)


def notes_on_numbers(plane: DataPlane) -> Iterator[str]:
    """Yield why no point is numbered."""
    if len(plane.run.dataset) > MOST_NUMBERS:
        yield f"Only up to {MOST_NUMBERS} points are numbered."


def _number_places(plane: DataPlane) -> Iterator[tuple[float, float, int, int]]:
    """Yield a place near every point and the side it is on: above, right, and in the box."""
    box, (ringed, wrong) = plane.box, _visited(plane)
    if plane.options.asked:
        ringed, wrong = np.array(plane.next_points, dtype=np.int64), False
    is_double = wrong and len(ringed) <= _MOST_DOUBLE
    shorter = min(box.width, box.height)
    near = _NUMBER_AWAY * shorter
    outside = (_DOUBLE_RING if is_double else _RING) * shorter * math.sqrt(0.5)
    for i, (x, y) in enumerate(plane.projection.points.tolist()):
        away = outside if i in ringed else near
        dx, dy = 1 if x + away <= box.x1 else -1, 1 if y + away <= box.y1 else -1
        yield x + dx * away, y + dy * away, dx, dy


def tallies(plane: DataPlane, places: TextPlaces) -> Iterator[Text]:
    """Yield beside every point how often it was mistaken so far; of many only those that were."""
    if isinstance(tally := plane.tally, str):
        return
    n = len(plane.run.dataset)
    away = _TALLY_AWAY * crowd_size(n)
    if plane.options.numbers and n <= MOST_NUMBERS:
        room = _NUMBER_MIDDLE * min(plane.box.width, plane.box.height)
        found = _number_places(plane)
        places.avoid([(x + dx * room, y + dy * room) for x, y, dx, dy in found])
    named = np.arange(n) if n <= MOST_NUMBERS else np.array(tally.mistaken, dtype=np.int64)
    if len(named) > MOST_NUMBERS:  # those that count most
        named = named[np.argsort(-tally.counts[named], kind="stable")[:MOST_NUMBERS]]
    for i in named.tolist():
        x, y = plane.projection.points[i].tolist()
        text, key = rf"$\times {tally.counts[i]}$", f"tally {i}"
        near = away, 2 * away
        yield places.at_one_of(key, Role.MISTAKE, text, [(x, y)], 0.9, near, _TALLY_SIDES)


def _highlighted_points(plane: DataPlane) -> list[int]:
    """Return the points that are highlighted, each once."""
    options, run = plane.options, plane.run
    numbered = highlights.numbers_of(highlights.POINT, options.highlight)
    found = {i for i in numbered if i < len(run.dataset)}
    if options.highlights(highlights.SUPPORT) and run.verdict.has_separator:
        found.update(margin_points(run))
    if options.highlights(highlights.RADIUS_POINT):
        found.update(run.space.radius_points)
    if options.highlights(highlights.VISITED) and plane.context.index is not None:
        found.update(plane.context.points)
    return sorted(found)


def halos(plane: DataPlane) -> Iterator[Dots]:
    """Yield discs below the points that are highlighted."""
    if found := _highlighted_points(plane):
        x, y = plane.projection.points[found].T
        yield Dots("highlight points", Role.HIGHLIGHT, x, y)
