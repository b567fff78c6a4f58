"""Writing what was asked for: to standard output, or to a file whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sys
import unicodedata
from pathlib import Path
from typing import Any, TextIO

# For terminals without mathematics: a lost minus would be a wrong number.
_PLAIN = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "·": "*",
        "²": "^2",
        "₀": "0",
        "₁": "1",
        "₂": "2",
        "≤": "<=",
        "‖": "||",
        "…": "...",
    }
    | {
        "γ": "gamma",
        "η": "eta",
        "λ": "lambda",
        "Σ": "sum",
        "√": "sqrt",
        "∝": "~",
        "█": "#",
        "░": ".",
    }
    | {"≥": ">=", "≠": "!=", "←": "<-", "→": "->", "∇": "grad ", "ŷ": "yhat"}
    | {"α": "alpha", "θ": "theta", "μ": "mu"}
)
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁱᵀ]+")


class OutputError(Exception):
    """A file could not be written."""


def write(text: str) -> None:
    """Print, in the characters the terminal has; OutputError where it cannot be done."""
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


def refuse_hopeless(target: str | None) -> None:
    """Say before a long run, not after it, that its answer has nowhere to go."""
    if target in (None, "-"):
        return
    try:
        exists = Path(str(target)).absolute().parent.is_dir()
    except OSError as error:  # a name that is longer than any can be
        raise OutputError(f"{target}: could not be written ({error.strerror})") from error
    if not exists:
        raise OutputError(f"{target}: could not be written (No such folder)")


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a failure leaves the old one as it was."""
    try:
        if path.exists() and not path.is_file():  # /dev/stdout or a pipe; a folder refuses
            path.write_bytes(content)
            return
        target = path.resolve()  # a link stays a link
        # Of its own, since several threads may write into one folder.
        scratch = target.with_name(f".perceptron-gui-{os.getpid()}-{os.urandom(4).hex()}.tmp")
        try:
            with scratch.open("xb") as file:
                file.write(content)
            if target.exists():
                shutil.copymode(target, scratch)
            scratch.replace(target)
        finally:
            scratch.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: could not be written ({error.strerror})") from error
    except RuntimeError as error:  # links that lead round in a circle
        raise OutputError(f"{path}: could not be written ({error})") from error
