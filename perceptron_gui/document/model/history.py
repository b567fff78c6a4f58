"""What is open: a session, the file it came from, and the steps of undo. All of it is frozen.

Every change returns another document. Sessions share what did not change, so a step of undo is
just the session before it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath

from perceptron_gui.base.text import printable

from .session import Session

UNTITLED = "Untitled"
# What is stored of the past: of huge data a few steps, of small ones those of many hours.
_MOST_BYTES = 100_000_000
_MOST_STEPS = 2000


@dataclass(frozen=True)
class OpenFile:
    """A session with its path; the path is empty where there is no file yet."""

    session: Session
    path: str = ""
    is_session_file: bool = False  # a table or a picture is never written over by a session
    remarks: tuple[str, ...] = ()
    stamp: str = ""  # of what was read from the session file, or written there
    is_recovered: bool = False  # after a crash: no file holds this session

    @property
    def name(self) -> str:
        """What the window calls it."""
        return name_of(self.path) or self.session.name or UNTITLED


def name_of(path: str) -> str:
    """Return what a file is called, fit to be shown and stored."""
    return printable(PurePath(path).stem)


@dataclass(frozen=True)
class UndoStep:
    """A change by name: the session before it and after it."""

    name: str
    before: Session
    after: Session
    merge: str = ""  # the next change with the same key, not empty, joins this one

    @property
    def nbytes(self) -> int:
        """How much memory the points take that the step has changed."""
        is_shared = self.before.dataset is self.after.dataset
        return 0 if is_shared else self.before.dataset.nbytes


Steps = tuple[UndoStep, ...]


@dataclass(frozen=True, eq=False)
class Document:
    """One session, its file as it was read or saved last, and its steps back and forth."""

    file: OpenFile
    session: Session
    origin: OpenFile  # what was opened; edits and saving do not change it
    done: Steps = ()
    undone: Steps = ()

    @classmethod
    def opened(cls, file: OpenFile) -> Document:
        """Return what a file holds, with nothing to undo."""
        return cls(file, file.session, file)

    @cached_property
    def is_changed(self) -> bool:
        """Whether there is something to save."""
        if self.file.is_recovered:
            return True
        return self.session is not self.file.session and self.session != self.file.session

    @property
    def name(self) -> str:
        """What the file is called; while there is none, what the points are called."""
        if self.file.is_session_file or self.session.name == self.file.session.name:
            return self.file.name
        return self.session.name or UNTITLED

    @property
    def undo_name(self) -> str:
        """What would be undone, or an empty text."""
        return self.done[-1].name if self.done else ""

    @property
    def redo_name(self) -> str:
        """What would be done again, or an empty text."""
        return self.undone[-1].name if self.undone else ""

    def changed(self, name: str, session: Session, merge: str = "") -> Document:
        """Replace the session; an equal one is no change."""
        if session == self.session:
            return self
        before, done = self.session, self.done
        if merge and done and done[-1].merge == merge and not self.undone:
            before, done = done[-1].before, done[:-1]
        if session != before:  # a drag may end where it began
            done = (*done, UndoStep(name, before, session, merge))
        return self._moved(session, done, ())

    def with_closed_step(self) -> Document:
        """Let nothing join the last change: a drag has ended."""
        if not self.done or not self.done[-1].merge:
            return self
        return replace(self, done=(*self.done[:-1], replace(self.done[-1], merge="")))

    def undo(self) -> Document:
        """Undo the last change."""
        if not self.done:
            return self
        step = self.done[-1]
        undone = (*self.undone, replace(step, merge=""))
        return self._moved(step.before, self.done[:-1], undone)

    def redo(self) -> Document:
        """Redo what was undone last."""
        if not self.undone:
            return self
        step = self.undone[-1]
        return self._moved(step.after, (*self.done, step), self.undone[:-1])

    def reloaded(self, file: OpenFile) -> Document:
        """Take what is in the file now for what is edited; undo brings that back."""
        changed = self.changed("Reload the file", file.session)
        return replace(changed, file=file, origin=file)

    def saved(self, file: OpenFile) -> Document:
        """Note that a session is on disk: the one that is edited, or an earlier one."""
        return replace(self, file=file)

    def _moved(self, session: Session, done: Steps, undone: Steps) -> Document:
        if session.dataset is not self.session.dataset:
            self.session.dataset.forget_columns()  # the past is not drawn
        # As many of the last steps as may be stored, and always the last one.
        done, first = done[-_MOST_STEPS:], 0
        total = sum(step.nbytes for step in done)
        while first < len(done) - 1 and total > _MOST_BYTES:
            total -= done[first].nbytes
            first += 1
        return replace(self, session=session, done=done[first:], undone=undone)
