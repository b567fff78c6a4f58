"""What the user names as data, found and opened: a set of the library, a file, standard input.

A file is a table (CSV), a session, or an exported file with one embedded; what it holds decides,
not its name. What reads files is imported when there is one to be read.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import DataError
from perceptron_gui.base.files import read_file, read_limited, stamp_of
from perceptron_gui.base.resources import shipped
from perceptron_gui.base.text import did_you_mean, printable, quoted
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, LibraryEntry, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.history import OpenFile, name_of
from perceptron_gui.document.model.session import Session, SessionError, read_session
from perceptron_gui.lectures.presets import example_rule

if TYPE_CHECKING:
    from perceptron_gui.document.csv.labels import ClassChoice

ENDING = ".json"
STANDARD_INPUT = "-"
_STDIN_NAME = "standard input"  # in messages
_BEGINNING = 1000  # bytes that are looked at for a first sign


def session_in(data: bytes, name: str) -> Session | None:
    """Return the session that a file is or has embedded, or None if it may be something else.

    `name` is what messages call the file.
    """
    from perceptron_gui.document.embed.carrier import extract

    where = printable(name)
    try:
        text = extract(data)
    except SessionError as error:
        raise SessionError(f"{where}: {error}") from error
    if text is not None:
        return read_session(text, where)
    encoding = json.detect_encoding(data[:4])
    beginning = data[:_BEGINNING].decode(encoding, "replace")
    if not beginning.lstrip("\ufeff \t\r\n").startswith("{"):
        return None
    try:
        return read_session(data.decode(encoding), where)
    except UnicodeDecodeError as error:
        raise SessionError(f"{where}: this is not UTF-8 text; save it as such") from error


@dataclass(frozen=True)
class LoadedData:
    """A data set, what to call it and to tell about it, and where it comes from."""

    dataset: Dataset
    name: str
    remarks: tuple[str, ...] = ()
    entry: LibraryEntry | None = None  # of the library
    session: Session | None = None
    stamp: str = ""  # of the bytes of the file, where it holds a session

    def rule_with(self, options: Mapping[str, Any]) -> Rule:
        """Return the rule that the session shows, if any, with other options over its own."""
        if self.session is None:
            return Rule.of(options)
        return self.session.rules[self.session.shown].with_options(options)


def load_data(
    source: str,
    progress: Progress = no_progress,
    choice: ClassChoice | None = None,
    has_targets: bool = False,
) -> LoadedData:
    """Load `xor`, `moons:n=200,seed=3`, `points.csv`, `figure.pdf`, or `-` for standard input.

    A name of the library wins over a file so called; `./xor` is the file. `progress` is called
    while a table is read; it may raise to cancel. `choice` takes two classes of a table. With
    `has_targets` the last column holds real targets; classes are taken for the numbers −1 and +1.
    """

    def loaded(data: bytes, name: str) -> LoadedData:
        from perceptron_gui.document.csv.reader import read_csv

        session = session_in(data, name)
        if session is not None:
            if choice is not None:
                raise DataError(f"{printable(name)}: a session has two classes; name a CSV file")
            stamp = "" if source == STANDARD_INPUT else stamp_of(data)
            return LoadedData(session.dataset, session.name or name, session=session, stamp=stamp)
        csv = read_csv(data, name, progress, choice, has_targets)
        return LoadedData(csv.dataset, name, csv.remarks)

    name = source.partition(":")[0]
    if source == STANDARD_INPUT:
        found = loaded(_standard_input(), _STDIN_NAME)
    elif name in LIBRARY:
        if choice is not None:
            raise DataError(f"'{name}' has two classes; only those of a CSV file are chosen")
        found = _load_entry(LIBRARY[name], source)
    elif _may_be_file(source):
        found = _load_file(source, loaded)
    else:
        hint = did_you_mean(name, LIBRARY)
        raise DataError(
            f"no data set or file named {quoted(source)}{hint} (perceptron-gui datasets lists them)"
        )
    if not has_targets or found.dataset.targets is not None:
        return found
    if choice is not None:
        raise DataError("classes are chosen, or real targets are fitted; give one of them")
    return replace(found, dataset=replace(found.dataset, targets=found.dataset.fitted))


def is_named(source: str) -> bool:
    """Tell whether something of this name can be looked for: a data set, a file, or a path."""
    return source.partition(":")[0] in LIBRARY or _may_be_file(source)


def _load_entry(entry: LibraryEntry, source: str) -> LoadedData:
    """Return a set of the library; parameters follow its name, as in moons:n=200,seed=3."""
    parameters: dict[str, str] = {}
    for part in filter(None, source.partition(":")[2].split(",")):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            where = f"after '{entry.name}:'"
            raise DataError(f"{quoted(part)} {where} has no value; write it as n=200")
        if key in parameters:
            raise DataError(f"'{key}' of '{entry.name}' is given twice; give it once")
        parameters[key] = value
    if entry.build is None and not parameters:
        from perceptron_gui.document.csv.reader import read_csv

        csv = read_csv(read_file(shipped("datasets", entry.file)), entry.file)
        return LoadedData(csv.dataset, source, csv.remarks, entry)
    return LoadedData(make(entry, **parameters), source, (), entry)


def _load_file(path: str, loaded: Callable[[bytes, str], LoadedData]) -> LoadedData:
    from perceptron_gui.document.embed.carrier import CARRIERS

    data = read_file(path)
    try:
        return loaded(data, path)
    except DataError as error:
        # For such a file the line in which it is no table is of no use.
        if Path(path).suffix.removeprefix(".").lower() in CARRIERS:
            where = printable(path)
            raise SessionError(
                f"{where} carries no session: it was exported with --no-session or by another "
                "program",
                f"{where} carries no session: it was exported without its session or by another "
                "program",
            ) from error
        raise


def _standard_input() -> bytes:
    # A program without a console has no standard input at all.
    file = getattr(sys.stdin, "buffer", None)
    if file is None:
        raise DataError(f"{_STDIN_NAME}: there is none; name a CSV file")
    try:
        return read_limited(file, _STDIN_NAME)
    except OSError as error:
        why = f"cannot be read ({error.strerror}); name a CSV file"
        raise DataError(f"{_STDIN_NAME}: {why}") from error


def _may_be_file(source: str) -> bool:
    is_path = any(mark in source for mark in (os.sep, os.altsep, "/") if mark)
    return is_path or os.path.lexists(source)


def load(source: str, progress: Progress = no_progress) -> OpenFile:
    """Open a session, a table, a figure with its session, or a set of the library in a window."""
    data = load_data(source, progress=progress)
    is_file = data.entry is None and source != STANDARD_INPUT
    path = str(Path(source).absolute()) if is_file else ""
    session, remarks = data.session, data.remarks
    if session is None:
        session = Session(data.dataset, name=name_of(path) or PurePath(data.name).name, cursor=0)
        # An example of a lecture opens with its rule.
        if data.entry is not None and data.entry.is_example:
            rules = (example_rule(data.entry),)
            session = replace(session, rules=rules, notation=data.entry.lecture)
        elif data.entry is not None and data.entry.shown_from:
            session = replace(session, rules=(Rule.of({"init": data.entry.shown_from}),))
    is_session_file = data.session is not None and path.lower().endswith(ENDING)
    return OpenFile(session, path, is_session_file, remarks, data.stamp if is_session_file else "")


def load_or_offer(source: str, progress: Progress = no_progress) -> OpenFile | str:
    """Open a source; of a table with more than two classes return the path."""
    from perceptron_gui.document.csv.table import ManyClassesError

    try:
        return load(source, progress)
    except ManyClassesError:
        return source
