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

from perceptron_gui.base.files import exists
from perceptron_gui.base.params import OUTSIDE, Choice, Count, Kind, Param, Real
from perceptron_gui.training.playback import DEFAULT_LEVEL, LAST_LEVEL

Value = TypeVar("Value")

THEMES = ("light", "dark", "projector", "contrast")
MOST_RECENT = 10
_log = logging.getLogger(__name__)


class Json(Kind):
    """A flag, an object or a list of texts, written as JSON; a list is read as a tuple."""

    def __init__(self, shape: type) -> None:
        self._shape = shape

    def read(self, param: Param, value: Any) -> Any:
        stored = json.loads(value)
        is_odd = isinstance(stored, list) and not all(isinstance(text, str) for text in stored)
        if not isinstance(stored, self._shape) or is_odd:
            raise param.error(OUTSIDE, value, allowed=f"a {self._shape.__name__} of JSON")
        return tuple(stored) if isinstance(stored, list) else stored

    def to_text(self, value: Any) -> str:
        return json.dumps(value, default=dict)


class AnyText(Kind):
    """A text, such as the path of a folder, with all its spaces."""

    def read(self, param: Param, value: Any) -> str:
        return str(value)


class Bytes(Kind):
    """Bytes in base 64."""

    def read(self, param: Param, value: Any) -> bytes:
        return base64.b64decode(value, validate=True)

    def to_text(self, value: bytes) -> str:
        return base64.b64encode(value).decode("ascii")


class Remembered(Generic[Value]):
    """A setting: its key, its kind, and the default for a missing or invalid value."""

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
            read: Value = param.read(text)
        except (ValueError, RecursionError) as error:
            why = getattr(error, "shown", error)
            _log.warning("Setting %s is not used: %s.", param.name, why)
            return default
        return read

    def __set__(self, settings: Settings, value: Value) -> None:
        settings.set_text(self._param.name, self._param.kind.to_text(value))


class Settings:
    """Looks, sizes, recent files and last choices, as texts in an INI file."""

    theme = Remembered("look/theme", "light", Choice(THEMES))
    font_scale = Remembered("look/font_scale", 1.0, Real(0.5, 4))
    geometry = Remembered("window/geometry", b"", Bytes())
    layout = Remembered("window/layout", b"", Bytes())
    recent = Remembered[tuple[str, ...]]("files/recent", (), Json(list))
    folder = Remembered("files/folder", "", AnyText())
    student = Remembered("lessons/student", "", AnyText())
    export = Remembered[Mapping[str, Any]]("export/choices", MappingProxyType({}), Json(dict))
    data = Remembered[Mapping[str, Any]]("data/parameters", MappingProxyType({}), Json(dict))
    lessons = Remembered[Mapping[str, Any]]("lessons/reached", MappingProxyType({}), Json(dict))
    snaps = Remembered("points/snaps", True, Json(bool))
    until_now = Remembered("look/until_now", False, Json(bool))
    start_last = Remembered("start/last", False, Json(bool))
    reduce_motion = Remembered("look/reduce_motion", False, Json(bool))
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
        """Store a text under a key, unless it is there already."""
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


def default_path() -> Path:
    """Return where settings are on this machine."""
    place = QStandardPaths.StandardLocation.AppConfigLocation
    return Path(QStandardPaths.writableLocation(place)) / "settings.ini"
