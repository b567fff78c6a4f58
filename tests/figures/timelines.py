"""Runs for the views over time, and what must hold for each of their figures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from perceptron_gui import train
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from tests.conftest import GOLDEN
from tests.core.strategies import Problem
from tests.core.textbook import Trace, Vector, cyclic, perceptron

CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]
AND = (CORNERS, [-1, -1, -1, 1])
XOR = (CORNERS, [-1, 1, 1, -1])
IRIS = (GOLDEN["iris_petal"]["X"], GOLDEN["iris_petal"]["y"])
POCKET = {"rule": "pocket", "epochs": 40}
SLIDES: dict[str, Any] = {"init": "0.2,0,-0.1", "eta": "0.1", "tie": "plus"}

RUNS: dict[str, Callable[[], Run]] = {
    "and": lambda: train(*AND),
    "xor": lambda: train(*XOR, epochs=30, keep_going=True),
    "three points": lambda: train([[2, 1], [0, 2], [-0.5, -2]], [1, -1, 1], offset=False),
    "slides": lambda: train([[1, 1], [2, 1]], [-1, 1], **SLIDES),
    "iris": lambda: train(*IRIS),
    "one point": lambda: train([[1, 2]], [1]),
    "one class": lambda: train([[1, 2], [3, 4]], [-1, -1]),
    "the origin alone": lambda: train([[0, 0]], [1], offset=False, epochs=5),
    "lifted xor": lambda: train(*XOR, lift="product"),
    "margin": lambda: train(*AND, margin="0.3", eta="0.1"),
    "far start": lambda: train(*AND, init="-10,7,20", eta="0.1"),
    "shifted": lambda: Run(make(LIBRARY["shifted"]), Rule()).finish(),
    "pocket": lambda: Run(make(LIBRARY["blobs"], n=60), Rule.of(POCKET)).finish(),
    "worst first": lambda: train(*AND, order="worst"),
    "kernel": lambda: train(*XOR, rule="kernel", eta="0.1"),
    "kernel cycle": lambda: train([[1, 1], [2, 2]], [1, -1], rule="kernel", kernel="linear"),
    "gaussian": lambda: train(*AND, rule="kernel", kernel="gaussian", width="0.5"),
    "batch": lambda: train(*AND, rule="batch"),
    "hinge": lambda: train(*AND, rule="sgd", loss="hinge", eta="0.5", epochs=30),
    "logistic": lambda: train(*AND, rule="sgd", loss="logistic", epochs=20, l2="0.01"),
    "gradient descent": lambda: train(*AND, rule="least-squares", solver="gd", eta="0.1", l2=1),
    "diverging": lambda: train(*AND, rule="least-squares", solver="gd", eta=10, epochs=1000),
    "closed form": lambda: train(*AND, rule="least-squares"),
    "huge": lambda: train([[1e75, 1e-75], [1e75, -1e-75]], [1, -1], epochs=3),
}
COVERED = ("and", "three points", "slides", "iris", "one class", "margin", "far start", "shifted")


@cache
def run_of(name: str) -> Run:
    """Return one of the runs, made once."""
    return RUNS[name]()


@cache
def million_visits() -> Run:
    """Return a run of exactly a million visits."""
    rule = Rule.of({"order": "shuffled", "epochs": 5000, "keep_going": True})
    return Run(make(LIBRARY["blobs"], n=200), rule).finish()


@cache
def endless() -> Run:
    """Return a run with more visits than a C integer counts."""
    return train(*XOR, epochs=10**9, max_updates=10**10, keep_going=True)


@cache
def crowded() -> Run:
    """Return a run with too many points and updates to look at all of them."""
    rule = Rule.of({"order": "shuffled", "epochs": 30})
    return Run(make(LIBRARY["blobs"], n=10_000), rule).finish()


def area(figure: Figure, key: str) -> Any:
    """Return the area of a curve that goes up and down too often to be followed."""
    return figure.mark(f"{key}-range")


def by_hand(problem: Problem, tie: str, epochs: int) -> tuple[Run, list[Vector], Trace]:
    """Return a run on a problem, its points, and the same run computed by hand."""
    rule = Rule.of({"tie": tie, "epochs": epochs, "keep_going": True})
    points, start = problem.augmented(), [Fraction(0)] * len(problem.augmented()[0])
    order = cyclic(len(points), epochs)
    trace = perceptron(points, problem.labels, order, start, eta=Fraction(1), tie=tie)
    return Run(problem.dataset, rule).finish(), points, trace
