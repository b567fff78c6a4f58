"""A figure, a sheet and a table that hold everything a text pen must be able to write."""

from __future__ import annotations

import numpy as np

from perceptron_gui.figures.model.figure import Axis, Figure, Panel, Sheet, Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import (
    Arrow,
    Band,
    Dots,
    Line,
    Mark,
    Points,
    Region,
    RuleLine,
    Steps,
    Text,
    as_values,
)
from perceptron_gui.figures.model.role import Role

NAN = float("nan")
X = as_values([0, 1, 2, 3])
# What users call things, and what TeX, Markdown and spreadsheets make of it if one is careless.
NASTY = '50% & #1_{a} ~ ^ \\ $5 <|> "[x]* é ß ½ ² − ‖γ‖ … ≤ λ Σ 中 --'

MARKS: tuple[Mark, ...] = (
    Region(
        "region",
        Role.POSITIVE_SIDE,
        as_values([0, 3, 3, 0, NAN, 1, 2, 2, 1]),
        as_values([0, 0, 9, 9, NAN, 3, 3, 6, 6]),
    ),
    Band("band", Role.MARGIN, X, X - 1, X + 1, label="between"),
    Line(
        "line",
        Role.BOUNDARY,
        as_values([0, 1, NAN, 2, 3]),
        as_values([0.1, 2, NAN, 1e-7, 9]),
        label="a $w_1$ line",
    ),
    Steps("steps", Role.ERRORS, X, as_values([3, 2, 2, 0]), label="errors", right=True),
    Dots("dots", Role.SUPPORT, X, X**2, label="rings"),
    Points(
        "points",
        X,
        X + 1,
        np.array([-1, -1, 1, 1], dtype=np.int8),
        np.array([-1, 1, 0, 1], dtype=np.int8),
        np.array([0, 1, 5, 7]),
        (from_user(NASTY), "+1"),
    ),
    Arrow("arrow", Role.WEIGHTS, 0.5, 0.5, 2.5, 4.5, label="$w$"),
    RuleLine("limit", Role.LIMIT, 1.5, label="limit"),
    RuleLine("level", Role.ZERO, 5.0, vertical=False),
    Text("text", Role.NOTE, 2.0, 7.0, from_user(NASTY), "sw", scale=0.8),
    Text("corner", Role.NOTE, 0.98, 0.95, r"$\|w\|^2 \le 3$", "ne", in_axes=True),
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
    line = Line("line", Role.LOSS, as_values(x), as_values(y), label="loss")  # type: ignore[arg-type]
    return Figure("plot", Axis("$x$"), Axis("$y$", log=log), (line,))


def logarithmic_band() -> Figure:
    """Return a band whose lower side a logarithm can not reach and whose upper one has no end."""
    upper = as_values([1, 10, np.inf, NAN])
    band = Band("band", Role.IMPOSSIBLE, X, 0 * X, upper, label="impossible")
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
