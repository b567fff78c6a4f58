"""The files of a window with all that they use: an edited session, dialogs, a reader, a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.document.model.session import Session
from tests.app.stand_ins import FakeDialogs, delete_a_point


class FileDesk:
    """What somebody does with files, and what the window says to it."""

    def __init__(self, files: Files, editing: Editing, dialogs: FakeDialogs, folder: Path) -> None:
        self.files, self.editing, self.dialogs, self.folder = files, editing, dialogs, folder
        self.messages: list[str] = []
        files.message_shown.connect(self.messages.append)

    @property
    def session(self) -> Session:
        return self.editing.session

    @property
    def labels(self) -> list[int]:
        labels: list[int] = self.session.dataset.labels.tolist()
        return labels

    def change(self) -> None:
        """Delete a point."""
        delete_a_point(self.editing)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def write(self, name: str, content: str | bytes) -> str:
        """Write a file and return its path."""
        (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return self.path(name)

    def save_as(self, name: str) -> bool:
        """Save under the name that the dialog is answered with, if it asks for one."""
        self.dialogs.path = self.path(name)
        return self.files.save()


@pytest.fixture
def desk(files: Files, editing: Editing, dialogs: FakeDialogs, tmp_path: Path) -> FileDesk:
    return FileDesk(files, editing, dialogs, tmp_path)
