"""A gate by two layers, drawn as a network: wires with their weights, and the plane of each neuron.

Inputs stand at the left, then both hidden neurons, the neuron that they feed, and the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.number_text import number
from perceptron_gui.base.params import Choice, option
from perceptron_gui.base.text import listed
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.network import (
    ANY,
    PAIRS,
    GateNetwork,
    Neuron,
    NoNetwork,
    build_network,
)
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet
from perceptron_gui.figures.model.marks import Arrow, Line, Mark, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, empty_sheet
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.figures.plane.box import Affine, PlaneBox, cut, plane_figure
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.points import labelled
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.figures.plane.vector_sum import samples
from perceptron_gui.lectures.notation import named_points, point_number
from perceptron_gui.theory.run_text.words import Words, counted

NAME = "network"
_NO_NETWORK = Words("There is no network for this run.", "No network")
_HIDDEN_ROLES = (Role.CONTESTANT_2, Role.CONTESTANT_3)
_ROWS, _WIDTHS = 4, (0.95, 1.0, 0.65, 1.0, 1.35)
_WIDER = 1.05  # a plane than its cell: titles and numbers take more of its height
# Where things stand in the drawings of wires, whose height is that of all rows.
_LEVELS, _MIDDLE = (3.0, 1.0), 2.0
_NODE, _BESIDE = 0.21, 0.12
_ALONG = 0.3  # where on a slanted wire its weight stands: beyond the middle wires cross
_LONGEST_WEIGHT = 6
_ZOOM = 1.6  # how much larger words are here than in a figure of its own
_LINE_SAMPLES = 30  # places of a line that numbers keep away from
_MEANINGS = {
    ANY: "OR and NAND, or others where these cannot work",
    **{name: " and ".join(gates) for name, gates in PAIRS.items()},
}


@dataclass(frozen=True)
class NetworkOptions(ViewOptions):
    hidden: str = option(ANY, Choice(_MEANINGS), "what the two hidden neurons learn")


def build(dataset: Dataset, run: Run | None, cursor: int, options: NetworkOptions) -> Sheet:
    """Build the planes of all three neurons and of the whole network; each run is at its end."""
    if run is None:
        return empty_sheet(NAME, options)

    def found() -> GateNetwork | str:
        try:
            return build_network(run.dataset, run.rule, options.hidden)
        except NoNetwork as problem:
            return str(problem)

    network = run.cache.get_or_compute(("network", options.hidden), "", found)
    if isinstance(network, str):
        return replace(empty_sheet(NAME, options, network), headline=_NO_NETWORK)
    share = options.aspect / sum(_WIDTHS)  # the width of a plane's column over all rows
    shape = _WIDER * 2 * share
    hidden = _plane(network.output, shape, options)
    labels = [f"${_output(at)}$ ({each.gate})" for at, each in enumerate(network.hidden)]
    across, up = replace(hidden.x, label=labels[0]), replace(hidden.y, label=labels[1])
    gates = enumerate(network.hidden)
    first, second = (
        replace(_plane(each, shape, options), title=f"${_output(at)}$ = {each.gate}")
        for at, each in gates
    )
    last = replace(hidden, title=network.output.gate or "Last neuron", x=across, y=up)
    panels = (
        Panel(_inputs_figure(network, share * _WIDTHS[0], options), 0, 0, rows=_ROWS),
        Panel(first, 0, 1, rows=2),
        Panel(second, 2, 1, rows=2),
        Panel(_outputs_figure(network, share * _WIDTHS[2], options), 0, 2, rows=_ROWS),
        Panel(last, 1, 3, rows=2),
        Panel(_answer_figure(network, share * _WIDTHS[4], options), 0, 4, rows=_ROWS),
    )
    notes = (_note(network),)
    return Sheet(NAME, panels, _ROWS, _WIDTHS, options.title, notes, _headline(network))


def _headline(network: GateNetwork) -> Words:
    learnt = network.gate or "these points"
    updates = sum(len(each.run.history) for each in (*network.hidden, network.output))
    text = f"Two layers learn {learnt} in {counted(updates, 'update')}"
    return Words(f"{text}.", text, "end")


def _inputs_figure(network: GateNetwork, aspect: float, options: NetworkOptions) -> Figure:
    """Draw both inputs, and the wires from them to both hidden neurons."""
    box = PlaneBox(0.0, _ROWS * aspect, 0.0, float(_ROWS))
    left, right = _NODE + _BESIDE, box.x1 - _NODE - _BESIDE
    marks: list[Mark] = []
    for j, y in enumerate(_LEVELS):
        marks += _node(f"input {j}", left, y, f"$x_{j + 1}$")
    for at, (neuron, y) in enumerate(zip(network.hidden, _LEVELS, strict=True)):
        starts = [(left + _NODE, level) for level in _LEVELS]
        marks += _neuron(f"{at}", neuron, starts, (right, y), options)
    return plane_figure(NAME, ("", ""), box, marks, bare=True)


def _outputs_figure(network: GateNetwork, aspect: float, options: NetworkOptions) -> Figure:
    """Draw the wires from the planes of the hidden neurons to the last neuron."""
    box = PlaneBox(0.0, _ROWS * aspect, 0.0, float(_ROWS))
    starts = [(0.0, level) for level in _LEVELS]
    end = box.x1 - _NODE - _BESIDE, _MIDDLE
    marks = _neuron("out", network.output, starts, end, options)
    return plane_figure(NAME, ("", ""), box, marks, bare=True)


def _neuron(
    key: str,
    neuron: Neuron,
    starts: Sequence[tuple[float, float]],
    end: tuple[float, float],
    options: NetworkOptions,
) -> Iterator[Mark]:
    """Yield a neuron with its offset, and the wires that come in with their weights."""
    normal, constant = neuron.line
    exact = neuron.run.arithmetic == "exact"
    middle = np.array(end)
    for j, (start, weight) in enumerate(zip(starts, normal, strict=True)):
        way = middle - start
        tip = middle - _NODE * way / np.hypot(*way)
        yield Arrow(f"wire {key} {j}", Role.WIRE, *start, *tip.tolist())
        is_level, may_cross = start[1] == end[1], end[1] in _LEVELS
        x, y = (np.array(start) + (0.5 if is_level else _ALONG) * (tip - start)).tolist()
        # Above a level wire, beside a slanted one on the side that faces no other wire.
        anchor = "s" if is_level else "e" if may_cross else "sw" if way[1] < 0 else "nw"
        place = (x, y + 0.05) if is_level else (x - 0.08, y) if may_cross else (x + 0.05, y)
        yield Text(f"weight {key} {j}", Role.WEIGHTS, *place, _weight(weight, exact), anchor)
    yield from _node(f"neuron {key}", *end, r"$\sum$")
    # A wire from below would cross it.
    y, anchor = (end[1] + _NODE, "s") if end[1] == _LEVELS[0] else (end[1] - _NODE, "n")
    text = f"${options.symbols.line_offset} = {_weight(constant, exact).strip('$')}$"
    yield Text(f"offset {key}", Role.WEIGHTS, end[0], y, text, anchor, scale=0.9)


def _node(key: str, x: float, y: float, text: str) -> Iterator[Mark]:
    turn = np.linspace(0.0, 2 * np.pi, 49)[:-1]
    yield Region(key, Role.NODE, x + _NODE * np.cos(turn), y + _NODE * np.sin(turn))
    yield Text(f"{key} sign", Role.NOTE, x, y, text)


def _weight(value: Fraction, exact: bool) -> str:
    """Write a weight in a few digits."""
    text = number(value if exact else float(value))
    return f"${text if len(text) <= _LONGEST_WEIGHT else number(float(f'{float(value):.3g}'))}$"


def _plane(neuron: Neuron, aspect: float, options: NetworkOptions) -> Figure:
    """Return the boundary of a neuron's run at its end, every point with its number."""
    run = neuron.run
    chosen = BoundaryOptions(notation=options.notation, aspect=aspect)
    drawn = boundary.build(run.dataset, run, run.visits, chosen)
    box = PlaneBox(*(drawn.x.range or (0.0, 1.0)), *(drawn.y.range or (0.0, 1.0)))
    marks = [mark for mark in drawn.marks if not mark.key.startswith("visited")]
    marks += _numbers(run.dataset.points, box, marks)
    return replace(drawn, name=NAME, marks=tuple(marks), notes=(), reserve=None)


