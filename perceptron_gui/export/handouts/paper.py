"""A handout on paper: its words and figures as JSON, which Typst sets on pages of A4."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typst
from matplotlib import get_data_path

from perceptron_gui.base import latex
from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.resources import shipped
from perceptron_gui.export.formats.formats import Job
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import LETTERS, shown
from perceptron_gui.export.mpl.pen import PICTURES
from perceptron_gui.figures.description import described, title_of
from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.figure import Sheet, Table
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lessons.prose import ProseBlock, ProseLine, ProsePart

from .content import (
    Exercise,
    Handout,
    HandoutSection,
    PictureRow,
    ScenePicture,
    WritingRoom,
    with_caption,
)

_FONT = 8.0  # of figures, in points
# Of figures in millimetres: one alone, two beside each other, a sheet, in a solution.
_ALONE, _BESIDE, _WHOLE, _IN_SOLUTION = (104.0, 66.0), (81.0, 60.0), (166.0, 120.0), (81.0, 50.0)
_LONG_WORD = re.compile(r"\S{60,}")  # which may be broken anywhere
_BREAK = "\u200b"


def write_pdf(handout: Handout, theme: Theme, progress: Progress = no_progress) -> bytes:
    """Return a handout as a tagged PDF without a date; `progress` counts its sections."""
    sections = (*handout.sections, *handout.ends)
    content = []
    for number, section in enumerate(sections):
        progress(number, len(sections))
        blocks = list(_blocks(section, theme))
        content.append({"title": _line(section.title), "blocks": blocks})
    accent = theme.style(Role.NOW).color
    data = {
        "title": _visible(handout.lesson.title),
        "about": _visible(handout.about),
        "colors": [theme.background, theme.text, theme.muted, accent, theme.grid],
        "goals": [_line(goal) for goal in handout.goals],
        "sections": content[: len(handout.sections)],
        "end-title": handout.end_title,
        "ends": content[len(handout.sections) :],
        "has-name-line": handout.has_name_line,
    }
    fonts = Path(get_data_path(), "fonts", "ttf")  # of the figures, and DejaVu for other letters
    template = shipped("pages", "handout.typ")
    compiler = typst.Compiler(template, font_paths=[fonts], ignore_system_fonts=True)
    inputs = {"handout": json.dumps(data)}
    written = compiler.compile(format="pdf", sys_inputs=inputs, pdf_standards="ua-1")
    assert isinstance(written, bytes)
    progress(len(sections), len(sections))
    return written


def _blocks(section: HandoutSection, theme: Theme) -> Iterator[tuple[str, Any]]:
    """Yield the kind and the content of every block, as plain values."""
    for block in section.blocks:
        if isinstance(block, PictureRow):
            yield from _pictures(block, theme)
        elif isinstance(block, Exercise):
            yield "exercise", _exercise(block)
        elif isinstance(block, Table):
            yield "table", _table(block)
        elif isinstance(block, WritingRoom):
            yield "room", block.lines
        else:
            yield "prose", _prose(block)


def _pictures(row: PictureRow, theme: Theme) -> Iterator[tuple[str, Any]]:
    """Yield figures two by two; sheets and tables have a row of their own."""
    figures: list[ScenePicture] = []
    for picture in row.pictures:
        drawing = _job(picture, _WHOLE, theme).drawing()
        if isinstance(drawing, Table):
            yield "table", _table(drawing)
        elif isinstance(drawing, Sheet) and len(drawing.panels) > 1:
            yield "pictures", [_picture(picture, _WHOLE, theme)]
        else:
            figures.append(picture)
    for first in range(0, len(figures), 2):
        beside = figures[first : first + 2]
        size = _IN_SOLUTION if row.is_small else _ALONE if len(beside) == 1 else _BESIDE
        yield "pictures", [_picture(picture, size, theme) for picture in beside]


def _job(picture: ScenePicture, size: tuple[float, float], theme: Theme) -> Job:
    page = Page(*size, font=_FONT, family="serif", letters="text", theme=theme)
    return with_caption(picture, page)


def _picture(picture: ScenePicture, size: tuple[float, float], theme: Theme) -> dict[str, Any]:
    job = _job(picture, size, theme)
    drawing = job.drawing()
    svg = PICTURES["svg"](drawing, job.page).decode()
    words = " ".join((f"{title_of(drawing)}.", *described(drawing)))
    return {"svg": svg, "width": size[0], "alt": _visible(words)}


def _exercise(exercise: Exercise) -> dict[str, Any]:
    return {
        "number": str(exercise.number),
        "kind": exercise.kind,
        "text": list(map(_prose, exercise.text or (ProseBlock("paragraph", ((),)),))),
        "answers": list(map(_visible, exercise.answers)),
        "ticked": exercise.ticked,
        "conditions": list(map(_visible, exercise.conditions)),
        "hint": list(map(_prose, exercise.hint)),
    }


def _prose(block: ProseBlock) -> dict[str, Any]:
    return {"kind": block.kind, "lines": list(map(_line, block.lines)), "first": block.first}


def _line(line: ProseLine) -> list[dict[str, Any]]:
    return list(map(_part, line or (ProsePart("text", ""),)))


def _part(part: ProsePart) -> dict[str, Any]:
    written = {"kind": part.kind, "is_bold": part.is_bold, "is_emphasis": part.is_emphasis}
    if part.kind != "math":
        return {**written, "text": _visible(part.text)}
    return {**written, "text": latex.to_typst(part.text), "alt": latex.to_plain(part.text)}


def _table(table: Table) -> dict[str, Any]:
    return {
        "columns": [_label(cell) for cell in table.columns],
        "rows": [[_label(cell) for cell in row] for row in table.rows],
        "left": list(table.left),
        "notes": [_label(note) for note in table.notes],
    }


def _label(label: str) -> list[dict[str, Any]]:
    try:
        found = labels.parts(label)
        return _line(tuple(ProsePart("math" if is_math else "text", t) for is_math, t in found))
    except ValueError:  # no mathematics: after a dollar sign that opens nothing, say
        return _line((ProsePart("text", label),))


def _visible(words: str) -> str:
    """Return words without letters that no font has, and with places to break the longest."""
    known = shown(words, LETTERS["sans"])
    return _LONG_WORD.sub(lambda found: _BREAK.join(found[0]), known)
