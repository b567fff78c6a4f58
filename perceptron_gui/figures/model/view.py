"""What a view is: a name, a sentence, its options, and a pure function that builds its figure.

Options are frozen dataclasses; each field is declared with `base.params.option`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from perceptron_gui.base.errors import Problem
from perceptron_gui.base.params import (
    VISIT,
    Count,
    Flag,
    Real,
    option,
    params_of,
    read_values,
)
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LECTURE
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import VerdictPending
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION
from perceptron_gui.lectures.notation import NOTATIONS, Notation

from .axes import with_ranges
from .figure import Axis, Drawing, Figure, Panel, Range, Sheet, Table
from .options import AxesRange, MathText

Options = TypeVar("Options", bound="ViewOptions")


NO_VECTOR = (
    "w lives in the kernel's feature space, so it cannot be drawn. The view tally shows what it is "
    "made of."
)
_NO_POINTS = "There are no points yet."
_NOT_OF_VIEW = Problem("{flag}: this view has no such option", "this view has no option {quoted}")
# What options were called in sessions of earlier versions.
_OLD_NAMES = {"lit": "highlight"}


@dataclass(frozen=True)
class ViewOptions:
    notation: str = option(
        DEFAULT_NOTATION,
        LECTURE,
        "the lecture whose symbols are used",
    )
    range: tuple[float, float, float, float] | None = option(
        None,
        AxesRange(),
        "fixed axes x0,x1,y0,y1, for figures that are to be compared",
        is_expert=True,
    )
    title: str = option("", MathText(), "a title above the figure")
    caption: bool = option(False, Flag(), "which visit, epoch and update is shown")
    aspect: float = option(
        4 / 3, Real(0.001, 1000), "width over height of the place it will be put", is_inner=True
    )
    detail: int = option(
        2000,
        Count(10, 1_000_000),
        "the most positions a curve shows; extremes are kept",
        title="Points per curve",
        is_expert=True,
    )
    horizon: int | None = option(
        None, VISIT, "axes as wide as they will be after this visit, for animations", is_inner=True
    )

    @property
    def symbols(self) -> Notation:
        return NOTATIONS[self.notation]

    @property
    def x_range(self) -> Range | None:
        return None if self.range is None else self.range[:2]

    @property
    def y_range(self) -> Range | None:
        return None if self.range is None else self.range[2:]


# Builds what a view shows of a data set and its run, or None if that may be, after a visit.
Build = Callable[[Dataset, Any, int, Any], Drawing]


@dataclass(frozen=True)
class View:
    """A row of the table of views."""

    name: str
    shows: str  # a sentence
    options: type[ViewOptions]
    build: Build
    first_column: str = ""  # of a table
    needs_run: bool = True  # else it is also built without one, when there are no points
    tells_run: bool = True  # else its runs are others than the one at hand
    title: str = ""  # what people call it, where that is not its name
    is_sheet: bool = False  # of several figures, for which a column of a paper is too narrow

    @property
    def heading(self) -> str:
        return self.title or self.name.replace("-", " ").capitalize()

    @property
    def is_table(self) -> bool:
        return bool(self.first_column)


def draw(
    view: View, dataset: Dataset, run: Run | None, cursor: int, options: ViewOptions
) -> Drawing:
    """Build what a view shows, on axes that reach as far as the horizon where there is one."""
    if run is None and not view.needs_run:
        return view.build(dataset, None, 0, options)
    if run is None and view.is_table:
        return Table(view.name, (view.first_column,), (), title=options.title, notes=(_NO_POINTS,))
    if run is None:
        return nothing_to_show(view.name, options)
    try:
        drawn = _on_axes_of_horizon(view, dataset, run, cursor, options)
    except VerdictPending as pending:
        return nothing_to_show(view.name, options, str(pending))
    return replace(drawn, notes=(caption(run, cursor), *drawn.notes)) if options.caption else drawn


def caption(run: Run, cursor: int) -> str:
    """Say after which visit, in which epoch and after how many updates a run is shown."""
    visit = min(cursor, run.visits)
    if not visit:
        return "Before the first visit."
    epoch = run.path.visiting.epoch_of(visit)
    return f"After visit {visit}, epoch {epoch}, $k = {run.updates_at(visit)}$."


def _on_axes_of_horizon(
    view: View, dataset: Dataset, run: Run, cursor: int, options: ViewOptions
) -> Drawing:
    """Build a drawing on the axes of the horizon, which stay while the cursor moves."""
    horizon = options.horizon
    if horizon is None or options.range is not None or cursor >= horizon:
        return view.build(dataset, run, cursor, options)

    def axes_at_horizon() -> tuple[Axis, Axis, Axis | None] | None:
        last = view.build(dataset, run, horizon, options)
        if not isinstance(last, Figure):  # a sheet hands the horizon on to its figures
            return None
        fixed = with_ranges(last)
        return fixed.x, fixed.y, fixed.right

    known = options, len(run.history), run.known_verdict is not None, run.missing_verdict
    axes = run.cache.get_or_compute(("reach", view.name), known, axes_at_horizon)
    if axes is None:
        return view.build(dataset, run, cursor, options)
    x, y, right = axes
    assert x.range is not None and y.range is not None
    drawn = view.build(dataset, run, cursor, replace(options, range=x.range + y.range))
    assert isinstance(drawn, Figure)
    if drawn.right is None or right is None:
        return drawn
    right = replace(drawn.right, range=right.range, ticked=right.ticked)
    return replace(drawn, y=replace(drawn.y, ticked=y.ticked), right=right)


def read_options(kind: type[Options], values: Mapping[str, Any]) -> Options:
    """Return options from texts or JSON values; an OptionError says which one is wrong."""
    current = {_OLD_NAMES.get(name, name): value for name, value in values.items()}
    return kind(**read_values(params_of(kind), current, _NOT_OF_VIEW))


def options_given(options: ViewOptions) -> dict[str, Any]:
    """Return the options that are not as they were by default, as JSON values."""
    params = params_of(type(options)).items()
    given = ((name, param, getattr(options, name)) for name, param in params)
    return {name: param.kind.to_json(v) for name, param, v in given if v != param.default}


def nothing_to_show(name: str, options: ViewOptions, why: str = "") -> Figure:
    """Return a figure without axes and marks that says why it is empty."""
    return Figure(
        name,
        Axis(range=options.x_range or (0.0, 1.0)),
        Axis(range=options.y_range or (0.0, 1.0)),
        title=options.title,
        notes=(why or _NO_POINTS,),
        bare=True,
    )


def empty_sheet(name: str, options: ViewOptions, why: str = "") -> Sheet:
    """Return a sheet of one figure that says why it is empty."""
    empty = nothing_to_show(name, replace(options, title=""), why)
    return Sheet(name, (Panel(empty, 0, 0),), 1, (1.0,), options.title)
