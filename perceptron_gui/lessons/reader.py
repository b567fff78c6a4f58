"""Lessons read from TOML by name or path: every field is checked, and errors name the line."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from perceptron_gui.base.errors import InputError, OptionError, UsageError
from perceptron_gui.base.files import read_file
from perceptron_gui.base.resources import shipped
from perceptron_gui.base.text import did_you_mean, printable, quoted
from perceptron_gui.figures.plane.points import MOST_NUMBERS
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION

from . import ENDING
from .claims import Claim, read_claim
from .lesson import TOPICS, Lesson, LessonStep, LessonTask, read_prediction
from .scenes import OF_RUN, PANELS, Scene, SceneChange, read_change, read_panels
from .secrets import SECRETS
from .source import LONGEST_FILE, Entry, LessonError, Other, Problems, Value, read_source

HIDDEN = (*SECRETS, *PANELS)
MOST_STEPS = 200
_MOST_GOALS, _MOST_CLAIMS, _MOST_CONDITIONS, _MOST_MINUTES = 20, 100, 20, 600
_LONGEST_TITLE, _LONGEST_LINE, _LONGEST_PROSE = 120, 300, 8_000
LONGEST_TASK = 2_000
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
    """Read a lesson; `name` is its file name, with which every problem that is found begins."""
    whole = read_source(text, name)
    problems = Problems()
    heading = problems.tried(partial(_read_heading, whole, name), None)
    symbols = DEFAULT_NOTATION if heading is None else heading.symbols
    found = whole.table(_OF_LESSON)
    entries = found["steps"].entries(MOST_STEPS) if "steps" in found else []
    steps: list[LessonStep] = []
    before: Scene | None = None
    is_known = True  # what the scene before is
    for each in entries:
        step = problems.tried(partial(_read_step, each, before, is_known, symbols, problems), None)
        is_known = step is not None
        if step is not None:
            before = step.scene
            steps.append(step)
    problems.check()
    assert heading is not None
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


def _read_step(
    entry: Entry, before: Scene | None, is_known: bool, symbols: str, problems: Problems
) -> LessonStep | None:
    """Read a step; None where its scene cannot be made, or the one before that it changes."""
    found = entry.table(_OF_STEP)

    def read(key: str, how: Callable[[Entry], Value], usual: Other) -> Value | Other:
        return problems.tried(lambda: how(found[key]), usual) if key in found else usual

    def claims(entry: Entry) -> tuple[Claim, ...]:
        return _read_claims(entry, _MOST_CLAIMS, problems)

    title = problems.tried(partial(_step_title, entry), "")
    prose = read("prose", lambda each: each.prose(_LONGEST_PROSE, True), "")
    notes = read("notes", lambda each: each.prose(_LONGEST_PROSE, True), "")
    hide = read("hide", lambda each: read_panels(each, HIDDEN), ())
    claimed = read("claims", claims, ())
    change = read("scene", read_change, None) if "scene" in found else SceneChange()
    scene = None
    if change is not None and (is_known or change.dataset is not None):
        where = found.get("scene", entry)
        scene = problems.tried(partial(_applied, change, before, symbols, where), None)
    task = read("task", lambda each: _read_task(each, scene, problems), None)
    if scene is None:
        return None
    asked = read("prediction", partial(read_prediction, scene=scene), None)
    step = LessonStep(title, scene, prose, notes, hide, claimed, asked, task)
    return replace(step, scene=_numbered(scene)) if _names_points(step) else step


def _read_claims(entry: Entry, most: int, problems: Problems) -> tuple[Claim, ...]:
    claims = (problems.tried(partial(read_claim, each), None) for each in entry.entries(most))
    return tuple(claim for claim in claims if claim is not None)


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


def _read_task(entry: Entry, scene: Scene | None, problems: Problems) -> LessonTask:
    """Read a task; without a scene, its solution is not made."""
    found = entry.table(("text", "hint", "conditions", "solution"))
    for key in ("text", "conditions"):
        if key not in found:
            raise entry.error(f"{key} is missing")
    if not found["conditions"].entries(_MOST_CONDITIONS):
        raise found["conditions"].error("there are no conditions; give at least one")
    conditions = _read_claims(found["conditions"], _MOST_CONDITIONS, problems)
    task = LessonTask(
        found["text"].prose(LONGEST_TASK),
        conditions,
        found["hint"].prose(LONGEST_TASK) if "hint" in found else "",
        read_change(found["solution"], OF_RUN) if "solution" in found else None,
    )
    try:
        solution = None if scene is None else task.solved(scene)
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
    found = sorted(shipped("lessons").glob(f"*{ENDING}"))
    return {path.name.removesuffix(ENDING): path for path in found}


def headings() -> list[Lesson]:
    """Return the headings of all those lessons; no scene is trained for them."""
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
