"""Question banks and scores, read back by readers that know nothing of the writers."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from perceptron_gui.exercises.bank import moodle, tex
from perceptron_gui.exercises.diagnosing import diagnose
from perceptron_gui.exercises.making import MadeExercise, exercise
from perceptron_gui.exercises.score import Attempt, score_text
from tests.terminal.contract import problems

from .students import Student, Task

# What Moodle's documentation of its XML format asks of every question, and of two of its types.
_TEXTS = ("name", "questiontext", "generalfeedback")
_OF_TYPE = {"numerical": set(), "multichoice": {"single", "shuffleanswers", "answernumbering"}}


def text_of(element: Element, name: str) -> str:
    found = element.findtext(f"{name}/text")
    assert found, name
    return found


def read_task(told: str) -> Task:
    """Read an exercise out of the HTML of a question."""
    plain = told.replace("−", "-")
    rows = re.findall(
        r"<tr><td>\d+</td><td>(-?\d+)</td><td>(-?\d+)</td><td>([+-]1)</td></tr>", plain
    )
    rate, tie = re.findall(r"η = (\d+)\. .* counts as (\+1|-1|a mistake)\.", plain)[0]
    x, y, b = re.findall(r"begins with w = \((-?\d+), (-?\d+)\)(?:, b = (-?\d+))?", plain)[0]
    return Task(
        [(Fraction(row[0]), Fraction(row[1])) for row in rows],
        [int(row[2]) for row in rows],
        [Fraction(each) for each in (x, y, b) if each],
        Fraction(rate),
        {"+1": "plus", "-1": "minus"}.get(tie, "always"),
    )


def read_key(question: Element) -> Any:
    """Return what a question takes for right, checked against the format."""
    kind = question.get("type", "")
    assert {each.tag for each in question} >= {*_TEXTS, "defaultgrade", "answer", *_OF_TYPE[kind]}
    answers = question.findall("answer")
    right = [each for each in answers if each.get("fraction") == "100"]
    assert len(right) == 1 and {each.get("fraction") for each in answers} == {"100", "0"}
    assert all(text_of(each, "feedback") for each in answers)
    shown = [str(each.findtext("text")) for each in answers]
    assert len(set(shown)) == len(shown) >= 2
    key = str(right[0].findtext("text")).replace("−", "-")
    if kind == "numerical":
        assert all(each.findtext("tolerance") == "0" for each in answers) and shown[-1] == "*"
        return int(key)
    numbers = tuple(map(Fraction, re.findall(r"-?\d+", key)))
    return numbers or key


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_key_of_a_moodle_bank_is_what_a_student_works_out(level: int) -> None:
    made = [exercise(level, seed) for seed in range(1, 31)]
    quiz = ElementTree.fromstring(moodle(made))
    category, *questions = quiz.findall("question")
    assert category.get("type") == "category"
    assert len(questions) == sum(len(each.steps) for each in made)
    assert len({text_of(each, "name") for each in questions}) == len(questions)
    for question in questions:
        answers = Student().answers(read_task(text_of(question, "questiontext")))
        name = text_of(question, "name").split()[-1]
        right = answers["point"] + 1 if name == "point" else answers[name]
        assert read_key(question) == right


def test_an_exam_has_every_question_and_its_key_is_right() -> None:
    made = [exercise(3, seed) for seed in range(5)]
    exam, _, key = tex(made).decode().partition("\\section*{Key}")
    assert exam.count("\\item ") == 4 * len(made)
    for each in made:
        line = re.findall(rf"\\item\[{each.name}\] (.*)", key)[0]
        letter, weights = re.findall(r"2\.~([A-F]) \((w = .*?, b = .*?)\);", line)[0]
        asked = exam.partition(f"Exercise {each.name}.")[2].partition("\\end{minipage}")[0]
        assert f"\\textbf{{{letter}}}~\\mbox{{{weights}}}" in asked
        assert f"4.~{each.step('count').right}" in line


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_takes_an_exam(tmp_path: Path) -> None:
    (tmp_path / "exam.tex").write_bytes(tex([exercise(3, seed) for seed in range(4)]))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "exam.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout


def attempts(made: MadeExercise) -> list[Attempt]:
    """Return the answers of somebody who is wrong wherever a misconception leads there."""
    given = [next(iter(step.wrong), step.right) for step in made.steps]
    return [
        Attempt(made, step, answer, diagnose(made, step, answer))
        for step, answer in zip(made.steps, given, strict=True)
    ]


def test_a_score_is_json_or_csv_with_the_same_rows() -> None:
    given = attempts(exercise(3, 8))
    told = json.loads(score_text(given, ".json"))
    assert problems(told) == []
    assert told["answered"] == 4 and told["right"] == sum(each.found.is_right for each in given)
    rows = list(csv.DictReader(io.StringIO(score_text(given, ".csv"))))
    assert rows == [{key: str(value) for key, value in row.items()} for row in told["answers"]]
    assert rows[0]["misconception"] == "correct" and rows[0]["seed"] == "8"
