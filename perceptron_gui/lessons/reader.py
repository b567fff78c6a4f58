"""Lessons read from TOML by name or path: every field is checked, and errors name the line."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from perceptron_gui.base.errors import InputError, OptionError, UsageError
from perceptron_gui.base.files import read_file
from perceptron_gui.base.resources import shipped as shipped_file
from perceptron_gui.base.text import did_you_mean, printable, quoted
from perceptron_gui.figures.plane.points import MOST_NUMBERS
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION

from . import ENDING
from .claims import read_claim
from .lesson import TOPICS, Lesson, LessonStep, LessonTask, read_prediction
from .scenes import OF_RUN, PANELS, Scene, SceneChange, read_change, read_panels
from .secrets import SECRETS
from .source import LONGEST_FILE, Entry, LessonError, read_source

HIDDEN = (*SECRETS, *PANELS)
MOST_STEPS = 200
_MOST_GOALS, _MOST_CLAIMS, _MOST_CONDITIONS, _MOST_MINUTES = 20, 100, 20, 600
_LONGEST_TITLE, _LONGEST_LINE, _LONGEST_TASK, _LONGEST_PROSE = 120, 300, 2_000, 8_000
_PLANE = "boundary"
_POINT = re.compile(r"\b[Pp]oints? [1-9]|\b(first|second|third|fourth) point\b")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
_OF_LESSON = (
    *("title", "lecture", "pages", "language", "minutes", "goals"),
    *("symbols", "steps"),
)
_OF_STEP = ("title", "prose", "notes", "hide", "claims", "scene", "prediction", "task")


def lesson_from(path: str | Path) -> Lesson:
    """Read a lesson from a file; an InputError names the file, the line and the key."""
    return read_lesson(_text_of(path), str(path))


def heading_from(path: str | Path) -> Lesson:
    """Read what a lesson is about, and nothing of its scenes, which would have to be trained."""
    return _read_heading(read_source(_text_of(path), str(path)), str(path))


def read_lesson(text: str, name: str) -> Lesson:
    """Read a lesson; `name` is its file name, with which every message begins."""
    whole = read_source(text, name)
    heading = _read_heading(whole, name)
    steps: list[LessonStep] = []
    for each in whole.table(_OF_LESSON)["steps"].entries(MOST_STEPS):
        steps.append(_read_step(each, steps[-1].scene if steps else None, heading.symbols))
    return replace(heading, steps=tuple(steps))


def _text_of(path: str | Path) -> str:
    data = read_file(path)
    if len(data) > 4 * LONGEST_FILE:  # a character has at most four bytes
        why = f"longer than {LONGEST_FILE // 1000} kB; this is no lesson"
        raise LessonError(f"{printable(str(path))}: {why}")
    try:
        return data.decode("utf-8-sig")  # editors of Windows begin a file with a byte order mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        why = "this is not UTF-8 text; save it as such"
        raise LessonError(f"{printable(str(path))}, line {line}: {why}") from error


def _read_heading(whole: Entry, name: str) -> Lesson:
    found = whole.table(_OF_LESSON)
    for key in ("title", "steps"):
        if key not in found:
            raise whole.error(f"{key} is missing; a lesson has a title and [[steps]]")
    lecture = found["lecture"].lecture() if "lecture" in found else ""
    symbols = lecture or DEFAULT_NOTATION
    if "symbols" in found:
        symbols = found["symbols"].lecture()
    goals = found["goals"].entries(_MOST_GOALS) if "goals" in found else []
    steps = found["steps"].entries(MOST_STEPS)
    if not steps:
        raise found["steps"].error("there are no steps; give at least one under [[steps]]")
    return Lesson(
        name=Path(name).name.removesuffix(ENDING),
        title=found["title"].title(_LONGEST_TITLE),
        lecture=lecture,
        pages=found["pages"].title(_LONGEST_LINE, True) if "pages" in found else "",
        language=_read_language(found["language"]) if "language" in found else "en",
        minutes=found["minutes"].count(1, _MOST_MINUTES) if "minutes" in found else 10,
        goals=tuple(each.line_of_prose(_LONGEST_LINE) for each in goals),
        symbols=symbols,
        step_titles=tuple(_step_title(each) for each in steps),
    )


def _step_title(entry: Entry) -> str:
    found = entry.table(_OF_STEP)
    if "title" not in found:
        raise entry.error("title is missing")
    return found["title"].title(_LONGEST_TITLE)


def _read_language(entry: Entry) -> str:
    language = entry.line_of_text(12)
    if not _LANGUAGE.fullmatch(language):
        raise entry.error("must be the code of a language, as in en or pt-BR")
    return language


def _read_step(entry: Entry, before: Scene | None, symbols: str) -> LessonStep:
    found = entry.table(_OF_STEP)
    change = read_change(found["scene"]) if "scene" in found else SceneChange()
    scene = _applied(change, before, symbols, found.get("scene", entry))
    claims = found["claims"].entries(_MOST_CLAIMS) if "claims" in found else []
    step = LessonStep(
        _step_title(entry),
        scene,
        prose=found["prose"].prose(_LONGEST_PROSE, True) if "prose" in found else "",
        notes=found["notes"].prose(_LONGEST_PROSE, True) if "notes" in found else "",
        hide=read_panels(found["hide"], HIDDEN) if "hide" in found else (),
        claims=tuple(map(read_claim, claims)),
        prediction=read_prediction(found["prediction"], scene) if "prediction" in found else None,
        task=_read_task(found["task"], scene) if "task" in found else None,
    )
    return replace(step, scene=_numbered(scene)) if _names_points(step) else step


def _names_points(step: LessonStep) -> bool:
    """Tell whether a step speaks of points by their numbers."""
    asked, task = step.prediction, step.task
    texts = [step.prose]
    if asked is not None:
        texts += [asked.question, *(why for _, why in asked.why)]
    if task is not None:
        texts += [task.text, task.hint]
    is_asked = asked is not None and asked.ask == "next"
    return is_asked or any(map(_POINT.search, texts))


def _numbered(scene: Scene) -> Scene:
    """Return a scene whose points carry their numbers, if they are few."""
    session = scene.session
    if len(session.dataset) > MOST_NUMBERS:
        return scene
    views = {**session.views, _PLANE: {**session.views.get(_PLANE, {}), "numbers": True}}
    return replace(scene, session=replace(session, views=views), same_run=scene)


def _applied(change: SceneChange, before: Scene | None, symbols: str, entry: Entry) -> Scene:
    try:
        scene = change.apply(before, symbols)
        _ = scene.visit  # which trains: a rule may not fit the data, or a place be beyond the end
        return scene
    except InputError as error:
        raise _refused(entry, error) from error


def _refused(entry: Entry, error: InputError) -> LessonError:
    """Return the error of a scene, at the option that it is about where that is given."""
    if isinstance(error, OptionError):
        name = error.remark.option
        rule = entry.value.get("rule", {})
        where = entry.member("rule").member(name) if name in rule else entry
        return where.error(error.remark.worded(name))
    return entry.error(str(error))


def _read_task(entry: Entry, scene: Scene) -> LessonTask:
    found = entry.table(("text", "hint", "conditions", "solution"))
    for key in ("text", "conditions"):
        if key not in found:
            raise entry.error(f"{key} is missing")
    conditions = found["conditions"].entries(_MOST_CONDITIONS)
    if not conditions:
        raise found["conditions"].error("there are no conditions; give at least one")
    task = LessonTask(
        found["text"].prose(_LONGEST_TASK),
        tuple(map(read_claim, conditions)),
        found["hint"].prose(_LONGEST_TASK) if "hint" in found else "",
        read_change(found["solution"], OF_RUN) if "solution" in found else None,
    )
    try:
        solution = task.solved(scene)
        _ = None if solution is None else solution.visit
    except InputError as error:
        raise _refused(entry.member("solution"), error) from error
    return task


def following(name: str) -> Lesson | None:
    """Return the heading of the lesson after one, in the order in which they are best read."""
    files = lesson_files()
    order = [each for topic in TOPICS.values() for each in topic]
    by_end = {each.partition("-")[2]: each for each in files}
    known = [by_end[each] for each in order if each in by_end]
    if name not in known[:-1]:
        return None
    return _shipped_heading(files[known[known.index(name) + 1]])


# The shipped files never change while the program runs, and scenes take long to train.
_shipped_lesson = cache(lesson_from)
_shipped_heading = cache(heading_from)


def lesson_files() -> dict[str, Path]:
    """Return the files of the lessons that come with the program by their names, in order."""
    found = sorted(shipped_file("lessons").glob(f"*{ENDING}"))
    return {path.name.removesuffix(ENDING): path for path in found}


def shipped() -> list[Lesson]:
    """Return all lessons that come with the program."""
    return [_shipped_lesson(path) for path in lesson_files().values()]


def headings() -> list[Lesson]:
    """Return only their headings, which is far faster: no scene is trained."""
    return [_shipped_heading(path) for path in lesson_files().values()]


def lesson_named(name: str) -> Lesson:
    """Return a lesson by its name, by the end of its name, or from a file of one's own."""
    path = lesson_path(name)
    return _shipped_lesson(path) if path in lesson_files().values() else lesson_from(name)


def lesson_path(name: str) -> Path:
    """Return the file of a lesson by its name, by the end of its name, or by its path."""
    files = lesson_files()
    short = {each.partition("-")[2]: each for each in files}
    known = name if name in files else short.get(name)
    if known is not None:
        return files[known]
    if name.endswith(ENDING) or any(sign in name for sign in (os.sep, "/")):
        return Path(name)
    hint = did_you_mean(name, [*files, *short]) or "; perceptron-gui lessons lists them"
    raise UsageError(f"there is no lesson {quoted(name)}{hint}")
