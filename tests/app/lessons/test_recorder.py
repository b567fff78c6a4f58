"""A lesson made of what is on screen reads back as the scenes that were seen."""

from __future__ import annotations

from pathlib import Path

from perceptron_gui.lessons.lesson import check_lesson
from perceptron_gui.lessons.reader import lesson_from
from tests.app.person import Person


def test_steps_are_recorded_and_read_back(person: Person, tmp_path: Path) -> None:
    person.open("and")
    path = tmp_path / "mine.toml"
    person.dialogs.path = str(path)
    assert not person.action("lesson.add_step").isEnabled()
    person.window.trigger("lesson.make")
    person.wait_until(lambda: person.action("lesson.add_step").isEnabled())
    made = path.read_text(encoding="utf-8")
    path.write_text(made.replace("prose = ''", "prose = 'By hand.'"), encoding="utf-8")
    person.controller.playback.seek(3)
    person.key("F6")
    person.wait_until(lambda: "Step 2" in person.sees("message"))
    lesson = lesson_from(path)
    first, second = lesson.steps
    assert first.prose == "By hand."  # what was edited meanwhile stays
    assert (first.scene.cursor, second.scene.cursor) == (0, 3)
    assert first.scene.session.dataset == person.session.dataset == second.scene.session.dataset
    assert second.scene.rule == person.session.rules[0]
    assert set(first.scene.panels or ()) == set(person.sees("panels"))
    assert check_lesson(lesson).wrong == ()


def test_no_file_is_no_lesson(person: Person) -> None:
    person.dialogs.path = ""
    person.window.trigger("lesson.make")
    assert person.dialogs.asked[-1][0] == "save"
