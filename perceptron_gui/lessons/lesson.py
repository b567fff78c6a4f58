"""A lesson as a value: its steps with scenes and tasks, and the proof of all it claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.document.model.session import Session
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION

from .claims import Claim, Finding
from .predictions import LessonPrediction
from .scenes import Scene, SceneChange


@dataclass(frozen=True)
class LessonTask:
    """What a student is to make; conditions are about the run's end unless they say where."""

    text: str
    conditions: tuple[Claim, ...]
    hint: str = ""
    solution: SceneChange | None = None

    def check(self, session: Session) -> list[Finding]:
        """Return for every condition whether a session meets it, and what is true instead."""
        scene = Scene(replace(session, cursor="end"))
        return [condition.holds(scene) for condition in self.conditions]

    def solved(self, scene: Scene) -> Scene | None:
        """Return the scene of the solution, if there is one."""
        if self.solution is None:
            return None
        return self.solution.apply(scene, scene.session.notation)


@dataclass(frozen=True)
class LessonStep:
    """One step: what is said, shown, hidden, asked and claimed."""

    title: str
    scene: Scene
    prose: str = ""
    notes: str = ""  # for the presenter
    hide: tuple[str, ...] = ()  # future, verdict, or panels
    claims: tuple[Claim, ...] = ()
    prediction: LessonPrediction | None = None
    task: LessonTask | None = None


@dataclass(frozen=True)
class LessonHeading:
    """What a lesson is about, without its steps; `name` is its file name without the ending."""

    name: str
    title: str
    lecture: str = ""  # its number
    pages: str = ""  # where in the lecture
    language: str = "en"
    minutes: int = 10
    goals: tuple[str, ...] = ()
    symbols: str = DEFAULT_NOTATION
    step_titles: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Where it comes from, as it is cited: CMU (Póczos), slides 12 to 16."""
        parts = (LECTURES.get(self.lecture, ""), self.pages)
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True)
class Lesson(LessonHeading):
    """A whole lesson."""

    steps: tuple[LessonStep, ...] = ()


@dataclass(frozen=True)
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
    solution = task.solved(step.scene)
    if solution is not None:
        yield from task.check(solution.session)
