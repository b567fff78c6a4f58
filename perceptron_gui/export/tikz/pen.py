"""Drawings for LaTeX: figures and sheets with PGFPlots, tables as tabulars.

They are put into a document with \\input, or are documents of their own whose page is exactly as
large as the picture. pdfLaTeX and PGFPlots 1.16 (2018) are enough for both. All stands where it is
in every format; marks are plots of PGFPlots, with their own numbers as coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perceptron_gui.base.errors import UsageError
from perceptron_gui.export.layout.axes import as_sheet, decorations_of
from perceptron_gui.export.layout.layout import arrange
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import paragraph
from perceptron_gui.export.mpl.pen import paint_sheet
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.marks import Dots, Points
from perceptron_gui.figures.model.theme import with_names

from .canvas import FONT, LEADING, WIDER, TikzCanvas
from .labels import to_latex

_MOST_DOTS = 10_000  # in a picture: at some 14000 TeX has no memory left
# What all axes of a picture have in common.
_STYLE = [
    r"\pgfplotsset{compat=1.16, every axis/.append style={",
    "  anchor=south west, scale only axis, hide axis, clip mode=individual, unbounded coords=jump,",
    "  every axis plot/.append style={line join=round},",
    "}}",
]


def picture_lines(drawing: Figure | Sheet, page: Page) -> list[str]:
    """Return the colours and the picture, exactly as large as the page."""
    wider = WIDER[page.family]
    sheet = as_sheet(drawing)
    around = decorations_of(sheet)
    count = sum(
        len(mark.x)
        for panel in sheet.panels
        for mark in panel.figure.marks
        if isinstance(mark, Points | Dots)
    )
    if count > _MOST_DOTS:
        why = f"{count} points are too many for TeX, which has memory for {_MOST_DOTS}"
        raise UsageError(f"{why}; write the figure as PDF, and include that")
    layout = arrange(around, replace(page, font=page.font * wider))
    named = replace(page, theme=with_names(page.theme))
    canvas = TikzCanvas(named, layout.letters.em / wider / 10, [], {})
    whole = f"(0,0) rectangle ({page.width:g}mm,{page.height:g}mm)"
    canvas.lines.extend([*_STYLE, rf"\useasboundingbox {whole};"])
    canvas.lines.append(rf"\fill[{canvas.color('background')}] {whole};")
    paint_sheet(canvas, sheet, around, layout)
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


_MOST_ROWS = 500  # TeX has no boxes higher than 5.7 metres
_STRETCH = 1.15
_EDGE = "2mm"


def table_lines(table: Table, page: Page) -> list[str]:
    """Return the colours and the table."""
    if len(table.rows) > _MOST_ROWS:
        why = f"a table of {len(table.rows)} rows is too high for TeX; {_MOST_ROWS} are the most"
        raise UsageError(f"{why}; show fewer rows, or write it as CSV or Markdown")
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
    # The letters of figures are scaled: drawn for a small size, they would be wider than the
    # layout knows.
    if isinstance(drawing, Table):
        body, packages, points = table_lines(drawing, page), _FOR_TABLES, page.font
    else:
        body, packages, points = picture_lines(drawing, page), _FOR_FIGURES, FONT
        if page.is_column and not page.standalone:
            body = fitted(body)
    size = rf"\fontsize{{{points:g}}}{{{points * LEADING:g}}}\selectfont"
    # What the letters of the page set ends with the group.
    body = [rf"\begingroup{_FAMILIES[page.family]}{size}%", *body, r"\endgroup"]
    about = f"% {drawing.name}, drawn by Perceptron GUI"
    if page.standalone:
        lines = [
            about,
            r"\RequirePackage{fix-cm}",  # letters of tables in any size
            r"\documentclass{article}",
            *packages,
            *(r"\begin{document}", r"\setbox0=\hbox{%", *body, *_SHIPPED),
            r"\end{document}",
        ]
    else:
        needed = [f"%   {line}" for line in packages]
        lines = [f"{about}; \\input it. The preamble needs:", *needed, *body]
    return "\n".join(lines) + "\n"
