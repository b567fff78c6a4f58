"""Lessons in the real window: played from the first to the last step, and nothing hidden seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from perceptron_gui.app.window.docks import TITLES
from perceptron_gui.app.window.pages import page_of
from perceptron_gui.lessons.reader import lesson_files
from perceptron_gui.lessons.secrets import SECRETS
from tests.app.person import Person
from tests.cases import slow_but

BY_HAND = str(Path(__file__).with_name("by_hand.toml"))
VERDICT_WORDS = ("separable", "converged", "proved", "repeat", "no line", "bound")


def open_lesson(person: Person, name: str) -> None:
    """Open a lesson, and wait for its first step."""
    person.program.lessons.open(name)
    person.wait_until(lambda: person.sees("lesson") is not None)
    person.wait()


@pytest.fixture
def teacher(person: Person) -> Iterator[Person]:
    """Somebody who has opened the lesson by hand."""
    open_lesson(person, BY_HAND)
    yield person
    person.program.lessons.close()


def press(person: Person, keys: str) -> None:
    """Press a key, whatever has the focus."""
    person.activate()
    person.key(keys, person.window)


def check_nothing_hidden_is_seen(person: Person) -> None:
    """Fail where a panel, the status, the headline or the transport tells what is hidden."""
    lesson, window = person.sees("lesson"), person.window
    hides = set(lesson["hides"])
    seen = set(person.sees("panels"))
    assert not seen & hides & set(TITLES)
    if "verdict" in hides:
        assert not seen & set(SECRETS["verdict"])
        words = f"{person.sees('status')} {person.sees('headline')} {window.foot.status.toolTip()}"
        assert not [word for word in VERDICT_WORDS if word in words.lower()], words
        assert window.transport.dial.isHidden()
        assert window.offer.isHidden()
    if hides & {"future", "verdict"}:
        assert " of " not in window.transport.counter.text()
        assert " / " not in person.sees("status")
        state = person.controller.store.state
        assert not getattr(state.options("loss"), "future", False)
        assert getattr(state.options("loss"), "horizon", None) is None


@pytest.mark.parametrize("name", slow_but(["002-xor", "003-iris"], lesson_files()))
def test_a_lesson_is_played_from_its_first_to_its_last_step(person: Person, name: str) -> None:
    open_lesson(person, name)
    lessons = person.program.lessons
    lesson, panel = lessons.lesson, lessons.panel
    assert lesson is not None and panel.isVisible()
    for number, step in enumerate(lesson.steps):
        person.wait()
        seen = person.sees("lesson")
        assert seen["step"] == number + 1 and not seen["away"], step.title
        waits = step.prediction is not None and step.scene.page != "plane"
        assert person.sees("page") == ("plane" if waits else page_of(step.scene.page))
        check_nothing_hidden_is_seen(person)
        if step.prediction is not None:
            assert seen["truth"] is None
            asked = lessons.question
            assert asked is not None and asked.truth is not None
            press(person, f"{asked.truth + 1}")
            person.wait_until(lambda: person.sees("lesson")["truth"] is not None)
            assert person.sees("lesson")["truth"] == asked.true_answer
            assert person.sees("page") == page_of(step.scene.page)
            assert panel.question.outcome.accessibleName() == "Right!"
            check_nothing_hidden_is_seen(person)
        if step.task is not None:
            panel.task.check_button.click()
            scene = step.task.solved(step.scene)
            assert scene is not None
            edited = scene.session
            person.controller.editing.change("Solve", dataset=edited.dataset, rules=edited.rules)
            person.wait()
            check_nothing_hidden_is_seen(person)
            panel.task.check_button.click()
            person.wait_until(lambda: "Solved" in panel.task.result.text())
        press(person, "PgDown")
    assert person.sees("lesson")["step"] == len(lesson.steps)
    lessons.close()
    assert person.sees("lesson") is None and panel.isHidden()


@pytest.mark.parametrize("name", slow_but(["001-follow-theta"], lesson_files()))
def test_a_lesson_is_given_to_a_class_from_its_first_to_its_last_step(
    person: Person, name: str
) -> None:
    open_lesson(person, name)
    person.window.trigger("view.presentation")
    person.wait_until(lambda: bool(person.window.panels.is_presenting))
    lessons = person.program.lessons
    assert lessons.lesson is not None
    for number, step in enumerate(lessons.lesson.steps):
        person.wait()
        assert person.sees("lesson")["step"] == number + 1
        check_nothing_hidden_is_seen(person)
        if step.prediction is not None:
            assert all(each.isVisible() for each in lessons.panel.question.counters)
            press(person, "Shift+1")
            assert person.sees("lesson")["hands"][0] == 1 and not person.sees("lesson")["truth"]
            press(person, "PgDown")
            assert person.sees("lesson")["truth"]
        press(person, "PgDown")
    assert person.sees("lesson")["step"] == len(lessons.lesson.steps)
    person.window.trigger("view.presentation")
    lessons.close()


def test_the_remote_moves_steps_and_arrows_move_visits(teacher: Person) -> None:
    press(teacher, "Right")
    teacher.wait_until(lambda: teacher.sees("visit") == 1)
    assert teacher.sees("lesson")["away"]
    press(teacher, "F3")
    teacher.wait()
    assert teacher.sees("visit") == 0 and not teacher.sees("lesson")["away"]
    press(teacher, "PgDown")
    assert teacher.sees("lesson")["step"] == 1 and teacher.sees("lesson")["truth"] == "−1"
    press(teacher, "PgDown")
    assert teacher.sees("lesson")["step"] == 2
    press(teacher, "PgUp")
    assert teacher.sees("lesson")["step"] == 1
    teacher.program.lessons.close()
    teacher.wait()
    press(teacher, "PgDown")
    teacher.wait_until(lambda: teacher.sees("visit") == 1)


def test_hands_are_counted_and_shown_as_bars_against_the_truth(teacher: Person) -> None:
    panel = teacher.program.lessons.panel
    for keys in ("Shift+1", "Shift+1", "Shift+2"):
        press(teacher, keys)
    assert teacher.sees("lesson")["hands"] == [2, 1]
    panel.question.counters[1].setValue(4)
    press(teacher, "PgDown")
    lesson = teacher.sees("lesson")
    assert lesson["step"] == 1 and lesson["hands"] == [2, 4] and lesson["truth"] == "−1"
    first, second = panel.question.buttons
    assert (first.is_true, second.is_true) == (True, False)
    assert (first.share, second.share) == (0.5, 1.0)
    assert panel.question.outcome.accessibleName() == "2 of 6 hands were right."
    press(teacher, "PgDown")
    press(teacher, "PgUp")  # the answers are kept while the lesson is open
    assert teacher.sees("lesson")["hands"] == [2, 4]
    panel.restart_button.click()
    assert teacher.sees("lesson")["hands"] == [0, 0] and teacher.sees("lesson")["truth"] is None


def test_a_question_of_a_lesson_ends_predict_first_which_has_the_same_keys(teacher: Person) -> None:
    lessons = teacher.program.lessons
    lessons.show_step(1)  # which asks nothing
    teacher.window.trigger("play.two_phase")
    lessons.show_step(0)
    teacher.wait()
    assert not teacher.action("play.two_phase").isChecked()
    press(teacher, "1")
    assert teacher.sees("lesson")["truth"] == "−1"


def test_what_was_made_of_a_task_is_there_when_its_step_is_shown_again(teacher: Person) -> None:
    lessons = teacher.program.lessons
    assert lessons.lesson is not None
    number = next(at for at, step in enumerate(lessons.lesson.steps) if step.task is not None)
    lessons.show_step(number)
    teacher.wait()
    before = teacher.sees("points")
    teacher.controller.editing.select_all()
    teacher.controller.editing.relabel_selection()
    teacher.wait()
    labels = teacher.sees("labels")
    assert teacher.sees("lesson")["away"]
    lessons.panel.task.check_button.click()
    teacher.wait_until(lambda: "Not yet" in lessons.panel.task.result.text())
    assert "With no offset: " in lessons.panel.task.result.text()
    lessons.show_step(0)
    teacher.wait()
    lessons.show_step(number)
    teacher.wait()
    assert teacher.sees("labels") == labels and teacher.dialogs.asked == []
    press(teacher, "F3")
    teacher.wait()
    assert teacher.sees("points") == before and teacher.sees("labels") != labels
    assert not teacher.sees("lesson")["away"]


def test_unsaved_work_of_a_file_is_asked_about_once(person: Person, tmp_path: Path) -> None:
    person.dialogs.path = str(tmp_path / "mine.json")
    assert person.program.files.save_as()
    person.dialogs.asked.clear()
    person.controller.editing.select_all()
    person.controller.editing.relabel_selection()
    person.wait()
    person.dialogs.changes = "cancel"
    person.program.lessons.open(BY_HAND)
    person.wait_until(lambda: len(person.dialogs.asked) == 1)
    assert person.sees("lesson") is None
    person.dialogs.changes = "discard"
    open_lesson(person, BY_HAND)
    assert len(person.dialogs.asked) == 2
    for _ in range(4):
        press(person, "PgDown")
        person.wait()
    assert len(person.dialogs.asked) == 2
    person.program.lessons.close()


def test_a_hidden_panel_cannot_be_opened_and_comes_back_with_the_end(teacher: Person) -> None:
    assert "explanation" in teacher.sees("lesson")["hides"]
    dock = teacher.window.docks["explanation"]
    assert not dock.toggleViewAction().isEnabled()
    teacher.window.panels.toggle("explanation")
    dock.show()
    assert dock.isHidden()
    teacher.window.show_layout(None)
    assert dock.isHidden()
    for name in ("panel.why", "show.margin", "play.future", "page.why"):
        assert not teacher.action(name).isEnabled()
    teacher.program.lessons.close()
    teacher.wait_until(lambda: "explanation" in teacher.sees("panels"))
    assert teacher.action("page.why").isEnabled()


def test_what_a_step_hides_cannot_be_exported(teacher: Person) -> None:
    assert "verdict" in teacher.sees("lesson")["hides"]
    for export in (
        partial(teacher.window.trigger, "file.export"),
        teacher.window.docks["loss"].export_button.click,
        partial(teacher.window.trigger, "file.quick_export"),
    ):
        teacher.window.foot.clearMessage()
        export()
        assert "hides what an export would show" in teacher.window.foot.currentMessage()
        assert teacher.program.exporting.dialog is None
    teacher.program.lessons.close()
    teacher.wait()
    teacher.window.trigger("file.export")
    dialog = teacher.program.exporting.dialog
    assert dialog is not None
    dialog.reject()


def test_presenting_keeps_what_is_hidden_hidden(teacher: Person) -> None:
    teacher.window.trigger("view.presentation")
    teacher.wait_until(lambda: bool(teacher.window.panels.is_presenting))
    panel = teacher.program.lessons.panel
    assert panel.isVisible()
    check_nothing_hidden_is_seen(teacher)
    teacher.window.trigger("view.presentation")
    teacher.wait_until(lambda: not teacher.window.panels.is_presenting)
    check_nothing_hidden_is_seen(teacher)


def test_a_lesson_is_opened_from_a_card_a_file_and_a_drop(person: Person, tmp_path: Path) -> None:
    person.program.home.choose("lesson:001-follow-theta")
    person.wait_until(lambda: person.sees("lesson") is not None)
    assert person.sees("page") == "plane"
    person.program.lessons.close()
    mine = tmp_path / "mine.toml"
    words = Path(BY_HAND).read_text(encoding="utf-8")
    mine.write_text(words.replace('title = "Follow θ by hand"', 'title = "Mine"'), encoding="utf-8")
    person.window.files_dropped.emit([str(mine)])
    person.wait_until(lambda: person.sees("lesson") is not None)
    assert person.sees("lesson")["title"] == "Mine"
    person.program.lessons.close()


def test_all_errors_of_a_lesson_are_listed_at_once(person: Person, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    step = '[[steps]]\ntitle = "S"\nclaims = ["a = 1", "points = x"]\n[steps.scene]\n'
    bad.write_text(f'title = "T"\n{step}data = "none"\n{step}data = "and"\n', encoding="utf-8")
    person.program.lessons.open(str(bad))
    person.wait_until(lambda: bool(person.dialogs.reports))
    lines = person.dialogs.reports[0].splitlines()
    assert [line.split(", ")[1:3] for line in lines] == [
        *(["line 4", "step 1"], ["line 4", "step 1"], ["line 6", "step 1"]),
        *(["line 9", "step 2"], ["line 9", "step 2"]),
    ]


def test_a_bad_lesson_gets_a_sentence_with_its_place(person: Person, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "Bad"\n[[steps]]\ntitle = "A"\nhidden = ["loss"]\n', encoding="utf-8")
    person.program.files.open(str(bad))
    person.wait_until(lambda: bool(person.dialogs.asked))
    assert person.sees("lesson") is None
    assert "bad.toml" in f"{person.dialogs.asked[-1]}{person.sees('message')}"


def test_the_presenter_sees_notes_the_answer_and_what_comes_next(person: Person) -> None:
    assert not person.action("lesson.presenter").isEnabled()
    open_lesson(person, BY_HAND)
    lessons = person.program.lessons
    assert lessons.lesson is not None
    person.window.trigger("lesson.presenter")
    view = person.program.presenter.view
    assert view is not None and view.isVisible()
    first, second = lessons.lesson.steps[:2]
    assert "−1" not in view.answer.text() and not view.picture.isVisible()  # of a student alone
    person.window.trigger("view.presentation")
    person.wait_until(lambda: bool(person.window.panels.is_presenting))
    assert first.notes.split(":")[0] in view.notes.text()
    assert "−1" in view.answer.text() and second.title in view.coming.text()
    assert view.clock.text().startswith("0:") and view.left.text() == "10 minutes left"
    assert view.picture.isVisible() and not view.picture.pixmap().isNull()
    lessons.begun -= 11 * 60
    lessons.step_shown.emit()
    assert view.clock.text().startswith("11:") and view.left.text() == "1 minute over"
    view.reset_button.click()
    assert view.clock.text().startswith("0:")
    person.window.trigger("view.presentation")
    assert view.next_button.text() == "Reveal ▶"
    view.next_button.click()
    assert view.next_button.text() == "Next ▶"
    view.next_button.click()
    person.wait()
    assert person.sees("lesson")["step"] == 2 and second.title in view.progress.text()
    size = view.size()
    for number in range(len(lessons.lesson.steps)):
        lessons.show_step(number)
        person.wait()
        assert view.size() == size and view.minimumSizeHint().width() <= size.width()
    while lessons.polling.is_open:
        view.next_button.click()
    assert (view.next_button.text(), view.next_button.isEnabled()) == ("Done ✓", False)
    assert not view.picture.isVisible()
    view.close()
    assert not person.action("lesson.presenter").isChecked()
    person.window.trigger("lesson.presenter")
    lessons.close()
    assert view.isHidden()


def test_the_end_of_a_run_tells_no_verdict_that_is_hidden(teacher: Person) -> None:
    lessons = teacher.program.lessons
    assert lessons.lesson is not None
    titles = [step.title for step in lessons.lesson.steps]
    lessons.show_step(titles.index("Two points that need an offset"))
    teacher.wait()
    for visit in (4, 5, 9, 0):  # the run repeats after four visits
        teacher.controller.playback.seek(visit)
        teacher.wait()
        check_nothing_hidden_is_seen(teacher)
        labels = [each for each in teacher.window.findChildren(QLabel) if each.isVisible()]
        words = [each.text() for each in labels if not lessons.panel.isAncestorOf(each)]
        assert not [each for each in words if any(told in each.lower() for told in VERDICT_WORDS)]
    teacher.controller.playback.seek(9)
    press(teacher, "PgDown")  # which reveals the answer, and with it everything
    teacher.wait()
    assert "proved" in teacher.sees("status") and "repeat" in teacher.sees("headline")


def test_xor_is_played_when_its_step_is_shown_unless_motion_is_reduced(person: Person) -> None:
    open_lesson(person, "002-xor")
    lessons = person.program.lessons
    lessons.show_step(1)
    person.wait_until(lambda: person.sees("visit") > 8)
    assert person.sees("playing") and not person.sees("lesson")["away"]
    lessons.show_step(2)
    person.wait()
    assert not person.sees("playing")
    person.do("view.reduce_motion")
    lessons.show_step(1)
    person.wait()
    assert person.sees("visit") == 4 and not person.sees("playing")
    lessons.close()
