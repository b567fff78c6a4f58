"""Axis environments of PGFPlots: a figure in its place, with numbers, labels and a frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from perceptron_gui.core.values import frozen_value
from perceptron_gui.figures.figure import Figure
from perceptron_gui.figures.marks import Mark

from ..layout.boxes import Box
from ..layout.furniture import Axes
from ..layout.margins import AxesTicks, Margins, axes_ticks
from .marks import MarkWriter
from .options import FRAME, range_option, tick_options
from .scale import Scale
from .text import to_latex
from .words import Words

_HIDDEN = ("hide axis",)
_SPARE = 1.15  # such that TeX does not need more lines than the layout


@frozen_value
class AxesWriter:
    """Writes a figure in the place that it has on the page."""

    figure: Figure
    axes: Axes
    box: Box
    margins: Margins
    words: Words
    in_marks: Words  # those of the marks, whose lines may be thinner
    most_dots: int

    def lines(self) -> Iterator[str]:
        """Yield environments that draw the marks in their order, each on its own axis."""
        written: set[bool] = set()
        for right, marks in self._layers():
            is_first = right not in written and not self.figure.bare
            options = (self._right_side() if right else self._left_side()) if is_first else _HIDDEN
            yield from self._environment(right, marks, options)
            written.add(right)
        if not self.figure.bare:
            yield self._frame()

    def _layers(self) -> list[tuple[bool, list[Mark]]]:
        """Return the marks in runs on the left or the right axis; the left one comes first."""
        by_axis = groupby(self.figure.marks, lambda mark: getattr(mark, "right", False))
        layers = [(right, list(marks)) for right, marks in by_axis]
        if not layers or layers[0][0]:  # the grid of the left axis lies below all marks
            layers.insert(0, (False, []))
        if self.axes.right is not None and not any(right for right, _ in layers):
            layers.append((True, []))
        return layers

    def _environment(
        self, right: bool, marks: Iterable[Mark], options: Iterable[str]
    ) -> Iterator[str]:
        x, y = self._across, self._up(right)
        writer = MarkWriter(x, y, self.box, self.in_marks, self.most_dots)
        yield r"\begin{axis}["
        for each in (*self._place(), range_option("x", x), range_option("y", y), *options):
            yield f"  {each},"
        yield "]"
        for mark in marks:
            yield from writer.commands(mark)
        yield r"\end{axis}"

    def _place(self) -> Iterator[str]:
        box = self.box
        yield f"at={{({box.left:.3f}bp,{box.bottom:.3f}bp)}}"
        yield f"width={box.width:.3f}bp, height={box.height:.3f}bp"

    def _left_side(self) -> Iterator[str]:
        axes, ticks = self.axes, self._ticks
        yield "tick pos=left" if axes.equal else "tick pos=left, grid=major"
        yield from tick_options("x", self._across, ticks.x, axes.silent_x)
        yield from tick_options("y", self._up(), ticks.y, axes.silent_y)
        if not axes.silent_x:
            yield from self._label("x", axes.x.title, self.box.width)
        if not axes.silent_y:
            yield from self._label("y", axes.y.title, self._upright)

    def _right_side(self) -> Iterator[str]:
        assert self.axes.right is not None
        yield r"xtick=\empty, tick pos=right, yticklabel pos=right"
        yield from tick_options("y", self._up(right=True), self._ticks.right, False)
        yield from self._label("y", self.axes.right.title, self._upright)

    @property
    def _across(self) -> Scale:
        return Scale(self.axes.x, self.box.width)

    def _up(self, right: bool = False) -> Scale:
        axis = self.axes.right if right and self.axes.right else self.axes.y
        return Scale(axis, self.box.height)

    @property
    def _ticks(self) -> AxesTicks:
        return axes_ticks(self.axes, self.box.width, self.box.height, self.words.letters)

    @property
    def _upright(self) -> float:
        """How long labels may be that stand upright: down to the end of what is below."""
        return self.box.height + self.margins.bottom

    def _label(self, name: str, title: str, length: float) -> Iterator[str]:
        """Yield a label, in as many lines as the layout has, from the top down where it is long."""
        words = self.words.letters.lines(title, length)
        if not words.lines:
            return
        yield f"{name}label={{{to_latex(title)}}}"
        if len(words.lines) > 1:
            yield f"{name}label style={{text width={_SPARE * words.width:.3f}bp}}"
        if name == "y" and words.width > self.box.height:
            middle = 1 - words.width / 2 / self.box.height
            yield f"ylabel style={{at={{(ticklabel cs:{middle:.3f})}}}}"

    def _frame(self) -> str:
        """Return the lower and the left side, the right one with an axis, or all four."""
        box = self.box
        west, east, south, north = (
            f"{value:.3f}bp" for value in (box.left, box.right, box.bottom, box.top)
        )
        corners = [f"({west},{north})", f"({west},{south})", f"({east},{south})"]
        closed = self.axes.equal
        if closed or self.axes.right is not None:
            corners.append(f"({east},{north})")
        path = " -- ".join([*corners, *(["cycle"] if closed else [])])
        ink = self.words.ink
        return rf"\draw[draw={ink.page('muted')}, line width={ink.points(FRAME)}] {path};"
