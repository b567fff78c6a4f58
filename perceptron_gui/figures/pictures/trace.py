"""The run as a table, as a lecture writes it on the board: every visit, or only the updates."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from perceptron_gui.base.number_text import Numbers, number, product_latex, sign_of, vector
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.path import PointPath
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.view import View, ViewOptions, option
from perceptron_gui.lectures.notation import Notation, product_of
from perceptron_gui.lectures.updates import PointUpdate
from perceptron_gui.lectures.visit import Scene

DOTS = "…"
_NOTHING = "–"


@frozen_value
class Column:
    """One column: its heading, and the text of its cell at a visit."""

    heading: str
    cell: Callable[[Scene], str]
    is_vector: bool = False


def columns_of(run: Run, notation: Notation) -> list[Column]:
    """Return the columns that this run has in the symbols of a lecture."""
    single = run.path.visiting.block == 1
    return [
        Column("visit", lambda scene: str(scene.visit)),
        Column("epoch", lambda scene: str(scene.run.path.visiting.epoch_of(scene.visit))),
        *(_about_the_point(run, notation) if single else ()),
        *_about_the_weights(run, notation),
    ]


def _about_the_point(run: Run, notation: Notation) -> Iterator[Column]:
    switched = notation.sign_switched and run.path.mistake_driven
    point = _of_any_point(notation, notation.point)
    product = product_of(
        notation, notation.bare_weights, point, run.rule.offset, run.rule.bias_scale != 1
    )
    yield _of_point("point (from 0)", lambda scene, i: str(i))
    yield _of_point(f"${point}$", _signed if switched else _features, is_vector=True)
    if switched:
        yield _of_point("class", lambda scene, i: "1" if scene.label(i) > 0 else "2")
    else:
        label = _of_any_point(notation, notation.label)
        yield _of_point(f"${label}$", lambda scene, i: f"${sign_of(scene.label(i))}$")
    yield _of_point(f"${product}$", _agreement if switched else _score)
    if not switched:
        yield _of_point(_predicted_heading(notation), _prediction)


def _about_the_weights(run: Run, notation: Notation) -> Iterator[Column]:
    weights, offset = notation.bare_weights, notation.offset if run.rule.offset else ""
    moved = rf"\Delta({weights}, {offset})" if offset else rf"\Delta {weights}"
    yield Column(f"${moved}$", _update, is_vector=True)
    yield Column(f"${weights}$ after", _weights, is_vector=True)
    if offset:
        yield Column(f"${offset}$ after", lambda scene: f"${number(scene.after[-1])}$")


def _of_any_point(notation: Notation, symbol: str) -> str:
    """Return x^{(i)} of x^{(#)}; where updates number the points, x(#) is x_i in a table."""
    if notation.by_update:
        return symbol.replace("(#)", "_i")
    return symbol.replace("#", "n" if notation.sign_switched else "i")


def _predicted_heading(notation: Notation) -> str:
    if notation.prediction == "h":
        return f"$h({_of_any_point(notation, notation.point)})$"
    predicted = _of_any_point(notation, notation.prediction)
    return f"${predicted}$" if predicted else "prediction"


def _of_point(heading: str, cell: Callable[[Scene, int], str], is_vector: bool = False) -> Column:
    """Return a column that has nothing to say where no point is looked at."""

    def text(scene: Scene) -> str:
        return _NOTHING if scene.index is None else cell(scene, scene.index)

    return Column(heading, text, is_vector)


def _features(scene: Scene, i: int) -> str:
    return f"${vector(scene.plain(scene.features(i)))}$"


def _signed(scene: Scene, i: int) -> str:
    return f"${vector(scene.arranged(scene.signed(i)))}$"


def _score(scene: Scene, i: int) -> str:
    return f"${number(scene.agreements(i)[0] * scene.label(i))}$"


def _agreement(scene: Scene, i: int) -> str:
    return f"${number(scene.agreements(i)[0])}$"


def _prediction(scene: Scene, i: int) -> str:
    predicted = PointUpdate(scene, i).predicted
    return _NOTHING if predicted is None else f"${sign_of(predicted)}$"


def _update(scene: Scene) -> str:
    return f"${vector(scene.arranged(_added(scene)))}$" if scene.moved else _NOTHING


def _added(scene: Scene) -> Numbers:
    """Return what was added to the weights."""
    i = scene.index
    if i is not None and isinstance(scene.run.path, PointPath):
        return [scene.eta * value for value in scene.signed(i)]
    return [after - before for before, after in zip(scene.before, scene.after, strict=True)]


def _weights(scene: Scene) -> str:
    return f"${vector(scene.plain(scene.after))}$"


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
    product = product_latex("B", scene.notation.offset)
    return f"The constant coordinate is $B = {constant}$; the offset of the line is ${product}$."


VIEW = View(
    "trace",
    "The table of the run: scores, updates and weights.",
    TraceOptions,
    build,
    is_table=True,
)
