"""Saving: nothing is lost or called saved too early, and nobody's work is replaced unasked."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.files import disk as files_on_disk
from perceptron_gui.app.files.disk import AT_ONCE_BYTES
from perceptron_gui.app.files.recovery import SESSION, Recovery
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.files import write_atomically
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.document.sources import load
from perceptron_gui.training.jobs import Jobs, Task
from tests.app.person import PATIENCE
from tests.app.stand_ins import FakeDialogs
from tests.app.windows import OpenWindow

from .conftest import FileDesk, other_window


class SlowDisk:
    """A disk that waits at a gate, and notes on which threads it was written to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.gate, self.on_main = Event(), Event(), list[bool]()
        monkeypatch.setattr(files_on_disk, "write_atomically", self._slow)

    def _slow(self, path: Path, content: bytes) -> None:
        self.on_main.append(current_thread() is main_thread())
        self.begun.set()
        if not self.on_main[-1]:
            assert self.gate.wait(20)
        write_atomically(path, content)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowDisk]:
    disk = SlowDisk(monkeypatch)
    yield disk
    disk.gate.set()


@pytest.fixture
def large(
    editing: Editing, dialogs: FakeDialogs, settings: Settings, jobs: Jobs, qtbot: QtBot
) -> FileDesk:
    """Every session counts as large."""
    return FileDesk(editing, dialogs, settings, jobs, qtbot, at_once_numbers=0)


def saved_points(desk: FileDesk) -> int:
    return len(json.loads(Path(desk.path("a.json")).read_text())["data"]["points"])


def test_a_large_session_is_written_beside_the_window(large: FileDesk, disk: SlowDisk) -> None:
    large.change()
    assert large.save_as("a.json")
    assert large.files.is_changed, "it is not on the disk yet"
    assert large.messages == ["Saving a.json …"]
    assert large.files.save(), "once is enough"
    with large.qtbot.waitSignal(large.files.session_saved, timeout=PATIENCE):
        disk.gate.set()
    assert not large.files.is_changed
    assert load(large.path("a.json")).session.dataset == large.session.dataset
    assert disk.on_main == [False]


def test_what_changes_meanwhile_is_kept_safe_and_still_to_be_saved(
    large: FileDesk, disk: SlowDisk
) -> None:
    before = len(large.session.dataset)
    rescued = Recovery(large.folder / "rescued", large.files.unsaved, large.jobs, delay_ms=0)
    large.files.session_saved.connect(rescued.keep)
    assert large.save_as("a.json")
    large.change()
    with large.qtbot.waitSignal(large.files.session_saved, timeout=PATIENCE):
        disk.gate.set()
    assert large.files.is_changed
    assert saved_points(large) == before
    large.qtbot.waitUntil((rescued.folder / SESSION).exists, timeout=PATIENCE)
    rescued.close()
    assert large.files.save()
    large.files.close()
    assert not large.files.is_changed
    assert saved_points(large) == before - 1
    assert [kind for kind, _ in large.dialogs.asked] == ["save"], "nobody else has changed the file"


def test_leaving_waits_for_what_is_being_written(large: FileDesk, disk: SlowDisk) -> None:
    large.change()
    assert large.save_as("a.json")
    assert disk.begun.wait(20)
    disk.gate.set()
    assert large.files.may_leave()
    assert [kind for kind, _ in large.dialogs.asked] == ["save"], "nothing more is asked"
    assert saved_points(large) == len(large.session.dataset)
    large.qtbot.wait(0)  # what the job tells afterwards says nothing new
    assert disk.on_main == [False]


def test_what_waits_for_a_thread_is_written_before_the_window_closes(
    large: FileDesk, disk: SlowDisk
) -> None:
    gate = Event()

    def work(_task: Task) -> None:
        assert gate.wait(20)

    for lane in range(4):  # all threads are busy
        large.jobs.submit(work, key=str(lane), on_done=bool, on_failed=repr)
    large.change()
    assert large.save_as("a.json")
    assert large.files.may_leave()
    gate.set()
    assert disk.on_main == [True]
    assert saved_points(large) == len(large.session.dataset)


def test_saving_before_leaving_is_waited_for_and_may_fail(large: FileDesk) -> None:
    large.change()
    assert large.save_as("a.json")
    large.files.close()
    large.change()
    large.dialogs.changes, large.dialogs.conflict = "save", "replace"
    Path(large.path("a.json")).unlink()
    Path(large.path("a.json")).mkdir()
    large.messages.clear()
    assert not large.files.may_leave()
    assert large.files.is_changed
    assert "Is a directory" in large.messages[-1]


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
    assert desk.files.path == desk.path("ours.json")
    assert len(load(desk.files.path).session.dataset) == 3


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
    Path(desk.path("link.json")).symlink_to(path)
    with other_window(desk.folder, path):
        for name in ("lesson.json", "link.json"):
            assert not desk.save_as(name)
            assert desk.dialogs.asked.pop() == ("conflict", name)
        desk.dialogs.asked.clear()
        desk.dialogs.reports.clear()
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


def test_two_windows_of_one_program_know_each_other(
    open_window: OpenWindow, desk: FileDesk
) -> None:
    desk.save_as("lesson.json")
    person = open_window(desk.files.path)
    person.program.begin(is_named=True)
    assert "open in another window" in person.window.foot.currentMessage()
    desk.files.close()
    assert person.program.files.warning == ""
    assert desk.files.open(desk.files.path)
    assert "open in another window" in desk.messages[-1]
    person.window.close()
    assert desk.files.warning == ""