def _numbers(points: NDArray[np.float64], box: PlaneBox, drawn: Sequence[Mark]) -> Iterator[Text]:
    """Yield the numbers of the points; those that lie on each other share a text."""
    found: dict[tuple[float, float], list[str]] = {}
    for i, (x, y) in enumerate(points.tolist()):
        found.setdefault((x, y), []).append(str(point_number(i)))
    places = TextPlaces(box, list(found), _ZOOM)
    for mark in drawn:
        if isinstance(mark, Line) and len(mark.x) == 2:
            start, end = np.column_stack([mark.x, mark.y])
            places.avoid(samples(start, end, _LINE_SAMPLES))
        elif isinstance(mark, Arrow):
            places.avoid(samples(np.array([mark.x0, mark.y0]), np.array([mark.x1, mark.y1])))
    for at, ((x, y), names) in enumerate(found.items()):
        yield places.at_one_of(f"number {at}", Role.NOTE, ", ".join(names), [(x, y)], 0.9)


def _answer_figure(network: GateNetwork, aspect: float, options: NetworkOptions) -> Figure:
    """Return the plane of the inputs with both lines, and what the network makes of its parts."""
    run = network.hidden[0].run
    plane = DataPlane.of(run, run.visits, BoundaryOptions(notation=options.notation, aspect=aspect))
    box, lines, scores = plane.box, [], []
    for at, neuron in enumerate(network.hidden):
        own = DataPlane.of(neuron.run, neuron.run.visits, plane.options)
        score = own.projection.score(own.weights)
        assert isinstance(score, Affine)
        scores.append(score)
        name = f"line of ${_output(at)}$ ({neuron.gate})"
        lines.append(Line(f"line {at}", _HIDDEN_ROLES[at], *score.line(box), label=name))
    points = network.dataset.points
    outputs = zip(*(each.outputs.tolist() for each in network.hidden), strict=True)
    answers = np.array([network.answer(signs) for signs in outputs])
    shown = np.arange(len(points))
    marks: tuple[Mark, ...] = (
        *_parts(network, scores, box),
        *lines,
        labelled("points", network.dataset, points, answers.astype(np.int8), shown),
        *_numbers(points, box, lines),
    )
    labels = plane.projection.labels
    return plane_figure(NAME, labels, box, marks, network.gate or "Both layers")


