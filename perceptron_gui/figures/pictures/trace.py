"""The run as a table, as a lecture writes it: every visit, or only the updates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from perceptron_gui.base.number_text import Numbers, number, product_latex, sign_of, vector
from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.path import PointPath
from perceptron_gui.core.paths.results import Average, Pocket, Vote
from perceptron_gui.core.runs.measures import exact_norm_sq
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.options import ROWS
from perceptron_gui.figures.model.view import View, ViewOptions
from perceptron_gui.lectures.answer import AnswerVisit, beside
from perceptron_gui.lectures.notation import Notation, point_number
from perceptron_gui.lectures.visit import VisitContext

DOTS = "…"
_NOTHING = "–"


@dataclass(frozen=True)
class Column:
    """One column: its heading, and the text of its cell at a visit."""

    heading: str
    cell: Callable[[VisitContext], str]
    is_vector: bool = False


def columns_of(run: Run, notation: Notation) -> list[Column]:
    """Return the columns that this run has in the symbols of a lecture."""
    path = run.path
    found = [
        Column("visit", lambda context: str(context.visit)),
        Column("epoch", lambda context: str(path.visiting.epoch_of(context.visit))),
    ]
    if path.visiting.block == 1:
        found += _about_the_point(run, notation)
    weights, offset = notation.bare_weights, notation.offset if run.rule.offset else ""
    if isinstance(path, KernelPath):  # how often the point has been mistaken now, and ‖w‖²
        counts, norms = f"${notation.count}$ after", rf"$\|{weights}\|^2$ after"
        return [
            *found,
            _of_point(counts, lambda context, i: f"${context.raw_counts(i)[1]}$"),
            Column(
                norms, lambda c: f"${number(c.numbers([exact_norm_sq(run, c.updates_after)])[0])}$"
            ),
        ]
    moved = rf"\Delta({weights}, {offset})" if offset else rf"\Delta {weights}"
    found += [
        Column(f"${moved}$", _update, is_vector=True),
        Column(f"${weights}$ after", lambda c: _vector(c.without_offset(c.after)), is_vector=True),
    ]
    if offset:
        found.append(Column(f"${offset}$ after", lambda context: f"${number(context.after[-1])}$"))
    return [*found, *_of_the_answer(run, notation)]


def _of_the_answer(run: Run, notation: Notation) -> Iterator[Column]:
    """Yield what the average, the vote or the pocket is made from, and what it is."""

    def column(heading: str, cell: Callable[[AnswerVisit], object], wide: bool = False) -> Column:
        return Column(f"${heading}$", lambda context: f"${cell(AnswerVisit(context))}$", wide)

    result = run.result
    if isinstance(result, Average):
        total = beside(notation, "sum")
        mean = column(f"{total}/t", lambda answer: answer.returned, wide=True)
        yield column(total, lambda answer: answer.total, wide=True)
        yield replace(mean, cell=lambda context: mean.cell(context) if context.visit else _NOTHING)
    elif isinstance(result, Vote):
        vote = rf"$\sum c_k\,\text{{{notation.sign}}}(s_k)$"
        yield column("c_k", lambda answer: answer.survived)
        yield _of_point(vote, lambda context, _: f"${AnswerVisit(context).vote}$")
    elif isinstance(result, Pocket):
        kept = beside(notation, "p")
        if result.mode != "errors":
            yield column("r", lambda answer: answer.run_length)
        yield column(f"E({notation.bare_weights})", lambda answer: answer.errors_now)
        yield column(kept, lambda answer: answer.returned, wide=True)
        yield Column(f"$E({kept})$", lambda context: f"${result.errors(context.visit)}$")


def _about_the_point(run: Run, notation: Notation) -> Iterator[Column]:
    is_kernel = isinstance(run.path, KernelPath)
    switched = notation.sign_switched and run.path.mistake_driven and not is_kernel

    def any_point(symbol: str) -> str:
        """Return x^{(i)} of x^{(#)}, and x as it is."""
        return notation.of_point(symbol) if "#" in symbol else symbol

    point = any_point(notation.point)
    product = notation.product(
        notation.bare_weights, point, run.rule.offset, run.rule.bias_scale != 1
    )
    if is_kernel:
        point, product = ("x", "s") if notation.sign_switched else (point, "s")
    yield _of_point("point", lambda context, i: str(point_number(i)))
    if switched:
        yield _of_point(
            f"${point}$", lambda context, i: _vector(context.in_order(context.signed(i))), True
        )
        yield _of_point("class", lambda context, i: "1" if context.label(i) > 0 else "2")
        yield _of_point(f"${product}$", lambda context, i: f"${number(context.agreements(i)[0])}$")
        return
    yield _of_point(
        f"${point}$", lambda context, i: _vector(context.without_offset(context.features(i))), True
    )
    label = any_point(notation.label)
    yield _of_point(f"${label}$", lambda context, i: f"${sign_of(context.label(i))}$")
    yield _of_point(
        f"${product}$",
        lambda context, i: f"${number(context.agreements(i)[0] * context.label(i))}$",
    )
    predicted = any_point(notation.prediction)
    if predicted == "h":
        predicted = f"h({any_point(notation.point)})"
    yield _of_point(
        f"${predicted}$" if predicted else "prediction",
        lambda context, i: (
            _NOTHING if (sign := context.predicted(i)) is None else f"${sign_of(sign)}$"
        ),
    )


def _of_point(
    heading: str, cell: Callable[[VisitContext, int], str], is_vector: bool = False
) -> Column:
    """Return a column about the visited point; it is empty where there is none."""

    def text(context: VisitContext) -> str:
        return _NOTHING if context.index is None else cell(context, context.index)

    return Column(heading, text, is_vector)


def _vector(values: Numbers) -> str:
    return f"${vector(values)}$"


def _update(context: VisitContext) -> str:
    if not context.is_update:
        return _NOTHING
    pairs = zip(context.before, context.after, strict=True)
    added: Numbers = [after - before for before, after in pairs]
    if context.index is not None and isinstance(context.run.path, PointPath):
        added = [context.eta * value for value in context.signed(context.index)]
    return _vector(context.in_order(added))


@dataclass(frozen=True)
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
        context = VisitContext(run, 0, options.symbols)
        constant, product = number(context.constant), product_latex("B", context.notation.offset)
        named = f"$B = {constant}$; the offset of the line is ${product}$"
        yield f"The constant coordinate is {named if context.offset_apart else f'${constant}$'}."


_SHOWS = "The table of the run: scores, updates and weights."
VIEW = View("trace", _SHOWS, TraceOptions, build, first_column="visit")
