"""Figures and sheets as PNG, SVG and PDF, drawn by matplotlib.

The same figure gives the same bytes: there are no dates in them, and no fonts but those that come
with matplotlib. Settings of the user are neither used nor changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure as MplFigure
from PIL import Image

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.export.layout.boxes import PageProjection
from perceptron_gui.export.layout.decorations import (
    AxesDecorations,
    Decorations,
    as_sheet,
    decorations_of,
)
from perceptron_gui.export.layout.layout import NOTE_GAP, Layout, PanelLayout, arrange, mark_scale
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import LOCK
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet

from .axes import PageAxesPen, draw_legend
from .canvas import MarkPen, MatplotlibCanvas, PageCanvas
from .svg import with_fonts, with_words

_SETTINGS: Any = {
    "text.hinting": "none",  # hinted letters are up to a tenth wider than the layout expects
    "font.serif": ["STIXGeneral"],
    "font.sans-serif": ["DejaVu Sans"],
    "svg.hashsalt": "perceptron-gui",
    "pdf.fonttype": 42,
    "agg.path.chunksize": 20_000,
}
# So many take some 3 GB of memory while they are written.
_MOST_PIXELS = 400_000_000
# 8 with and without transparency; of 1 GB the program and its figure take the rest, up to 220 MB.
_PIXEL_BYTES = 11


@contextmanager
def matplotlib_settings(page: Page) -> Iterator[None]:
    """Draw with our settings, alone; afterwards all are as before."""
    with LOCK, matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        matplotlib.rcParams["svg.fonttype"] = "none" if page.letters == "text" else "path"
        yield


def paint(drawing: Drawing, page: Page, layout: Layout | None = None) -> MplFigure:
    """Return a figure or a sheet as a figure of matplotlib; a layout keeps all in its place."""
    with matplotlib_settings(page):
        sheet = as_sheet(drawing)
        around = decorations_of(sheet)
        layout = layout or arrange(around, page)
        canvas = MatplotlibCanvas.blank(page, layout.letters.em / 10.0)
        paint_sheet(canvas, sheet, around, layout)
        return canvas.figure


def paint_sheet(canvas: PageCanvas, sheet: Sheet, around: Decorations, layout: Layout) -> None:
    """Draw a sheet, as it comes from `as_sheet`, and what stands around its panels."""
    theme = canvas.page.theme
    for panel, beside, place in zip(sheet.panels, around.panels, layout.panels, strict=True):
        _paint_panel(canvas, panel.figure, beside.axes[0], place, layout)
    canvas.write(layout.heading(around.title), *layout.title, theme.text)
    draw_legend(canvas, layout.entries, *layout.legend)
    left, top = layout.notes
    for note in around.notes:
        words = layout.note(note)
        canvas.write(words, left, top, theme.muted)
        top -= words.height + NOTE_GAP * layout.letters.em


def _paint_panel(
    canvas: PageCanvas, figure: Figure, axes: AxesDecorations, place: PanelLayout, layout: Layout
) -> None:
    letters = layout.letters
    box = place.box(axes)
    projection = PageProjection(box, axes)
    pen = PageAxesPen(canvas, projection, place.margins, letters)
    if not (figure.bare or figure.equal):
        pen.draw_grid()
    small = mark_scale(box, letters)
    marks = MarkPen(replace(canvas, scale=small * canvas.scale), projection, small * letters.em)
    for mark in figure.marks:
        marks.paint(mark)
    if not figure.bare:
        pen.draw_frame(closed=figure.equal)
        pen.draw_ticks()
        pen.draw_labels()
    above = place.words_above(figure.title, box, letters)
    draw_legend(canvas, place.legend, *above.legend_corner)
    canvas.write(above.title, *above.title_corner, canvas.page.theme.text)


def pixels_of(page: Page) -> tuple[int, int]:
    """Return the width and the height of a page in pixels."""
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


def _png(drawing: Drawing, page: Page) -> bytes:
    file = BytesIO()
    PixelPen(page).draw(drawing).save(file, "PNG", dpi=(page.dpi, page.dpi))
    return file.getvalue()


def _saved(kind: str, date: str, drawing: Drawing, page: Page) -> bytes:
    file = BytesIO()
    with matplotlib_settings(page):
        paint(drawing, page).savefig(file, format=kind, metadata={date: None})
    return file.getvalue()


def _svg(drawing: Drawing, page: Page) -> bytes:
    written = _saved("svg", "Date", drawing, page)
    return with_words(with_fonts(written) if page.letters == "text" else written, drawing)


# SVG and PDF hold no bitmap; a PDF has its fonts, and so has an SVG with text.
PICTURES: dict[str, Callable[[Drawing, Page], bytes]] = {
    "png": _png,
    "svg": _svg,
    "pdf": partial(_saved, "pdf", "CreationDate"),
}
