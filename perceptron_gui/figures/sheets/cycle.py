"""A proved cycle: the lines it visits forever, its walk among the weights, and their norm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves import norms
from perceptron_gui.figures.model.axes import sampled
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Points, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.figures.pictures.weight_space import WeightPlane
from perceptron_gui.figures.plane.box import Path, PlaneBox, plane_figure
from perceptron_gui.figures.plane.cycle import CycleLine, ShownCycle, lines_of, shown_cycle
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.points import untrained
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.figures.series.timeline import recent_visits
from perceptron_gui.theory.inseparable import cycle as theory
from perceptron_gui.theory.run_text.words import ending

NAME, LINES, WEIGHTS, NORMS = "cycle", "cycle-lines", "cycle-weights", "cycle-norms"
# The lines fill the left; at the right the weights stand above their norm.
_WIDTHS, _ROWS, _WALK_ROWS = (1.25, 1.0), 5, 3
# Panels are smaller than figures, so that words are larger beside the rest.
_ZOOM = 1.7
# Where along a line its number may stand, and how far beside it.
_SHARES = (0.04, 0.96, 0.1, 0.9, 0.17, 0.83, 0.24, 0.76, 0.32, 0.68)
_BESIDE = (0.02,)
_NUMBER = 1.3  # the size of the number of a line, to be read from the back row
# Places that numbers keep away from: so many on every line, and so many points.
_SAMPLES = 40
_MOST_AVOIDED = 300
# The room around the weights, which hold the start unless they grew by more than this for it.
_PADDING = 0.3
_MOST_GROWTH = 3.0
# The dial counts the visits that are made: where all are updates, its number is one less.
_NUMBERS = "Labels number the lines and weights before each update of a round."


def build(dataset: Dataset, run: Run, cursor: int, options: ViewOptions) -> Figure | Sheet:
    """Draw lines, weights and norms of the cycle, or the plane and why there is none."""
    cycle = shown_cycle(run, cursor, options)
    if cycle is None:  # the plane as it is, and the reason why nothing is known to return
        shared = {name: getattr(options, name) for name in ("notation", "range", "title", "aspect")}
        chosen = BoundaryOptions(**shared, visited=True)
        plane = boundary.build(run.dataset, run, min(cursor, run.visits), chosen)
        return replace(plane, notes=(*plane.notes, theory.why_no_cycle(run) or ""))
    left, right = (options.aspect * width / sum(_WIDTHS) for width in _WIDTHS)
    lines = _lines_figure(cycle, left)
    weights = _weights_figure(cycle, right * _ROWS / _WALK_ROWS)
    drawn = _norms_figure(cycle, right * _ROWS / (_ROWS - _WALK_ROWS))
    panels = (
        Panel(replace(lines, notes=()), 0, 0, rows=_ROWS),
        Panel(replace(weights, notes=()), 0, 1, rows=_WALK_ROWS),
        # The sheet says what this one would say.
        Panel(replace(drawn, name=NORMS, notes=()), _WALK_ROWS, 1, rows=_ROWS - _WALK_ROWS),
    )
    told = [line.text for line in theory.cycle_lines(run) if line.key in ("errors", "norm")]
    told += filter(None, [" ".join((*lines.notes, *weights.notes))])
    return Sheet(NAME, panels, _ROWS, _WIDTHS, options.title, tuple(told), ending(run))


def _norms_figure(cycle: ShownCycle, aspect: float) -> Figure:
    """Draw ‖w‖² to the cursor, and faintly what the proof says of the visits to come.

    The first rounds are shown as long as the way to the cycle, at least; later the last ones.
    """
    facts, options = cycle.facts, cycle.options
    recent = recent_visits(facts.period_visits)
    played = max(0, cycle.cursor - facts.start_visit)
    beginning = max(recent, facts.start_visit)
    rounds = -(-max(beginning, played) // facts.period_visits)
    wanted = norms.NormOptions(
        notation=options.notation,
        detail=options.detail,
        aspect=aspect,
        future=True,
        recent=recent if played > beginning else None,
    )
    longer = cycle.run.prolonged(facts.start_visit + rounds * facts.period_visits)
    drawn = norms.build(longer.dataset, longer, cycle.cursor, wanted)
    # A legend of two rows would take half of a low panel.
    unnamed = ("impossible", "norm-future")
    marks = (
        replace(mark, label="")
        if mark.key.startswith(unnamed) and not isinstance(mark, Points)
        else mark
        for mark in drawn.marks
    )
    return replace(drawn, marks=tuple(marks))


def _lines_figure(cycle: ShownCycle, aspect: float) -> Figure:
    """Draw the points, the lines that return forever, and the current one over them."""
    run = cycle.run
    options = BoundaryOptions(
        notation=cycle.options.notation, range=cycle.options.range, aspect=aspect
    )
    if run.dataset.dimension > 2:
        return replace(boundary.build(run.dataset, run, cycle.cursor, options), name=LINES)
    plane = DataPlane.of(run, cycle.cursor, options)
    found = lines_of(cycle, plane)
    marks: list[Mark] = []
    for path, states in found:
        label = "" if marks else "lines to come"
        marks.append(Line(f"line {states[0].updates}", Role.RETURNING, *path, label=label))
    x, y = plane.projection.line(plane.now, plane.box)  # w returns, whatever the rule answers with
    if len(x):
        marks.append(Line("line", Role.BOUNDARY, x, y, label="now"))
    marks.append(untrained(run.dataset, plane.projection.columns, plane.box))
    marks += _line_numbers(cycle, plane, found)
    labels, notes = plane.projection.labels, _notes_on_lines(cycle, found)
    return plane_figure(LINES, labels, plane.box, marks, notes=notes)


def _line_numbers(cycle: ShownCycle, plane: DataPlane, found: list[CycleLine]) -> Iterator[Mark]:
    if not cycle.is_numbered:
        return
    lines = [_along(path, np.linspace(0, 1, _SAMPLES)) for path, _ in found]
    avoided = np.vstack([plane.projection.points[:_MOST_AVOIDED], *lines])
    places = TextPlaces(plane.box, [(x, y) for x, y in avoided.tolist()], _ZOOM)
    for path, states in found:
        spots = [(x, y) for x, y in _along(path, np.array(_SHARES)).tolist()]
        text = ", ".join(map(cycle.number_of, states))
        role = Role.BOUNDARY if any(map(cycle.is_current, states)) else Role.NOTE
        key = f"number {states[0].updates}"
        yield places.at_one_of(key, role, text, spots, _NUMBER, _BESIDE)


def _along(path: Path, shares: Values) -> NDArray[np.float64]:
    """Return places (m, 2) along a line, at shares of its corners; gaps are left out."""
    corners = np.column_stack(path)
    at = shares * (len(corners) - 1)
    low = np.minimum(at.astype(np.int64), len(corners) - 2)
    places = corners[low] + (at - low)[:, None] * (corners[low + 1] - corners[low])
    return np.asarray(places[np.isfinite(places).all(axis=1)])


def _notes_on_lines(cycle: ShownCycle, found: list[CycleLine]) -> Iterator[str]:
    if not cycle.is_numbered:
        count = cycle.facts.period_updates
        yield f"{len(cycle.shown)} of the {count} lines of the cycle are shown."
        return
    yield _NUMBERS
    seen = {state.updates for _, states in found for state in states}
    missing = [cycle.number_of(state) for state in cycle.shown if state.updates not in seen]
    if len(missing) == 1:
        yield f"Line {missing[0]} lies outside this view."
    elif missing:
        *most, last = missing
        yield f"Lines {', '.join(most)} and {last} lie outside this view."


def _weights_figure(cycle: ShownCycle, aspect: float) -> Figure:
    """Draw the weights of the cycle with arrows between them, and those that it is in now."""
    run, notation = cycle.run, cycle.options.symbols
    if WeightPlane.of(run, cycle.cursor) is None:
        why = f"A plane has room for two weights, not for {run.space.dimension}."
        return nothing_to_show(WEIGHTS, ViewOptions(), why)
    corners = np.array([[float(v) for v in state.weights[:2]] for state in cycle.facts.states])
    before = run.weights_after(sampled(0, cycle.facts.start_updates, cycle.options.detail))[:, :2]
    # The start and the origin are in view if they are near.
    box = PlaneBox.around(corners)
    wider = PlaneBox.around(np.vstack([corners, before[:1], np.zeros((1, 2))]))
    box = wider if not box.size or wider.size <= _MOST_GROWTH * box.size else box
    box = box.framed(_PADDING, aspect)
    x, y = run.weights_at(cycle.cursor)[:2]
    marks = (
        *_walk(cycle, corners, before),
        Dots("now", Role.VISITED, np.array([x]), np.array([y]), label="now"),
        *_state_numbers(cycle, corners, box),
    )
    offset, is_flat = notation.line_offset, run.space.dimension == 2
    up = offset if is_flat and run.rule.offset else notation.weight(1)
    labels = f"${notation.weight(0)}$", f"${up}$"
    notes = () if is_flat else (f"The path is seen along the axis of ${offset}$.",)
    return plane_figure(WEIGHTS, labels, box, marks, notes=notes)


def _walk(
    cycle: ShownCycle, corners: NDArray[np.float64], before: NDArray[np.float64]
) -> Iterator[Mark]:
    """Yield the walk to the cycle and around it."""
    if len(before) > 1:
        yield Line("before", Role.GHOST, before[:, 0], before[:, 1], label="before")
    x, y = corners.T if cycle.facts.is_shortened else np.vstack([corners, corners[:1]]).T
    yield Line("cycle", Role.WEIGHTS, x, y, label=f"${cycle.options.symbols.path}$")
    following = np.roll(corners, -1, axis=0) if cycle.is_numbered else corners
    for number, (start, end) in enumerate(zip(corners, following, strict=True)):
        if (start != end).any():  # to the middle of a step, since a walk may return on itself
            middle = start + 0.6 * (end - start)
            yield Arrow(f"step {number}", Role.WEIGHTS, *start.tolist(), *middle.tolist())
    yield Dots("states", Role.WEIGHTS, corners[:, 0], corners[:, 1])
    yield Dots("start", Role.START, before[:1, 0], before[:1, 1], label="start")


def _state_numbers(
    cycle: ShownCycle, corners: NDArray[np.float64], box: PlaneBox
) -> Iterator[Mark]:
    """Yield the numbers of the states, those at one place together."""
    if not cycle.is_numbered:
        return
    at: dict[tuple[float, float], list[int]] = {}
    for number, (x, y) in enumerate(corners.tolist()):
        at.setdefault((x, y), []).append(number)
    following = np.roll(corners, -1, axis=0)
    on_steps = [corners + part * (following - corners) for part in np.linspace(0, 1, 7)]
    places = TextPlaces(box, [(x, y) for x, y in np.vstack(on_steps).tolist()], _ZOOM)
    for (x, y), numbers in at.items():
        text = ", ".join(str(number + 1) for number in numbers)
        role = Role.BOUNDARY if cycle.current in numbers else Role.NOTE
        yield places.at_one_of(f"number {numbers[0]}", role, text, [(x, y)], 1.0)


_SHOWS = "A proved cycle: the lines it visits forever, its walk among the weights, and their norm."
VIEW = View(NAME, _SHOWS, ViewOptions, build, is_sheet=True)
