"""Measure the engine beside its peers in one run: .venv/bin/python scripts/bench.py [--write]

Every row is a ratio: both sides are repeated in turn on the same data and the medians compared,
since the speed of a machine changes from minute to minute. `--write` puts the rows that have a
target into the manual's page about speed; the others inform. `--training` prints every case of
training instead, `--growth` the cost of each action against the number of points.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import statistics
import sys
import time
import tracemalloc
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from perceptron_gui.core.data.dataset import Dataset, MovePoints
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.paths.history import PointHistory
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.corral import min_norm_point
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.lab import finished
from perceptron_gui.labs.orders.trials import OrderTrials
from perceptron_gui.labs.registry import VIEWS

FRAME = 0.016
# Sheets and filmstrips are made of other views, tables are read, experiments computed elsewhere.
NOT_IN_A_FRAME = (
    "sheet filmstrip trace orders solutions arena results steps step-limit effects dichotomies "
    "margins learning"
)


@dataclass(frozen=True)
class Row:
    """One line of the table; `holds` is None for a row that only informs."""

    what: str
    ours: str
    peer: str
    ratio: str
    target: str
    holds: bool | None


def medians(
    ours: Callable[[], Any],
    peer: Callable[[], Any],
    repeats: int,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Return the median seconds of both, measured in turn, or the least of a processor's."""
    ours(), peer()
    times: tuple[list[float], list[float]] = ([], [])
    gc.collect()
    gc.disable()
    for _ in range(repeats):
        for action, measured in zip((ours, peer), times, strict=True):
            start = clock()
            action()
            measured.append(clock() - start)
    gc.enable()
    # Other programs take nothing from a processor's time but make it longer: they empty its cache.
    typical = statistics.median if clock is time.perf_counter else min
    return typical(times[0]), typical(times[1])


def faster(
    what: str,
    ours: Callable[[], Any],
    peer: Callable[[], Any],
    repeats: int,
    least: float | None,
    clock: Callable[[], float] = time.perf_counter,
) -> Row:
    """Compare two ways of doing the same."""
    mine, theirs = medians(ours, peer, repeats, clock)
    ratio = theirs / mine
    target = f"≥ {least:g} ×" if least else ""
    holds = ratio >= least if least else None
    return Row(what, duration(mine), duration(theirs), f"{ratio:.1f} ×", target, holds)


def within(what: str, action: Callable[[], Any], repeats: int, limit: float) -> Row:
    """Compare one action with the time it may take."""
    mine, _ = medians(action, lambda: None, repeats)
    return limited(what, mine, limit)


def limited(what: str, seconds: float, limit: float) -> Row:
    """Compare a measured time with the one that is allowed."""
    ratio = f"{seconds / limit:.2f} of it"
    return Row(what, duration(seconds), duration(limit), ratio, "≤ 1", seconds <= limit)


def informing(rows: list[Row]) -> list[Row]:
    """Return rows without their targets: what they measure is worth knowing, but holds nothing."""
    return [replace(row, target="", holds=None) for row in rows]


