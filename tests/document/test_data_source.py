"""Data are found by name, by path or on standard input."""

from __future__ import annotations

import io
import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from perceptron_gui.core.errors import DataError
from perceptron_gui.core.library import LIBRARY, make
from perceptron_gui.document.csv_file import read_csv_file
from perceptron_gui.document.data_source import list_datasets, load_data

GOLDEN = json.loads((Path(__file__).parents[1] / "golden.json").read_text(encoding="utf-8"))
LISTS = "(perceptron-gui datasets lists them)"


@pytest.mark.parametrize("name", LIBRARY)
def test_every_listed_data_set_loads_by_its_name(name: str) -> None:
    loaded = load_data(name)
    assert loaded.entry is LIBRARY[name]
    assert loaded.entry in list_datasets()
    assert loaded.name == name
    assert len(loaded.dataset)


def test_parameters_follow_a_colon() -> None:
    loaded = load_data("separable:n=50, seed=3,margin=0.5")
    assert loaded.dataset == make(LIBRARY["separable"], n=50, seed=3, margin=0.5)
    assert loaded.name == "separable:n=50, seed=3,margin=0.5"
    assert load_data("xor:").dataset == load_data("xor").dataset


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
    (tmp_path / "points.csv").write_text("1,0\n2,1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for source in ("points.csv", "./points.csv", str(tmp_path / "points.csv")):
        loaded = load_data(source)
        assert loaded.dataset == read_csv_file(source).dataset
        assert loaded.name == source
        assert loaded.remarks == ("label 0 became −1 and label 1 became +1",)
        assert loaded.entry is None


def test_a_name_of_the_library_wins_over_a_file_so_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xor").write_text("1,-1\n2,+1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert len(load_data("xor").dataset) == 4
    assert len(load_data("./xor").dataset) == 2


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load_data("-", io.BytesIO(b"1,-1\n2,+1\n"))
    assert loaded.dataset.points.tolist() == [[1], [2]]
    assert loaded.name == "standard input"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"3,-1\n4,+1\n")))
    assert load_data("-").dataset.points.tolist() == [[3], [4]]
    with pytest.raises(DataError, match=r"^standard input, line 1, column 2: the label is missing"):
        load_data("-", io.BytesIO(b"1,\n"))


def test_a_program_without_standard_input_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DataError, match=r"^standard input: there is none; name a CSV file$"):
        load_data("-")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("xro", f"no data set or file named 'xro'; did you mean 'xor'? {LISTS}"),
        ("XOR", f"no data set or file named 'XOR'; did you mean 'xor'? {LISTS}"),
        ("moon:n=20", f"no data set or file named 'moon:n=20'; did you mean 'moons'? {LISTS}"),
        ("iris.csv", f"no data set or file named 'iris.csv'; did you mean 'iris'? {LISTS}"),
        ("zzz", f"no data set or file named 'zzz' {LISTS}"),
        ("", f"no data set or file named '' {LISTS}"),
        ("a\0b\n", rf"no data set or file named 'a\x00b\n' {LISTS}"),
        ("./xro", "./xro: no such file; check the name and the folder"),
        ("no/such.json", "no/such.json: no such file; check the name and the folder"),
        ("moons:20", "'20' after 'moons:' has no value; write it as n=200"),
        ("moons:n=20,n=30", "'n' of 'moons' is given twice; give it once"),
        (
            "moons:sed=3",
            "'moons' has no parameter 'sed'; did you mean 'seed'? it has n, seed, noise",
        ),
        ("moons:n=", "'n' of 'moons' must be a whole number, not ''"),
        ("iris:n=20", "'iris' takes no parameters, but 'n' was given"),
        (
            "session.json",
            "'session.json': this version cannot open saved sessions; name a CSV file",
        ),
        ("folder", "folder: this is a folder; name a CSV file in it"),
    ],
)
def test_what_cannot_be_found_is_named_with_what_to_do(
    source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "session.json").write_text("{}", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError) as caught:
        load_data(source)
    assert str(caught.value) == message
