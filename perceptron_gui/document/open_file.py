"""What opens in a window: a session, a table, a figure with its session, a set of the library."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.document.model.history import OpenFile, name_of
from perceptron_gui.document.model.session import Session
from perceptron_gui.lectures.presets import example_rule

from .sources import STANDARD_INPUT, LoadedData, load_data

ENDING = ".json"


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
