"""A lesson as a page for the browser: its prose, its questions, and every scene to step through."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import replace

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.resources import VERSION
from perceptron_gui.document.embed.carrier import embed
from perceptron_gui.document.model.session import write_session
from perceptron_gui.export.formats.formats import played_run
from perceptron_gui.export.layout.page import page_of
from perceptron_gui.export.pages.page import PageSection, page_html
from perceptron_gui.export.pages.played import PlayedRun, as_html
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lessons import prose
from perceptron_gui.lessons.lesson import Lesson, LessonStep, question

from .content import HandoutBlock, pictures_of, solution_blocks, truth_blocks

_MOST_MOMENTS = 60  # of a step: the longest lesson is a page of 250 kB then
_FUTURE, _VERDICT, _ARITHMETIC = "future", "verdict", "explanation"  # what a step may hide


def lesson_page(lesson: Lesson, theme: Theme, progress: Progress = no_progress) -> bytes:
    """Return the page of a lesson; the session of its first scene is embedded in it."""
    sections = [
        PageSection(from_user(step.title), _words(step), played_step(step)) for step in lesson.steps
    ]
    title, intro = from_user(lesson.title), _intro(lesson)
    page = page_html(title, sections, theme, VERSION, lesson.language, progress, intro)
    return embed(page, "html", write_session(lesson.steps[0].scene.session))


def played_step(step: LessonStep) -> PlayedRun:
    """Return the scene of a step, shown at its cursor first; it ends there if the rest is hidden.

    Where the verdict is hidden, nothing is said of the visits, since the last one tells it.
    """
    scene, visit = step.scene, step.scene.visit
    hides_future = _FUTURE in step.hide
    cursor = visit if hides_future else max(visit, scene.run.computed_visits)
    (picture, *_panels) = pictures_of(scene, step.hide, "")
    job = replace(picture.job(page_of({})), run=scene.run.prolonged(cursor), cursor=cursor)
    played = played_run(job, _MOST_MOMENTS)
    if hides_future:
        kept = tuple(each for each in played.visits.shown if each <= visit)
        played = replace(played, visits=replace(played.visits, shown=kept, again=None))
    if _VERDICT in step.hide and not hides_future:
        played = replace(played, notation=None)
    return replace(played, start=visit, arithmetic=_ARITHMETIC not in step.hide, described=None)


def _intro(lesson: Lesson) -> str:
    """Return where the lesson comes from, how long it takes, and what for."""
    about = " · ".join(part for part in (lesson.source, f"{lesson.minutes} minutes") if part)
    goals = "".join(f"<li>{prose.line_html(goal)}</li>" for goal in lesson.goals)
    first = f"<p>{html.escape(about[:1].upper() + about[1:])}</p>"
    return f"{first}<ul>{goals}</ul>" if goals else first


def _words(step: LessonStep) -> str:
    """Return the prose of a step, what it asks and its task; answers are behind a click."""
    parts = [prose.to_html(step.prose)]
    if step.prediction is not None:
        asked = question(step)
        answers = "".join(f"<li>{prose.line_html(answer)}</li>" for answer in asked.answers)
        parts.append(
            f'<div class="ask"><p><b>{prose.line_html(asked.words)}</b></p><ul>{answers}</ul>'
            f"<details><summary>Answer</summary><p>{prose.line_html(asked.true_answer)}</p>"
            f"{_blocks(truth_blocks(step))}</details></div>"
        )
    if (task := step.task) is not None:
        heading = "<p><b>Try it in the program</b></p>"
        written = f'<div class="task">{heading}{prose.to_html(task.text)}'
        if task.hint:
            written += f"<details><summary>Hint</summary>{prose.to_html(task.hint)}</details>"
        if task.solution is not None:
            found = _blocks(solution_blocks(step, ""))
            written += f"<details><summary>A solution</summary>{found}</details>"
        parts.append(f"{written}</div>")
    return "\n".join(parts)


def _blocks(blocks: Iterable[HandoutBlock]) -> str:
    """Return the words and tables of a solution; its figures are seen in the program."""
    written = ""
    for block in blocks:
        if isinstance(block, prose.ProseBlock):
            written += prose.block_html(block)
        elif isinstance(block, Table):
            rows = [_row("th", block.columns), *(_row("td", row) for row in block.rows)]
            written += f'<table class="table">{"".join(rows)}</table>'
    return written


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{as_html(cell)}</{tag}>' for cell in cells)}</tr>"
