"""The perceptron drawn as a neuron, with the numbers of a visit on its wires.

A nerve cell may stand below it, each part under its counterpart in the model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.number_text import Number, number, sign_of
from perceptron_gui.base.params import Choice, Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Region, Text, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import NO_VECTOR, View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import Path, PlaneBox, joined, plane_figure
from perceptron_gui.figures.plane.points import bad_label, note_on_visit
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


# One input: its symbol, its value if it is known, and what is said of the weight on its wire.
Input = tuple[str, str, str]


@dataclass(frozen=True)
class NeuronOptions(ViewOptions):
    """Which activation the neuron has, and whether a nerve cell is drawn with it."""

    activation: str = option(
        "threshold", Choice(tuple(ACTIVATIONS)), "what the neuron makes of its sum"
    )
    cell: bool = option(False, Flag(), "a nerve cell below, each part under its counterpart")


def build(dataset: Dataset, run: Run, cursor: int, options: NeuronOptions) -> Figure:
    """Return the neuron at a visit, with the weights before it."""
    if run.rule.rule == "kernel":
        return nothing_to_show(VIEW.name, options, NO_VECTOR)
    context = VisitContext(run, cursor, options.symbols)
    rows, i, activation = _rows(context), context.index, options.activation
    score = None if i is None else context.agreements(i)[0] * context.label(i)
    value = None if score is None else _activated(context, score, activation)
    # A high page is used by moving the inputs apart.
    below = _CELL_HEIGHT if options.cell else 0.0
    gap = min(max(_ROW, (_RIGHT / options.aspect - below) / (len(rows) + 1)), 2 * _ROW)
    height = max(_LEAST_HEIGHT, gap * len(rows))
    bottom = -height / 2 - below
    box = PlaneBox(0.0, _RIGHT, bottom, height / 2).framed(0.01, options.aspect)
    shown = PlaneBox(*options.range) if options.range else box
    marks = (
        *_inputs(rows, gap),
        *_sum(context, score),
        *_activation(activation, score, value),
        *_output(context, activation, score, value),
        *(_cell(_SUM, bottom + _CELL_HEIGHT / 2) if options.cell else ()),
    )
    notes = _notes(context, activation)
    return plane_figure(NAME, ("", ""), shown, marks, options.title, notes, bare=True)


def _rows(context: VisitContext) -> list[tuple[int, Input] | None]:
    """Return the inputs to draw with their numbers, the constant last or first, as in the lecture.

    None stands for those between.
    """
    i, offset, notation = context.index, context.run.rule.offset, context.notation
    values = None if i is None else context.features(i)
    weights = context.after if i is None else context.before
    inputs: list[Input] = []
    for j, symbol in enumerate(feature_symbols(context.run)):
        value = "" if values is None else _short(values[j])
        inputs.append((symbol, value, _stated(notation.weight(j), weights[j])))
    if offset:
        value, weight = _short(context.constant), _stated(notation.line_offset, weights[-1])
        # x_0 where the lecture counts it among the coordinates, else the constant itself.
        named = notation.constant_first or notation.score
        constant = ("x_0", value, weight) if named else (value, "", weight)
        inputs.insert(0 if notation.constant_first else len(inputs), constant)
    rows: list[tuple[int, Input] | None] = list(enumerate(inputs))
    if len(inputs) - offset <= _MOST_INPUTS:
        return rows
    head = _SHOWN_BEFORE_DOTS + (offset and notation.constant_first)
    tail = 1 + (offset and not notation.constant_first)
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
        j, (symbol, value, weight) = row
        yield _disc(f"input {j}", Role.NODE, _INPUTS, y, _SMALL)
        scale = 1.0 if len(symbol) <= _LONG_SYMBOL else 0.85
        yield Text(f"symbol {j}", Role.NOTE, _INPUTS, y, f"${symbol}$", scale=scale)
        if value:
            yield Text(f"value {j}", Role.NOTE, _VALUES, y, f"${value}$", "e", scale=_NUMBERS)
        yield Line.between(f"wire {j}", Role.WIRE, (_INPUTS + _SMALL, y), (_ELBOW, y))
        slant = np.array([_SUM - _ELBOW, -y])
        x1, y1 = (np.array([_SUM, 0.0]) - _LARGE * slant / np.hypot(*slant)).tolist()
        yield Arrow(f"into sum {j}", Role.WIRE, _ELBOW, y, x1, y1)
        above = middle, y + 0.1
        yield Text(f"weight {j}", Role.WEIGHTS, *above, f"${weight}$", "s", scale=_NUMBERS)


def _sum(context: VisitContext, score: Number | None) -> Iterator[Mark]:
    """Yield the node of the sum, and the score in the symbols of the lecture."""
    notation, offset = context.notation, context.run.rule.offset
    if notation.line_normal:  # points as they are: w⊤x + w_0, w⊤x + b
        constant = f" + {'B' if context.has_scale else ''}{notation.line_offset}"
        name = rf"w^\top x{constant if offset else ''}"
    elif score is None:
        weights, point = notation.bare_weights, _INDEX.sub("", notation.point)
        name = notation.product(weights, point, offset, context.has_scale)
    else:
        symbols = context.symbols
        name = notation.product(symbols.before, symbols.point, offset, context.has_scale)
    text = name if score is None else f"{name} = {number(score)}"
    yield _disc("sum", Role.NODE, _SUM, 0.0, _LARGE)
    yield Text("sum sign", Role.NOTE, _SUM, 0.0, r"$\sum$", scale=1.4)
    # Above and to the right, where no wires come in.
    yield Text("score", Role.NOTE, _SUM + 0.1, _LARGE + 0.25, f"${text}$", "sw")
    yield Arrow("to activation", Role.WIRE, _SUM + _LARGE, 0.0, _ACTIVATION - _LARGE, 0.0)


def _activation(name: str, score: Number | None, value: float | None) -> Iterator[Mark]:
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
    if score is not None and value is not None:
        at, height = np.clip((float(score), value), -_REACH, _REACH)
        x, y = np.array([_ACTIVATION + across * at]), np.array([up * height])
        yield Dots("at", Role.WEIGHTS, x, y)
    below = -_LARGE - 0.25
    yield Text("activation name", Role.NOTE, _ACTIVATION, below, name, "n", scale=0.9, rank=1)


def _output(
    context: VisitContext, activation: str, score: Number | None, value: float | None
) -> Iterator[Mark]:
    """Yield what the neuron puts out, and of a visited point the label and whether it is right."""
    yield Arrow("to output", Role.WIRE, _ACTIVATION + _LARGE, 0.0, _OUTPUT - 0.25, 0.0)
    i, notation, symbols = context.index, context.notation, context.symbols
    if i is None or score is None or value is None:
        name = _INDEX.sub("", notation.prediction) or _HAT
        yield Text("output", Role.NOTE, _OUTPUT, 0.0, f"${name}$", "w")
        return
    name = symbols.prediction or _HAT
    if activation == "threshold":
        text = f"{name} = {sign_of(int(value))}" if value else r"\text{on the line}"
    else:
        text = _stated(name, score if activation == "identity" else value)
    yield Text("output", Role.NOTE, _OUTPUT, 0.0, f"${text}$", "w")
    truth = f"${symbols.label} = {sign_of(context.label(i))}$"
    yield Text("truth", Role.NOTE, _OUTPUT, -1.0, truth, "w", rank=2)
    wrong = context.is_wrong(i, context.agreements(i)[0])
    role, verdict = (Role.MISTAKE, bad_label(context)) if wrong else (Role.SUCCESS, "correct")
    yield Text("verdict", role, _OUTPUT, -2.0, verdict, "w")


def _disc(key: str, role: Role, x: float, y: float, radius: float) -> Region:
    turn = np.linspace(0.0, 2 * np.pi, 73)[:-1]
    return Region(key, role, x + radius * np.cos(turn), y + radius * np.sin(turn))


def _notes(context: VisitContext, activation: str) -> Iterator[str]:
    if context.visit and context.index is None:
        yield "This step looks at several points at once; the weights are those after it."
    else:
        yield note_on_visit(context)
    if activation == "ramp":
        yield "The ramp is 0 below 0, then the sum itself, and 1 above 1."
    if activation != "threshold" and context.run.path.mistake_driven:
        yield "Training uses the threshold, whatever the neuron puts out here."


def _short(value: Number) -> str:
    text = number(value)
    if len(text) <= _LONGEST_NUMBER:
        return text
    return rf"\approx {number(float(f'{float(value):.4g}'))}"


def _stated(name: str, value: Number) -> str:
    """Write w_1 = 0.3, or w_1 \\approx 0.3333 where the number is long."""
    text = _short(value)
    return f"{name} {text}" if text.startswith(r"\approx") else f"{name} = {text}"


def _activated(context: VisitContext, score: Number, activation: str) -> float:
    """Return what the neuron puts out; 0 for a threshold that a tie leaves open."""
    if activation == "threshold" and score == 0:
        return float(context.run.rule.sign_on_line)
    return float(ACTIVATIONS[activation](np.array(float(score))))


# Where branches begin, bend and end, in units of the drawing from the middle of the body, and how
# thick they are at both ends.
_Branch = tuple[tuple[float, float], tuple[float, float], tuple[float, float], float, float]
_DENDRITES: tuple[_Branch, ...] = (
    ((-0.5, 0.6), (-2.2, 1.6), (-4.3, 1.35), 0.6, 0.3),
    ((-4.3, 1.35), (-5.6, 1.25), (-7.4, 1.95), 0.3, 0.12),
    ((-4.3, 1.35), (-5.6, 1.35), (-7.2, 0.75), 0.26, 0.12),
    ((-0.5, -0.6), (-2.2, -1.6), (-4.3, -1.35), 0.6, 0.3),
    ((-4.3, -1.35), (-5.6, -1.35), (-7.2, -0.75), 0.26, 0.12),
    ((-4.3, -1.35), (-5.6, -1.25), (-7.4, -1.95), 0.3, 0.12),
    ((-0.5, 0.0), (-2.6, 0.3), (-4.6, 0.0), 0.5, 0.22),
    ((-4.6, 0.0), (-5.8, -0.1), (-6.9, 0.05), 0.22, 0.12),
)
_AXON: tuple[_Branch, ...] = (
    ((0.4, 0.0), (1.6, 0.0), (2.6, 0.0), 1.5, 0.34),  # the hillock
    ((2.4, 0.0), (4.0, 0.25), (5.6, 0.0), 0.34, 0.3),
    ((5.5, 0.0), (6.2, 0.1), (7.4, 1.2), 0.26, 0.14),
    ((5.5, 0.0), (6.4, -0.05), (7.8, 0.05), 0.26, 0.14),
    ((5.5, 0.0), (6.2, -0.1), (7.4, -1.2), 0.26, 0.14),
)
_KNOB, _BODY, _NUCLEUS = 0.22, 1.15, 0.38  # radii
_BENDS = 24  # of a branch
# What each part is called, with its counterpart in the model.
_PARTS = (
    ("synapses", Role.WEIGHTS, -8.2, 2.3, "synapses: weights", "sw"),
    ("dendrites", Role.NOTE, -8.2, -2.4, "dendrites: inputs", "nw"),
    ("body", Role.NOTE, 0.0, -1.35, "cell body: sum", "n"),
    ("hillock", Role.NOTE, 1.2, 0.9, "hillock: threshold", "sw"),
    ("axon", Role.NOTE, 7.0, -1.5, "axon: output", "n"),
)
_CELL_HEIGHT = 6.8  # of all of it, names included


def _cell(x: float, y: float) -> Iterator[Mark]:
    """Yield a cell whose body is at a place, from the dendrites at the left to the terminals."""
    for place, branch in enumerate((*_DENDRITES, *_AXON)):
        across, up = _branch(branch)
        yield Region(f"cell branch {place}", Role.WIRE, x + across, y + up)
    turn = np.linspace(0.0, 2 * np.pi, 73)[:-1]
    across, up = np.cos(turn), np.sin(turn)
    uneven = _BODY * (1 + 0.05 * np.cos(3 * turn))
    yield Region("cell body", Role.WIRE, x + uneven * across, y + uneven * up)
    yield Region("cell nucleus", Role.NODE, x + _NUCLEUS * across, y + _NUCLEUS * up)
    ends = np.array([end for *_, end, _, _ in _AXON[2:]])
    knobs = joined((end[0] + _KNOB * across, end[1] + _KNOB * up) for end in ends)
    yield Region("cell terminals", Role.WIRE, x + knobs[0], y + knobs[1])
    tips = np.array([end for *_, end, _, last in _DENDRITES if last < 0.2])
    yield Dots("cell synapses", Role.WEIGHTS, x + tips[:, 0], y + tips[:, 1])
    for key, role, at, height, name, anchor in _PARTS:
        yield Text(f"cell {key} name", role, x + at, y + height, name, anchor, scale=0.9)


def _branch(branch: _Branch) -> Path:
    """Return the outline of a branch that bends once and grows thinner."""
    start, bend, end, thick, thin = branch
    t = np.linspace(0.0, 1.0, _BENDS)[:, None]
    p0, p1, p2 = (np.array(place) for place in (start, bend, end))
    middle = (1 - t) ** 2 * p0 + 2 * t * (1 - t) * p1 + t**2 * p2
    along = 2 * (1 - t) * (p1 - p0) + 2 * t * (p2 - p1)
    aside = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
    half: Values = (thick + (thin - thick) * t) / 2
    corners = np.vstack([middle + half * aside, (middle - half * aside)[::-1]])
    return corners[:, 0], corners[:, 1]


_SHOWS = "The perceptron as a neuron, with the numbers of a visit on its wires."
VIEW = View(NAME, _SHOWS, NeuronOptions, build)
