"""The perceptron drawn as a neuron, with the numbers of a visit on its wires."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perceptron_gui.base.params import Choice, option
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.lectures.visit import VisitContext

from .neuron_labels import ACTIVATIONS, Input, NeuronReading, read

NAME = "neuron"

# Where things stand, in units of the drawing.
_VALUES, _INPUTS, _ELBOW = 2.2, 3.1, 8.3
_SUM, _ACTIVATION, _OUTPUT, _RIGHT = 11.2, 14.6, 17.3, 21.7
_ROW = 1.9
_SMALL, _LARGE = 0.72, 1.05
_NUMBERS = 0.9  # the size of numbers beside inputs and wires
_LEAST_HEIGHT = 7.0
_MOST_INPUTS = 6
_SHOWN_BEFORE_DOTS = 4
_LONG_SYMBOL = 5
# The small curve shows sums up to this.
_REACH = 3.0


@frozen_value
class NeuronOptions(ViewOptions):
    """Which activation the neuron has."""

    activation: str = option(
        "threshold", Choice(tuple(ACTIVATIONS)), "what the neuron makes of its sum"
    )


def build(dataset: Dataset, run: Run | None, cursor: int, options: NeuronOptions) -> Figure:
    """Return the neuron at a visit, with the weights before it."""
    if run is None:
        return nothing_to_show(NAME, options)
    context = VisitContext(run, cursor, options.symbols)
    reading = read(context, options.activation)
    rows = _rows(reading.inputs, run.rule.offset, options.symbols.constant_first)
    # A high page is used by moving the inputs apart.
    gap = min(max(_ROW, _RIGHT / options.aspect / (len(rows) + 1)), 2 * _ROW)
    height = max(_LEAST_HEIGHT, gap * len(rows))
    box = PlaneBox(0.0, _RIGHT, -height / 2, height / 2).framed(0.01, options.aspect)
    marks = (
        *_inputs(rows, gap),
        *_sum(reading),
        *_activation(reading, options.activation),
        *_output(reading),
    )
    return Figure(
        NAME,
        Axis(range=options.x_range or (box.x0, box.x1)),
        Axis(range=options.y_range or (box.y0, box.y1)),
        marks,
        title=options.title,
        notes=tuple(_notes(context, options.activation)),
        equal=True,
        bare=True,
    )


def _rows(
    inputs: tuple[Input, ...], offset: bool, constant_first: bool
) -> list[tuple[int, Input] | None]:
    """Return the inputs to draw with their numbers; None stands for those between."""
    rows: list[tuple[int, Input] | None] = list(enumerate(inputs))
    if len(inputs) - offset <= _MOST_INPUTS:
        return rows
    head = _SHOWN_BEFORE_DOTS + (offset and constant_first)
    tail = 1 + (offset and not constant_first)
    return [*rows[:head], None, *rows[len(rows) - tail :]]


def _inputs(rows: Sequence[tuple[int, Input] | None], gap: float) -> Iterator[Mark]:
    for number, row in enumerate(rows):
        y = gap * ((len(rows) - 1) / 2 - number)
        if row is None:
            for step in (-1, 0, 1):
                yield _disc(f"more {step + 2}", Role.WIRE, _INPUTS, y + 0.35 * step, 0.07)
        else:
            yield from _input(*row, y)


def _input(j: int, row: Input, y: float) -> Iterator[Mark]:
    """Yield one input; its wire runs level below its weight and then turns to the sum."""
    yield _disc(f"input {j}", Role.NODE, _INPUTS, y, _SMALL)
    scale = 1.0 if len(row.symbol) <= _LONG_SYMBOL else 0.85
    yield Text(f"symbol {j}", Role.NOTE, _INPUTS, y, f"${row.symbol}$", scale=scale)
    if row.value:
        yield Text(f"value {j}", Role.NOTE, _VALUES, y, f"${row.value}$", "e", scale=_NUMBERS)
    yield _segment(f"wire {j}", Role.WIRE, (_INPUTS + _SMALL, y), (_ELBOW, y))
    slant = np.array([_SUM - _ELBOW, -y])
    x1, y1 = (np.array([_SUM, 0.0]) - _LARGE * slant / np.hypot(*slant)).tolist()
    yield Arrow(f"into sum {j}", Role.WIRE, _ELBOW, y, x1, y1)
    middle = (_INPUTS + _SMALL + _ELBOW) / 2
    weight = f"${row.weight}$"
    yield Text(f"weight {j}", Role.WEIGHTS, middle, y + 0.1, weight, "s", scale=_NUMBERS)


def _sum(reading: NeuronReading) -> Iterator[Mark]:
    yield _disc("sum", Role.NODE, _SUM, 0.0, _LARGE)
    yield Text("sum sign", Role.NOTE, _SUM, 0.0, r"$\sum$", scale=1.4)
    # Above and to the right, where no wires come in.
    yield Text("score", Role.NOTE, _SUM + 0.1, _LARGE + 0.25, f"${reading.score}$", "sw")
    yield Arrow("to activation", Role.WIRE, _SUM + _LARGE, 0.0, _ACTIVATION - _LARGE, 0.0)


def _activation(reading: NeuronReading, name: str) -> Iterator[Mark]:
    """Yield the node with a small curve in it, and a dot where the sum is."""
    yield _disc("activation", Role.NODE, _ACTIVATION, 0.0, _LARGE)
    wide, tall = 0.72 * _LARGE, 0.6 * _LARGE
    left, right = (_ACTIVATION - wide, 0.0), (_ACTIVATION + wide, 0.0)
    yield _segment("level", Role.FUTURE, left, right)
    yield _segment("upright", Role.FUTURE, (_ACTIVATION, -tall), (_ACTIVATION, tall))
    s = np.linspace(-_REACH, _REACH, 121)
    values = ACTIVATIONS[name](s)
    if name == "threshold":
        s, values = np.array([-_REACH, 0.0, 0.0, _REACH]), np.array([-1.0, -1.0, 1.0, 1.0])
    across, up = wide / _REACH, tall / (_REACH if name == "identity" else 1.25)
    yield Line("curve", Role.BOUNDARY, _ACTIVATION + across * s, up * values)
    if reading.at is not None:
        at, value = np.clip(reading.at, -_REACH, _REACH)
        yield Dots(
            "at", Role.WEIGHTS, np.array([_ACTIVATION + across * at]), np.array([up * value])
        )
    yield Text("activation name", Role.NOTE, _ACTIVATION, -_LARGE - 0.25, name, "n", scale=0.9)


def _output(reading: NeuronReading) -> Iterator[Mark]:
    yield Arrow("to output", Role.WIRE, _ACTIVATION + _LARGE, 0.0, _OUTPUT - 0.25, 0.0)
    yield Text("output", Role.NOTE, _OUTPUT, 0.0, f"${reading.output}$", "w")
    if reading.truth:
        yield Text("truth", Role.NOTE, _OUTPUT, -1.0, f"${reading.truth}$", "w")
        role = Role.MISTAKE if reading.wrong else Role.SUCCESS
        yield Text("verdict", role, _OUTPUT, -2.0, reading.verdict, "w")


def _segment(key: str, role: Role, start: tuple[float, float], end: tuple[float, float]) -> Line:
    return Line(key, role, np.array([start[0], end[0]]), np.array([start[1], end[1]]))


def _disc(key: str, role: Role, x: float, y: float, radius: float) -> Region:
    turn = np.linspace(0.0, 2 * np.pi, 73)[:-1]
    return Region(key, role, x + radius * np.cos(turn), y + radius * np.sin(turn))


def _notes(context: VisitContext, activation: str) -> Iterator[str]:
    if not context.visit:
        yield "Before the first visit, with the initial weights."
    elif context.index is None:
        yield "This step looks at several points at once; the weights are those after it."
    else:
        yield f"Visit {context.visit}, with the weights before it."
    if activation == "ramp":
        yield "The ramp is 0 below 0, then the sum itself, and 1 above 1."
    if activation != "threshold" and context.run.path.mistake_driven:
        yield "Training uses the threshold, whatever the neuron puts out here."


VIEW = View(
    NAME,
    "The perceptron as a neuron, with the numbers of a visit on its wires.",
    NeuronOptions,
    build,
)
