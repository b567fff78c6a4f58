"""The run as a table, as a lecture writes it: every visit, or only the updates."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from perceptron_gui.base.number_text import Numbers, number, product_latex, sign_of, vector
from perceptron_gui.base.params import Choice, option
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.path import PointPath
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.options import ROWS
from perceptron_gui.figures.model.view import View, ViewOptions
from perceptron_gui.lectures.notation import Notation, count_symbol, point_number, product_of
from perceptron_gui.lectures.visit import VisitContext

DOTS = "…"
_NOTHING = "–"


@frozen_value
class Column:
    """One column: its heading, and the text of its cell at a visit."""

    heading: str
    cell: Callable[[VisitContext], str]
    is_vector: bool = False


def columns_of(run: Run, notation: Notation) -> list[Column]:
    """Return the columns that this run has in the symbols of a lecture."""
    single = run.path.visiting.block == 1
    return [
        Column("visit", lambda context: str(context.visit)),
        Column("epoch", lambda context: str(context.run.path.visiting.epoch_of(context.visit))),
        *(_about_the_point(run, notation) if single else ()),
        *(_about_the_counts if _is_kernel(run) else _about_the_weights)(run, notation),
    ]


def _is_kernel(run: Run) -> bool:
    return isinstance(run.path, KernelPath)


def _about_the_counts(run: Run, notation: Notation) -> Iterator[Column]:
    """Yield how often the visited point has been mistaken now, and ‖w‖²."""
    yield _of_point(
        f"${count_symbol(notation)}$ after", lambda context, i: f"${context.raw_counts(i)[1]}$"
    )
    yield Column(rf"$\|{notation.bare_weights}\|^2$ after", _norm_squared)


def _norm_squared(context: VisitContext) -> str:
    path = context.run.path
    assert isinstance(path, KernelPath)
    square = next(path.norms_squared(np.array([context.updates_after])))
    return f"${number(context.numbers([square])[0])}$"


def _about_the_point(run: Run, notation: Notation) -> Iterator[Column]:
    switched = notation.sign_switched and run.path.mistake_driven and not _is_kernel(run)
    point = _of_any_point(notation, notation.point)
    product = product_of(
        notation, notation.bare_weights, point, run.rule.offset, run.rule.bias_scale != 1
    )
    if _is_kernel(run):
        point, product = ("x", "s") if notation.sign_switched else (point, "s")
    yield _of_point("point", lambda context, i: str(point_number(i)))
    yield _of_point(f"${point}$", _signed if switched else _features, is_vector=True)
    if switched:
        yield _of_point("class", lambda context, i: "1" if context.label(i) > 0 else "2")
    else:
        label = _of_any_point(notation, notation.label)
        yield _of_point(f"${label}$", lambda context, i: f"${sign_of(context.label(i))}$")
    yield _of_point(f"${product}$", _agreement if switched else _score)
    if not switched:
        yield _of_point(_predicted_heading(notation), _prediction)


def _about_the_weights(run: Run, notation: Notation) -> Iterator[Column]:
    weights, offset = notation.bare_weights, notation.offset if run.rule.offset else ""
    moved = rf"\Delta({weights}, {offset})" if offset else rf"\Delta {weights}"
    yield Column(f"${moved}$", _update, is_vector=True)
    yield Column(
        f"${weights}$ after",
        lambda context: f"${vector(context.without_offset(context.after))}$",
        is_vector=True,
    )
    if offset:
        yield Column(f"${offset}$ after", lambda context: f"${number(context.after[-1])}$")


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


def _of_point(
    heading: str, cell: Callable[[VisitContext, int], str], is_vector: bool = False
) -> Column:
    """Return a column about the visited point; it is empty where there is none."""

    def text(context: VisitContext) -> str:
        return _NOTHING if context.index is None else cell(context, context.index)

    return Column(heading, text, is_vector)


def _features(context: VisitContext, i: int) -> str:
    return f"${vector(context.without_offset(context.features(i)))}$"


def _signed(context: VisitContext, i: int) -> str:
    return f"${vector(context.in_order(context.signed(i)))}$"


def _score(context: VisitContext, i: int) -> str:
    return f"${number(context.agreements(i)[0] * context.label(i))}$"


def _agreement(context: VisitContext, i: int) -> str:
    return f"${number(context.agreements(i)[0])}$"


def _prediction(context: VisitContext, i: int) -> str:
    predicted = context.predicted(i)
    return _NOTHING if predicted is None else f"${sign_of(predicted)}$"


def _update(context: VisitContext) -> str:
    return f"${vector(context.in_order(_added(context)))}$" if context.is_update else _NOTHING


def _added(context: VisitContext) -> Numbers:
    """Return what was added to the weights."""
    i = context.index
    if i is not None and isinstance(context.run.path, PointPath):
        return [context.eta * value for value in context.signed(i)]
    return [after - before for before, after in zip(context.before, context.after, strict=True)]


@frozen_value
class TraceOptions(ViewOptions):
    """How much of the run the table shows."""

    rows: int = option(40, ROWS, "the rows before the dots; the last one follows them")
    every: str = option(
        "visits", Choice(("visits", "updates")), "a row for every visit, or only for updates"
    )


def build(dataset: Dataset, run: Run, cursor: int, options: TraceOptions) -> Table:
    """Build the table of the run up to the cursor."""
    shown, hidden = _shown(run, min(cursor, run.visits), options)
    columns = columns_of(run, options.symbols)
    contexts = [VisitContext(run, visit, options.symbols) for visit in shown]
    rows = [tuple(column.cell(context) for column in columns) for context in contexts]
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


def _notes(run: Run, options: TraceOptions, hidden: int) -> Iterator[str]:
    if hidden:
        what = options.every if hidden > 1 else options.every.removesuffix("s")
        yield f"The dots stand for {hidden} more {what}."
    if run.arithmetic != "exact":
        yield "Computed in float64 and shown with six digits."
    if run.rule.offset and run.rule.bias_scale != 1:
        yield _about_the_constant(VisitContext(run, 0, options.symbols))


def _about_the_constant(context: VisitContext) -> str:
    constant = number(context.constant)
    if not context.offset_apart:
        return f"The constant coordinate is ${constant}$."
    product = product_latex("B", context.notation.offset)
    return f"The constant coordinate is $B = {constant}$; the offset of the line is ${product}$."


_SHOWS = "The table of the run: scores, updates and weights."
VIEW = View("trace", _SHOWS, TraceOptions, build, first_column="visit")
