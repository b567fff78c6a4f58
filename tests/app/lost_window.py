"""A program that edits and keeps its work safe until somebody kills it.

It prints how many points there are in its file whenever its work has been kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer

from perceptron_gui.app.files.file_reader import FileReader
from perceptron_gui.app.files.files import Files
from perceptron_gui.app.files.recovery import ORIGIN, SESSION, Recovery
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import ReplaceAll
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.training.jobs import Jobs
from tests.app.fake_dialogs import FakeDialogs


class KeptWork:
    """Looks again and again whether work has been kept, and then calls."""

    def __init__(self, recovery: Recovery, call: Callable[[], None]) -> None:
        self._path, self._call = recovery.folder / ORIGIN, call  # the last file that is written
        self._written = 0
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._timer.start(5)

    def _look(self) -> None:
        written = self._path.stat().st_mtime_ns if self._path.exists() else 0
        if written != self._written:
            self._written = written
            self._call()


class LostWindow:
    """Changes the session at every turn of the event loop."""

    def __init__(self, folder: Path, path: str) -> None:
        self._editing = Editing(Session(Dataset.of([], [])))
        settings = Settings(folder / "settings.ini")
        dialogs = FakeDialogs(path=path)
        jobs = Jobs()
        self._files = Files(self._editing, FileReader(jobs), dialogs, settings, lambda: 3)
        if path:
            self._files.save()
        self._recovery = Recovery(folder / "recovery", self._files.unsaved, jobs, delay_ms=20)
        self._editing.session_changed.connect(self._recovery.note_change)
        self._kept = KeptWork(self._recovery, self._tell)
        self._timer = QTimer()
        self._timer.timeout.connect(self._change)
        self._timer.start(1)
        self._changes = 0

    def _change(self) -> None:
        self._changes += 1
        points = [[number, 1] for number in range(self._changes)]
        dataset = Dataset.of(points, [1] * self._changes)
        self._editing.edit_points("Paint", ReplaceAll(dataset))

    def _tell(self) -> None:
        kept = load_data(str(self._recovery.folder / SESSION))
        sys.stdout.write(f"{len(kept.dataset)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    app = QCoreApplication([])
    window = LostWindow(Path(sys.argv[1]), sys.argv[2])
    app.exec()
