"""What the window remembers from one start to the next. Nothing in it can stop the start."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

from PySide6.QtCore import QSettings, QStandardPaths

from perceptron_gui.base.files import exists, remove_abandoned
from perceptron_gui.base.params import OUTSIDE, Choice, Count, Flag, Kind, Param, PlainText, Real
from perceptron_gui.training.playback import DEFAULT_LEVEL, LAST_LEVEL

Value = TypeVar("Value")

THEMES = ("light", "dark", "projector", "contrast")
MOST_RECENT = 10
# What Qt appends to the name of a file that it writes: a word of any letters, or that of a lock.
# People write words such as backup in small letters.
_LEFTOVERS = r"\.(?=.*[A-Z])[A-Za-z]{6}|\.lock"
_log = logging.getLogger(__name__)


class TextList(Kind):
    """A list of texts."""

    def read(self, param: Param, value: Any) -> tuple[str, ...]:
        """Return the texts in a tuple."""
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise param.error(OUTSIDE, value, allowed="a list of texts")
        return tuple(value)


class JsonObject(Kind):
    """Values by name."""

    def read(self, param: Param, value: Any) -> dict[str, Any]:
        """Return the values."""
        if not isinstance(value, dict):
            raise param.error(OUTSIDE, value, allowed="an object in braces")
        return value


class Bytes(Kind):
    """Bytes, written as letters and digits."""

    def read(self, param: Param, value: Any) -> bytes:
        """Return the bytes."""
        return base64.b64decode(value, validate=True)

    def to_text(self, value: bytes) -> str:
        """Return letters and digits."""
        return base64.b64encode(value).decode("ascii")


_IN_JSON = (Flag, TextList, JsonObject)


class Remembered(Generic[Value]):
    """A setting: its key, its kind, and the default that holds when nothing can be read."""

    def __init__(self, key: str, default: Value, kind: Kind) -> None:
        self._param = Param(key, kind, default, key)

    @overload
    def __get__(self, settings: None, owner: type) -> Remembered[Value]: ...
    @overload
    def __get__(self, settings: Settings, owner: type) -> Value: ...
    def __get__(self, settings: Settings | None, owner: type) -> Remembered[Value] | Value:
        if settings is None:
            return self
        param = self._param
        default: Value = param.default
        text = settings.text(param.name)
        if text is None:
            return default
        try:
            stored = json.loads(text) if isinstance(param.kind, _IN_JSON) else text
            read: Value = param.read(stored)
        except (ValueError, RecursionError) as error:
            why = getattr(error, "shown", error)
            _log.warning("Setting %s is not used: %s.", param.name, why)
            return default
        return read

    def __set__(self, settings: Settings, value: Value) -> None:
        kind = self._param.kind
        is_json = isinstance(kind, _IN_JSON)
        text = json.dumps(value, default=dict) if is_json else kind.to_text(value)
        settings.set_text(self._param.name, text)


class Settings:
    """Looks, sizes, recent files and last choices, as texts in an INI file."""

    theme = Remembered("look/theme", "light", Choice(THEMES))
    font_scale = Remembered("look/font_scale", 1.0, Real(0.5, 4))
    geometry = Remembered("window/geometry", b"", Bytes())
    layout = Remembered("window/layout", b"", Bytes())
    recent = Remembered[tuple[str, ...]]("files/recent", (), TextList())
    folder = Remembered("files/folder", "", PlainText(5000))
    export = Remembered[Mapping[str, Any]]("export/choices", MappingProxyType({}), JsonObject())
    data = Remembered[Mapping[str, Any]]("data/parameters", MappingProxyType({}), JsonObject())
    hands = Remembered[Mapping[str, Any]]("lessons/hands", MappingProxyType({}), JsonObject())
    snaps = Remembered("points/snaps", True, Flag())
    until_now = Remembered("look/until_now", False, Flag())
    start_last = Remembered("start/last", False, Flag())
    reduce_motion = Remembered("look/reduce_motion", False, Flag())
    speed = Remembered("play/speed", DEFAULT_LEVEL, Count(0, LAST_LEVEL))

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
        found = (path for path in self.recent[:MOST_RECENT] if exists(path))
        return tuple(path for path in found if Path(path).is_file())

    def written_folders(self) -> tuple[Path, ...]:
        """Return the folders in which sessions and figures were saved."""
        exported = self.export.get("folder")
        named = [self.folder, exported if isinstance(exported, str) else ""]
        parents = (Path(each).parent for each in self.recent)
        return tuple(sorted({*(Path(each) for each in named if each), *parents}))

    def save(self) -> None:
        """Write everything now; a failure is only logged."""
        self._store.sync()
        if self._store.status() != QSettings.Status.NoError:
            _log.warning("%s could not be written.", self.path)


def remove_leftovers(path: Path) -> None:
    """Remove what Qt left beside the file of settings when it was killed while it wrote it."""
    remove_abandoned(path, _LEFTOVERS)


def default_path() -> Path:
    """Return where settings are on this machine."""
    place = QStandardPaths.StandardLocation.AppConfigLocation
    return Path(QStandardPaths.writableLocation(place)) / "settings.ini"
