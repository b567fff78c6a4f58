"""What a drawing shows, in plain sentences: for people who cannot see it, and for searches.

Exports carry them. What is said of a run is what the window says, with the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.text import count, listed, vector, written
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import VerdictPending
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.run_text.words import (
    error_words,
    headline,
    verdict_words,
    visit_words,
)

from .model.axes import with_ranges
from .model.figure import Drawing, Figure, Sheet, Table, entries
from .model.label import class_labels, coordinate_label, readable
from .model.marks import Line, Steps, Text
from .model.readings import BESIDE, SeenAxes, words_at
from .model.role import Role
from .model.view import caption
from .plane.line import boundary_equation

_FEW = 8  # points, and columns of a table, that are listed one by one
_PIXELS = 1000.0  # a nominal size: values between the corners of a curve get three or four digits
_NOT_NOW = (*BESIDE, Role.HIGHLIGHT, Role.FUTURE, Role.GHOST, Role.CURSOR)


def title_of(drawing: Drawing) -> str:
    """Return the title of a drawing, or what kind of drawing it is."""
    return _plain(drawing.title or drawing.name.replace("-", " ").capitalize())


def described(drawing: Drawing) -> tuple[str, ...]:
    """Return sentences on a drawing alone: axes, legends, where its curves have come to, notes."""
    if isinstance(drawing, Table):
        said = [f"Table of {count(len(drawing.rows), 'row')}: {', '.join(drawing.columns)}"]
        last = zip(drawing.columns, drawing.rows[-1] if drawing.rows else (), strict=False)
        if cells := [f"{name} {cell}" for name, cell in last if cell]:
            said.append(f"Last row: {', '.join(cells)}")
    else:
        figures = _figures(drawing)
        said = [each for figure in figures for each in _figure(figure)]
        said += [note for figure in figures for note in figure.notes]
    return _sentences([*said, *drawing.notes])


def described_with_run(
    drawing: Drawing, run: Run, visit: int, notation: Notation
) -> tuple[str, ...]:
    """Return the same after what is known of the points and of the run at a visit."""
    visit, verdict = min(visit, run.visits), ""
    if run.dataset.targets is None:
        # Unless it is still looked for, or too much to look for; and first, since the end of a
        # run gives it as its reason.
        with suppress(VerdictPending, InputError):
            _ = run.verdict
            verdict = verdict_words(run, notation).full
    now = error_words(run, visit).full
    said = [
        _points(run.dataset),
        f"Rule: {RULES[run.rule.rule].title}",
        f"{caption(run, visit).removesuffix('.')}: {now}",
    ]
    context = VisitContext(run, visit, notation)
    if visit:
        said += [visit_words(context).full, headline(run, Moment(visit), notation).full]
    shown = None, int(run.updates_at(visit))
    planes = [each for each in _figures(drawing) if each.name == "boundary"]
    if any(each.has("line") and each.updates in shown for each in planes):
        said.append(boundary_equation(context, run.result_at(visit)))
    return _sentences([*said, verdict, *described(drawing)])


def described_data(drawing: Drawing, dataset: Dataset) -> tuple[str, ...]:
    """Return the same after the points alone: these are shown in other runs than the one here."""
    return _sentences([_points(dataset) if len(dataset) else "", *described(drawing)])


def _figures(drawing: Drawing) -> list[Figure]:
    if isinstance(drawing, Sheet):
        return [each.figure for each in drawing.panels]
    return [drawing] if isinstance(drawing, Figure) else []


def _sentences(said: Sequence[str]) -> tuple[str, ...]:
    """Return words as plain sentences, each once."""
    plain = filter(None, map(_plain, said))
    return tuple(dict.fromkeys(p if p[-1] in ".!?…" else f"{p}." for p in plain))


def _plain(label: str) -> str:
    """Return a label as plain text that XML can hold."""
    return " ".join("".join(c if c.isprintable() else " " for c in readable(label)).split())


def _points(dataset: Dataset) -> str:
    """Say which points there are: each of a few, or how many and how far they reach."""
    points, many = dataset.points, count(len(dataset), "point")
    is_few = len(dataset) <= _FEW and dataset.dimension <= 3
    if dataset.targets is not None:
        kinds = [(dataset.targets == value, f"target {written(value)}") for value in
                 dict.fromkeys(dataset.targets.tolist())]  # fmt: skip
        if not is_few:
            low, high = map(written, (dataset.targets.min(), dataset.targets.max()))
            return f"{many} with targets from {low} to {high}{_reach(dataset)}"
    else:
        names = (f"class {name}" for name in class_labels(dataset))
        kinds = [(dataset.labels == y, name) for y, name in zip((-1, 1), names, strict=True)]
    parts = []
    for chosen, name in kinds:
        if chosen.any():
            places = [vector(place) for place in points[chosen].tolist()] if is_few else []
            parts.append(f"{listed(places) if is_few else np.count_nonzero(chosen)} of {name}")
    return f"{many}: {', '.join(parts)}{'' if is_few else _reach(dataset)}"


def _reach(dataset: Dataset) -> str:
    """Say from where to where the coordinates go, if these are few enough."""
    if dataset.dimension > 3:
        return f", in {dataset.dimension}-D"
    ends = zip(dataset.points.min(axis=0), dataset.points.max(axis=0), strict=True)
    parts = [
        f"{coordinate_label(dataset, j)} from {low:.4g} to {high:.4g}".replace("-", "−")
        for j, (low, high) in enumerate(ends)
    ]
    return f"; {', '.join(parts)}"


def _figure(figure: Figure) -> Iterator[str]:
    figure = with_ranges(figure)
    yield figure.title
    up = [axis.title for axis in (figure.y, figure.right) if axis and axis.title]
    if up and figure.x.title and not figure.bare:
        plane = f"Plane with the axes {listed([figure.x.title, *up])}"
        yield plane if figure.equal else f"Plot of {listed(up)} over {figure.x.title}"
    if told := _values(figure):
        yield f"At {told[0]}: {', '.join(told[1:])}"
    named = " ".join(told)
    labels = [entry.label for entry in entries(figure.marks) if _plain(entry.label) not in named]
    if labels:
        yield f"Legend: {', '.join(labels)}"
    (x0, x1), (y0, y1) = figure.x.range or (0, 0), figure.y.range or (0, 0)
    texts = {
        mark.text: None  # those beyond the axes are not drawn
        for mark in figure.marks
        if isinstance(mark, Text) and (mark.in_axes or (x0 <= mark.x <= x1 and y0 <= mark.y <= y1))
    }
    if texts:
        yield f"Labels: {', '.join(texts)}"


def _values(figure: Figure) -> tuple[str, ...]:
    """Return where a run has come to along an axis, and the value of every curve there."""
    if figure.bare or figure.equal or not (figure.x.counts or figure.x.whole):
        return ()
    curves = [mark for mark in figure.marks if isinstance(mark, Line | Steps)]
    named = [curve for curve in curves if curve.called and curve.role not in _NOT_NOW]
    ends = [float(curve.x[-1]) for curve in named if len(curve.x)]
    if not ends:
        return ()
    seen = SeenAxes(_PIXELS, _PIXELS, figure.x, figure.y, figure.right)
    return words_at(figure, seen, max(ends), 0.0)
