"""Homework: the task of a lesson as a session that a student works on, and its grading.

A session names its lesson and the step. Grading takes the conditions from the lesson and never
from the file of a student, who may have changed them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from perceptron_gui.base.errors import InputError, UsageError
from perceptron_gui.base.text import count, few, printable, quoted
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.document.model.session import Session, SessionTask
from perceptron_gui.document.sources import session_in

from .claims import Claim, Finding, rule_texts, with_signs
from .lesson import Lesson, LessonStep, LessonTask
from .prose import to_plain
from .reader import lesson_files, lesson_named

TaskPlace = tuple[str, int]  # the lesson, and the step counted from 1
NO_TASK = "names no task of a lesson; `perceptron-gui lessons homework` writes files that do"


@dataclass(frozen=True)
class GradedFile:
    """The grade of one file: a finding for every condition, or the problem with the file."""

    file: str
    task: SessionTask | None = None
    findings: tuple[Finding, ...] = ()
    problem: str = ""

    @property
    def met(self) -> int:
        """How many conditions are met."""
        return sum(each.holds for each in self.findings)

    @property
    def is_solved(self) -> bool:
        """Tell whether all conditions are met."""
        return bool(self.findings) and self.met == len(self.findings)

    def __str__(self) -> str:
        parts = [f"{self.file}: {'solved' if self.is_solved else 'not solved'}"]
        if self.task is not None:
            parts.append(place_text(self.task.lesson, self.task.step))
        if self.problem:
            return ", ".join([*parts, self.problem])
        parts.append(f"{self.met} of {count(len(self.findings), 'condition')} met")
        missing = [f"{each.that} ({each.truth})" for each in self.findings if not each.holds]
        return ", ".join(parts) + (f", missing: {'; '.join(missing)}" if missing else "")

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        task = self.task
        return {
            "file": self.file,
            "lesson": None if task is None else task.lesson,
            "step": None if task is None else task.step,
            "solved": self.is_solved,
            "met": self.met,
            "conditions": [
                {"that": each.that, "met": each.holds, "truth": each.truth}
                for each in self.findings
            ],
            "problem": self.problem or None,
        }


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


def grade(
    data: bytes, file: str, lessons: Mapping[str, Lesson], tasks: Collection[TaskPlace] = ()
) -> GradedFile:
    """Check a file of a student; `lessons` are looked at before those of the program.

    Where `tasks` were set, a student who did another one solved none of them.
    """
    task: SessionTask | None = None
    try:
        session = session_in(data, file)
        if session is None:
            raise InputError("this is no session; save the work as one (.json)")
        task = session.task
        if task is None:
            raise InputError(f"the session {NO_TASK}")
        lesson = lessons.get(task.lesson)
        if lesson is None:
            if task.lesson not in lesson_files():  # a path in a student's file is not followed
                why = f"there is no lesson {quoted(task.lesson)}; name its file with --lesson"
                raise InputError(why)
            lesson = lesson_named(task.lesson)
        number, asked = _found(lesson, task)
        task = replace(task, step=number)
        if tasks and (task.lesson, number) not in tasks:
            wanted = " or ".join(place_text(*each) for each in tasks)
            raise InputError(f"but the task that was set is {wanted}")
        findings = tuple(
            replace(finding, that=condition_text(condition))
            for condition, finding in zip(asked.conditions, asked.check(session), strict=True)
        )
    except InputError as error:
        return GradedFile(file, task, problem=str(error).removeprefix(f"{file}: "))
    return GradedFile(file, task, findings)


def _found(lesson: Lesson, task: SessionTask) -> tuple[int, LessonTask]:
    """Return a task by its text, since steps move when a lesson is revised, or by its step."""
    found = task_steps(lesson)
    alike = [number for number, (_, each) in found.items() if to_plain(each.text) == task.text]
    number = alike[0] if len(alike) == 1 else task.step
    if number not in found:
        raise InputError(f"step {number} of {quoted(task.lesson)} has no task")
    return number, found[number][1]


def condition_text(condition: Claim) -> str:
    """Return a condition in signs that are read: points ≥ 3, with offset = false."""
    text, change = with_signs(condition.statement.text), condition.change
    if change is None:
        return text
    said = rule_texts(change)
    if change.dataset is not None:
        said.append(f"the data {change.name}" if change.name else "other points")
    if change.lecture:
        said.append(f"the rule of {LECTURES[change.lecture]}")
    if change.at is not None:
        visit = f"visit {change.at}" if change.at.isdigit() else change.at
        said.append("at the end" if change.at == "end" else f"at {visit}")
    return f"{text}, with {few(said)}" if said else text
