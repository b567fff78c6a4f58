"""A handout as Markdown, with its figures in a folder beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from urllib.parse import quote

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.export.formats.formats import write_file
from perceptron_gui.export.formats.tables import write_markdown as write_table
from perceptron_gui.export.layout.page import Page
from perceptron_gui.figures.model.figure import Sheet, Table
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lessons.prose import ProsePart, block_markdown, line_markdown

from .content import (
    Exercise,
    Handout,
    HandoutSection,
    PictureRow,
    ScenePicture,
    WritingRoom,
    with_caption,
)

_FIGURE_MM, _SHEET_MM, _FONT = (120.0, 84.0), (170.0, 120.0), 10.0
_PICTURE = "svg"
NAME_LINE = "Name: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_ Date: \\_\\_\\_\\_\\_\\_"


def write_handout(
    handout: Handout, folder: str, theme: Theme, progress: Progress = no_progress
) -> tuple[str, dict[str, bytes]]:
    """Return a handout as Markdown, and its pictures by their names.

    `folder` is where the pictures will be, seen from the text.
    """
    pictures: dict[str, bytes] = {}
    done, total = count(), sum(1 for _ in handout.pictures)

    def written(picture: ScenePicture) -> str:
        progress(next(done), total)
        width, height = _FIGURE_MM
        page = Page(width, height, _FONT, theme=theme)
        job = with_caption(picture, page)
        drawing = job.drawing()
        if isinstance(drawing, Table):
            return write_table(drawing).strip()
        if isinstance(drawing, Sheet) and len(drawing.panels) > 1:
            job = with_caption(picture, replace(page, width=_SHEET_MM[0], height=_SHEET_MM[1]))
        name = f"{picture.name}.{_PICTURE}"
        pictures[name] = write_file(job, _PICTURE)
        return f"![{picture.view.shows}]({quote(folder)}/{name})"

    def paragraphs(section: HandoutSection, marks: str) -> Iterator[str]:
        yield f"{marks} {line_markdown(section.title)}"
        for block in section.blocks:
            if isinstance(block, PictureRow):
                yield from map(written, block.pictures)
            elif isinstance(block, Exercise):
                yield _exercise(block)
            elif isinstance(block, Table):
                yield write_table(block).strip()
            elif isinstance(block, WritingRoom):
                yield "\n\n".join(["---"] * block.lines)
            else:
                yield block_markdown(block)

    parts = [f"# {_escaped(handout.lesson.title)}", f"*{_escaped(handout.about)}*"]
    if handout.has_name_line:
        parts.append(NAME_LINE)
    if handout.goals:
        parts += ["**Goals**", "\n".join(f"- {line_markdown(goal)}" for goal in handout.goals)]
    for section in handout.sections:
        parts += paragraphs(section, "##")
    if handout.ends:
        parts.append(f"## {handout.end_title}")
    for section in handout.ends:
        parts += paragraphs(section, "###")
    progress(1, 1)
    return "\n\n".join(parts) + "\n", pictures


def _escaped(words: str) -> str:
    return line_markdown((ProsePart("text", words),))


def _exercise(exercise: Exercise) -> str:
    """Return an exercise as a quotation, which stands apart from the prose."""
    first, *rest = exercise.text
    lines = [
        f"**Exercise {exercise.number}. {exercise.kind}:** {block_markdown(first)}",
        *map(block_markdown, rest),
    ]
    if exercise.answers:
        ticks = ("x" if i == exercise.ticked else " " for i in range(len(exercise.answers)))
        rows = zip(ticks, exercise.answers, strict=True)
        lines.append("\n".join(f"- [{tick}] {_escaped(answer)}" for tick, answer in rows))
    if exercise.conditions:
        lines.append("\n".join(f"- [ ] {_escaped(each)}" for each in exercise.conditions))
    if exercise.hint:
        lines.append(f"*Hint:* {block_markdown(exercise.hint[0])}")
        lines += map(block_markdown, exercise.hint[1:])
    return "\n".join(f"> {line}".rstrip() for line in "\n\n".join(lines).split("\n"))
