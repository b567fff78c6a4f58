"""Large files are read while the window goes on; nothing changes until all of one is there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtTest import QTest

from perceptron_gui.app.files.data_import import DataImport
from perceptron_gui.app.files.file_reader import AT_ONCE_BYTES
from perceptron_gui.app.files.files import Files
from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.document.open_file import load
from perceptron_gui.document.sources import load_data
from tests.app.person import LEFT, PATIENCE, Person
from tests.app.stand_ins import Heard
from tests.app.windows import OpenWindow, working

from .conftest import FileDesk

ROW = "0.123456,-0.654321,no\n1.123456,0.654321,yes\n"
PAIRS = AT_ONCE_BYTES // len(ROW) + 1000


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A table of more bytes than are read at once."""
    path = tmp_path / "large.csv"
    path.write_text(ROW * PAIRS, encoding="utf-8")
    return str(path)


class Gate:
    """Loads a file, but not before the test lets it."""

    def __init__(self) -> None:
        self._opened, self.reached, self.ended = Event(), Event(), Event()

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


def test_a_large_table_is_opened_when_all_of_it_is_read(desk: FileDesk, large: str) -> None:
    told = Heard(desk.reading.progressed)
    desk.read(large)
    assert len(desk.labels) == 2 * PAIRS
    assert desk.files.path == large
    assert desk.messages == ["Label 'no' became −1 and 'yes' became +1."]
    done = [done for done, _ in told.values]
    assert done == sorted(done)
    assert len(done) > 5
    assert told.values[-1] == (Path(large).stat().st_size,) * 2


def test_what_changed_while_a_file_was_read_is_asked_about(desk: FileDesk, large: str) -> None:
    desk.read(large, desk.change)
    assert desk.dialogs.asked == [("changes", "Untitled")]
    assert len(desk.labels) == 3


def test_a_fault_in_the_last_line_is_told_with_its_place(desk: FileDesk, large: str) -> None:
    with Path(large).open("a", encoding="utf-8") as file:
        file.write("1,x,yes\n")
    before = desk.session
    desk.read(large)
    place = f"large.csv, line {2 * PAIRS + 1}, column 2"
    assert desk.messages[0].startswith(f"{place}: 'x' is not a number; ")
    assert desk.session is before


def test_what_is_cancelled_is_never_heard_of_again(desk: FileDesk, gate: Gate, large: str) -> None:
    reading, answers = desk.reading, list[object]()
    told = Heard(reading.progressed)
    reading.read(large, gate, on_done=answers.append, on_failed=answers.append)
    assert gate.reached.wait(PATIENCE / 1000)
    ended = Heard(reading.ended)
    reading.cancel()
    reading.cancel()
    assert len(ended.values) == 1
    gate.open()
    assert gate.ended.wait(PATIENCE / 1000)
    desk.jobs.close()
    desk.qtbot.wait(1)
    assert (answers, told.values) == ([], [])


@pytest.mark.parametrize(
    "request_made",
    [Files.new, Files.save_as, Files.may_leave, lambda files: files.open("xor")],
    ids=["new", "save as", "leave", "a newer file"],
)
def test_whatever_else_is_asked_for_cancels_what_is_being_read(
    desk: FileDesk, gate: Gate, large: str, request_made: Callable[[Files], object]
) -> None:
    unwanted: list[object] = []
    desk.reading.read(large, gate, on_done=unwanted.append, on_failed=unwanted.append)
    ended = Heard(desk.reading.ended)
    request_made(desk.files)
    assert ended.values
    gate.open()
    desk.jobs.close()
    assert unwanted == []


def test_a_large_table_is_imported_after_a_look_at_it(desk: FileDesk, large: str) -> None:
    importing = DataImport(desk.editing, desk.reading, desk.dialogs, desk.settings)
    desk.dialogs.imports = "swapped"
    with desk.qtbot.waitSignal(importing.data_imported, timeout=PATIENCE):
        importing.import_data(large)
        assert desk.dialogs.asked == []
    assert desk.dialogs.asked == [("import", "large.csv")]
    assert desk.labels[:2] == [1, -1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_a_pipe_is_refused_instead_of_waited_for(desk: FileDesk) -> None:
    os.mkfifo(desk.path("pipe"))
    assert not desk.files.open(desk.path("pipe"))
    assert "this is a pipe" in desk.messages[0]


def test_progress_that_raises_ends_the_reading(large: str) -> None:
    def raise_it(_done: int, _total: int) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        load_data(large, progress=raise_it)
    assert len(load_data(large, progress=no_progress).dataset) == 2 * PAIRS


def test_a_strip_shows_how_far_it_is_and_stops_it(person: Person, gate: Gate, large: str) -> None:
    strip, before = person.window.reading, person.session
    assert not strip.isVisible()
    person.program.reading.read(large, gate, on_done=print, on_failed=print)
    assert gate.reached.wait(PATIENCE / 1000)
    assert strip.isVisible()
    assert strip.words.text() == "Reading large.csv"
    person.keys("N")  # the window goes on
    assert person.sees("visit") > 0
    QTest.mouseClick(strip.button, LEFT)
    assert not strip.isVisible()
    gate.open()
    assert gate.ended.wait(PATIENCE / 1000)
    assert person.session is before


def test_closing_the_window_cancels_the_reading(open_window: OpenWindow, large: str) -> None:
    person = open_window()
    person.program.files.open(large)
    assert [each for each in working(person.window) if "pool" in each]
    person.window.close()
    assert working(person.window) == []


def test_a_picture_that_may_unpack_to_much_more_is_read_while_the_window_goes_on(
    desk: FileDesk,
) -> None:
    path = desk.write("figure.png", bytes(AT_ONCE_BYTES // 3))
    started = Heard(desk.reading.started)
    desk.read(path)  # which waits for it
    assert started.values == ["figure.png"]
    assert desk.session.name != "figure.png"
