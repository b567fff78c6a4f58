"""Runs whose boundary is tested, and how it is drawn."""

from __future__ import annotations

from typing import Any

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Points
from perceptron_gui.figures.pictures.boundary import VIEW
from tests.figures.drawing import built

EVERYTHING: dict[str, Any] = dict.fromkeys(
    ["margin", "circle", "result", "equation", "numbers"], True
)
CASES: list[tuple[str, dict[str, Any]]] = [
    ("xor", {}),
    ("xor", {"lift": "product"}),
    ("and", {"tie": "minus"}),
    ("and", {"rule": "averaged", "bias_scale": 5}),
    ("three-points", {"offset": False, "tie": "minus"}),
    ("slides", {"eta": "0.1", "init": "0.2,0,-0.1", "tie": "plus"}),
    ("shifted", {"rule": "pocket", "epochs": 20}),
    ("blobs", {"rule": "sgd", "loss": "logistic", "epochs": 3}),
    ("clusters", {"rule": "batch"}),
    ("and", {"rule": "least-squares"}),
    ("circles", {"lift": "quadratic"}),
    ("slow-pair", {}),
    ("slow-pair", {"lift": "quadratic", "epochs": 50}),
    ("one-hot", {"offset": False}),
    ("one-hot", {"rule": "voted"}),
    ("one-hot", {"lift": "product"}),
]


def figure(run: Run, cursor: int, **options: Any) -> Figure:
    """Build the boundary after a visit."""
    return built(VIEW, run, cursor, **options)


def points_of(drawn: Figure) -> Points:
    """Return the points of a figure."""
    found = drawn.mark("points")
    assert isinstance(found, Points)
    return found
