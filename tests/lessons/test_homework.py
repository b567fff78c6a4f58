"""Homework: a task becomes a session, and a student's file is graded by its lesson alone."""

from __future__ import annotations

import csv
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import (
    Session,
    SessionTask,
    read_session,
    write_session,
)
from perceptron_gui.lessons.grades import condition_text, grade
from perceptron_gui.lessons.homework import homework, task_steps
from perceptron_gui.lessons.reader import lesson_files, lesson_from, lesson_named

from .examples import HEAD, SCENE, STEP, lesson

NAME = "001-follow-theta"
TASK = (
    '[steps.task]\ntext = "Make it **hard**."\nconditions = ["points >= 5", "separable = false"]\n'
)
XOR = Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1], [2, 2]], [1, -1, -1, 1, -1])


@pytest.mark.parametrize("name", lesson_files())
def test_every_task_is_solved_by_its_solution_and_not_by_its_beginning(name: str) -> None:
    found = lesson_named(name)
    for number, (step, task) in task_steps(found).items():
        begun = homework(found, number)
        assert begun.task is not None
        text = write_session(begun)
        assert read_session(text, "x") == begun
        assert grade(text.encode(), "begun", {}).met < len(task.conditions), "nothing is to be done"
        solution = task.solved(step.scene)
        assert solution is not None
        done = replace(solution.session, task=begun.task)
        assert grade(write_session(done).encode(), "done", {}).is_solved


def test_the_session_says_what_is_to_be_done_without_marks() -> None:
    session = homework(lesson(rest=TASK), None, "1.2")
    assert session.task == SessionTask("x", 1, "Make it hard.")
    assert session.program == "1.2"


def test_conditions_are_those_of_the_lesson_whatever_the_file_says() -> None:
    own = lesson(rest=TASK)
    session = replace(homework(own, None), dataset=XOR, task=SessionTask("x", 1, "Do nothing."))
    assert grade(write_session(session).encode(), "a", {"x": own}).is_solved
    missing = grade(write_session(session).encode(), "a", {})
    assert missing.problem == "there is no lesson 'x'; name its file with --lesson"


def test_a_task_that_moved_to_another_step_is_found_by_its_text() -> None:
    begun = homework(lesson(rest=TASK), None)
    revised = lesson(rest=f"{STEP}\n{TASK}")
    graded = grade(write_session(replace(begun, dataset=XOR)).encode(), "a", {"x": revised})
    assert graded.is_solved
    assert graded.task is not None
    assert graded.task.step == 2


@pytest.mark.parametrize("name", ["../../secret.toml", "/etc/passwd", "follow.toml"])
def test_a_path_in_a_file_is_not_followed(name: str) -> None:
    session = Session(XOR, task=SessionTask(name, 1))
    assert "there is no lesson" in grade(write_session(session).encode(), "a", {}).problem


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "this is no session"),
        (b"x,y,label\n1,2,3\n", "this is no session"),
        (b"{}", "this is JSON, not a session"),
        (b'{"format": ', "this is not JSON"),
        (b'{"format": "perceptron-gui/grades"}', "this is 'perceptron-gui/grades', not a session"),
        (b"\xff\xfe\x00", "this is no"),
        (write_session(Session(XOR)).encode(), "names no task of a lesson"),
        (write_session(Session(XOR, task=SessionTask(NAME, 99))).encode(), "step 99 of"),
    ],
)
def test_a_bad_file_gets_a_sentence_and_is_not_solved(content: bytes, why: str) -> None:
    graded = grade(content, "a.json", {})
    assert why in graded.problem
    assert not graded.problem.startswith("a.json")
    assert not graded.is_solved
    assert str(graded).startswith("a.json: not solved, ")


def test_conditions_say_what_they_change() -> None:
    rest = (
        '[steps.task]\ntext = "T"\nconditions = [ "points >= 3", '
        '{ that = "errors != 1", rule = { offset = false }, at = 2 } ]'
    )
    task = lesson(rest=rest).steps[0].task
    assert task is not None
    told = [condition_text(each) for each in task.conditions]
    assert told == ["points ≥ 3", "With no offset, after visit 2: errors ≠ 1"]


