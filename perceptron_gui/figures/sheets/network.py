"""A gate by two layers: both hidden neurons, the plane of what they put out, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.number_text import Number, number
from perceptron_gui.base.params import Choice, option
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
from perceptron_gui.figures.model.label import equation
from perceptron_gui.figures.model.marks import Arrow, Line, Mark, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, empty_sheet
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.figures.plane.box import Affine, PlaneBox, cut, plane_figure
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.points import labelled
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.figures.plane.vector_sum import samples
from perceptron_gui.lectures.notation import point_number

NAME = "network"
_HIDDEN_ROLES = (Role.CONTESTANT_2, Role.CONTESTANT_3)
_WIDER = 1.35  # a cell than the page: titles and numbers take of its height
_COUNTS = {1: "One place is", 2: "Two places are", 3: "Three places are", 4: "Four places are"}
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
        return empty_sheet(NAME, options, network)
    shape = _WIDER * options.aspect
    hidden = _plane(network.output, shape, options)
    labels = [f"${_output(at)}$ ({each.gate})" for at, each in enumerate(network.hidden)]
    across, up = replace(hidden.x, label=labels[0]), replace(hidden.y, label=labels[1])
    gates = enumerate(network.hidden)
    titles = [f"Hidden neuron ${_output(at)}$: {each.gate}" for at, each in gates]
    last = f"Hidden plane: {network.output.gate or 'the last neuron'}"
    figures = (
        *(
            replace(_plane(each, shape, options), title=title)
            for each, title in zip(network.hidden, titles, strict=True)
        ),
        replace(hidden, title=last, x=across, y=up),
        _answer_figure(network, shape, options),
    )
    panels = tuple(Panel(figure, *divmod(at, 2)) for at, figure in enumerate(figures))
    return Sheet(NAME, panels, 2, (1.0, 1.0), options.title, tuple(_notes(network)))


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
    return plane_figure(NAME, labels, box, marks, "Both layers together")


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


def _notes(network: GateNetwork) -> Iterator[str]:
    """Yield every neuron's line in exact numbers, and what became of the points."""
    inputs, outputs = ("x_1", "x_2"), (_output(0), _output(1))
    lines = [
        f"${name}$ = {neuron.gate}: {_line_words(neuron, inputs)}"
        for name, neuron in zip(outputs, network.hidden, strict=True)
    ]
    lines.append(f"{network.output.gate or 'last'}: {_line_words(network.output, outputs)}")
    yield f"{'; '.join(lines)}."
    places = {tuple(place) for place in network.hidden_points.tolist()}
    yield (
        f"{_COUNTS[len(places)]} left in the hidden plane, where a line separates the classes; "
        "every neuron was trained by this rule on its own targets."
    )


def _line_words(neuron: Neuron, names: tuple[str, str]) -> str:
    run = neuron.run
    normal, constant = neuron.line
    exact = run.arithmetic == "exact"
    values: list[Number] = [value if exact else float(value) for value in normal]
    terms = list(zip(values, names, strict=True))
    level = constant if exact else float(constant)
    made = len(run.history)
    times = "1 update" if made == 1 else f"{number(made)} updates"
    return f"${equation(terms, level)}$ after {times}"


_SHOWS = "A gate such as XOR by two layers, every neuron trained by the rule on its own targets."
VIEW = View(NAME, _SHOWS, NetworkOptions, build, needs_run=False)
