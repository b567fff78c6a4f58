"""Limits of size: named in a sentence, and raised by --max-memory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from perceptron_gui import cli
from perceptron_gui.base.errors import DataError, OptionError
from perceptron_gui.base.limits import (
    MEMORY,
    MOST_COLUMNS,
    LimitError,
    MemoryLimit,
)
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.space import Space, lift_pairs
from perceptron_gui.document.csv.reader import read_csv
from perceptron_gui.document.model import session


@pytest.fixture
def little_memory() -> Iterator[None]:
    """Leave as little memory as may be asked for."""
    MEMORY.allow(0.2)
    yield
    MEMORY.allow(1)


def test_what_needs_more_than_the_limit_is_refused_with_both_numbers() -> None:
    limit = MemoryLimit()
    limit.check(10**9, "a picture", "make it smaller")
    with pytest.raises(LimitError) as refused:
        limit.check(5.8e9, "a picture", "make it smaller")
    said = "a picture would take about 5.8 GB of memory, over the limit of 1 GB; make it smaller"
    assert str(refused.value) == f"{said}, or allow more with --max-memory"
    assert refused.value.shown == f"{said}, or start the program with --max-memory"
    limit.allow("6")
    limit.check(5.8e9, "a picture", "make it smaller")


@pytest.mark.parametrize("value", ["0", "-1", "much", "nan", "1e9", ""])
def test_a_limit_that_cannot_be_gets_a_sentence(value: str) -> None:
    with pytest.raises(OptionError, match=r"--max-memory .*must be a number from 0.2 to 1000"):
        MemoryLimit().allow(value)


def test_the_command_line_sets_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        assert cli.main(["run", "xor", "--json", "-", "--max-memory", "3"]) == 0
        assert MEMORY.gigabytes == 3
        assert cli.main(["--max-memory=0", "run", "xor"]) == 2
        assert "--max-memory '0': must be" in capsys.readouterr().err
        assert cli.main(["run", "--help"]) == 0
        assert "--max-memory V" in capsys.readouterr().out
    finally:
        MEMORY.allow(1)


def test_an_exhausted_machine_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(cli, "_dispatch", fail)
    assert cli.main(["run", "xor"]) == 2
    assert "not enough memory on this machine" in capsys.readouterr().err


@pytest.mark.parametrize(("lift", "most"), [("quadratic", 445), ("product", 446)])
def test_a_lift_makes_no_more_coordinates_than_are_handled(lift: str, most: int) -> None:
    assert most + len(lift_pairs(lift, most)) <= MOST_COLUMNS
    for columns in (most + 1, 5001, 10**6):
        with pytest.raises(OptionError, match=f"--lift {lift} makes .* at most 100000 are handled"):
            lift_pairs(lift, columns)


def test_points_that_memory_cannot_hold_are_refused_before_they_are_lifted() -> None:
    wide = Dataset(np.zeros((5000, 100)), np.ones(5000, dtype=np.int8))
    with pytest.raises(LimitError, match="training on 5000 points with 5151 coordinates"):
        Space(wide, lift="quadratic")
    assert Space(wide).dimension == 101


def test_a_budget_without_end_ends_where_the_record_fills_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MEMORY, "gigabytes", 0.002)
    points = Dataset.of([[0], [1], [0]], [1, 1, -1])
    endless = {"order": "random", "max_updates": 10**18, "epochs": 10**17}
    run = Run(points, Rule.of({"rule": "sgd", "loss": "logistic", **endless}))
    run.finish()
    assert run.status == "budget"
    assert len(run.history) == run.history.most_updates == 2_000_000 // (3 * 24)
    assert any("memory limit" in str(each) for each in run.remarks)


def test_a_table_of_too_many_columns_is_refused_by_its_first_row() -> None:
    def read(columns: int) -> None:
        row = ("0," * columns).encode()
        read_csv(row + b"0\n" + row + b"1\n", "points.csv")

    with pytest.raises(DataError, match="line 1: 100001 numbers; at most 100000 columns"):
        read(MOST_COLUMNS + 1)


def test_a_table_that_memory_cannot_hold_is_refused_before_it_is_read(little_memory: None) -> None:
    row = b"1," * 200 + b"1\n"
    with pytest.raises(LimitError, match=r"points.csv: reading its 5000000 numbers .* 200 MB"):
        read_csv(row * 25_000, "points.csv")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]," * 6_000_000, "reading 6000000 values would take about"),
        ("1," * 4_000_000, "reading 4000000 values would take about"),
        ('"a12":1,' * 1_000_000, "reading 1000000 values would take about 232 MB"),
    ],
    ids=["lists", "values", "keys"],
)
def test_a_session_that_unpacks_to_too_much_is_refused_unread(
    text: str, why: str, little_memory: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "read_json", None)  # which nobody comes to call
    with pytest.raises(session.SessionError, match=why):
        session.read_session(text, "figure.png")


def test_lists_of_a_rule_are_no_longer_than_anything_they_could_fit() -> None:
    with pytest.raises(OptionError, match="--init: a list of 1000000 numbers; at most 100001"):
        Rule.of({"init": [0] * 1_000_000})
    with pytest.raises(OptionError, match="--order: a list of 1000001 numbers; at most 1000000"):
        Rule.of({"order": [0] * 1_000_001})
