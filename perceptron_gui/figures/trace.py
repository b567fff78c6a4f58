"""The run as a table, as a lecture writes it on the board: every visit, or only the updates."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perceptron_gui.core.chalkboard import beside, number
from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run
from perceptron_gui.core.scene import Scene
from perceptron_gui.core.values import frozen_value

from .figure import Table
from .trace_columns import DOTS, Column, columns_of
from .view import View, ViewOptions, option


@frozen_value
class TraceOptions(ViewOptions):
    """How much of the run the table shows."""

    rows: int = option(40, "rows", "the rows before the dots; the last one follows them")
    every: str = option(
        "visits", "choice", "a row for every visit, or only for updates", ("visits", "updates")
    )


def build(dataset: Dataset, run: Run | None, cursor: int, options: TraceOptions) -> Table:
    """Build the table of the run up to the cursor."""
    if run is None:
        return Table(
            "trace", ("visit",), (), title=options.title, notes=("There are no points yet.",)
        )
    shown, hidden = _shown(run, min(cursor, run.visits), options)
    columns = columns_of(run, options.symbols)
    rows = [_row(columns, Scene(run, visit, options.symbols)) for visit in shown]
    if hidden:
        rows.insert(-1, (DOTS,) * len(columns))
    return Table(
        "trace",
        tuple(column.heading for column in columns),
        tuple(rows),
        left=tuple(at for at, column in enumerate(columns) if column.is_vector),
        title=options.title,
        notes=tuple(_notes(run, options, hidden)),
    )


def _shown(run: Run, cursor: int, options: TraceOptions) -> tuple[list[int], int]:
    """Return the visits that get a row, the start (0) first, and how many more were left out."""
    by_update = options.every == "updates"
    last = int(run.updates_at(cursor)) if by_update else cursor
    numbers = range(last + 1)
    cut = len(numbers) > options.rows + 1
    shown = [*numbers[: options.rows], last] if cut else [*numbers]
    hidden = len(numbers) - len(shown)
    if by_update:
        shown[1:] = run.history.visits_of(np.array(shown[1:], dtype=np.int64) - 1).tolist()
    return shown, hidden


def _row(columns: list[Column], scene: Scene) -> tuple[str, ...]:
    return tuple(column.cell(scene) for column in columns)


def _notes(run: Run, options: TraceOptions, hidden: int) -> Iterator[str]:
    if hidden:
        what = options.every if hidden > 1 else options.every.removesuffix("s")
        yield f"The dots stand for {hidden} more {what}."
    if run.arithmetic != "exact":
        yield "Computed in float64 and shown with six digits."
    if run.rule.offset and run.rule.bias_scale != 1:
        yield _about_the_constant(Scene(run, 0, options.symbols))


def _about_the_constant(scene: Scene) -> str:
    constant = number(scene.constant)
    if not scene.is_apart:
        return f"The constant coordinate is ${constant}$."
    product = beside("B", scene.notation.offset)
    return f"The constant coordinate is $B = {constant}$; the offset of the line is ${product}$."


VIEW = View(
    "trace",
    "The table of the run: scores, updates and weights.",
    TraceOptions,
    build,
    is_table=True,
)
