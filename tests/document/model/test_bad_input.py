"""A session that is wrong is refused in one line that says where, what and what to do."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.report import run_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model import session as session_module
from perceptron_gui.document.model.session import (
    SessionError,
    read_session,
    write_session,
)
from tests.document.model.test_session import SESSION, XOR, scalars

GOOD = write_session(SESSION)


def changed(path: str, to: Any) -> str:
    """Return the JSON of the session with one value replaced or added."""
    document = json.loads(GOOD)
    place: Any = document
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        place = place[step]
    place[last] = to
    return json.dumps(document)


def without(key: str) -> str:
    return json.dumps({k: v for k, v in json.loads(GOOD).items() if k != key})


FORMAT = '("format": "perceptron-gui/session")'
SCALAR = "must be a text, a number, true, false or null"
NUMBER = "must be a number, or a fraction in quotes"
ORDER = "must be a text in quotes or a list of points"
MORE = "more than 1000 entries"
WRONG_TEXTS: list[tuple[str, str]] = [
    ("", "line 1, column 1: this is not JSON (Expecting value); correct it"),
    (GOOD[:-3], "line 37, column 59: this is not JSON (Expecting ',' delimiter); correct it"),
    (GOOD + "}", "line 39, column 1: this is not JSON (Extra data); correct it"),
    ("[" * 100_000, "nested too deeply; this is not a session"),
    ("[]", "the session: must be an object in braces, not a list"),
    ("{}", f"this is JSON, not a session {FORMAT}; name a session or a CSV file"),
    (GOOD.replace('"shown"', '"name"'), "the key 'name' is given twice; give it once"),
    (GOOD.replace(" 2.5,", " 1e999,"), "'1e999' is too large a number; correct it"),
    (
        GOOD.replace(" 2.5,", f" 1{'0' * 5000},"),
        f"'1{'0' * 38}…' is too large a number; correct it",
    ),
    (without("version"), "version: must be a whole number, not null"),
    (without("data"), "data: missing; a session has points and labels there"),
]
WRONG_VALUES: list[tuple[str, Any, str]] = [
    ("views.v", {"a": float("nan")}, "NaN is not a finite number; correct it"),
    ("version", 3, "written by a newer version (3); this one reads 2; update the program"),
    ("version", 0, "version: there is no version 0; give 2"),
    ("version", "1", "version: must be a whole number, not a text in quotes"),
    ("veiws", {}, "unknown key 'veiws'; did you mean 'views'?"),
    ("data.label", [], "data: unknown key 'label'; did you mean 'labels'?"),
    (
        "data.zzz",
        [],
        "data: unknown key 'zzz'; it has features, classes, columns, points, labels, targets",
    ),
    ("data", [], "data: must be an object in braces, not a list"),
    ("data", {"points": []}, "data.labels: missing; give a list, empty if there are no points"),
    ("data.points", "1,2", "data.points: must be a list, not a text in quotes"),
    ("data.points.1", 3, "data.points[1]: must be a list of numbers, not a number"),
    ("data.points.2", [1], "data.points[2]: must hold 2 numbers like the others, not 1"),
    ("data.points.2", [1, "2"], "data.points[2][1]: must be a number, not a text in quotes"),
    ("data.points.2", [True, 2], "data.points[2][0]: must be a number, not true or false"),
    ("data.points.2", [1e80, 2], "data: point 2, coordinate 0 is 1e+80, beyond 1e+75; correct it"),
    ("data.labels.1", 0, "data.labels[1]: must be -1 or 1"),
    ("data.labels", [1], "data: 4 points but 1 labels; correct it"),
    ("data.columns", 3, "data.points[0]: must hold 3 numbers like the others, not 2"),
    ("data.columns", 10**9, "data.columns: must be a whole number from 1 to 100000"),
    ("data.points", [[], []], "data.points[0]: must hold 1 to 100000 numbers, not 0"),
    ("data.points", [[0] * 100_001], "data.points[0]: must hold 1 to 100000 numbers, not 100001"),
    (
        "data",
        {"features": ["x"] * 100_001, "points": [], "labels": []},
        "data.features: must be at most 100000 names, not 100001",
    ),
    ("data.features", ["a"], "data: 1 names for 2 coordinates; correct it"),
    ("data.features", ["a", 1], "data.features[1]: must be a text in quotes, not a number"),
    ("data.classes", ["a"], "data.classes: must be two names, that of −1 first"),
    ("rules", {}, "rules: must be a list, not an object in braces"),
    ("rules", [], "rules: must be 1 to 1000, not 0"),
    ("rules.0", "pla", "rules[0]: must be an object in braces, not a text in quotes"),
    ("rules.0.etta", 1, "rules[0]: unknown key 'etta'; did you mean 'eta'?"),
    ("rules.0.eta", -1, "rules[0].eta: -1: must be greater than 0"),
    ("rules.0.eta", "1/0", "rules[0].eta: '1/0': not a number"),
    ("rules.0.eta", "1" * 9999, "rules[0].eta: longer than 1000 characters; shorten it"),
    ("rules.0.eta", True, f"rules[0].eta: {NUMBER}, not true or false"),
    ("rules.0.seed", 1.5, "rules[0].seed: must be a whole number, not a number"),
    ("rules.1.order", [], "rules[1].order: the list of points is empty"),
    ("rules.1.order", [[0]], f"rules[1].order: {ORDER}, not a list"),
    ("rules.1.rule", "pocet", "rules[1].rule: 'pocet': unknown; did you mean 'pocket'?"),
    ("shown", 2, "shown: must be below 2, the number of rules; give 0"),
    ("shown", -1, "shown: must be from 0 to 9223372036854775807"),
    ("notation", "005", "notation: must be one of 000, 001, 002, 003, 004"),
    ("cursor", "start", "cursor: must be a whole number, not a text in quotes"),
    ("name", None, "name: must be a text in quotes, not null"),
    ("name", "x" * 5001, "name: longer than 5000 characters; shorten it"),
    ("views", [], "views: must be an object in braces, not a list"),
    ("views.boundary", 1, "views.boundary: must be an object in braces, not a number"),
    ("views.boundary.path", [[1]], f"views.boundary.path[0]: {SCALAR}, not a list"),
    ("views.boundary.path", [0] * 1001, f"views.boundary.path: {MORE}; shorten the list"),
    ("page.dpi", 2**70, "page.dpi: not a number of bearable size; give another"),
    ("page.dpi", [1], f"page.dpi: {SCALAR}, not a list"),
    ("page", {str(i): i for i in range(1001)}, f"page: {MORE}; remove some"),
]
WRONG = WRONG_TEXTS + [(changed(path, to), message) for path, to, message in WRONG_VALUES]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_what_is_wrong_is_said_in_one_line(text: str, message: str) -> None:
    with pytest.raises(SessionError) as caught:
        read_session(text, "file.json")
    assert str(caught.value) == f"file.json: {message}"
    assert str(caught.value).isprintable()


def test_the_result_of_a_run_is_no_session() -> None:
    text = json.dumps(run_report(Run(XOR, Rule()).finish()))
    with pytest.raises(SessionError, match=r"^r\.json: this is the result of a run, not a session"):
        read_session(text, "r.json")


def test_a_huge_session_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "SIZE_LIMIT", 1_000_000)
    with pytest.raises(SessionError, match=r"^file\.json: larger than 1 MB; take fewer points$"):
        read_session(" " * 1_000_001, "file.json")


def test_an_older_version_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "VERSION", 3)
    monkeypatch.setitem(session_module.MIGRATIONS, 2, lambda old: {**old, "name": "migrated"})
    assert read_session(GOOD, "file.json") == replace(SESSION, name="migrated")


json_values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5
)


@given(st.data(), json_values)
def test_any_value_anywhere_is_read_or_refused(data: st.DataObject, value: Any) -> None:
    document = json.loads(GOOD)
    place: Any = document
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = value
    try:
        read = read_session(json.dumps(document), "file.json")
        assert read_session(write_session(read), "file.json") == read
    except SessionError as error:
        assert str(error).startswith("file.json: ") and str(error).isprintable()
