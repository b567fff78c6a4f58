"""Drawings for LaTeX: figures and sheets with PGFPlots, tables as tabulars.

They are put into a document with \\input, or are documents of their own whose page is exactly as
large as the picture. pdfLaTeX and PGFPlots 1.16 (2018) are enough for both. Words, legends and
frames stand where they are in every format; the axes, with their ticks and labels, are those of
PGFPlots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from perceptron_gui.export.layout import axes as page_axes
from perceptron_gui.export.layout.axes import PageMargins, PageProjection, as_sheet, decorations_of
from perceptron_gui.export.layout.layout import arrange, mark_scale
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import PageFont, paragraph
from perceptron_gui.export.mpl.canvas import MarkPen
from perceptron_gui.export.mpl.pen import PageAxesPen, paint_sheet
from perceptron_gui.figures.model.axes import Tick, Ticks, place
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.marks import Mark
from perceptron_gui.figures.model.theme import with_names

from .canvas import FONT, LEADING, WIDER, AxisCanvas, AxisScale, TikzCanvas
from .labels import to_latex

# Of one kind in a picture: at some 14000 of all kinds TeX has no memory left.
_MOST_DOTS = 2000


def picture_lines(drawing: Figure | Sheet, page: Page) -> list[str]:
    """Return the colours and the picture, exactly as large as the page."""
    wider = WIDER[page.family]
    sheet = as_sheet(drawing)
    around = decorations_of(sheet)
    layout = arrange(around, replace(page, font=page.font * wider))
    named = replace(page, theme=with_names(page.theme))
    canvas = TikzCanvas(named, layout.letters.em / wider / 10, [], {})
    whole = f"(0,0) rectangle ({page.width:g}mm,{page.height:g}mm)"
    canvas.lines.extend([*shared_style(canvas, layout.letters), rf"\useasboundingbox {whole};"])
    canvas.lines.append(rf"\fill[{canvas.color('background')}] {whole};")
    most_dots = _MOST_DOTS // max(1, len(sheet.panels))
    paint_axes = partial(write_axes, canvas, layout.letters, most_dots)
    paint_sheet(canvas, sheet, around, layout, paint_axes)
    # The colours are known when all is written.
    picture = [r"\begin{tikzpicture}", *canvas.lines, r"\end{tikzpicture}%"]
    return [*canvas.definitions(), *picture]


def fitted(picture: list[str]) -> list[str]:
    """Return a picture for a column: where that is narrower, the picture is made to fit it."""
    return [
        r"\setbox2=\hbox{%",
        *picture,
        r"}%",
        r"\ifdim\wd2>\columnwidth\resizebox{\columnwidth}{!}{\box2}\else\leavevmode\box2\fi",
    ]


def shared_style(canvas: TikzCanvas, letters: PageFont) -> list[str]:
    """Return the lines that say what all axes of a picture have in common."""
    em, tick = letters.em, page_axes.TICK * letters.em
    numbers, labels = canvas.shrunk(page_axes.TICK_FONT * em), canvas.shrunk(em)
    muted, text, grid = (canvas.color(name) for name in ("muted", "text", "grid"))
    return [
        r"\pgfplotsset{compat=1.16, every axis/.append style={",
        "  anchor=south west, scale only axis, clip mode=individual, unbounded coords=jump,",
        "  axis line style={draw=none}, tick align=outside, scaled ticks=false,",
        f"  tick style={{draw={muted}, line width={canvas.points(page_axes.FRAME_LINE)}}},",
        f"  major tick length={tick:.4g}bp, minor tick length={page_axes.MINOR_TICK * tick:.4g}bp,",
        f"  tick label style={{text={muted}, scale={numbers:.4g},",
        f"    inner sep={page_axes.PAD * em / numbers:.4g}bp}},",
        f"  label style={{text={text}, scale={labels:.4g}, align=flush center,",
        f"    inner sep={page_axes.GAP * em / labels:.4g}bp}},",
        f"  major grid style={{draw={grid}, line width={canvas.points(page_axes.GRID_LINE)}}},",
        "  every axis plot/.append style={line join=round},",
        "}}",
    ]


def write_axes(
    canvas: TikzCanvas,
    letters: PageFont,
    most_dots: int,
    figure: Figure,
    projection: PageProjection,
    margins: PageMargins,
) -> None:
    """Write environments that draw the marks in their order, each on its own axis."""
    box, axes = projection.box, projection.axes
    small = mark_scale(box, letters)
    across = AxisScale(axes.x, box.width)
    written: set[bool] = set()
    for right, marks in _layers(figure):
        up = AxisScale(axes.right if right and axes.right else axes.y, box.height)
        options: Iterable[str] = ("hide axis",)
        if right not in written and not figure.bare:
            options = _axis_options(projection, margins, letters, right)
        canvas.lines.extend(
            [
                r"\begin{axis}[",
                f"  at={{({box.left:.3f}bp,{box.bottom:.3f}bp)}},",
                f"  width={box.width:.3f}bp, height={box.height:.3f}bp,",
                *(f"  {each}," for each in (_range("x", across), _range("y", up), *options)),
                "]",
            ]
        )
        shared = canvas.page, small * canvas.scale, canvas.lines, canvas.colors
        pen = MarkPen(
            AxisCanvas(*shared, box, across, up, most_dots), projection, small * letters.em
        )
        for mark in marks:
            pen.paint(mark)
        canvas.lines.append(r"\end{axis}")
        written.add(right)
    if not figure.bare:
        PageAxesPen(canvas, projection, margins, letters).draw_frame(closed=figure.equal)


def _layers(figure: Figure) -> list[tuple[bool, list[Mark]]]:
    """Return the marks in runs on the left or the right axis; the left one comes first."""
    by_axis = groupby(figure.marks, lambda mark: getattr(mark, "right", False))
    layers = [(right, list(marks)) for right, marks in by_axis]
    if not layers or layers[0][0]:  # the grid of the left axis lies below all marks
        layers.insert(0, (False, []))
    if figure.right is not None and not any(right for right, _ in layers):
        layers.append((True, []))
    return layers


def _axis_options(
    projection: PageProjection, margins: PageMargins, letters: PageFont, right: bool
) -> Iterator[str]:
    """Yield the ticks and labels of the left and the lower axis, or of the right one alone."""
    axes, box = projection.axes, projection.box
    ticks = page_axes.axes_ticks(axes, box, letters)
    below = box.height + margins.bottom  # labels that stand upright may reach down so far
    if right:
        assert axes.right is not None
        yield r"xtick=\empty, tick pos=right, yticklabel pos=right"
        yield from _ticks("y", AxisScale(axes.right, box.height), ticks.right, False)
        yield from _label("y", axes.right.title, below, box.height, letters)
        return
    yield "tick pos=left" if axes.equal else "tick pos=left, grid=major"
    yield from _ticks("x", AxisScale(axes.x, box.width), ticks.x, axes.unlabelled_x)
    yield from _ticks("y", AxisScale(axes.y, box.height), ticks.y, axes.unlabelled_y)
    if not axes.unlabelled_x:
        yield from _label("x", axes.x.title, box.width, box.width, letters)
    if not axes.unlabelled_y:
        yield from _label("y", axes.y.title, below, box.height, letters)


def _range(name: str, scale: AxisScale) -> str:
    low, high = scale.written([0.0, 1.0])
    return f"{name}min={low}, {name}max={high}" + (f", {name}mode=log" if scale.is_log else "")


def _ticks(name: str, scale: AxisScale, ticks: Ticks, unlabelled: bool) -> Iterator[str]:
    """Yield where an axis is ticked, and what stands there unless it is unlabelled."""
    numbered = [tick for tick in ticks if tick.label]
    others = [tick for tick in ticks if not tick.label]
    labels = [f"{{{to_latex(tick.label)}}}" for tick in numbered if not unlabelled]
    yield f"{name}tick={_listed(_written(scale, numbered))}"
    if others:
        yield f"minor {name}tick={_listed(_written(scale, others))}"
    yield f"{name}ticklabels={_listed(labels)}"


def _written(scale: AxisScale, ticks: Iterable[Tick]) -> list[str]:
    return scale.written([place(scale.axis, tick.at) for tick in ticks])


def _listed(texts: Iterable[str]) -> str:
    joined = ",".join(texts)
    return f"{{{joined}}}" if joined else r"\empty"


def _label(name: str, title: str, length: float, side: float, letters: PageFont) -> Iterator[str]:
    """Yield a label in the lines of the layout; one longer than its side begins at the top."""
    words = letters.lines(title, length)
    if words.lines:
        lines = r" \\ ".join(to_latex(line.label) for line in words.lines)
        yield f"{name}label={{{lines}}}"
    if words.width > side:
        yield f"ylabel style={{at={{(ticklabel cs:{1 - words.width / 2 / side:.3f})}}}}"


# TeX has no boxes higher than 5.7 metres, so long tables come in parts.
_ROWS_IN_A_PART = 500
_STRETCH = 1.15
_EDGE = "2mm"


def _part(table: Table, page: Page) -> list[str]:
    canvas = TikzCanvas(replace(page, theme=with_names(page.theme)), page.scale, [], {})
    background, text = canvas.color("background"), canvas.color("text")
    sides = "".join("l" if n in table.left else "r" for n in range(len(table.columns)))

    def note(words: str) -> str:  # in lines as wide as the page where it is longer
        size, written = page.font * WIDER[page.family], to_latex(words)
        is_short = len(paragraph(words, page.family, size, page.points[0]).lines) <= 1
        return written if is_short else rf"\parbox[t]{{{page.width:g}mm}}{{\raggedright {written}}}"

    return [
        *canvas.definitions(),
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
        picture = picture_lines(drawing, page)
        is_fitted = page.is_column and not page.standalone
        parts, packages = [fitted(picture) if is_fitted else picture], _FOR_FIGURES
    # Whatever the letters of the page set ends with the lines of a part. Those of figures are
    # scaled: drawn for a small size, they would be wider than the layout knows.
    points = page.font if isinstance(drawing, Table) else FONT
    size = rf"\fontsize{{{points:g}}}{{{points * LEADING:g}}}\selectfont"
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
        r"\RequirePackage{fix-cm}",  # letters of tables in any size
        r"\documentclass{article}",
        *packages,
        r"\begin{document}",
        *(line for piece in pieces for line in (r"\setbox0=\hbox{%", *piece, *_SHIPPED)),
        r"\end{document}",
    ]
