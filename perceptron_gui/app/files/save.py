"""Writes sessions, and keeps other people's work in the open file.

A window holds a lock for as long as it has a session file open. Before it saves, it compares what
is in the file with what it read or wrote there last: by content, since a file may be touched, or
written twice within a tick of the clock.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QLockFile

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import (
    SIZE_LIMIT,
    OutputError,
    exists,
    is_held,
    read_file,
    stamp_of,
    write_atomically,
)
from perceptron_gui.document.model.comparison import differences
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.document.sources import session_in
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.dialogs.dialogs import FileConflict

from .open import AT_ONCE_BYTES

AT_ONCE_NUMBERS = 100_000  # coordinates, which take less than a tenth of a second
_KEY = "save"


class FileWriter:
    """Writes one session at a time; what is being written is never dropped, whoever closes."""

    def __init__(self, jobs: Jobs, at_once_numbers: int = AT_ONCE_NUMBERS) -> None:
        self._jobs = jobs
        self._at_once_numbers = at_once_numbers
        # While a session is on its way to its file: its task, and what ends it here and now.
        self._way: tuple[Task, Callable[[], None]] | None = None

    @property
    def is_writing(self) -> bool:
        return self._way is not None

    def write(
        self,
        file: OpenFile,
        *,
        on_done: Callable[[OpenFile], None],
        on_failed: Callable[[str], None],
    ) -> None:
        """Write a session to its path, and call back now or when it is on the disk.

        `on_done` gets the file with the stamp of what it holds, `on_failed` a sentence.
        """
        self.finish()
        on_disk: list[OpenFile] = []  # by a thread that has not called back yet

        def in_background(_task: Task) -> OpenFile:
            on_disk.append(written(file))
            return on_disk[0]

        def done(saved: OpenFile) -> None:
            self._way = None
            on_done(saved)

        def failed(error: Exception) -> None:
            self._way = None
            on_failed(window_sentence(error))

        def end() -> None:
            """Take what the thread has written, or write it here: no callback comes any more."""
            try:
                done(on_disk[0] if on_disk else written(file))
            except (InputError, OutputError) as error:
                failed(error)

        if file.session.dataset.points.size <= self._at_once_numbers:
            end()
        else:
            task = self._jobs.submit(in_background, key=_KEY, on_done=done, on_failed=failed)
            self._way = task, end

    def finish(self) -> None:
        """Wait until what is being written is on the disk, and call back about it."""
        if self._way is not None:
            task, end = self._way
            self._jobs.finish(_KEY)
            task.cancel()
            end()


def written(file: OpenFile) -> OpenFile:
    """Write a session whole to its path; return the file as it is on the disk."""
    text = write_session(file.session)
    if len(text) > SIZE_LIMIT:
        limit = f"larger than {SIZE_LIMIT // 1_000_000} MB, too large to be opened again"
        raise OutputError(f"{file.path}: {limit}; take fewer points")
    content = text.encode()
    write_atomically(Path(file.path), content)
    return replace(file, is_session_file=True, stamp=stamp_of(content))


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
    """Tells other windows which file is open in this one, by locks in a folder."""

    def __init__(self, folder: Path) -> None:
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
        if is_free(lock):
            return False
        ours = self._lock  # the same file by another way, such as a link
        return ours is None or not ours.isLocked() or ours.fileName() != lock.fileName()

    def release(self) -> None:
        if self._lock is not None:
            self._lock.unlock()
        self._path, self._lock = "", None

    def _lock_of(self, path: str) -> QLockFile:
        with suppress(OSError):  # then saving says what is wrong with the disk
            self._folder.mkdir(parents=True, exist_ok=True)
        real = os.path.normcase(os.path.realpath(path))
        digits = stamp_of(os.fsencode(real))[:_DIGITS]
        return new_lock(self._folder / f"{_OPEN}{digits}{LOCK_ENDING}")


def change_conflict(path: str, stamp: str, ours: Session) -> FileConflict | None:
    """Compare a file with what had this stamp; None if nobody changed it or it is gone."""
    if not exists(path):
        return None
    name = Path(path).name
    why = f"“{name}” was changed by another program or window since it was read here."
    unknown = FileConflict(name, why, "What is in it now is no session of this program.", False)
    more = "Reload shows what is in the file; Undo brings back what is in this window."
    try:
        content = read_file(path)
        if stamp_of(content) == stamp:
            return None
        if len(content) > AT_ONCE_BYTES:  # the question must not wait until it is read
            return FileConflict(name, why, more, True)
        theirs = session_in(content, path)
    except InputError:
        return unknown
    if theirs is None:
        return unknown
    others = differences(theirs, ours)
    told = f"In the file: {'; '.join(others)}" if others else "Both show the same"
    return FileConflict(name, why, f"{told}.\n\n{more}", True)
