"""An experiment from outside: how many updates a run needs with several step sizes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.base.errors import Words
from perceptron_gui.base.params import Choice, Flag, option
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Table
from perceptron_gui.figures.model.marks import Dots
from perceptron_gui.figures.model.options import ROWS
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.labs.lab import Lab, LabFigure, Subject

Updates = tuple[int, ...]


@dataclass(frozen=True)
class ToyOptions(ViewOptions):
    """How many step sizes are tried, and how their updates are shown."""

    sizes: int = option(3, ROWS, "how many step sizes are tried: 1, 2, 3 and so on")
    ties: str = option("always", Choice(("always", "minus")), "the tie rule")
    doubled: bool = option(False, Flag(), "twice the updates")


class Toy:
    """Trains once for every step size."""

    def __init__(self, subject: Subject, options: ToyOptions) -> None:
        self._dataset, self._rule = subject.dataset, replace(subject.rule, tie=options.ties)
        self.done, self.total = 0, options.sizes
        self._updates: list[int] = []

    @property
    def is_over(self) -> bool:
        return self.done == self.total

    def advance(self, _count: int, /) -> None:
        run = Run(self._dataset, replace(self._rule, eta=Fraction(self.done + 1))).finish()
        self._updates.append(run.outcome.updates)
        self.done += 1

    def result(self) -> Updates:
        return tuple(self._updates)


def draw(result: Updates, run: Run, cursor: int, options: ToyOptions) -> Figure:
    """Draw a dot for every step size."""
    etas = np.arange(1.0, len(result) + 1)
    updates = np.array(result, dtype=np.float64) * (2 if options.doubled else 1)
    dots = Dots("updates", Role.WEIGHTS, etas, updates)
    return Figure("toy", Axis(r"step $\eta$"), Axis("updates"), (dots,), title=options.title)


def table(result: Updates, options: ToyOptions, words: Words) -> Table:
    """Return how many updates each step size needs."""
    rows = tuple((str(eta), str(updates)) for eta, updates in enumerate(result, 1))
    return Table("toy", (r"step $\eta$", "updates"), rows)


def report(run: Run, options: ToyOptions, result: Updates) -> dict[str, Any]:
    """Return the updates."""
    return {"updates": list(result)}


LAB = Lab(
    "toy",
    "how many updates a run needs with several step sizes",
    (LabFigure("toy", "The updates of a run against its step size.", ToyOptions, draw),),
    Toy,
    ("sizes", "ties"),
    table,
    report,
)
