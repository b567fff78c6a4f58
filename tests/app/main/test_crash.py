"""Errors of every origin are logged, the session is rescued, and one dialog tells of each."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer, Signal, qWarning
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui import __version__
from perceptron_gui.app.files.files import Files
from perceptron_gui.app.files.recovery import Recovery
from perceptron_gui.app.main.crash import FAULTS, CrashHandler, LogFile
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.document.sources import load_data
from perceptron_gui.training.jobs import Jobs
from tests.app.stand_ins import FakeDialogs, Heard, delete_a_point

ROOT = Path(__file__).parents[3]


@pytest.fixture
def log(tmp_path: Path) -> LogFile:
    return LogFile(tmp_path / "logs" / "perceptron.log")


@pytest.fixture
def recovery(tmp_path: Path, files: Files, jobs: Jobs) -> Iterator[Recovery]:
    recovery = Recovery(tmp_path / "recovery", files.unsaved, jobs)
    yield recovery
    recovery.close()


@pytest.fixture
def handler(log: LogFile, recovery: Recovery, dialogs: FakeDialogs) -> Iterator[CrashHandler]:
    """A handler that is installed; afterwards everything is as it was before."""
    hooks = sys.excepthook, threading.excepthook
    handler = CrashHandler(log, recovery.keep_now, dialogs.show_crash)
    handler.install(faults=False)
    yield handler
    handler.uninstall()
    assert (sys.excepthook, threading.excepthook) == hooks


class Faulty(QObject):
    """Fails in a slot."""

    asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.asked.connect(self._fail)

    def _fail(self) -> None:
        raise RuntimeError("a slot failed")


class FaultyWidget(QWidget):
    """Fails whenever it is painted."""

    paintings = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.paintings += 1
        raise RuntimeError("painting failed")


def written(log: LogFile) -> str:
    return log.path.read_text(encoding="utf-8")


def test_an_error_in_a_slot_is_shown_with_a_report(
    handler: CrashHandler, dialogs: FakeDialogs, log: LogFile, qtbot: QtBot
) -> None:
    faulty = Faulty()
    with qtbot.waitSignal(handler.crashed):
        faulty.asked.emit()
    (report,) = dialogs.reports
    assert "RuntimeError: a slot failed" in report
    assert f"Perceptron GUI {__version__}" in report
    assert str(log.path) in report
    assert "RuntimeError: a slot failed" in written(log)


def test_the_session_is_rescued_before_the_dialog_is_shown(
    handler: CrashHandler, editing: Editing, dialogs: FakeDialogs, recovery: Recovery, qtbot: QtBot
) -> None:
    delete_a_point(editing)
    faulty = Faulty()
    with qtbot.waitSignal(handler.crashed):
        faulty.asked.emit()
    ((kind, rescue),) = dialogs.asked
    assert kind == "crash"
    path = rescue.removeprefix("Your session is kept in ").removesuffix(".")
    assert len(load_data(path).dataset) == 3
    assert str(recovery.folder) in path


def test_one_error_gives_one_dialog_however_often_it_comes(
    handler: CrashHandler, dialogs: FakeDialogs, log: LogFile, qtbot: QtBot
) -> None:
    faulty, reports = Faulty(), Heard(handler.crashed)
    for _ in range(5):
        faulty.asked.emit()
    qtbot.waitUntil(lambda: len(reports.values) == 1)
    faulty.asked.emit()
    with qtbot.waitSignal(handler.crashed):  # another one, which comes after those
        handler.take_traceback('  File "other.py", line 1\nValueError: other')
    assert len(dialogs.reports) == 2
    assert written(log).count("Again: RuntimeError: a slot failed") == 5


def test_an_error_while_painting_does_not_show_a_dialog_at_every_repaint(
    handler: CrashHandler, dialogs: FakeDialogs, qtbot: QtBot
) -> None:
    widget = FaultyWidget()
    qtbot.addWidget(widget)
    with qtbot.waitSignal(handler.crashed):
        widget.show()
    before = widget.paintings
    widget.update()
    qtbot.waitUntil(lambda: widget.paintings > before)
    with qtbot.waitSignal(handler.crashed):
        handler.take_traceback('  File "other.py", line 1\nValueError: other')
    assert ["painting failed" in report for report in dialogs.reports] == [True, False]


def test_an_error_in_a_timer_is_caught(
    handler: CrashHandler, dialogs: FakeDialogs, qtbot: QtBot
) -> None:
    def fail() -> None:
        raise KeyError("in a timer")

    with qtbot.waitSignal(handler.crashed):
        QTimer.singleShot(0, fail)
    assert "KeyError: 'in a timer'" in dialogs.reports[0]


def test_an_error_in_a_thread_is_shown_on_the_gui_thread(
    handler: CrashHandler, log: LogFile, qtbot: QtBot
) -> None:
    def fail() -> None:
        raise OSError("in a thread")

    where: list[threading.Thread] = []
    handler.crashed.connect(lambda report: where.append(threading.current_thread()))
    thread = threading.Thread(target=fail)
    with qtbot.waitSignal(handler.crashed):
        thread.start()
    thread.join()
    assert where == [threading.current_thread()]
    assert "OSError: in a thread" in written(log)


def test_errors_that_come_while_a_dialog_is_open_wait_for_their_turn(
    log: LogFile, qtbot: QtBot
) -> None:
    events: list[str] = []

    def show(report: str, rescue: str) -> None:
        number = sum(event.startswith("opened") for event in events)
        events.append(f"opened {number}")
        if number == 0:
            crashes.take_traceback('  File "second.py", line 1\nValueError: second')
            qtbot.wait(1)  # a dialog runs an event loop
        events.append(f"closed {number}")

    crashes = CrashHandler(log, lambda: None, show)
    crashes.take_traceback('  File "first.py", line 1\nValueError: first')
    qtbot.waitUntil(lambda: "closed 1" in events)
    assert events == ["opened 0", "closed 0", "opened 1", "closed 1"]


def test_a_rescue_that_fails_does_not_hide_the_report(log: LogFile, qtbot: QtBot) -> None:
    def fail() -> Path | None:
        raise RuntimeError("no rescue")

    dialogs = FakeDialogs()
    handler = CrashHandler(log, fail, dialogs.show_crash)
    with qtbot.waitSignal(handler.crashed):
        handler.take_traceback('  File "first.py", line 1\nValueError: first')
    assert dialogs.asked == [("crash", "")]


def test_what_qt_says_is_in_the_log(handler: CrashHandler, log: LogFile) -> None:
    qWarning("the sky is falling")
    assert "WARNING perceptron_gui.qt: the sky is falling" in written(log)


def test_the_log_does_not_grow_for_ever(handler: CrashHandler, log: LogFile) -> None:
    for _ in range(30):
        qWarning("x" * 100_000)
    files = sorted(log.path.parent.iterdir())
    assert 2 <= len(files) <= 4
    assert sum(path.stat().st_size for path in files) < 2_500_000


def test_without_a_place_for_the_log_errors_are_still_shown(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "file").touch()
    dialogs = FakeDialogs()
    handler = CrashHandler(LogFile(tmp_path / "file" / "x.log"), lambda: None, dialogs.show_crash)
    handler.install()
    try:
        faulty = Faulty()
        with qtbot.waitSignal(handler.crashed):
            faulty.asked.emit()
    finally:
        handler.uninstall()
    assert len(dialogs.reports) == 1


def test_ctrl_c_is_no_crash(
    handler: CrashHandler, dialogs: FakeDialogs, capsys: pytest.CaptureFixture[str]
) -> None:
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert "KeyboardInterrupt" in capsys.readouterr().err
    assert dialogs.reports == []


def test_a_crash_of_machine_code_leaves_a_trace(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.app.child_programs", "crash", str(tmp_path), ""]
    done = subprocess.run(command, cwd=ROOT, check=False, timeout=60)
    assert done.returncode != 0
    trace = (tmp_path / FAULTS).read_text(encoding="utf-8")
    assert "Segmentation fault" in trace
    assert "child_programs.py" in trace
