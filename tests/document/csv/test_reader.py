"""CSV as people have it is read, real targets too, and what is written is read again."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from tests.conftest import Approve


def read(text: str) -> Dataset:
    return read_csv(text.encode(), "points.csv").dataset


PLAIN = Dataset.of([[0, 0.5], [-1.25, 3]], [-1, 1])


@pytest.mark.parametrize(
    "text",
    [
        "0,0.5,-1\n-1.25,3,+1\n",
        "0,0.5,-1\n-1.25,3,1",
        "0;0.5;-1\n-1.25;3;1\n",
        "0\t0.5\t-1\n-1.25\t3\t1\n",
        "0;0,5;-1\n-1,25;3;1\n",
        "0\t0,5\t-1\n-1,25\t3\t1\n",
        "0;0,5;-1,0\n-1,25;3;1,0\n",
        "0,0.5,-1\r\n-1.25,3,+1\r\n",
        "0,0.5,-1\r-1.25,3,+1\r",
        "\ufeff0,0.5,-1\n-1.25,3,+1\n",
        "  0 , 0.5,\t-1 \n\n   \n -1.25 ,3 , +1\n\n",
        '# made by hand\n0,0.5,-1\n  # second, "point\n-1.25,3,+1\n',
        '"0","0.5","-1"\n"-1.25" , "3" , "+1"\n',
        "0,0.5,−1\n−1.25,3,+1\n",
        "0,0.5,-1.0\n-1.25,3,1.0\n",
        "-0,.5,-1\n-1.25e0,3.,1e0\n",
        "0,0.5,-1\n,,\n-1.25,3,+1\n,,,,\n",
        "0,\x1f0.5,-1\n-1.25\x1c,\xa03,\u2003+1\n",  # not blanks for Python's float
    ],
)
def test_the_same_points_are_read_however_they_are_typed(text: str) -> None:
    assert read(text) == PLAIN


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_words_are_read_in_every_encoding_that_names_itself(encoding: str) -> None:
    dataset = read_csv("höhe;art\n1;blau\n2;grün\n".encode(encoding), "points.csv").dataset
    assert dataset.feature_names == ("höhe",)
    assert dataset.class_names == ("blau", "grün")


LABELS = (
    "-1 +1; 1 −1; 1.0 -1; 1 0; 0.0 1.0; 2 1; 9 10; 0 -1; virginica setosa; b A; a B; Yes no; "
    "true false; pos neg; + -; ja nein; 1 1; +1 1.0; -1 -1; 0 0; x x; 5 5"
)


def test_labels_become_signs_by_rule_and_the_choice_is_stated_as_approved(approve: Approve) -> None:
    told = []
    for labels in LABELS.split("; "):
        rows = "".join(f"{i},{label}\n" for i, label in enumerate(labels.split()))
        data = read_csv(rows.encode(), "p")
        facts = data.dataset.labels.tolist(), data.dataset.class_names, *data.remarks
        told.append(f"{labels}: {', '.join(map(str, facts))}\n")
    approve("labels", "".join(told))


@pytest.mark.parametrize(
    ("text", "features"),
    [
        ("x1,x2,label\n1,2,+1\n", ("x1", "x2")),
        ("# a comment\n\n x1 , x2 ,label\n1,2,+1\n", ("x1", "x2")),
        ('"petal, length","width ""cm""",species\n1,2,a\n', ("petal, length", 'width "cm"')),
        (",,label\n1,2,+1\n", ("", "")),
        ("a;b;label\n1,5;2;+1\n", ("a", "b")),
        ("length (cm; mm),b,label\n1,2,+1\n", ("length (cm; mm)", "b")),
        ("1,2,+1\n", ()),
    ],
)
def test_a_first_row_of_words_is_the_header(text: str, features: tuple[str, ...]) -> None:
    dataset = read(text)
    assert dataset.feature_names == features
    assert len(dataset) == 1


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        ("0.1234567890123456789", "0.12345678901234568"),
        ("12345678901234567890123", "1.2345678901234568e+22"),
        ("0.10000000000000001", "0.1"),
        ("1e-400", "0.0"),
    ],
)
def test_a_number_that_a_float_cannot_keep_is_remarked_on(cell: str, kept: str) -> None:
    data = read_csv(f"1,2,-1\n# c\n1,{cell},+1\n".encode(), "p")
    remark = f"line 3, column 2: '{cell}' is more exact than a float can be and became {kept}"
    assert data.remarks == (remark,)
    assert read_csv(f"{cell},-1\n{cell},+1\n".encode(), "p").remarks[0].endswith("only one)")


def test_decimals_are_written_as_they_were_typed() -> None:
    text = "0.1,-2,-1\n0.30000000000000004,1e-07,+1\n"
    assert write_csv(read(text)) == text


def test_names_are_written_as_a_header_and_as_labels() -> None:
    dataset = Dataset(
        np.array([[1.4, 0.2], [4.7, 1.4]]),
        np.array([-1, 1], dtype=np.int8),
        ("petal length", "petal width"),
        ("setosa", "versicolor"),
    )
    text = "petal length,petal width,label\n1.4,0.2,setosa\n4.7,1.4,versicolor\n"
    assert write_csv(dataset) == text


def test_classes_that_the_rule_would_exchange_are_named_in_a_comment() -> None:
    dataset = Dataset(PLAIN.points, PLAIN.labels, (), ("sick", "healthy"))
    text = write_csv(dataset)
    assert text.splitlines()[0] == "# perceptron-gui classes,sick,healthy"
    assert read_csv(text.encode(), "p").dataset == dataset
    assert read_csv(text.encode(), "p").remarks == ()


def test_names_that_no_table_can_hold_are_tidied() -> None:
    names = (" two\nlines ", "a"), ("x", " x ")
    text = write_csv(Dataset(PLAIN.points, PLAIN.labels, *names))
    assert text.splitlines()[:2] == ["two lines,a,label", "0,0.5,-1"]


names = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=8).map(
    str.strip
)
tricky = st.sampled_from(
    ["label", "class", "nan", "1", "-1", "+1", "0", "1.0", "1,0", "−1", "#", "a;b", '"', 'x"y', ","]
)


@st.composite
def datasets(draw: st.DrawFn) -> Dataset:
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    decimal = st.decimals(-1000, 1000, places=3).map(float)
    floats = st.floats(-1e75, 1e75, allow_nan=False).filter(lambda v: v == 0 or abs(v) >= 1e-75)
    points = draw(
        st.lists(st.lists(decimal | floats, min_size=d, max_size=d), min_size=n, max_size=n)
    )
    labels = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    features = draw(st.just([]) | st.lists(names | tricky, min_size=d, max_size=d))
    word = (names | tricky).filter(bool)
    classes = draw(st.lists(word, min_size=2, max_size=2, unique=True) | st.just(["-1", "+1"]))
    return Dataset(
        np.array(points), np.array(labels, dtype=np.int8), tuple(features), (classes[0], classes[1])
    )


@given(datasets())
def test_reading_what_was_written_gives_the_same_data_set(dataset: Dataset) -> None:
    assert read_csv(write_csv(dataset).encode(), "p").dataset == dataset


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are a thing of POSIX")
def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"1,+1\n2,-1\n",))
    writer.start()
    assert load_data(str(path)).dataset == Dataset.of([[1], [2]], [1, -1])
    writer.join(timeout=10)
    assert not writer.is_alive()


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
