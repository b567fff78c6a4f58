"""Axis environments of PGFPlots: a figure in its place, with numbers, labels and a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from perceptron_gui.export.layout import axes as page_axes
from perceptron_gui.export.layout.axes import Box
from perceptron_gui.export.layout.decorations import AxesDecorations
from perceptron_gui.export.layout.layout import LEGEND_FONT
from perceptron_gui.export.layout.text import AREA, DOT, MIDDLE, LegendBlock, PlacedEntry
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Mark
from perceptron_gui.figures.model.ticks import Tick, Ticks

from .marks import MarkWriter
from .styles import ARROW, AxisScale, TikzStyles
from .text import TikzText, to_latex


def shared_style(words: TikzText) -> list[str]:
    """Return the lines that say what all axes of a picture have in common."""
    styles, em = words.styles, words.letters.em
    tick = page_axes.TICK * em
    muted, text, grid = (styles.page(name) for name in ("muted", "text", "grid"))
    return [
        r"\pgfplotsset{compat=1.16, every axis/.append style={",
        "  anchor=south west, scale only axis, clip mode=individual, unbounded coords=jump,",
        "  axis line style={draw=none}, tick align=outside, scaled ticks=false,",
        f"  tick style={{draw={muted}, line width={styles.points(page_axes.FRAME_LINE)}}},",
        f"  major tick length={tick:.4g}bp, minor tick length={page_axes.MINOR_TICK * tick:.4g}bp,",
        f"  tick label style={{text={muted}, inner sep={page_axes.PAD * em:.4g}bp,",
        f"    {words.font(page_axes.TICK_FONT)}}},",
        f"  label style={{text={text}, inner sep={page_axes.GAP * em:.4g}bp, align=flush center,",
        f"    {words.font()}}},",
        f"  major grid style={{draw={grid}, line width={styles.points(page_axes.GRID_LINE)}}},",
        "  every axis plot/.append style={line join=round},",
        "}}",
    ]


def _range(name: str, scale: AxisScale) -> str:
    low, high = scale.written([0.0, 1.0])
    return f"{name}min={low}, {name}max={high}" + (f", {name}mode=log" if scale.is_log else "")


def _ticks(name: str, scale: AxisScale, ticks: Ticks, unlabelled: bool) -> Iterator[str]:
    """Yield where an axis is ticked, and what stands there unless it is unlabelled."""
    numbered = [tick for tick in ticks if tick.label]
    labels = [f"{{{to_latex(tick.label)}}}" for tick in numbered if not unlabelled]
    yield f"{name}tick={_listed(_written(scale, numbered))}"
    if others := [tick for tick in ticks if not tick.label]:
        yield f"minor {name}tick={_listed(_written(scale, others))}"
    yield f"{name}ticklabels={_listed(labels)}"


def _written(scale: AxisScale, ticks: Iterable[Tick]) -> list[str]:
    return scale.written(scale.fractions([tick.at for tick in ticks]))


def _listed(texts: Iterable[str]) -> str:
    joined = ",".join(texts)
    return f"{{{joined}}}" if joined else r"\empty"


_HIDDEN = ("hide axis",)
_SPARE = 1.15  # such that TeX does not need more lines than the layout


@dataclass(frozen=True)
class AxesWriter:
    """Writes a figure in the place that it has on the page."""

    figure: Figure
    axes: AxesDecorations
    box: Box
    around: page_axes.PageMargins
    words: TikzText
    in_marks: TikzText  # those of the marks, whose lines may be thinner
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
        x, y, box = self._across, self._up(right), self.box
        writer = MarkWriter(x, y, box, self.in_marks, self.most_dots)
        yield r"\begin{axis}["
        yield f"  at={{({box.left:.3f}bp,{box.bottom:.3f}bp)}},"
        yield f"  width={box.width:.3f}bp, height={box.height:.3f}bp,"
        yield from (f"  {each}," for each in (_range("x", x), _range("y", y), *options))
        yield "]"
        for mark in marks:
            yield from writer.commands(mark)
        yield r"\end{axis}"

    def _left_side(self) -> Iterator[str]:
        axes, ticks = self.axes, self._ticks
        yield "tick pos=left" if axes.equal else "tick pos=left, grid=major"
        yield from _ticks("x", self._across, ticks.x, axes.unlabelled_x)
        yield from _ticks("y", self._up(), ticks.y, axes.unlabelled_y)
        if not axes.unlabelled_x:
            yield from self._label("x", axes.x.title, self.box.width)
        if not axes.unlabelled_y:
            yield from self._label("y", axes.y.title, self._upright)

    def _right_side(self) -> Iterator[str]:
        assert self.axes.right is not None
        yield r"xtick=\empty, tick pos=right, yticklabel pos=right"
        yield from _ticks("y", self._up(right=True), self._ticks.right, False)
        yield from self._label("y", self.axes.right.title, self._upright)

    @property
    def _across(self) -> AxisScale:
        return AxisScale(self.axes.x, self.box.width)

    def _up(self, right: bool = False) -> AxisScale:
        axis = self.axes.right if right and self.axes.right else self.axes.y
        return AxisScale(axis, self.box.height)

    @property
    def _ticks(self) -> page_axes.PageTicks:
        return page_axes.axes_ticks(self.axes, self.box, self.words.letters)

    @property
    def _upright(self) -> float:
        """How long labels may be that stand upright: down to the end of what is below."""
        return self.box.height + self.around.bottom

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
        closed = self.axes.equal
        corners = self.box.frame(closed or self.axes.right is not None)
        places = [f"({x:.3f}bp,{y:.3f}bp)" for x, y in corners]
        path = " -- ".join([*places, *(["cycle"] if closed else [])])
        styles = self.words.styles
        look = f"draw={styles.page('muted')}, line width={styles.points(page_axes.FRAME_LINE)}"
        return rf"\draw[{look}] {path};"


_NAME = "pgEntry"


# Returns a place to the right of the beginning of an entry, and above its baseline.
Spot = Callable[[float, float], str]


def _spot_from(coordinate: str, start: float) -> Spot:
    """Return places relative to the beginning of an entry, so far from a coordinate of TikZ."""
    return lambda right, up: f"([xshift={start + right:.3f}bp, yshift={up:.3f}bp]{coordinate})"


def legend_lines(legend: LegendBlock, left: float, top: float, words: TikzText) -> Iterator[str]:
    """Yield the commands that draw a legend below and to the right of a point."""
    before: PlacedEntry | None = None
    for each in legend.placed:
        baseline = top - each.down - each.words.first
        spot = _spot_from(f"{left:.3f}bp,{baseline:.3f}bp", each.right)
        if before is not None and each.right:  # not the first of its row
            gap = each.right - before.indent - before.words.width
            spot = _spot_from(f"{_NAME}.base east", gap)
        yield _sample(each, spot, words.styles)
        width = each.words.width if len(each.words.lines) > 1 else 0.0
        place, color = spot(each.indent - each.right, 0.0), words.styles.page("text")
        yield words.node(to_latex(each.entry.label), place, color, LEGEND_FONT, width, _NAME)
        before = each


def _sample(placed: PlacedEntry, spot: Spot, styles: TikzStyles) -> str:
    role, em, end = placed.entry.role, placed.words.size, placed.picture
    middle = MIDDLE * em
    if placed.entry.shape == "dots":
        look = styles.marker(role, placed.entry.filling, DOT * em)
        return rf"\path plot[only marks, {look}] coordinates {{{spot(end / 2, middle)}}};"
    if placed.entry.shape == "area":
        half = 0.5 * AREA * em
        corners = spot(0.0, middle - half), spot(2.4 * half, middle + half)
        outline = f", {styles.stroke(role)}" if styles.is_drawn(role) else ""
        return rf"\path[{styles.area(role)}{outline}] {' rectangle '.join(corners)};"
    tip = f", {ARROW}" if placed.entry.shape == "arrow" else ""
    ends = spot(0.0, middle), spot(end, middle)
    return rf"\draw[{styles.stroke(role)}{tip}] {' -- '.join(ends)};"
