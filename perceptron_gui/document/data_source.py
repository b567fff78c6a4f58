"""What the user names as data, found: a set of the library, a CSV file, or standard input."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import BinaryIO

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.errors import DataError
from perceptron_gui.core.library import LIBRARY, Entry, make
from perceptron_gui.core.nearest import did_you_mean
from perceptron_gui.core.quoting import quoted
from perceptron_gui.shipped import shipped

from .csv_file import read_csv, read_csv_file, read_limited

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class LoadedData:
    """A data set, what to call it, what to tell about it, and its entry in the library if any."""

    dataset: Dataset
    name: str
    remarks: tuple[str, ...] = ()
    entry: Entry | None = None


def list_datasets() -> list[Entry]:
    """Return every data set of the library, in the order in which to show them."""
    return list(LIBRARY.values())


def load_data(source: str, stdin: BinaryIO | None = None) -> LoadedData:
    """Load `xor`, `moons:n=200,seed=3`, `points.csv`, or `-` for CSV on standard input.

    A name of the library wins over a file so called; `./xor` is the file.
    """
    if source == STANDARD_INPUT:
        return _load_stdin(stdin)
    name, _, parameters = source.partition(":")
    if name in LIBRARY:
        return _load_entry(LIBRARY[name], source, _parsed(name, parameters))
    if _is_path(source) or os.path.lexists(source):
        return _load_file(source)
    hint = did_you_mean(name, LIBRARY)
    raise DataError(
        f"no data set or file named {quoted(source)}{hint} (perceptron-gui datasets lists them)"
    )


def _load_entry(entry: Entry, source: str, parameters: dict[str, str]) -> LoadedData:
    if entry.build is None and not parameters:
        csv = read_csv_file(shipped("datasets", entry.file))
        return LoadedData(csv.dataset, source, csv.remarks, entry)
    return LoadedData(make(entry, **parameters), source, (), entry)


def _load_file(path: str) -> LoadedData:
    if path.lower().endswith(".json") and os.path.lexists(path):
        raise DataError(f"{quoted(path)}: this version cannot open saved sessions; name a CSV file")
    csv = read_csv_file(path)
    return LoadedData(csv.dataset, path, csv.remarks)


def _load_stdin(stdin: BinaryIO | None) -> LoadedData:
    name = "standard input"
    # A program without a console has no standard input at all.
    file = stdin if stdin is not None else getattr(sys.stdin, "buffer", None)
    if file is None:
        raise DataError(f"{name}: there is none; name a CSV file")
    try:
        data = read_limited(file, name)
    except OSError as error:
        raise DataError(f"{name}: cannot be read ({error.strerror}); name a CSV file") from error
    csv = read_csv(data, name)
    return LoadedData(csv.dataset, name, csv.remarks)


def _is_path(source: str) -> bool:
    return any(mark in source for mark in (os.sep, os.altsep, "/") if mark)


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
