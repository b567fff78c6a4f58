"""Programs that tests start and kill: `python -m tests.app.child_programs NAME FOLDER [PATH]`.

Those that keep work print a number of the file whenever it has been written.
"""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from perceptron_gui import cli
from perceptron_gui.app.files.disk import FileReader, FileWriter
from perceptron_gui.app.files.files import Files
from perceptron_gui.app.files.recovery import ORIGIN, SESSION, Recovery
from perceptron_gui.app.main.crash import CrashHandler, LogFile
from perceptron_gui.app.main.program import Program, make_window
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.window import MainWindow, make_application
from perceptron_gui.core.data.dataset import Dataset, ReplaceAll
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.training.jobs import Jobs
from tests.app.person import LEFT
from tests.app.stand_ins import FakeDialogs, delete_a_point
from tests.documents import editing_of

STEP = 0.01  # that the point is dragged to the right, several times a second


class KeptWork:
    """Looks again and again whether work has been kept, and prints a number of it."""

    def __init__(self, recovery: Recovery, number_of: Callable[[Dataset], float]) -> None:
        self._folder, self._number_of = recovery.folder, number_of
        self._written = 0
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._timer.start(5)

    def _look(self) -> None:
        origin = self._folder / ORIGIN  # the last file that is written
        written = origin.stat().st_mtime_ns if origin.exists() else 0
        if written != self._written:
            self._written = written
            kept = load_data(str(self._folder / SESSION)).dataset
            sys.stdout.write(f"{self._number_of(kept)}\n")
            sys.stdout.flush()


class EditingProgram:
    """Changes the session at every turn of the event loop; prints how many points are kept."""

    def __init__(self, folder: Path, path: str) -> None:
        self._editing = editing_of(Session(Dataset.of([], [])))
        settings, jobs = Settings(folder / "settings.ini"), Jobs()
        dialogs, reading = FakeDialogs(path=path), FileReader(jobs)
        rescued = folder / "recovery"
        given = self._editing, reading, FileWriter(jobs), dialogs, settings
        self._files = Files(*given, lambda: 3, rescued)
        if path:
            self._files.save()
        self._recovery = Recovery(rescued, self._files.unsaved, jobs, delay_ms=20)
        self._editing.store.subscribe(
            lambda state: state.session, lambda _: self._recovery.note_change()
        )
        self._kept = KeptWork(self._recovery, len)
        self._changes = 0
        self._timer = QTimer()
        self._timer.timeout.connect(self._change)
        self._timer.start(1)

    def _change(self) -> None:
        self._changes += 1
        points = [[number, 1] for number in range(self._changes)]
        dataset = Dataset.of(points, [1] * self._changes)
        self._editing.edit_points("Paint", ReplaceAll(dataset))


class DraggingProgram:
    """A window in which the point at the origin is dragged, and figures are exported."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(folder / "settings.ini")
        settings.export = {"folder": str(folder), "ending": "gif"}
        self._window = make_window([], settings=settings, recovery_folder=folder / "recovery")
        program = self._window.program
        assert isinstance(program, Program)
        self._kept = KeptWork(program.recovery, lambda dataset: float(dataset.points[0, 0]))
        program.exporting.figure_written.connect(self._export)
        self._window.resize(1280, 800)
        self._window.show()
        self._x = 0.0
        self._timer = QTimer()
        self._timer.timeout.connect(self._pull)
        QTimer.singleShot(500, self._begin)

    def _begin(self) -> None:
        canvas = self._window.canvas
        self._window.trigger("tool.move")
        QTest.mousePress(canvas, LEFT, pos=canvas.position_of(0, 0).toPoint())
        self._export()
        self._timer.start(50)

    def _export(self) -> None:
        self._window.trigger("file.quick_export")

    def _pull(self) -> None:
        self._x = min(self._x + STEP, 0.9)
        canvas = self._window.canvas
        QTest.mouseMove(canvas, canvas.position_of(self._x, 0).toPoint())


def crash(folder: Path) -> None:
    """Crash in machine code, with a log in a folder."""
    handler = CrashHandler(LogFile(folder / "x.log"), lambda: None, lambda report, rescue: None)
    handler.install()
    faulthandler._sigsegv()  # type: ignore[attr-defined]


def open_and_change() -> None:
    """Open a window as the command line does, and delete a point as soon as it is there."""

    def change() -> None:
        windows = QApplication.topLevelWidgets()
        (window,) = (each for each in windows if isinstance(each, MainWindow))
        assert isinstance(window.program, Program)
        delete_a_point(window.program.controller.editing)
        sys.stdout.write("changed\n")
        sys.stdout.flush()

    QTimer.singleShot(0, change)
    sys.exit(cli.main(["and"]))


def main(name: str, folder: Path, path: str) -> None:
    """Run one of the programs until it is killed."""
    app = make_application()
    programs: dict[str, Callable[[], object]] = {
        "editing": lambda: EditingProgram(folder, path),
        "crash": lambda: crash(folder),
        "window": open_and_change,
    }
    running = programs.get(name, lambda: DraggingProgram(folder))()
    app.exec()
    del running


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
