"""A page of A4 that is drawn on in points, and units of a height that are put on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from matplotlib.artist import Artist
from matplotlib.figure import Figure as MplFigure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from perceptron_gui.base.values import frozen_value
from perceptron_gui.export.layout.boxes import POINTS_PER_INCH
from perceptron_gui.export.layout.decorations import as_sheet, decorations_of
from perceptron_gui.export.layout.layout import arrange
from perceptron_gui.export.layout.page import INCH, Page
from perceptron_gui.export.layout.text import font, typeset
from perceptron_gui.export.mpl.canvas import MatplotlibCanvas
from perceptron_gui.export.mpl.pen import paint_sheet
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lessons.prose import ProseLine, ProsePart

from .lines import FAMILY, Fragment, SetLine, face, formula, set_lines

MM = POINTS_PER_INCH / INCH
WIDTH, HEIGHT = 210.0 * MM, 297.0 * MM
LEFT, TOP, BOTTOM = 22.0 * MM, 20.0 * MM, 22.0 * MM
COLUMN = WIDTH - 2 * LEFT
# Sizes of letters, and the room between blocks.
BODY, TITLE, SMALL = 11.0, 20.0, 9.0
GAP = 5.0 * MM
INDENT = 15.0  # of lists


@frozen_value(eq=False)
class Unit:
    """What is not broken between pages; `draw` gets a page, and where its left and top are."""

    height: float
    draw: Callable[[Paper, float, float], None]
    before: float = 0.0  # room above, but at the top of a page
    with_next: bool = False  # not the last of a page
    has_bar: bool = False


class Paper:
    """A page of matplotlib that is drawn on in points."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        inches = WIDTH / POINTS_PER_INCH, HEIGHT / POINTS_PER_INCH
        self.figure = MplFigure(figsize=inches, dpi=POINTS_PER_INCH, facecolor=theme.background)
        self._points = Affine2D().scale(1 / POINTS_PER_INCH) + self.figure.dpi_scale_trans

    def _add(self, artist: Artist) -> None:
        artist.set_transform(self._points)
        artist.set_zorder(1)
        self.figure.add_artist(artist)

    def write(self, line: SetLine, left: float, baseline: float, color: str) -> None:
        """Write a line of type."""
        for each in line.fragments:
            self._write(each, line.size, left + each.x, baseline, color)

    def _write(self, each: Fragment, size: float, x: float, y: float, color: str) -> None:
        part = each.part
        if part.kind == "math":
            words, is_math = typeset(formula(part), FAMILY)
            text = Text(x, y, words, parse_math=is_math, color=color)
            text.set(fontproperties=font(FAMILY, size))
        else:
            style = ProsePart(part.kind, "", part.is_bold, part.is_emphasis)
            text = Text(x, y, part.text, parse_math=False, color=color)
            text.set(fontproperties=face(style, size))
        self._add(text)

    def rule(
        self, x: tuple[float, float], y: tuple[float, float], width: float, color: str
    ) -> None:
        """Draw a straight line."""
        self._add(Line2D(x, y, color=color, linewidth=width, solid_capstyle="butt"))

    def paint(self, drawing: Drawing, page: Page, left: float, bottom: float) -> None:
        """Paint a figure with its lower left corner at a point."""
        sheet = as_sheet(drawing)
        around = decorations_of(sheet)
        layout = arrange(around, page)
        points = Affine2D().translate(left, bottom) + self._points
        canvas = MatplotlibCanvas(page, layout.letters.em / 10.0, self.figure, points)
        paint_sheet(canvas, sheet, around, layout)


def line_parts_of(words: str) -> ProseLine:
    """Return words that hold no marks as a line."""
    return (ProsePart("text", words),)


def bold(line: ProseLine) -> ProseLine:
    """Return a line in bold letters."""
    return tuple(replace(part, is_bold=True) for part in line)


def title_unit(words: str, size: float, before: float = 0.0) -> Unit:
    """Return a short heading, which does not end a page."""
    (line,) = set_lines(bold(line_parts_of(words)), size, COLUMN)[:1]
    return replace(line_unit(line, 0.0), before=before, with_next=True)


def line_unit(line: SetLine, indent: float, is_muted: bool = False) -> Unit:
    """Return a line of type."""

    def draw(paper: Paper, left: float, top: float) -> None:
        color = paper.theme.muted if is_muted else paper.theme.text
        paper.write(line, left + indent, top - line.ascent, color)

    return Unit(line.height, draw)


def text_units(
    text: ProseLine,
    size: float = BODY,
    indent: float = 0.0,
    before: float = 0.0,
    is_muted: bool = False,
    mark: str = "",
) -> list[Unit]:
    """Return the lines of a text; neither its first nor its last one stands alone on a page."""
    lines = set_lines(text, size, COLUMN - indent)
    units = [line_unit(line, indent, is_muted) for line in lines]
    if mark and units:
        units[0] = _marked(units[0], lines[0], mark, indent)
    last = len(units) - 1
    alone = (0, last - 1)
    units = [replace(unit, with_next=i in alone and i < last) for i, unit in enumerate(units)]
    return [replace(units[0], before=before), *units[1:]] if units else []


def _marked(unit: Unit, line: SetLine, mark: str, indent: float) -> Unit:
    """Return the first line of an item, with its mark before it."""
    (sign,) = set_lines(line_parts_of(mark), line.size, COLUMN)

    def draw(paper: Paper, left: float, top: float) -> None:
        unit.draw(paper, left, top)
        at = left + indent - INDENT + (1.0 if mark == "•" else 0.0)
        paper.write(sign, at, top - line.ascent, paper.theme.text)

    return replace(unit, draw=draw)
