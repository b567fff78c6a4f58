"""Data are found by name, by path or on standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from perceptron_gui.base.errors import DataError, InputError
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.csv.reader import read_csv
from perceptron_gui.document.embed.carrier import embed
from perceptron_gui.document.model.session import Session, SessionError, write_session
from perceptron_gui.document.sources import LoadedData, load_data
from tests.conftest import GOLDEN
from tests.document.pictures import NAMES, files

SESSION = Session(
    make(LIBRARY["and"]),
    name="and",
    rules=(Rule(), Rule.of({"rule": "batch", "eta": "1/3"})),
    shown=1,
    view="boundary",
)
FORMAT = '("format": "perceptron-gui/session")'
NAME_ONE, CUT = "name a session or a CSV file", "Expecting ':' delimiter"
LISTS = "(perceptron-gui datasets lists them)"


Typed = Callable[[bytes], LoadedData]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Load what stands on standard input."""

    def load(data: bytes) -> LoadedData:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        return load_data("-")

    return load


def written(path: Path, text: str, encoding: str = "utf-8") -> str:
    """Write a file and return its path."""
    path.write_text(text, encoding=encoding)
    return str(path)


@pytest.mark.parametrize("name", LIBRARY)
def test_every_listed_data_set_loads_by_its_name(name: str) -> None:
    loaded = load_data(name)
    assert loaded.entry is LIBRARY[name]
    assert loaded.name == name
    assert len(loaded.dataset)


def test_parameters_follow_a_colon() -> None:
    loaded = load_data("separable:n=50, seed=3,margin=0.5")
    assert loaded.dataset == make(LIBRARY["separable"], n=50, seed=3, margin=0.5)
    assert loaded.name == "separable:n=50, seed=3,margin=0.5"


def test_iris_is_the_golden_iris_and_versicolor_is_plus() -> None:
    loaded = load_data("iris")
    assert [[Fraction(repr(v)) for v in p] for p in loaded.dataset.points.tolist()] == [
        [Fraction(v) for v in point] for point in GOLDEN["iris_petal"]["X"]
    ]
    assert loaded.dataset.labels.tolist() == GOLDEN["iris_petal"]["y"]
    assert loaded.dataset.class_names == ("setosa", "versicolor")
    assert loaded.dataset.feature_names == ("petal length", "petal width")
    assert loaded.remarks == ("label 'setosa' became −1 and 'versicolor' became +1",)


def test_a_csv_file_is_loaded_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "points.csv", "1,0\n2,1\n")
    monkeypatch.chdir(tmp_path)
    for source in ("points.csv", "./points.csv", str(tmp_path / "points.csv")):
        loaded = load_data(source)
        assert loaded.dataset == read_csv(Path(source).read_bytes(), source).dataset
        assert loaded.name == source
        assert loaded.remarks == ("label 0 became −1 and label 1 became +1",)
        assert loaded.entry is None


def test_a_name_of_the_library_wins_over_a_file_so_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "xor", "1,-1\n2,+1\n")
    monkeypatch.chdir(tmp_path)
    assert len(load_data("xor").dataset) == 4
    assert len(load_data("./xor").dataset) == 2


def test_a_dash_reads_standard_input(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = typed(b"1,-1\n2,+1\n")
    assert loaded.dataset.points.tolist() == [[1], [2]]
    assert loaded.name == "standard input"
    with pytest.raises(DataError, match=r"^standard input, line 1, column 2: the label is missing"):
        typed(b"1,\n")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DataError, match=r"^standard input: there is none; name a CSV file$"):
        load_data("-")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", f"no data set or file named '' {LISTS}"),
        ("a\0b\n", rf"no data set or file named 'a\x00b\n' {LISTS}"),
        ("other.json", f"other.json: this is JSON, not a session {FORMAT}; {NAME_ONE}"),
        ("cut.json", f"cut.json: line 1, column 10: this is not JSON ({CUT}); correct it"),
        ("folder", "folder: this is a folder; name a CSV file in it"),
    ],
)
def test_what_cannot_be_found_is_named_with_what_to_do(
    source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "other.json", "{}")
    written(tmp_path / "cut.json", '{"format"')
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        load_data(source)
    assert str(caught.value) == message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ["session.json", "session.txt", "session"])
def test_a_session_is_opened_whatever_it_is_called(
    tmp_path: Path, name: str, encoding: str
) -> None:
    loaded = load_data(written(tmp_path / name, write_session(SESSION), encoding))
    assert loaded.session == SESSION
    assert loaded.dataset == SESSION.dataset
    assert (loaded.name, loaded.remarks, loaded.entry) == ("and", (), None)


def test_a_session_is_read_from_standard_input(typed: Typed) -> None:
    text = write_session(SESSION).encode()
    assert typed(text).session == SESSION
    assert typed(embed(files()["pdf"], "pdf", text.decode())).session
    with pytest.raises(SessionError, match=r"^standard input: line 1, column 2: this is not JSON"):
        typed(b"{1,-1\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_opened_with_its_session(tmp_path: Path, name: str) -> None:
    kind = name.split()[0]
    path = tmp_path / f"figure.{kind}"
    path.write_bytes(files()[name])
    with pytest.raises(SessionError) as caught:
        load_data(str(path))
    assert str(caught.value) == (
        f"{path} carries no session: it was exported with --no-session or by another program"
    )
    path.write_bytes(embed(files()[name], kind, write_session(SESSION)))
    assert load_data(str(path)).session == SESSION
    renamed = path.rename(tmp_path / "figure.dat")
    assert load_data(str(renamed)).session == SESSION


def test_what_is_wrong_in_a_figure_is_said_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "figure.tex"
    path.write_bytes(b"% perceptron-gui-session begin\n% eJw")
    with pytest.raises(SessionError) as caught:
        load_data(str(path))
    assert str(caught.value) == (
        f"{path}: the session in it is damaged (its end is missing); open another copy of it"
    )
    path.write_bytes(embed(b"", "tex", '{"format": 1}'))
    with pytest.raises(SessionError, match=r"figure\.tex: this is JSON, not a session"):
        load_data(str(path))


def test_the_rule_of_a_session_takes_other_options_over_its_own(tmp_path: Path) -> None:
    path = written(tmp_path / "session.json", write_session(SESSION))
    rule = load_data(path).rule_with({"eta": "2"})
    assert rule == Rule.of({"rule": "batch", "eta": 2})
    assert rule.given == {"eta"}
    assert load_data("xor").rule_with({"eta": "2"}) == Rule.of({"eta": 2})
