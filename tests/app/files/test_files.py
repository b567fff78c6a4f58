"""New, open and save: nothing is lost without a question, and a failure changes nothing."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui import __version__
from perceptron_gui.app.export.job import ShownSession, job_of
from perceptron_gui.app.files.files import title_of
from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import SessionTask, write_session
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import write_file
from perceptron_gui.views.export.choices import ExportChoices
from tests.app.stand_ins import Watched
from tests.views.answers import one_after_another, pressing, typing
from tests.views.pixels import heard

from .conftest import FileDesk

CSV = "x,y,label\n0,1,no\n2,3,yes\n4,5,yes\n"
USER_IS_ROOT = os.name == "nt" or os.geteuid() == 0


def test_a_table_is_opened_with_its_remarks_and_never_written_over(desk: FileDesk) -> None:
    path = desk.write("points.csv", CSV)
    assert desk.files.open(path)
    assert desk.labels == [-1, 1, 1]
    assert desk.messages == ["Label 'no' became −1 and 'yes' became +1."]
    assert desk.title == "points — Perceptron"
    desk.change()
    assert not desk.files.save()
    assert desk.dialogs.asked == [("save", desk.path("points.json"))]
    assert Path(path).read_text(encoding="utf-8") == CSV


def test_a_figure_is_opened_by_its_session_and_stays(desk: FileDesk) -> None:
    run = Run(desk.session.dataset, desk.session.rules[0]).finish()
    job = job_of(ShownSession(desk.session, run, 7, "and"), ExportChoices(view="loss"))
    content = write_file(job, "svg")
    path = desk.write("figure.svg", content)
    desk.files.new()
    assert desk.files.open(path)
    assert (len(desk.labels), desk.session.cursor) == (4, 7)
    desk.change()
    assert desk.save_as("other.json")
    assert Path(path).read_bytes() == content
    assert desk.files.path == desk.dialogs.path


def test_homework_asks_once_who_did_it_and_stays_homework(desk: FileDesk) -> None:
    task = SessionTask("001-follow-theta", 8, "Paint three points.")
    path = desk.write("task.json", write_session(replace(desk.session, task=task)))
    desk.files.new()
    assert desk.files.open(path)
    assert desk.messages == []  # the panel of the lesson shows the task
    desk.change()
    before = Path(path).read_bytes()
    assert not desk.files.save()  # nobody gave a name, and the question was cancelled
    assert Path(path).read_bytes() == before
    desk.dialogs.student = "Ann Lee"
    assert desk.files.save()
    saved = json.loads(Path(path).read_text(encoding="utf-8"))
    named = {"lesson": task.lesson, "step": 8, "text": task.text, "student": "Ann Lee"}
    assert saved["task"] == named
    desk.change()
    assert desk.files.save() and not desk.files.is_changed
    assert [each for each in desk.dialogs.asked if each[0] == "student"] == 2 * [("student", "")]
    other = desk.write("other.json", write_session(replace(desk.session, task=task)))
    assert desk.files.open(other)
    desk.change()
    assert desk.files.save()
    assert desk.dialogs.asked[-1] == ("student", "Ann Lee")  # as it was given before


def test_a_set_of_the_library_has_a_name_but_no_file(desk: FileDesk) -> None:
    assert desk.files.open("xor")
    assert (desk.files.path, desk.editing.document.name) == ("", "xor")
    assert not desk.files.save()
    assert desk.dialogs.asked[-1] == ("save", "xor.json")


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (None, "no such file"),
        (b"", "the file is empty"),
        (b'{"format": "perceptron-gui/session", "version": 99}', "newer version"),
        (b'{"format": "perceptron-gui/session", "version": 1', "line"),
        (b"\x89PNG\r\n\x1a\n", "UTF-8"),
        (b"\xff\xfe\x00\x01\x02", "."),
        (b"1,2,3\n4,5\n", "."),
    ],
)
def test_a_broken_or_missing_file_is_told_in_a_sentence(
    content: bytes | None, part: str, desk: FileDesk
) -> None:
    desk.change()
    before, title = desk.session, desk.title
    if content is not None:
        desk.write("broken.json", content)
    assert not desk.files.open(desk.path("broken.json"))
    (message,) = desk.messages
    assert part in message
    assert "--" not in message
    assert message.endswith(".")
    assert (desk.session, desk.title, desk.files.path) == (before, title, "")
    assert desk.dialogs.asked == [("unreadable", "broken.json")]


def test_nothing_chosen_is_nothing_done(desk: FileDesk) -> None:
    before = desk.session
    assert not desk.files.open()
    assert not desk.files.save()
    assert desk.session is before
    assert [kind for kind, _ in desk.dialogs.asked] == ["open", "save"]
    assert not desk.files.open(desk.path(""))
    assert "folder" in desk.messages[0]


@pytest.mark.parametrize("leaving", ["new", "open", "drop", "close"])
def test_unsaved_changes_of_a_file_are_asked_about(leaving: str, desk: FileDesk) -> None:
    assert desk.save_as("mine.json")
    path = desk.write("points.csv", CSV)
    leave = {
        "close": desk.files.may_leave,
        "drop": lambda: desk.files.drop([path]),
        "open": lambda: desk.files.open("xor"),
        "new": desk.files.new,
    }[leaving]
    desk.change()
    before = desk.session
    assert not leave()
    assert desk.session is before
    desk.dialogs.changes = "save"
    assert leave()
    assert len(load_data(desk.dialogs.path).dataset) == 3


def test_changes_can_be_discarded_and_without_any_nothing_is_asked(desk: FileDesk) -> None:
    assert desk.save_as("mine.json")
    desk.dialogs.asked.clear()
    desk.change()
    desk.dialogs.changes = "discard"
    assert desk.files.new()
    assert not desk.files.is_changed
    assert desk.dialogs.asked.pop() == ("changes", "mine")
    assert desk.files.may_leave()
    assert desk.files.open("and")
    assert desk.files.new()
    assert desk.dialogs.asked == []


def test_a_session_without_a_file_is_kept_among_the_recent_ones(desk: FileDesk) -> None:
    for left in (3, 2):
        desk.change()
        assert desk.files.new()
        paths = desk.settings.recent_files()
        assert len(paths) == 1, "what was kept before has made room"
        assert desk.files.recent_name(paths[0])[0] == "Untitled"
        assert "unsaved" in desk.files.recent_name(paths[0])[1]
        assert desk.files.open(paths[0])
        assert len(desk.labels) == left
        assert (desk.files.path, desk.files.is_changed) == ("", False)
    assert desk.files.new()
    assert desk.settings.recent_files() == paths, "nothing was changed, so nothing is written"
    assert desk.dialogs.asked == []
    assert desk.files.open(paths[0])
    assert desk.save_as("mine.json")
    assert desk.dialogs.asked == [("save", "Untitled.json")]
    assert desk.settings.recent_files() == (desk.path("mine.json"),)


def test_a_session_that_cannot_be_kept_is_asked_about(desk: FileDesk) -> None:
    (desk.folder / "recovery").write_text("in the place of the folder")
    desk.change()
    before = desk.session
    assert not desk.files.new()
    assert desk.session is before
    assert desk.dialogs.asked == [("changes", "Untitled")]


def test_only_the_newest_sessions_are_kept(desk: FileDesk) -> None:
    first = desk.session
    for _ in range(22):
        desk.files.show(OpenFile(first))
        desk.change()
        assert desk.files.new()
    assert len(list((desk.folder / "recovery" / "sessions").iterdir())) == 20


def test_recent_files_open_again(desk: FileDesk) -> None:
    recent = desk.settings.recent_files
    desk.save_as("lesson.json")
    table = desk.write("points.csv", CSV)
    desk.files.open(table)
    assert recent() == (table, desk.path("lesson.json"))
    assert desk.settings.folder == str(desk.folder)
    assert desk.files.open(desk.settings.recent_files()[1])
    assert len(desk.labels) == 4
    before = desk.session
    Path(desk.files.path).unlink()
    assert not desk.files.open(desk.files.path)
    assert "no such file" in desk.messages[-1]
    assert recent() == (table,), "what is gone is forgotten"
    assert desk.session is before


def test_what_is_dropped_is_opened_one_file_at_a_time(desk: FileDesk) -> None:
    table = desk.write("a.csv", "0,0,-1\n1,1,+1\n")
    assert desk.files.drop([table, desk.path("b.csv")])
    assert desk.editing.document.name == "a"
    assert desk.messages == ["Of 2 files only a.csv is opened."]
    assert not desk.files.drop([""])
    assert not desk.files.drop([])


def test_a_saved_session_opens_again_with_cursor_name_and_version(desk: FileDesk) -> None:
    before = desk.session
    assert desk.save_as("lesson 3.json")
    assert desk.files.new()
    assert len(desk.labels) == 0
    assert desk.files.open(desk.dialogs.path)
    session = desk.session
    assert session.dataset == before.dataset
    assert (session.cursor, session.name, session.program) == (5, "lesson 3", __version__)
    assert (desk.files.path, desk.editing.document.name) == (desk.dialogs.path, "lesson 3")
    stored = json.loads(Path(desk.files.path).read_text(encoding="utf-8"))
    assert (stored["name"], stored["cursor"]) == ("lesson 3", 5)
    assert [path.name for path in desk.folder.glob("*.json")] == ["lesson 3.json"]


def test_saving_again_asks_for_no_name_and_the_title_tells_of_changes(desk: FileDesk) -> None:
    saved = heard(desk.files.session_saved)
    titles = Watched(desk.editing.store, lambda state: title_of(state.document))
    desk.change()
    desk.save_as("lesson.json")
    desk.change()
    desk.editing.undo()
    desk.change()
    assert desk.files.save()
    names = ["● Untitled", "lesson", "● lesson", "lesson", "● lesson", "lesson"]
    assert titles.values == [f"{name} — Perceptron" for name in names]
    assert [kind for kind, _ in desk.dialogs.asked] == ["save"]
    assert saved == [desk.dialogs.path] * 2
    assert len(load_data(desk.dialogs.path).dataset) == 2


def test_a_name_gets_the_ending_of_sessions(desk: FileDesk) -> None:
    assert desk.save_as("v1.2")
    assert desk.files.path == desk.path("v1.2.json")
    desk.files.new()
    path = desk.write("lesson.json", "precious")
    assert not desk.save_as("lesson"), "the dialog could not ask about this file"
    assert desk.dialogs.asked[-1] == ("overwrite", path)
    assert Path(path).read_text(encoding="utf-8") == "precious"
    desk.dialogs.overwrite = True
    assert desk.files.save()


@pytest.mark.parametrize("name", ["x" * 300, "ä" * 130, "y" * 252, "no such folder/lesson"])
def test_what_cannot_be_saved_or_opened_is_told_and_stays_changed(
    name: str, desk: FileDesk
) -> None:
    desk.change()
    assert not desk.save_as(name)
    assert "could not be written" in desk.messages[0]
    assert desk.files.path == ""
    assert not desk.files.open(desk.path(f"{name}.json"))
    assert "cannot be read" in desk.messages[1] or "no such file" in desk.messages[1]
    desk.settings.recent = (desk.path(f"{name}.json"),)
    assert desk.settings.recent_files() == ()
    assert desk.files.is_changed


@pytest.mark.skipif(USER_IS_ROOT, reason="everything can be written")
def test_a_folder_that_is_read_only_leaves_the_old_file(desk: FileDesk) -> None:
    desk.save_as("lesson.json")
    before = Path(desk.files.path).read_bytes()
    desk.change()
    desk.folder.chmod(0o500)
    try:
        assert not desk.files.save()
    finally:
        desk.folder.chmod(0o700)
    assert Path(desk.files.path).read_bytes() == before
    assert desk.files.is_changed


def test_real_dialogs_save_and_open_and_remember_the_folder(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    folder = tmp_path / "lessons"
    folder.mkdir()
    settings.folder = str(folder)
    window = make_window([], settings=settings, recovery_folder=tmp_path / "recovery")
    qtbot.addWidget(window)
    one_after_another(typing("first lesson"))
    window.trigger("file.save_as")
    assert window.windowTitle() == "first lesson — Perceptron"
    assert (folder / "first lesson.json").is_file()
    window.trigger("file.new")
    assert settings.folder == str(folder)
    one_after_another(typing("first lesson.json"))
    window.trigger("file.open")
    assert window.describe()["labels"] == [-1, 1, 1, -1]
    window.trigger("edit.select_all")
    window.trigger("edit.relabel")
    titles = one_after_another(pressing("Discard"))
    window.close()
    assert titles == ["Unsaved changes"]
    assert not window.isVisible()
