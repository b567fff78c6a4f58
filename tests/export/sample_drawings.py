"""Drawings of the program's own views, and some made by hand: every mark, long and nasty words."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.figure import Axis, Drawing, Figure, Panel, Sheet, Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.role import Role
from tests.export.programs import drawing, trained


def of_and(view: str, **options: Any) -> Any:
    """Return what a view shows of AND after some visits."""
    return drawing(trained("and"), view, 9, **options)


plane, curves = (partial(of_and, name) for name in ("boundary", "norms"))
DRAWINGS: dict[str, Callable[[], Drawing]] = {
    name: partial(of_and, name) for name in ("boundary", "loss", "neuron", "sheet", "filmstrip")
}
DRAWINGS["logarithms"] = partial(of_and, "norms", scale="log")


NAN = float("nan")
X = marks.as_values([0, 1, 2, 3])
# What users call things, and what TeX, Markdown and spreadsheets make of it if one is careless.
NASTY = '50% & #1_{a} ~ ^ \\ $5 <|> "[x]* é ß ½ ² − ‖γ‖ … ≤ λ Σ 中 --'

_RING_X = marks.as_values([0, 3, 3, 0, NAN, 1, 2, 2, 1])
_RING_Y = marks.as_values([0, 0, 9, 9, NAN, 3, 3, 6, 6])
_LINE_X, _LINE_Y = marks.as_values([0, 1, NAN, 2, 3]), marks.as_values([0.1, 2, NAN, 1e-7, 9])
_TRUTH, _PREDICTED = np.array([[-1, -1, 1, 1], [-1, 1, 0, 1]], dtype=np.int8)
_NAMES = from_user(NASTY), "+1"
MARKS: tuple[marks.Mark, ...] = (
    marks.Region("region", Role.POSITIVE_SIDE, _RING_X, _RING_Y),
    marks.Band("band", Role.MARGIN, X, X - 1, X + 1, label="between"),
    marks.Line("line", Role.BOUNDARY, _LINE_X, _LINE_Y, label="a $w_1$ line"),
    marks.Steps("steps", Role.ERRORS, X, marks.as_values([3, 2, 2, 0]), label="errors", right=True),
    marks.Dots("dots", Role.SUPPORT, X, X**2, label="rings"),
    marks.Points("points", X, X + 1, _TRUTH, _PREDICTED, np.array([0, 1, 5, 7]), _NAMES),
    marks.Arrow("arrow", Role.WEIGHTS, 0.5, 0.5, 2.5, 4.5, label="$w$"),
    marks.RuleLine("limit", Role.LIMIT, 1.5, label="limit"),
    marks.RuleLine("level", Role.ZERO, 5.0, vertical=False),
    marks.Text("text", Role.NOTE, 2.0, 7.0, from_user(NASTY), "sw", scale=0.8),
    marks.Text("corner", Role.NOTE, 0.98, 0.95, r"$\|w\|^2 \le 3$", "ne", in_axes=True),
)


def everything() -> Figure:
    """Return a figure with every kind of mark, a right axis, notes and a title."""
    return Figure(
        "everything",
        Axis("visits $t$", whole=True),
        Axis(from_user(NASTY), unit="cm"),
        MARKS,
        right=Axis("errors", whole=True),
        title=from_user(f"All of it: {NASTY}"),
        notes=("A first note.", "A second note " + "that is so long that it must be broken " * 6),
    )


def plot(x: object, y: object, log: bool = False) -> Figure:
    """Return a figure with one line."""
    line = marks.Line("line", Role.LOSS, marks.as_values(x), marks.as_values(y), label="loss")  # type: ignore[arg-type]
    return Figure("plot", Axis("$x$"), Axis("$y$", log=log), (line,))


def logarithmic_band() -> Figure:
    """Return a band whose lower side a logarithm can not reach and whose upper one has no end."""
    upper = marks.as_values([1, 10, np.inf, NAN])
    band = marks.Band("band", Role.IMPOSSIBLE, X, 0 * X, upper, label="impossible")
    return Figure("band", Axis("$x$"), Axis("$y$", range=(1e-3, 1e3), log=True), (band,))


def several() -> Sheet:
    """Return a sheet of a large figure and two small ones, one without axes."""
    bare = Figure("bare", Axis(range=(0, 2)), Axis(range=(0, 1)), MARKS[4:5], equal=True, bare=True)
    return Sheet(
        "several",
        (
            Panel(plot([1, 10], [1e-9, 1e9], log=True), 0, 0, rows=2),
            Panel(plot([1e75, 2e75], [1e-75, 3e-75]), 0, 1),
            Panel(bare, 1, 1),
        ),
        2,
        (1.5, 1.0),
        title="Several",
    )


def table() -> Table:
    """Return a table with words, numbers and mathematics."""
    return Table(
        "table",
        ("$w_1$", from_user(NASTY), "$s$", "class"),
        (
            ("$(2, -1/3)$", "[begins like an option]", "$-2.5$", "=1+1"),
            ("–", "* begins like a star", r"$1.5\cdot 10^{-7}$", "-1"),
            (r"$\|w\| \le -10^{8}$", "| pipes | and\nlines", "$-1/3$", "@home"),
        ),
        left=(1, 3),
        title="A & B",
        notes=("One note about $w$.",),
    )
