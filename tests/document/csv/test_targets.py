"""Real targets in tables and sessions: read, written, and refused by line and column."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.csv.labels import ClassChoice
from perceptron_gui.document.csv.reader import read_csv, write_csv
from perceptron_gui.document.model.session import (
    Session,
    SessionError,
    read_session,
    write_session,
)
from perceptron_gui.document.sources import load_data


def test_the_last_column_may_hold_any_number() -> None:
    found = read_csv(b"height,weight\n1.5,50.25\n1.8,81\n", "x.csv", has_targets=True).dataset
    assert found.feature_names == ("height",)
    assert found == Dataset(
        np.array([[1.5], [1.8]]),
        np.array([1, 1], dtype=np.int8),
        ("height",),
        targets=np.array([50.25, 81.0]),
    )
    comma = read_csv(b"1,5;50,25\n1,8;-3\n", "x.csv", has_targets=True).dataset
    assert comma.targets is not None and comma.targets.tolist() == [50.25, -3]
    assert comma.labels.tolist() == [1, -1]


def test_what_is_written_reads_back_the_same_without_being_asked() -> None:
    for names in ((), ("a", "b"), ("1", "2")):
        points = np.array([[0.1, 2], [3, -4.5]])
        data = Dataset(points, np.ones(2, dtype=np.int8), names, targets=np.array([0.3, -7]))
        assert read_csv(write_csv(data).encode(), "x.csv").dataset == data


def test_what_is_wrong_is_named_by_line_and_column() -> None:
    with pytest.raises(DataError, match="line 2, column 2: 'red' is not a number"):
        read_csv(b"1,2\n2,red\n3,4\n", "x.csv", has_targets=True)
    with pytest.raises(DataError, match="no classes to choose from"):
        read_csv(b"1,2\n2,3\n", "x.csv", choice=ClassChoice("2", "3"), has_targets=True)
    with pytest.raises(DataError, match="or fit them as numbers with --targets real"):
        read_csv(b"1,2\n2,3\n4,5\n", "x.csv")
    with pytest.raises(DataError) as raised:
        read_csv(b"1,a\n2,b\n4,c\n", "x.csv")
    assert "--targets" not in str(raised.value)


def test_classes_of_the_library_are_numbers_when_asked_for() -> None:
    found = load_data("and", has_targets=True).dataset
    assert found.targets is not None and found.targets.tolist() == [-1, -1, -1, 1]
    assert load_data("and").dataset.targets is None


def test_sessions_keep_targets() -> None:
    data = Dataset.of_targets([[0], [1]], [1, 2.5])
    text = write_session(Session(data, rules=(Rule(rule="least-squares"),)))
    assert read_session(text, "x").dataset == data
    with pytest.raises(SessionError, match=r"data.targets\[1\]: must be a number"):
        read_session(text.replace("[1, 2.5]", '[1, "a"]'), "x")
    with pytest.raises(SessionError, match="one list of 2 numbers"):
        read_session(text.replace("[1, 2.5]", "[1]"), "x")
