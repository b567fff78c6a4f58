"""The lessons that come with the program, and how one is found by its name."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.resources import shipped as shipped_file
from perceptron_gui.base.text import did_you_mean, quoted

from .lesson import Lesson, LessonHeading
from .reader import ENDING, heading_from, lesson_from

_FOLDER = "lessons"
# The shipped files never change while the program runs, and scenes take long to train.
_read = cache(lesson_from)
_read_heading = cache(heading_from)


def lesson_files() -> dict[str, Path]:
    """Return the files of the lessons that come with the program by their names, in order."""
    found = sorted(shipped_file(_FOLDER).glob(f"*{ENDING}"))
    return {path.name.removesuffix(ENDING): path for path in found}


def shipped() -> list[Lesson]:
    """Return all lessons that come with the program."""
    return [_read(path) for path in lesson_files().values()]


def headings() -> list[LessonHeading]:
    """Return only their headings, which is far faster: no scene is trained."""
    return [_read_heading(path) for path in lesson_files().values()]


def lesson_named(name: str) -> Lesson:
    """Return a lesson by its name, by the end of its name, or from a file of one's own."""
    path = lesson_path(name)
    return _read(path) if path in lesson_files().values() else lesson_from(name)


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