def _parts(network: GateNetwork, scores: list[Affine], box: PlaneBox) -> Iterator[Region]:
    """Yield the parts that both lines cut the box into, by what the network answers there."""
    for one, other in product((1, -1), repeat=2):
        first, second = (
            s if sign > 0 else -s for s, sign in zip(scores, (one, other), strict=True)
        )
        corners, answer = cut(cut(box.corners, first), second), network.answer((one, other))
        if len(corners) > 2 and answer:
            role = Role.POSITIVE_SIDE if answer > 0 else Role.NEGATIVE_SIDE
            yield Region(f"part {one} {other}", role, corners[:, 0], corners[:, 1])


def _output(at: int) -> str:
    return f"h_{at + 1}"


def _note(network: GateNetwork) -> str:
    """Say which points the hidden neurons bring together."""
    found: dict[tuple[float, ...], list[int]] = {}
    for i, place in enumerate(network.hidden_points.tolist()):
        found.setdefault(tuple(place), []).append(i)
    same = [named_points(points) for points in found.values() if len(points) > 1]
    joined = f"The hidden neurons send {listed(same)} to one place. " if same else ""
    return f"{joined}There one line separates the classes; every neuron learnt its own targets."


_SHOWS = "A gate such as XOR by two layers; the rule trains each neuron on its own targets."
VIEW = View(NAME, _SHOWS, NetworkOptions, build, needs_run=False, is_sheet=True)
