"""Saving: under which name, and what becomes of the old file where it fails."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui import __version__
from perceptron_gui.app.files.files import Files
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.document.sources import load_data
from tests.app.changes import delete_a_point
from tests.app.fake_dialogs import FakeDialogs
from tests.app.heard import Heard

CSV = "x,y,label\n0,1,no\n2,3,yes\n4,5,yes\n"
USER_IS_ROOT = os.name == "nt" or os.geteuid() == 0


def test_a_saved_session_opens_again_with_cursor_name_and_version(
    files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    dialogs.path = str(tmp_path / "lesson 3.json")
    before = editing.session
    assert files.save()
    assert files.new()
    assert len(editing.session.dataset) == 0
    assert files.open(dialogs.path)
    session = editing.session
    assert session.dataset == before.dataset
    assert (session.cursor, session.name, session.program) == (5, "lesson 3", __version__)
    assert (files.path, files.name) == (dialogs.path, "lesson 3")


def test_the_title_tells_the_name_and_whether_something_changed(
    files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    titles = Heard(files.title_changed)
    delete_a_point(editing)
    dialogs.path = str(tmp_path / "lesson.json")
    files.save()
    delete_a_point(editing)
    editing.undo()
    assert titles.values == [
        "● Untitled — Perceptron",
        "lesson — Perceptron",
        "● lesson — Perceptron",
        "lesson — Perceptron",
    ]


def test_saving_again_asks_for_no_name(
    files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    dialogs.path = str(tmp_path / "lesson.json")
    saved = Heard(files.session_saved)
    files.save()
    delete_a_point(editing)
    assert files.save()
    assert [kind for kind, _ in dialogs.asked] == ["save"]
    assert saved.values == [dialogs.path] * 2
    assert len(load_data(dialogs.path).dataset) == 3


def test_a_name_gets_the_ending_of_sessions(
    files: Files, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    dialogs.path = str(tmp_path / "v1.2")
    assert files.save()
    assert files.path == str(tmp_path / "v1.2.json")


def test_a_file_that_the_dialog_could_not_ask_about_is_asked_about(
    files: Files, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    (tmp_path / "lesson.json").write_text("precious", encoding="utf-8")
    dialogs.path = str(tmp_path / "lesson")
    assert not files.save()
    assert dialogs.asked[-1] == ("overwrite", str(tmp_path / "lesson.json"))
    assert (tmp_path / "lesson.json").read_text(encoding="utf-8") == "precious"
    dialogs.overwrite = True
    assert files.save()


def test_what_cannot_be_saved_is_told_and_stays_changed(
    files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    delete_a_point(editing)
    dialogs.path = str(tmp_path / "no such folder" / "lesson.json")
    messages = Heard(files.message_shown)
    assert not files.save()
    assert "could not be written" in messages.values[0]
    assert files.is_changed
    assert files.path == ""


@pytest.mark.skipif(USER_IS_ROOT, reason="everything can be written")
def test_a_folder_that_is_read_only_leaves_the_old_file(
    files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    dialogs.path = str(tmp_path / "lesson.json")
    files.save()
    before = Path(dialogs.path).read_bytes()
    delete_a_point(editing)
    tmp_path.chmod(0o500)
    try:
        assert not files.save()
    finally:
        tmp_path.chmod(0o700)
    assert Path(dialogs.path).read_bytes() == before
    assert files.is_changed


def test_the_file_on_disk_is_a_session_that_people_can_read(
    files: Files, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    dialogs.path = str(tmp_path / "lesson.json")
    files.save()
    stored = json.loads(Path(dialogs.path).read_text(encoding="utf-8"))
    assert stored["name"] == "lesson"
    assert stored["cursor"] == 5
    assert [path.name for path in tmp_path.glob("*.json")] == ["lesson.json"]


def test_a_rescued_session_counts_as_changed_until_it_is_saved(
    files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path, qtbot: QtBot
) -> None:
    rescued = files.current()
    files.recover(rescued)
    assert files.is_changed
    assert files.title.startswith("●")
    assert files.unsaved() is not None
    dialogs.path = str(tmp_path / "saved.json")
    assert files.save()
    assert not files.is_changed
    assert files.unsaved() is None
