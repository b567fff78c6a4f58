"""Files that are read and tables that are imported; nothing changes until all of one is there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtTest import QTest

from perceptron_gui.app.files.disk import AT_ONCE_BYTES
from perceptron_gui.app.files.files import Files
from perceptron_gui.base.cancel import Progress
from perceptron_gui.document.sources import load
from tests.app.person import LEFT, PATIENCE, Person
from tests.app.windows import OpenWindow, working
from tests.views.pixels import heard

from .conftest import FileDesk

CSV = "width,height,kind\n0.5,1,cat\n2,3,dog\n4,5,dog\n"
THREE = "0,0,a\n1,1,b\n2,2,c\n3,3,c\n"
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


def test_an_import_shows_the_table_and_replaces_the_points_but_not_the_rules(
    desk: FileDesk,
) -> None:
    before = desk.session
    desk.dialogs.imports, desk.dialogs.path = "as_is", desk.write("animals.csv", CSV)
    desk.files.import_data()
    shown = desk.dialogs.table
    assert shown is not None
    assert (shown.name, shown.dataset) == ("animals.csv", desk.session.dataset)
    assert shown.remarks == ("label 'cat' became −1 and 'dog' became +1",)
    assert desk.labels == [-1, 1, 1]
    assert desk.session.rules == before.rules
    assert desk.editing.document.undo_name == "Import animals.csv"
    assert desk.title == "● animals — Perceptron"
    desk.editing.undo()
    assert desk.session == before
    desk.save_as("lesson.json")
    desk.files.import_data(desk.path("animals.csv"))
    assert desk.title == "● lesson — Perceptron", "a file keeps its name"


@pytest.mark.parametrize(
    ("text", "labels", "names"),
    [(CSV, [1, -1, -1], ("dog", "cat")), ("0,0,-1\n1,1,+1\n", [1, -1], ("-1", "+1"))],
    ids=["names are kept", "numbers are called what they became"],
)
def test_classes_can_be_swapped(
    text: str, labels: list[int], names: tuple[str, str], desk: FileDesk
) -> None:
    desk.dialogs.imports = "swapped"
    desk.files.import_data(desk.write("swapped.csv", text))
    assert (desk.labels, desk.session.dataset.class_names) == (labels, names)


@pytest.mark.parametrize(
    ("classes", "labels", "names"),
    [
        ("", [-1, 1], ("a", "b")),
        ("b against c", [-1, 1, 1], ("b", "c")),
        ("b against the rest", [-1, 1, -1, -1], ("not b", "b")),
    ],
)
def test_of_three_classes_two_are_offered_or_one_against_the_rest(
    classes: str, labels: list[int], names: tuple[str, str], desk: FileDesk
) -> None:
    before, path = desk.session, desk.write("three.csv", THREE)
    desk.files.open(path)
    assert desk.session is before, "cancelled"
    desk.dialogs.imports, desk.dialogs.classes = "as_is", classes
    desk.files.import_data(path)
    assert (desk.labels, desk.session.dataset.class_names) == (labels, names)
    pairs, rest = ("a against b", "a against c", "b against c"), "{} against the rest".format
    assert desk.dialogs.asked[-1] == ("classes", ", ".join((*pairs, *map(rest, "abc"))))


def test_a_broken_table_is_told_with_its_place_and_changes_nothing(desk: FileDesk) -> None:
    before = desk.session
    path = desk.write("broken.csv", "a,b,class\n1,2,1\n3,abc,-1\n")
    desk.files.import_data(path)
    desk.files.open(path)
    assert desk.session is before
    assert desk.dialogs.asked == [("unreadable", "broken.csv")] * 2
    for why in (*desk.dialogs.reports, *desk.messages):
        assert "broken.csv, line 3, column 2: 'abc' is not a number" in why


def test_a_large_table_is_opened_when_all_of_it_is_read(desk: FileDesk, large: str) -> None:
    told = heard(desk.reading.progressed)
    desk.read(large)
    assert len(desk.labels) == 2 * PAIRS
    assert desk.files.path == large
    done = [done for done, _ in told]
    assert done == sorted(done)
    assert len(done) > 2
    assert told[-1] == (Path(large).stat().st_size,) * 2
    desk.change()
    desk.read(large, desk.change)
    assert desk.dialogs.asked == []
    assert len(desk.labels) == 2 * PAIRS
    assert desk.files.recent_name(desk.settings.recent_files()[1])[0] == "large"


@pytest.mark.parametrize(
    "request_made",
    [
        lambda files: files._reading.cancel(),
        Files.new,
        Files.save_as,
        Files.may_leave,
        lambda files: files.open("xor"),
    ],
    ids=["cancel", "new", "save as", "leave", "a newer file"],
)
def test_what_is_cancelled_by_another_request_is_never_heard_of_again(
    desk: FileDesk, gate: Gate, large: str, request_made: Callable[[Files], object]
) -> None:
    unwanted: list[object] = []
    told, ended = heard(desk.reading.progressed), heard(desk.reading.ended)
    desk.reading.read(large, gate, on_done=unwanted.append, on_failed=unwanted.append)
    assert gate.reached.wait(PATIENCE / 1000)
    request_made(desk.files)
    desk.reading.cancel()
    assert len(ended) == 1
    gate.open()
    assert gate.ended.wait(PATIENCE / 1000)
    desk.jobs.close()
    desk.qtbot.wait(1)
    assert (unwanted, told) == ([], [])


def test_a_large_table_is_imported_after_a_look_at_it(desk: FileDesk, large: str) -> None:
    desk.dialogs.imports = "swapped"
    with desk.qtbot.waitSignal(desk.files.data_imported, timeout=PATIENCE):
        desk.files.import_data(large)
        assert desk.dialogs.asked == []
    assert desk.dialogs.asked == [("import", "large.csv")]
    assert desk.labels[:2] == [1, -1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_a_pipe_is_refused_instead_of_waited_for(desk: FileDesk) -> None:
    os.mkfifo(desk.path("pipe"))
    assert not desk.files.open(desk.path("pipe"))
    assert "this is a pipe" in desk.messages[0]


def test_a_strip_shows_how_far_it_is_and_stops_it(person: Person, gate: Gate, large: str) -> None:
    strip, before = person.window.foot.reading, person.session
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
    assert working(person.window)
    person.window.close()
    assert working(person.window) == []
