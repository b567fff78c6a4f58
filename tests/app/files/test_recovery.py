"""Unsaved work survives kill −9, belongs to one window, and is offered at the next start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.files.recovery import (
    ORIGIN,
    SESSION,
    Recovery,
    find_rescued,
    offer_rescued,
    recover_at_start,
)
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.document.model.session import read_session
from perceptron_gui.training.jobs import Jobs
from tests.app.changes import delete_a_point
from tests.app.fake_dialogs import FakeDialogs
from tests.app.heard import Heard

ROOT = Path(__file__).parents[3]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


@pytest.fixture
def recovery(folder: Path, editing: Editing, files: Files, jobs: Jobs) -> Iterator[Recovery]:
    """The recovery of a window, which writes at the next turn of the loop."""
    recovery = Recovery(folder, files.unsaved, jobs, delay_ms=0)
    editing.session_changed.connect(recovery.note_change)
    files.session_saved.connect(recovery.note_saved)
    yield recovery
    recovery.close()


def wait_until_kept(recovery: Recovery, qtbot: QtBot) -> None:
    """Wait until both files are there."""
    qtbot.waitUntil((recovery.folder / ORIGIN).exists)


@contextmanager
def other_window(
    tmp_path: Path, path: str = "", program: str = "lost_window"
) -> Iterator[subprocess.Popen[str]]:
    """Another process that has kept some work; it is killed if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"tests.app.{program}", str(tmp_path), path],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert float(process.stdout.readline()) > 0
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_change_is_kept_soon_and_whole(
    recovery: Recovery, editing: Editing, qtbot: QtBot
) -> None:
    delete_a_point(editing)
    wait_until_kept(recovery, qtbot)
    kept = read_session((recovery.folder / SESSION).read_text(encoding="utf-8"), "kept")
    assert kept.dataset == editing.session.dataset
    assert kept.cursor == 5


def test_without_changes_nothing_is_written(recovery: Recovery, folder: Path) -> None:
    assert recovery.keep_now() is None
    recovery.close()
    assert not folder.exists()


def test_while_changes_go_on_the_work_is_kept_all_the_same(
    folder: Path, editing: Editing, files: Files, jobs: Jobs, qtbot: QtBot
) -> None:
    recovery = Recovery(folder, files.unsaved, jobs, delay_ms=30)
    editing.session_changed.connect(recovery.note_change)
    delete_a_point(editing)

    def change_again() -> bool:
        """Change more often than the delay, which must not put the writing off for ever."""
        editing.undo()
        editing.redo()
        return (recovery.folder / SESSION).exists()

    qtbot.waitUntil(change_again)
    recovery.close()


