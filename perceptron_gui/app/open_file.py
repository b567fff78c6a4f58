"""What is open: a session, and the file it came from or is saved in."""

from __future__ import annotations

from pathlib import Path, PurePath

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.quoting import printable
from perceptron_gui.core.values import frozen_value
from perceptron_gui.document.data_source import STANDARD_INPUT, LoadedData, load_data
from perceptron_gui.document.progress import Progress, untold
from perceptron_gui.document.session import Session

ENDING = ".json"
UNTITLED = "Untitled"


@frozen_value
class OpenFile:
    """A session with its path; the path is empty where there is no file yet."""

    session: Session
    path: str = ""
    is_session_file: bool = False  # a table or a picture is never written over by a session
    remarks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the window calls it."""
        return name_of(self.path) or self.session.name or UNTITLED


def load(source: str, progress: Progress = untold) -> OpenFile:
    """Open a session, a table, a figure with its session, or a set of the library."""
    data = load_data(source, progress=progress)
    is_file = data.entry is None and source != STANDARD_INPUT
    path = str(Path(source).absolute()) if is_file else ""
    name = name_of(path) or PurePath(data.name).name
    session = data.session or Session(data.dataset, name=name, cursor=0)
    return OpenFile(session, path, _is_session_file(data, path), data.remarks)


def empty() -> OpenFile:
    """Return a plane without points."""
    return OpenFile(Session(Dataset.of([], []), cursor=0))


def name_of(path: str) -> str:
    """Return what a file is called, fit to be shown and stored."""
    return printable(PurePath(path).stem)


def _is_session_file(data: LoadedData, path: str) -> bool:
    return data.session is not None and path.lower().endswith(ENDING)
