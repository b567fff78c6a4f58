"""A lesson as a handout holds it: prose, figures, exercises, and their solutions at the end.

Exercises are the predictions and the tasks of the lesson, counted through.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from perceptron_gui.base.params import params_of
from perceptron_gui.base.text import few, written
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.export.formats.formats import Job
from perceptron_gui.export.layout.page import Page, plot_aspect
from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.view import View, read_options
from perceptron_gui.figures.registry import FIGURE_VIEWS
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import NOTATIONS, point_number
from perceptron_gui.lessons.claims import rule_texts
from perceptron_gui.lessons.lesson import Lesson, LessonStep, asked_visit, question
from perceptron_gui.lessons.prose import ProseBlock, ProseLine, ProsePart, blocks, line_parts
from perceptron_gui.lessons.scenes import PLANE, Scene
from perceptron_gui.lessons.secrets import hidden, hiding_options
from perceptron_gui.theory.run_text.heading import heading
from perceptron_gui.theory.run_text.words import headline

KINDS = {
    "worksheet": "questions and tasks with room to write, and no answers",
    "script": "all that the lesson says, and the solutions at the end",
    "solutions": "the worksheet, filled in",
}
_OF_PLANE = "boundary"
_ASKED = "asked"  # the option that shows which point is visited next, and not what it is taken for


@dataclass(frozen=True)
class ScenePicture:
    """A view of a scene; `name` is that of its file, without the ending."""

    name: str = field(compare=False)
    view: View
    scene: Scene
    is_asked: bool | None = None  # about the next visit; None: as the scene says
    hides: frozenset[str] = frozenset()  # what a question keeps back

    def job(self, page: Page) -> Job:
        """Return what pens draw on a page."""
        scene, session = self.scene, self.scene.session
        given: dict[str, Any] = {"aspect": plot_aspect(page, self.view.is_sheet)}
        known = params_of(self.view.options)
        if "notation" in known:
            given["notation"] = session.notation
        given |= session.views.get(self.view.name, {})
        if _ASKED in known and self.is_asked is not None:
            given[_ASKED] = self.is_asked
        if self.hides:
            kept_back = hiding_options(self.hides).items()
            given |= {name: value for name, value in kept_back if name in known}
        options = read_options(self.view.options, given)
        return Job(
            view=self.view,
            dataset=session.dataset,
            rule=scene.rule,
            run=scene.run_to_cursor,
            cursor=scene.visit,
            options=options,
            page=page,
            name=session.name,
        )


def pictures_of(
    scene: Scene, hidden: Collection[str], name: str, is_asked: bool | None = None
) -> tuple[ScenePicture, ...]:
    """Return the views of a scene that are not hidden, the page first."""
    page = PLANE if scene.page in hidden else scene.page
    views = {page: None}
    if page == PLANE:  # other pages say enough alone
        panels = [each for each in scene.panels or () if each in FIGURE_VIEWS]
        views = dict.fromkeys([_OF_PLANE, *(each for each in panels if each not in hidden)])
    hides = frozenset(hidden)
    return tuple(
        ScenePicture(f"{name}-{view}", VIEWS[view], scene, is_asked, hides) for view in views
    )


def with_caption(picture: ScenePicture, page: Page) -> Job:
    """Return a job whose figure says after which visit it is; laboratories look at whole runs."""
    job = picture.job(page)
    says_when = picture.view.name in FIGURE_VIEWS and not picture.view.is_table
    return replace(job, options=replace(job.options, caption=says_when))


MOST_LISTED = 12  # points of a solution; more are only drawn


@dataclass(frozen=True, eq=False)
class PictureRow:
    """Figures and tables of one scene."""

    pictures: tuple[ScenePicture, ...]
    is_small: bool = False


@dataclass(frozen=True, eq=False)
class Exercise:
    """A question with its answers to choose from, or a task with its conditions."""

    number: int
    kind: str  # Predict, or Task
    text: tuple[ProseBlock, ...]
    answers: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    hint: tuple[ProseBlock, ...] = ()
    ticked: int | None = None  # which answer is shown to be true


@dataclass(frozen=True)
class WritingRoom:
    """Empty lines to write on."""

    lines: int


HandoutBlock = ProseBlock | PictureRow | Exercise | Table | WritingRoom


@dataclass(frozen=True, eq=False)
class HandoutSection:
    """A step of the lesson, or the solution of an exercise."""

    title: ProseLine
    blocks: tuple[HandoutBlock, ...]


@dataclass(frozen=True, eq=False)
class Handout:
    """A lesson in the order in which it is read."""

    lesson: Lesson
    kind: str
    goals: tuple[ProseLine, ...]
    sections: tuple[HandoutSection, ...]
    ends: tuple[HandoutSection, ...] = ()  # the solutions of a script, the hints of a worksheet

    @property
    def about(self) -> str:
        """Where it comes from, and how long it takes."""
        minutes = f"about {self.lesson.minutes} minutes"
        source = self.lesson.source
        return f"{source[:1].upper()}{source[1:]} · {minutes}" if source else minutes.capitalize()

    @property
    def has_name_line(self) -> bool:
        """Whether students write their names on it."""
        return self.kind == "worksheet"

    @property
    def end_title(self) -> str:
        return "Solutions" if self.kind == "script" else "Hints"

    @property
    def pictures(self) -> Iterator[ScenePicture]:
        for section in (*self.sections, *self.ends):
            for block in section.blocks:
                if isinstance(block, PictureRow):
                    yield from block.pictures


def handout_of(lesson: Lesson, kind: str) -> Handout:
    """Put a lesson in order; the kind is one of `KINDS`."""
    return _script(lesson) if kind == "script" else _worksheet(lesson, kind)


def _script(lesson: Lesson) -> Handout:
    """Return all that a lesson says and asks, and the solutions at the end."""
    sections: list[HandoutSection] = []
    solutions: list[HandoutSection] = []
    number = 0
    before: tuple[ScenePicture, ...] = ()
    for place, step in enumerate(lesson.steps, 1):
        found: list[HandoutBlock] = list(blocks(step.prose))
        pictures = pictures_of(step.scene, step.hide, f"step-{place}", _is_asked(step))
        if pictures and pictures != before:
            found.append(PictureRow(pictures))
        before = pictures
        for exercise, solution in exercises_of(step, number, place):
            number = exercise.number
            found.append(exercise)
            solutions.append(solution)
        sections.append(HandoutSection(_text(f"{place}. {step.title}"), tuple(found)))
    return Handout(
        lesson, "script", tuple(map(line_parts, lesson.goals)), tuple(sections), tuple(solutions)
    )


def _worksheet(lesson: Lesson, kind: str) -> Handout:
    """Return the exercises alone, each with its scene as it is before anybody answers.

    Prose, titles of steps and goals tell answers of other steps, so they are left out.
    """
    sections: list[HandoutSection] = []
    hints: list[HandoutSection] = []
    number = 0
    for place, step in enumerate(lesson.steps, 1):
        hides = hidden(step, is_open=True)
        run, visit = step.scene.run_to_cursor, step.scene.visit
        when = "before the first visit" if visit == 0 else f"after visit {visit}"
        scene = _paragraph(f"{heading(step.scene.session.name or 'points', run)}; {when}.")
        for exercise, solution in exercises_of(step, number, place):
            number = exercise.number
            title = _text(f"Exercise {number}")
            pictures = pictures_of(step.scene, hides, f"exercise-{number}", _is_asked(step))
            found: list[HandoutBlock] = [scene, PictureRow(pictures)]
            if kind == "worksheet":
                room = WritingRoom(2 if exercise.answers else 6)
                found += [replace(exercise, hint=(), ticked=None), room]
            else:
                found += [replace(exercise, hint=()), *solution.blocks]
            sections.append(HandoutSection(title, tuple(found)))
            if exercise.hint and kind == "worksheet":
                hints.append(HandoutSection(title, exercise.hint))
    return Handout(lesson, kind, (), tuple(sections), tuple(hints))


def _is_asked(step: LessonStep) -> bool | None:
    """Tell whether the next visit is asked about; of other questions the scene says it."""
    if step.prediction is None:
        return False
    return True if step.prediction.about == "visit" else None


def exercises_of(
    step: LessonStep, number: int, place: int
) -> Iterator[tuple[Exercise, HandoutSection]]:
    """Yield the exercises of a step, each with its solution; `number` is that of the last one."""
    if step.prediction is not None:
        number += 1
        asked = question(step)
        title = _text(f"Exercise {number}: {asked.true_answer}")
        lettered = tuple(f"{chr(65 + i)} {each}" for i, each in enumerate(asked.answers))
        words = blocks(asked.words)
        exercise = Exercise(number, "Predict", words, lettered, ticked=asked.truth)
        yield exercise, HandoutSection(title, truth_blocks(step))
    task = step.task
    if task is not None:
        conditions = tuple(condition.sentence for condition in task.conditions)
        exercise = Exercise(
            number + 1, "Task", blocks(task.text), (), conditions, blocks(task.hint)
        )
        title = _text(f"Exercise {number + 1}: one of its solutions")
        yield exercise, HandoutSection(title, tuple(solution_blocks(step, f"solution-{place}")))


def truth_blocks(step: LessonStep) -> tuple[HandoutBlock, ...]:
    """Return the arithmetic or the sentence that shows which answer is true."""
    scene, prediction = step.scene, step.prediction
    assert prediction is not None
    if prediction.about == "run":
        notation = NOTATIONS[scene.session.notation]
        said = headline(scene.run, Moment(scene.run.visits), notation).full
        return (_paragraph(said),)
    context = asked_visit(prediction, scene)
    if prediction.about == "fact" or context is None:
        return ()
    steps = explain(context.run, context.visit, context.notation).steps
    lines = tuple((ProsePart("math", " ".join(step.formula.split())),) for step in steps)
    return (ProseBlock("bullets", lines),)


def solution_blocks(step: LessonStep, name: str) -> Iterator[HandoutBlock]:
    """Yield a solution of the task: its points or its rule, its figure, and what is true of it."""
    task = step.task
    assert task is not None
    solved = task.solved(step.scene)
    if solved is None or task.solution is None:
        yield _paragraph("There is more than one way; the program checks yours.")
        return
    if task.solution.dataset is not None:
        dataset = solved.session.dataset
        if len(dataset) <= MOST_LISTED:
            yield _points(dataset)
    if task.solution.rule:
        yield _paragraph(f"The rule with {few(rule_texts(task.solution))}.")
    findings = task.check(solved.session)
    lines = tuple(
        (
            ProsePart("text", f"{condition.sentence} "),
            ProsePart("text", f"({finding.truth})"),
        )
        for condition, finding in zip(task.conditions, findings, strict=True)
    )
    yield ProseBlock("bullets", lines)
    at_end = Scene(replace(solved.session, cursor="end"), solved.page, solved.panels)
    yield PictureRow(pictures_of(at_end, (), name, False), is_small=True)


def _points(dataset: Dataset) -> Table:
    names = [labels.from_user(name) for name in dataset.feature_names]
    names = names or [f"$x_{j + 1}$" for j in range(dataset.dimension)]
    rows = tuple(
        (str(point_number(i)), *map(written, row), "+1" if label > 0 else "−1")
        for i, (row, label) in enumerate(
            zip(dataset.points.tolist(), dataset.labels.tolist(), strict=True)
        )
    )
    return Table("solution", ("point", *names, "label"), rows)


def _text(words: str) -> ProseLine:
    return (ProsePart("text", words),)


def _paragraph(words: str) -> ProseBlock:
    return ProseBlock("paragraph", (_text(words),))
