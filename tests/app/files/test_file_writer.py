"""Large sessions are saved beside the window: nothing is lost, nor called saved too early."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.files import file_writer
from perceptron_gui.app.files.recovery import SESSION, Recovery
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.files import write_atomically
from perceptron_gui.document.open_file import load
from perceptron_gui.training.jobs import Jobs, Task
from tests.app.person import PATIENCE
from tests.app.stand_ins import FakeDialogs

from .conftest import FileDesk


class SlowDisk:
    """A disk that waits at a gate, and notes on which threads it was written to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.gate, self.on_main = Event(), Event(), list[bool]()
        monkeypatch.setattr(file_writer, "write_atomically", self._slow)

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


def test_what_changes_meanwhile_is_still_to_be_saved(large: FileDesk, disk: SlowDisk) -> None:
    before = len(large.session.dataset)
    assert large.save_as("a.json")
    large.change()
    with large.qtbot.waitSignal(large.files.session_saved, timeout=PATIENCE):
        disk.gate.set()
    assert large.files.is_changed
    assert saved_points(large) == before
    assert large.files.save()
    large.files.close()
    assert not large.files.is_changed
    assert saved_points(large) == before - 1
    assert [kind for kind, _ in large.dialogs.asked] == ["save"], "nobody else has changed the file"


def test_such_changes_are_kept_safe(large: FileDesk, disk: SlowDisk) -> None:
    rescued = Recovery(large.folder / "rescued", large.files.unsaved, large.jobs, delay_ms=0)
    large.files.session_saved.connect(rescued.note_saved)
    assert large.save_as("a.json")
    large.change()
    with large.qtbot.waitSignal(large.files.session_saved, timeout=PATIENCE):
        disk.gate.set()
    large.qtbot.waitUntil((rescued.folder / SESSION).exists, timeout=PATIENCE)
    rescued.close()


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
