"""A cycle in the plane of the weights: a closed walk through them, again and again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model import symbols
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions, nothing_to_show
from perceptron_gui.figures.pictures.weight_space import WeightPlane
from perceptron_gui.figures.plane.box import PlaneBox, plane_figure
from perceptron_gui.figures.plane.cycle import ZOOM, ShownCycle
from perceptron_gui.figures.plane.text_places import TextPlaces

NAME = "cycle-weights"
_PADDING = 0.3
# The start belongs to the picture unless the picture had to grow by more than this for it.
_MOST_GROWTH = 3.0


def weights_figure(cycle: ShownCycle, aspect: float) -> Figure:
    """Draw the weights of the cycle with arrows between them, and those that it is in now."""
    run = cycle.run
    if WeightPlane.of(run, cycle.cursor) is None:
        count = run.space.dimension
        why = f"A plane has room for two weights, not for {count}."
        return nothing_to_show(NAME, ViewOptions(), why)
    corners = np.array([[float(v) for v in state.weights[:2]] for state in cycle.facts.states])
    before = _before(cycle)
    box = _box(corners, before[:1]).framed(_PADDING, aspect)
    marks = (*_walk(cycle, corners, before), *_now(cycle), *_numbers(cycle, corners, box))
    labels, notes = _axis_labels(run, cycle.options), _notes(run, cycle.options)
    return plane_figure(NAME, labels, box, marks, notes=notes)


def _box(corners: NDArray[np.float64], start: NDArray[np.float64]) -> PlaneBox:
    """Return a box with the cycle, and with the start and the origin if they are near."""
    box = PlaneBox.around(corners)
    wider = PlaneBox.around(np.vstack([corners, start, np.zeros((1, 2))]))
    return wider if not box.size or wider.size <= _MOST_GROWTH * box.size else box


def _before(cycle: ShownCycle) -> NDArray[np.float64]:
    """Return the weights (m, 2) from the start to the cycle."""
    last = cycle.facts.start_updates
    ks = np.unique(np.linspace(0, last, min(last + 1, cycle.options.detail)).astype(np.int64))
    return cycle.run.weights_after(ks)[:, :2]


def _axis_labels(run: Run, options: ViewOptions) -> tuple[str, str]:
    notation = options.symbols
    across = f"${symbols.weight(notation, 0)}$"
    if run.space.dimension == 2 and run.rule.offset:
        return across, f"${symbols.offset(notation)}$"
    return across, f"${symbols.weight(notation, 1)}$"


def _walk(
    cycle: ShownCycle, corners: NDArray[np.float64], before: NDArray[np.float64]
) -> Iterator[Mark]:
    if len(before) > 1:
        yield Line("before", Role.GHOST, before[:, 0], before[:, 1], label="before")
    weights = f"${symbols.weights(cycle.options.symbols)}$"
    x, y = corners.T
    closes = not cycle.facts.is_shortened
    if closes:
        x, y = np.append(x, x[:1]), np.append(y, y[:1])
    yield Line("cycle", Role.WEIGHTS, x, y, label=weights)
    if cycle.is_numbered:
        yield from _arrows(corners)
    yield Dots("states", Role.WEIGHTS, corners[:, 0], corners[:, 1])
    yield Dots("start", Role.START, before[:1, 0], before[:1, 1], label="start")


def _arrows(corners: NDArray[np.float64]) -> Iterator[Arrow]:
    """Yield an arrow to the middle of every step, since a walk may return on itself."""
    following = np.roll(corners, -1, axis=0)
    for number, (start, end) in enumerate(zip(corners, following, strict=True)):
        if (start != end).any():
            middle = start + 0.6 * (end - start)
            yield Arrow(f"step {number}", Role.WEIGHTS, *start.tolist(), *middle.tolist())


def _now(cycle: ShownCycle) -> Iterator[Dots]:
    x, y = cycle.run.weights_at(cycle.cursor)[:2]
    yield Dots("now", Role.VISITED, np.array([x]), np.array([y]), label="now")


def _numbers(cycle: ShownCycle, corners: NDArray[np.float64], box: PlaneBox) -> Iterator[Mark]:
    """Yield the numbers of the states, those at one place together."""
    if not cycle.is_numbered:
        return
    at: dict[tuple[float, float], list[int]] = {}
    for number, (x, y) in enumerate(corners.tolist()):
        at.setdefault((x, y), []).append(number)
    following = np.roll(corners, -1, axis=0)
    on_steps = [corners + part * (following - corners) for part in np.linspace(0, 1, 7)]
    places = TextPlaces(box, [(x, y) for x, y in np.vstack(on_steps).tolist()], ZOOM)
    for (x, y), numbers in at.items():
        text = ", ".join(str(number + 1) for number in numbers)
        role = Role.BOUNDARY if cycle.current in numbers else Role.NOTE
        yield places.beside(f"number {numbers[0]}", role, text, x, y, 1.0)


def _notes(run: Run, options: ViewOptions) -> tuple[str, ...]:
    if run.space.dimension == 2:
        return ()
    offset = symbols.offset(options.symbols)
    return (f"The walk is seen along the axis of ${offset}$.",)
