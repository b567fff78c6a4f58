"""Views on somebody else's axes of matplotlib: marks in data coordinates, labels, a legend."""

from __future__ import annotations

import io
from typing import Any

import matplotlib
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure as MplFigure

from perceptron_gui import draw, train
from perceptron_gui.base.errors import InputError
from perceptron_gui.export.mpl.own_axes import draw_on_axes
from perceptron_gui.figures.model.axes import with_ranges
from perceptron_gui.figures.model.figure import Axis, Figure, Sheet, entries
from perceptron_gui.figures.model.marks import Line, Steps
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.labs.registry import VIEWS
from tests.export.sample_drawings import MARKS, curves, plane

SQUARE = [[0, 0], [0, 1], [1, 0], [1, 1]]


def axes(columns: int = 1) -> Any:
    return MplFigure(figsize=(4 * columns, 3)).subplots(1, columns)


def drawn(figure: Figure, ax: Axes) -> bytes:
    """Draw on axes and return what matplotlib makes of them."""
    draw_on_axes(figure, ax, THEMES["light"])
    file = io.BytesIO()
    ax.get_figure(root=True).savefig(file, format="svg")  # type: ignore[union-attr]
    return file.getvalue()


@pytest.mark.parametrize("name", [name for name, view in VIEWS.items() if not view.is_table])
def test_every_figure_can_be_drawn(name: str) -> None:
    figure = draw(name, train(SQUARE, [-1, -1, -1, 1]))
    ax = axes()
    if isinstance(figure.drawing, Sheet):
        with pytest.raises(InputError, match="is a sheet, which one Axes cannot hold"):
            figure.to_matplotlib(ax)
        return
    assert figure.to_matplotlib(ax) is ax
    assert b"<svg" in drawn(with_ranges(figure.drawing), axes())  # type: ignore[arg-type]


@pytest.mark.parametrize("log", [False, True])
def test_every_mark_can_be_drawn(log: bool) -> None:
    y = Axis("y", range=(1e-8, 9) if log else (0, 9), log=log)
    figure = Figure("marks", Axis("x", range=(0, 3)), y, MARKS, right=Axis("right", range=(0, 9)))
    ax = axes()
    assert drawn(figure, ax)
    assert ax.get_yscale() == ("log" if log else "linear")


def test_marks_labels_and_limits_are_those_of_the_figure() -> None:
    for figure in with_ranges(plane()), with_ranges(curves()):
        ax = axes()
        drawn(figure, ax)
        assert ax.get_xlim() == pytest.approx(figure.x.range)
        assert ax.get_ylim() == pytest.approx(figure.y.range)
        assert ax.get_xlabel() and ax.get_ylabel()
        assert (ax.get_aspect() == 1) is figure.equal
        legend = ax.get_legend()
        assert legend is not None and len(legend.texts) == len(entries(figure.marks))
    shown = curves()
    line = shown.mark("norm")
    assert isinstance(line, Line | Steps)
    x, y = line.corners if isinstance(line, Steps) else (line.x, line.y)
    places = [[*zip(*each.get_data(), strict=True)] for each in ax.get_lines()]
    placed = [ax.get_lines()[places.index([*zip(x, y, strict=True)])]]
    style = THEMES["light"].style(line.role)
    assert [to_hex(each.get_color()).upper() for each in placed] == [style.color.upper()]


def test_panels_of_a_figure_are_drawn_one_by_one() -> None:
    left, right = axes(2)
    run = train(SQUARE, [-1, 1, 1, -1])
    before = dict(matplotlib.rcParams)
    figure = draw("boundary", run, ax=left, theme="dark")
    assert repr(figure).startswith("<boundary of")
    draw("loss", "xor", ax=right)
    assert left.get_lines() and right.get_lines()
    assert to_hex(left.get_facecolor()).upper() == THEMES["dark"].background
    assert dict(matplotlib.rcParams) == before


def test_what_is_drawn_already_stays() -> None:
    ax = axes()
    (mine,) = ax.plot([0, 1], [0, 1])
    draw("boundary", "and", ax=ax)
    assert ax.get_lines()[0] is mine


def test_tables_are_refused() -> None:
    with pytest.raises(InputError, match="trace is a table, which one Axes cannot hold"):
        draw("trace", "and", ax=axes())
