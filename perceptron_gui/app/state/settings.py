"""What the window remembers from one start to the next. Nothing in it can stop the start."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

from PySide6.QtCore import QSettings, QStandardPaths

from perceptron_gui.base.text import quoted
from perceptron_gui.training.playback import DEFAULT_LEVEL, LAST_LEVEL


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


Value = TypeVar("Value")

THEMES = ("light", "dark", "projector", "contrast")
MOST_RECENT = 10
_log = logging.getLogger(__name__)


class Remembered(Generic[Value]):
    """One row: its key, what holds when nothing can be read, and how it is read and written."""

    def __init__(
        self,
        key: str,
        default: Value,
        read: Callable[[str], Value],
        write: Callable[[Value], str] = str,
    ) -> None:
        self._key = key
        self._default = default
        self._read = read
        self._write = write

    @overload
    def __get__(self, settings: None, owner: type) -> Remembered[Value]: ...
    @overload
    def __get__(self, settings: Settings, owner: type) -> Value: ...
    def __get__(self, settings: Settings | None, owner: type) -> Remembered[Value] | Value:
        if settings is None:
            return self
        text = settings.text(self._key)
        if text is None:
            return self._default
        try:
            return self._read(text)
        except (ValueError, RecursionError) as error:
            _log.warning("Setting %s is not used: %s.", self._key, error)
            return self._default

    def __set__(self, settings: Settings, value: Value) -> None:
        settings.set_text(self._key, self._write(value))


class Settings:
    """Looks, sizes, recent files and last choices, as texts in an INI file."""

    theme = Remembered("look/theme", "light", one_of(THEMES))
    font_scale = Remembered("look/font_scale", 1.0, number(0.5, 4.0))
    geometry = Remembered("window/geometry", b"", read_bytes, write_bytes)
    layout = Remembered("window/layout", b"", read_bytes, write_bytes)
    recent = Remembered[tuple[str, ...]]("files/recent", (), read_names, write_json)
    folder = Remembered("files/folder", "", str)
    export = Remembered[Mapping[str, Any]](
        "export/choices", MappingProxyType({}), read_object, write_json
    )
    snaps = Remembered("points/snaps", True, switch, write_json)
    snap_step = Remembered("points/snap_step", 0.1, number(1e-9, 1e9))
    speed = Remembered("play/speed", DEFAULT_LEVEL, count(0, LAST_LEVEL))

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        self._store = self._opened()

    def _opened(self) -> QSettings:
        store = QSettings(str(self.path), QSettings.Format.IniFormat)
        if store.status() != QSettings.Status.FormatError:
            return store
        aside = self.path.with_name(f"{self.path.name}.broken")
        _log.warning("%s cannot be read; it is kept as %s.", self.path, aside.name)
        try:
            self.path.replace(aside)
        except OSError as error:
            _log.warning("%s stays where it is: %s.", self.path, error.strerror)
        return QSettings(str(self.path), QSettings.Format.IniFormat)

    def text(self, key: str) -> str | None:
        """Return what is stored under a key, or None."""
        value = self._store.value(key)
        return value if isinstance(value, str) else None

    def set_text(self, key: str, text: str) -> None:
        """Store a text under a key; an equal one is no news."""
        if text != self.text(key):
            self._store.setValue(key, text)

    def add_recent(self, path: str) -> None:
        """Put a file on top of the recent ones."""
        others = (each for each in self.recent if each != path)
        self.recent = (path, *others)[:MOST_RECENT]

    def recent_files(self) -> tuple[str, ...]:
        """Return the recent files that are still there."""
        return tuple(path for path in self.recent[:MOST_RECENT] if Path(path).is_file())

    def save(self) -> None:
        """Write everything now; where that fails it is told in the log only."""
        self._store.sync()
        if self._store.status() != QSettings.Status.NoError:
            _log.warning("%s could not be written.", self.path)


def default_path() -> Path:
    """Return where settings are on this machine."""
    place = QStandardPaths.StandardLocation.AppConfigLocation
    return Path(QStandardPaths.writableLocation(place)) / "settings.ini"
