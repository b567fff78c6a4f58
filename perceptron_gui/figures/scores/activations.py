"""The activations of a neuron and their slopes, and what they make of the scores of the points.

The neuron itself is drawn by the view `neuron`, with the same five activations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from perceptron_gui.base.number_text import number
from perceptron_gui.base.params import Choice, Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.measures import own_kind
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Line, Mark, Values
from perceptron_gui.figures.model.role import CONTESTANTS
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.neurons.neuron import ACTIVATIONS
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.lectures.visit import VisitContext

from .visit_scores import NO_CLASSES, VisitScores, named_curves, padded, tangent

NAME = "activations"
OWN = "own"
_ROLES = dict(zip(ACTIVATIONS, CONTESTANTS, strict=False))
_FORMULAS = (
    r"Threshold $\text{sign}(s)$, identity $s$, ramp $s$ from $0$ to $1$, "
    r"logistic $1/(1 + e^{-s})$, $\text{tanh}(s)$."
)
_MEANINGS = {
    "threshold": "the sign of s",
    "identity": "s itself",
    "ramp": "s, but not below 0 nor above 1",
    "logistic": "1/(1 + e^(−s))",
    "tanh": "(e^(2s) − 1)/(e^(2s) + 1)",
}
# f′(s), where there is one: a threshold has none at 0, a ramp none at 0 and 1.
SLOPES: dict[str, Callable[[Values], Values]] = {
    "threshold": lambda s: np.where(s == 0, np.nan, 0.0),
    "identity": np.ones_like,
    "ramp": lambda s: np.where((s == 0) | (s == 1), np.nan, ((s > 0) & (s < 1)).astype(float)),
    "logistic": lambda s: (1.0 - np.tanh(s / 2.0) ** 2) / 4.0,  # f(1 − f)
    "tanh": lambda s: 1.0 - np.tanh(s) ** 2,
}
_JUMPS = {"threshold": (0.0,), "ramp": (0.0, 1.0)}  # of f′, and that of the threshold itself
_REACH = 3.0  # scores are shown up to this at least
_LOW, _HIGH = -1.3, 1.3
_SAMPLES = 241


@dataclass(frozen=True)
class ActivationsOptions(ViewOptions):
    """On which activation the points are, and whether slopes are drawn."""

    activation: str = option(
        OWN,
        Choice({OWN: "the activation of the rule", **_MEANINGS}),
        "the activation that the points are on",
        title="Points on",
    )
    slopes: bool = option(False, Flag(), "the slopes of the activations instead of themselves")


def build(dataset: Dataset, run: Run, cursor: int, options: ActivationsOptions) -> Figure:
    """Return all activations or their slopes, and the points on one of them."""
    if dataset.targets is not None:
        return nothing_to_show(NAME, options, NO_CLASSES)
    scores = VisitScores(VisitContext(run, min(cursor, run.visits), options.symbols))
    kind = options.activation
    if kind == OWN:  # what a neuron with the loss of the rule puts out
        kind = {"logistic": "logistic", "squared": "identity"}.get(own_kind(run), "threshold")
    box = PlaneBox(*options.range) if options.range else _box(scores, kind, options)
    values = SLOPES[kind](scores.scores) if options.slopes else outputs_of(kind, scores)
    lines = {name: _curve(name, box, options.slopes) for name in ACTIVATIONS}
    marks: list[Mark] = [*named_curves(lines, kind, box)]
    i = scores.context.index
    slope = np.nan if i is None else float(SLOPES[kind](scores.scores[i : i + 1])[0])
    if i is not None and not options.slopes and not np.isnan(slope):
        line = tangent(float(scores.scores[i]), float(values[i]), slope, box)
        marks.append(replace(line, label="slope at the visited point"))
    marks += scores.points(scores.scores, values, box)
    name = options.symbols.score or "s"
    return Figure(
        NAME,
        Axis(f"score ${name}$", range=(box.x0, box.x1)),
        Axis("slope $f'(s)$" if options.slopes else "output $f(s)$", range=(box.y0, box.y1)),
        tuple(marks),
        title=options.title,
        notes=(*scores.notes(), *_notes(kind, scores, slope, bool(np.isnan(values).any()))),
    )


def outputs_of(kind: str, scores: VisitScores) -> Values:
    """Return what the neuron puts out for every point (n,); a tie is what the tie rule says."""
    if kind == "threshold":
        return scores.predicted.astype(np.float64)
    return ACTIVATIONS[kind](scores.scores)


def _box(scores: VisitScores, kind: str, options: ActivationsOptions) -> PlaneBox:
    low, high = scores.reach(signed=False)
    left, right = padded(min(low, -_REACH), max(high, _REACH))
    if options.slopes:
        return PlaneBox(left, right, -0.1, 1.2)
    if kind == "identity":  # all of it
        return PlaneBox(left, right, left, right)
    return PlaneBox(left, right, _LOW, _HIGH)


def _curve(name: str, box: PlaneBox, slopes: bool) -> Line:
    """Return a curve as far as the axes show it; where it jumps it is broken."""
    role = _ROLES[name]
    make = SLOPES[name] if slopes else ACTIVATIONS[name]
    jumps = _JUMPS.get(name, ()) if slopes or name == "threshold" else ()
    x0, x1 = box.x0, box.x1
    if name == "identity" and not slopes:
        x0, x1 = max(x0, box.y0), min(x1, box.y1)
    if not jumps:
        bends = [bend for bend in (0.0, 1.0) if name == "ramp" and x0 < bend < x1]
        x = np.union1d(np.linspace(x0, x1, _SAMPLES), bends)
        return Line(name, role, x, make(x), name=name)
    edges = [x0, *(jump for jump in jumps if x0 < jump < x1), x1]
    xs, ys = [], []
    for start, stop in pairwise(edges):
        level = float(make(np.array([(start + stop) / 2]))[0])
        xs += [start, stop, np.nan]
        ys += [level, level, np.nan]
    return Line(name, role, np.array(xs[:-1]), np.array(ys[:-1]), name=name)


def _notes(kind: str, scores: VisitScores, slope: float, some_missing: bool) -> Iterator[str]:
    run, i = scores.run, scores.context.index
    if i is not None:
        shown = (scores.scores[i], outputs_of(kind, scores)[i], slope)
        s, output, steep = (number(float(f"{value:.4g}")) for value in shown)
        told = "no slope" if np.isnan(slope) else f"slope ${steep}$"
        yield f"The visited point has $s = {s}$, output ${output}$, {told}."
    if some_missing:
        yield "Points whose score has no slope are left out."
    if kind == "logistic" and own_kind(run) == "logistic":
        yield "The output is $P(y = 1)$ for each point."
    if kind == "threshold":
        yield "A threshold has slope 0 wherever it has one: it cannot be learnt by its gradient."
    yield _FORMULAS


_SHOWS = "Five activations of a neuron or their slopes, with the scores of the points on one."
VIEW = View(NAME, _SHOWS, ActivationsOptions, build)
