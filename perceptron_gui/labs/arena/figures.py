"""The sheet of the arena: the boundaries of several rules on the same points, and their curves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Panel, Sheet
from perceptron_gui.figures.model.marks import Labels, Line, Mark
from perceptron_gui.figures.model.role import CONTESTANTS, Role
from perceptron_gui.figures.model.view import ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.line import sides
from perceptron_gui.figures.plane.points import points
from perceptron_gui.figures.series.timeline import TimedOptions
from perceptron_gui.figures.sheets.filmstrip import best_columns
from perceptron_gui.lectures.visit import VisitContext

from .contest import Contestant, ContestOptions, ContestResult, notes_on_the_contest, shown_visit
from .curves import ERRORS, LOSS, NORMS, Part, course_of, plot, shown_part

NAME = "arena"


@dataclass(frozen=True, eq=False)
class AnswerPlane(DataPlane):
    """What a contestant answers after a visit, and where that is seen."""

    contestant: Contestant

    @cached_property
    def predicted(self) -> Labels:
        """What its answer predicts of every point (n,)."""
        return self.contestant.predictions_at(self.context.visit)


def answer_plane(contestant: Contestant, visit: int | None, options: ViewOptions) -> AnswerPlane:
    """Return the plane of a contestant after a visit, or at its end."""
    run, seen = contestant.run, contestant.visit_at(visit)
    plain = BoundaryOptions(
        notation=options.notation, range=options.range, aspect=options.aspect, detail=options.detail
    )
    return AnswerPlane(
        run, VisitContext(run, seen, options.symbols), plain, run.result_at(seen), contestant
    )


def small_plane(contestant: Contestant, visit: int | None, options: ViewOptions) -> Figure:
    """Draw the points and the answer of one contestant, under its name and its errors."""
    plane = answer_plane(contestant, visit, options)
    title = f"{contestant.name.shown}: {contestant.wrong_at(visit)}"
    drawn = (points,) if contestant.is_vote else (sides, _line, points)
    marks = tuple(mark for layer in drawn for mark in layer(plane))
    return _plane(plane, marks, title, () if contestant.is_vote else _remarks(plane))


def _line(plane: DataPlane) -> Iterator[Mark]:
    line = plane.division.line
    if len(line[0]):
        yield Line("line", Role.BOUNDARY, *line)


def _remarks(plane: DataPlane) -> tuple[str, ...]:
    """Return the notes on the projection; none says that a line is missing, which is visible."""
    return (plane.projection.note,) if plane.projection.note else ()


def laid_over(contestants: Sequence[Contestant], visit: int | None, options: ViewOptions) -> Figure:
    """Draw the lines of all answers over the same points."""
    planes = [answer_plane(each, visit, options) for each in contestants]
    marks: list[Mark] = []
    missing = []
    for role, plane in zip(CONTESTANTS, planes, strict=False):
        name = plane.contestant.name.shown
        line = () if plane.contestant.is_vote else tuple(_line(plane))
        marks += [replace(each, key=plane.contestant.text, role=role, label=name) for each in line]
        missing += [] if line else [name]
    marks += [replace(each, predicted=each.truth * 0) for each in points(planes[0])]
    note = f"No line in this view: {', '.join(missing)}."
    return _plane(planes[0], tuple(marks), "", (note,) if missing else ())


def _plane(
    plane: DataPlane, marks: tuple[Mark, ...], title: str, notes: tuple[str, ...] = ()
) -> Figure:
    (across, up), box = plane.projection.labels, plane.box
    x, y = Axis(across, range=(box.x0, box.x1)), Axis(up, range=(box.y0, box.y1))
    return Figure(NAME, x, y, marks, title=title, notes=notes, equal=True)


_PLOTS = {"both": 2, "loss": 1, "norms": 1, "none": 0}
# The share of the page that the planes have beside plots.
_PLANES = 0.62


@dataclass(frozen=True)
class ArenaOptions(ContestOptions, TimedOptions):
    """How contestants are shown side by side, and what is plotted beside them."""

    layout: str = option(
        "multiples",
        Choice(("multiples", "overlaid"), titles={"multiples": "Small multiples"}),
        "a plane for each rule, or all lines over the same points",
        title="Planes",
    )
    plots: str = option("both", Choice(tuple(_PLOTS)), "the curves beside the planes")
    measure: str = option(
        "loss", Choice((LOSS, ERRORS)), "what the first plot shows", title="Curves"
    )


@dataclass(frozen=True)
class ArenaScreen:
    """What a window decides: how wide it is, how wide planes are at least, and the enlarged one."""

    width: int  # pixels
    least: int  # pixels
    enlarged: int | None = None


def draw_contest(
    result: ContestResult, run: Run, cursor: int, options: ArenaOptions
) -> Figure | Sheet:
    """Draw the contest after a visit of the run at hand, or each contestant at its own end."""
    visit = shown_visit(run, cursor, options)
    last = visit if options.horizon is None else shown_visit(run, options.horizon, options)
    return draw_result(result, visit, options, last)


def draw_result(
    result: ContestResult,
    visit: int | None,
    options: ArenaOptions,
    horizon: int | None = None,
    screen: ArenaScreen | None = None,
) -> Figure | Sheet:
    """Draw a contest after a visit, or each contestant at its end; axes reach the `horizon`."""
    if not result.contestants:
        return nothing_to_show(NAME, options, " ".join(notes_on_the_contest(result)))
    result = result.prolonged(visit).prolonged(horizon)
    planes, columns = _planes(result.contestants, visit, options, screen)
    kinds = {"both": (options.measure, NORMS), "loss": (options.measure,), "norms": (NORMS,)}
    shown = kinds.get(options.plots, ())
    plots = [plot(kind, result.contestants, visit, options, horizon) for kind in shown]
    part = shown_part(result.contestants, visit, options, horizon)
    notes = (*_notes(result, options, part), *notes_on_the_contest(result))
    rows = math.ceil(len(planes) / columns)
    spans = max(1, len(plots))
    panels = [
        Panel(plane, (number // columns) * spans, number % columns, spans)
        for number, plane in enumerate(planes)
    ]
    panels += [Panel(each, number * rows, columns, rows) for number, each in enumerate(plots)]
    widths = (1.0,) * columns
    if plots:
        widths = (*widths, columns * (1 - _PLANES) / _PLANES)
    return Sheet(NAME, tuple(panels), rows * spans, widths, options.title, notes)


def _planes(
    contestants: Sequence[Contestant],
    visit: int | None,
    options: ArenaOptions,
    screen: ArenaScreen | None,
) -> tuple[list[Figure], int]:
    """Return the planes, and in how many columns they stand."""
    aspect = options.aspect * (_PLANES if options.plots != "none" else 1.0)
    if options.layout == "overlaid":
        if contestants[0].run.dataset.dimension > 2:
            why = "In more than two dimensions lines of several rules are not seen in one plane."
            return [replace(nothing_to_show(NAME, options, why), title="")], 1
        return [laid_over(contestants, visit, replace(options, aspect=aspect))], 1
    narrow, flat = (
        answer_plane(contestants[0], visit, replace(options, aspect=each)).box
        for each in (1e-3, 1e3)
    )
    shape = min(max(narrow.width / flat.height, 0.5), 2.0)
    columns = best_columns(len(contestants), shape, aspect)
    enlarged = None
    if screen is not None:
        share = _PLANES if options.plots != "none" else 1.0
        columns = min(columns, max(1, int(share * screen.width / screen.least)))
        enlarged = screen.enlarged
    shapes = [options.aspect if n == enlarged else shape for n in range(len(contestants))]
    planes = [
        small_plane(each, visit, replace(options, aspect=wide))
        for each, wide in zip(contestants, shapes, strict=True)
    ]
    return planes, columns


def _notes(result: ContestResult, options: ArenaOptions, part: Part) -> list[str]:
    notes: list[str] = []
    if len(result.contestants) > len(CONTESTANTS):
        notes.append(f"Curves and lines of the first {len(CONTESTANTS)} contestants are drawn.")
    if options.plots == "none":
        return notes
    seen = result.contestants[: len(CONTESTANTS)]
    if not all(course_of(each, part).is_whole for each in seen if part.shows(each)):
        notes.append("Curves go through evenly spaced visits; what happens between is not shown.")
    if ended := [each.name.shown for each in seen if not part.shows(each)]:
        notes.append(f"Ended before the visits that curves show: {', '.join(ended)}.")
    return notes


def on_screen(drawing: Figure | Sheet, enlarged: int | None = None) -> Figure | Sheet:
    """Return a sheet whose planes, if there are several, have no axes, and their errors below.

    The one that is enlarged has room for both.
    """
    if not isinstance(drawing, Sheet):
        return drawing
    planes = [number for number, panel in enumerate(drawing.panels) if panel.figure.equal]
    small = set(planes) - {enlarged} if len(planes) > 1 else set()
    panels = (_small(p) if number in small else p for number, p in enumerate(drawing.panels))
    return replace(drawing, panels=tuple(panels))


def _small(panel: Panel) -> Panel:
    figure = panel.figure
    name, _, wrong = figure.title.rpartition(": ")
    marks = (*figure.marks, *_frame(figure))
    notes = (wrong.replace(" ", "\u00a0"), *figure.notes)  # not broken, however narrow
    return replace(panel, figure=replace(figure, bare=True, title=name, marks=marks, notes=notes))


def _frame(figure: Figure) -> tuple[Line, ...]:
    """Return what axes would draw around the plane, so that an empty one is seen too."""
    if figure.x.range is None or figure.y.range is None:
        return ()
    (left, right), (bottom, top) = figure.x.range, figure.y.range
    x, y = [left, right, right, left, left], [bottom, bottom, top, top, bottom]
    return (Line("frame", Role.ZERO, np.array(x), np.array(y)),)
