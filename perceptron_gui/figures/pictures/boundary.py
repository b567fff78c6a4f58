"""The data plane: points, the decision line and its two sides, in the order of painting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import tally_at
from perceptron_gui.figures.model.figure import Figure, Reserve
from perceptron_gui.figures.model.label import coordinate_label
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Meanings, Text, with_halos
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.plane.box import plane_figure
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane, untrained_box
from perceptron_gui.figures.plane.directions import (
    direction_names,
    directions,
    notes_on_directions,
)
from perceptron_gui.figures.plane.line import (
    NOW,
    PROBABILITY,
    decision_label,
    decision_line,
    ghost,
    notes_on_other_lines,
    notes_on_the_line,
    now_label,
    possible_shades,
    probabilities,
    sides,
    weights_name,
)
from perceptron_gui.figures.plane.line_measures import (
    distance_names,
    distances,
    intercept_axes,
    intercept_names,
    intercepts,
    notes_on_distance,
    notes_on_intercepts,
)
from perceptron_gui.figures.plane.points import (
    ASKED,
    ON_LINE,
    bad_label,
    halos,
    held_out_points,
    labelled,
    notes_on_numbers,
    notes_on_tests,
    numbers,
    points,
    tallies,
    untrained,
    visited,
)
from perceptron_gui.figures.plane.projection import seen_pair
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.figures.plane.vector_sum import (
    notes_on_update,
    samples,
    update_arrows,
    update_names,
)
from perceptron_gui.theory.convergence import statement as highlights
from perceptron_gui.theory.run_text.status import LINE

from .fit import fit_figure, notes_on_residuals
from .plane_theory import (
    circle,
    common_point,
    cycle_lines,
    hulls,
    margin_band,
    notes_on_certificate,
    notes_on_theory,
    radius_line,
    support_rings,
    ways,
    widest_band,
    witnesses,
)
from .tally import sum_note

NAME = "boundary"
_FEW_POINTS = 200  # which hide no line
_RING = 0.045  # how far the ring around a visited point reaches, as a share of the box
_LINE_SAMPLES = 40  # places of a line that texts keep away from
_SOMEWHERE = np.zeros(1)
# What the keys of marks begin with that are shown at some visits only.
_PASSING = ("points", "visited", "asked", "line", NOW, "ghost", PROBABILITY)
_MEANINGS: Meanings = {
    highlights.RADIUS: ("circle",),
    highlights.RADIUS_POINT: ("radius",),
    highlights.SEPARATOR: ("separator",),
    highlights.MARGIN: ("margin",),
    highlights.LINE: ("ghost", "line"),
    highlights.HULLS: ("hull +1", "hull -1"),
    highlights.COMMON: ("common",),
    highlights.NEAREST: ("between", "nearest"),
}


def build(dataset: Dataset, run: Run | None, cursor: int, options: BoundaryOptions) -> Figure:
    """Return the points and the line after a visit."""
    fits = run is not None and run.rule.rule == "least-squares" and options.residuals
    if dataset.dimension == 1 and len(dataset) and (fits or dataset.targets is not None):
        return fit_figure(NAME, dataset, run, cursor, options)
    if run is None:
        return _untrained(dataset, options)
    is_missing = options.margin or options.widest or options.certificate
    if run.verdict_is_pending and (is_missing or options.highlight):
        # What speaks of the verdict follows with it.
        known = replace(options, margin=False, widest=False, certificate=False, highlight=())
        figure = build(dataset, run, cursor, known)
        return replace(figure, notes=(*figure.notes, run.missing_verdict)) if is_missing else figure
    plane = DataPlane.of(run, cursor, options)
    # A crowd of points would hide the line, which lies above them then.
    lines = (*_DOTS, *_LINES) if len(dataset) > _FEW_POINTS else (*_LINES, *_DOTS)
    drawn: list[Mark] = []
    told = _told(options)
    for layer, asked_by in (*_BELOW, *lines, *_ABOVE):
        if plane.asks(*asked_by) and layer not in told:
            # What is only highlighted does not move the legend.
            is_named = plane.asks(*(name for name in asked_by if name != "highlight"))
            drawn += (mark if is_named else replace(mark, label="") for mark in layer(plane))
    marks = with_halos(drawn, options.highlight, _MEANINGS)
    written = (notes for notes, by in _NOTES if plane.asks(*by) and notes not in told)
    lasting = [note for notes in written for note in notes(plane)]
    if options.residuals or dataset.targets is not None:
        lasting += notes_on_residuals(run, plane.context.visit, options)
    first = () if notes_on_the_line in told else notes_on_the_line(plane)
    notes = (*first, *_tally(plane, plane.context.visit), *lasting)
    reserve = _reserve(plane, marks, (*_tally(plane, run.visits), *lasting))
    labels, box = plane.projection.labels, plane.box
    return plane_figure(NAME, labels, box, marks, options.title, notes, reserve)


def _told(options: BoundaryOptions) -> set[Callable[[DataPlane], Iterator[Any]]]:
    """Return the layers and notes that would tell what is hidden."""
    told = _OF_CLASSES if options.hides_classes else ()
    return {*told, *(_OF_LINE if LINE in options.kept_back else ())}


def _reserve(plane: DataPlane, shown: Sequence[Mark], notes: tuple[str, ...]) -> Reserve:
    """Return what the fullest visit may have in its legend and below it, so that the axes stay.

    Of the marks that are shown some come and go; all others stay, and so do these notes.
    """
    dataset = plane.run.dataset
    first = np.array([dataset.labels.argmin(), dataset.labels.argmax()])
    first = first[: len({*dataset.labels[first].tolist()})]
    at = np.broadcast_to(_SOMEWHERE, (len(dataset), 2))
    marks: list[Mark] = [
        *(m for m in shown if m.label and m.key.split(" ")[0] not in _PASSING),
        *possible_shades(plane),
    ]
    # One point of each class, taken for the other, and perhaps one that is taken for neither.
    tied = "" if plane.on_line else ON_LINE
    marks.append(labelled("points", dataset, at, -dataset.labels, first, label=tied))
    # A visited point is asked about, or said to be right or not: never both.
    visited = max(bad_label(plane.context), ASKED, key=len)
    marks.append(Dots("visited", Role.MISTAKE, _SOMEWHERE, _SOMEWHERE, visited))
    lines = [("line", Role.BOUNDARY, decision_label(plane))]
    if plane.answer:
        lines.append((NOW, Role.NOW, now_label(plane)))
    else:
        lines.append(("ghost", Role.GHOST, "before this visit"))
    marks += [Line(key, role, _SOMEWHERE, _SOMEWHERE, label) for key, role, label in lines]
    tie = f"${plane.on_line or 1:+d}$"
    longest = f"All weights of the {plane.answer} are 0 and a tie is {tie}, which is predicted"
    return Reserve(tuple(marks), (longest, *notes))


def _untrained(dataset: Dataset, options: BoundaryOptions) -> Figure:
    """Return the points alone, while there is no run, or no points either."""
    pair = seen_pair(dataset.dimension, options.axes)
    shown = pair or tuple(range(min(2, dataset.dimension)))
    labels = [*(coordinate_label(dataset, j) for j in shown), ""]
    columns = np.zeros((2, len(dataset)))
    columns[: len(shown)] = dataset.points[:, list(shown)].T
    box = untrained_box(columns, options)
    if not len(dataset):
        return plane_figure(NAME, labels, box, (), options.title, ("There are no points yet.",))
    return plane_figure(NAME, labels, box, (untrained(dataset, columns, box),), options.title)


def _tally(plane: DataPlane, visit: int) -> Iterator[str]:
    """Yield w after a visit as the sum over its mistakes, if the tally is shown."""
    if not plane.options.tally:
        return
    tally = plane.tally if visit == plane.context.visit else tally_at(plane.run, visit)
    yield tally if isinstance(tally, str) else sum_note(plane.run, visit, tally, plane.options)


def _names(plane: DataPlane) -> Iterator[Text]:
    """Yield what is written beside arrows, distances, intercepts and points, none above another."""
    places = TextPlaces(plane.box, _avoided(plane))
    yield from weights_name(plane, places)
    named = (update_names, "update"), (intercept_names, "intercept"), (distance_names, "distance")
    for names, option in (*named, (direction_names, "directions"), (tallies, "tally")):
        if plane.asks(option):
            yield from names(plane, places)


def _avoided(plane: DataPlane) -> list[tuple[float, float]]:
    """Return where no text should be: on points, on rings around visited ones, and on lines."""
    at, ring = plane.projection.points, _RING * min(plane.box.width, plane.box.height)
    found = [(x, y) for x, y in at[:_FEW_POINTS].tolist()]
    for x, y in at[plane.context.points[:1]].tolist():
        found += [(x + dx * ring, y + dy * ring) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    before = plane.run.exact_weights_at(max(plane.context.visit - 1, 0))
    for line in (plane.division.line, plane.projection.line(before, plane.box)):
        if len(line[0]) == 2:
            start, end = np.column_stack(line)
            found += samples(start, end, _LINE_SAMPLES)
    if plane.options.intercept:
        box = plane.box
        for x0, y0, x1, y1 in ((box.x0, 0.0, box.x1, 0.0), (0.0, box.y0, 0.0, box.y1)):
            found += samples(np.array([x0, y0]), np.array([x1, y1]), _LINE_SAMPLES)
    if (arrow := plane.standing_arrow) is not None:
        found += samples(np.array([arrow.x0, arrow.y0]), np.array([arrow.x1, arrow.y1]))
    return found


# What the plane shows, in the order of painting, and the options that ask for it; without any it
# is always there. First areas and lines that explain, below the line itself and the points.
_BELOW: tuple[tuple[Callable[[DataPlane], Iterator[Mark]], tuple[str, ...]], ...] = (
    (sides, ()),
    (probabilities, ("probability",)),
    (intercept_axes, ("intercept",)),
    (hulls, ("certificate", "highlight")),
    (margin_band, ("margin", "highlight")),
    (widest_band, ("widest",)),
    (circle, ("circle", "highlight")),
    (radius_line, ("highlight",)),
    (cycle_lines, ("highlight",)),
    (ways, ("certificate",)),
    (distances, ("distance",)),
)
_LINES = ((ghost, ()), (decision_line, ()), (intercepts, ("intercept",)))
_DOTS = ((halos, ("highlight",)), (held_out_points, ()), (points, ()))
_ABOVE = (
    (support_rings, ("margin", "widest", "highlight")),
    (witnesses, ("certificate",)),
    (common_point, ("certificate", "highlight")),
    (visited, ()),
    (update_arrows, ("update",)),
    (directions, ("directions",)),
    (_names, ()),
    (numbers, ("numbers",)),
)
_NOTES = (
    (notes_on_tests, ()),
    (notes_on_update, ("update",)),
    (notes_on_distance, ("distance",)),
    (notes_on_intercepts, ("intercept",)),
    (notes_on_directions, ("directions",)),
    (notes_on_theory, ("equation", "margin", "widest", "circle")),
    (notes_on_other_lines, ()),
    (notes_on_numbers, ("numbers",)),
    (notes_on_certificate, ("certificate",)),
)

# What no option asks for, and would tell how points are classified, or where the line is.
_OF_CLASSES = (sides, notes_on_the_line, notes_on_tests)
_OF_LINE = (sides, notes_on_the_line, ghost, decision_line)

_SHOWS = "Points in the plane, the decision line and its two sides, the weights as an arrow."
VIEW = View(NAME, _SHOWS, BoundaryOptions, build, needs_run=False, title="Plane")
