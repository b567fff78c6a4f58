"""What others save in the open file, or may be about to save, is never replaced unasked."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.files.file_reader import AT_ONCE_BYTES
from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.document.open_file import load
from perceptron_gui.document.sources import load_data
from tests.app.person import PATIENCE
from tests.app.windows import OpenWindow
from tests.views.answers import one_after_another, pressing, typing

from .conftest import FileDesk, other_window

THEIRS = Session(Dataset.of([[7, 7]], [1]), name="lesson", rules=(Rule.of({"eta": "0.5"}),))


@pytest.fixture
def path(desk: FileDesk) -> str:
    """A saved file that another program has changed, while a point was deleted here."""
    desk.save_as("lesson.json")
    desk.change()
    desk.dialogs.asked.clear()
    return desk.write("lesson.json", write_session(THEIRS))


def test_what_another_program_saved_is_asked_about_and_stays(path: str, desk: FileDesk) -> None:
    assert not desk.files.save()
    assert desk.dialogs.asked == [("conflict", "lesson.json")]
    (said,) = desk.dialogs.reports
    assert "was changed by another program" in said
    assert "1 point (here 3); 1 point that is not here; η = 0.5 (here η = 1)" in said
    assert load(path).session == THEIRS
    assert desk.files.is_changed


def test_it_can_be_replaced_and_the_next_save_asks_nothing(path: str, desk: FileDesk) -> None:
    desk.dialogs.conflict = "replace"
    assert desk.files.save()
    assert len(load(path).session.dataset) == 3
    desk.change()
    assert desk.files.save()
    assert len(desk.dialogs.asked) == 1


def test_ours_can_be_saved_under_another_name(path: str, desk: FileDesk) -> None:
    desk.dialogs.conflict = "save_as"
    assert desk.save_as("ours.json")
    assert desk.files.path == desk.path("ours.json")
    assert len(load(desk.files.path).session.dataset) == 3
    assert load(path).session == THEIRS


def test_after_a_reload_undo_brings_back_what_was_here(path: str, desk: FileDesk) -> None:
    before = desk.session
    desk.dialogs.conflict = "reload"
    assert not desk.files.save()
    assert desk.session == THEIRS
    assert not desk.files.is_changed
    assert desk.title == "lesson — Perceptron"
    desk.editing.undo()
    assert desk.session == before
    assert desk.files.is_changed
    assert desk.files.save(), "they have been seen"
    assert len(desk.dialogs.asked) == 1


def test_leaving_asks_too_and_stays_until_something_is_decided(path: str, desk: FileDesk) -> None:
    desk.dialogs.changes = "save"
    assert not desk.files.may_leave()
    assert [kind for kind, _ in desk.dialogs.asked] == ["changes", "conflict"]
    desk.dialogs.conflict, desk.dialogs.path = "save_as", desk.path("ours.json")
    assert desk.files.may_leave()
    assert load(path).session == THEIRS


def test_it_is_the_content_that_counts_and_not_the_time(desk: FileDesk) -> None:
    desk.save_as("lesson.json")
    path = Path(desk.files.path)
    status, content = path.stat(), path.read_bytes()
    os.utime(path, (1e9, 1e9))
    assert desk.files.save(), "it was only touched"
    changed = content.replace(b"lesson", b"theirs")
    assert len(changed) == len(content)
    path.write_bytes(changed)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert not desk.files.save(), "within a tick of the clock, and as long as before"
    assert path.read_bytes() == changed


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"x,y\n1,2\n"])
def test_what_is_no_session_can_only_be_replaced_or_left(content: bytes, desk: FileDesk) -> None:
    desk.save_as("lesson.json")
    desk.write("lesson.json", content)
    before = desk.session
    desk.dialogs.conflict = "reload"  # which is not offered
    assert not desk.files.save()
    assert "no session of this program" in desk.dialogs.reports[0]
    assert desk.session is before


def test_a_large_file_is_asked_about_at_once_and_reloaded_in_the_background(desk: FileDesk) -> None:
    many = Session(Dataset.of([[i, i] for i in range(90_000)], [1] * 90_000), name="lesson")
    desk.save_as("lesson.json")
    path = desk.write("lesson.json", write_session(many))
    assert Path(path).stat().st_size > AT_ONCE_BYTES
    desk.dialogs.conflict = "reload"
    with desk.qtbot.waitSignal(desk.reading.ended, timeout=PATIENCE):
        assert not desk.files.save()
        assert "In the file" not in desk.dialogs.reports[0]
        assert len(desk.labels) == 4
    assert len(desk.labels) == 90_000
    assert not desk.files.is_changed


def test_a_file_that_is_gone_is_written_again(desk: FileDesk) -> None:
    desk.save_as("lesson.json")
    Path(desk.files.path).unlink()
    assert desk.files.save()
    assert Path(desk.files.path).is_file()


@pytest.mark.program
def test_a_file_open_in_another_window_is_told_and_asked_about(desk: FileDesk) -> None:
    path = desk.path("lesson.json")
    with other_window(desk.folder, path):
        assert desk.files.open(path)
        assert desk.messages == ["lesson.json is open in another window, too; saving asks first."]
        desk.change()
        assert not desk.files.save()
        assert desk.dialogs.asked == [("conflict", "lesson.json")]
        assert "open in another window" in desk.dialogs.reports[0]
        desk.dialogs.conflict = "replace"
        assert desk.files.save()
        desk.change()
        assert desk.files.save()
        assert len(desk.dialogs.asked) == 2, "it was agreed to"
    desk.files.new()
    assert desk.files.open(path)
    assert desk.files.warning == "", "that window is gone"


@pytest.mark.program
def test_what_is_open_elsewhere_is_not_replaced_by_another_name_either(desk: FileDesk) -> None:
    path = desk.path("lesson.json")
    Path(desk.path("link.json")).symlink_to(path)
    with other_window(desk.folder, path):
        for name in ("lesson.json", "link.json"):
            assert not desk.save_as(name)
            assert desk.dialogs.asked[-1] == ("conflict", name)
    assert desk.save_as("lesson.json")


def test_two_windows_of_one_program_know_each_other(
    open_window: OpenWindow, desk: FileDesk
) -> None:
    desk.save_as("lesson.json")
    person = open_window(desk.files.path)
    person.program.begin(is_named=True)
    assert "open in another window" in person.window.statusBar().currentMessage()
    desk.files.close()
    assert person.program.files.warning == ""
    assert desk.files.open(desk.files.path)
    assert "open in another window" in desk.messages[-1]
    person.window.close()
    assert desk.files.warning == ""


def test_real_dialogs_ask_and_let_ours_be_saved_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    path.write_text(write_session(replace(THEIRS, name="lesson")), encoding="utf-8")
    settings = Settings(tmp_path / "settings.ini")
    window = make_window([str(path)], settings=settings, recovery_folder=tmp_path / "recovery")
    qtbot.addWidget(window)
    window.trigger("edit.select_all")
    window.trigger("edit.relabel")
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["data"]["points"] = [[1, 2]]
    path.write_text(json.dumps(stored), encoding="utf-8")
    name = typing(str(tmp_path / "ours.json"))
    titles = one_after_another(pressing("Cancel"), pressing("Save as…"), name)
    window.trigger("file.save")
    window.trigger("file.save")
    assert load_data(str(tmp_path / "ours.json")).dataset.labels.tolist() == [-1]
    assert json.loads(path.read_text(encoding="utf-8")) == stored
    assert titles == ["Replace file", "Replace file", "Save as"]
    window.close()
