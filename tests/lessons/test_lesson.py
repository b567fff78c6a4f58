"""Predictions have one true answer, which the engine finds; tasks are checked, lessons proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session
from perceptron_gui.lessons.lesson import question
from perceptron_gui.lessons.reader import lesson_files
from perceptron_gui.lessons.source import LessonError
from perceptron_gui.theory.run_text.poll import PollQuestion

from .examples import HEAD, SCENE, STEP, lesson


def asked(prediction: str, scene: str = SCENE) -> PollQuestion:
    step = lesson(scene=scene, rest=f"[steps.prediction]\n{prediction}").steps[0]
    return question(step)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("ask", ["class", "mistake", "next", "turn", "converges", "updates"])
def test_a_prediction_about_numbers_out_of_reach_is_answered_or_refused(ask: str) -> None:
    options = 'name = "sgd", loss = "squared", eta = "1e75"'
    far = f"[steps.scene]\npoints = [[1e75, 1, 1], [1, 1e75, -1]]\nrule = {{ {options} }}\nat = 2"
    try:
        assert asked(f'ask = "{ask}"', far).true_answer
    except LessonError as error:
        assert str(error).startswith("x.toml, line ")


TASK = """[steps.task]
text = "Needs an offset"
conditions = ["points >= 3", "separable = true",
  { that = "separable = false", rule = { offset = false } }]
solution = { points = [[1, 1, 1], [2, 2, -1], [3, 3, -1]] }
"""


def test_a_task_is_checked_against_what_a_student_made() -> None:
    task = lesson(rest=TASK).steps[0].task
    assert task is not None
    solved = task.solved(lesson(rest=TASK).steps[0].scene)
    assert solved is not None
    assert [found.holds for found in task.check(solved.session)] == [True, True, True]
    through_origin = Session(Dataset.of([[1, 1], [-1, -1]], [1, -1]), rules=(Rule(),), cursor=0)
    found = task.check(through_origin)
    assert [each.holds for each in found] == [False, True, False]
    assert found[0].truth == "points is 2"
    assert found[2].truth == "separable is true"


FALSE = f"""{HEAD}{STEP}claims = [
  "updates = 10",
  "updates = 9",
  {{ that = "updates = 10", rule = {{ init = "1" }} }},
]
{SCENE}
{TASK.replace("[2, 2, -1], [3, 3, -1]", "[-2, -2, -1], [-3, -3, -1]")}"""


def test_the_check_says_what_is_false_and_what_is_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "false.toml"
    path.write_text(FALSE, encoding="utf-8")
    assert main(["lessons", "check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "false: 3 of 6 do not hold"
    assert lines[1] == "  line 6, step 1: updates = 9 is false: updates is 10"
    assert "line 7, step 1: updates = 10 is false: --init has 1 numbers" in lines[2]
    assert "line 16, step 1: separable = false is false: separable is true" in lines[3]


def test_the_check_goes_on_after_a_file_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("title = ", encoding="utf-8")
    name = next(iter(lesson_files()))
    assert main(["lessons", "check", str(path), name, "no-such-lesson"]) == 2
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}, line 1")
    assert second.startswith(f"{name}: ok, ")
    assert third.startswith("there is no lesson 'no-such-lesson'")
