"""The table of scripts/bench.py --growth: what each action costs from 10² to 10⁶ points.

The slope is that of log(cost) over log(n) from 10⁴ points on, where fixed costs no longer hide it:
1 is linear, n·log n comes out as 1.09.
"""

from __future__ import annotations

import gc
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from bench import NOT_IN_A_FRAME, duration

from perceptron_gui import draw as notebook_draw
from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset, MovePoints
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.document.csv.reader import write_csv
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.registry import VIEWS

SIZES = tuple(10**power for power in range(2, 7))
_FROM = 10**4  # points from which on the slope is taken
# Slopes of n·log n, and what costs measured on a busy machine may be off.
_MOST_SLOPE = math.log(150, 100) + 0.1
_BUDGET_S = 1.0  # of repeats
_REPEATS = 5
_PASSES: dict[str, Any] = {"epochs": 10, "max_updates": 10**9}
_DEGENERATE = "verdict, degenerate: every point on the margin"
# What may grow faster, as the manual says.
_EXEMPT = {_DEGENERATE: "exempt"}

Action = Callable[[], Any]


def cost(action: Action) -> float:
    """Return the least processor time of some repeats, in seconds."""
    action()
    found: list[float] = []
    gc.collect()
    while len(found) < _REPEATS and sum(found) < _BUDGET_S:
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return max(min(found), 1e-7)


def actions(n: int, folder: Path) -> Iterator[tuple[str, Action]]:
    """Yield what is measured with n points, by name."""
    dataset = load_data(f"blobs:n={n},noise=0.7").dataset
    table = folder / f"{n}.csv"
    table.write_text(write_csv(dataset), encoding="utf-8")
    yield "open: a CSV file read", lambda: load_data(str(table))
    points, labels = np.array(dataset.points), np.array(dataset.labels)
    in_turn = partial(train, points, labels, **_PASSES)
    yield "train: 10 passes, cyclic, from arrays", in_turn
    yield "train: 10 passes, shuffled, from arrays", partial(in_turn, order="shuffled")
    apart = load_data(f"separable:n={n},margin=0.01").dataset
    yield "verdict, overlapping", lambda: separability(Space(dataset))
    yield "verdict, separable", lambda: separability(Space(apart))
    yield _DEGENERATE, lambda: separability(Space(_rails(n)))
    yield "drag: a point moved, trained anew, the plane drawn", _drag(dataset)
    run = Run(dataset, Rule.of(_PASSES)).finish()
    yield "jump: every view rebuilt at another visit", _jump(run)
    for ending in ("png", "svg"):
        save = notebook_draw("boundary", run).save
        yield (
            f"export: the plane as {ending.upper()}, with its session",
            partial(save, folder / f"plane.{ending}"),
        )


def _rails(n: int) -> Dataset:
    """Return points on two parallel lines: all of them have the least distance."""
    across = np.arange(n) // 2 / 100
    labels = np.where(np.arange(n) % 2, 1, -1)
    return Dataset.of(np.column_stack([across, labels]), labels)


def _drag(dataset: Dataset) -> Action:
    moves, view = count(), VIEWS["boundary"]

    def drag() -> None:
        place = np.array([[1.0 + next(moves) % 7 / 100, 2.0]])
        moved = MovePoints(np.array([5]), place).apply(dataset)
        run = Run(moved, Rule.of(_PASSES)).finish().without_waiting()
        draw(view, moved, run, run.visits, view.options())

    return drag


def _jump(run: Run) -> Action:
    _ = run.verdict
    views = [view for name, view in VIEWS.items() if name not in NOT_IN_A_FRAME.split()]
    visits = count(run.visits // 2, 997)

    def jump() -> None:
        cursor = next(visits) % run.visits
        for view in views:
            draw(view, run.dataset, run, cursor, view.options())

    return jump


def slope_of(costs: dict[int, float]) -> float:
    """Return the slope of log(cost) over log(n) from 10⁴ points on."""
    sizes = np.array([n for n in costs if n >= _FROM], dtype=np.float64)
    seconds = np.array([costs[int(n)] for n in sizes])
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def growth_table(sizes: tuple[int, ...] = SIZES) -> tuple[str, bool]:
    """Return the table in Markdown, and whether nothing grows faster than n·log n."""
    costs: dict[str, dict[int, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for n in sizes:
            for name, action in actions(n, Path(folder)):
                costs.setdefault(name, {})[n] = cost(action)
            print(f"{n} points measured", file=sys.stderr)
    heads = [f"10{'⁰¹²³⁴⁵⁶'[round(math.log10(n))]}" for n in sizes]
    lines = [f"| n | {' | '.join(heads)} | slope | holds |", "|---" * (len(sizes) + 3) + "|"]
    holds = True
    for name, each in costs.items():
        slope = slope_of(each)
        is_right = not slope > _MOST_SLOPE
        said = "yes" if is_right else _EXEMPT.get(name, "NO")
        holds &= is_right or name in _EXEMPT
        cells = " | ".join(duration(seconds) for seconds in each.values())
        lines.append(f"| {name} | {cells} | {slope:.2f} | {said} |")
    return "\n".join(lines), holds
