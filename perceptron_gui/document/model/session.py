"""A session: the data, the rules and the view, so that work opens again where it was left.

It is stored as JSON that people can read. How files carry it is in `document.embed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError, OptionError
from perceptron_gui.base.exact import plain_number
from perceptron_gui.base.limits import MOST_COLUMNS, LimitError
from perceptron_gui.base.text import printable, quoted
from perceptron_gui.core.data.dataset import Dataset, InsertPoints
from perceptron_gui.core.data.unseen import recognised
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION
from perceptron_gui.lectures.notation import NOTATIONS

from .json import (
    MOST_ENTRIES,
    OptionValue,
    Scalar,
    SessionError,
    below,
    check_size,
    checked_count,
    checked_keys,
    checked_list,
    checked_names,
    checked_options,
    checked_scalar,
    checked_text,
    read_json,
    write_json,
    wrong,
)

__all__ = ["Session", "SessionError", "read_session", "write_session"]

FORMAT = "perceptron-gui/session"
VERSION = 2


def _with_ratchet(old: dict[str, Any]) -> dict[str, Any]:
    """Write down what a pocket went by where nothing else was said."""

    def is_pocket(rule: Any) -> bool:
        return isinstance(rule, dict) and rule.get("rule") == "pocket"

    rules = old.get("rules")
    if not isinstance(rules, list):
        return old
    return old | {
        "rules": [{"pocket": "ratchet", **rule} if is_pocket(rule) else rule for rule in rules]
    }


# Of each older version, what makes its JSON that of the next.
MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _with_ratchet}
SIZE_LIMIT = 64_000_000
"""Characters. A million points of two coordinates with all their digits take most of it."""

_PLAIN = ("name", "shown", "cursor", "notation", "view", "views", "page", "program")
_KEYS = ("format", "version", "data", "rules", "task", *_PLAIN)
_LONGEST_NUMBER = 1000


def read_data(value: Any) -> Dataset:
    """Return the data set under the key `data`."""
    known = ("features", "classes", "columns", "points", "labels", "targets", "test")
    data = checked_keys(value, "data", known)
    features = _texts(data.get("features", []), "data.features")
    classes = _texts(data.get("classes", ["-1", "+1"]), "data.classes")
    if len(classes) != 2:
        raise SessionError("data.classes: must be two names, that of −1 first")
    points = _points(data, len(features) or 2)
    labels = _list(data, "labels")
    for i, label in enumerate(labels):
        if type(label) is not int or label not in (-1, 1):
            raise SessionError(f"data.labels[{i}]: must be -1 or 1")
    targets = None
    if "targets" in data:
        values = _list(data, "targets")
        for i, value in enumerate(values):
            if type(value) not in (int, float):
                raise wrong(f"data.targets[{i}]", "a number", value)
        targets = np.array(values, dtype=np.float64)
    signs, names = np.array(labels, dtype=np.int8), (classes[0], classes[1])
    try:
        found = Dataset(points, signs, features, names, targets)
        if "test" in data:
            found = replace(found, kept_out=_test_points(data["test"], found.dimension))
        return found
    except DataError as error:
        raise SessionError(f"data: {error}; correct it") from error


def _test_points(value: Any, dimension: int) -> InsertPoints:
    """Return the points that are kept out of training, with their places among all points."""
    data = checked_keys(value, "data.test", ("points", "labels", "places"))
    places = _list(data, "places")
    try:
        test = read_data({key: entry for key, entry in data.items() if key != "places"})
    except SessionError as error:
        raise SessionError(f"data.test: {error}") from error
    if len(test) != len(places) or test.dimension != dimension or not places:
        what = "must have a place and a label for each of its points, which are like the others"
        raise SessionError(f"data.test: {what}")
    for i, place in enumerate(places):
        if checked_count(place, f"data.test.places[{i}]") <= (places[i - 1] if i else -1):
            raise SessionError(f"data.test.places[{i}]: must be larger than the one before")
    return InsertPoints(np.array(places, dtype=np.intp), test.points, test.labels)


def _points(data: dict[str, Any], columns_if_empty: int) -> NDArray[np.float64]:
    rows = _list(data, "points")
    is_given = bool(rows) and isinstance(rows[0], list)
    columns = data.get("columns", len(rows[0]) if is_given else columns_if_empty)
    if type(columns) is not int or not 1 <= columns <= MOST_COLUMNS:
        raise SessionError(f"data: points must have 1 to {MOST_COLUMNS} coordinates, not {columns}")
    for i, row in enumerate(rows):
        if len(checked_list(row, f"data.points[{i}]", "a list of numbers")) != columns:
            what = f"must hold {columns} numbers like the others, not {len(row)}"
            raise SessionError(f"data.points[{i}]: {what}")
        for j, value in enumerate(row):
            if type(value) not in (int, float):
                raise wrong(f"data.points[{i}][{j}]", "a number", value)
    return np.array(rows, dtype=np.float64).reshape(len(rows), columns)


def _list(data: dict[str, Any], key: str) -> list[Any]:
    if key not in data:
        raise SessionError(f"data.{key}: missing; give a list, empty if there are no points")
    return checked_list(data[key], f"data.{key}", "a list")


def _texts(value: Any, path: str) -> tuple[str, ...]:
    for i, entry in enumerate(checked_list(value, path, "a list of texts")):
        if not isinstance(entry, str):
            raise wrong(f"{path}[{i}]", "a text in quotes", entry)
    return tuple(value)


def read_rule(value: Any, path: str) -> Rule:
    """Return a rule of which only some options are written down."""
    options = checked_keys(value, path, OPTIONS)
    for name, entry in options.items():
        wanted, types, entry_types = OPTIONS[name].kind.stored
        is_list = isinstance(entry, list)
        if type(entry) not in types or (is_list and not {*map(type, entry)} <= {*entry_types}):
            raise wrong(f"{path}.{name}", wanted, entry)
        for each in entry if is_list else [entry]:
            if isinstance(each, str) and len(each) > _LONGEST_NUMBER:
                what = f"longer than {_LONGEST_NUMBER} characters; shorten it"
                raise SessionError(f"{path}.{name}: {what}")
        try:
            OPTIONS[name].read(entry)
        except OptionError as error:
            label = f"{path}.{name}" + ("" if error.remark.given is None else ":")
            raise SessionError(error.remark.worded(label)) from error
    return Rule.of(options)


def _checked_number(rules: Sequence[Any]) -> int:
    """Return how many rules there are, which may be too few or too many."""
    if not 1 <= len(rules) <= MOST_ENTRIES:
        raise SessionError(f"rules: must be 1 to {MOST_ENTRIES}, not {len(rules)}")
    return len(rules)


@dataclass(frozen=True)
class SessionTask:
    """Which task of a lesson a session is the work on; `text` says what is to be done."""

    lesson: str  # its name
    step: int  # counted from 1
    text: str = ""
    student: str = ""  # who did it

    def __post_init__(self) -> None:
        for name in ("lesson", "text", "student"):
            checked_text(getattr(self, name), f"task.{name}")
        if not self.lesson:
            raise SessionError("task.lesson: is empty; name the lesson that has the task")
        if not checked_count(self.step, "task.step"):
            raise SessionError("task.step: steps are counted from 1")


def read_task(value: Any) -> SessionTask:
    """Return what stands under the key `task`."""
    known = ("lesson", "step", "text", "student")
    task = checked_keys(value, "task", known)
    for key in known[:2]:
        if key not in task:
            raise SessionError(f"task.{key}: missing; give the lesson and the step of the task")
    return SessionTask(**task)


@dataclass(frozen=True)
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
    task: SessionTask | None = None  # of a lesson, where it is the work on one

    def __post_init__(self) -> None:
        for name in ("name", "view", "program"):
            checked_text(getattr(self, name), name)
        count = _checked_number(self.rules)
        if checked_count(self.shown, "shown") >= count:
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


def _written(dataset: Dataset) -> dict[str, Any]:
    points = [list(map(plain_number, point)) for point in dataset.points.tolist()]
    return {"points": points, "labels": dataset.labels.tolist()}


def _written_task(task: SessionTask) -> dict[str, Any]:
    written = asdict(task)
    if not task.student:
        del written["student"]  # so that programs before this key still read what is handed out
    return written


def write_session(session: Session) -> str:
    """Return the session as JSON text, a point on every line; reading it gives an equal one."""
    dataset = session.dataset
    data: dict[str, Any] = {
        "features": list(dataset.feature_names),
        "classes": list(dataset.class_names),
        # Without points nothing else says how many columns there are.
        **({} if len(dataset) else {"columns": dataset.dimension}),
        **_written(dataset),
    }
    if dataset.targets is not None:
        data["targets"] = list(map(plain_number, dataset.targets.tolist()))
    if dataset.test is not None and dataset.kept_out is not None:
        data["test"] = _written(dataset.test) | {"places": dataset.kept_out.indices.tolist()}
    value = {
        "format": FORMAT,
        "version": VERSION,
        "program": session.program,
        "name": session.name,
        "data": data,
        "rules": [
            {
                name: OPTIONS[name].kind.to_json(value)
                for name, value in rule.options().items()
                if value != OPTIONS[name].default
            }
            for rule in session.rules
        ],
        "shown": session.shown,
        "cursor": session.cursor,
        "notation": session.notation,
        "view": session.view,
        "views": {
            name: {key: list(v) if isinstance(v, tuple) else v for key, v in options.items()}
            for name, options in session.views.items()
        },
        "page": dict(session.page),
        **({} if session.task is None else {"task": _written_task(session.task)}),
    }
    return write_json(value)


def read_session(text: str, where: str) -> Session:
    """Read what `write_session` wrote or a person edited; `where` begins every message."""
    try:
        if len(text) > SIZE_LIMIT:
            raise SessionError(f"larger than {SIZE_LIMIT // 1_000_000} MB; take fewer points")
        check_size(text)
        value = _current(read_json(text))
        if "data" not in value:
            raise SessionError("data: missing; a session has points and labels there")
        rules = checked_list(value.get("rules", [{}]), "rules", "a list")
        _checked_number(rules)  # before all of them are read
        name = value.get("name")
        dataset = read_data(value["data"])
        return Session(
            recognised(dataset, name) if isinstance(name, str) else dataset,
            rules=tuple(read_rule(rule, f"rules[{i}]") for i, rule in enumerate(rules)),
            task=read_task(value["task"]) if "task" in value else None,
            **{name: value[name] for name in _PLAIN if name in value},
        )
    except (SessionError, LimitError) as error:
        raise SessionError(f"{printable(where)}: {printable(str(error), 400)}") from error


def _current(value: Any) -> dict[str, Any]:
    """Return the JSON object of a session as this version writes it."""
    if not isinstance(value, dict):
        raise wrong("the session", "an object in braces", value)
    kind = value.get("format")
    if kind != FORMAT:
        this = f"this is {quoted(kind)}" if isinstance(kind, str) else "this is JSON"
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
