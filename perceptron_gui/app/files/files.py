"""New, open, save and recent files. A request that fails leaves everything as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import window_sentence
from perceptron_gui.base.files import OutputError, exists, stamp_of, write_atomically
from perceptron_gui.base.resources import VERSION
from perceptron_gui.base.text import printable
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import SIZE_LIMIT, Session, write_session
from perceptron_gui.document.sources import STANDARD_INPUT, LoadedData, load_data
from perceptron_gui.lectures.presets import example_rule
from perceptron_gui.lessons.reader import ENDING as LESSON_ENDING
from perceptron_gui.views.dialogs.dialogs import OPENED, SESSIONS, AboutConflict, Dialogs

from .file_guard import OpenFileLock, changed_version, conflict_of
from .file_reader import FileReader

ENDING = ".json"
UNTITLED = "Untitled"


@frozen_value
class OpenFile:
    """A session with its path; the path is empty where there is no file yet."""

    session: Session
    path: str = ""
    is_session_file: bool = False  # a table or a picture is never written over by a session
    remarks: tuple[str, ...] = ()
    stamp: str = ""  # of what was read from the session file, or written there

    @property
    def name(self) -> str:
        """What the window calls it."""
        return name_of(self.path) or self.session.name or UNTITLED


def load(source: str, progress: Progress = no_progress) -> OpenFile:
    """Open a session, a table, a figure with its session, or a set of the library."""
    data = load_data(source, progress=progress)
    is_file = data.entry is None and source != STANDARD_INPUT
    path = str(Path(source).absolute()) if is_file else ""
    name = name_of(path) or PurePath(data.name).name
    session = data.session or _new_session(data, name)
    is_session_file = data.session is not None and path.lower().endswith(ENDING)
    stamp = data.stamp if is_session_file else ""
    return OpenFile(session, path, is_session_file, (*data.remarks, *_asked(session)), stamp)


def _asked(session: Session) -> tuple[str, ...]:
    """Return what is to be done, where the session is homework."""
    return (f"Task: {session.task.text}",) if session.task and session.task.text else ()


def _new_session(data: LoadedData, name: str) -> Session:
    """Return points with the rule of the program, or with that of a lecture whose example it is."""
    session = Session(data.dataset, name=name, cursor=0)
    entry = data.entry
    if entry is None or not entry.is_example:
        return session
    return replace(session, rules=(example_rule(entry),), notation=entry.lecture)


def load_or_offer(source: str, progress: Progress = no_progress) -> OpenFile | str:
    """Open a source; of a table with more than two classes return the path."""
    from perceptron_gui.document.csv.table import ManyClassesError

    try:
        return load(source, progress)
    except ManyClassesError:
        return source


def name_of(path: str) -> str:
    """Return what a file is called, fit to be shown and stored."""
    return printable(PurePath(path).stem)


PROGRAM = "Perceptron"
Cursor = int | Literal["end"]


class Files(QObject):
    """The file that is open: opens, saves, and asks before anything is lost."""

    session_opened = Signal(object, str)  # a Session, and its path or an empty text
    session_saved = Signal(str)
    title_changed = Signal(str)
    recent_changed = Signal(object)  # paths, newest first
    classes_needed = Signal(str)  # a table with more than two classes, which has to be imported
    lesson_chosen = Signal(str)  # the path of a lesson, which others open
    file_read = Signal(str)  # the path of a file that somebody opened, when it is open
    message_shown = Signal(str)

    def __init__(
        self,
        editing: Editing,
        reading: FileReader,
        dialogs: Dialogs,
        settings: Settings,
        current_cursor: Callable[[], Cursor],
        parent: QObject | None = None,
        first: OpenFile | None = None,
        locks: Path | None = None,
    ) -> None:
        """Start with the edited session; `first` is the file that it came from.

        In the folder `locks`, windows tell each other which files they have open.
        """
        super().__init__(parent)
        self._editing = editing
        self._reading = reading
        self._dialogs = dialogs
        self._settings = settings
        self._current_cursor = current_cursor
        self._file = first or OpenFile(editing.session)
        self._is_rescued = False  # of what was rescued, there is no file like it
        self._title = ""
        self._lock = OpenFileLock(locks)
        self._may_share = ""  # the path of a file that may be saved though another window has it
        self._take_lock()
        editing.session_changed.connect(self._announce_title)
        if self._file.path:
            self._remember(self._file.path)

    @property
    def path(self) -> str:
        """The file that is open, or an empty text."""
        return self._file.path

    @property
    def name(self) -> str:
        """What the open file is called."""
        return self._file.name

    @property
    def title(self) -> str:
        """The title of the window, with a dot if there are changes."""
        return f"{'● ' if self.is_changed else ''}{self.name} — {PROGRAM}"

    @property
    def is_changed(self) -> bool:
        """Tell whether there is something to save."""
        return self._is_rescued or self._editing.is_changed

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
        """Open an empty plane."""
        if not self.may_leave():
            return False
        self._show(OpenFile(Session(Dataset.of([], []), cursor=0)))
        return True

    def use(self, file: OpenFile) -> bool:
        """Open what is there already; tell whether it is open."""
        if not self.may_leave():
            return False
        self._show(file)
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
        before = self._file
        self._reading.read(
            source,
            load_or_offer,
            on_done=self._on_read,
            on_failed=partial(self._on_read_failed, source),
        )
        return self._file is not before

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
        """Save the session in its file; one that came from elsewhere needs a name first."""
        return self._save(self.path) if self._file.is_session_file else self.save_as()

    def save_as(self) -> bool:
        """Save the session in a file that the user names."""
        self._reading.cancel()  # or another session may be there when the name is chosen
        folder = Path(self.path).parent if self.path else Path(self._settings.folder)
        chosen = self._dialogs.ask_save(str(folder / f"{self.name}{ENDING}"), SESSIONS)
        if not chosen:
            return False
        path = chosen if chosen.lower().endswith(ENDING) else chosen + ENDING
        # The dialog has asked about the file that was chosen, but not about this one.
        is_other = path != chosen and exists(path)
        if is_other and not self._dialogs.ask_overwrite(path):
            return False
        return self._save(str(Path(path).absolute()))

    def replace(self, file: OpenFile) -> None:
        """Open what is there already; whoever calls has asked about changes."""
        self._reading.cancel()
        self._show(file)

    def refuse(self, source: str, why: str) -> None:
        """Say why something cannot be read."""
        self._on_read_failed(source, why)

    def recover(self, file: OpenFile) -> None:
        """Open what was rescued from a crash; it counts as changed until it is saved."""
        self._show(file, is_rescued=True)

    def may_leave(self) -> bool:
        """Tell whether the session can be left, asking about changes and saving them."""
        self._reading.cancel()
        if not self.is_changed:
            return True
        answer = self._dialogs.ask_changes(self.name)
        return answer == "discard" or (answer == "save" and self.save())

    def _on_read(self, file: OpenFile | str) -> None:
        if isinstance(file, str):
            self.classes_needed.emit(file)
            return
        if not self.may_leave():
            return
        self._show(file)
        if file.path:
            self._remember(file.path)
        if remarks := [*map(window_sentence, file.remarks), *filter(None, [self.warning])]:
            self.message_shown.emit(" ".join(remarks))
        if file.path:
            self.file_read.emit(file.path)

    def _on_read_failed(self, source: str, why: str) -> None:
        self.message_shown.emit(why)
        self._dialogs.show_unreadable(printable(PurePath(source).name), why)
        self.recent_changed.emit(self._settings.recent_files())  # it may be gone

    def _show(self, file: OpenFile, is_rescued: bool = False) -> None:
        self._file, self._is_rescued = file, is_rescued
        self._take_lock()
        self._editing.open(file.session)
        self.session_opened.emit(file.session, file.path)

    def close(self) -> None:
        """Let others have the file."""
        self._lock.release()

    def _take_lock(self) -> None:
        self._may_share = ""
        self._lock.take(self.path if self._file.is_session_file else "")

    def _save(self, path: str) -> bool:
        """Write a file, unless somebody else has saved there, or may: that is asked about."""
        is_ours = self._file.is_session_file and path == self.path
        found = changed_version(path, self._file.stamp) if is_ours and self._file.stamp else None
        is_shared = self._lock.has_elsewhere(path)
        answer: AboutConflict = "replace"
        if found is not None or (is_shared and path != self._may_share):
            conflict = conflict_of(path, found, self.current().session)
            answer = self._dialogs.ask_conflict(conflict)
        if answer == "save_as":
            return self.save_as()
        if answer == "reload":
            failed = partial(self._on_read_failed, path)
            self._reading.read(path, load, on_done=self._on_reloaded, on_failed=failed)
        if answer != "replace" or not self._write(path):
            return False
        self._may_share = path if is_shared else ""
        return True

    def _on_reloaded(self, file: OpenFile) -> None:
        self._file, self._is_rescued = file, False
        self._editing.reload(file.session)
        self.session_opened.emit(file.session, file.path)
        self._announce_title()

    def _write(self, path: str) -> bool:
        session = replace(self.current().session, name=name_of(path))
        text = write_session(session)
        try:
            if len(text) > SIZE_LIMIT:
                raise OutputError(f"{path}: too large to be opened again; take fewer points")
            content = text.encode()
            write_atomically(Path(path), content)
        except OutputError as error:
            self.message_shown.emit(window_sentence(error))
            return False
        self._file = OpenFile(session, path, is_session_file=True, stamp=stamp_of(content))
        self._is_rescued = False
        self._take_lock()
        self._editing.mark_saved()
        self._remember(path)
        self._announce_title()
        self.session_saved.emit(path)
        return True

    def _remember(self, path: str) -> None:
        self._settings.folder = str(Path(path).parent)
        self._settings.add_recent(path)
        self.recent_changed.emit(self._settings.recent_files())

    @Slot()
    def _announce_title(self) -> None:
        if self.title != self._title:
            self._title = self.title
            self.title_changed.emit(self._title)
