"""The panel of a lesson: answers in as many lines as they need, bars, tasks and buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QLayout, QLayoutItem
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lessons.claims import Finding
from perceptron_gui.lessons.lesson import question
from perceptron_gui.lessons.reader import lesson_named, read_lesson
from perceptron_gui.theory.run_text.poll import Poll, PollQuestion
from perceptron_gui.views.lessons.panel import OPEN, SOLVED, LessonPanel, QuestionBox, TaskBox
from perceptron_gui.views.widgets.poll import AnswerButton
from perceptron_gui.views.widgets.theme import apply_theme
from tests.views.desk import use_theme
from tests.views.pixels import heard, on_screen

LONG = "it keeps its direction for ever"
ASKED = Poll.about(PollQuestion("Which way does $w$ turn?", ("to the left", LONG), 1))
LESSON = r"""
title = "Two & more"
minutes = 5
[[steps]]
title = "First < second"
prose = 'The score is $s = w \cdot x$ & **more**.'
[steps.scene]
data = "and"
[[steps]]
title = "Second"
[steps.task]
text = "Paint a point."
hint = "Click."
conditions = ["points >= 1"]
solution = { points = [[0, 1, 1]] }
"""


@pytest.fixture
def box(qtbot: QtBot) -> QuestionBox:
    box = QuestionBox()
    qtbot.addWidget(box)
    return box


def items_of_layouts() -> int:
    """Return how many items Python knows: one that Qt deletes silently crashes another, later."""
    known = Shiboken.getAllValidWrappers()
    return sum(isinstance(each, QLayoutItem) and not isinstance(each, QLayout) for each in known)


def test_questions_asked_one_after_the_other_leave_nothing_of_qt_behind(
    box: QuestionBox, qtbot: QtBot
) -> None:
    other = Poll.about(PollQuestion("And now?", ("yes", "no", "perhaps"), 0))
    box.show()

    def settled() -> bool:
        return len(box.findChildren(AnswerButton)) == len(box.buttons)

    before = items_of_layouts()
    for _ in range(3):
        for asked in (ASKED, other):
            box.show_poll(asked)
            qtbot.waitUntil(settled)
    box.show_poll(None)
    qtbot.waitUntil(settled)
    assert items_of_layouts() <= before  # others may have gone meanwhile


def test_a_question_tells_no_truth_before_it_is_revealed(box: QuestionBox) -> None:
    counted = ASKED.with_hands(1, 2)
    box.show_poll(counted)
    assert [button.is_true for button in box.buttons] == [None, None]
    assert all(button.isEnabled() for button in box.buttons)
    assert [counter.value() for counter in box.counters] == [0, 2]
    assert box.outcome.isHidden()
    sizes = [button.sizeHint() for button in box.buttons]
    box.show_poll(replace(counted, is_revealed=True))
    assert [button.is_true for button in box.buttons] == [False, True]
    assert [button.share for button in box.buttons] == [0.0, 1.0]
    assert not any(part.isEnabled() for part in (*box.buttons, *box.counters))
    assert box.outcome.accessibleName() == "2 of 2 hands were right."
    assert [button.sizeHint() for button in box.buttons] == sizes  # nothing moves
    box.show_poll(None)
    assert box.isHidden()


def test_counters_are_there_for_a_class_or_once_a_hand_is_counted(box: QuestionBox) -> None:
    for poll, has_counters, shown in (
        (ASKED, False, False),
        (ASKED, True, True),
        (ASKED.with_hands(0, 1), False, True),
    ):
        box.show_poll(poll, has_counters)
        assert [not counter.isHidden() for counter in box.counters] == [shown, shown]


def test_answers_and_hands_are_requests(box: QuestionBox) -> None:
    box.show_poll(ASKED)
    answered, counted = heard(box.answered), heard(box.hands_counted)
    box.buttons[1].click()
    box.counters[0].setValue(7)
    assert answered == [1] and counted == [(0, 7)]


def test_a_task_shows_what_is_met_and_what_is_true(qtbot: QtBot) -> None:
    task = read_lesson(LESSON, "two").steps[1].task
    box = TaskBox()
    qtbot.addWidget(box)
    box.show_task(task)
    box.show()
    assert box.hint.isHidden() and box.result.isHidden()
    box.hint_button.click()
    assert box.hint.isVisible() and "Click" in box.hint.text()
    met = Finding("positive = 1", True, "positive is 1", 1, "There is 1 of class +1.")
    missing = "There are 2 points & more; there should be 3."
    box.show_findings([met, Finding("points >= 3", False, "points is 2", 1, missing)])
    words = box.result.text()
    assert OPEN in words and "points is" not in words
    assert words.index("2 points &amp; more") < words.index(met.sentence)
    box.show_findings([met])
    assert SOLVED in box.result.text()
    box.show_theme(THEMES["dark"])
    assert THEMES["dark"].style is not None and SOLVED in box.result.text()


def test_the_panel_shows_steps_and_where_one_is(qtbot: QtBot) -> None:
    panel = LessonPanel()
    qtbot.addWidget(panel)
    panel.show_lesson(read_lesson(LESSON, "two"))
    panel.show_step(0)
    panel.show_next(reveals=False)
    panel.show()
    assert panel.title.text() == "Two & more" and "5 minutes" in panel.title.toolTip()
    assert panel.heading.text() == "<b>First &lt; second</b>"
    assert "<i>s</i>" in panel.prose.text() and "<strong>more</strong>" in panel.prose.text()
    assert panel.steps.text().startswith("Step 1 of 2") and panel.progress.value() == 1
    assert not panel.previous_button.isEnabled() and panel.next_button.isEnabled()
    requested = heard(panel.step_requested)
    first, second = panel.steps.menu().actions()
    assert (first.text(), second.text()) == ("1. First < second", "2. Second")
    second.trigger()
    assert requested == [1]
    panel.show_step(1)
    panel.show_next(reveals=False)
    assert panel.prose.isHidden() and not panel.next_button.isEnabled()
    panel.show_away(True)
    assert panel.back_button.isVisible()


@pytest.mark.parametrize("name", ["001-ties", "002-squeeze", "002-why-it-converges"])
def test_the_longest_questions_fit_on_the_stage_of_a_lecture_hall(
    qtbot: QtBot, qapp: QApplication, name: str
) -> None:
    apply_theme(qapp, THEMES["light"], 2.118)  # of a presentation on 1920 × 1080
    panel = LessonPanel()
    panel.show_presenting(True)
    on_screen(qtbot, panel, 595, 915)  # as the window lays it out there
    lesson = lesson_named(name)
    panel.show_lesson(lesson)
    poll = Poll.about(question(lesson.steps[0]))
    assert len(poll.question.answers) >= 4
    for is_revealed in (False, True):
        panel.show_step(0)
        panel.question.show_poll(replace(poll, is_revealed=is_revealed), has_counters=True)
        qtbot.wait(20)
        assert panel.column.verticalScrollBar().maximum() == 0
    use_theme()


def test_answers_have_letters_for_a_class(box: QuestionBox) -> None:
    box.show_poll(ASKED)
    assert [button.text()[:1] for button in box.buttons] == ["A", "B"]
    assert ["key A or 1" in box.buttons[0].toolTip(), "B or 2" in box.buttons[1].toolTip()]
