"""Every lesson that comes with the program is read, and every claim in it is proved."""

from __future__ import annotations

import pytest

from perceptron_gui.cli import main
from perceptron_gui.lessons.catalog import lesson_files, lesson_named, shipped
from perceptron_gui.lessons.lesson import check_lesson


@pytest.mark.parametrize("name", lesson_files())
def test_every_claim_of_a_lesson_is_proved(name: str) -> None:
    checked = check_lesson(lesson_named(name))
    assert [f"step {step}: {finding}" for step, finding in checked.wrong] == []
    assert checked.count > 0


@pytest.mark.parametrize("name", lesson_files())
def test_every_lesson_cites_its_source_and_asks_and_sets_a_task(name: str) -> None:
    lesson = lesson_named(name)
    assert lesson.source
    assert lesson.minutes <= 10
    assert any(step.prediction for step in lesson.steps)
    tasks = [step.task for step in lesson.steps if step.task]
    assert tasks
    assert all(task.solution is not None for task in tasks)


def test_lessons_come_in_the_order_of_their_files() -> None:
    assert [lesson.name for lesson in shipped()] == sorted(lesson_files())
    assert "001-follow-theta" in lesson_files()


def test_a_lesson_is_found_by_the_end_of_its_name() -> None:
    assert lesson_named("follow-theta") == lesson_named("001-follow-theta")


def test_the_command_lists_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons"]) == 0
    listed = capsys.readouterr().out
    assert main(["lessons", "list"]) == 0
    assert capsys.readouterr().out == listed
    assert [line.split()[0] for line in listed.splitlines()] == ["name", *lesson_files()]
