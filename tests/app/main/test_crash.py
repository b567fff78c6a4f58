"""Errors of every origin are logged, the session is rescued, and one dialog tells of each."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer, Signal, qWarning
from pytestqt.qtbot import QtBot

from perceptron_gui import __version__
from perceptron_gui.app.files.recovery import Recovery
from perceptron_gui.app.main.crash import FAULTS, CrashHandler, LogFile
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.sources import load_data
from perceptron_gui.training.jobs import Jobs
from tests.app.stand_ins import FakeDialogs, delete_a_point
from tests.views.pixels import heard

ROOT = Path(__file__).parents[3]


@pytest.fixture
def log(tmp_path: Path) -> LogFile:
    return LogFile(tmp_path / "logs" / "perceptron.log")


class Crashes(CrashHandler):
    """A handler with fake dialogs, which waits for its reports."""

    crashed = Signal(str)  # the report

    def __init__(self, log: LogFile, keep: Callable[[], Path | None], qtbot: QtBot) -> None:
        self.log, self.dialogs, self.qtbot = log, FakeDialogs(), qtbot
        super().__init__(log, keep, self._report_crash)

    def _report_crash(self, report: str, rescue: str) -> None:
        self.dialogs.show_crash(report, rescue)
        self.crashed.emit(report)

    @property
    def reports(self) -> list[str]:
        return self.dialogs.reports

    @property
    def logged(self) -> str:
        return self.log.path.read_text(encoding="utf-8")

    def wait_for(self, act: Callable[[], object]) -> None:
        """Do something, and wait for the report of its crash."""
        with self.qtbot.waitSignal(self.crashed):
            act()

    def take_other(self) -> None:
        """Wait for the report of another error, which comes after all others."""
        self.wait_for(lambda: self.handle_traceback('  File "other.py", line 1\nValueError: other'))


@pytest.fixture
def recovery(tmp_path: Path, editing: Editing, jobs: Jobs) -> Iterator[Recovery]:
    def unsaved() -> OpenFile | None:
        return OpenFile(editing.session) if editing.document.is_changed else None

    recovery = Recovery(tmp_path / "recovery", unsaved, jobs)
    yield recovery
    recovery.close()


@pytest.fixture
def handler(log: LogFile, recovery: Recovery, qtbot: QtBot) -> Iterator[Crashes]:
    """A handler that is installed; afterwards everything is as it was before."""
    hooks = sys.excepthook, threading.excepthook
    handler = Crashes(log, recovery.keep_now, qtbot)
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


def fail(error: Exception) -> None:
    raise error


def fail_in_a_slot() -> None:
    faulty = Faulty()
    faulty.asked.emit()


def fail_in_a_timer() -> None:
    QTimer.singleShot(0, partial(fail, KeyError("in a timer")))


def fail_in_a_thread() -> None:
    threading.Thread(target=fail, args=(OSError("in a thread"),)).start()


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (fail_in_a_slot, "RuntimeError: a slot failed"),
        (fail_in_a_timer, "KeyError: 'in a timer'"),
        (fail_in_a_thread, "OSError: in a thread"),
    ],
)
def test_an_error_anywhere_is_logged_and_shown_with_a_report_on_the_gui_thread(
    handler: Crashes, act: Callable[[], None], said: str
) -> None:
    where: list[threading.Thread] = []
    handler.crashed.connect(lambda report: where.append(threading.current_thread()))
    handler.wait_for(act)
    assert where == [threading.main_thread()]
    (report,) = handler.reports
    for words in (said, f"Perceptron GUI {__version__}", str(handler.log.path)):
        assert words in report
    assert said in handler.logged


def test_the_session_is_rescued_first(
    handler: Crashes, editing: Editing, recovery: Recovery
) -> None:
    delete_a_point(editing)
    handler.wait_for(fail_in_a_slot)
    ((kind, rescue),) = handler.dialogs.asked
    assert kind == "crash"
    path = rescue.removeprefix("Your session is kept in ").removesuffix(".")
    assert len(load_data(path).dataset) == 3
    assert str(recovery.folder) in path


def test_one_error_gives_one_dialog_however_often_it_comes(handler: Crashes) -> None:
    faulty, reports = Faulty(), heard(handler.crashed)
    for _ in range(5):
        faulty.asked.emit()
    handler.qtbot.waitUntil(lambda: len(reports) == 1)
    faulty.asked.emit()
    handler.take_other()
    assert len(handler.reports) == 2
    assert handler.logged.count("Again: RuntimeError: a slot failed") == 5


def test_errors_wait_while_a_dialog_is_open(log: LogFile, qtbot: QtBot) -> None:
    events: list[str] = []

    def show(report: str, rescue: str) -> None:
        number = sum(event.startswith("opened") for event in events)
        events.append(f"opened {number}")
        if number == 0:
            crashes.handle_traceback('  File "second.py", line 1\nValueError: second')
            qtbot.wait(1)  # a dialog runs an event loop
        events.append(f"closed {number}")

    crashes = CrashHandler(log, lambda: None, show)
    crashes.handle_traceback('  File "first.py", line 1\nValueError: first')
    qtbot.waitUntil(lambda: "closed 1" in events)
    assert events == ["opened 0", "closed 0", "opened 1", "closed 1"]


def test_a_rescue_that_fails_does_not_hide_the_report(log: LogFile, qtbot: QtBot) -> None:
    def keep() -> Path | None:
        raise RuntimeError("no rescue")

    handler = Crashes(log, keep, qtbot)
    handler.take_other()
    assert handler.dialogs.asked == [("crash", "")]


def test_what_qt_says_is_in_the_log_which_does_not_grow_for_ever(handler: Crashes) -> None:
    qWarning("the sky is falling")
    assert "WARNING perceptron_gui.qt: the sky is falling" in handler.logged
    for _ in range(30):
        qWarning("x" * 100_000)
    files = sorted(handler.log.path.parent.iterdir())
    assert 2 <= len(files) <= 4
    assert sum(path.stat().st_size for path in files) < 2_500_000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_log_on_a_full_disk_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    log = LogFile(Path("/dev/full"))
    log.open()
    qWarning("the sky is falling")
    log.close()
    assert capfd.readouterr().err == ""


def test_without_a_place_for_the_log_errors_are_still_shown(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "file").touch()
    handler = Crashes(LogFile(tmp_path / "file" / "x.log"), lambda: None, qtbot)
    handler.install()
    try:
        handler.wait_for(fail_in_a_slot)
    finally:
        handler.uninstall()
    assert len(handler.reports) == 1


def test_ctrl_c_is_no_crash(handler: Crashes, capsys: pytest.CaptureFixture[str]) -> None:
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert "KeyboardInterrupt" in capsys.readouterr().err
    assert handler.reports == []


@pytest.mark.program
def test_a_crash_of_machine_code_leaves_a_trace(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.app.child_programs", "crash", str(tmp_path), ""]
    done = subprocess.run(command, cwd=ROOT, check=False, timeout=60)
    assert done.returncode != 0
    trace = (tmp_path / FAULTS).read_text(encoding="utf-8")
    assert "Segmentation fault" in trace
    assert "child_programs.py" in trace


def test_a_lack_of_memory_is_a_sentence_and_no_crash(handler: Crashes) -> None:
    said = heard(handler.memory_exhausted)
    QTimer.singleShot(0, partial(fail, MemoryError()))
    handler.qtbot.waitUntil(lambda: bool(said))
    assert said[0].startswith("There is not enough memory on this machine")
    assert handler.reports == []
