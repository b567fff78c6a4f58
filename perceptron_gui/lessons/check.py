"""The proof of a lesson: every claim compared with the engine, predictions asked, tasks solved."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.base.values import frozen_value

from . import tasks
from .claims import Finding
from .lesson import Lesson, LessonStep


@frozen_value
class CheckedLesson:
    """What was found of a lesson; `count` claims and conditions were looked at."""

    lesson: Lesson
    wrong: tuple[tuple[int, Finding], ...]  # the step, counted from 1, and what is false in it
    count: int

    @property
    def is_true(self) -> bool:
        """Tell whether everything holds."""
        return not self.wrong


def check_lesson(lesson: Lesson) -> CheckedLesson:
    """Prove what a lesson says, or find what is false."""
    found = [
        (number, finding)
        for number, step in enumerate(lesson.steps, 1)
        for finding in findings(step)
    ]
    wrong = tuple(each for each in found if not each[1].holds)
    return CheckedLesson(lesson, wrong, len(found))


def findings(step: LessonStep) -> Iterator[Finding]:
    """Yield what is true of every claim of a step, and of the solution of its task."""
    for claim in step.claims:
        yield claim.holds(step.scene)
    task = step.task
    if task is None:
        return
    solution = tasks.solved(task, step.scene)
    if solution is not None:
        yield from tasks.check(task, solution.session)
