"""Files and standard output: written whole or not at all, and read up to a limit."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import sys
import time
import unicodedata
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from .errors import DataError
from .text import printable

_NAMED = 30  # letters of a name that is too long
SIZE_LIMIT = 100_000_000
"""Bytes. A million points of two coordinates with all their digits take half of it."""

# For terminals without mathematics: a lost minus would be a wrong number.
_PLAIN = str.maketrans(
    {
        "−": "-", "–": "-", "·": "*", "²": "^2", "₀": "0", "₁": "1", "₂": "2", "…": "...",
        "≤": "<=", "≥": ">=", "≠": "!=", "←": "<-", "→": "->", "‖": "||", "∝": "~",
        "α": "alpha", "γ": "gamma", "η": "eta", "θ": "theta", "λ": "lambda", "μ": "mu",
        "Σ": "sum", "√": "sqrt", "∇": "grad ", "ŷ": "yhat", "█": "#", "░": ".",
    }
)  # fmt: skip
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁱᵀ]+")
_SCRATCH = ".perceptron-gui-{}.tmp"  # in the folder of the file that it will become
_UNFIT = re.compile(r'[\\/:*?"<>|]+')  # for a name, on one system or another
_ABANDONED_S = 3600.0  # where there are no locks, older scratch files count as abandoned


class OutputError(Exception):
    """A file could not be written; `shown` is what the window says, as in `InputError`."""

    def __init__(self, message: str, shown: str = "") -> None:
        super().__init__(message)
        self.shown = shown or message


def write(text: str) -> None:
    """Print in the characters that the terminal has; an OutputError says that it failed."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        sys.stdout.write(fitting(text, sys.stdout))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output: could not be written ({error.strerror})") from error


def fitting(text: str, stream: TextIO) -> str:
    """Return the text in the characters that the stream has."""
    encoding = stream.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        parted = re.sub("(?<=[αημθ])(?=[A-Za-z])", " ", text)  # eta x1, not etax1
        raised = _RAISED.sub(lambda run: "^" + unicodedata.normalize("NFKC", run[0]), parted)
        lowered = unicodedata.normalize("NFKC", raised.translate(_PLAIN))
        return lowered.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def write_json(target: str, value: Any) -> None:
    """Write JSON to a file, or to standard output where the target is -."""
    # Only ASCII, so that the bytes are the same, and JSON, wherever they go.
    text = json.dumps(value, allow_nan=False) + "\n"
    if target == "-":
        write(text)
    else:
        write_atomically(Path(target), text.encode())


def write_report(target: str, name: str, report: dict[str, Any]) -> None:
    """Write the JSON of a command with its format and version."""
    write_json(target, {"format": f"perceptron-gui/{name}", "version": 1, **report})


def check_writable(target: str | None) -> None:
    """Raise an OutputError, before a long run, where its result could not be written."""
    if target in (None, "-"):
        return
    path = Path(str(target)).absolute()
    try:
        is_folder, has_folder = path.is_dir(), path.parent.is_dir()
    except OSError as error:  # a name that is longer than any can be
        raise _unwritten(str(target), error) from error
    if is_folder or not has_folder:
        why = "Is a directory" if is_folder else "No such folder"
        raise OutputError(f"{target}: could not be written ({why})")


def _unwritten(path: str | Path, error: OSError) -> OutputError:
    """Return the error; a name that is too long would hide the reason in a line of the window."""
    message = f"{path}: could not be written ({error.strerror})"
    if error.errno != errno.ENAMETOOLONG:
        return OutputError(message)
    begun = Path(path).name[:_NAMED]
    return OutputError(message, f"{begun}…: could not be written; take a shorter name")


def file_name(text: str) -> str:
    """Return a text as the name of a file that every system takes."""
    return _UNFIT.sub(" ", text)


