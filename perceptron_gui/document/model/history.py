"""What is open: a session that changes, and every change with the way back.

Sessions are frozen and share what did not change, so a step of undo is just the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from perceptron_gui.base.values import frozen_value

from .session import Session

# What is stored of the past: of huge data a few steps, of small ones those of many hours.
_MOST_BYTES = 100_000_000
_MOST_STEPS = 2000


@frozen_value
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


class Document:
    """One session, its steps back and forth, and whether it is saved; it notifies listeners."""

    def __init__(self, session: Session) -> None:
        self.session = session  # as it is now
        self._saved = session
        self._done: list[UndoStep] = []
        self._undone: list[UndoStep] = []
        self.listeners: list[Callable[[Session], None]] = []

    @property
    def is_changed(self) -> bool:
        """Tell whether there is something to save."""
        return self.session is not self._saved and self.session != self._saved

    @property
    def undo_name(self) -> str:
        """What would be undone, or an empty text."""
        return self._done[-1].name if self._done else ""

    @property
    def redo_name(self) -> str:
        """What would be done again, or an empty text."""
        return self._undone[-1].name if self._undone else ""

    def change(self, name: str, session: Session, merge: str = "") -> None:
        """Replace the session; an equal one is no change."""
        if session == self.session:
            return
        before = self.session
        if merge and self._done and self._done[-1].merge == merge and not self._undone:
            before = self._done.pop().before
        self._undone.clear()
        if session != before:  # a drag may end where it began
            self._done.append(UndoStep(name, before, session, merge))
        self._publish(session)
        self._forget_oldest()

    def close_step(self) -> None:
        """Let nothing join the last change: a drag has ended."""
        if self._done and self._done[-1].merge:
            self._done[-1] = replace(self._done[-1], merge="")

    def undo(self) -> None:
        """Undo the last change."""
        if self._done:
            step = self._done.pop()
            self._undone.append(replace(step, merge=""))
            self._publish(step.before)

    def redo(self) -> None:
        """Redo what was undone last."""
        if self._undone:
            step = self._undone.pop()
            self._done.append(step)
            self._publish(step.after)

    def mark_saved(self, session: Session) -> None:
        """Note that a session is on disk: the one that is edited, or an earlier state of it."""
        self._saved = session

    def _publish(self, session: Session) -> None:
        if session.dataset is not self.session.dataset:
            self.session.dataset.forget_columns()  # the past is not drawn
        self.session = session
        for listener in list(self.listeners):
            listener(session)

    def _forget_oldest(self) -> None:
        del self._done[:-_MOST_STEPS]
        total = sum(step.nbytes for step in self._done)
        while len(self._done) > 1 and total > _MOST_BYTES:
            total -= self._done.pop(0).nbytes
