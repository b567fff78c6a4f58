"""Unsaved work survives kill −9, belongs to one window, and is offered at the next start."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from perceptron_gui.app.files.recovery import (
    ORIGIN,
    SESSION,
    Recovery,
    find_rescued,
    offer_rescued,
)
from perceptron_gui.base.files import stamp_of
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import Session, read_session, write_session
from tests.app.stand_ins import FakeDialogs
from tests.app.windows import OpenWindow
from tests.views.pixels import heard

from .conftest import FileDesk, other_window


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


def recovery_of(desk: FileDesk, folder: Path, delay_ms: int = 0) -> Recovery:
    """Return the recovery of a window, which writes at the next turn of the loop."""
    recovery = Recovery(folder, desk.files.unsaved, desk.jobs, delay_ms)
    desk.editing.store.subscribe(lambda state: state.session, lambda _: recovery.note_change())
    desk.files.session_saved.connect(recovery.keep)
    return recovery


@pytest.fixture
def recovery(folder: Path, desk: FileDesk) -> Iterator[Recovery]:
    recovery = recovery_of(desk, folder)
    yield recovery
    recovery.close()


@pytest.fixture
def left_behind(folder: Path, tmp_path: Path) -> str:
    """Return lesson.json, with what a killed window had kept of its changes to it."""
    lesson, kept = tmp_path / "lesson.json", folder / "1-a"
    lesson.write_text(write_session(Session(Dataset.of([], []))), encoding="utf-8")
    kept.mkdir(parents=True)
    edited = Session(Dataset.of([[1, 1], [2, 1]], [1, 1]), cursor=3)
    (kept / SESSION).write_text(write_session(edited), encoding="utf-8")
    origin = {"path": str(lesson), "stamp": stamp_of(lesson.read_bytes())}
    (kept / ORIGIN).write_text(json.dumps(origin), encoding="utf-8")
    return str(lesson)


def change_and_wait(desk: FileDesk, recovery: Recovery) -> None:
    """Delete a point, and wait until both files are there."""
    desk.change()
    desk.qtbot.waitUntil((recovery.folder / ORIGIN).exists)


def test_a_change_is_kept_soon_and_whole_until_the_window_closes(
    recovery: Recovery, folder: Path, desk: FileDesk
) -> None:
    assert recovery.keep_now() is None
    assert not folder.exists(), "nothing has changed yet"
    change_and_wait(desk, recovery)
    kept = read_session((recovery.folder / SESSION).read_text(encoding="utf-8"), "kept")
    assert kept.dataset == desk.session.dataset
    assert kept.cursor == 5
    desk.change()
    recovery.close()
    assert list(folder.iterdir()) == []


def test_work_is_kept_while_changes_go_on(folder: Path, desk: FileDesk) -> None:
    recovery = recovery_of(desk, folder, delay_ms=30)
    desk.change()

    def change_again() -> bool:
        """Change more often than the delay, which must not put the writing off for ever."""
        desk.editing.undo()
        desk.editing.redo()
        return (recovery.folder / SESSION).exists()

    desk.qtbot.waitUntil(change_again)
    recovery.close()


def test_saving_and_undoing_remove_what_was_kept(recovery: Recovery, desk: FileDesk) -> None:
    change_and_wait(desk, recovery)
    desk.save_as("lesson.json")
    desk.qtbot.waitUntil(lambda: not recovery.folder.exists())
    change_and_wait(desk, recovery)
    desk.editing.undo()
    desk.qtbot.waitUntil(lambda: not recovery.folder.exists())


def test_windows_do_not_touch_each_others_work(
    recovery: Recovery, folder: Path, desk: FileDesk
) -> None:
    other = Recovery(folder, desk.files.unsaved, desk.jobs, delay_ms=0)
    desk.change()
    first, second = recovery.keep_now(), other.keep_now()
    assert first is not None and second is not None
    assert first != second
    assert list(find_rescued(folder)) == [], "both windows are open"
    other.close()
    assert first.exists()
    assert not second.exists()


@pytest.mark.program
@pytest.mark.parametrize("name", ["", "lesson.json"])
def test_kill_9_loses_at_most_the_last_moments(
    name: str, folder: Path, desk: FileDesk, recovery: Recovery
) -> None:
    path = desk.path(name) if name else ""
    with other_window(desk.folder, path) as next_number:
        told = [next_number() for _ in range(5)][-1]
    before = desk.session
    assert not recovery.recover(desk.dialogs.ask_recover, desk.files), "later"
    assert desk.session is before
    desk.dialogs.recover = "recover"
    assert recovery.recover(desk.dialogs.ask_recover, desk.files)
    assert len(desk.labels) >= told
    assert desk.session.cursor == 3
    assert desk.files.path == path
    assert desk.title.startswith("●")
    assert list(find_rescued(folder)) == [], "it lies in the place of this window now"
    assert (recovery.folder / SESSION).is_file()
    assert desk.save_as("again.json")


@pytest.mark.program
def test_of_two_rescued_sessions_one_is_opened_or_both_are_removed(
    tmp_path: Path, folder: Path, dialogs: FakeDialogs
) -> None:
    for _ in range(2):
        with other_window(tmp_path):
            pass
    dialogs.recover = "recover"
    wanted = offer_rescued(folder, dialogs.ask_recover)
    assert wanted is not None
    assert len(dialogs.asked) == 1
    assert len(list(find_rescued(folder))) == 1, "the one that was taken is locked here"
    wanted.remove()
    with other_window(tmp_path, str(tmp_path / "lesson.json")):
        pass
    dialogs.recover = "discard"
    assert offer_rescued(folder, dialogs.ask_recover) is None
    assert [kind for kind, _ in dialogs.asked] == ["recover"] * 3
    assert list(folder.iterdir()) == [], "not even the lock of the open file"


def test_work_on_a_file_is_offered_when_the_file_is_opened(
    left_behind: str, desk: FileDesk, recovery: Recovery
) -> None:
    Path(desk.path("link.json")).symlink_to(left_behind)
    desk.dialogs.recover = "recover"
    assert not recovery.recover(desk.dialogs.ask_recover, desk.files, desk.path("other.json"))
    assert desk.dialogs.asked == []
    assert recovery.recover(desk.dialogs.ask_recover, desk.files, desk.path("link.json"))
    assert desk.dialogs.asked == [("recover", "lesson")]
    assert len(desk.labels) > 0
    assert desk.files.path == left_behind


@pytest.mark.parametrize("way", ["a start with its name", "the menu", "a start without a name"])
def test_whichever_way_a_file_is_reopened_its_rescued_work_is_offered(
    way: str, left_behind: str, open_window: OpenWindow
) -> None:
    person = open_window(*([left_behind] if way == "a start with its name" else []))
    person.dialogs.recover = "recover"
    if way == "the menu":
        person.program.files.open(left_behind)
    else:
        person.program.begin(is_named=way == "a start with its name")
    assert person.dialogs.asked == [("recover", "lesson")]
    assert person.window.windowTitle() == "● lesson — Perceptron"
    assert len(person.sees("labels")) > 0
    assert person.program.files.path == left_behind


def test_a_start_with_the_name_of_data_says_that_work_is_kept(
    left_behind: str, open_window: OpenWindow, folder: Path
) -> None:
    person = open_window("xor")
    person.program.begin(is_named=True)
    assert person.dialogs.asked == []
    message = person.window.foot.currentMessage
    assert message() == "Unsaved work of an earlier window is kept."
    assert person.window.foot.restore.isVisible()
    (rescued,) = find_rescued(folder)
    assert rescued.file.path == left_behind
    rescued.remove()
    person.window.foot.clearMessage()
    person.program.begin(is_named=True)
    assert message() == ""
    assert not person.window.foot.restore.isVisible()


def test_a_button_restores_what_is_kept_and_leaves_home(
    left_behind: str, open_window: OpenWindow, folder: Path
) -> None:
    person = open_window("xor")
    person.program.begin(is_named=True)
    person.window.trigger("page.home")
    QTest.mouseClick(person.window.foot.restore, Qt.MouseButton.LeftButton)
    person.wait()
    assert person.program.files.path == left_behind
    assert person.sees("page") == "plane"
    assert person.dialogs.asked == []
    assert not person.window.foot.restore.isVisible()


def test_what_another_program_saved_after_the_crash_is_not_replaced(
    left_behind: str, desk: FileDesk, recovery: Recovery
) -> None:
    desk.write("lesson.json", write_session(desk.session))
    desk.dialogs.recover = "recover"
    assert recovery.recover(desk.dialogs.ask_recover, desk.files)
    assert not desk.files.save()
    assert desk.dialogs.asked[-1] == ("conflict", Path(left_behind).name)


@pytest.mark.parametrize("origin", ['"/lessons/old.json"', "[1]", "{", '{"path": 3}'])
def test_origins_of_older_versions_and_broken_ones_are_read(
    origin: str, folder: Path, desk: FileDesk
) -> None:
    kept = folder / "1-a"
    kept.mkdir(parents=True)
    (kept / SESSION).write_text(write_session(desk.session), encoding="utf-8")
    (kept / ORIGIN).write_text(origin, encoding="utf-8")
    (rescued,) = find_rescued(folder)
    assert rescued.file.path == ("/lessons/old.json" if "old" in origin else "")
    rescued.remove()


@contextmanager
def full_disk() -> Iterator[None]:
    """Let every write fail: no file may have a single byte."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_on_a_full_disk_rescued_work_is_offered_and_stays_until_it_is_safe(
    left_behind: str, folder: Path, desk: FileDesk, recovery: Recovery
) -> None:
    desk.dialogs.recover = "recover"
    desk.files.new()
    with full_disk():
        assert recovery.recover(desk.dialogs.ask_recover, desk.files)
        assert len(desk.labels) > 0
        assert not desk.files.save()
        assert "could not be written" in desk.messages[-1]
    (kept,) = folder.glob(f"*/{SESSION}")
    assert kept.parent != recovery.folder, "it stays where it was"
    assert desk.files.save()
    assert desk.files.path == left_behind
    desk.qtbot.waitUntil(lambda: not list(folder.glob(f"*/{SESSION}")))


