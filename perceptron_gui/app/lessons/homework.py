"""Homework that is open: its task in the panel of lessons, checked as the task of a step is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from perceptron_gui.app.state.app_state import Store
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.base.errors import window_sentence
from perceptron_gui.base.text import printable
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import SessionTask
from perceptron_gui.training.jobs import Jobs, Task

from .controller import LessonController
from .stage import LessonStage

if TYPE_CHECKING:
    from perceptron_gui.lessons.homework import OpenedHomework

_CLOSE = "lesson.close"
_LONGEST_NAME = 100


class Homework(QObject):
    """Opens the panel with a session that has a task, and closes it with that session."""

    def __init__(
        self,
        store: Store,
        jobs: Jobs,
        lessons: LessonController,
        stage: LessonStage,
        actions: ActionSet,
    ) -> None:
        super().__init__(lessons)
        self._store, self._jobs, self._actions = store, jobs, actions
        self._lessons, self._stage = lessons, stage
        self.opened: OpenedHomework | None = None
        actions.by_id[_CLOSE].triggered.connect(self.close)
        store.subscribe(lambda state: state.document.origin, self._on_opened)
        store.subscribe(lambda state: state.session.task, lambda _task: self._show_words())

    @property
    def described(self) -> dict[str, Any] | None:
        """What is seen of the homework, as plain values."""
        found, task = self.opened, self._store.state.session.task
        if found is None or task is None:
            return None
        return {"title": found.title, "student": task.student, "problem": found.problem}

    def _on_opened(self, file: OpenFile) -> None:
        self.close()
        task = file.session.task
        if task is not None:
            self._lessons.close()
            self._jobs.submit(
                partial(_read, task),
                key="lesson",
                latest_only=True,
                on_done=partial(self._on_read, file),
                on_failed=lambda error: self._lessons.message_shown.emit(window_sentence(error)),
            )

    def _on_read(self, file: OpenFile, found: OpenedHomework) -> None:
        if self._store.state.document.origin is not file:
            return
        self.opened = found
        panel = self._lessons.panel
        self._show_words()
        self._lessons.show_task(found.task, found.needs)
        panel.show()
        self._stage.fit(panel)
        self._lessons.open_controls()
        self._actions.offer(_CLOSE, True)

    def _show_words(self) -> None:
        """Show what the task belongs to, and whose work it is."""
        found, task = self.opened, self._store.state.session.task
        if found is not None and task is not None:
            student = printable(task.student, _LONGEST_NAME)
            by = f"Homework of {student}." if student else "Homework: save it when it is done."
            words = f"{found.problem} {by}".strip()
            self._lessons.panel.show_homework(found.title, found.heading, words)

    @Slot()
    def close(self) -> None:
        """Close the panel, unless a lesson has it now; the work stays open."""
        if self.opened is None:
            return
        self.opened = None
        if self._lessons.lesson is None:
            self._lessons.panel.hide()
            self._stage.end_homework()


def _read(task: SessionTask, _job: Task) -> OpenedHomework:
    """Find the task in its lesson, whose scenes are trained. Runs in the background."""
    from perceptron_gui.lessons.homework import open_homework

    return open_homework(task)
