"""What is open: a session, its file, the steps of undo, and how one session differs from another.

All of it is frozen, and every change returns another document. Sessions share what did not change,
so a step of undo is just the session before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import PurePath

import numpy as np

from perceptron_gui.base.text import count, printable
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.lectures.presets import worded_changes

from .session import Session

UNTITLED = "Untitled"
# What is stored of the past: of huge data a few steps, of small ones those of many hours.
_MOST_BYTES = 100_000_000
_STEP_BYTES = 50_000  # of a step, points apart, or more


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
        """How much memory the step takes, with the points that it has changed."""
        is_shared = self.before.dataset is self.after.dataset
        return _STEP_BYTES + (0 if is_shared else self.before.dataset.nbytes)


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
        # As many of the last steps as may be stored, and always the last one.
        first, total = 0, sum(step.nbytes for step in done)
        while first < len(done) - 1 and total > _MOST_BYTES:
            total -= done[first].nbytes
            first += 1
        return replace(self, session=session, done=done[first:], undone=undone)


def differences(there: Session, here: Session) -> tuple[str, ...]:
    """Return what is different in another version of a session, as parts of a sentence.

    Who wrote it and what it is called is no difference.
    """
    return tuple(chain(_of_points(there.dataset, here.dataset), _of_choices(there, here)))


def _of_points(there: Dataset, here: Dataset) -> Iterator[str]:
    if len(there) != len(here):
        yield f"{count(len(there), 'point')} (here {len(here)})"
    if there.dimension != here.dimension:
        yield f"{count(there.dimension, 'coordinate')} (here {here.dimension})"
    elif len(there) != len(here):
        if others := (_rows(there) - _rows(here)).total():
            yield f"{count(others, 'point')} that {'is' if others == 1 else 'are'} not here"
    else:
        if moved := int((there.points != here.points).any(axis=1).sum()):
            yield f"{count(moved, 'point')} in another place"
        if relabelled := int((there.labels != here.labels).sum()):
            yield f"{count(relabelled, 'point')} of the other class"
    if (there.feature_names, there.class_names) != (here.feature_names, here.class_names):
        yield "other names of coordinates or classes"
    one, other = there.targets, here.targets
    if one is None or other is None:
        is_same = one is other
    else:  # of other points there are other targets anyway
        is_same = len(one) != len(other) or bool(np.array_equal(one, other))
    if not is_same:
        yield "other targets"


def _rows(dataset: Dataset) -> Counter[bytes]:
    """Return every point with its class, and how often it is there."""
    return Counter(map(bytes, np.column_stack([dataset.points, dataset.labels])))


def _of_choices(there: Session, here: Session) -> Iterator[str]:
    if len(there.rules) != len(here.rules):
        yield f"{count(len(there.rules), 'rule')} (here {len(here.rules)})"
    else:
        for number, (one, other) in enumerate(zip(there.rules, here.rules, strict=True), 1):
            if changes := worded_changes(other, one):
                which = f"in rule {number} " if len(there.rules) > 1 else ""
                yield f"{which}{changes} (here {worded_changes(one, other)})"
        if there.shown != here.shown:
            yield f"rule {there.shown + 1} on the plane (here rule {here.shown + 1})"
    if there.notation != here.notation:
        yield f"the symbols of {LECTURES[there.notation]} (here {LECTURES[here.notation]})"
    if (there.view, there.views) != (here.view, here.views):
        yield "other choices of views"
    if there.page != here.page:
        yield "another page"
    if there.task != here.task:
        yield "another task of a lesson"
    if there.cursor != here.cursor:
        where, is_here = (
            "the end" if cursor == "end" else f"visit {cursor}"
            for cursor in (there.cursor, here.cursor)
        )
        yield f"the cursor at {where} (here {is_here})"
