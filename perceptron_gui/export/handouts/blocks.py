"""The blocks of a handout as units for paper: prose, exercises, figures and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perceptron_gui.export.layout.page import Page
from perceptron_gui.figures.model.figure import Drawing, Sheet, Table
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lessons.prose import ProseBlock, ProseLine, ProsePart

from .content import Exercise, Handout, HandoutBlock, HandoutSection, PictureRow
from .lines import FAMILY, SetLine, label_parts, set_formula, set_lines
from .scene_figures import ScenePicture, with_caption
from .sheet import (
    BODY,
    COLUMN,
    GAP,
    INDENT,
    MM,
    SMALL,
    TITLE,
    Paper,
    Unit,
    bold,
    line_parts_of,
    line_unit,
    text_units,
    title_unit,
)

_HEADING, _IN_FIGURE = 13.5, 8.0  # sizes of letters
# Of figures in millimetres: one alone, two beside each other, a sheet, in a solution.
_ALONE, _BESIDE, _WHOLE, _IN_SOLUTION = (104.0, 66.0), (81.0, 60.0), (166.0, 120.0), (81.0, 50.0)
_BETWEEN = 4.0  # figures
_BAR = 11.0  # the indent of exercises behind their bar
_SMALLEST_CELL = 7.0
_WHOLE_ROWS = 16  # of a table that is not broken


def heading_units(handout: Handout) -> list[Unit]:
    """Return the title, the source and the goals."""
    title = text_units(bold(line_parts_of(handout.lesson.title)), TITLE)
    about = text_units(line_parts_of(handout.about), BODY - 1, before=2.0, is_muted=True)
    units = [*title, *about]
    if handout.goals:
        units.append(title_unit("Goals", BODY, 10.0))
        for goal in handout.goals:
            units += text_units(goal, indent=INDENT, before=1.0, mark="•")
    return [replace(unit, with_next=True) for unit in units]


def section_units(section: HandoutSection, theme: Theme) -> list[Unit]:
    """Return a section with its heading."""
    heading = text_units(bold(section.title), _HEADING, before=1.3 * GAP)
    units = [replace(unit, with_next=True) for unit in heading]
    for block in section.blocks:
        units += _block_units(block, theme)
    return units


def _block_units(block: HandoutBlock, theme: Theme, indent: float = 0.0) -> list[Unit]:
    if isinstance(block, ProseBlock):
        return _prose_units(block, indent)
    if isinstance(block, Exercise):
        return _exercise_units(block)
    if isinstance(block, Table):
        return table_units(block)
    return _picture_units(block, theme)


def _prose_units(block: ProseBlock, indent: float = 0.0) -> list[Unit]:
    before = 0.45 * BODY
    if block.kind == "paragraph":
        return text_units(block.lines[0], indent=indent, before=before)
    if block.kind == "formula":
        found = set_formula(block.lines[0], BODY * 1.08, COLUMN - indent)
        rows = [line_unit(each, max(indent, (COLUMN - each.width) / 2)) for each in found]
        return [replace(rows[0], before=2 * before), *rows[1:]]
    units: list[Unit] = []
    for number, line in enumerate(block.lines, block.first):
        mark = "•" if block.kind == "bullets" else f"{number}."
        room = before if not units else 0.15 * BODY
        item = text_units(line, indent=indent + INDENT, before=room, mark=mark)
        if number in (block.first, block.first + len(block.lines) - 2) and item:
            item[-1] = replace(item[-1], with_next=len(block.lines) > 1)  # no item stands alone
        units += item
    return units


def _exercise_units(exercise: Exercise) -> list[Unit]:
    lead = ProsePart("text", f"Exercise {exercise.number}. {exercise.kind}: ", is_bold=True)
    first, *rest = exercise.text or (ProseBlock("paragraph", ((),)),)
    units = text_units((lead, *first.lines[0]), indent=_BAR)
    for line in first.lines[1:]:
        units += text_units(line, indent=_BAR + INDENT, mark="•")
    for block in rest:
        units += _prose_units(block, _BAR)
    if exercise.answers:
        boxes = [f"□\u00a0{answer.replace(' ', chr(0xA0))}" for answer in exercise.answers]
        units += text_units(line_parts_of(" \u2003".join(boxes)), indent=_BAR, before=3.0)
    for condition in exercise.conditions:
        line = (ProsePart("code", condition),)
        units += text_units(line, indent=_BAR + INDENT, before=1.0, mark="□")
    for number, block in enumerate(exercise.hint):
        line = block.lines[0]
        before = (ProsePart("text", "Hint: ", is_emphasis=True),) if not number else ()
        units += text_units((*before, *line), indent=_BAR, before=3.0)
    units = [replace(unit, has_bar=True, with_next=True) for unit in units]
    units[0] = replace(units[0], before=GAP)
    units[-1] = replace(units[-1], with_next=False)
    return units


def _picture_units(row: PictureRow, theme: Theme) -> list[Unit]:
    """Return rows of one or two figures; sheets and tables have a row of their own."""
    units: list[Unit] = []
    figures: list[ScenePicture] = []
    for picture in row.pictures:
        drawing, page = _built(picture, _WHOLE, theme)
        if isinstance(drawing, Table):
            units += table_units(drawing)
        elif isinstance(drawing, Sheet) and len(drawing.panels) > 1:
            units.append(_figures_unit([(drawing, page)]))
        else:
            figures.append(picture)
    for first in range(0, len(figures), 2):
        beside = figures[first : first + 2]
        size = _IN_SOLUTION if row.is_small else _ALONE if len(beside) == 1 else _BESIDE
        units.append(_figures_unit([_built(picture, size, theme) for picture in beside]))
    return units


def _built(picture: ScenePicture, size: tuple[float, float], theme: Theme) -> tuple[Drawing, Page]:
    page = Page(*size, font=_IN_FIGURE, family=FAMILY, theme=theme)
    return with_caption(picture, page).drawing(), page


def _figures_unit(built: Sequence[tuple[Drawing, Page]]) -> Unit:
    """Return figures beside each other, in the middle of the column."""
    wide = sum(page.width for _, page in built) * MM + (len(built) - 1) * _BETWEEN * MM
    height = max(page.height for _, page in built) * MM

    def draw(paper: Paper, left: float, top: float) -> None:
        x = left + (COLUMN - wide) / 2
        for drawing, page in built:
            paper.paint(drawing, page, x, top - page.height * MM)
            x += page.width * MM + _BETWEEN * MM

    return Unit(height, draw, before=0.7 * GAP)


def table_units(table: Table) -> list[Unit]:
    """Return a table, a unit for every row; letters shrink, then cells are broken into lines."""
    rows = [table.columns, *table.rows]
    cells = [[label_parts(cell) for cell in row] for row in rows]
    size = BODY - 1.5
    gap = 1.4 * size
    widths = _column_widths(cells, size)
    room = COLUMN - gap * (len(widths) - 1)
    if sum(widths) > room:
        size = max(_SMALLEST_CELL, size * room / sum(widths))
        widths = _column_widths(cells, size)
        spare = sum(widths) - room
        if spare > 0:  # wide columns give way first
            share = room / sum(widths)
            widths = [width * share for width in widths]
    units = []
    for number, row in enumerate(cells):
        lines = [
            set_lines(bold(cell) if not number else cell, size, width + 0.5)
            for cell, width in zip(row, widths, strict=True)
        ]
        units.append(_row_unit(lines, widths, gap, table.left, not number))
    units[0] = replace(units[0], before=0.8 * GAP)
    if len(units) <= _WHOLE_ROWS:
        units = [*(replace(unit, with_next=True) for unit in units[:-1]), units[-1]]
    notes = [unit for note in table.notes for unit in text_units(label_parts(note), SMALL)]
    return [*units, *notes]


def _column_widths(cells: Sequence[Sequence[ProseLine]], size: float) -> list[float]:
    def width(cell: ProseLine, is_head: bool) -> float:
        lines = set_lines(bold(cell) if is_head else cell, size, 10_000.0)
        return lines[0].width if lines else 0.0

    return [
        max(width(cell, number == 0) for number, cell in enumerate(column))
        for column in zip(*cells, strict=True)
    ]


def _row_unit(
    lines: list[list[SetLine]],
    widths: Sequence[float],
    gap: float,
    left_columns: tuple[int, ...],
    is_head: bool,
) -> Unit:
    heights = [sum(line.height for line in cell) for cell in lines]
    height = max(heights, default=0.0) + (3.0 if is_head else 0.0)

    def draw(paper: Paper, left: float, top: float) -> None:
        x = left
        for number, (cell, width) in enumerate(zip(lines, widths, strict=True)):
            y = top
            for line in cell:
                spare = 0.0 if number in left_columns else width - line.width
                paper.write(line, x + spare, y - line.ascent, paper.theme.text)
                y -= line.height
            x += width + gap
        if is_head:
            y = top - height + 2.5
            paper.rule((left, x - gap), (y, y), 0.7, paper.theme.muted)

    return Unit(height, draw, with_next=is_head)