def exists(path: str | Path) -> bool:
    """Tell whether there is something at a path; at one that cannot be, there is nothing."""
    try:
        return Path(path).exists()
    except OSError:  # a name that is longer than any can be
        return False


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a failure leaves the old one as it was.

    When it returns, the file is on the disk itself, and stays when the power fails.
    """
    try:
        if path.exists() and not path.is_file():  # /dev/stdout or a pipe; a folder refuses
            path.write_bytes(content)
            return
        target = path.resolve()  # a link stays a link
        if target.is_symlink():  # since Python 3.13 links in a circle are left as they are
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        _tidy_once(target.parent)
        _replace(target, content)
        if os.name == "nt":
            return
        handle = os.open(target.parent, os.O_RDONLY)
        try:  # the new name reaches the disk, too
            with suppress(OSError):  # some network drives cannot
                os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise _unwritten(path, error) from error
    except RuntimeError as error:  # links that lead round in a circle
        raise OutputError(f"{path}: could not be written ({error})") from error


def _replace(target: Path, content: bytes) -> None:
    # Of its own, since several threads may write into one folder.
    scratch = target.with_name(_SCRATCH.format(f"{os.getpid()}-{os.urandom(4).hex()}"))
    try:
        with scratch.open("xb") as file:
            _lock(file, waits=True)
            if not scratch.exists():  # another program tidied up before it was locked
                return _replace(target, content)
            file.write(content)
            file.flush()
            # Else the name may reach the disk before the content, and a power cut leaves neither.
            os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, scratch)
            if os.name != "nt":  # where a file that is open cannot be renamed
                scratch.replace(target)
        if os.name == "nt":
            scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)


def remove_scratch(*folders: Path) -> None:
    """Remove what writers that were killed left in folders, but nothing that is being written."""
    found: list[Path] = []
    for folder in folders:
        with suppress(OSError):  # it cannot be read, or has too long a name
            found += folder.glob(_SCRATCH.format("*"))
    for scratch in found:
        with suppress(OSError):
            if not is_held(scratch):
                scratch.unlink()


def remove_abandoned(path: Path, endings: str) -> None:
    """Remove scratch files that other writers left beside a file when they were killed.

    Its name is that of the file with an ending, a regular expression. There are no locks that
    tell, so that only old files are taken for such.
    """
    pattern, found = re.compile(re.escape(path.name) + f"(?:{endings})"), list[Path]()
    with suppress(OSError):
        found += (each for each in path.parent.iterdir() if pattern.fullmatch(each.name))
    for each in found:
        with suppress(OSError):
            if time.time() - each.stat().st_mtime > _ABANDONED_S:
                each.unlink()


# Once for each folder that the program writes into.
_tidy_once = cache(remove_scratch)


def is_held(path: Path) -> bool:
    """Tell whether a running program, this one or another, has locked a file.

    Where the system cannot tell, a file that was touched a short time ago counts as held.
    """
    try:
        with path.open("rb") as file:
            if _lock(file):
                return False
        return time.time() - path.stat().st_mtime < _ABANDONED_S
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _lock(file: BinaryIO, waits: bool = False) -> bool:
    """Lock an open file until it is closed, by whatever end of the program.

    Tell whether there are locks here; BlockingIOError says that another program has this one.
    """
    try:
        import fcntl  # which Windows lacks

        fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except (ImportError, OSError):  # some network drives lack locks
        return False
    return True


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


def read_handed_in(path: str | Path) -> bytes:
    """Read a file of a stranger; a link may lead anywhere, and a pipe may never end."""
    name = printable(str(path))
    try:
        mode = Path(path).lstat().st_mode
    except (OSError, ValueError):
        return read_file(path)  # which says why that fails
    if stat.S_ISLNK(mode):
        raise DataError(f"{name}: this is a link, and links are not followed; name the file itself")
    if not stat.S_ISREG(mode):
        raise DataError(f"{name}: this is a pipe or a device; name a file")
    return read_file(path)


def stamp_of(content: bytes) -> str:
    """Return a text that is the same for the same bytes, whenever a file was touched."""
    import hashlib  # which takes long, and the start of the window has no need of it

    return hashlib.sha256(content).hexdigest()


def read_limited(file: BinaryIO, name: str) -> bytes:
    """Read all of a file or pipe, and refuse to read more than SIZE_LIMIT bytes."""
    size = 0  # of pipes and of bytes in memory, until they are read
    with suppress(OSError, AttributeError):
        status = os.fstat(file.fileno())
        size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    data = b"" if size > SIZE_LIMIT else file.read(SIZE_LIMIT + 1)
    if max(size, len(data)) > SIZE_LIMIT:
        raise DataError(
            f"{name}: larger than {SIZE_LIMIT // 1_000_000} MB; take fewer rows or columns"
        )
    return data
