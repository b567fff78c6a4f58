"""New and open: nothing is lost without a question, and a failure changes nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perceptron_gui.app.export.job import ShownSession, job_of
from perceptron_gui.app.files.file_reader import FileReader
from perceptron_gui.app.files.files import Files, load
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import write_file
from perceptron_gui.views.export.choices import ExportChoices
from tests.app.changes import delete_a_point
from tests.app.fake_dialogs import FakeDialogs
from tests.app.heard import Heard

CSV = "x,y,label\n0,1,no\n2,3,yes\n4,5,yes\n"
USER_IS_ROOT = os.name == "nt" or os.geteuid() == 0


def test_a_table_is_opened_with_its_remarks_and_never_written_over(
    files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    path = tmp_path / "points.csv"
    path.write_text(CSV, encoding="utf-8")
    messages = Heard(files.message_shown)
    assert files.open(str(path))
    assert editing.session.dataset.labels.tolist() == [-1, 1, 1]
    assert messages.values == ["Label 'no' became −1 and 'yes' became +1."]
    assert files.title == "points — Perceptron"
    delete_a_point(editing)
    assert not files.save()
    assert dialogs.asked == [("save", str(tmp_path / "points.json"))]
    assert path.read_text(encoding="utf-8") == CSV


@pytest.mark.parametrize("ending", ["pdf", "png", "svg", "py"])
def test_a_figure_is_opened_by_its_session_and_never_written_over(
    ending: str, files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    session = editing.session
    run = Run(session.dataset, session.rules[0]).finish()
    job = job_of(ShownSession(session, run, 7, "and"), ExportChoices(view="loss"))
    path = tmp_path / f"figure.{ending}"
    path.write_bytes(write_file(job, ending))
    content = path.read_bytes()
    files.new()
    assert files.open(str(path))
    assert (len(editing.session.dataset), editing.session.cursor) == (4, 7)
    delete_a_point(editing)
    dialogs.path = str(tmp_path / "other.json")
    assert files.save()
    assert path.read_bytes() == content
    assert files.path == dialogs.path


def test_a_set_of_the_library_has_a_name_but_no_file(
    files: Files, editing: Editing, dialogs: FakeDialogs
) -> None:
    opened = Heard(files.session_opened)
    assert files.open("xor")
    assert opened.values == [(editing.session, "")]
    assert (files.path, files.name) == ("", "xor")
    assert not files.save()
    assert dialogs.asked[-1] == ("save", "xor.json")


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "the file is empty"),
        (b'{"format": "perceptron-gui/session", "version": 99}', "newer version"),
        (b'{"format": "perceptron-gui/session", "version": 1', "line"),
        (b"\x89PNG\r\n\x1a\n", "session"),
        (b"\xff\xfe\x00\x01\x02", "."),
        (b"1,2,3\n4,5\n", "."),
    ],
)
def test_a_broken_file_is_told_in_a_sentence_and_changes_nothing(
    content: bytes, part: str, files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    delete_a_point(editing)
    before, title = editing.session, files.title
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    messages, opened = Heard(files.message_shown), Heard(files.session_opened)
    assert not files.open(str(path))
    (message,) = messages.values
    assert part in message
    assert "--" not in message
    assert message.endswith(".")
    assert (editing.session, files.title, files.path) == (before, title, "")
    assert opened.values == []
    assert dialogs.asked == []


def test_a_missing_file_and_a_folder_are_told(files: Files, tmp_path: Path) -> None:
    messages = Heard(files.message_shown)
    assert not files.open(str(tmp_path / "nothing.json"))
    assert not files.open(str(tmp_path))
    assert "no such file" in messages.values[0]
    assert "folder" in messages.values[1]


def test_nothing_chosen_is_nothing_done(
    files: Files, editing: Editing, dialogs: FakeDialogs
) -> None:
    before = editing.session
    assert not files.open()
    assert not files.save()
    assert editing.session is before
    assert [kind for kind, _ in dialogs.asked] == ["open", "save"]


@pytest.mark.parametrize("leaving", ["new", "open", "drop", "close"])
def test_unsaved_changes_are_asked_about(
    leaving: str, files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    def leave() -> bool:
        if leaving == "close":
            return files.may_leave()
        if leaving == "drop":
            return files.drop([str(tmp_path / "points.csv")])
        return files.open("xor") if leaving == "open" else files.new()

    (tmp_path / "points.csv").write_text(CSV, encoding="utf-8")
    delete_a_point(editing)
    before = editing.session
    assert not leave()
    assert editing.session is before
    dialogs.changes, dialogs.path = "save", ""
    assert not leave(), "no file was named, so nothing is saved and nothing left"
    assert editing.session is before
    dialogs.path = str(tmp_path / "kept.json")
    assert leave()
    assert len(load_data(dialogs.path).dataset) == 3


def test_changes_can_be_discarded(files: Files, editing: Editing, dialogs: FakeDialogs) -> None:
    delete_a_point(editing)
    dialogs.changes = "discard"
    assert files.new()
    assert not files.is_changed
    assert dialogs.asked == [("changes", "Untitled")]


def test_without_changes_nothing_is_asked(files: Files, dialogs: FakeDialogs) -> None:
    assert files.may_leave()
    assert files.open("and")
    assert files.new()
    assert dialogs.asked == []


def test_recent_files_are_told_and_open_again(
    files: Files, editing: Editing, dialogs: FakeDialogs, settings: Settings, tmp_path: Path
) -> None:
    recent = Heard(files.recent_changed)
    dialogs.path = str(tmp_path / "lesson.json")
    files.save()
    (tmp_path / "points.csv").write_text(CSV, encoding="utf-8")
    files.open(str(tmp_path / "points.csv"))
    assert recent.values[-1] == (str(tmp_path / "points.csv"), str(tmp_path / "lesson.json"))
    assert settings.folder == str(tmp_path)
    assert files.open(settings.recent_files()[1])
    assert len(editing.session.dataset) == 4


def test_a_recent_file_that_is_gone_is_told_and_forgotten(
    files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    dialogs.path = str(tmp_path / "lesson.json")
    files.save()
    before, recent = editing.session, Heard(files.recent_changed)
    Path(dialogs.path).unlink()
    messages = Heard(files.message_shown)
    assert not files.open(dialogs.path)
    assert "no such file" in messages.values[0]
    assert recent.values == [()]
    assert editing.session is before


def test_what_is_dropped_is_opened_one_file_at_a_time(files: Files, tmp_path: Path) -> None:
    messages = Heard(files.message_shown)
    (tmp_path / "a.csv").write_text("0,0,-1\n1,1,+1\n", encoding="utf-8")
    assert files.drop([str(tmp_path / "a.csv"), str(tmp_path / "b.csv")])
    assert files.name == "a"
    assert messages.values == ["Of 2 files only a.csv is opened."]
    assert not files.drop([""])
    assert not files.drop([])


def test_a_window_that_begins_with_a_file_saves_there(
    files: Files, reading: FileReader, dialogs: FakeDialogs, settings: Settings, tmp_path: Path
) -> None:
    dialogs.path = str(tmp_path / "lesson.json")
    files.save()
    first = load(dialogs.path)
    editing = Editing(first.session)
    other = Files(editing, reading, dialogs, settings, lambda: 0, first=first)
    delete_a_point(editing)
    assert other.title == "● lesson — Perceptron"
    dialogs.asked.clear()
    assert other.save()
    assert dialogs.asked == []
    assert len(load(dialogs.path).session.dataset) == 3
