"""The data and the rules of a session as JSON, with numbers that read back as the same numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.errors import DataError, RuleError
from perceptron_gui.core.exact import exact_number
from perceptron_gui.core.options import OPTIONS, flag
from perceptron_gui.core.rule import Rule

from .session_checks import SessionError, checked_keys, wrong

_LONGEST_NUMBER = 1000
_MOST_COLUMNS = 100_000
_WHOLE_FLOATS = 1e15
# What an option of a rule may be in JSON, by its kind: in words, its types, those of a list in it.
_JSON_TYPES: dict[str, tuple[str, tuple[type, ...], tuple[type, ...]]] = {
    "choice": ("a text in quotes", (str,), ()),
    "flag": ("true or false", (bool,), ()),
    "count": ("a whole number", (int,), ()),
    "number": ("a number, or a fraction in quotes", (int, float, str), ()),
    "order": ("a text in quotes or a list of points", (str, list), (int,)),
    "init": ("a text in quotes or a list of numbers", (str, list), (int, float, str)),
}


def data_to_json(dataset: Dataset) -> dict[str, Any]:
    """Return the data set as JSON values."""
    return {
        "features": list(dataset.feature_names),
        "classes": list(dataset.class_names),
        # Without points nothing else says how many columns there are.
        **({} if len(dataset) else {"columns": dataset.dimension}),
        "points": [[_plain(value) for value in row] for row in dataset.points.tolist()],
        "labels": dataset.labels.tolist(),
    }


def _plain(value: float) -> int | float:
    """Return 2 for 2.0, as one would type it."""
    return int(value) if value.is_integer() and abs(value) < _WHOLE_FLOATS else value


def read_data(value: Any) -> Dataset:
    """Return the data set under the key `data`."""
    data = checked_keys(value, "data", ("features", "classes", "columns", "points", "labels"))
    features = _texts(data.get("features", []), "data.features")
    classes = _texts(data.get("classes", ["-1", "+1"]), "data.classes")
    if len(classes) != 2:
        raise SessionError("data.classes: must be two names, that of −1 first")
    points = _points(data, len(features) or 2)
    labels = _list(data, "labels")
    for i, label in enumerate(labels):
        if type(label) is not int or label not in (-1, 1):
            raise SessionError(f"data.labels[{i}]: must be -1 or 1")
    try:
        return Dataset(points, np.array(labels, dtype=np.int8), features, (classes[0], classes[1]))
    except DataError as error:
        raise SessionError(f"data: {error}; correct it") from error


def _points(data: dict[str, Any], columns_if_empty: int) -> NDArray[np.float64]:
    rows = _list(data, "points")
    first = rows[0] if rows else None
    columns = data.get("columns", len(first) if isinstance(first, list) else columns_if_empty)
    if type(columns) is not int or not 1 <= columns <= _MOST_COLUMNS:
        raise SessionError(f"data.columns: must be a whole number from 1 to {_MOST_COLUMNS}")
    for i, row in enumerate(rows):
        if not isinstance(row, list):
            raise wrong(f"data.points[{i}]", "a list of numbers", row)
        if len(row) != columns:
            what = f"must hold {columns} numbers like the others, not {len(row)}"
            raise SessionError(f"data.points[{i}]: {what}")
        for j, value in enumerate(row):
            if type(value) not in (int, float):
                raise wrong(f"data.points[{i}][{j}]", "a number", value)
    return np.array(rows, dtype=np.float64).reshape(len(rows), columns)


def _list(data: dict[str, Any], key: str) -> list[Any]:
    if key not in data:
        raise SessionError(f"data.{key}: missing; give a list, empty if there are no points")
    value = data[key]
    if not isinstance(value, list):
        raise wrong(f"data.{key}", "a list", value)
    return value


def _texts(value: Any, path: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise wrong(path, "a list of texts", value)
    for i, entry in enumerate(value):
        if not isinstance(entry, str):
            raise wrong(f"{path}[{i}]", "a text in quotes", entry)
    return tuple(value)


def rule_to_json(rule: Rule) -> dict[str, Any]:
    """Return the options that are not as they were by default."""
    defaults = Rule().options()
    changed = {name: v for name, v in rule.options().items() if v != defaults[name]}
    return {name: _option_to_json(value) for name, value in changed.items()}


def _option_to_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_option_to_json(entry) for entry in value]
    if not isinstance(value, Fraction):
        return value
    nearest = _plain(float(value))
    return nearest if exact_number(nearest) == value else str(value)


def read_rule(value: Any, path: str) -> Rule:
    """Return a rule of which only some options are written down."""
    options = checked_keys(value, path, OPTIONS)
    for name, entry in options.items():
        _check_type(name, entry, f"{path}.{name}")
        try:
            Rule.of({name: entry})
        except RuleError as error:
            # Rules complain in the words of the command line.
            what = str(error).removeprefix(flag(name)).lstrip(": ")
            raise SessionError(f"{path}.{name}: {what}") from error
    return Rule.of(options)


def _check_type(name: str, value: Any, path: str) -> None:
    wanted, types, entry_types = _JSON_TYPES[OPTIONS[name].kind]
    if type(value) not in types:
        raise wrong(path, wanted, value)
    entries = value if isinstance(value, list) else [value]
    for entry in entries:
        if isinstance(value, list) and type(entry) not in entry_types:
            raise wrong(path, wanted, entry)
        if isinstance(entry, str) and len(entry) > _LONGEST_NUMBER:
            raise SessionError(f"{path}: longer than {_LONGEST_NUMBER} characters; shorten it")