def test_a_start_removes_what_killed_writers_left_beside_files_and_settings(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    person = open_window()
    settings = person.program.settings
    folders = [tmp_path / name for name in ("recent", "last", "exports")]
    left = [folder / ".perceptron-gui-4711-0badcafe.tmp" for folder in folders]
    left += [Path(f"{settings.path}{ending}") for ending in (".AbCdEf", ".lock")]
    kept = [folder / "mine.tmp" for folder in folders]
    kept += [Path(f"{settings.path}{ending}") for ending in (".backup", ".old123")]
    new = Path(f"{settings.path}.XyZabc")  # which may still be written
    for each in (*left, *kept, new):
        each.parent.mkdir(exist_ok=True)
        each.write_bytes(b"half of a figure")
    for each in (*left, *kept):
        os.utime(each, (time.time() - 7200,) * 2)
    settings.recent, settings.folder = (str(folders[0] / "a.json"),), str(folders[1])
    settings.export = {"folder": str(folders[2])}
    settings.save()
    person.program.begin(is_named=False)
    person.wait_until(lambda: not any(each.exists() for each in left))
    assert all(each.exists() for each in (*kept, new, settings.path))


def test_what_cannot_be_read_is_not_offered_and_not_removed(
    folder: Path, dialogs: FakeDialogs, caplog: pytest.LogCaptureFixture
) -> None:
    for name, content in (("1-a", b"{"), ("2-b", b"\xff\xfe\xff")):
        (folder / name).mkdir(parents=True)
        (folder / name / SESSION).write_bytes(content)
    (folder / "3-c").mkdir()  # killed before the first file
    assert offer_rescued(folder, dialogs.ask_recover) is None
    assert dialogs.asked == []
    assert sorted(path.name for path in folder.iterdir()) == ["1-a", "2-b"]
    assert "cannot be read" in caplog.text


def test_a_place_that_cannot_be_written_is_told_once(
    desk: FileDesk, caplog: pytest.LogCaptureFixture
) -> None:
    recovery = recovery_of(desk, Path(desk.write("file", "")) / "recovery")
    problems = heard(recovery.problem_found)
    with desk.qtbot.waitSignal(recovery.problem_found):
        desk.change()
    desk.editing.undo()
    desk.change()
    desk.qtbot.waitUntil(lambda: caplog.text.count("cannot be made") == 2)
    assert len(problems) == 1
    assert problems[0].startswith("Unsaved work cannot be kept safe")
    assert recovery.keep_now() is None
    recovery.close()
