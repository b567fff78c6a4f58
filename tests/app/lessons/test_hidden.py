"""Nothing on screen, for assistive technologies or in an export tells an answer too early."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.window.actions import actions
from perceptron_gui.app.window.docks import TITLES
from perceptron_gui.figures.description import described
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Points
from perceptron_gui.lessons.reader import lesson_files
from perceptron_gui.lessons.secrets import SECRETS, asked_for
from tests.app.person import Person
from tests.cases import slow_but

from .test_controller import open_lesson

# How the window words what is hidden.
TELLING = {
    "verdict": r"separable|converged|proved|repeat every|no line sep|γ²|at most \d|k ≤|diverged",
    "future": r"visit \d+ of \d+|\d / \d",
    "classes": r"\d errors?\b|classified|\bcorrect\b|counts as [−+1]|mistake \d|predicted",
    "scores": r"\bs = |y·s|from the line|has score",
    "line": r"decision line\b|meets the|Boundary: ",
    "count": r"\bk = \d",
}
SAID = QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value


def figures(person: Person) -> Iterator[Figure]:
    """Yield the figures on screen."""
    for part in person.window.findChildren(QWidget):
        figure = getattr(part, "figure", None)
        if part.isVisible() and isinstance(figure, Figure):
            yield figure


def texts(person: Person) -> Iterator[str]:
    """Yield all that is written, or told to assistive technologies, of the run of a lesson.

    The lesson itself, the bar of the rule and the buttons above it say nothing of a run; the
    explanation is about a visit before, and closed where that would tell something.
    """
    window = person.window
    others = person.program.lessons.panel, window.rule_bar, window.nav, window.explanation
    for part in window.findChildren(QWidget):
        is_other = any(part is each or each.isAncestorOf(part) for each in others)
        if is_other or not part.isVisible():
            continue
        for name in ("text", "toPlainText", "toolTip", "accessibleName", "accessibleDescription"):
            if callable(getattr(part, name, None)):
                yield str(getattr(part, name)())
        if hasattr(part, "accessible"):
            yield from spoken(QAccessible.queryAccessibleInterface(part))
    for figure in figures(person):
        yield from described(figure)
        yield from (str(getattr(mark, "label", "")) for mark in figure.marks)
        yield from (str(getattr(mark, "text", "")) for mark in figure.marks)


def spoken(thing: Any) -> Iterator[str]:
    """Yield what is told of something, and of what is painted in it."""
    yield from (thing.text(kind) for kind in SAID)
    children = (thing.child(place) for place in range(thing.childCount()))
    for child in children:
        if child is not None and child.object() is None:
            yield from spoken(child)


def check_nothing_tells(person: Person) -> None:
    """Fail where a text, a figure, a panel or an export tells what is hidden."""
    hides = person.program.lessons.hides
    fixed = {spec.tip for spec in actions()} | set(TITLES.values())
    for text in set(texts(person)):
        if any(tip and tip in text for tip in fixed):  # the tip of an action names no fact
            continue
        for secret in hides & TELLING.keys():
            assert not re.search(TELLING[secret], text, re.IGNORECASE), (secret, text)
    assert not hides & set(person.sees("panels")) & set(TITLES)
    for mark in (mark for figure in figures(person) for mark in figure.marks):
        if hides & {"classes", "scores"}:
            if isinstance(mark, Points) and all(mark.class_names):  # real targets have none
                assert not mark.predicted.any()
            assert mark.key not in ("positive side", "negative side")
        assert "line" not in hides or mark.key not in ("line", "ghost", "weights")
    person.window.foot.clearMessage()
    person.window.trigger("file.export")
    assert person.program.exporting.dialog is None
    person.window.trigger("file.copy_figure")  # copies the plane as it is seen, and nothing else
    person.window.foot.clearMessage()


@pytest.fixture
def student(person: Person) -> Iterator[Person]:
    """Somebody whose lesson is closed at the end."""
    yield person
    person.program.lessons.close()


@pytest.mark.parametrize("name", slow_but(["000-and-by-yourself", "004-any-order"], lesson_files()))
def test_no_answer_is_in_view_before_it_is_given(student: Person, name: str) -> None:
    open_lesson(student, name)
    lessons = student.program.lessons
    assert lessons.lesson is not None
    for number, step in enumerate(lessons.lesson.steps):
        if step.prediction is None:
            continue
        lessons.show_step(number)
        student.wait()
        check_nothing_tells(student)
        assert lessons.polling.is_open
        student.window.trigger("lesson.next")  # which reveals it
        assert not lessons.hides & asked_for(step.prediction) & SECRETS.keys()


QUESTIONS = {  # of facts that no lesson of the program asks for, on AND after 3 visits
    "k": ("1", "2"),
    "weights": ("(0, 0, -1)", "(1, 1, 0)"),
    "score[4]": ("-1", "0"),
    "right[1]": ("true", "false"),
    "from_line[1]": ("none", "~ 2"),
    "answer": ("(0, 0, -1)", "(1, 1, 0)"),
    "updates": ("11", "12"),
}


def test_stepping_on_tells_nothing_either(student: Person, tmp_path: Path) -> None:
    steps = "".join(
        f"""
[[steps]]
title = "Ask for {that.replace("[", "").replace("]", "")}"
[steps.scene]
data = "and"
rule = {{ tie = "plus" }}
at = 3
panels = ["explanation", "loss", "tally"]
views = {{ boundary = {{ show = "equation,intercept,distance,tally" }} }}
[steps.prediction]
ask = "number"
that = "{that}"
choices = {list(choices)}
"""
        for that, choices in QUESTIONS.items()
    )
    path = tmp_path / "asking.toml"
    path.write_text(f'title = "Asking"\n{steps}', encoding="utf-8")
    open_lesson(student, str(path))
    lessons = student.program.lessons
    assert lessons.lesson is not None
    for number in range(len(lessons.lesson.steps)):
        lessons.show_step(number)
        for visit in (3, 4, 5):
            student.controller.playback.seek(visit)
            student.wait()
            check_nothing_tells(student)