def test_a_folder_is_graded_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, folder = tmp_path / "mine.toml", tmp_path / "class"
    source.write_text(f"{HEAD}{STEP}{SCENE}{TASK}", encoding="utf-8")
    folder.mkdir()
    begun = folder / "ann.json"
    assert main(["lessons", "homework", str(source), "--out", str(begun)]) == 0
    assert "the task of step 1 of mine" in capsys.readouterr().out
    session = read_session(begun.read_text(encoding="utf-8"), "x")
    assert session.task is not None
    named = replace(session.task, student="=Bob \n Ray")
    done = write_session(replace(session, dataset=XOR, task=named))
    (folder / "bob.json").write_text(done, encoding="utf-8")
    (folder / "eve.json").write_bytes(b"\x00")
    (folder / ".hidden").write_bytes(b"")
    words = ["lessons", "grade", "--lesson", str(source), str(folder)]
    assert main(words) == 0
    ann, bob, eve, total = capsys.readouterr().out.splitlines()
    assert "0 of 2 conditions met, missing: points ≥ 5 (points is 4); separable" in ann
    assert bob.endswith("bob.json: solved by =Bob Ray, step 1 of mine, 2 of 2 conditions met")
    assert "eve.json: not solved, " in eve
    assert total == "1 of 3 files solved"
    assert main([*words, str(tmp_path / "none.json"), "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["version"]) == ("perceptron-gui/grades", 1)
    assert told["tasks"] == []
    found = [[each[key] for key in ("lesson", "step", "solved", "met")] for each in told["files"]]
    assert [each["student"] for each in told["files"]] == [None, "=Bob Ray", None, None]
    nothing = [None, None, False, 0]
    assert found == [["mine", 1, False, 0], ["mine", 1, True, 2], nothing, nothing]
    assert told["files"][1]["conditions"][0]["truth"] == "points is 5"
    assert main([*words, "--quiet"]) == 1
    own = words[:-1]
    assert main([*own, "--quiet", str(folder / "bob.json")]) == 0
    assert capsys.readouterr() == ("", "")
    table = tmp_path / "grades.csv"
    assert main([*words, "--csv", str(table)]) == 0
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [(row["student"], row["solved"], row["met"]) for row in rows] == [
        *(("", "no", "0"), ("'=Bob Ray", "yes", "2"), ("", "no", "0"))  # no formula in a cell
    ]
    assert rows[0]["missing"].startswith("points ≥ 5 (points is 4)")
    assert "eve.json" not in rows[2]["problem"]


EASY = '[steps.task]\ntext = "Be there."\nconditions = ["points >= 1"]\n'


@pytest.fixture
def cheated(tmp_path: Path) -> list[str]:
    """The words that grade an easier task of the lesson, and one of another lesson."""
    source = tmp_path / "mine.toml"
    source.write_text(f"{HEAD}{STEP}{SCENE}{TASK}{STEP}{EASY}", encoding="utf-8")
    for name, session in (
        ("a", replace(homework(lesson_from(source), 1), dataset=XOR)),
        ("b", homework(lesson_from(source), 2)),
        ("c", replace(homework(lesson_from(source), 2), task=SessionTask("mine", 1, "Be there."))),
        ("d", Session(XOR, task=SessionTask("002-why-it-converges", 7))),
    ):
        (tmp_path / f"{name}.json").write_text(write_session(session), encoding="utf-8")
    files = [str(tmp_path / f"{name}.json") for name in "abcd"]
    return ["lessons", "grade", "--lesson", str(source), *files, "--json", "-"]


def test_another_task_than_the_one_set_is_not_solved(
    cheated: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for task in ("mine:1", f"{cheated[3]}:1"):
        assert main([*cheated, "--task", task]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["tasks"] == [{"lesson": "mine", "step": 1}]
        assert [each["solved"] for each in told["files"]] == [True, False, False, False]
        found = [(each["lesson"], each["step"]) for each in told["files"]]
        assert found == [("mine", 1), ("mine", 2), ("mine", 2), ("002-why-it-converges", 7)]
        assert told["files"][0]["problem"] is None
        for each in told["files"][1:]:
            assert "step 1 of mine" in each["problem"]
    assert main([*cheated, "--task", "mine:1", "--task", "mine:2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["solved"] for each in told["files"]] == [True, True, True, False]


@pytest.mark.parametrize(
    ("task", "why"),
    [
        ("mine", "several tasks, in steps 1, 2; choose one with --task mine:STEP"),
        ("mine:3", "no task in that step of 'mine'; there is one in 1, 2"),
        ("mine:0", "no task in that step"),
        ("follow-thta:3", "did you mean 'follow-theta'"),
        ("", "there is no lesson ''"),
    ],
)
def test_a_task_that_is_not_there_was_not_set(
    cheated: list[str], task: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*cheated, "--task", task]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_only_ordinary_files_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    answer = write_session(homework(lesson_named(NAME), None)).encode()
    (tmp_path / "elsewhere.json").write_bytes(answer)
    (folder / "file.json").write_bytes(answer)
    (folder / "link.json").symlink_to(tmp_path / "elsewhere.json")
    (folder / "lost.json").symlink_to(tmp_path / "nothing")
    (folder / "tree").symlink_to(tmp_path)
    (folder / "sub").mkdir()
    os.mkfifo(folder / "pipe.json")
    assert main(["lessons", "grade", str(folder), str(folder / "link.json"), "--json", "-"]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    names = [Path(each["file"]).name for each in files]
    assert names == ["file.json", "link.json", "lost.json", "pipe.json", "tree", "link.json"]
    assert [each["lesson"] for each in files] == [NAME] + 5 * [None]
    kinds = ["this is a link" in (each["problem"] or "") for each in files]
    assert kinds == [False, True, True, False, True, True]
    assert "this is a pipe" in files[3]["problem"]
