"""Every lesson that comes with the program is read, and every claim in it is proved."""

from __future__ import annotations

import re

import pytest

from perceptron_gui.cli import main
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lessons.lesson import check_lesson
from perceptron_gui.lessons.reader import lesson_files, lesson_named


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


@pytest.mark.parametrize("name", lesson_files())
def test_the_margin_is_written_as_on_the_screen_beside_it(name: str) -> None:
    for step in lesson_named(name).steps:
        squared = NOTATIONS[step.scene.session.notation].margin[1]
        said = step.prose.replace("\n", " ") + (step.task.hint if step.task else "")
        before_equals = re.findall(r"([^ $]+) = (?=[0-9/]+)", said)
        margins = [name for name in before_equals if re.match(r"(\\gamma|b)\^2", name)]
        assert set(margins) <= {squared}
        assert r"R^2/\gamma^2" not in said or "/" not in squared


def test_the_command_lists_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons"]) == 0
    listed = capsys.readouterr().out
    assert main(["lessons", "list"]) == 0
    assert capsys.readouterr().out == listed
    assert [line.split()[0] for line in listed.splitlines()] == ["name", *lesson_files()]
