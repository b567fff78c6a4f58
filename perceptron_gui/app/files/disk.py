"""Reads files, large ones in the background, and writes sessions.

A window holds a lock for as long as it has a session file open. Before it saves, it compares what
is in the file with what it read or wrote there last: by content, since a file may be touched, or
written twice within a tick of the clock.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import combinations
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLockFile, QObject, Signal, Slot

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import (
    SIZE_LIMIT,
    OutputError,
    exists,
    file_name,
    is_held,
    read_file,
    stamp_of,
    write_atomically,
)
from perceptron_gui.base.text import printable
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.history import OpenFile, differences, name_of
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.document.sources import LoadedData, load_data, session_in
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.dialogs.dialogs import FileConflict, ImportPreview, Previews

if TYPE_CHECKING:
    from perceptron_gui.document.csv.table import CsvTable
    from perceptron_gui.views.chrome.status import ReadingStrip

# Larger files are read in the background. These take less than a tenth of a second, even if they
# are pictures: a session is packed in them, and five times as large as that.
AT_ONCE_BYTES = 200_000
_MESSAGE_LETTERS = 100  # that are seen of a message

Load = Callable[[str, Progress], Any]


class FileReader(QObject):
    """Reads one file at a time: a newer request cancels the one before."""

    started = Signal(str)  # the name of the file
    progressed = Signal(int, int)  # bytes read, and in all
    ended = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._task: Task | None = None

    def show_in(self, strip: ReadingStrip) -> None:
        """Show in a strip what is read, and let its button cancel that."""
        self.started.connect(strip.show_reading)
        self.progressed.connect(strip.show_progress)
        self.ended.connect(strip.hide)
        strip.pressed.connect(self.cancel)

    def read(
        self,
        source: str,
        load: Load,
        *,
        on_done: Callable[[Any], None],
        on_failed: Callable[[str], None],
    ) -> None:
        """Load what is named, and call back now or when it is read; `on_failed` gets a sentence."""
        self.cancel()
        try:
            status = Path(source).stat()
            mode, size = status.st_mode, status.st_size
        except (OSError, ValueError):  # loading it says what is wrong
            mode, size = 0, 0
        if stat.S_ISFIFO(mode):
            pipe = InputError(
                f"{printable(source)}: this is a pipe, which may never end; name a file"
            )
            on_failed(_reason(source, pipe))
        elif size <= AT_ONCE_BYTES:
            try:
                loaded = load(source, no_progress)
            except InputError as error:
                on_failed(_reason(source, error))
            else:
                on_done(loaded)
        else:
            self._task = self._jobs.submit(
                lambda task: load(source, task.report),
                key="read",
                on_progress=self.progressed.emit,
                on_done=partial(self._end, on_done),
                on_failed=lambda error: self._end(on_failed, _reason(source, error)),
            )
            self.started.emit(PurePath(source).name)

    @Slot()
    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self.ended.emit()

    def _end(self, answer: Callable[[Any], None], what: Any) -> None:
        self._task = None
        self.ended.emit()
        answer(what)


def _reason(source: str, error: Exception) -> str:
    """Say why a file cannot be read, without its folder where a line has no room for it."""
    why = window_sentence(error)
    if len(why) > _MESSAGE_LETTERS:
        why = why.replace(printable(source), printable(PurePath(source).name))
    return why


def load_table(source: str, progress: Progress = no_progress) -> LoadedData | CsvTable:
    """Load data; for more than two classes return the table, as the user has to choose."""
    from perceptron_gui.document.csv.table import ManyClassesError

    try:
        return load_data(source, progress)
    except ManyClassesError as error:
        return error.table


def import_previews(path: str, data: LoadedData | CsvTable) -> Previews:
    """Return what a table can become, in words: of several classes a pair, or one against all."""
    name = PurePath(path).name
    if isinstance(data, LoadedData):
        return {"": lambda: ImportPreview(name, data.dataset, data.remarks)}
    from perceptron_gui.document.csv.labels import ClassChoice

    def preview(choice: ClassChoice) -> ImportPreview:
        return ImportPreview(name, data.dataset(choice), data.remarks(choice))

    classes = tuple(data.classes)
    choices = {f"{a} against {b}": ClassChoice(a, b) for a, b in combinations(classes, 2)}
    choices |= {f"{each} against the rest": ClassChoice("", each) for each in classes}
    return {words: partial(preview, choice) for words, choice in choices.items()}


def swapped(dataset: Dataset) -> Dataset:
    """Return the data set with its classes exchanged."""
    names = dataset.class_names
    if names != ("-1", "+1"):  # names go with their points; numbers would lie then
        names = (names[1], names[0])
    targets = None if dataset.targets is None else -dataset.targets
    return Dataset(dataset.points, -dataset.labels, dataset.feature_names, names, targets)


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


SHELF = "sessions"  # the folder of what was left without a file
_MOST_LEFT = 20  # sessions that were left without a file
_WORD = 8  # random letters at the end of the name of such a file


class Shelf:
    """Keeps the sessions that were left without a file, so that they can be brought back."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def new_path(self, name: str) -> str:
        """Return where a session of this name is put, in a folder that exists if it can be."""
        with suppress(OSError):  # then writing says what is wrong with the disk
            self._folder.mkdir(parents=True, exist_ok=True)
        word = os.urandom(_WORD // 2).hex()
        return str(self._folder / f"{file_name(name)[:_MESSAGE_LETTERS]} {word}.json")

    def has(self, path: str) -> bool:
        """Tell whether a path is that of a session without a file of its own."""
        return Path(path).parent == self._folder

    def name_of(self, path: str) -> str:
        """Return what the session in a file is called: of those kept here, without the word."""
        name = name_of(path)
        return name[: -_WORD - 1] if self.has(path) else name

    def tidy(self, replaced: str = "") -> None:
        """Remove what was replaced by another file, and all but the newest."""
        with suppress(OSError):
            if replaced:
                Path(replaced).unlink(missing_ok=True)
            found = sorted(self._folder.glob("*.json"), key=lambda each: each.stat().st_mtime)
            for each in found[:-_MOST_LEFT]:
                each.unlink()


def when_changed(path: str) -> str:
    """Say when a file was written, as people do; nothing of one that is gone."""
    try:
        then, now = datetime.fromtimestamp(Path(path).stat().st_mtime), datetime.now()
    except (OSError, ValueError, OverflowError):  # or written beyond the calendar
        return ""
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {then:%H:%M}"
    return f"{then.day} {then:%B}" if then.year == now.year else f"{then.day} {then:%B %Y}"
