"""Writes sessions: large ones in the background, small ones at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import SIZE_LIMIT, OutputError, stamp_of, write_atomically
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import write_session
from perceptron_gui.training.jobs import Jobs, Task

AT_ONCE_NUMBERS = 100_000  # coordinates, which take less than a tenth of a second
_KEY = "save"

OnWritten = Callable[[OpenFile], None]
OnFailed = Callable[[str], None]


class FileWriter:
    """Writes one session at a time; what is being written is never dropped, whoever closes."""

    def __init__(self, jobs: Jobs, at_once_numbers: int = AT_ONCE_NUMBERS) -> None:
        self._jobs = jobs
        self._at_once_numbers = at_once_numbers
        self._task: Task | None = None
        self._written: OpenFile | None = None  # by a thread that has not told so yet
        self._finish: Callable[[], None] = lambda: None

    @property
    def is_writing(self) -> bool:
        """Tell whether a session is on its way to its file."""
        return self._task is not None

    def write(self, file: OpenFile, *, on_done: OnWritten, on_failed: OnFailed) -> None:
        """Write a session to its path, and call back now or when it is on the disk.

        `on_done` gets the file with the stamp of what it holds, `on_failed` a sentence.
        """
        self.finish()

        def done(written: OpenFile) -> None:
            self._task = self._written = None
            on_done(written)

        def failed(error: Exception) -> None:
            self._task = self._written = None
            on_failed(window_sentence(error))

        def in_background(_task: Task) -> OpenFile:
            self._written = written(file)
            return self._written

        def finish() -> None:
            """Take what the thread has written, or write it here: no callback comes any more."""
            try:
                done(self._written or written(file))
            except (InputError, OutputError) as error:
                failed(error)

        self._finish = finish
        if file.session.dataset.points.size <= self._at_once_numbers:
            finish()
            return
        self._task = self._jobs.submit(in_background, key=_KEY, on_done=done, on_failed=failed)

    def finish(self) -> None:
        """Wait until what is being written is on the disk, and call back about it."""
        if self._task is None:
            return
        self._jobs.finish(_KEY)
        self._task.cancel()
        self._finish()


def written(file: OpenFile) -> OpenFile:
    """Write a session whole to its path; return the file as it is on the disk."""
    text = write_session(file.session)
    if len(text) > SIZE_LIMIT:
        limit = f"larger than {SIZE_LIMIT // 1_000_000} MB, too large to be opened again"
        raise OutputError(f"{file.path}: {limit}; take fewer points")
    content = text.encode()
    write_atomically(Path(file.path), content)
    return replace(file, is_session_file=True, stamp=stamp_of(content))
