"""Homework: the task of a lesson as a session that a student works on.

A session names its lesson and the step. The conditions are those of the lesson and never those of
the file of a student, who may have changed them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from perceptron_gui.base.errors import InputError, UsageError
from perceptron_gui.base.text import few, printable, quoted
from perceptron_gui.document.model.session import Session, SessionTask

from .lesson import Lesson, LessonStep, LessonTask
from .prose import escaped, to_plain
from .reader import LONGEST_TASK, lesson_files, lesson_named

TaskPlace = tuple[str, int]  # the lesson, and the step counted from 1


def place_text(lesson: str, step: int) -> str:
    """Write step 3 of 001-follow-theta."""
    return f"step {step} of {printable(lesson, 60)}"


def task_steps(lesson: Lesson) -> dict[int, tuple[LessonStep, LessonTask]]:
    """Return the steps that have a task by their numbers, counted from 1."""
    numbered = enumerate(lesson.steps, 1)
    return {number: (step, step.task) for number, step in numbered if step.task is not None}


def chosen_step(lesson: Lesson, number: int | None, option: str) -> int:
    """Return the step of the task that is meant; `option` chooses it where there are several."""
    found = list(task_steps(lesson))
    if not found:
        raise UsageError(f"the lesson {quoted(lesson.name)} has no task; take another one")
    if number is None and len(found) > 1:
        raise UsageError(
            f"the lesson {quoted(lesson.name)} has several tasks, in steps {few(found)}; "
            f"choose one with {option}"
        )
    if number is not None and number not in found:
        raise UsageError(
            f"step {number}: there is no task in that step of {quoted(lesson.name)}; "
            f"there is one in {few(found)}"
        )
    return found[0] if number is None else number


def set_task(name: str, lessons: Mapping[str, Lesson]) -> TaskPlace:
    """Read LESSON:STEP, or LESSON alone where it has one task; `lessons` are looked at first."""
    # From the right: a path of Windows holds a colon too.
    lesson_name, _, step = name.rpartition(":")
    number = int(step) if lesson_name and re.fullmatch("[0-9]{1,6}", step) else None
    if number is None:
        lesson_name = name
    lesson = lessons.get(lesson_name) or lesson_named(lesson_name)
    return lesson.name, chosen_step(lesson, number, f"--task {printable(lesson_name)}:STEP")


def homework(lesson: Lesson, number: int | None, program: str = "") -> Session:
    """Return the session that a student begins with; of several tasks, `number` is the step."""
    chosen = chosen_step(lesson, number, "--step")
    step, task = task_steps(lesson)[chosen]
    named = SessionTask(lesson.name, chosen, to_plain(task.text))
    return replace(step.scene.session, task=named, program=program)


@dataclass(frozen=True)
class OpenedHomework:
    """What a student is asked to do; without its lesson, there are no conditions to check."""

    title: str  # of the lesson
    heading: str  # of the step
    task: LessonTask
    needs: tuple[str, ...] = ()
    problem: str = ""


def open_homework(named: SessionTask) -> OpenedHomework:
    """Look up the task that a session names; of a student's file, only words are taken."""
    try:
        lesson = lesson_of(named, {})
    except InputError:
        why = f"The lesson {quoted(named.lesson)} is not here, so nothing can be checked."
        return _unknown(named, why)
    try:
        number, task = task_of(lesson, named)
    except InputError as error:
        return _unknown(named, f"Nothing can be checked: {error}.")
    step = lesson.steps[number - 1]
    return OpenedHomework(lesson.title, step.title, task, task.needs(step.scene))


def _unknown(named: SessionTask, why: str) -> OpenedHomework:
    text = escaped(named.text[:LONGEST_TASK])
    return OpenedHomework("Homework", "", LessonTask(text, ()), problem=why)


def lesson_of(task: SessionTask, lessons: Mapping[str, Lesson]) -> Lesson:
    """Return the lesson that a file names, of `lessons` first; a path in it is not followed."""
    lesson = lessons.get(task.lesson)
    if lesson is not None:
        return lesson
    if task.lesson not in lesson_files():
        why = f"there is no lesson {quoted(task.lesson)}"
        raise InputError(f"{why}; name its file with --lesson", f"{why}; open its file first")
    return lesson_named(task.lesson)


def task_of(lesson: Lesson, task: SessionTask) -> tuple[int, LessonTask]:
    """Find a task by its text, since steps move when a lesson is revised, or by its step."""
    found = task_steps(lesson)
    alike = [number for number, (_, each) in found.items() if to_plain(each.text) == task.text]
    number = alike[0] if len(alike) == 1 else task.step
    if number not in found:
        raise InputError(f"step {number} of {quoted(task.lesson)} has no task")
    return number, found[number][1]
