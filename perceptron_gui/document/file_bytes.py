"""The bytes of a file or pipe, no more than can be worked with; what fails is said in a line."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from perceptron_gui.core.errors import DataError
from perceptron_gui.core.quoting import printable

SIZE_LIMIT = 100_000_000
"""Bytes. A million points of two coordinates with all their digits take half of it."""


def read_file(path: str | Path) -> bytes:
    """Read all of a file or pipe that the user named."""
    name = printable(str(path))
    try:
        if "\0" in str(path):
            raise FileNotFoundError
        # Opening a folder fails differently on every system, so it is looked for first.
        if Path(path).is_dir():
            raise DataError(f"{name}: this is a folder; name a CSV file in it")
        with Path(path).open("rb") as file:
            return read_limited(file, name)
    except FileNotFoundError as error:
        raise DataError(f"{name}: no such file; check the name and the folder") from error
    except PermissionError as error:
        raise DataError(f"{name}: no permission to read it; check its access rights") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError(f"{name}: cannot be read ({reason}); try another file") from error


def read_limited(file: BinaryIO, name: str) -> bytes:
    """Read all of a file or pipe, and refuse to read more than SIZE_LIMIT bytes."""
    size = _size(file)
    data = b"" if size > SIZE_LIMIT else file.read(SIZE_LIMIT + 1)
    if max(size, len(data)) > SIZE_LIMIT:
        raise DataError(
            f"{name}: larger than {SIZE_LIMIT // 1_000_000} MB; take fewer rows or columns"
        )
    return data


def _size(file: BinaryIO) -> int:
    """The size of a regular file, and 0 for what has none."""
    try:
        status = os.fstat(file.fileno())
    except (OSError, AttributeError):
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0
