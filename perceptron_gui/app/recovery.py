"""Unsaved work kept safe: written a few seconds after a change, offered after a crash.

Every window has a lock and a folder of its own beside it, called after its process and a random
word. A folder whose lock nobody holds belongs to a window that did not close.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer, Signal, Slot

from perceptron_gui.document.session import write_session
from perceptron_gui.output import OutputError, write_atomically

from .background import Answers, Background
from .open_file import OpenFile

SESSION, ORIGIN = "session.json", "origin.json"
DELAY = 2000  # milliseconds from a change to the file
_log = logging.getLogger(__name__)


class Recovery(QObject):
    """Writes what is unsaved, and removes it when it is saved or the window closes."""

    session_kept = Signal()
    problem_found = Signal(str)  # told once, until it goes well again
    keeping_crashed = Signal(str)  # the traceback of an error in the program

    def __init__(
        self,
        folder: Path,
        unsaved: Callable[[], OpenFile | None],
        delay: int = DELAY,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._unsaved = unsaved
        self._has_problem = False
        token = f"{os.getpid()}-{os.urandom(4).hex()}"
        self.folder = folder / token
        self._lock = new_lock(folder / f"{token}.lock")
        self._background = Background(self)
        self._background.work_crashed.connect(self.keeping_crashed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(delay)
        self._timer.timeout.connect(self._on_time_passed)

    @Slot()
    def note_change(self) -> None:
        """Keep the session soon; while changes go on it is kept again and again."""
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def note_saved(self) -> None:
        """Remove what was kept: it is in a file of the user now."""
        self._timer.stop()
        self._start(self._remove)

    def keep_now(self) -> Path | None:
        """Write what is unsaved before anything else happens; return where, if it is anywhere."""
        self._timer.stop()
        self._background.wait()
        unsaved = self._unsaved()
        if unsaved is None:
            return None
        try:
            self._keep(unsaved)
        except OutputError as error:
            _log.error("The session could not be rescued: %s.", error)
            return None
        return self.folder / SESSION

    def close(self) -> None:
        """Leave nothing behind: the window closes as it should."""
        self._timer.stop()
        self._background.close()
        self._remove()
        self._lock.unlock()

    @Slot()
    def _on_time_passed(self) -> None:
        unsaved = self._unsaved()
        if unsaved is None:  # everything was undone
            self._start(self._remove)
        else:
            self._start(partial(self._keep, unsaved))

    def _start(self, work: Callable[[], bool]) -> None:
        self._background.start(lambda _watch: work(), Answers(self._on_ended, self._on_refused))

    def _keep(self, file: OpenFile) -> bool:
        """Write the session whole or not at all. Runs on any thread, but on one at a time."""
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            if not self._lock.isLocked() and not self._lock.tryLock(0):
                raise OutputError(f"{self.folder}: could not be locked")
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError(f"{self.folder}: cannot be made ({error.strerror})") from error
        write_atomically(self.folder / SESSION, write_session(file.session).encode())
        write_atomically(self.folder / ORIGIN, json.dumps(file.path).encode())
        return True

    def _remove(self) -> bool:
        shutil.rmtree(self.folder, ignore_errors=True)
        return False

    def _on_ended(self, kept: bool) -> None:
        if kept:
            self._has_problem = False
            self.session_kept.emit()

    def _on_refused(self, why: str) -> None:
        _log.error("%s", why)
        if not self._has_problem:
            self._has_problem = True
            self.problem_found.emit(f"Unsaved work cannot be kept safe: {why}")


def new_lock(path: Path) -> QLockFile:
    """Return a lock that is free again when its process is gone, and only then."""
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    return lock


def default_folder() -> Path:
    """Return where unsaved work is kept on this machine."""
    place = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "recovery"
