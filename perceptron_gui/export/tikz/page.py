"""A figure or a sheet as one picture of TikZ, laid out as the other pens lay it out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from perceptron_gui.figures.figure import Figure, Sheet

from ..layout.furniture import Axes, Furniture, as_sheet, furniture_of
from ..layout.layout import NOTE_GAP, Layout, arrange
from ..layout.panels import BLOCKS, PanelLayout, mark_scale
from ..page import Page
from .axes import AxesWriter
from .ink import Ink
from .legend import legend_lines
from .options import shared_style
from .text import to_latex
from .words import WIDER, Words

# Of one kind on a page: at some 14000 TeX has no memory left.
_MOST_DOTS = 4000


def picture_lines(drawing: Figure | Sheet, page: Page) -> list[str]:
    """Return the colours and the picture, exactly as large as the page."""
    sheet = as_sheet(drawing)
    furniture = furniture_of(sheet)
    layout = arrange(furniture, replace(page, font=page.font * WIDER[page.family]))
    words = Words(layout.letters, Ink(page.theme, layout.letters.em / WIDER[page.family] / 10))
    drawn = [
        *shared_style(words),
        *_background(page, words.ink),
        *_panels(sheet, furniture, layout, words),
        *_around(furniture, layout, words),
    ]
    return [
        *words.ink.definitions(),
        r"\begin{tikzpicture}",
        *drawn,
        r"\end{tikzpicture}%",
    ]


def _background(page: Page, ink: Ink) -> list[str]:
    whole = f"(0,0) rectangle ({page.width:g}mm,{page.height:g}mm)"
    return [rf"\useasboundingbox {whole};", rf"\fill[{ink.page('background')}] {whole};"]


def _around(furniture: Furniture, layout: Layout, words: Words) -> Iterator[str]:
    """Yield what all panels share: the title, a legend, the notes."""
    ink, inner = words.ink, layout.inner
    if furniture.title:
        left, top = layout.title
        heading, title = layout.heading(furniture.title), to_latex(furniture.title)
        yield words.below(heading, title, left, top, inner.right - left, ink.page("text"))
    yield from legend_lines(layout.entries, *layout.legend, words)
    if furniture.notes:
        left, top = layout.notes
        apart = rf" \\[{NOTE_GAP * layout.letters.em:.3f}bp] "
        notes = apart.join(map(to_latex, furniture.notes))
        first = layout.note(furniture.notes[0])
        yield words.below(first, notes, left, top, inner.right - left, ink.page("muted"))


def _panels(sheet: Sheet, furniture: Furniture, layout: Layout, words: Words) -> Iterator[str]:
    most = _MOST_DOTS // len(sheet.panels)
    for panel, around, place in zip(sheet.panels, furniture.panels, layout.panels, strict=True):
        yield from _panel(panel.figure, around.axes[0], place, words, most)


def _panel(
    figure: Figure, axes: Axes, place: PanelLayout, words: Words, most_dots: int
) -> Iterator[str]:
    """Yield the axes of a panel, its legend above them, and its title above that."""
    box = place.box(axes, figure.equal)
    marks = words.scaled(mark_scale(box, words.letters))
    yield from AxesWriter(figure, axes, box, place.margins, words, marks, most_dots).lines()
    gap, bottom, cell = BLOCKS * words.letters.em, box.top, place.cell
    if place.legend.height:
        bottom += gap + place.legend.height
        yield from legend_lines(
            place.legend, cell.beside(box.left, place.legend.width), bottom, words
        )
    if figure.title:
        heading = words.letters.lines(figure.title, cell.width)
        left, top = cell.beside(box.left, heading.width), bottom + gap + heading.height
        title, color = to_latex(figure.title), words.ink.page("text")
        yield words.below(heading, title, left, top, cell.right - left, color)
