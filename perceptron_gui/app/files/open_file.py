"""What a window has open: a session with its path, read from whatever holds one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.text import printable
from perceptron_gui.base.values import frozen_value
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import STANDARD_INPUT, LoadedData, load_data
from perceptron_gui.lectures.presets import example_rule

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
