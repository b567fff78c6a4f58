"""The perceptron drawn as a neuron, with the numbers of a visit on its wires.

The drawing comes first, then what is written beside its parts in the symbols of a lecture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from perceptron_gui.base.number_text import Number, number, sign_of
from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Region, Text, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import NO_VECTOR, View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import PlaneBox, plane_figure
from perceptron_gui.figures.plane.projection import feature_symbols
from perceptron_gui.lectures.visit import VisitContext

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
# Longer numbers are rounded beside a wire, and say so; the sum stays exact.
_LONGEST_NUMBER = 7
_HAT = r"\hat{y}"
# The number of a point, of its label or of the weights.
_INDEX = re.compile(r"\^\{\(#\)\}|_\{#\}|\(#\)")
ACTIVATIONS: dict[str, Callable[[Values], Values]] = {
    "threshold": np.sign,  # at 0 it is left open, and the tie rule decides
    "identity": lambda s: s,
    "ramp": lambda s: np.clip(s, 0.0, 1.0),
    "logistic": lambda s: (1.0 + np.tanh(s / 2.0)) / 2.0,  # without overflow
    "tanh": np.tanh,
}


@dataclass(frozen=True)
class Input:
    """One input: its symbol, its value if it is known, and the weight on its wire."""

    symbol: str
    value: str
    weight: str


@dataclass(frozen=True)
class NeuronReading:
    """All that is written; without a visited point the score has a name only."""

    inputs: tuple[Input, ...]
    score: str
    output: str
    truth: str = ""
    verdict: str = ""
    wrong: bool = False
    at: tuple[float, float] | None = None  # the sum and what the activation makes of it
    # What stands before the signs of equality, where there are some.
    score_name: str = ""
    output_name: str = _HAT
    truth_name: str = ""


@dataclass(frozen=True)
class NeuronOptions(ViewOptions):
    """Which activation the neuron has."""

    activation: str = option(
        "threshold", Choice(tuple(ACTIVATIONS)), "what the neuron makes of its sum"
    )


def build(dataset: Dataset, run: Run, cursor: int, options: NeuronOptions) -> Figure:
    """Return the neuron at a visit, with the weights before it."""
    if run.rule.rule == "kernel":
        return nothing_to_show(VIEW.name, options, NO_VECTOR)
    context = VisitContext(run, cursor, options.symbols)
    reading = read_neuron(context, options.activation)
    rows = _rows(reading.inputs, run.rule.offset, options.symbols.constant_first)
    # A high page is used by moving the inputs apart.
    gap = min(max(_ROW, _RIGHT / options.aspect / (len(rows) + 1)), 2 * _ROW)
    height = max(_LEAST_HEIGHT, gap * len(rows))
    box = PlaneBox(0.0, _RIGHT, -height / 2, height / 2).framed(0.01, options.aspect)
    shown = PlaneBox(*options.range) if options.range else box
    marks = (
        *_inputs(rows, gap),
        *_sum(reading),
        *_activation(reading, options.activation),
        *_output(reading),
    )
    notes = _notes(context, options.activation)
    return replace(plane_figure(NAME, ("", ""), shown, marks, options.title, notes), bare=True)


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
    """Yield every input; its wire runs level below its weight and then turns to the sum."""
    middle = (_INPUTS + _SMALL + _ELBOW) / 2
    for place, row in enumerate(rows):
        y = gap * ((len(rows) - 1) / 2 - place)
        if row is None:
            for step in (-1, 0, 1):
                yield _disc(f"more {step + 2}", Role.WIRE, _INPUTS, y + 0.35 * step, 0.07)
            continue
        j, each = row
        yield _disc(f"input {j}", Role.NODE, _INPUTS, y, _SMALL)
        scale = 1.0 if len(each.symbol) <= _LONG_SYMBOL else 0.85
        yield Text(f"symbol {j}", Role.NOTE, _INPUTS, y, f"${each.symbol}$", scale=scale)
        if each.value:
            yield Text(f"value {j}", Role.NOTE, _VALUES, y, f"${each.value}$", "e", scale=_NUMBERS)
        yield Line.between(f"wire {j}", Role.WIRE, (_INPUTS + _SMALL, y), (_ELBOW, y))
        slant = np.array([_SUM - _ELBOW, -y])
        x1, y1 = (np.array([_SUM, 0.0]) - _LARGE * slant / np.hypot(*slant)).tolist()
        yield Arrow(f"into sum {j}", Role.WIRE, _ELBOW, y, x1, y1)
        weight = f"${each.weight}$"
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
    yield Line.between("level", Role.FUTURE, left, right)
    yield Line.between("upright", Role.FUTURE, (_ACTIVATION, -tall), (_ACTIVATION, tall))
    s = np.linspace(-_REACH, _REACH, 121)
    values = ACTIVATIONS[name](s)
    if name == "threshold":
        s, values = np.array([-_REACH, 0.0, 0.0, _REACH]), np.array([-1.0, -1.0, 1.0, 1.0])
    across, up = wide / _REACH, tall / (_REACH if name == "identity" else 1.25)
    yield Line("curve", Role.BOUNDARY, _ACTIVATION + across * s, up * values)
    if reading.at is not None:
        at, value = np.clip(reading.at, -_REACH, _REACH)
        x, y = np.array([_ACTIVATION + across * at]), np.array([up * value])
        yield Dots("at", Role.WEIGHTS, x, y)
    below = -_LARGE - 0.25
    yield Text("activation name", Role.NOTE, _ACTIVATION, below, name, "n", scale=0.9, rank=1)


def _output(reading: NeuronReading) -> Iterator[Mark]:
    yield Arrow("to output", Role.WIRE, _ACTIVATION + _LARGE, 0.0, _OUTPUT - 0.25, 0.0)
    yield Text("output", Role.NOTE, _OUTPUT, 0.0, f"${reading.output}$", "w")
    if reading.truth:
        yield Text("truth", Role.NOTE, _OUTPUT, -1.0, f"${reading.truth}$", "w", rank=2)
        role = Role.MISTAKE if reading.wrong else Role.SUCCESS
        yield Text("verdict", role, _OUTPUT, -2.0, reading.verdict, "w")


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


def read_neuron(context: VisitContext, activation: str) -> NeuronReading:
    """Return what is written at a visit, with the weights before it."""
    i = context.index
    if i is None:
        inputs, name = _input_texts(context, None, context.after), _score_name(context, False)
        return NeuronReading(inputs, name, _output_name(context, False), score_name=name)
    agreement = context.agreements(i)[0]
    score = agreement * context.label(i)
    wrong = context.is_wrong(i, agreement)
    bad = "mistake" if context.bound == 0 else "not enough"
    name, truth = _score_name(context, True), context.symbols.label
    activated = _activated(context, score, activation)
    is_open = activation == "threshold" and not activated  # a tie
    return NeuronReading(
        _input_texts(context, context.features(i), context.before),
        f"{name} = {number(score)}",
        _output_text(context, score, activation),
        f"{truth} = {sign_of(context.label(i))}",
        bad if wrong else "correct",
        wrong,
        (float(score), activated),
        name,
        _HAT if is_open else _output_name(context, True),
        truth,
    )


def _input_texts(
    context: VisitContext, values: tuple[Number, ...] | None, weights: tuple[Number, ...]
) -> tuple[Input, ...]:
    """Return every input in the order of the lecture, the constant last or first."""
    found = [
        Input(
            symbol,
            "" if values is None else _short(values[j]),
            _stated(context.notation.weight(j), weights[j]),
        )
        for j, symbol in enumerate(feature_symbols(context.run))
    ]
    if not context.run.rule.offset:
        return tuple(found)
    constant = _constant(context, _stated(context.notation.line_offset, weights[-1]))
    return (constant, *found) if context.notation.constant_first else (*found, constant)


def _constant(context: VisitContext, weight: str) -> Input:
    """Return x_0 where the lecture counts it among the coordinates, else the constant itself."""
    value = _short(context.constant)
    named = context.notation.constant_first or context.notation.score
    return Input("x_0", value, weight) if named else Input(value, "", weight)


def _short(value: Number) -> str:
    text = number(value)
    if len(text) <= _LONGEST_NUMBER:
        return text
    return rf"\approx {number(float(f'{float(value):.4g}'))}"


def _stated(name: str, value: Number) -> str:
    """Write w_1 = 0.3, or w_1 \\approx 0.3333 where the number is long."""
    text = _short(value)
    return f"{name} {text}" if text.startswith(r"\approx") else f"{name} = {text}"


def _bare(symbol: str) -> str:
    return _INDEX.sub("", symbol)


def _score_name(context: VisitContext, known: bool) -> str:
    notation, offset = context.notation, context.run.rule.offset
    if notation.line_normal:  # points as they are: w⊤x + w_0, w⊤x + b
        constant = f" + {'B' if context.has_scale else ''}{notation.line_offset}"
        return rf"w^\top x{constant if offset else ''}"
    weights = context.symbols.before if known else notation.bare_weights
    point = context.symbols.point if known else _bare(notation.point)
    return notation.product(weights, point, offset, context.has_scale)


def _output_name(context: VisitContext, known: bool) -> str:
    prediction = context.symbols.prediction if known else _bare(context.notation.prediction)
    return prediction or _HAT


def _activated(context: VisitContext, score: Number, activation: str) -> float:
    """Return what the neuron puts out; 0 for a threshold that a tie leaves open."""
    if activation == "threshold" and score == 0:
        return float(context.run.rule.sign_on_line)
    return float(ACTIVATIONS[activation](np.array(float(score))))


def _output_text(context: VisitContext, score: Number, activation: str) -> str:
    name, value = _output_name(context, True), _activated(context, score, activation)
    if activation == "threshold":
        return f"{name} = {sign_of(int(value))}" if value else r"\text{on the line}"
    return _stated(name, score if activation == "identity" else value)


_SHOWS = "The perceptron as a neuron, with the numbers of a visit on its wires."
VIEW = View(NAME, _SHOWS, NeuronOptions, build)
