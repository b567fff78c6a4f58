"""New, open, save, import and recent files. A request that fails leaves everything as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.errors import window_sentence
from perceptron_gui.base.files import file_name
from perceptron_gui.base.resources import VERSION
from perceptron_gui.base.text import printable
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import titled
from perceptron_gui.document.model.history import Document, OpenFile, name_of
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import ENDING, LoadedData, load, load_or_offer
from perceptron_gui.lessons import ENDING as LESSON_ENDING
from perceptron_gui.views.dialogs.dialogs import (
    OPENED,
    SESSIONS,
    TABLES,
    AboutConflict,
    Dialogs,
    FileConflict,
)

from .disk import (
    SHELF,
    FileReader,
    FileWriter,
    OpenFileLock,
    Shelf,
    change_conflict,
    import_previews,
    load_table,
    swapped,
    when_changed,
)

if TYPE_CHECKING:
    from perceptron_gui.document.csv.table import CsvTable

PROGRAM = "Perceptron"
Cursor = int | Literal["end"]


class Files(QObject):
    """The file that is open: opens, saves, and asks before anything of a file is lost.

    Nobody is asked about a session without a file: it is kept, and stands among the recent ones.
    """

    session_saved = Signal(str)
    data_imported = Signal()
    lesson_chosen = Signal(str)  # the path of a lesson, which others open
    file_read = Signal(str)  # the path of a file that somebody opened, when it is open
    message_shown = Signal(str)

    def __init__(
        self,
        editing: Editing,
        reading: FileReader,
        writing: FileWriter,
        dialogs: Dialogs,
        settings: Settings,
        current_cursor: Callable[[], Cursor],
        locks: Path,
        parent: QObject | None = None,
    ) -> None:
        """In the folder `locks`, windows tell each other which files they have open.

        Below it lie the sessions that were left without a file.
        """
        super().__init__(parent)
        self._editing = editing
        self._reading = reading
        self._writing = writing
        self._being_written: Session | None = None  # as it was edited
        self._dialogs = dialogs
        self._settings = settings
        self._current_cursor = current_cursor
        self._lock = OpenFileLock(locks)
        self._shelf = Shelf(locks / SHELF)
        self._shelved = ""  # where the open session was kept, if it was left without a file before
        self._may_share = ""  # the path of a file that may be saved though another window has it
        editing.store.subscribe(lambda state: state.document.file, self._take_lock)
        if self.path:
            self._remember(self.path)

    @property
    def path(self) -> str:
        """The file that is open, or an empty text."""
        return self._file.path

    @property
    def is_changed(self) -> bool:
        """Tell whether there is something to save."""
        return self._editing.document.is_changed

    @property
    def _file(self) -> OpenFile:
        return self._editing.document.file

    @property
    def warning(self) -> str:
        """What is to be known before the open file is changed, or an empty text."""
        if not self._lock.is_elsewhere:
            return ""
        return f"{PurePath(self.path).name} is open in another window, too; saving asks first."

    def current(self) -> OpenFile:
        """Return what would be saved: the session with the cursor in it."""
        session = replace(self._editing.session, cursor=self._current_cursor(), program=VERSION)
        return replace(self._file, session=session)

    def unsaved(self) -> OpenFile | None:
        """Return what would be lost, or None."""
        return self.current() if self.is_changed else None

    def new(self) -> bool:
        """Open an empty plane, which shows the end of the run of what is drawn there."""
        return self.use(OpenFile(Session(Dataset.of([], []), cursor="end")))

    def use(self, file: OpenFile) -> bool:
        """Open what is there already; tell whether it is open."""
        if not self.may_leave():
            return False
        self.show(file)
        return True

    def open(self, source: str = "") -> bool:
        """Open a file or a set of the library; without a name the user is asked for one.

        Tell whether it is open; a large file is read first, and opened when it is there.
        """
        source = source or self._dialogs.ask_open(self._settings.folder, OPENED)
        if not source:
            return False
        if source.lower().endswith(LESSON_ENDING):
            self._remember(str(Path(source).absolute()))
            self.lesson_chosen.emit(source)
            return False
        before = self._editing.document.origin
        self._reading.read(
            source,
            load_or_offer,
            on_done=self._on_read,
            on_failed=partial(self.refuse, source),
        )
        return self._editing.document.origin is not before

    def import_data(self, path: str = "") -> None:
        """Replace the points by a table, and keep the rules; without a path, ask for one."""
        path = path or self._dialogs.ask_open(self._settings.folder, TABLES)
        if path:
            done, failed = partial(self._on_table_read, path), partial(self.refuse, path)
            self._reading.read(path, load_table, on_done=done, on_failed=failed)

    def _on_table_read(self, path: str, data: LoadedData | CsvTable) -> None:
        self._settings.folder = str(PurePath(path).parent)
        previews = import_previews(path, data)
        words, answer = self._dialogs.ask_import(previews)
        if answer == "cancel":
            return
        dataset = previews[words]().dataset
        dataset = swapped(dataset) if answer == "swapped" else dataset
        step = f"Import {PurePath(path).name}"
        self._editing.replace_data(step, dataset, name=name_of(path))
        self.data_imported.emit()

    @Slot(object)
    def drop(self, paths: Sequence[str]) -> bool:
        """Open what was dropped on the window: a window holds one file."""
        if not paths or not paths[0]:
            self.message_shown.emit("Only files of this computer can be opened here.")
            return False
        if len(paths) > 1:
            name = PurePath(paths[0]).name
            self.message_shown.emit(f"Of {len(paths)} files only {name} is opened.")
        return self.open(paths[0])

    def save(self) -> bool:
        """Save the session in its file; one that came from elsewhere needs a name first.

        Tell whether it is saved, or on its way to the disk if it is large.
        """
        if self._writing.is_writing and self._being_written is self._editing.session:
            return True
        return self._save(self.path) if self._file.is_session_file else self.save_as()

    def save_as(self) -> bool:
        """Save the session in a file that the user names."""
        self._reading.cancel()  # or another session may be there when the name is chosen
        folder = Path(self.path).parent if self.path else Path(self._settings.folder)
        suggested = folder / f"{file_name(self._editing.document.name)}{ENDING}"
        path = self._dialogs.ask_path(suggested, SESSIONS)
        return path is not None and self._save(str(path))

    def show(self, file: OpenFile) -> None:
        """Open what is there already; whoever calls has asked about changes."""
        self._reading.cancel()
        self._shelved = ""
        self._editing.open(file)

    def refuse(self, source: str, why: str, all_reasons: str = "") -> None:
        """Say why something cannot be read; the dialog has room for all reasons."""
        self.message_shown.emit(why)
        self._dialogs.show_unreadable(printable(PurePath(source).name), all_reasons or why)

    def may_leave(self) -> bool:
        """Tell whether the session can be left: one without a file is kept, others are asked about.

        A session without a file that cannot be kept, on a full disk say, is asked about, too.
        """
        self._reading.cancel()
        self._writing.finish()
        if not self.is_changed or (not self._file.is_session_file and self._shelve()):
            return True
        answer = self._dialogs.ask_changes(self._editing.document.name)
        if answer == "save" and self.save():
            self._writing.finish()
            return not self.is_changed
        return answer == "discard"

    def _shelve(self) -> bool:
        """Keep the session among the recent ones; tell whether that went well."""
        before, path = (
            self._shelved,
            self._shelf.new_path(title_of_document(self._editing.document)),
        )
        problems: list[str] = []

        def kept(_file: OpenFile) -> None:
            self._settings.add_recent(path)
            self._shelf.tidy(before)

        file = replace(self.current(), path=path)
        self._writing.write(file, on_done=kept, on_failed=problems.append)
        self._writing.finish()  # a large one, too: what cannot be kept must be asked about
        return not problems

    def recent_name(self, path: str) -> tuple[str, str]:
        """Return what a recent session is called, and when it was left; unsaved ones say so."""
        when = when_changed(path)
        return self._shelf.name_of(path), f"{when}, unsaved" if self._shelf.has(path) else when

    def _on_read(self, file: OpenFile | str) -> None:
        if isinstance(file, str):
            self.import_data(file)  # a table with more than two classes
            return
        if not self.may_leave():
            return
        if self._shelf.has(file.path):  # it has no file that could be saved
            path = file.path
            self.show(OpenFile(file.session))
            self._shelved = path
            return
        self.show(file)
        if file.path:
            self._remember(file.path)
        if remarks := [*map(window_sentence, file.remarks), *filter(None, [self.warning])]:
            self.message_shown.emit(" ".join(remarks))
        if file.path:
            self.file_read.emit(file.path)

    def close(self) -> None:
        """End what is being written, and let others have the file."""
        self._writing.finish()
        self._lock.release()

    def _take_lock(self, file: OpenFile) -> None:
        self._may_share = ""
        self._lock.take(file.path if file.is_session_file else "")

    def _save(self, path: str) -> bool:
        """Write a file, unless somebody else has saved there, or may: that is asked about."""
        self._writing.finish()  # or that would be found as a change by somebody else
        conflict, name = None, PurePath(path).name
        if self._file.is_session_file and path == self.path and self._file.stamp:
            conflict = change_conflict(path, self._file.stamp, self.current().session)
        is_shared = self._lock.has_elsewhere(path)
        if conflict is None and is_shared and path != self._may_share:
            why = f"“{name}” is open in another window."
            last = "What is saved last replaces what is saved before."
            conflict = FileConflict(name, why, last, False)
        answer: AboutConflict = "replace"
        if conflict is not None:
            answer = self._dialogs.ask_conflict(conflict)
        if answer == "save_as":
            return self.save_as()
        if answer == "reload":
            failed = partial(self.refuse, path)
            self._reading.read(path, load, on_done=self._editing.reload, on_failed=failed)
        if answer != "replace" or not self._write(path):
            return False
        self._may_share = path if is_shared else ""
        return True

    def _write(self, path: str) -> bool:
        """Write the file; tell whether that went well, so far as it is known."""
        if not self._has_student():
            return False
        edited = self._editing.session
        problems: list[str] = []

        def failed(why: str) -> None:
            problems.append(why)
            self.message_shown.emit(why)

        self._being_written = edited
        session = replace(self.current().session, name=name_of(path))
        self._writing.write(
            OpenFile(session, path),
            on_done=partial(self._on_written, edited),
            on_failed=failed,
        )
        if self._writing.is_writing:
            self.message_shown.emit(f"Saving {PurePath(path).name} …")
        return not problems

    def _has_student(self) -> bool:
        """Ask once who did the homework that is saved; tell whether it is to be saved."""
        task = self._editing.session.task
        if task is None or task.student:
            return True
        name = self._dialogs.ask_student(self._settings.student)
        if name:
            self._settings.student = name
            self._editing.change("Give your name", task=replace(task, student=name))
        return name is not None

    def _on_written(self, edited: Session, file: OpenFile) -> None:
        # What was changed since then is still to be saved.
        self._editing.mark_saved(replace(file, session=edited))
        self._shelf.tidy(self._shelved)  # it has a file now
        self._remember(file.path)
        self.session_saved.emit(file.path)

    def _remember(self, path: str) -> None:
        self._settings.folder = str(Path(path).parent)
        self._settings.add_recent(path)


def title_of(document: Document) -> str:
    """Return the title of the window, with a dot if there are changes."""
    return f"{'● ' if document.is_changed else ''}{title_of_document(document)} — {PROGRAM}"


def title_of_document(document: Document) -> str:
    """Return what people call what is open: its file, or the data set that it shows."""
    return document.name if document.file.path else titled(document.name)
