"""Homework in the real window: opened, solved, checked, saved with a name, and graded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import (
    Session,
    SessionTask,
    read_session,
    write_session,
)
from perceptron_gui.lessons.grades import grade
from perceptron_gui.lessons.homework import homework, task_steps
from perceptron_gui.lessons.reader import lesson_named
from tests.app.person import Person

from .test_controller import open_lesson

NAME, STEP = "001-follow-theta", 9
HOSTILE = '</p><img src="file:///etc/passwd"> [a](b) **x $y` - \\ <b>'


def handed_out(folder: Path, task: SessionTask | None = None) -> Path:
    """Write the homework of a lesson, or the same points with another task."""
    session = homework(lesson_named(NAME), STEP)
    path = folder / "task.json"
    path.write_text(write_session(replace(session, task=task or session.task)), encoding="utf-8")
    return path


def open_task(person: Person, path: Path) -> None:
    person.program.files.open(str(path))
    person.wait_until(lambda: person.sees("homework") is not None)
    person.wait()


def test_homework_is_opened_solved_checked_saved_and_graded(person: Person, tmp_path: Path) -> None:
    path = handed_out(tmp_path)
    step, task = task_steps(lesson_named(NAME))[STEP]
    open_task(person, path)
    panel = person.program.lessons.panel
    assert panel.isVisible() and panel.task.isVisible() and person.sees("lesson") is None
    assert panel.title.text() == lesson_named(NAME).title and step.title in panel.heading.text()
    hidden = panel.steps, panel.progress, panel.next_button, panel.restart_button
    assert not any(part.isVisible() for part in hidden)
    panel.task.check_button.click()
    person.wait_until(lambda: "Not yet" in panel.task.result.text())
    rows = panel.task.result.text().split("<tr>")[1:]
    assert len(rows) == len(task.conditions) and "✗" in rows[0]
    solved = task.solved(step.scene)
    assert solved is not None
    edited = solved.session
    person.controller.editing.change("Solve", dataset=edited.dataset, rules=edited.rules)
    assert panel.task.result.isHidden()  # it was true of what was there before
    person.wait()
    panel.task.check_button.click()
    person.wait_until(lambda: "Solved" in panel.task.result.text())
    person.dialogs.student = "Ann <b>Lee</b>"
    person.do("file.save")
    assert "Solved" in panel.task.result.text()  # the name changes nothing that was checked
    assert person.sees("homework")["student"] == "Ann <b>Lee</b>"
    assert "Homework of Ann &lt;b&gt;Lee&lt;/b&gt;." in panel.prose.text()
    graded = grade(path.read_bytes(), "task.json", {})
    assert graded.is_solved and graded.student == "Ann <b>Lee</b>"
    person.do("file.new")
    assert person.sees("homework") is None and panel.isHidden()
    open_task(person, path)
    assert panel.isVisible() and "Ann" in panel.prose.text()
    person.do("lesson.close")
    assert panel.isHidden() and person.controller.editing.session.task is not None


def test_a_lesson_takes_the_panel_over_and_homework_takes_it_back(
    person: Person, tmp_path: Path
) -> None:
    path = handed_out(tmp_path)
    open_task(person, path)
    actions = person.window.actions_by_id.by_id
    assert actions["lesson.close"].isVisible() and not actions["lesson.next"].isVisible()
    open_lesson(person, NAME)
    panel = person.program.lessons.panel
    assert person.sees("homework") is None and panel.isVisible() and panel.next_button.isVisible()
    open_task(person, path)
    assert person.sees("lesson") is None and panel.isVisible()
    assert not panel.next_button.isVisible() and not actions["lesson.next"].isVisible()
    assert person.program.files.path == str(path)


@pytest.mark.parametrize(
    ("task", "why"),
    [
        (SessionTask("mine", 1, HOSTILE, HOSTILE), "The lesson &#x27;mine&#x27; is not here"),
        (SessionTask("/etc/passwd", 1, HOSTILE), "is not here"),
        (SessionTask("../lesson.toml", 1, HOSTILE), "is not here"),
        (SessionTask(NAME, 2, HOSTILE), "step 2 of"),
    ],
)
def test_homework_without_its_lesson_is_shown_and_cannot_be_checked(
    person: Person, tmp_path: Path, task: SessionTask, why: str
) -> None:
    (tmp_path / "lesson.toml").write_text("title = ", encoding="utf-8")
    open_task(person, handed_out(tmp_path, task))
    panel = person.program.lessons.panel
    assert why in panel.prose.text() and "<img" not in panel.prose.text() + panel.task.words.text()
    assert "&lt;img src=" in panel.task.words.text() and "[a](b)" in panel.task.words.text()
    assert panel.task.check_button.isHidden() and panel.task.hint_button.isHidden()


def test_the_conditions_are_those_of_the_lesson(person: Person, tmp_path: Path) -> None:
    text = "Nothing is to be done."
    open_task(person, handed_out(tmp_path, SessionTask(NAME, STEP, text)))
    panel = person.program.lessons.panel
    assert text not in panel.task.words.text() and panel.task.check_button.isVisible()


def test_points_that_the_task_cannot_be_about_get_a_sentence(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "odd.json"
    odd = Session(Dataset.of([[1, 2, 3]], [1]), task=SessionTask(NAME, STEP))
    path.write_text(write_session(odd), encoding="utf-8")
    open_task(person, path)
    panel = person.program.lessons.panel
    panel.task.check_button.click()
    person.wait_until(lambda: "Not yet" in panel.task.result.text())
    assert read_session(path.read_text(encoding="utf-8"), "x") == odd
