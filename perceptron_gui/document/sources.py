"""What the user names as data, found: a set of the library, a file, or standard input.

A file is a table (CSV), a session, or an exported file with one embedded; what it holds decides,
not its name. What reads files is imported when there is one to be read.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import DataError
from perceptron_gui.base.files import read_file, read_limited, stamp_of
from perceptron_gui.base.resources import shipped
from perceptron_gui.base.text import did_you_mean, printable, quoted
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, LibraryEntry, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session, SessionError, read_session

if TYPE_CHECKING:
    from perceptron_gui.document.csv.labels import ClassChoice

STANDARD_INPUT = "-"
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
    stdin: BinaryIO | None = None,
    choice: ClassChoice | None = None,
    has_targets: bool = False,
) -> LoadedData:
    """Load `xor`, `moons:n=200,seed=3`, `points.csv`, `figure.pdf`, or `-` for standard input.

    A name of the library wins over a file so called; `./xor` is the file. `progress` is called
    while a table is read; it may raise to cancel. `choice` takes two classes of a table. With
    `has_targets` the last column holds real targets; classes are taken for the numbers −1 and +1.
    """
    loaded = _found(source, progress, stdin, choice, has_targets)
    if not has_targets or loaded.dataset.targets is not None:
        return loaded
    if choice is not None:
        raise DataError("classes are chosen, or real targets are fitted; give one of them")
    return replace(loaded, dataset=replace(loaded.dataset, targets=loaded.dataset.fitted))


def _found(
    source: str,
    progress: Progress,
    stdin: BinaryIO | None,
    choice: ClassChoice | None,
    has_targets: bool,
) -> LoadedData:
    if source == STANDARD_INPUT:
        return _load_stdin(stdin, choice, has_targets)
    name, _, parameters = source.partition(":")
    if name in LIBRARY:
        if choice is not None:
            raise DataError(f"'{name}' has two classes; only those of a CSV file are chosen")
        return _load_entry(LIBRARY[name], source, _parsed(name, parameters))
    if _may_be_file(source):
        return _load_file(source, progress, choice, has_targets)
    hint = did_you_mean(name, LIBRARY)
    raise DataError(
        f"no data set or file named {quoted(source)}{hint} (perceptron-gui datasets lists them)"
    )


def is_named(source: str) -> bool:
    """Tell whether something of this name can be looked for: a data set, a file, or a path."""
    return source.partition(":")[0] in LIBRARY or _may_be_file(source)


def _load_entry(entry: LibraryEntry, source: str, parameters: dict[str, str]) -> LoadedData:
    if entry.build is None and not parameters:
        from perceptron_gui.document.csv.reader import read_csv

        csv = read_csv(read_file(shipped("datasets", entry.file)), entry.file)
        return LoadedData(csv.dataset, source, csv.remarks, entry)
    return LoadedData(make(entry, **parameters), source, (), entry)


def _load_file(
    path: str, progress: Progress, choice: ClassChoice | None, has_targets: bool
) -> LoadedData:
    from perceptron_gui.document.embed.carrier import CARRIERS

    data = read_file(path)
    try:
        loaded = _loaded(data, path, progress, choice, has_targets)
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
    return loaded if loaded.session is None else replace(loaded, stamp=stamp_of(data))


def _loaded(
    data: bytes,
    name: str,
    progress: Progress = no_progress,
    choice: ClassChoice | None = None,
    has_targets: bool = False,
) -> LoadedData:
    from perceptron_gui.document.csv.reader import read_csv

    session = session_in(data, name)
    if session is not None:
        if choice is not None:
            raise DataError(f"{printable(name)}: a session has two classes; name a CSV file")
        return LoadedData(session.dataset, session.name or name, session=session)
    csv = read_csv(data, name, progress, choice, has_targets)
    return LoadedData(csv.dataset, name, csv.remarks)


def _load_stdin(
    stdin: BinaryIO | None, choice: ClassChoice | None, has_targets: bool
) -> LoadedData:
    name = "standard input"
    # A program without a console has no standard input at all.
    file = stdin if stdin is not None else getattr(sys.stdin, "buffer", None)
    if file is None:
        raise DataError(f"{name}: there is none; name a CSV file")
    try:
        data = read_limited(file, name)
    except OSError as error:
        raise DataError(f"{name}: cannot be read ({error.strerror}); name a CSV file") from error
    return _loaded(data, name, choice=choice, has_targets=has_targets)


def _may_be_file(source: str) -> bool:
    is_path = any(mark in source for mark in (os.sep, os.altsep, "/") if mark)
    return is_path or os.path.lexists(source)


def _parsed(name: str, text: str) -> dict[str, str]:
    """Return the parameters in "n=200,seed=3", with their values as typed."""
    parsed: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise DataError(f"{quoted(part)} after '{name}:' has no value; write it as n=200")
        if key in parsed:
            raise DataError(f"'{key}' of '{name}' is given twice; give it once")
        parsed[key] = value
    return parsed
