"""Small figures as approved: their notes, words, and the places of marks of few points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from perceptron_gui.figures.model.figure import Drawing, Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, RuleLine, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.notation import NOTATIONS
from tests.conftest import Approve
from tests.core.strategies import trained
from tests.figures.drawing import figures_of

FEW = 3  # points of a mark whose places are told
SLIDES: dict[str, Any] = {"eta": "0.1", "init": "0.2,0,-0.1", "tie": "plus"}
# The line 2x₁ + 3x₂ − 6 = 0 of lecture 001, and its picture (1, 1) + (−2, 1) = (−1, 2).
LINE: dict[str, Any] = {"init": "2,3,-6"}
SUM: dict[str, Any] = {"init": "1,1", "tie": "minus", "offset": False}
THREE: dict[str, Any] = {"offset": False, "tie": "minus"}
ACTIVATIONS = ("threshold", "identity", "ramp", "logistic", "tanh")
# What is drawn: a view, its data, their rule, a visit (or none for the last), and options.
DRAWN: tuple[tuple[str, str, dict[str, Any], int | None, dict[str, Any]], ...] = (
    # The neuron in the symbols of every lecture, with every activation, and at ties.
    *(("neuron", "slides", SLIDES, 2, {"notation": each}) for each in NOTATIONS),
    *(("neuron", "slides", SLIDES, 1, {"activation": each}) for each in ACTIVATIONS),
    *(("neuron", "and", {"tie": each}, 1, {}) for each in ("minus", "plus", "always")),
    # Two vectors: those of lecture 001, of a visit, one of both, and where there are none.
    ("projection", "and", THREE, 8, {"a": (1, 1), "b": (-2, 1)}),
    *(("projection", "and", {"tie": "minus"}, 8, {"notation": each}) for each in ("000", "001")),
    ("projection", "and", {"tie": "minus"}, 8, {"a": (1, -1)}),
    ("projection", "one-hot", {}, 1, {}),
    ("projection", "one-hot", {}, 1, {"a": (1, 1), "b": (0, 1)}),
    # Where the line meets the axes, and how far the points are from it.
    ("boundary", "shifted", LINE, 0, {"intercept": True, "notation": "001"}),
    ("boundary", "slides", LINE, 1, {"distance": True}),
    ("boundary", "slides", {"init": "1,1,0"}, 0, {"intercept": True}),
    ("boundary", "slides", {"init": "0,2,1"}, 0, {"intercept": True}),
    ("boundary", "one-hot", {}, 2, {"intercept": True, "distance": True}),
    ("boundary", "and", {"bias_scale": 5, "tie": "minus"}, None, {"intercept": True}),
    # Updates as sums of arrows.
    ("boundary", "vector-sum", SUM, 1, {"update": True, "notation": "001"}),
    ("weight-space", "vector-sum", SUM, 1, {"update": True, "notation": "001"}),
    ("boundary", "slides", SLIDES, 2, {"update": True}),
    ("boundary", "slides", {"init": "-300,0,0"}, 1, {"update": True}),
    # Boundaries in numbers, and why there is none.
    ("boundary", "and", {}, None, {"equation": True, "tally": True}),
    ("boundary", "slides", SLIDES, None, {"equation": True}),
    ("boundary", "three-points", THREE, None, {"equation": True}),
    ("boundary", "slow-pair", {}, None, {"equation": True}),
    ("boundary", "xor-pm", {"lift": "product"}, None, {"equation": True}),
    ("boundary", "one-hot", {"offset": False}, None, {"equation": True}),
    *(("boundary", "and", {"init": "0,0,0", "tie": each}, 0, {}) for each in ("always", "plus")),
    ("boundary", "and", {"init": "0,0,2", "tie": "minus"}, 0, {}),
    ("boundary", "moons", {"rule": "voted", "epochs": 60, "max_updates": 400}, None, {}),
    ("boundary", "and", {}, 0, {"margin": True, "circle": True}),
    # How often each point was mistaken, and what leaving it out does.
    ("tally", "and", {"tie": "minus"}, None, {"leave_one_out": True}),
    ("boundary", "and", {"tie": "minus"}, None, {"tally": True}),
    # Weights that walk into their cone; a network that learns XOR; hulls that meet.
    ("weight-space", "three-points", THREE, None, {}),
    ("network", "xor", {}, 0, {}),
    ("network", "clusters", {}, 0, {}),
    ("network", "xor", {}, 0, {"hidden": "inputs"}),
    ("certificate", "xor", {}, 2, {}),
    ("boundary", "xor", {}, 2, {"certificate": True}),
    ("boundary", "xor-pm", {"lift": "product"}, 2, {"certificate": True}),
    ("boundary", "xor-pm", {"offset": False}, 2, {"certificate": True}),
    ("cycle", "xor", {"tie": "minus"}, 6, {}),
)


def places(mark: Mark) -> str:
    """Return where a mark of few points is, in four digits."""
    at: list[tuple[float, ...]]
    if isinstance(mark, Arrow):
        at = [(mark.x0, mark.y0), (mark.x1, mark.y1)]
    elif isinstance(mark, Line | Dots) and len(mark.x) <= FEW:
        at = list(zip(mark.x.tolist(), mark.y.tolist(), strict=True))
    else:
        at = [(mark.at,)] if isinstance(mark, RuleLine) else []
    rounded = ((f"{value:.4g}" for value in np.round(place, 9) + 0.0) for place in at)
    return " ".join(f"({', '.join(place)})" for place in rounded)


def told(drawing: Drawing) -> Iterator[str]:
    if not isinstance(drawing, Figure) and drawing.headline is not None:
        yield drawing.headline.full
    for figure in figures_of(drawing):
        yield f"[{to_plain(f'{figure.title}: {figure.x.label}, {figure.y.label}')}]"
        for mark in figure.marks:
            words = mark.text if isinstance(mark, Text) else mark.label
            if words or (places(mark) and mark.role is not Role.WIRE):
                role = mark.role.name.lower()
                yield f"{mark.key} ({role}): {to_plain(words)} {places(mark)}".strip()
        yield from map(to_plain, figure.notes)
    if not isinstance(drawing, Figure):
        yield from map(to_plain, drawing.notes)


def test_small_figures_are_drawn_as_approved(approve: Approve) -> None:
    lines = []
    for name, data, rule, visit, options in DRAWN:
        run, view = trained(data, **rule), VIEWS[name]
        at = run.visits if visit is None else visit
        drawing = view.build(run.dataset, run, at, view.options(**options))
        lines += [f"# {name} of {data}, {rule}, visit {at}, {options}", *told(drawing), ""]
    approve("drawn", "\n".join(lines))