def test_saving_and_undoing_remove_what_was_kept(
    recovery: Recovery,
    editing: Editing,
    files: Files,
    dialogs: FakeDialogs,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    delete_a_point(editing)
    wait_until_kept(recovery, qtbot)
    dialogs.path = str(tmp_path / "lesson.json")
    files.save()
    qtbot.waitUntil(lambda: not recovery.folder.exists())
    delete_a_point(editing)
    wait_until_kept(recovery, qtbot)
    assert recovery.folder.exists()
    editing.undo()
    qtbot.waitUntil(lambda: not recovery.folder.exists())


def test_a_clean_close_leaves_nothing_behind(
    recovery: Recovery, editing: Editing, folder: Path, qtbot: QtBot
) -> None:
    delete_a_point(editing)
    wait_until_kept(recovery, qtbot)
    delete_a_point(editing)
    recovery.close()
    assert list(folder.iterdir()) == []


def test_two_windows_do_not_touch_each_others_work(
    recovery: Recovery, folder: Path, editing: Editing, files: Files, jobs: Jobs
) -> None:
    other = Recovery(folder, files.unsaved, jobs, delay_ms=0)
    delete_a_point(editing)
    first, second = recovery.keep_now(), other.keep_now()
    assert first is not None
    assert second is not None
    assert first != second
    assert list(find_rescued(folder)) == [], "both windows are open"
    other.close()
    assert first.exists()
    assert not second.exists()


def test_the_work_of_a_window_that_is_open_elsewhere_is_not_offered(
    tmp_path: Path, folder: Path, qtbot: QtBot
) -> None:
    with other_window(tmp_path):
        assert list(find_rescued(folder)) == []


@pytest.mark.parametrize("path", ["", "lesson.json"])
def test_kill_9_loses_at_most_the_last_moments(
    path: str,
    tmp_path: Path,
    folder: Path,
    dialogs: FakeDialogs,
    files: Files,
    editing: Editing,
    recovery: Recovery,
) -> None:
    path = str(tmp_path / path) if path else ""
    with other_window(tmp_path, path) as window:
        assert window.stdout is not None
        told = [int(window.stdout.readline()) for _ in range(5)][-1]
        window.kill()  # SIGKILL, in the middle of anything
        window.wait()
    before = editing.session
    assert not recover_at_start(folder, dialogs, files, recovery), "later"
    assert editing.session is before
    dialogs.recover = "recover"
    assert recover_at_start(folder, dialogs, files, recovery)
    assert len(editing.session.dataset) >= told
    assert editing.session.cursor == 3
    assert files.path == path
    assert files.is_changed
    assert list(find_rescued(folder)) == [], "it lies in the place of this window now"
    assert (recovery.folder / SESSION).is_file()
    dialogs.path = str(tmp_path / "again.json")
    assert files.save()


def test_kill_9_in_the_middle_of_a_drag_and_an_export_keeps_what_was_dragged(
    tmp_path: Path, folder: Path
) -> None:
    with other_window(tmp_path, program="killed_window") as window:
        assert window.stdout is not None
        told = float(window.stdout.readline())
        window.kill()
        window.wait()
    (rescued,) = find_rescued(folder)
    assert float(rescued.file.session.dataset.points[0, 0]) >= told > 0
    rescued.remove()
    for path in tmp_path.glob("*.gif"):  # whole or not at all
        with Image.open(path) as film:
            film.seek(getattr(film, "n_frames", 1) - 1)
            film.load()


def test_whenever_the_kill_comes_the_work_is_readable(tmp_path: Path, folder: Path) -> None:
    for lines in (0, 2, 5):
        with other_window(tmp_path) as window:
            assert window.stdout is not None
            for _ in range(lines):
                window.stdout.readline()
    found = list(find_rescued(folder))
    assert len(found) == 3
    assert all(len(each.file.session.dataset) > 0 for each in found)
    for each in found:
        each.remove()
    assert list(folder.iterdir()) == []


def test_what_is_not_wanted_is_removed_and_the_next_one_offered(
    tmp_path: Path, folder: Path, dialogs: FakeDialogs, qtbot: QtBot
) -> None:
    for _ in range(2):
        with other_window(tmp_path):
            pass
    dialogs.recover = "discard"
    assert offer_rescued(folder, dialogs) is None
    assert [kind for kind, _ in dialogs.asked] == ["recover", "recover"]
    assert list(folder.iterdir()) == []


def test_only_one_is_opened_and_the_others_stay(
    tmp_path: Path, folder: Path, dialogs: FakeDialogs, qtbot: QtBot
) -> None:
    for _ in range(2):
        with other_window(tmp_path):
            pass
    dialogs.recover = "recover"
    wanted = offer_rescued(folder, dialogs)
    assert wanted is not None
    assert len(dialogs.asked) == 1
    assert len(list(find_rescued(folder))) == 1, "the one that was taken is locked here"
    wanted.remove()


def test_what_cannot_be_read_is_not_offered_and_not_removed(
    folder: Path, dialogs: FakeDialogs, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    for name, content in (("1-a", b"{"), ("2-b", b"\xff\xfe\xff")):
        (folder / name).mkdir(parents=True)
        (folder / name / SESSION).write_bytes(content)
    (folder / "3-c").mkdir()  # killed before the first file
    assert offer_rescued(folder, dialogs) is None
    assert dialogs.asked == []
    assert sorted(path.name for path in folder.iterdir()) == ["1-a", "2-b"]
    assert "cannot be read" in caplog.text


def test_a_place_that_cannot_be_written_is_told_once(
    tmp_path: Path,
    editing: Editing,
    files: Files,
    jobs: Jobs,
    qtbot: QtBot,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "file").touch()
    recovery = Recovery(tmp_path / "file" / "recovery", files.unsaved, jobs, delay_ms=0)
    editing.session_changed.connect(recovery.note_change)
    problems = Heard(recovery.problem_found)
    with qtbot.waitSignal(recovery.problem_found):
        delete_a_point(editing)
    editing.undo()
    delete_a_point(editing)
    qtbot.waitUntil(lambda: caplog.text.count("cannot be made") == 2)
    assert len(problems.values) == 1
    assert problems.values[0].startswith("Unsaved work cannot be kept safe")
    assert recovery.keep_now() is None
    recovery.close()
