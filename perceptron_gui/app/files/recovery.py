"""Unsaved work kept safe: written a few seconds after a change, offered after a crash.

Every window has a lock and a folder of its own beside it, called after its process and a random
word. A folder whose lock nobody holds belongs to a window that did not close.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer, Signal, Slot

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import (
    OutputError,
    read_file,
    remove_abandoned,
    remove_scratch,
    write_atomically,
)
from perceptron_gui.core.data.library import titled
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import read_session, write_session
from perceptron_gui.document.sources import ENDING
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.dialogs.dialogs import AboutRecovery

from .disk import LOCK_ENDING, is_free, new_lock, when_changed
from .files import Files

SESSION, ORIGIN = "session.json", "origin.json"
DELAY_MS = 2000  # from a change to the file
_KEY = "recovery"
# Qt appends six random letters, or ".lock", to the name of the settings while it writes them. At
# least one capital letter keeps names such as settings.backup out.
_LEFTOVERS = r"\.(?=.*[A-Z])[A-Za-z]{6}|\.lock"
AskRecover = Callable[[str, str], AboutRecovery]  # about a name, and when it was written
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
        self._adopted: RecoveredSession | None = None
        token = f"{os.getpid()}-{os.urandom(4).hex()}"
        self.folder = folder / token
        self._lock = new_lock(folder / f"{token}{LOCK_ENDING}")
        self._timer = QTimer(self, singleShot=True, interval=delay_ms)
        self._timer.timeout.connect(self.keep)

    @Slot()
    def note_change(self) -> None:
        """Write the session soon; while changes go on it is written again and again."""
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def keep(self) -> None:
        """Write what is unsaved; remove what was written if all was saved or undone."""
        self._timer.stop()
        unsaved = self._unsaved()
        if unsaved is None and self._adopted is None and not self._lock.isLocked():
            return  # nothing was ever written
        self._jobs.submit(
            lambda _task: self._remove() if unsaved is None else self._write(unsaved),
            key=_KEY,
            latest_only=True,
            on_done=self._on_kept,
            on_failed=self._on_failed,
        )

    def recover(self, ask: AskRecover, files: Files, path: str = "") -> bool:
        """Offer the sessions that earlier windows left behind, and open the one that is chosen.

        With a path, only work on this file is offered. What an earlier window left is kept until
        it lies safely in the place of this one.
        """
        chosen = offer_rescued(self.folder.parent, ask, path)
        if chosen is None:
            return False
        files.show(replace(chosen.file, is_recovered=True))
        self._adopted = chosen
        self.keep_now()
        return True

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
            _log.error("The session could not be saved for recovery: %s.", error)
            return None
        return self.folder / SESSION

    def tidy(self, folders: Iterable[Path], settings: Path) -> None:
        """Remove what killed programs left half written in these folders, and of the settings."""

        def work(_task: Task) -> None:
            remove_scratch(*folders)
            remove_abandoned(settings, _LEFTOVERS)

        self._jobs.submit(work, key="tidy", on_done=bool, on_failed=self._on_failed)

    def close(self) -> None:
        """Leave nothing behind: the window closes as it should."""
        self._timer.stop()
        self._jobs.finish(_KEY)
        self._remove()
        self._lock.unlock()

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
        origin = {"path": file.path, "stamp": file.stamp}
        write_atomically(self.folder / ORIGIN, json.dumps(origin).encode())
        self._remove_adopted()

    def _remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self._remove_adopted()

    def _remove_adopted(self) -> None:
        if self._adopted is not None:
            self._adopted.remove()
            self._adopted = None

    def _on_kept(self, _result: None) -> None:
        self._has_problem = False

    def _on_failed(self, error: Exception) -> None:
        why = window_sentence(error)
        _log.error("%s", why)
        if not self._has_problem:
            self._has_problem = True
            self.problem_found.emit(f"Unsaved work cannot be kept safe: {why}")


def default_folder() -> Path:
    """Return where unsaved work is kept on this machine."""
    place = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "recovery"


@dataclass(frozen=True)
class RecoveredSession:
    """A recovered session: its folder, when it was written, and its lock, held here."""

    file: OpenFile
    folder: Path
    written: float  # in seconds since 1970, as the disk has it
    lock: QLockFile

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.lock.unlock()


def offer_rescued(folder: Path, ask: AskRecover, path: str = "") -> RecoveredSession | None:
    """Ask about recovered sessions, newest first, until one is chosen, and return it."""
    found = sorted(find_rescued(folder, path), key=lambda each: each.written, reverse=True)
    chosen: RecoveredSession | None = None
    for each in found:
        # A window holds one session; the next start asks about the others again.
        when = when_changed(str(each.folder / SESSION))
        answer = ask(titled(each.file.name), when) if chosen is None else "later"
        if answer == "recover":
            chosen = each
        elif answer == "discard":
            each.remove()
        else:
            each.lock.unlock()
    return chosen


def find_rescued(folder: Path, path: str = "") -> Iterator[RecoveredSession]:
    """Yield the sessions that windows left behind, each locked against other windows.

    With a path, only those of this file. Locks of windows that are gone are removed.
    """
    kept = (each for each in folder.glob("*-*") if each.is_dir())
    locks = {each.with_name(f"{each.name}{LOCK_ENDING}") for each in kept}
    locks.update(folder.glob(f"*{LOCK_ENDING}"))
    for each in sorted(locks):
        lock = new_lock(each)
        if not is_free(lock):
            continue  # its window is open
        found = _read(each.with_suffix(""), lock, path)
        if found is None:
            lock.unlock()
        else:
            yield found


def _read(folder: Path, lock: QLockFile, wanted: str) -> RecoveredSession | None:
    path = folder / SESSION
    if not path.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        return None
    origin, stamp = _origin(folder)
    # Two paths may lead to one file, which may be gone.
    if wanted and not (origin and os.path.realpath(origin) == os.path.realpath(wanted)):
        return None
    try:
        session = read_session(read_file(path).decode(), str(path))
    except (InputError, UnicodeDecodeError) as error:
        _log.error("A recovered session cannot be read and stays where it is: %s.", error)
        return None
    is_session_file = origin.lower().endswith(ENDING)
    file = OpenFile(session, origin, is_session_file, stamp=stamp)
    return RecoveredSession(file, folder, path.stat().st_mtime, lock)


def _origin(folder: Path) -> tuple[str, str]:
    """Return the path of the file that was open and the stamp of what was in it, or empty texts."""
    try:
        origin = json.loads((folder / ORIGIN).read_text(encoding="utf-8"))
    except (OSError, ValueError):  # the crash came before it was written
        return "", ""
    if not isinstance(origin, dict):  # as older versions wrote it
        origin = {"path": origin}
    path, stamp = origin.get("path"), origin.get("stamp")
    return path if isinstance(path, str) else "", stamp if isinstance(stamp, str) else ""
