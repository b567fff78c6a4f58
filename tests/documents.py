"""Documents for tests: edited as in a window, or by the requests of a single view."""

from __future__ import annotations

from collections.abc import Callable

from perceptron_gui.app.state.app_state import AppState, Store
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session


def editing_of(file: OpenFile | Session) -> Editing:
    """Return what edits a file, or a session that came from none."""
    opened = file if isinstance(file, OpenFile) else OpenFile(file)
    return Editing(Store(AppState(Document.opened(opened))))


class OpenDocument:
    """Holds the document that is edited; listeners are told every new session."""

    def __init__(self, session: Session) -> None:
        self._document = Document.opened(OpenFile(session))
        self.listeners: list[Callable[[Session], None]] = []

    @property
    def session(self) -> Session:
        return self._document.session

    @property
    def undo_name(self) -> str:
        return self._document.undo_name

    @property
    def redo_name(self) -> str:
        return self._document.redo_name

    def change(self, name: str, session: Session, merge: str = "") -> None:
        self._show(self._document.changed(name, session, merge))

    def undo(self) -> None:
        self._show(self._document.undo())

    def redo(self) -> None:
        self._show(self._document.redo())

    def close_step(self) -> None:
        self._document = self._document.with_closed_step()

    def _show(self, document: Document) -> None:
        if document is not self._document:
            self._document = document
            for listener in self.listeners:
                listener(document.session)