def duration(seconds: float) -> str:
    """Write a time with a fitting unit."""
    for unit, scale in (("s", 1.0), ("ms", 1e3)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def kernel_rows() -> list[Row]:
    """The kernel perceptron against a loop over every visit, and what ten thousand points need."""
    rule = Rule.of({"rule": "kernel", "kernel": "gaussian", "width": "1", "epochs": 500})
    dataset = load_data("blobs:n=1000,noise=1").dataset
    x, y = np.array(dataset.points), dataset.labels.astype(np.float64)

    def peer() -> int:
        squares = ((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=2)
        gram, weights, updates = np.exp(-squares / (2 * 1.0**2)), np.zeros(len(x)), 0
        for _ in range(500):
            before = updates
            for i in range(len(x)):
                if y[i] * (weights @ gram[i]) <= 0:
                    weights[i] += y[i]
                    updates += 1
            if updates == before:
                break
        return updates

    run = Run(dataset, rule).finish()
    assert len(run.history) == peer()
    what = f"kernel perceptron, 10³ points, {len(run.history)} updates, against a loop of visits"
    row = faster(what, lambda: Run(dataset, rule).finish(), peer, 7, 2.0)
    return [row, kernel_memory_row()]


def kernel_memory_row() -> Row:
    """The most memory that a kernel run on ten thousand points takes, beside all its kernels."""
    rule = Rule.of({"rule": "kernel", "kernel": "gaussian", "width": "0.05", "epochs": 3})
    dataset = load_data("blobs:n=10000,noise=1").dataset
    tracemalloc.start()
    run = Run(dataset, rule).finish()
    most = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    mistaken = len(np.unique(run.path.points_of_updates(0, len(run.history))))
    what = f"memory of a kernel run, 10⁴ points, {mistaken} of them mistaken"
    whole = 8 * len(dataset) ** 2 / 2**20
    return Row(what, f"{most:.0f} MiB", f"{whole:.0f} MiB (all kernels)",
               f"{whole / most:.1f} ×", "≤ 400 MiB", most <= 400)  # fmt: skip


def order_row(source: str, name: str, least: float | None) -> Row:
    """Ten thousand orders against fits of permuted data with the epochs that each order needs."""
    from sklearn.linear_model import Perceptron

    trials, fits = 10_000, 200
    dataset = load_data(source).dataset
    x, y = np.array(dataset.points), np.array(dataset.labels)
    found = finished(OrderTrials(dataset, Rule(), trials))
    orders = [list(found.order_of(trial)) for trial in range(fits)]
    epochs = (found.visits[:fits] // len(dataset)).tolist()

    def peer() -> None:
        for order, passes in zip(orders, epochs, strict=True):
            Perceptron(shuffle=False, tol=None, max_iter=passes).fit(x[order], y[order])

    mine, theirs = medians(lambda: finished(OrderTrials(dataset, Rule(), trials)), peer, 5)
    theirs *= trials / fits
    what = f"{name}, 10⁴ orders, against {fits} fits taken {trials // fits}-fold"
    ratio, target = theirs / mine, f"≥ {least:g} ×" if least else ""
    holds = ratio >= least if least else None
    return Row(what, duration(mine), duration(theirs), f"{ratio:.1f} ×", target, holds)


def order_rows() -> list[Row]:
    """The order laboratory; where runs are long, the loop over fits matters less."""
    hard = "for information: 100 separable points, margin 0.01"
    return [
        order_row("separable:n=100", "100 separable points", 50.0),
        order_row("separable:n=100,margin=0.01", hard, None),
    ]


def many_coordinates(points: int, columns: int, decimals: int) -> Dataset:
    """Return points by chance on both sides of a hyperplane."""
    random = np.random.Generator(np.random.PCG64(0))
    x = random.normal(size=(points, columns)).round(decimals)
    return Dataset.of(x, np.where(x @ random.normal(size=columns) > 0, 1, -1))


def verdict_rows(dataset: Dataset, name: str, repeats: int, least: float | None) -> list[Row]:
    """Floats against floats, as linprog answers in floats; the exact verdict for information."""
    from scipy.optimize import linprog

    z = Space(dataset).signed
    columns = z.shape[1]

    def widest() -> Any:
        return linprog(
            np.append(np.zeros(columns), -1.0),
            A_ub=np.column_stack([-z, np.ones(len(z))]),
            b_ub=np.zeros(len(z)),
            bounds=[(-1, 1)] * columns + [(None, None)],
            method="highs",
        )

    floats = faster(
        f"max margin and verdict, {name}", lambda: min_norm_point(z), widest, repeats, least
    )
    proved = f"for information: the same, proved in rationals, {name}"
    exact = faster(proved, lambda: separability(Space(dataset)), widest, repeats, None)
    return [floats, exact]


def separability_rows() -> list[Row]:
    """Verdicts on many points, on points of many coordinates, and the digits before the proof."""
    rows = []
    for source, name in (
        ("separable:n=10000,margin=0.01", "10⁴ separable"),
        ("blobs:n=10000,noise=0.7", "10⁴ overlapping"),
    ):
        rows += verdict_rows(load_data(source).dataset, name, 9, 20.0)
    for points, columns, decimals, repeats in (
        (300, 50, 3, 9),
        (800, 200, 3, 5),
        (1000, 500, 3, 3),
        (800, 200, 17, 3),
    ):
        name = f"{points} separable in {columns} dimensions, {decimals} decimals"
        dataset = many_coordinates(points, columns, decimals)
        rows += verdict_rows(dataset, name, repeats, None)
    space = Space(load_data("separable:n=10000,margin=0.01").dataset)
    exact_square = separability(space).margin_squared
    _, p = min_norm_point(space.signed)
    error = abs(float(p @ p) / float(exact_square) - 1)
    rows.append(
        Row("relative error of γ² before the exact finish", f"{error:.1e}", "exact γ²", "",
            "≤ 1e-12", error <= 1e-12)
    )  # fmt: skip
    return rows


def frame_rows() -> list[Row]:
    """What must fit into one frame of the window."""
    dataset = load_data("separable:n=200,margin=0.002").dataset
    moves = iter(range(10**9))

    def drag() -> None:
        i = next(moves)
        moved = MovePoints(np.array([5]), np.array([[1.0 + i % 7 / 100, 2.0]]))
        run = Run(moved.apply(dataset), Rule.of({"max_updates": 10_000})).finish()
        _ = run.outcome, run.verdict, run.bounds

    long = Run(
        load_data("blobs:n=200").dataset,
        Rule.of({"order": "shuffled", "max_updates": 10**6, "epochs": 10**6}),
    ).finish()
    _ = long.verdict
    places = np.random.Generator(np.random.PCG64(0)).integers(0, long.visits, 1000)
    visits = iter(np.tile(places, 1000).tolist())

    views = [view for name, view in VIEWS.items() if name not in NOT_IN_A_FRAME.split()]
    for view in views:  # where curves are extreme is found once a run
        draw(view, long.dataset, long, long.visits, view.options())

    def jump() -> None:
        cursor = next(visits)
        for view in views:
            draw(view, long.dataset, long, cursor, view.options())

    return [
        within("whole run recomputed while a point of 200 is dragged", drag, 41, FRAME),
        within(f"jump in a run of 10⁶ updates: {len(views)} figures rebuilt", jump, 41, FRAME),
    ]


def memory_row() -> Row:
    """Bytes per recorded update."""
    rule = Rule.of({"order": "shuffled", "max_updates": 10**6, "epochs": 10**6})
    history = Run(load_data("blobs:n=10000").dataset, rule).finish().history
    assert isinstance(history, PointHistory)
    visits, points, checkpoints, spacing = history.buffers()
    each = visits.itemsize + points.itemsize + checkpoints[0].nbytes / spacing
    return Row("memory per recorded update", f"{each:.2f} bytes", "44 bytes (plain)",
               f"{44 / each:.1f} ×", "≤ 16 bytes", each <= 16)  # fmt: skip


def table(rows: list[Row]) -> str:
    """Return the rows as Markdown."""
    lines = ["| what | ours | peer | ratio | target | holds |", "|---|---|---|---|---|---|"]
    for row in rows:
        holds = {True: "yes", False: "NO", None: ""}[row.holds]
        cells = (row.what, row.ours, row.peer, row.ratio, row.target, holds)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def measured(arguments: argparse.Namespace) -> list[Row]:
    """Measure the rows that are asked for, group after group."""
    from size_bench import size_rows
    from training_bench import every_training_row, training_rows
    from window_bench import window_rows

    rows: list[Row] = []
    groups: list[Callable[[], list[Row]]] = [
        lambda: training_rows(arguments.quick), lambda: informing(kernel_rows()), order_rows,
        separability_rows, lambda: informing(frame_rows()), lambda: [memory_row()], window_rows,
        lambda: informing(size_rows()),
    ]  # fmt: skip
    if arguments.training:
        groups = [lambda: every_training_row(arguments.quick)]
    for group in groups[-2:] if arguments.window else groups:
        rows += group()
        print(f"{len(rows)} rows measured", file=sys.stderr)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", metavar="FILE", help="also write the rows as JSON (- to print)")
    parser.add_argument("--quick", action="store_true", help="leave out the million points")
    parser.add_argument("--window", action="store_true", help="measure the window only")
    parser.add_argument("--training", action="store_true", help="print every case of training")
    parser.add_argument("--growth", action="store_true", help="measure cost against n only")
    parser.add_argument("--write", action="store_true", help="write the targets into the manual")
    arguments = parser.parse_args()
    partial = arguments.quick or arguments.window or arguments.training or arguments.growth
    if arguments.write and partial:
        parser.error("--write needs every row: leave out the options that measure something else")
    warnings.filterwarnings("ignore")
    if not compiler.load():
        print("numba is not there: these are numbers of plain Python", file=sys.stderr)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    if arguments.growth:
        from growth_bench import growth_table

        told, holds = growth_table()
        print(f"{told}\n\n({machine}; least processor time of some repeats)")
        return 0 if holds else 1
    rows = measured(arguments)
    document = {"machine": machine, "rows": [asdict(row) for row in rows]}
    if arguments.json == "-":
        print(json.dumps(document, ensure_ascii=False))
    else:
        about = f"({machine}; medians of interleaved repeats, of training the least processor time)"
        print(f"{table(rows)}\n\n{about}")
        if arguments.write:
            from manual import write_part

            targets = table([row for row in rows if row.holds is not None])
            write_part("speed", "bench", f"{targets}\n\n{about}")
        if arguments.json:
            Path(arguments.json).write_text(
                json.dumps(document, ensure_ascii=False) + "\n", "utf-8"
            )
    return 0 if all(row.holds is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
