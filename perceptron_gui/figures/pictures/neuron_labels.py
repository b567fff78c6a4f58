"""What is written beside the parts of the neuron: the symbols of a lecture, numbers of a visit."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from perceptron_gui.base.number_text import Number, number, sign_of
from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model import symbols
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.plane.projection import feature_symbols
from perceptron_gui.lectures.notation import product_of
from perceptron_gui.lectures.visit import VisitContext


def threshold(s: Values) -> Values:
    """sgn(s); at 0 it is left open, and the tie rule decides."""
    return np.sign(s)


def identity(s: Values) -> Values:
    """The sum itself."""
    return s


def ramp(s: Values) -> Values:
    """0 below 0, then s, and 1 above 1."""
    return np.clip(s, 0.0, 1.0)


def logistic(s: Values) -> Values:
    """1/(1 + e^−s), without overflow."""
    return np.asarray((1.0 + np.tanh(s / 2.0)) / 2.0)


ACTIVATIONS: dict[str, Callable[[Values], Values]] = {
    "threshold": threshold,
    "identity": identity,
    "ramp": ramp,
    "logistic": logistic,
    "tanh": np.tanh,
}


# Longer numbers are rounded beside a wire, and say so; the sum stays exact.
_LONGEST = 7
_HAT = r"\hat{y}"
# The number of a point, of its label or of the weights.
_INDEX = re.compile(r"\^\{\(#\)\}|_\{#\}|\(#\)")


@frozen_value
class Input:
    """One input: its symbol, its value if it is known, and the weight on its wire."""

    symbol: str
    value: str
    weight: str


@frozen_value
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


def read(context: VisitContext, activation: str) -> NeuronReading:
    """Return what is written at a visit, with the weights before it."""
    i = context.index
    if i is None:
        inputs, name = _inputs(context, None, context.after), _score_name(context, False)
        return NeuronReading(inputs, name, _output_name(context, False), score_name=name)
    agreement = context.agreements(i)[0]
    score = agreement * context.label(i)
    wrong = context.is_wrong(i, agreement)
    bad = "mistake" if context.bound == 0 else "not enough"
    name, truth = _score_name(context, True), context.symbols.label
    activated = _activated(context, score, activation)
    is_open = activation == "threshold" and not activated  # a tie
    return NeuronReading(
        _inputs(context, context.features(i), context.before),
        f"{name} = {number(score)}",
        _output(context, score, activation),
        f"{truth} = {sign_of(context.label(i))}",
        bad if wrong else "right",
        wrong,
        (float(score), activated),
        name,
        _HAT if is_open else _output_name(context, True),
        truth,
    )


def _inputs(
    context: VisitContext, values: tuple[Number, ...] | None, weights: tuple[Number, ...]
) -> tuple[Input, ...]:
    """Return every input in the order of the lecture, the constant last or first."""
    found = [
        Input(
            symbol,
            "" if values is None else _short(values[j]),
            _stated(symbols.weight(context.notation, j), weights[j]),
        )
        for j, symbol in enumerate(feature_symbols(context.run))
    ]
    if not context.run.rule.offset:
        return tuple(found)
    constant = _constant(context, _stated(symbols.offset(context.notation), weights[-1]))
    return (constant, *found) if context.notation.constant_first else (*found, constant)


def _constant(context: VisitContext, weight: str) -> Input:
    """Return x_0 where the lecture counts it among the coordinates, else the constant itself."""
    value = _short(context.constant)
    named = context.notation.constant_first or context.notation.score
    return Input("x_0", value, weight) if named else Input(value, "", weight)


def _short(value: Number) -> str:
    text = number(value)
    if len(text) <= _LONGEST:
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
    if notation.sign_switched:  # 003 scores points as they are by w⊤x + w_0
        constant = f" + {'B' if context.has_scale else ''}{symbols.offset(notation)}"
        return rf"w^\top x{constant if offset else ''}"
    weights = context.symbols.before if known else notation.bare_weights
    point = context.symbols.point if known else _bare(notation.point)
    return product_of(notation, weights, point, offset, context.has_scale)


def _output_name(context: VisitContext, known: bool) -> str:
    prediction = context.symbols.prediction if known else _bare(context.notation.prediction)
    return prediction or _HAT


def _activated(context: VisitContext, score: Number, activation: str) -> float:
    """Return what the neuron puts out; 0 for a threshold that a tie leaves open."""
    if activation == "threshold" and score == 0:
        return {"minus": -1.0, "plus": 1.0}.get(context.run.rule.tie, 0.0)
    return float(ACTIVATIONS[activation](np.array(float(score))))


def _output(context: VisitContext, score: Number, activation: str) -> str:
    name, value = _output_name(context, True), _activated(context, score, activation)
    if activation == "threshold":
        return f"{name} = {sign_of(int(value))}" if value else r"\text{on the line}"
    return _stated(name, score if activation == "identity" else value)
