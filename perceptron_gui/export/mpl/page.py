"""A whole page: titles, legends and notes, and the panels between them."""

from __future__ import annotations

from dataclasses import replace

from matplotlib.figure import Figure as Canvas

from perceptron_gui.figures.figure import Figure, Sheet

from ..layout.furniture import Axes, Furniture
from ..layout.layout import NOTE_GAP, Layout
from ..layout.panels import BLOCKS, PanelLayout, mark_scale
from ..layout.projection import Projection
from ..page import Page
from .axes import AxesPen
from .legend import draw_legend
from .marks import MarkPen
from .paper import Paper


def paint_page(sheet: Sheet, furniture: Furniture, page: Page, layout: Layout) -> Canvas:
    """Paint a sheet whose figures have ranges, and its furniture, as a layout says."""
    paper = Paper.blank(page, layout.letters.em / 10.0)
    for panel, around, place in zip(sheet.panels, furniture.panels, layout.panels, strict=True):
        _paint_panel(paper, panel.figure, around.axes[0], place, layout)
    paper.write(layout.heading(furniture.title), *layout.title, page.theme.text)
    draw_legend(paper, layout.entries, *layout.legend)
    left, top = layout.notes
    for note in furniture.notes:
        words = layout.note(note)
        paper.write(words, left, top, page.theme.muted)
        top -= words.height + NOTE_GAP * layout.letters.em
    return paper.canvas


def _paint_panel(
    paper: Paper, figure: Figure, axes: Axes, place: PanelLayout, layout: Layout
) -> None:
    letters = layout.letters
    box = place.box(axes, figure.equal)
    projection = Projection(box, axes)
    pen = AxesPen(paper, projection, place.margins, letters)
    if not (figure.bare or figure.equal):
        pen.draw_grid()
    small = mark_scale(box, letters)
    marks = MarkPen(replace(paper, scale=small * paper.scale), projection, small * letters.em)
    for mark in figure.marks:
        marks.paint(mark)
    if not figure.bare:
        pen.draw_frame(closed=figure.equal)
        pen.draw_ticks()
        pen.draw_labels()
    _write_above(paper, figure.title, place, box.left, box.top, layout)


def _write_above(
    paper: Paper, words: str, place: PanelLayout, left: float, bottom: float, layout: Layout
) -> None:
    """Write the legend of a panel above its axes, and its title above that."""
    gap = BLOCKS * layout.letters.em
    if place.legend.height:
        bottom += gap + place.legend.height
        draw_legend(paper, place.legend, place.cell.beside(left, place.legend.width), bottom)
    title = layout.letters.lines(words, place.cell.width)
    at = place.cell.beside(left, title.width), bottom + gap + title.height
    paper.write(title, *at, paper.page.theme.text)
