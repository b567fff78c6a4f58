"""The boundary after chosen updates, side by side on the same axes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from perceptron_gui.base.params import option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet
from perceptron_gui.figures.model.options import END, Updates
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, empty_sheet
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane

NAME = "filmstrip"

_USUAL: tuple[int | str, ...] = (0, 1, 2, 5, END)
# Frames are at most so many times as wide as high, or as high as wide.
_LONGEST = 2.0
# What frames need besides their axes, in heights of the place that all of them are put in:
# a title above each, numbers and a gap below all rows but the last one, a gap beside.
_ABOVE, _BELOW, _BESIDE = 0.07, 0.15, 0.1


@dataclass(frozen=True)
class FilmstripOptions(BoundaryOptions):
    """The options of the boundary, and which updates are shown."""

    updates: tuple[int | str, ...] = option(
        _USUAL, Updates(), f"the updates after which it is shown, such as 0,1,2,{END}"
    )


def build(dataset: Dataset, run: Run | None, cursor: int, options: FilmstripOptions) -> Sheet:
    """Build a frame for every chosen update that was made up to the cursor, or to the horizon."""
    if run is None:
        return empty_sheet(NAME, options)
    cursor = min(cursor, run.visits)
    last = cursor if options.horizon is None else max(cursor, min(options.horizon, run.visits))
    chosen, missing = _chosen(int(run.updates_at(last)), options)
    shape = natural_shape(DataPlane.of(run, last, options))
    columns = best_columns(len(chosen), shape, options.aspect)
    framed = replace(options, aspect=shape)
    frames = [_frame(run, cursor, each, framed) for each in chosen]
    panels = [
        Panel(replace(frame, notes=()), *divmod(number, columns))
        for number, frame in enumerate(frames)
    ]
    rows = math.ceil(len(chosen) / columns)
    notes = [*missing]
    for note in reversed(dict.fromkeys(note for frame in frames for note in frame.notes)):
        # Each once, with the titles of the frames it is true of.
        where = [frame.title for frame in frames if note in frame.notes]
        notes.insert(0, note if len(where) == len(frames) else f"{', '.join(where)}: {note}")
    return Sheet(NAME, tuple(panels), rows, (1.0,) * columns, options.title, tuple(notes))


def _chosen(made: int, options: FilmstripOptions) -> tuple[list[int | str], list[str]]:
    """Return the updates that get a frame, each once, and a note on the others."""
    frames: dict[int, int | str] = {}
    beyond = []
    for each in options.updates:
        k = made if each == END else int(each)
        if k > made:
            beyond.append(str(k))
        else:
            frames.setdefault(k, each)
    times = "once" if made == 1 else f"{made} times"
    said = f"The weights changed {times} up to here; there is no $k = {', '.join(beyond)}$."
    asked = options.updates != _USUAL  # else a missing update is not worth a note
    return [*frames.values()] or [END], [said] if beyond and asked else []


def natural_shape(plane: DataPlane) -> float:
    """Return how wide over high the points are with room around them, within reason."""
    options = (replace(plane.options, aspect=aspect) for aspect in (1e-3, 1e3))
    narrow, flat = (replace(plane, options=each).box for each in options)
    return min(max(narrow.width / flat.height, 1 / _LONGEST), _LONGEST)


def best_columns(frames: int, shape: float, aspect: float) -> int:
    """Return the number of columns with the largest frames, these so wide over high as given."""

    def height(columns: int) -> float:
        """Return how high frames are, if the place they are put in has the height 1."""
        rows = math.ceil(frames / columns)
        cell = 1 / rows - _ABOVE - _BELOW * (rows - 1) / rows
        return min(cell, (aspect - _BESIDE * (columns - 1)) / columns / shape)

    # With the same number of rows, fewer columns leave fewer gaps.
    return max((math.ceil(frames / rows) for rows in range(1, frames + 1)), key=height)


def _frame(run: Run, cursor: int, chosen: int | str, options: FilmstripOptions) -> Figure:
    """Return the boundary after an update; before the run comes to it, its axes are empty."""
    made = int(run.updates_at(cursor))
    k = made if chosen == END else int(chosen)
    visit = cursor if chosen == END else min(run.history.visit_after(k), cursor)
    figure = boundary.build(run.dataset, run, visit, replace(options, title=f"$k = {k}$"))
    if k > made:
        return replace(figure, marks=(), notes=(), updates=k)
    # Frames show updates; that the last visit was right is left out.
    marks = tuple(mark for mark in figure.marks if mark.role is not Role.SUCCESS)
    return replace(figure, marks=marks, updates=k)


_SHOWS = "The decision line after chosen updates, side by side."
VIEW = View(NAME, _SHOWS, FilmstripOptions, build, needs_run=False, is_sheet=True)
