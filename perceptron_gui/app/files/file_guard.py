"""What keeps other people's work in the open file: a lock among windows, a look at the disk.

A window holds a lock for as long as it has a session file open. Before it saves, it compares what
is in the file with what it read or wrote there last: by content, since a file may be touched, or
written twice within a tick of the clock.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.files import exists, is_held, read_file, stamp_of
from perceptron_gui.document.model.comparison import differences
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import session_in
from perceptron_gui.views.dialogs.dialogs import FileConflict

from .file_reader import AT_ONCE_BYTES

LOCK_ENDING = ".lock"
_OPEN = "open-"  # what locks of open files begin with
_DIGITS = 32


def new_lock(path: Path) -> QLockFile:
    """Return a lock that is free again when its process is gone, and only then."""
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    return lock


def is_free(lock: QLockFile) -> bool:
    """Take a lock if nobody has it; tell whether nobody else has.

    On a disk that is full or read-only no lock can be taken, and yet all may be free.
    """
    return lock.isLocked() or lock.tryLock(0) or not is_held(Path(lock.fileName()))


class OpenFileLock:
    """Tells other windows which file is open in this one; without a folder there are no locks."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._path = ""
        self._lock: QLockFile | None = None

    @property
    def is_elsewhere(self) -> bool:
        """Tell whether another window has had the file open first."""
        return self._lock is not None and not is_free(self._lock)

    def take(self, path: str) -> None:
        """Hold the lock of another file, or of none."""
        if path == self._path:
            return
        self.release()
        self._path, self._lock = path, self._lock_of(path) if path else None
        if self._lock is not None:
            is_free(self._lock)

    def has_elsewhere(self, path: str) -> bool:
        """Tell whether another window has a file open that is about to be written."""
        if path == self._path:
            return self.is_elsewhere
        lock = self._lock_of(path)
        if lock is None or is_free(lock):
            return False
        ours = self._lock  # the same file by another way, such as a link
        return ours is None or not ours.isLocked() or ours.fileName() != lock.fileName()

    def release(self) -> None:
        """Hold no lock."""
        if self._lock is not None:
            self._lock.unlock()
        self._path, self._lock = "", None

    def _lock_of(self, path: str) -> QLockFile | None:
        if self._folder is None:
            return None
        with suppress(OSError):  # then saving says what is wrong with the disk
            self._folder.mkdir(parents=True, exist_ok=True)
        real = os.path.normcase(os.path.realpath(path))
        digits = stamp_of(os.fsencode(real))[:_DIGITS]
        return new_lock(self._folder / f"{_OPEN}{digits}{LOCK_ENDING}")


@dataclass(frozen=True)
class DiskVersion:
    """What another program has put into the open file."""

    session: Session | None = None  # None where it is none that can be read, or is large
    is_large: bool = False


def changed_version(path: str, stamp: str) -> DiskVersion | None:
    """Return what is in a file, if it is not what had this stamp; None also where there is none."""
    if not exists(path):
        return None
    try:
        content = read_file(path)
    except InputError:
        return DiskVersion()
    if stamp_of(content) == stamp:
        return None
    if len(content) > AT_ONCE_BYTES:  # the question must not wait until it is read
        return DiskVersion(is_large=True)
    try:
        return DiskVersion(session_in(content, path))
    except InputError:
        return DiskVersion()


def conflict_of(path: str, found: DiskVersion | None, ours: Session) -> FileConflict:
    """Say what speaks against saving: another program, or else another window."""
    name = Path(path).name
    if found is None:
        why = f"“{name}” is open in another window."
        return FileConflict(name, why, "What is saved last replaces what is saved before.", False)
    why = f"“{name}” was changed by another program or window since it was read here."
    if found.session is None and not found.is_large:
        return FileConflict(name, why, "What is in it now is no session of this program.", False)
    more = "Reload shows what is in the file; Undo brings back what is in this window."
    if found.session is not None:
        others = differences(found.session, ours)
        told = f"In the file: {'; '.join(others)}" if others else "Both show the same"
        more = f"{told}.\n\n{more}"
    return FileConflict(name, why, more, True)
