"""A session that is wrong is refused in one line that says where, what and what to do."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.text import printable
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.report import run_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model import session as session_module
from perceptron_gui.document.model.session import (
    SessionError,
    read_session,
    write_session,
)
from tests.conftest import Approve
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


WRONG_TEXTS = {
    "empty": "",
    "cut": GOOD[:-3],
    "brace": GOOD + "}",
    "deep": "[" * 100_000,
    "list": "[]",
    "object": "{}",
    "twice": GOOD.replace('"shown"', '"name"'),
    "large float": GOOD.replace(" 2.5,", " 1e999,"),
    "large integer": GOOD.replace(" 2.5,", f" 1{'0' * 5000},"),
    "no version": without("version"),
    "no data": without("data"),
}
WRONG_VALUES: list[tuple[str, Any]] = [
    ("views.v", {"a": float("nan")}),
    ("version", 3),
    ("version", 0),
    ("version", "1"),
    ("veiws", {}),
    ("data.label", []),
    ("data.zzz", []),
    ("data", []),
    ("data", {"points": []}),
    ("data.points", "1,2"),
    ("data.points.1", 3),
    ("data.points.2", [1]),
    ("data.points.2", [1, "2"]),
    ("data.points.2", [True, 2]),
    ("data.points.2", [1e80, 2]),
    ("data.labels.1", 0),
    ("data.labels", [1]),
    ("data.columns", 3),
    ("data.columns", 10**9),
    ("data.points", [[], []]),
    ("data.points", [[0] * 100_001]),
    ("data", {"features": ["x"] * 100_001, "points": [], "labels": []}),
    ("data.features", ["a"]),
    ("data.features", ["a", 1]),
    ("data.classes", ["a"]),
    ("rules", {}),
    ("rules", []),
    ("rules.0", "pla"),
    ("rules.0.etta", 1),
    ("rules.0.eta", -1),
    ("rules.0.eta", "1/0"),
    ("rules.0.eta", "1" * 9999),
    ("rules.0.eta", True),
    ("rules.0.seed", 1.5),
    ("rules.1.order", []),
    ("rules.1.order", [[0]]),
    ("rules.1.rule", "pocet"),
    ("shown", 2),
    ("shown", -1),
    ("notation", "005"),
    ("cursor", "start"),
    ("name", None),
    ("name", "x" * 5001),
    ("views", []),
    ("views.boundary", 1),
    ("views.boundary.path", [[1]]),
    ("views.boundary.path", [0] * 1001),
    ("page.dpi", 2**70),
    ("page.dpi", [1]),
    ("page", {str(i): i for i in range(1001)}),
    ("task", {"step": 1}),
    ("task", {"lesson": "a"}),
    ("task", {"lesson": "", "step": 1}),
    ("task", {"lesson": "a", "step": 0}),
    ("task", {"lesson": "a", "step": True}),
    ("task", {"lesson": 3, "step": 1}),
    ("task", {"lesson": "a", "step": 1, "text": []}),
    ("task", {"lesson": "a", "step": 1, "tex": ""}),
    ("task", []),
]


def test_what_is_wrong_is_said_in_one_line_as_approved(approve: Approve) -> None:
    wrong = list(WRONG_TEXTS.items())
    wrong += [
        (f"{path} = {printable(json.dumps(to), 60)}", changed(path, to))
        for path, to in WRONG_VALUES
    ]
    told = []
    for name, text in wrong:
        with pytest.raises(SessionError) as caught:
            read_session(text, "file.json")
        assert str(caught.value).isprintable()
        told.append(f"{name}\n  {caught.value}\n")
    approve("bad_sessions", "".join(told))


def test_the_result_of_a_run_is_no_session() -> None:
    text = json.dumps(run_report(Run(XOR, Rule()).finish()))
    with pytest.raises(
        SessionError, match=r"^r\.json: this is 'perceptron-gui/run', not a session"
    ):
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
