"""A handout on paper: its units fill pages of A4 one by one, which become a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure as MplFigure

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.mpl.pen import matplotlib_settings
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme

from .blocks import heading_units, section_units
from .content import Handout
from .lines import set_lines
from .sheet import (
    BOTTOM,
    COLUMN,
    GAP,
    HEIGHT,
    LEFT,
    MM,
    SMALL,
    TITLE,
    TOP,
    Paper,
    Unit,
    line_parts_of,
    title_unit,
)

_FOOT = 12.0 * MM  # the baseline of the page number


def write_pdf(handout: Handout, theme: Theme, progress: Progress = no_progress) -> bytes:
    """Return a handout as PDF: letters with their fonts, figures as vectors, no date in it."""
    file = BytesIO()
    about = {"Title": handout.lesson.title, "Creator": "Perceptron GUI", "CreationDate": None}
    with matplotlib_settings(Page(theme=theme)), PdfPages(file, metadata=about) as pdf:
        for page in paper_pages(handout, theme, progress):
            pdf.savefig(page)
    return file.getvalue()


def paper_pages(
    handout: Handout, theme: Theme, progress: Progress = no_progress
) -> list[MplFigure]:
    """Return the pages; `progress` counts sections and may raise to cancel."""
    with matplotlib_settings(Page(theme=theme)):
        parts: list[list[Unit]] = [heading_units(handout)]
        total = len(handout.sections) + len(handout.solutions)
        for number, section in enumerate(handout.sections):
            progress(number, total)
            parts[0] += section_units(section, theme)
        if handout.solutions:
            parts.append([title_unit("Solutions", TITLE * 0.8)])
        for number, section in enumerate(handout.solutions, len(handout.sections)):
            progress(number, total)
            parts[-1] += section_units(section, theme)
        filled = [page for part in parts for page in _filled(part)]
        papers = [_drawn(page, theme) for page in filled]
        for number, paper in enumerate(papers, 1):
            _number(paper, handout, number, len(papers))
        progress(total, total)
        return [paper.figure for paper in papers]


Placed = list[tuple[Unit, float]]  # with the distance of its top from that of the column


def _filled(units: Sequence[Unit]) -> Iterator[Placed]:
    """Put units on pages; those that belong together go to the next page together."""
    room = HEIGHT - TOP - BOTTOM
    page: Placed = []
    bottom = 0.0
    for group in _groups(units):
        needed = sum(unit.height + unit.before for unit in group) - group[0].before
        if page and bottom + group[0].before + needed > room:
            yield page
            page, bottom = [], 0.0
        for unit in group:
            top = bottom + (unit.before if page else 0.0)
            if page and top + unit.height > room:  # a group that is longer than a page
                yield page
                page, top = [], 0.0
            page.append((unit, top))
            bottom = top + unit.height
    if page:
        yield page


def _groups(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    group: list[Unit] = []
    for unit in units:
        group.append(unit)
        if not unit.with_next:
            yield group
            group = []
    if group:
        yield group


def _drawn(page: Placed, theme: Theme) -> Paper:
    paper = Paper(theme)
    top_of_column = HEIGHT - TOP
    bar: list[tuple[float, float]] = []
    for unit, top in page:
        unit.draw(paper, LEFT, top_of_column - top)
        if unit.has_bar:
            upper, lower = top_of_column - top, top_of_column - top - unit.height
            if bar and bar[-1][1] - upper <= unit.before + 0.1 and unit.before < GAP:
                bar[-1] = bar[-1][0], lower
            else:
                bar.append((upper, lower))
    for upper, lower in bar:
        paper.rule((LEFT + 1, LEFT + 1), (lower + 1, upper), 2.0, theme.style(Role.NOW).color)
    return paper


def _number(paper: Paper, handout: Handout, number: int, count: int) -> None:
    theme = paper.theme
    (left,) = set_lines(line_parts_of(handout.lesson.title), SMALL, COLUMN)[:1]
    (right,) = set_lines(line_parts_of(f"{number} / {count}"), SMALL, COLUMN)
    paper.rule((LEFT, LEFT + COLUMN), (_FOOT + 13, _FOOT + 13), 0.5, theme.grid)
    paper.write(left, LEFT, _FOOT, theme.muted)
    paper.write(right, LEFT + COLUMN - right.width, _FOOT, theme.muted)
