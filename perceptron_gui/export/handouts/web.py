"""A lesson as a page for the browser: its steps, with scenes that are live where that is possible.

What a step keeps back is not on the page before its question is answered, and later steps are
unfolded after that.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import InputError
from perceptron_gui.base.exact import exact_text
from perceptron_gui.base.resources import VERSION
from perceptron_gui.document.embed.carrier import embed
from perceptron_gui.document.model.session import write_session
from perceptron_gui.export.formats.formats import played_run
from perceptron_gui.export.layout.page import page_of
from perceptron_gui.export.pages.live import (
    LiveScene,
    browser_knows,
    can_be_live,
    options_in_browser,
)
from perceptron_gui.export.pages.page import PageLesson, page_html
from perceptron_gui.export.pages.played import PlayedRun, Visits, as_html
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lessons import prose
from perceptron_gui.lessons.claims import Claim
from perceptron_gui.lessons.facts import Value
from perceptron_gui.lessons.homework import homework
from perceptron_gui.lessons.lesson import Lesson, LessonPrediction, LessonStep, question
from perceptron_gui.lessons.scenes import PLANE, Scene, SceneChange
from perceptron_gui.lessons.secrets import SECRETS, hidden
from perceptron_gui.theory.run_text.status import CLASSES, COUNT, LINE, SCORES

from .content import HandoutBlock, pictures_of, solution_blocks, truth_blocks

_MOST_MOMENTS = 60  # of a step: the longest lesson is a page of 250 kB then
# What a live plane follows, or tells anyway; other options of the plane are seen in a figure.
_OF_LIVE_PLANE = {"equation", "asked", "numbers", "update"}
# The cards beside a live plane that tell what panels of the window tell.
_CARDS = {"explanation": "arithmetic", "norms": "norms", "mistakes": "errors"}
# What facts.js decides of a run of its own; other conditions are left to the program.
DECIDED = (
    *("points", "positive", "negative", "dimension", "updates", "visits", "epochs", "status"),
    *("converged", "separable", "radius_squared", "margin_squared", "bound", "cycle.period"),
    *("cycle.updates", "cycle.start", "end.errors", "visit", "epoch", "k", "weights", "answer"),
    *("answer_errors", "errors", "loss", "norm_squared", "score", "agreement", "prediction"),
    *("right", "loss_of", "mistaken", "tally", "least", "crossing", "reached"),
)


class _Scenes:
    """The scenes of a page in the order of their numbers, which steps name."""

    def __init__(self) -> None:
        self.added: list[LiveScene | PlayedRun] = []

    def add(self, scene: LiveScene | PlayedRun) -> int:
        self.added.append(scene)
        return len(self.added) - 1


def lesson_page(lesson: Lesson, theme: Theme, progress: Progress = no_progress) -> bytes:
    """Return the page of a lesson; the session of its first scene is embedded in it."""
    scenes = _Scenes()
    steps = [_step(lesson, number, scenes) for number in range(1, len(lesson.steps) + 1)]
    page = page_html(
        from_user(lesson.title),
        scenes.added,
        theme,
        VERSION,
        lesson=PageLesson(_intro(lesson), steps, lesson.language),
        progress=progress,
    )
    return embed(page, "html", write_session(lesson.steps[0].scene.session))


def _step(lesson: Lesson, number: int, scenes: _Scenes) -> dict[str, Any]:
    """Return a step as the script reads it; its scenes are added to those of the page."""
    step = lesson.steps[number - 1]
    scene, task = step.scene, step.task
    is_live = can_be_live(scene.run) and (scene.page == PLANE or task is not None)
    asked, kept = (hidden(step, is_open) for is_open in (True, False))
    found: dict[str, Any] = {
        "title": as_html(from_user(step.title)),
        "prose": prose.to_html(step.prose),
        "asked": _seen(asked, step.prediction),
        "kept": _seen(kept, None),
        "question": None if step.prediction is None else _question(step),
        "task": None if task is None else _task(step, is_live),
    }
    session = scene.session if task is None else homework(lesson, number, VERSION)
    if is_live:
        notation = NOTATIONS[session.notation]
        found["scene"] = scenes.add(LiveScene(scene.run, notation, session, scene.visit))
        shown = session.views.get("boundary", {}).keys()
        # The figure stands in the text, and the plane is worked on.
        if scene.page != PLANE or not shown <= _OF_LIVE_PLANE:
            found["figure"] = scenes.add(_recorded(step, asked))
        return found
    if step.prediction is not None:
        found["before"] = scenes.add(_recorded(step, asked, step.prediction.about == "visit"))
    if task is not None:
        found["task"]["session"] = json.loads(write_session(session))
    return found | {"scene": scenes.add(_recorded(step, kept))}


def _seen(hides: frozenset[str], asked: LessonPrediction | None) -> dict[str, Any]:
    """Return what a live plane shows: of a run of which something is kept back, and which cards."""
    without = [card for panel, card in _CARDS.items() if panel in hides]
    return {"only": _seen_of_run(hides, asked), "without": without}


def _seen_of_run(hides: frozenset[str], asked: LessonPrediction | None) -> dict[str, bool] | None:
    """Return what is shown of a run that stays at its visit; None where all of it may be seen."""
    secret = hides & SECRETS.keys()
    if not secret:
        return None
    fact = "" if asked is None else asked.that.partition("[")[0].strip()
    return {
        "next": asked is not None and asked.about == "visit",
        "visit": not secret & {CLASSES, SCORES, LINE, COUNT},
        "line": LINE not in secret,
        "weights": fact not in ("weights", "answer"),
    }


def _recorded(step: LessonStep, hides: frozenset[str], is_asked: bool | None = None) -> PlayedRun:
    """Return the scene of a step in figures, shown at its cursor first.

    Where something of the run is kept back it is shown at its cursor alone, and nothing is said.
    """
    scene, visit = step.scene, step.scene.visit
    is_whole = not hides & SECRETS.keys()
    cursor = max(visit, scene.run.computed_visits) if is_whole else visit
    (picture, *_panels) = pictures_of(scene, hides, "", is_asked or None)
    job = replace(picture.job(page_of({})), run=scene.run.prolonged(cursor), cursor=cursor)
    played = replace(played_run(job, _MOST_MOMENTS), start=visit)
    if is_whole:
        return played
    shows = (job.view.shows,)
    return replace(
        played,
        visits=Visits((visit,)),
        notation=None,
        described=lambda _drawing, _visit: shows,
    )


def _intro(lesson: Lesson) -> str:
    """Return where the lesson comes from, how long it takes, and what for."""
    about = " · ".join(part for part in (lesson.source, f"{lesson.minutes} minutes") if part)
    goals = "".join(f"<li>{prose.line_html(goal)}</li>" for goal in lesson.goals)
    first = f"<p>{html.escape(about[:1].upper() + about[1:])}</p>"
    return f"{first}<ul>{goals}</ul>" if goals else first


def _question(step: LessonStep) -> dict[str, Any]:
    """Return a question, why each answer is wrong or right, and the arithmetic that shows it."""
    asked, prediction = question(step), step.prediction
    is_of_visit = prediction is not None and prediction.about in ("visit", "update")
    return {
        "words": prose.line_html(asked.words),
        "answers": list(map(prose.line_html, asked.answers)),
        "truth": asked.truth,
        "whys": list(map(prose.line_html, asked.why)),
        "told": _blocks(truth_blocks(step)) if is_of_visit else "",
    }


def _task(step: LessonStep, is_live: bool) -> dict[str, Any]:
    task = step.task
    assert task is not None
    return {
        "text": prose.to_html(task.text),
        "hint": prose.to_html(task.hint),
        "solution": "" if task.solution is None else _blocks(solution_blocks(step, "")),
        "conditions": [
            {
                "said": html.escape(condition.sentence),
                "check": condition_check(condition, step.scene) if is_live else None,
            }
            for condition in task.conditions
        ],
    }


def condition_check(condition: Claim, scene: Scene) -> dict[str, Any] | None:
    """Return a condition as the script decides it; None where only the program can."""
    said, change = condition.statement, condition.change or SceneChange()
    at = change.at or "end"
    is_other_data = change.dataset is not None or change.lecture is not None
    if said.fact not in DECIDED or said.sign == "~" or is_other_data:
        return None
    if at != "end" and not at.isdigit():
        return None
    try:
        rule = scene.rule.with_options(change.rule)
    except InputError:
        return None
    if not browser_knows(rule):
        return None
    known = options_in_browser(rule, scene.session.dataset.dimension)
    if not change.rule.keys() <= known.keys():
        return None
    return {
        "fact": said.fact,
        "index": said.index,
        "sign": said.sign,
        "value": _value(said.value),
        "options": {name: known[name] for name in change.rule},
        "at": at,
    }


def _value(value: Value) -> str | list[str]:
    """Return a value as texts, as the script compares it."""
    if isinstance(value, tuple):
        return list(map(exact_text, value))
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else exact_text(Fraction(value))


def _blocks(blocks: Iterable[HandoutBlock]) -> str:
    """Return the words and tables of a solution; its figures are seen in the program."""
    written = ""
    for block in blocks:
        if isinstance(block, prose.ProseBlock):
            written += prose.block_html(block)
        elif isinstance(block, Table):
            rows = [_row("th", block.columns), *(_row("td", row) for row in block.rows)]
            written += f"<table>{''.join(rows)}</table>"
    return written


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{as_html(cell)}</{tag}>' for cell in cells)}</tr>"
