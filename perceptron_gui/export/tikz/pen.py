"""Drawings for LaTeX: figures and sheets with PGFPlots, tables as tabulars.

They are put into a document with \\input, or are documents of their own whose page is exactly as
large as the picture. pdfLaTeX and PGFPlots 1.16 (2018) are enough for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from perceptron_gui.export.layout.decorations import AxesDecorations, as_sheet, decorations_of
from perceptron_gui.export.layout.layout import NOTE_GAP, PanelLayout, arrange, mark_scale
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import paragraph
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table

from .axes import AxesWriter, legend_lines, shared_style
from .styles import TikzStyles
from .text import LEADING, WIDER, TikzText, to_latex

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
    return [
        *styles.definitions(),
        rf"\renewcommand{{\arraystretch}}{{{_STRETCH}}}\setlength{{\fboxsep}}{{{_EDGE}}}%",
        rf"\colorbox{{{background}}}{{\color{{{text}}}%",
        r"\begin{tabular}{@{}l@{}}",
        *([rf"\textbf{{{to_latex(table.title)}}} \\"] if table.title else []),
        rf"\begin{{tabular}}{{@{{}}{sides}@{{}}}}",
        *(r"\hline", _row(table.columns), r"\hline", *map(_row, table.rows), r"\hline"),
        r"\end{tabular}",
        *(rf"\\ {_note(note, page)}" for note in table.notes),
        r"\end{tabular}}%",
    ]


def _row(cells: Sequence[str]) -> str:
    return rf"{' & '.join(map(to_latex, cells))} \\"


def _note(note: str, page: Page) -> str:
    """Return a note, in lines as wide as the page where it is longer."""
    size = page.font * WIDER[page.family]
    is_short = len(paragraph(note, page.family, size, page.points[0]).lines) <= 1
    words = to_latex(note)
    return words if is_short else rf"\parbox[t]{{{page.width:g}mm}}{{\raggedright {words}}}"


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
