"""The page of exercises: points are clicked, weights typed or dragged, and answers judged."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.exercises.making import Answer
from perceptron_gui.figures.model.marks import Line, Points
from perceptron_gui.views.lessons.exercises import ExercisesPage
from perceptron_gui.views.widgets.access import describe_widgets
from tests.hands import LEFT


@pytest.fixture
def page(qtbot: QtBot) -> ExercisesPage:
    describe_widgets()
    page = ExercisesPage()
    qtbot.addWidget(page)
    page.resize(1100, 640)
    page.show()
    qtbot.waitExposed(page)
    page.show_exercise(3, 9)
    return page


def place(page: ExercisesPage, x: float, y: float) -> QPoint:
    return page.canvas.position_of(x, y).toPoint()


def click_point(page: ExercisesPage, i: int) -> None:
    x, y = page.made.draft.points[i]
    QTest.mouseClick(page.canvas, LEFT, pos=place(page, x, y))


def give(page: ExercisesPage, answer: Answer) -> None:
    """Give an answer with the controls that are offered."""
    if isinstance(answer, tuple):
        page.answers.show_weights(list(map(float, answer)))
        page.answers.checks[0].click()
    elif page.step.name == "count":
        assert isinstance(answer, int)
        page.answers.count_field.setValue(answer)
        page.answers.checks[1].click()
    elif page.step.name == "point":
        assert isinstance(answer, int)
        page.answers.buttons[answer].click()
    else:
        page.answers.buttons[answer == "cycles"].click()


def test_a_click_on_a_point_answers_and_the_misconception_is_named(page: ExercisesPage) -> None:
    click_point(page, 0)
    assert [each.found.misconception for each in page.attempts] == ["correct"]
    assert page.feedback.text() and page.next.hasFocus()
    click_point(page, 1)
    assert len(page.attempts) == 1  # it is answered
    page.next.click()
    assert page.step.name == "weights"


def test_nothing_on_the_plane_tells_which_points_are_misclassified(page: ExercisesPage) -> None:
    marks = [mark for mark in page.canvas.figure.marks if isinstance(mark, Points)]
    assert marks and all(mark.is_plain and not mark.predicted.any() for mark in marks)
    told = QAccessible.queryAccessibleInterface(page.canvas)
    words = [told.child(i).text(QAccessible.Text.Name) for i in range(told.childCount())]
    assert any("Point 2" in each for each in words)
    assert not any("correct" in each or "misclassified" in each for each in words)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_whoever_answers_right_gets_all_points_and_may_see_the_run(
    page: ExercisesPage, qtbot: QtBot, level: int
) -> None:
    page.show_exercise(level, 4)
    made, steps = page.made, page.made.steps
    for number, step in enumerate(steps):
        assert page.step is step and not page.solution.isEnabled()
        give(page, step.right)
        assert page.attempts[-1].found.is_right
        if number + 1 < len(steps):
            page.next.click()
    assert f"{len(steps)} of {len(steps)}" in page.score.text()
    with qtbot.waitSignal(page.solution_requested) as asked:
        page.solution.click()
    assert asked.args == [made]
    page.next.click()
    assert (page.made.level, page.made.seed) == (level, 5)


def test_the_line_follows_the_fields_and_the_fields_a_drag(page: ExercisesPage) -> None:
    give(page, page.step.right)
    page.next.click()
    before = page.canvas.figure.mark("line")
    page.answers.weights[2].setValue(page.answers.weights[2].value() + 2)
    moved = page.canvas.figure.mark("line")
    assert moved != before
    assert isinstance(moved, Line)
    typed = page.answers.typed_weights
    x, y = (float(np.mean(each)) for each in (moved.x, moved.y))
    start = place(page, 0.8 * x + 0.2 * moved.x[0], 0.8 * y + 0.2 * moved.y[0])
    QTest.mousePress(page.canvas, LEFT, pos=start)
    QTest.mouseMove(page.canvas, start + QPoint(40, 30))
    QTest.mouseMove(page.canvas, start + QPoint(60, 45))
    QTest.mouseRelease(page.canvas, LEFT, pos=start + QPoint(60, 45))
    dragged = page.answers.typed_weights
    assert dragged[:2] == typed[:2] and dragged[2] != typed[2]
    assert len(page.attempts) == 1  # nothing is answered by it


def test_an_exercise_is_done_with_the_keyboard(page: ExercisesPage) -> None:
    page.answers.buttons[0].setFocus()
    QTest.keyClick(page.answers.buttons[0], Qt.Key.Key_Space)
    assert len(page.attempts) == 1 and QApplication.focusWidget() is page.next
    QTest.keyClick(page.next, Qt.Key.Key_Space)
    QTest.keyClick(page.answers.weights[0], Qt.Key.Key_Up)
    assert page.answers.typed_weights[0] == page.made.draft.weights[0] + 1


def test_level_and_number_choose_the_exercise(page: ExercisesPage) -> None:
    page.level.value_requested.emit("2")
    assert page.made.level == 2
    page.seed.setValue(31)
    page.seed.editingFinished.emit()
    assert page.made.seed == 31 and page.step is page.made.steps[0]
