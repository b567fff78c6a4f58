"""Drawings for LaTeX: figures and sheets with PGFPlots, tables as tabulars.

They are put into a document with \\input, or are documents of their own whose page is exactly as
large as the picture. pdfLaTeX and PGFPlots 1.16 (2018) are enough for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from perceptron_gui.export.layout import axes as page_axes
from perceptron_gui.export.layout.axes import Box
from perceptron_gui.export.layout.decorations import AxesDecorations, as_sheet, decorations_of
from perceptron_gui.export.layout.layout import (
    LEGEND_FONT,
    NOTE_GAP,
    PanelLayout,
    arrange,
    mark_scale,
)
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import AREA, DOT, MIDDLE, LegendBlock, PlacedEntry, paragraph
from perceptron_gui.figures.model.axes import Tick, Ticks
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.marks import Mark

from .marks import MarkWriter
from .styles import ARROW, LEADING, WIDER, AxisScale, TikzStyles, TikzText, to_latex


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


# Of one kind on a page: at some 14000 TeX has no memory left.
_MOST_DOTS = 4000


def picture_lines(drawing: Figure | Sheet, page: Page) -> list[str]:
    """Return the colours and the picture, exactly as large as the page."""
    sheet = as_sheet(drawing)
    around = decorations_of(sheet)
    layout = arrange(around, replace(page, font=page.font * WIDER[page.family]))
    styles = TikzStyles(page.theme, layout.letters.em / WIDER[page.family] / 10)
    words = TikzText(layout.letters, styles)
    whole = f"(0,0) rectangle ({page.width:g}mm,{page.height:g}mm)"
    lines = [*shared_style(words), rf"\useasboundingbox {whole};"]
    lines.append(rf"\fill[{styles.page('background')}] {whole};")
    most_dots = _MOST_DOTS // max(1, len(sheet.panels))
    for panel, beside, place in zip(sheet.panels, around.panels, layout.panels, strict=True):
        lines += _panel(panel.figure, beside.axes[0], place, words, most_dots)
    if around.title:
        left, top = layout.title
        heading, title = layout.heading(around.title), to_latex(around.title)
        width = layout.inner.right - left
        lines.append(words.below(heading, title, left, top, width, styles.page("text")))
    lines += legend_lines(layout.entries, *layout.legend, words)
    if around.notes:
        left, top = layout.notes
        apart = rf" \\[{NOTE_GAP * layout.letters.em:.3f}bp] "
        notes, first = apart.join(map(to_latex, around.notes)), layout.note(around.notes[0])
        width = layout.inner.right - left
        lines.append(words.below(first, notes, left, top, width, styles.page("muted")))
    # The colours are known when all is written.
    return [*styles.definitions(), r"\begin{tikzpicture}", *lines, r"\end{tikzpicture}%"]


def _panel(
    figure: Figure, axes: AxesDecorations, place: PanelLayout, words: TikzText, most_dots: int
) -> Iterator[str]:
    """Yield the axes of a panel, its legend above them, and its title above that."""
    box = place.box(axes)
    marks = words.scaled(mark_scale(box, words.letters))
    yield from AxesWriter(figure, axes, box, place.margins, words, marks, most_dots).lines()
    above = place.words_above(figure.title, box, words.letters)
    yield from legend_lines(place.legend, *above.legend_corner, words)
    if figure.title:
        left, top = above.title_corner
        title, color = to_latex(figure.title), words.styles.page("text")
        yield words.below(above.title, title, left, top, place.cell.right - left, color)


# TeX has no boxes higher than 5.7 metres, so long tables come in parts.
_ROWS_IN_A_PART = 500
_STRETCH = 1.15
_EDGE = "2mm"


def _part(table: Table, page: Page) -> list[str]:
    styles = TikzStyles(page.theme, page.scale)
    background, text = styles.page("background"), styles.page("text")
    sides = "".join("l" if n in table.left else "r" for n in range(len(table.columns)))

    def note(words: str) -> str:  # in lines as wide as the page where it is longer
        size, written = page.font * WIDER[page.family], to_latex(words)
        is_short = len(paragraph(words, page.family, size, page.points[0]).lines) <= 1
        return written if is_short else rf"\parbox[t]{{{page.width:g}mm}}{{\raggedright {written}}}"

    return [
        *styles.definitions(),
        rf"\renewcommand{{\arraystretch}}{{{_STRETCH}}}\setlength{{\fboxsep}}{{{_EDGE}}}%",
        rf"\colorbox{{{background}}}{{\color{{{text}}}%",
        r"\begin{tabular}{@{}l@{}}",
        *([rf"\textbf{{{to_latex(table.title)}}} \\"] if table.title else []),
        rf"\begin{{tabular}}{{@{{}}{sides}@{{}}}}",
        *(r"\hline", _row(table.columns), r"\hline", *map(_row, table.rows), r"\hline"),
        r"\end{tabular}",
        *(rf"\\ {note(words)}" for words in table.notes),
        r"\end{tabular}}%",
    ]


def _row(cells: Sequence[str]) -> str:
    return rf"{' & '.join(map(to_latex, cells))} \\"


_FAMILIES = {"sans": r"\sffamily", "serif": r"\rmfamily"}
_FOR_FIGURES = [r"\usepackage{pgfplots}", r"\pgfplotsset{compat=1.16}"]
_FOR_TABLES = [r"\usepackage{xcolor}"]
# One drawing of the letters for all sizes: LaTeX has other ones for small sizes, which are wider
# than the layout knows, and none for large sizes.
_LETTERS = {
    "{OT1}{cmr}{m}{n}": "cmr10",
    "{OT1}{cmr}{bx}{n}": "cmbx10",
    "{OT1}{cmss}{m}{n}": "cmss10",
    "{OT1}{cmss}{bx}{n}": "cmssbx10",
    "{OML}{cmm}{m}{it}": "cmmi10",
    "{OMS}{cmsy}{m}{n}": "cmsy10",
    "{OMX}{cmex}{m}{n}": "cmex10",
}
# LuaTeX has its own names for the size of the page. Its origin lies an inch from the corner.
_SHIPPED = (
    "}%",
    r"\ifdefined\pagewidth",
    r"  \pagewidth=\wd0 \pageheight=\dimexpr\ht0+\dp0\relax",
    r"\else",
    r"  \pdfpagewidth=\wd0 \pdfpageheight=\dimexpr\ht0+\dp0\relax",
    r"\fi",
    r"\hoffset=-1in \voffset=-1in",
    r"\shipout\box0",
)


def write_tex(drawing: Drawing, page: Page) -> str:
    """Return a drawing as LaTeX: something to \\input, or a document of its own."""
    if isinstance(drawing, Table):
        starts, packages = range(0, max(1, len(drawing.rows)), _ROWS_IN_A_PART), _FOR_TABLES
        rows = [drawing.rows[at : at + _ROWS_IN_A_PART] for at in starts]
        parts = [_part(replace(drawing, rows=some), page) for some in rows]
    else:
        parts, packages = [picture_lines(drawing, page)], _FOR_FIGURES
    # Whatever the letters of the page set ends with the lines of a part.
    size = rf"\fontsize{{{page.font:g}}}{{{page.font * LEADING:g}}}\selectfont"
    begin = rf"\begingroup{_FAMILIES[page.family]}{size}%"
    pieces = [[begin, *part, r"\endgroup"] for part in parts]
    about = f"% {drawing.name}, drawn by Perceptron GUI"
    if page.standalone:
        lines = [about, *_document(pieces, packages)]
    else:
        needed = [f"%   {line}" for line in packages]
        body = [line for piece in pieces for line in piece]
        lines = [f"{about}; \\input it. The preamble needs:", *needed, *body]
    return "\n".join(lines) + "\n"


def _document(pieces: list[list[str]], packages: list[str]) -> list[str]:
    return [
        r"\documentclass{article}",
        *packages,
        *(rf"\DeclareFontShape{shape}{{<->{font}}}{{}}" for shape, font in _LETTERS.items()),
        r"\begin{document}",
        *(line for piece in pieces for line in (r"\setbox0=\hbox{%", *piece, *_SHIPPED)),
        r"\end{document}",
    ]
