"""Settings as texts: readers raise a ValueError that says what is wrong with one."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

from perceptron_gui.core.quoting import quoted


def one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    """Return a reader of one of a few words."""

    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(f"{quoted(text)} is not one of {', '.join(choices)}")
        return text

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """Return a reader of numbers within bounds."""

    def read(text: str) -> float:
        value = float(text)
        if not least <= value <= most:
            raise ValueError(f"{quoted(text)} is not from {least:g} to {most:g}")
        return value

    return read


def count(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds."""
    within = number(least, most)

    def read(text: str) -> int:
        within(text)
        return int(text)

    return read


def switch(text: str) -> bool:
    """Read true or false."""
    if text not in ("true", "false"):
        raise ValueError(f"{quoted(text)} is neither true nor false")
    return text == "true"


def read_names(text: str) -> tuple[str, ...]:
    """Read a list of texts."""
    names = json.loads(text)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("it is not a list of texts")
    return tuple(names)


def read_object(text: str) -> dict[str, Any]:
    """Read values by name."""
    values = json.loads(text)
    if not isinstance(values, dict):
        raise ValueError("it is not an object in braces")
    return values


def write_json(value: Any) -> str:
    """Write what the readers of lists, objects and switches read."""
    return json.dumps(value)


def read_bytes(text: str) -> bytes:
    """Read bytes written by `write_bytes`."""
    return base64.b64decode(text, validate=True)


def write_bytes(data: bytes) -> str:
    """Write bytes as letters and digits."""
    return base64.b64encode(data).decode("ascii")
