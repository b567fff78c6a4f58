"""What was made of the tasks of a lesson: kept for when a step is shown again, and checked."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.app.state.app_state import Store
from perceptron_gui.base.errors import window_sentence
from perceptron_gui.document.model.session import Session
from perceptron_gui.lessons.claims import Finding
from perceptron_gui.lessons.lesson import LessonStep, LessonTask
from perceptron_gui.training.jobs import Jobs, Task

from .stage import LessonStage

if TYPE_CHECKING:
    from perceptron_gui.views.lessons.panel import LessonPanel

Checked = tuple[Session, list[Finding]]


class LessonWorks(QObject):
    """Keeps what was made of tasks while the lesson is open, and lets the engine check it."""

    def __init__(self, store: Store, stage: LessonStage, jobs: Jobs) -> None:
        super().__init__(stage)
        self._store, self._stage, self._jobs = store, stage, jobs
        self._made: dict[int, Session] = {}  # by the number of the step

    def keep(self, number: int, step: LessonStep) -> None:
        """Keep what is edited, where it was made of the task of a step."""
        if step.task is not None and not self._stage.has_session(step.scene):
            self._made[number] = self._store.state.session

    def session_of(self, number: int, step: LessonStep) -> Session:
        """Return what was made of a step, or what the lesson has there."""
        return self._made.get(number, step.scene.session)

    def forget(self, number: int | None = None) -> None:
        """Forget what was made of a step, or of all of them."""
        if number is None:
            self._made.clear()
        else:
            self._made.pop(number, None)

    def check(self, task: LessonTask, panel: LessonPanel) -> None:
        """Check what is edited against the conditions of a task, in the background."""
        session = self._store.state.session
        panel.task.show_checking()
        self._jobs.submit(
            partial(_checked, task, session),
            key="lesson task",
            latest_only=True,
            on_done=partial(self._on_checked, panel),
            on_failed=lambda error: panel.task.show_problem(window_sentence(error)),
        )

    def _on_checked(self, panel: LessonPanel, found: Checked) -> None:
        session, findings = found
        if session is self._store.state.session:
            panel.show_findings(findings)


def _checked(task: LessonTask, session: Session, _task: Task) -> Checked:
    """Return what is true of every condition, in words. Runs in the background."""
    from perceptron_gui.lessons.homework import condition_text  # which the start has no need of

    pairs = zip(task.conditions, task.check(session), strict=True)
    return session, [replace(found, that=condition_text(each)) for each, found in pairs]
