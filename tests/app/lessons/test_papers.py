"""What a teacher makes of a lesson, in the real window: files of it, and grades of a class."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtWidgets import QTableWidget

from perceptron_gui.document.model.session import read_session, write_session
from perceptron_gui.lessons.homework import homework, task_steps
from perceptron_gui.lessons.reader import lesson_from
from tests.app.person import Person
from tests.lessons.examples import HEAD, SCENE, STEP

from .test_controller import open_lesson

TASK = '[steps.task]\ntext = "Make it hard."\nconditions = ["points >= 4", "separable = false"]\n'
SOLUTION = "solution = { points = [[0, 0, 1], [0, 1, -1], [1, 0, -1], [1, 1, 1]] }\n"
EASY = '[steps.task]\ntext = "Be there."\nconditions = ["points >= 1"]\n'
ACTIONS = ("lesson.handout", "lesson.page", "lesson.homework")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A lesson of one's own with two tasks."""
    path = tmp_path / "mine.toml"
    path.write_text(f"{HEAD}{STEP}{SCENE}{TASK}{SOLUTION}{STEP}{EASY}", encoding="utf-8")
    return path


@pytest.fixture
def author(person: Person, own: Path) -> Iterator[Person]:
    """Who has opened it."""
    open_lesson(person, str(own))
    yield person
    person.program.lessons.close()


def write(person: Person, action: str, path: Path, choice: str = "") -> None:
    """Choose an action of the menu, answer its questions, and wait for the file."""
    person.dialogs.path, person.dialogs.choice = str(path), choice
    strip = person.window.foot.reading
    person.do(action)
    person.wait_until(lambda: not strip.isVisible() and path.exists())


def _text(rows: QTableWidget, i: int, j: int) -> str:
    item = rows.item(i, j)
    assert item is not None
    return item.text()


def test_what_needs_a_lesson_is_offered_with_one_only(author: Person) -> None:
    actions = author.window.actions_by_id.by_id
    assert all(actions[name].isVisible() for name in (*ACTIONS, "lesson.grade"))
    author.program.lessons.close()
    assert not any(actions[name].isVisible() for name in ACTIONS)
    assert actions["lesson.grade"].isVisible()


def test_a_handout_a_page_and_homework_are_written(author: Person, tmp_path: Path) -> None:
    handout = tmp_path / "sheet.md"
    write(author, "lesson.handout", handout, "Worksheet, Markdown")
    assert "# T" in handout.read_text(encoding="utf-8")
    assert list((tmp_path / "sheet-figures").iterdir())
    assert str(handout) in author.window.foot.currentMessage()
    page = tmp_path / "page.html"
    write(author, "lesson.page", page)
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    task = tmp_path / "task.json"
    write(author, "lesson.homework", task, "Step 2: S")
    assert author.dialogs.asked[-2] == ("Write homework", "Step 1: S")  # the step that is shown
    session = read_session(task.read_text(encoding="utf-8"), "x")
    assert session.task is not None and session.task.step == 2


def test_nothing_is_written_where_a_question_is_not_answered(
    author: Person, tmp_path: Path
) -> None:
    before = sorted(tmp_path.rglob("*.*"))
    author.dialogs.path = str(tmp_path / "no.md")
    author.do("lesson.handout")
    author.dialogs.path, author.dialogs.choice = "", "Script, PDF"
    author.do(*ACTIONS, "lesson.grade")
    assert sorted(tmp_path.rglob("*.*")) == before


def test_a_file_that_cannot_be_written_gets_a_sentence(author: Person, tmp_path: Path) -> None:
    author.dialogs.path = str(tmp_path / "none" / "page.html")
    author.do("lesson.page")
    author.wait_until(lambda: "could not be written" in author.window.foot.currentMessage())
    assert author.window.foot.reading.isHidden()


def test_a_class_is_graded_as_a_table_and_saved(author: Person, own: Path, tmp_path: Path) -> None:
    folder, lesson = tmp_path / "class", lesson_from(own)
    folder.mkdir()
    begun = homework(lesson, 1)
    step, task = task_steps(lesson)[1]
    solved = task.solved(step.scene)
    assert solved is not None and begun.task is not None
    by_ann = replace(solved.session, task=replace(begun.task, student="Ann"))
    files = {"a": write_session(by_ann), "b": write_session(begun), "c": "\x00"}
    for name, text in files.items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    author.dialogs.path = str(folder)
    author.do("lesson.grade")
    author.wait_until(lambda: author.program.papers.grades is not None)
    table = author.program.papers.grades
    assert table is not None and "1 of 3 files solved" in author.window.foot.currentMessage()
    found = [[_text(table.rows, i, j) for j in range(5)] for i in range(3)]
    assert found == [
        ["Ann", "a.json", "mine, step 1", "yes", "2 of 2"],
        ["", "b.json", "mine, step 1", "no", "1 of 2"],
        ["", "c.json", "", "no", ""],
    ]
    assert "session" in _text(table.rows, 2, 5)
    author.dialogs.path = str(tmp_path / "grades")
    table.save_button.click()
    rows = list(csv.DictReader((tmp_path / "grades.csv").read_text().splitlines()))
    assert [(row["student"], row["solved"]) for row in rows] == [
        *(("Ann", "yes"), ("", "no"), ("", "no"))
    ]
    table.close()


def test_an_empty_folder_gets_a_sentence(author: Person, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    author.dialogs.path = str(tmp_path / "empty")
    author.do("lesson.grade")
    author.wait_until(lambda: "no files in this folder" in author.window.foot.currentMessage())


def test_work_can_be_cancelled(
    author: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_go_on = Event(), Event()

    def held(path: Path, task: object) -> None:
        begun.set()
        may_go_on.wait()
        task.commit()  # type: ignore[attr-defined]
        path.write_text("too late", encoding="utf-8")

    papers, path = author.program.papers, tmp_path / "page.html"
    author.dialogs.path = str(path)
    papers._write("page.html", held)  # type: ignore[arg-type]
    strip = author.window.foot.reading
    author.wait_until(lambda: strip.isVisible() and begun.is_set())
    strip.button.click()
    assert strip.isHidden()
    may_go_on.set()
    write(author, "lesson.homework", tmp_path / "task.json", "Step 1: S")  # in the same lane
    assert not path.exists()
