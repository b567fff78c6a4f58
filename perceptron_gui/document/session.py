"""A session: the data, the rules and the view, so that a lesson opens again where it was left.

It is stored as JSON that people can read. How files carry it is in `carried`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any, Literal

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.notation import DEFAULT as DEFAULT_NOTATION
from perceptron_gui.core.notation import NOTATIONS
from perceptron_gui.core.quoting import printable
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.values import frozen_value

from .session_checks import (
    MOST_ENTRIES,
    OptionValue,
    Scalar,
    SessionError,
    below,
    checked_count,
    checked_keys,
    checked_names,
    checked_options,
    checked_scalar,
    checked_text,
    wrong,
)
from .session_fields import data_to_json, read_data, read_rule, rule_to_json
from .strict_json import read_json, write_json

__all__ = ["Session", "SessionError", "read_session", "session_to_json", "write_session"]

FORMAT = "perceptron-gui/session"
VERSION = 1
# Of each older version, what makes its JSON that of the next.
MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
SIZE_LIMIT = 64_000_000
"""Characters. A million points of two coordinates with all their digits take most of it."""

_PLAIN = ("name", "shown", "cursor", "notation", "view", "views", "page", "program")
_KEYS = ("format", "version", "data", "rules", *_PLAIN)
# What else this program writes, so that it can say so.
_OTHER_FORMATS = {
    "perceptron-gui/run": "the result of a run",
    "perceptron-gui/check": "the verdict of a check",
    "perceptron-gui/data": "a data set",
    "perceptron-gui/datasets": "the list of data sets",
}


@frozen_value
class Session:
    """What is saved and opened; options of views are checked here for shape, not for meaning."""

    dataset: Dataset
    name: str = ""
    rules: tuple[Rule, ...] = (Rule(),)
    shown: int = 0  # which rule
    cursor: int | Literal["end"] = "end"  # a visit
    notation: str = DEFAULT_NOTATION
    view: str = ""
    views: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    page: Mapping[str, Scalar] = field(default_factory=dict)
    program: str = ""  # the version that wrote it

    def __post_init__(self) -> None:
        for name in ("name", "view", "program"):
            checked_text(getattr(self, name), name)
        if not 1 <= len(self.rules) <= MOST_ENTRIES:
            raise SessionError(f"rules: must be 1 to {MOST_ENTRIES}, not {len(self.rules)}")
        if checked_count(self.shown, "shown") >= len(self.rules):
            count = len(self.rules)
            raise SessionError(f"shown: must be below {count}, the number of rules; give 0")
        if self.cursor != "end":
            checked_count(self.cursor, "cursor")
        if checked_text(self.notation, "notation") not in NOTATIONS:
            raise SessionError(f"notation: must be one of {', '.join(NOTATIONS)}")
        views = checked_names(self.views, "views")
        frozen = {name: checked_options(v, below("views", name)) for name, v in views.items()}
        page = checked_names(self.page, "page")
        scalars = {name: checked_scalar(v, below("page", name)) for name, v in page.items()}
        object.__setattr__(self, "views", MappingProxyType(frozen))
        object.__setattr__(self, "page", MappingProxyType(scalars))


def session_to_json(session: Session) -> dict[str, Any]:
    """Return the session as JSON values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": session.program,
        "name": session.name,
        "data": data_to_json(session.dataset),
        "rules": [rule_to_json(rule) for rule in session.rules],
        "shown": session.shown,
        "cursor": session.cursor,
        "notation": session.notation,
        "view": session.view,
        "views": {
            name: {key: list(v) if isinstance(v, tuple) else v for key, v in options.items()}
            for name, options in session.views.items()
        },
        "page": dict(session.page),
    }


def write_session(session: Session) -> str:
    """Return the session as JSON text, a point on every line; reading it gives an equal one."""
    return write_json(session_to_json(session))


def read_session(text: str, where: str) -> Session:
    """Read what `write_session` wrote or a person edited; `where` begins every message."""
    try:
        if len(text) > SIZE_LIMIT:
            raise SessionError(f"larger than {SIZE_LIMIT // 1_000_000} MB; take fewer points")
        return _from_json(_current(read_json(text)))
    except SessionError as error:
        raise SessionError(f"{printable(where)}: {printable(str(error), 400)}") from error


def _current(value: Any) -> dict[str, Any]:
    """Return the JSON object of a session as this version writes it."""
    if not isinstance(value, dict):
        raise wrong("the session", "an object in braces", value)
    kind = value.get("format")
    if kind != FORMAT:
        what = _OTHER_FORMATS.get(kind) if isinstance(kind, str) else None
        this = f"this is {what}" if what else "this is JSON"
        raise SessionError(
            f'{this}, not a session ("format": "{FORMAT}"); name a session or a CSV file'
        )
    version = checked_count(value.get("version"), "version")
    if version > VERSION:
        raise SessionError(
            f"written by a newer version ({version}); this one reads {VERSION}; update the program"
        )
    if version < 1:
        raise SessionError(f"version: there is no version {version}; give {VERSION}")
    for old in range(version, VERSION):
        value = MIGRATIONS[old](value)
    return checked_keys(value, "", _KEYS)


def _from_json(value: dict[str, Any]) -> Session:
    if "data" not in value:
        raise SessionError("data: missing; a session has points and labels there")
    rules = value.get("rules", [{}])
    if not isinstance(rules, list):
        raise wrong("rules", "a list", rules)
    return Session(
        read_data(value["data"]),
        rules=tuple(read_rule(rule, f"rules[{i}]") for i, rule in enumerate(rules)),
        **{name: value[name] for name in _PLAIN if name in value},
    )
