"""Drawings made by hand: they hold every mark, every kind of axis, long and nasty words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.figure import Axis, Figure, Panel, Sheet, Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.role import Role

CIRCLE = np.linspace(0, 2 * np.pi, 60)


def points(count: int = 40) -> marks.Points:
    """Return points of both classes, some predicted wrong and two not predicted at all."""
    x, y = np.random.default_rng(7).normal(size=(2, count))
    truth, predicted = np.where(x + y > 0, 1, -1), np.where(x - 0.2 * y > 0, 1, -1)
    predicted[:2] = 0
    return marks.Points("points", x, y, truth, predicted, np.arange(count))


def plane(**changed: object) -> Figure:
    """Return a plane with most marks and a legend of several rows."""
    data = points()
    ends, corners = np.array([-3.0, 3.0]), np.array([-3.0, 3.0, 3.0, -3.0])
    low, high = np.array([2, -3.3]), np.array([2.7, -2.6])
    drawn: tuple[marks.Mark, ...] = (
        marks.Region("positive", Role.POSITIVE_SIDE, corners, np.array([0, -2.6, 2.6, 2.6])),
        marks.Region("negative", Role.NEGATIVE_SIDE, corners, np.array([0, -2.6, -2.6, -2.6])),
        marks.Band("margin", Role.MARGIN, ends, low, high, r"margin $2\gamma$"),
        marks.Line("ghost", Role.GHOST, ends, -0.5 * ends - 0.5, "before this visit"),
        marks.Line("line", Role.BOUNDARY, ends, -0.4 * ends - 1.3, r"$w^\top x + w_0 = 0$"),
        marks.Line("best", Role.SEPARATOR, ends, (low + high) / 2, "the largest margin $w^*$"),
        marks.Line("circle", Role.RADIUS, 2.4 * np.cos(CIRCLE), 2.4 * np.sin(CIRCLE), "radius $R$"),
        marks.Arrow("w", Role.WEIGHTS, 0, 0, 1.2, 1.5, r"weights $\theta$"),
        data,
        marks.Dots("visited", Role.VISITED, data.x[5:6], data.y[5:6], "visited"),
        marks.Dots("mistake", Role.MISTAKE, data.x[7:8], data.y[7:8], "mistake"),
        marks.Text("name", Role.NOTE, 1.2, 1.5, "$w$", "sw"),
        marks.Text("corner", Role.NOTE, 1, 1, "in the corner", "ne", in_axes=True, scale=0.8),
    )
    figure = Figure(
        "plane",
        Axis("$x_1$", unit="cm", range=(-3, 3)),
        Axis("$x_2$", range=(-2.6, 2.6)),
        drawn,
        title="A run of the perceptron",
        notes=("The line after $k = 3$ updates: $2x_1 - x_2 + 3 = 0$.",),
        equal=True,
    )
    return replace(figure, **changed)  # type: ignore[arg-type]


def curves() -> Figure:
    """Return curves over whole numbers, with bounds, areas and two notes."""
    k, lower = np.arange(41.0), r"what it cannot undercut, $\gamma^2k^2$"
    return Figure(
        "norms",
        Axis("updates $k$", whole=True),
        Axis(r"$\|w^{(k)}\|^2$", range=(0, 120)),
        (
            marks.Band("impossible", Role.IMPOSSIBLE, k, 5 * k, np.full(41, 1e9)),
            marks.Line("upper", Role.UPPER_BOUND, k, 5 * k, r"$\eta^2 R^2 k$"),
            marks.Line("lower", Role.LOWER_BOUND, k, 0.08 * k * k, lower),
            marks.Line("norm", Role.WEIGHTS, k, 2.2 * k, r"$\|w\|^2$"),
            marks.Dots("updates", Role.WEIGHTS, k[::5], 2.2 * k[::5]),
            marks.RuleLine("limit", Role.LIMIT, 36, label=r"$k \le R^2/\gamma^2$"),
            marks.RuleLine("zero", Role.ZERO, 60, vertical=False),
        ),
        notes=(
            "The norm is squeezed between both bounds, whatever the order of the points may be.",
            "Where they meet no further update is possible, so that the weights must stay.",
        ),
    )


def logarithms() -> Figure:
    """Return two logarithmic axes and a right axis that counts."""
    t = np.arange(1.0, 2001.0)
    return Figure(
        "loss",
        Axis("visits $t$", log=True),
        Axis("loss, summed over all of the points", log=True),
        (
            marks.Line("loss", Role.LOSS, t, 1e3 / t**2, "perceptron loss"),
            marks.Steps("errors", Role.ERRORS, t[::40], 30 - t[::40] // 80, "errors", right=True),
        ),
        right=Axis("errors among 40 points", whole=True),
    )


def bare() -> Figure:
    """Return a drawing without axes, with a ring."""
    x, y = np.cos(CIRCLE), np.sin(CIRCLE)
    ring = np.concatenate([x, [np.nan], 0.5 * x]), np.concatenate([y, [np.nan], 0.5 * y])
    return Figure(
        "neuron",
        Axis(range=(0, 10)),
        Axis(range=(0, 6)),
        (
            marks.Arrow("wire", Role.WIRE, 1.6, 4, 4.3, 3.2),
            marks.Region("node", Role.NODE, 1 + 0.6 * x, 4 + 0.6 * y),
            marks.Region("ring", Role.CONE, 7 + ring[0], 3 + ring[1], "the cone"),
            marks.Text("input", Role.NOTE, 1, 4, "$x_1$"),
        ),
        equal=True,
        bare=True,
    )


def three_panels() -> Sheet:
    """Return a plane over two rows beside two curves, all with their own legends."""
    panels = Panel(plane(), 0, 0, 2, 1), Panel(curves(), 0, 1), Panel(logarithms(), 1, 1)
    return Sheet("sheet", panels, 2, (1.2, 1.0), title="Three views of one run")


def filmstrip(count: int = 5) -> Sheet:
    """Return planes that share a legend; all but the last lack the entry of its last mark."""
    figure = plane(notes=("Every update of the run.",))
    shorter = replace(figure, marks=figure.marks[:-3])
    figures = [*[shorter] * (count - 1), figure]
    panels = [Panel(replace(each, title=f"$k = {i}$"), 0, i) for i, each in enumerate(figures)]
    return Sheet("filmstrip", tuple(panels), 1, (1.0,) * count)


DRAWINGS: dict[str, Callable[[], Figure | Sheet]] = {
    "plane": plane,
    "curves": curves,
    "logarithms": logarithms,
    "bare": bare,
    "three panels": three_panels,
    "filmstrip": filmstrip,
}


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
