"""Drawings for LaTeX: figures and sheets with PGFPlots, tables as tabulars.

They are put into a document with \\input, or are documents of their own whose page is exactly as
large as the picture. pdfLaTeX and PGFPlots 1.16 (2018) are enough for both.
"""

from __future__ import annotations

from perceptron_gui.figures.figure import Drawing, Table

from ..page import Page
from .page import picture_lines
from .table import tabular_lines
from .words import LEADING

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
        parts, packages = tabular_lines(drawing, page), _FOR_TABLES
    else:
        parts, packages = [picture_lines(drawing, page)], _FOR_FIGURES
    pieces = [_lettered(part, page) for part in parts]
    about = f"% {drawing.name}, drawn by Perceptron GUI"
    if page.standalone:
        lines = [about, *_document(pieces, packages)]
    else:
        needed = [f"%   {line}" for line in packages]
        body = [line for piece in pieces for line in piece]
        lines = [f"{about}; \\input it. The preamble needs:", *needed, *body]
    return "\n".join(lines) + "\n"


def _lettered(lines: list[str], page: Page) -> list[str]:
    """Return lines in the letters of the page; whatever they set ends with them."""
    size = rf"\fontsize{{{page.font:g}}}{{{page.font * LEADING:g}}}\selectfont"
    return [rf"\begingroup{_FAMILIES[page.family]}{size}%", *lines, r"\endgroup"]


def _document(pieces: list[list[str]], packages: list[str]) -> list[str]:
    return [
        r"\documentclass{article}",
        *packages,
        *(rf"\DeclareFontShape{shape}{{<->{font}}}{{}}" for shape, font in _LETTERS.items()),
        r"\begin{document}",
        *(line for piece in pieces for line in (r"\setbox0=\hbox{%", *piece, *_SHIPPED)),
        r"\end{document}",
    ]
