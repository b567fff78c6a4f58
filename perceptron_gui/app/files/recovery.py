"""Unsaved work kept safe: written a few seconds after a change, offered after a crash.

Every window has a lock and a folder of its own beside it, called after its process and a random
word. A folder whose lock nobody holds belongs to a window that did not close.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer, Signal, Slot

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import OutputError, read_file, write_atomically
from perceptron_gui.base.values import frozen_value
from perceptron_gui.document.model.session import read_session, write_session
from perceptron_gui.training.jobs import Jobs, Work
from perceptron_gui.views.dialogs.dialogs import Dialogs

from .files import ENDING, Files, OpenFile

SESSION, ORIGIN = "session.json", "origin.json"
DELAY_MS = 2000  # from a change to the file
_KEY = "recovery"
_log = logging.getLogger(__name__)


class Recovery(QObject):
    """Writes what is unsaved, and removes it when it is saved or the window closes."""

    problem_found = Signal(str)  # once, until it goes well again

    def __init__(
        self,
        folder: Path,
        unsaved: Callable[[], OpenFile | None],
        jobs: Jobs,
        delay_ms: int = DELAY_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._unsaved = unsaved
        self._jobs = jobs
        self._has_problem = False
        token = f"{os.getpid()}-{os.urandom(4).hex()}"
        self.folder = folder / token
        self._lock = new_lock(folder / f"{token}.lock")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(delay_ms)
        self._timer.timeout.connect(self._on_time_passed)

    @Slot()
    def note_change(self) -> None:
        """Write the session soon; while changes go on it is written again and again."""
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def note_saved(self) -> None:
        """Remove what was written: it is in a file of the user now."""
        self._timer.stop()
        self._remove_soon()

    def keep_now(self) -> Path | None:
        """Write what is unsaved before anything else happens; return where, or None."""
        self._timer.stop()
        self._jobs.finish(_KEY)
        unsaved = self._unsaved()
        if unsaved is None:
            return None
        try:
            self._write(unsaved)
        except OutputError as error:
            _log.error("The session could not be rescued: %s.", error)
            return None
        return self.folder / SESSION

    def close(self) -> None:
        """Leave nothing behind: the window closes as it should."""
        self._timer.stop()
        self._jobs.finish(_KEY)
        self._remove()
        self._lock.unlock()

    @Slot()
    def _on_time_passed(self) -> None:
        unsaved = self._unsaved()
        if unsaved is None:  # everything was undone
            self._remove_soon()
        else:
            self._submit(lambda _task: self._write(unsaved), self._on_written)

    def _remove_soon(self) -> None:
        self._submit(lambda _task: self._remove(), lambda _result: None)

    def _submit(self, work: Work, on_done: Callable[[None], None]) -> None:
        self._jobs.submit(
            work, key=_KEY, latest_only=True, on_done=on_done, on_failed=self._on_failed
        )

    def _write(self, file: OpenFile) -> None:
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

    def _remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _on_written(self, _result: None) -> None:
        self._has_problem = False

    def _on_failed(self, error: Exception) -> None:
        why = window_sentence(error)
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


@frozen_value
class RecoveredSession:
    """A rescued session: its folder, when it was written, and its lock, held here."""

    file: OpenFile
    folder: Path
    written: datetime
    lock: QLockFile

    def remove(self) -> None:
        """Delete it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.lock.unlock()

    def leave(self) -> None:
        """Leave it for the next start."""
        self.lock.unlock()


def recover_at_start(folder: Path, dialogs: Dialogs, files: Files, recovery: Recovery) -> bool:
    """Offer the sessions that earlier windows left behind, and open the one that is chosen."""
    chosen = offer_rescued(folder, dialogs)
    if chosen is None:
        return False
    files.recover(chosen.file)
    # Only what lies safely in the place of this window may go from its old one.
    if recovery.keep_now() is None:
        chosen.leave()
    else:
        chosen.remove()
    return True


def offer_rescued(folder: Path, dialogs: Dialogs) -> RecoveredSession | None:
    """Ask about rescued sessions, newest first, until one is chosen, and return it."""
    found = sorted(find_rescued(folder), key=lambda each: each.written, reverse=True)
    chosen: RecoveredSession | None = None
    for each in found:
        if chosen is not None:  # a window holds one session; the next start asks again
            each.leave()
            continue
        answer = dialogs.ask_recover(each.file.name, f"{each.written:%Y-%m-%d %H:%M}")
        if answer == "recover":
            chosen = each
        elif answer == "discard":
            each.remove()
        else:
            each.leave()
    return chosen


def find_rescued(folder: Path) -> Iterator[RecoveredSession]:
    """Yield the sessions that windows left behind, each locked against other windows."""
    tokens = {path.stem for path in folder.glob("*.lock")} | {
        path.name for path in folder.glob("*-*") if path.is_dir()
    }
    for token in sorted(tokens):
        lock = new_lock(folder / f"{token}.lock")
        if not lock.tryLock(0):
            continue  # its window is open
        found = _read(folder / token, lock)
        if found is None:
            lock.unlock()
        else:
            yield found


def _read(folder: Path, lock: QLockFile) -> RecoveredSession | None:
    path = folder / SESSION
    if not path.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        return None
    try:
        session = read_session(read_file(path).decode(), str(path))
    except (InputError, UnicodeDecodeError) as error:
        _log.error("What was rescued cannot be read and stays where it is: %s.", error)
        return None
    written = datetime.fromtimestamp(path.stat().st_mtime)
    origin = _origin(folder)
    file = OpenFile(session, origin, is_session_file=origin.lower().endswith(ENDING))
    return RecoveredSession(file, folder, written, lock)


def _origin(folder: Path) -> str:
    """Return the path of the file that was open, or an empty text."""
    try:
        path = json.loads((folder / ORIGIN).read_text(encoding="utf-8"))
    except (OSError, ValueError):  # the crash came before it was written
        return ""
    return path if isinstance(path, str) else ""
