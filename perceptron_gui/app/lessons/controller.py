"""The lesson that is open: its steps one after another, what is asked, and what is checked."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.session.appearance import Appearance
from perceptron_gui.app.session.poll import PollController
from perceptron_gui.app.state.app_state import Store
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.pages import PLANE, page_of
from perceptron_gui.base.errors import window_sentence
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.lessons.secrets import hidden
from perceptron_gui.theory.run_text.poll import Poll, PollQuestion
from perceptron_gui.training.jobs import Jobs, Task

from .stage import LessonStage

if TYPE_CHECKING:
    from perceptron_gui.lessons.claims import Finding
    from perceptron_gui.lessons.lesson import Lesson, LessonStep, LessonTask
    from perceptron_gui.views.lessons.panel import LessonPanel

    ReadLesson = tuple[Lesson, tuple[PollQuestion | None, ...], Lesson | None]


CHECKING = "Checking …"


class LessonController(QObject):
    """Opens lessons and shows their steps; `described` tells what a person sees of them."""

    message_shown = Signal(str)
    step_shown = Signal()
    revealed = Signal()  # the answer of the step

    def __init__(
        self,
        store: Store,
        files: Files,
        jobs: Jobs,
        stage: LessonStage,
        polling: PollController,
        actions: ActionSet,
        looks: Appearance,
        add_themed: Callable[[Any], None],
    ) -> None:
        super().__init__(stage)
        self._store, self._files, self._jobs = store, files, jobs
        self._stage, self.polling, self._add_themed = stage, polling, add_themed
        self._looks, self._actions = looks, actions.by_id
        self._predict_first = actions.by_id["play.two_phase"]
        self.lesson: Lesson | None = None
        self.number = 0  # of the step, from 0
        self._task: LessonTask | None = None  # of the step, or the homework that is open
        self._needs: tuple[str, ...] = ()  # what the task needs changed
        self.begun = 0.0  # when the lesson was, by the clock of `time.monotonic`
        self._shown: OpenFile | None = None  # what the lesson opened
        # What was made of tasks, by the number of the step, for when it is shown again.
        self._made: dict[int, Session] = {}
        self._questions: tuple[PollQuestion | None, ...] = ()  # of every step
        self._following: Lesson | None = None  # the heading of the lesson after this one
        self._first = 0  # the step to begin with
        self._polls: list[Poll | None] = []
        self._reading: Task | None = None
        polling.answered.connect(self._reveal)
        polling.counted.connect(self._keep_poll)
        files.lesson_chosen.connect(self.open)
        stage.page_changed.connect(self._check_away)
        looks.presented.connect(self._on_presented)
        store.subscribe(lambda state: state.session, self._check_away)
        store.subscribe(lambda state: (state.run, state.moment, state.is_awaited), self._check_away)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        return {
            "lesson.next": self.next,
            "lesson.previous": self.previous,
            "lesson.back": self.go_back,
            "lesson.restart": self.restart,
            "lesson.close": self.close,
        }

    @property
    def step(self) -> LessonStep:
        """The step that is shown, or was left to explore."""
        assert self.lesson is not None
        return self.lesson.steps[self.number]

    @property
    def hides(self) -> frozenset[str]:
        """What is hidden now: what the step hides, and what would answer an open question."""
        return hidden(self.step, self.polling.is_open)

    @property
    def described(self) -> dict[str, Any] | None:
        """What is seen of the lesson, as plain values; the truth of an open question is not."""
        if self.lesson is None:
            return None
        return {
            "title": self.lesson.title,
            "step": self.number + 1,
            "steps": len(self.lesson.steps),
            "away": self._is_away,
            "hides": sorted(self.hides),
            **self.polling.described,
        }

    @Slot(str)
    @Slot(str, int)
    def open(self, name: str, step: int = 0) -> None:
        """Open a lesson by its name or its path; its runs are trained in the background."""
        self._first = step
        self.message_shown.emit("Opening the lesson …")
        self._reading = self._jobs.submit(
            partial(_read, name),
            key="lesson",
            latest_only=True,
            on_done=self._on_read,
            on_failed=partial(self._on_read_failed, name),
        )

    def _on_read(self, found: ReadLesson) -> None:
        self._reading = None
        self.message_shown.emit("")  # it is open
        if not self._is_ours and not self._files.may_leave():
            return
        if self.lesson is None:
            self._stage.begin()
        self.lesson, self._questions, self._following = found
        self._forget()
        panel, after = self.panel, self._following
        panel.show_lesson(self.lesson, "" if after is None else after.title)
        panel.show()
        self._show_step(min(self._first, len(self.lesson.steps) - 1))

    def _on_read_failed(self, name: str, error: Exception) -> None:
        self._reading = None
        problems = getattr(error, "problems", ())  # of a lesson: all are shown
        self._files.refuse(name, window_sentence(error), "\n".join(map(window_sentence, problems)))

    @cached_property
    def panel(self) -> LessonPanel:
        """The panel beside the pages, made for the first lesson that is opened."""
        from perceptron_gui.views.lessons.panel import LessonPanel

        panel = LessonPanel()
        self._stage.seat(panel)
        self._add_themed(panel)
        panel.show_presenting(self._looks.is_presenting)
        panel.next_requested.connect(self.next)
        panel.following_requested.connect(self._open_following)
        panel.previous_requested.connect(self.previous)
        panel.step_requested.connect(self.show_step)
        panel.back_requested.connect(self.go_back)
        panel.restart_requested.connect(self.restart)
        panel.close_requested.connect(self._actions["lesson.close"].trigger)
        self.polling.connect_box(panel.question)
        panel.task.check_requested.connect(self._check_task)
        panel.task.controls_requested.connect(self.open_controls)
        self._store.subscribe(
            lambda state: (state.session.dataset, state.rule),
            lambda _: panel.task.show_findings(None),
        )
        return panel

    @Slot(int)
    def show_step(self, number: int) -> None:
        """Show another step; what was made of a task before is still there."""
        if not self._may_leave():
            return
        has_task = self.step.task is not None
        if self._is_ours and has_task and not self._stage.has_session(self.step.scene):
            self._made[self.number] = self._store.state.session
        self._show_step(number)

    def _show_step(self, number: int) -> None:
        self.number = number
        self.panel.show_step(number)
        self._ask(self._polls[number])
        self._show_scene(self._made.get(number, self.step.scene.session))
        self._refresh()
        if not self._looks.is_presenting and page_of(self.step.scene.page) == PLANE:
            self.open_controls()
        self.step_shown.emit()

    def _show_scene(self, session: Session) -> None:
        """Show the step with a session of it, which is called like the lesson if it has no name."""
        assert self.lesson is not None
        named = session if session.name else replace(session, name=self.lesson.title)
        self._shown = OpenFile(named)
        self._stage.show(self.step.scene, self._shown, self.hides)

    @Slot()
    def next(self) -> None:
        """Reveal the answer of an open question, or go to the next step."""
        if self.lesson is None:
            return
        if self.polling.is_open:
            self._reveal()
        elif self.number + 1 < len(self.lesson.steps):
            self.show_step(self.number + 1)

    @Slot()
    def _open_following(self) -> None:
        if self._following is not None:
            self.open(self._following.name)

    @Slot()
    def open_controls(self) -> None:
        """Open and mark where the options are that the task needs."""
        self._stage.open_options(self._needs)

    @Slot()
    def previous(self) -> None:
        if self.lesson is not None and self.number:
            self.show_step(self.number - 1)

    @Slot()
    def go_back(self) -> None:
        """Show the step as the lesson has it."""
        if self.lesson is not None and self._may_leave():
            self._made.pop(self.number, None)
            self._show_scene(self.step.scene.session)
            self._refresh()

    @Slot()
    def restart(self) -> None:
        """Begin again, with all answers forgotten."""
        if self.lesson is not None and self._may_leave():
            self._forget()
            self._show_step(0)

    @Slot()
    def close(self) -> None:
        """Close the lesson; what it shows stays open as a document."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        if self.lesson is None:
            return
        self.lesson = self._shown = None
        self._questions = ()
        self._forget()
        self._ask(None)
        self.panel.hide()
        self._stage.end()
        self._store.update(asks=False)
        self.step_shown.emit()

    def _ask(self, poll: Poll | None) -> None:
        """Ask the question of a step, or show its answer; nobody predicts the visit meanwhile."""
        if poll is not None and not poll.is_revealed and self._predict_first.isChecked():
            self._predict_first.trigger()  # or both would have the keys of answers
        self.polling.show(poll)
        self._predict_first.setEnabled(not self.polling.is_open)

    @Slot()
    def _reveal(self) -> None:
        """Show what is true, with the hands that were counted."""
        poll = self.polling.poll
        if poll is None or poll.is_revealed:
            return
        self._ask(replace(poll, is_revealed=True))
        self._keep_poll()
        self._stage.hide(self.step.scene, self.hides)
        self._refresh()
        self.panel.show_outcome()
        self.revealed.emit()

    @Slot()
    def _keep_poll(self) -> None:
        self._polls[self.number] = self.polling.poll

    @property
    def question(self) -> PollQuestion | None:
        """What the step asks, with the truth."""
        return self._questions[self.number] if self._questions else None

    def show_task(self, task: LessonTask | None, needs: tuple[str, ...]) -> None:
        """Show a task of a lesson, or of homework, which `needs` something changed."""
        self._task, self._needs = task, needs
        self.panel.task.show_task(task, needs)

    @Slot()
    def _check_task(self) -> None:
        """Check what is edited against the conditions of the task, in the background."""
        assert self._task is not None
        panel = self.panel.task
        panel.show_words(CHECKING)
        self._jobs.submit(
            partial(_checked, self._task, self._store.state.session),
            key="lesson task",
            latest_only=True,
            on_done=self._on_checked,
            on_failed=lambda error: panel.show_words(window_sentence(error)),
        )

    def _on_checked(self, found: tuple[Session, list[Finding]]) -> None:
        session, findings = found
        if session is self._store.state.session:
            self.panel.show_findings(findings)

    @property
    def _is_ours(self) -> bool:
        """Tell whether the document is the one that the lesson has opened."""
        return self._store.state.document.origin is self._shown

    def _may_leave(self) -> bool:
        """Tell whether the document may be left: that of the lesson always, others by asking."""
        return self._is_ours or self._files.may_leave()

    def _forget(self) -> None:
        asked = self._questions
        self._polls = [None if each is None else Poll.about(each) for each in asked]
        self._made.clear()
        self.number, self.begun = 0, time.monotonic()

    @property
    def _is_away(self) -> bool:
        """Tell whether something else is seen than the step has."""
        return not self._is_ours or self._stage.is_away(self.step.scene)

    @Slot()
    def _check_away(self, _fact: object = None) -> None:
        if self.lesson is not None:
            is_away, prediction = self._is_away, self.step.prediction
            self.panel.show_away(is_away)
            is_of_visit = prediction is not None and prediction.about == "visit"
            asks = is_of_visit and self.polling.is_open and not is_away
            self._store.update(asks=asks)

    @Slot()
    def _on_presented(self) -> None:
        """Show the panels of the step again, once the window presents or has left that."""
        if self.lesson is not None:
            self._stage.hide(self.step.scene, self.hides)
            self.polling.refresh()
            self.panel.show_presenting(self._looks.is_presenting)
            self._stage.fit(self.panel)

    def _refresh(self) -> None:
        """Show the task, and what the buttons do."""
        task, scene = self.step.task, self.step.scene
        self.show_task(task, () if task is None else task.needs(scene))
        self.panel.show_next(self.polling.is_open)
        self._stage.fit(self.panel)
        self._check_away()


def _read(name: str, _task: Task) -> ReadLesson:
    """Read a lesson, and find what is true of its questions. Runs in the background."""
    from perceptron_gui.lessons.lesson import question
    from perceptron_gui.lessons.reader import following, lesson_named

    lesson = lesson_named(name)
    asked = tuple(question(step) if step.prediction else None for step in lesson.steps)
    return lesson, asked, following(lesson.name)


def _checked(task: LessonTask, session: Session, _task: Task) -> tuple[Session, list[Finding]]:
    """Return what is true of every condition, in words. Runs in the background."""
    return session, task.check(session)
