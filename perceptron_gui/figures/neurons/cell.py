"""A nerve cell, drawn below the model of a neuron: each part under its counterpart there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perceptron_gui.figures.model.marks import Dots, Mark, Region, Text, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import Path, joined

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
_STEPS = 24  # of a branch
# What each part is called, with its counterpart in the model.
_NAMES = (
    ("synapses", Role.WEIGHTS, -8.2, 2.3, "synapses: weights", "sw"),
    ("dendrites", Role.NOTE, -8.2, -2.4, "dendrites: inputs", "nw"),
    ("body", Role.NOTE, 0.0, -1.35, "cell body: sum", "n"),
    ("hillock", Role.NOTE, 1.2, 0.9, "hillock: threshold", "sw"),
    ("axon", Role.NOTE, 7.0, -1.5, "axon: output", "n"),
)
HEIGHT = 6.8  # of all of it, names included


def cell(x: float, y: float) -> Iterator[Mark]:
    """Yield a cell whose body is at a place, from the dendrites at the left to the terminals."""
    for number, branch in enumerate((*_DENDRITES, *_AXON)):
        across, up = _branch(branch)
        yield Region(f"cell branch {number}", Role.WIRE, x + across, y + up)
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
    for key, role, at, height, name, anchor in _NAMES:
        yield Text(f"cell {key} name", role, x + at, y + height, name, anchor, scale=0.9)


def _branch(branch: _Branch) -> Path:
    """Return the outline of a branch that bends once and grows thinner."""
    start, bend, end, thick, thin = branch
    t = np.linspace(0.0, 1.0, _STEPS)[:, None]
    p0, p1, p2 = (np.array(place) for place in (start, bend, end))
    middle = (1 - t) ** 2 * p0 + 2 * t * (1 - t) * p1 + t**2 * p2
    along = 2 * (1 - t) * (p1 - p0) + 2 * t * (p2 - p1)
    aside = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
    half: Values = (thick + (thin - thick) * t) / 2
    corners = np.vstack([middle + half * aside, (middle - half * aside)[::-1]])
    return corners[:, 0], corners[:, 1]
