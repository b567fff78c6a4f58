"""Large files are read while the window goes on; nothing changes until all of one is there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.files.data_import import DataImport
from perceptron_gui.app.files.file_reader import AT_ONCE_BYTES, FileReader
from perceptron_gui.app.files.files import Files, load
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.document.sources import load_data
from perceptron_gui.training.jobs import Jobs
from tests.app.changes import delete_a_point
from tests.app.fake_dialogs import FakeDialogs
from tests.app.heard import Heard
from tests.app.person import LEFT, Person
from tests.app.windows import busy

ROW = "0.123456,-0.654321,no\n1.123456,0.654321,yes\n"
PAIRS = AT_ONCE_BYTES // len(ROW) + 1000
PATIENCE = 20_000


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A table of more bytes than are read at once."""
    path = tmp_path / "large.csv"
    path.write_text(ROW * PAIRS, encoding="utf-8")
    return str(path)


class Gate:
    """Loads a file, but not before the test lets it."""

    def __init__(self) -> None:
        self._opened = Event()
        self.reached = Event()
        self.ended = Event()

    def __call__(self, source: str, progress: Progress) -> object:
        """Wait, and then read as always."""
        self.reached.set()
        try:
            assert self._opened.wait(PATIENCE / 1000)
            return load(source, progress)
        finally:
            self.ended.set()

    def open(self) -> None:
        """Let the file be read."""
        self._opened.set()


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open()


def test_a_large_table_is_opened_when_all_of_it_is_read(
    files: Files, reading: FileReader, editing: Editing, large: str, qtbot: QtBot
) -> None:
    told, messages = Heard(reading.progressed), Heard(files.message_shown)
    before = editing.session
    with qtbot.waitSignal(reading.ended, timeout=PATIENCE):
        assert not files.open(large)
        assert editing.session is before
    assert len(editing.session.dataset) == 2 * PAIRS
    assert files.path == large
    assert messages.values == ["Label 'no' became −1 and 'yes' became +1."]
    done = [done for done, _ in told.values]
    assert done == sorted(done)
    assert len(done) > 5
    assert told.values[-1] == (Path(large).stat().st_size,) * 2


def test_what_changed_while_a_file_was_read_is_asked_about(
    files: Files,
    reading: FileReader,
    editing: Editing,
    dialogs: FakeDialogs,
    large: str,
    qtbot: QtBot,
) -> None:
    with qtbot.waitSignal(reading.ended, timeout=PATIENCE):
        files.open(large)
        delete_a_point(editing)
    assert dialogs.asked == [("changes", "Untitled")]
    assert len(editing.session.dataset) == 3


def test_a_fault_in_the_last_line_is_told_with_its_place_and_changes_nothing(
    files: Files, reading: FileReader, editing: Editing, large: str, qtbot: QtBot
) -> None:
    with Path(large).open("a", encoding="utf-8") as file:
        file.write("1,x,yes\n")
    before, messages = editing.session, Heard(files.message_shown)
    with qtbot.waitSignal(reading.ended, timeout=PATIENCE):
        files.open(large)
    place = f"large.csv, line {2 * PAIRS + 1}, column 2"
    assert messages.values[0].startswith(f"{place}: 'x' is not a number; ")
    assert editing.session is before


def test_what_is_given_up_is_never_heard_of_again(
    reading: FileReader, jobs: Jobs, gate: Gate, large: str, qtbot: QtBot
) -> None:
    answers: list[object] = []
    told = Heard(reading.progressed)
    reading.read(large, gate, on_done=answers.append, on_failed=answers.append)
    assert gate.reached.wait(PATIENCE / 1000)
    ended = Heard(reading.ended)
    reading.cancel()
    reading.cancel()
    assert len(ended.values) == 1
    gate.open()
    assert gate.ended.wait(PATIENCE / 1000)
    jobs.close()
    qtbot.wait(1)
    assert (answers, told.values) == ([], [])


def test_a_newer_file_takes_the_place_of_one_that_is_being_read(
    files: Files, reading: FileReader, jobs: Jobs, editing: Editing, gate: Gate, large: str
) -> None:
    unwanted: list[object] = []
    reading.read(large, gate, on_done=unwanted.append, on_failed=unwanted.append)
    assert files.open("xor")
    gate.open()
    jobs.close()
    assert unwanted == []
    assert len(editing.session.dataset) == 4


@pytest.mark.parametrize("request_made", [Files.new, Files.save_as, Files.may_leave])
def test_whatever_else_is_asked_for_gives_up_what_is_being_read(
    files: Files,
    reading: FileReader,
    jobs: Jobs,
    gate: Gate,
    large: str,
    request_made: Callable[[Files], object],
) -> None:
    unwanted: list[object] = []
    reading.read(large, gate, on_done=unwanted.append, on_failed=unwanted.append)
    ended = Heard(reading.ended)
    request_made(files)
    assert len(ended.values) == 1
    gate.open()
    jobs.close()
    assert unwanted == []


def test_a_large_table_is_imported_after_a_look_at_it(
    editing: Editing,
    reading: FileReader,
    dialogs: FakeDialogs,
    settings: Settings,
    large: str,
    qtbot: QtBot,
) -> None:
    importing = DataImport(editing, reading, dialogs, settings)
    dialogs.imports = "swapped"
    with qtbot.waitSignal(importing.data_imported, timeout=PATIENCE):
        importing.import_data(large)
        assert dialogs.asked == []
    assert dialogs.asked == [("import", "large.csv")]
    assert editing.session.dataset.labels[:2].tolist() == [1, -1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_a_pipe_is_refused_instead_of_waited_for(files: Files, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    messages = Heard(files.message_shown)
    assert not files.open(str(tmp_path / "pipe"))
    assert "this is a pipe" in messages.values[0]


def test_progress_that_raises_ends_the_reading(large: str) -> None:
    def raise_it(_done: int, _total: int) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        load_data(large, progress=raise_it)
    assert len(load_data(large, progress=no_progress).dataset) == 2 * PAIRS


def test_the_window_shows_how_far_it_is_and_a_button_stops_it(
    person: Person, gate: Gate, large: str, qtbot: QtBot
) -> None:
    strip, before = person.window.reading, person.session
    assert not strip.isVisible()
    person.program.reading.read(large, gate, on_done=print, on_failed=print)
    assert gate.reached.wait(PATIENCE / 1000)
    assert strip.isVisible()
    assert strip.words.text() == "Reading large.csv"
    person.keys("N")  # the window goes on
    assert person.sees("visit") > 0
    QTest.mouseClick(strip.cancel_button, LEFT)
    assert not strip.isVisible()
    gate.open()
    assert gate.ended.wait(PATIENCE / 1000)
    assert person.session is before


def test_closing_the_window_gives_a_file_up(person: Person, large: str) -> None:
    person.program.files.open(large)
    assert [each for each in busy(person.window) if "pool" in each]
    person.window.close()
    assert not [each for each in busy(person.window) if "pool" in each]
