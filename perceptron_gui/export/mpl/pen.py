"""Figures and sheets as PNG, SVG and PDF, drawn by matplotlib.

The same figure gives the same bytes: there are no dates in them, and no fonts but those that come
with matplotlib. Settings of the user are neither used nor changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure as MplFigure
from matplotlib.path import Path
from numpy.typing import ArrayLike
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.export.layout import axes as page_axes
from perceptron_gui.export.layout import text
from perceptron_gui.export.layout.axes import (
    Decorations,
    PageProjection,
    as_sheet,
    decorations_of,
)
from perceptron_gui.export.layout.layout import BLOCKS, NOTE_GAP, Layout, arrange, mark_scale
from perceptron_gui.export.layout.page import Page
from perceptron_gui.figures.description import described, title_of
from perceptron_gui.figures.model.axes import Ticks
from perceptron_gui.figures.model.figure import Axis, Drawing, Figure, Sheet
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style

from .canvas import PageCanvas, Row, RowCanvas, figure_of
from .svg import with_fonts, with_words

_SETTINGS: Any = {
    "text.hinting": "none",  # hinted letters are up to a tenth wider than the layout expects
    "font.serif": ["STIXGeneral"],
    "font.sans-serif": ["DejaVu Sans"],
    "lines.solid_capstyle": "butt",
    "svg.hashsalt": "perceptron-gui",
    "pdf.fonttype": 42,
    "agg.path.chunksize": 20_000,
}
# So many take some 3 GB of memory while they are written.
_MOST_PIXELS = 400_000_000
# 8 with and without transparency; of 1 GB the program and its figure take the rest, up to 220 MB.
_PIXEL_BYTES = 11


@dataclass(frozen=True)
class PageAxesPen:
    """Draws what surrounds the marks of one figure."""

    canvas: PageCanvas
    projection: PageProjection
    around: page_axes.PageMargins
    letters: text.PageFont

    def draw_grid(self, ticks: page_axes.PageTicks) -> None:
        """Draw thin lines at the numbers; all marks come above."""
        box = self.projection.box
        style = Style(self.canvas.page.theme.grid, width=page_axes.GRID_LINE)
        at = self.projection.across([tick.at for tick in ticks.x if tick.label])
        self.canvas.curve(*_comb(at, box.bottom, box.top), style)
        at = self.projection.up([tick.at for tick in ticks.y if tick.label])
        self.canvas.curve(*_comb(at, box.left, box.right)[::-1], style)

    def draw_frame(self, closed: bool) -> None:
        """Draw the lower and the left side, the right one with an axis, or all four."""
        box = self.projection.box
        x, y = [box.right, box.left, box.left], [box.bottom, box.bottom, box.top]
        if closed or self.projection.axes.right is not None:
            x, y = [box.right, *x], [box.top, *y]
        if closed:
            x, y = [*x, box.right], [*y, box.top]
        self.canvas.curve(np.array(x), np.array(y), self._thin)

    def draw_sides(self, ticks: page_axes.PageTicks) -> None:
        """Draw ticks outwards, and their numbers and labels where no neighbour shows them."""
        axes = self.projection.axes
        self._draw_below(ticks.x)
        self._draw_beside(axes.y, ticks.y, -1.0, axes.unlabelled_y)
        if axes.right is not None:
            self._draw_beside(axes.right, ticks.right, 1.0, False)

    def _draw_below(self, ticks: Ticks) -> None:
        axes, box, em = self.projection.axes, self.projection.box, self.letters.em
        at = self.projection.across([tick.at for tick in ticks])
        self.canvas.curve(*_comb(at, box.bottom, box.bottom - self._lengths(ticks)), self._thin)
        if axes.unlabelled_x:
            return
        rise = 0.0  # of the highest number above its baseline
        for tick in ticks:
            size = page_axes.TICK_FONT * em
            rise = max(rise, text.extent(tick.label, self.letters.family, size)[1])
        out = (page_axes.TICK + page_axes.PAD) * em
        self._number(ticks, at, box.bottom - out - rise, "center")
        words = self.letters.lines(axes.x.title, box.width)
        middle = (box.left + box.right) / 2
        top = box.bottom - self.around.bottom_ticks - page_axes.GAP * em
        color = self.canvas.page.theme.text
        for line in words.lines:  # around the middle: TeX sets them in letters of another width
            self.canvas.text(
                line.label, words.size, color, middle, top - line.baseline, ha="center"
            )

    def _draw_beside(self, axis: Axis, ticks: Ticks, side: float, unlabelled: bool) -> None:
        """Draw the left axis (side −1) or the right one (side 1)."""
        box, em = self.projection.box, self.letters.em
        x = box.left if side < 0 else box.right
        at = self.projection.up([tick.at for tick in ticks], side > 0)
        self.canvas.curve(*_comb(at, x, x + side * self._lengths(ticks))[::-1], self._thin)
        if unlabelled:
            return
        out = (page_axes.TICK + page_axes.PAD) * em
        digit = text.extent("0", self.letters.family, page_axes.TICK_FONT * em)[1]
        self._number(ticks, x + side * out, at - digit / 2, "right" if side < 0 else "left")
        words, gap = self.letters.lines(axis.title, box.height + self.around.bottom), page_axes.GAP
        # Around the middle of its axis; it ends below the top.
        middle = min((box.bottom + box.top) / 2, box.top - words.width / 2)
        left = x + self.around.right_ticks + gap * em
        if side < 0:
            left = x - self.around.left_ticks - gap * em - words.height
        self.canvas.write_upright(words, left, middle, self.canvas.page.theme.text)

    @property
    def _thin(self) -> Style:
        return Style(self.canvas.page.theme.muted, width=page_axes.FRAME_LINE)

    def _lengths(self, ticks: Ticks) -> Values:
        full = page_axes.TICK * self.letters.em
        return np.array([full if tick.label else page_axes.MINOR_TICK * full for tick in ticks])

    def _number(self, ticks: Ticks, x: ArrayLike, y: ArrayLike, side: str) -> None:
        size, color = page_axes.TICK_FONT * self.letters.em, self.canvas.page.theme.muted
        places = np.broadcast_to(x, len(ticks)), np.broadcast_to(y, len(ticks))
        for tick, right, up in zip(ticks, *places, strict=True):
            if tick.label:
                self.canvas.text(tick.label, size, color, right, up, ha=side)


def _comb(at: Values, start: ArrayLike, stop: ArrayLike) -> tuple[Values, Values]:
    """Return parallel strokes from start to stop as one line (3m,), broken between them."""
    x = np.repeat(at, 3)
    y = np.column_stack(np.broadcast_arrays(start, stop, np.full(len(at), np.nan))).ravel()
    return x, y


def draw_legend(canvas: PageCanvas, legend: text.LegendBlock, left: float, top: float) -> None:
    """Draw a legend below and to the right of a point."""
    for placed in legend.placed:
        _draw_picture(canvas, placed, left + placed.right, top - placed.down)
        place = left + placed.indent, top - placed.down
        canvas.write(placed.words, *place, canvas.page.theme.text)


def _draw_picture(canvas: PageCanvas, placed: text.PlacedEntry, left: float, top: float) -> None:
    style, em = placed.entry.style(canvas.page.theme), placed.words.size
    # Pictures stand at the height of small letters of the first line.
    middle = top - placed.words.first + text.MIDDLE * em
    right = left + placed.picture
    ends = np.array([left, right]), np.array([middle, middle])
    if placed.entry.shape == "dots":
        size = min(style.size, text.DOT * em / canvas.scale)
        canvas.dots(np.array([(left + right) / 2]), ends[1][:1], replace(style, size=size))
    elif placed.entry.shape == "area":
        size = text.AREA * em
        x = left + np.array([0.0, 1.2, 1.2, 0.0, 0.0]) * size
        y = middle + np.array([-0.5, -0.5, 0.5, 0.5, -0.5]) * size
        canvas.area(Path(np.column_stack([x, y]), closed=True), style)
        canvas.curve(x, y, style)
    elif placed.entry.shape == "arrow":
        canvas.arrow(*ends, style)
    else:
        if style.dash:  # stretched so that the line begins and ends with one
            length = placed.picture / canvas.scale / style.width
            first, period = style.dash[0], sum(style.dash)
            whole = max(1, round((length - first) / period))
            stretch = length / (whole * period + first)
            style = replace(style, dash=tuple(part * stretch for part in style.dash))
        canvas.curve(*ends, style)


@contextmanager
def matplotlib_settings(page: Page) -> Iterator[None]:
    """Draw with our settings, alone; afterwards all are as before."""
    with text.LOCK, matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        letters = text.font(page.family, page.font)
        matplotlib.rcParams.update(
            {
                "font.family": letters.get_family(),
                "mathtext.fontset": letters.get_math_fontfamily(),
                "svg.fonttype": "none" if page.letters == "text" else "path",
            }
        )
        yield


def paint(drawing: Drawing, page: Page, layout: Layout | None = None) -> MplFigure:
    """Return a figure or a sheet as a figure of matplotlib; a layout keeps all in its place."""
    with matplotlib_settings(page):
        return figure_of(page, recorded_rows(drawing, page, layout))


def recorded_rows(drawing: Drawing, page: Page, layout: Layout | None = None) -> list[Row]:
    """Return what a figure or a sheet draws, from below upwards."""
    sheet = as_sheet(drawing)
    around = decorations_of(sheet)
    layout = layout or arrange(around, page)
    canvas = RowCanvas(page, layout.letters.em / 10.0, [])
    paint_sheet(canvas, sheet, around, layout)
    return canvas.rows


def paint_axes(
    canvas: PageCanvas,
    letters: text.PageFont,
    figure: Figure,
    projection: PageProjection,
    margins: page_axes.PageMargins,
) -> None:
    """Draw a figure in its place on the page: grid, marks, frame, ticks and labels."""
    pen = PageAxesPen(canvas, projection, margins, letters)
    ticks = page_axes.axes_ticks(projection.axes, projection.box, letters)
    if not (figure.bare or figure.equal):
        pen.draw_grid(ticks)
    small = mark_scale(projection.box, letters)
    smaller = replace(canvas, scale=small * canvas.scale)
    smaller.draw_marks(figure, projection, small * letters.em)
    if not figure.bare:
        pen.draw_frame(closed=figure.equal)
        pen.draw_sides(ticks)


def paint_sheet(canvas: PageCanvas, sheet: Sheet, around: Decorations, layout: Layout) -> None:
    """Draw a sheet, as it comes from `as_sheet`, and what stands around its panels."""
    theme, letters = canvas.page.theme, layout.letters
    for panel, beside, place in zip(sheet.panels, around.panels, layout.panels, strict=True):
        axes = beside.axes[0]
        box = place.box(axes)
        paint_axes(canvas, letters, panel.figure, PageProjection(box, axes), place.margins)
        # The legend of a panel stands above its axes, and its title above that.
        gap, top = BLOCKS * letters.em, box.top
        if place.legend.height:
            top += gap + place.legend.height
        draw_legend(canvas, place.legend, place.cell.beside(box.left, place.legend.width), top)
        title = letters.lines(panel.figure.title, place.cell.width)
        left = place.cell.beside(box.left, title.width)
        canvas.write(title, left, top + gap + title.height, theme.text)
    canvas.write(layout.heading(around.title), *layout.title, theme.text)
    draw_legend(canvas, layout.entries, *layout.legend)
    left, top = layout.notes
    for note in around.notes:
        words = layout.note(note)
        canvas.write(words, left, top, theme.muted)
        top -= words.height + NOTE_GAP * letters.em


def pixels_of(page: Page) -> tuple[int, int]:
    width, height = (round(inches * page.dpi) for inches in page.inches)
    return width, height


def check_pixels(page: Page, each: int) -> None:
    """Raise a LimitError where pictures take too much memory, with so many bytes for a pixel."""
    width, height = pixels_of(page)
    what = f"a picture of {width} x {height} pixels"
    typed = "give a smaller --size or --dpi, or write it as PDF or SVG"
    shown = "choose a smaller size or fewer pixels, or write a PDF or SVG"
    MEMORY.check(each * width * height, what, typed, shown)


class PixelPen:
    """Draws pictures of one page, one after another; letters that come again are quick."""

    def __init__(self, page: Page) -> None:
        width, height = pixels_of(page)
        if width * height > _MOST_PIXELS:
            why = f"a picture of {width} x {height} pixels"
            most = f"{_MOST_PIXELS // 10**6} million pixels are the most"
            raise UsageError(
                f"{why}: {most}; give a smaller --size or --dpi, or write it as PDF or SVG",
                f"{why}: {most}; choose a smaller size or fewer pixels, or write a PDF or SVG",
            )
        check_pixels(page, _PIXEL_BYTES)
        self._page = page
        self._renderer = RendererAgg(width, height, page.dpi)  # type: ignore[no-untyped-call]

    def draw(self, drawing: Drawing, layout: Layout | None = None) -> Image.Image:
        """Return a figure or a sheet as an opaque picture."""
        with matplotlib_settings(self._page):
            self._renderer.clear()  # type: ignore[no-untyped-call]
            paint(drawing, self._page, layout).draw(self._renderer)
            pixels = np.asarray(self._renderer.buffer_rgba())  # type: ignore[no-untyped-call]
            return Image.fromarray(pixels).convert("RGB")


Words = tuple[str, str]  # of a picture: its title, and a description of a sentence a line


def _words_of(drawing: Drawing) -> Words:
    """Return what the drawing alone says."""
    return title_of(drawing), "\n".join(described(drawing))


def _png(drawing: Drawing, page: Page, words: Words | None = None) -> bytes:
    file, told = BytesIO(), PngInfo()
    for keyword, said in zip(("Title", "Description"), words or _words_of(drawing), strict=True):
        told.add_itxt(keyword, said)
    PixelPen(page).draw(drawing).save(file, "PNG", dpi=(page.dpi, page.dpi), pnginfo=told)
    return file.getvalue()


def _saved(kind: str, drawing: Drawing, page: Page, metadata: dict[str, str | None]) -> bytes:
    file = BytesIO()
    with matplotlib_settings(page):
        paint(drawing, page).savefig(file, format=kind, metadata=metadata)
    return file.getvalue()


def _svg(drawing: Drawing, page: Page, words: Words | None = None) -> bytes:
    written = _saved("svg", drawing, page, {"Date": None})
    lettered = with_fonts(written) if page.letters == "text" else written
    return with_words(lettered, words or _words_of(drawing))


def _pdf(drawing: Drawing, page: Page, words: Words | None = None) -> bytes:
    title, description = words or _words_of(drawing)
    told = {"Title": title, "Subject": description.replace("\n", " "), "CreationDate": None}
    return _saved("pdf", drawing, page, told)


# SVG and PDF hold no bitmap; a PDF has its fonts, and so has an SVG with text.
PICTURES = {"png": _png, "svg": _svg, "pdf": _pdf}
