"""The files of a window with all that they use: an edited session, dialogs, a reader, a folder."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.files.disk import AT_ONCE_NUMBERS, FileReader, FileWriter
from perceptron_gui.app.files.files import Files, title_of
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.document.model.session import Session
from perceptron_gui.training.jobs import Jobs
from tests.app.person import PATIENCE
from tests.app.stand_ins import FakeDialogs, delete_a_point

_ROOT = Path(__file__).parents[3]


class FileDesk:
    """What somebody does with files, and what the window says to it."""

    def __init__(
        self,
        editing: Editing,
        dialogs: FakeDialogs,
        settings: Settings,
        jobs: Jobs,
        qtbot: QtBot,
        at_once_numbers: int = AT_ONCE_NUMBERS,
    ) -> None:
        self.editing, self.dialogs, self.settings = editing, dialogs, settings
        self.jobs, self.qtbot, self.reading = jobs, qtbot, FileReader(jobs)
        self.folder = settings.path.parent.parent
        given = editing, self.reading, FileWriter(jobs, at_once_numbers), dialogs, settings
        self.files = files = Files(*given, lambda: 5, self.folder / "recovery")
        self.messages: list[str] = []
        files.message_shown.connect(self.messages.append)

    @property
    def title(self) -> str:
        return title_of(self.editing.document)

    @property
    def session(self) -> Session:
        return self.editing.session

    @property
    def labels(self) -> list[int]:
        labels: list[int] = self.session.dataset.labels.tolist()
        return labels

    def read(self, path: str, act: Callable[[], object] = lambda: None) -> None:
        """Open a large file, do something else, and wait until it has been read."""
        with self.qtbot.waitSignal(self.reading.ended, timeout=PATIENCE):
            assert not self.files.open(path)
            act()

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


@contextmanager
def other_window(
    tmp_path: Path, path: str = "", program: str = "editing"
) -> Iterator[Callable[[], float]]:
    """Start another process that keeps work, and return what reads its next number; kill it."""
    command = [sys.executable, "-m", "tests.app.child_programs", program, str(tmp_path), path]
    process = subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    output = process.stdout
    try:
        assert float(output.readline()) > 0
        yield lambda: float(output.readline())
    finally:
        process.kill()  # SIGKILL, in the middle of anything
        process.wait()
        output.close()


@pytest.fixture
def desk(
    editing: Editing, dialogs: FakeDialogs, settings: Settings, jobs: Jobs, qtbot: QtBot
) -> FileDesk:
    """The files of a window whose cursor stands at visit 5."""
    return FileDesk(editing, dialogs, settings, jobs, qtbot)
