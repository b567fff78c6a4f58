"""Two of several classes, or one against the rest: in Python and from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.base.errors import DataError, window_sentence
from perceptron_gui.cli import main
from perceptron_gui.document.csv.labels import MOST_CLASSES, ClassChoice
from perceptron_gui.document.csv.reader import read_csv
from perceptron_gui.document.csv.table import ManyClassesError

ROWS = b"0,0,setosa\n1,1,versicolor\n2,2,virginica\n3,3,versicolor\n"


def chosen(minus: str, plus: str, data: bytes = ROWS) -> tuple[list[float], list[int]]:
    found = read_csv(data, "iris.csv", choice=ClassChoice(minus, plus)).dataset
    return found.points[:, 0].tolist(), found.labels.tolist()


def test_two_classes_are_taken_and_the_others_left_out() -> None:
    assert chosen("setosa", "virginica") == ([0, 2], [-1, 1])
    assert chosen("virginica", "setosa") == ([0, 2], [1, -1])
    found = read_csv(ROWS, "iris.csv", choice=ClassChoice("setosa", "virginica"))
    assert found.dataset.class_names == ("setosa", "virginica")
    assert found.remarks == (
        "label 'setosa' became −1 and 'virginica' became +1; the other was left out",
    )


def test_one_class_stands_against_the_rest() -> None:
    assert chosen("", "versicolor") == ([0, 1, 2, 3], [-1, 1, -1, 1])
    found = read_csv(ROWS, "iris.csv", choice=ClassChoice("", "versicolor"))
    assert found.dataset.class_names == ("not versicolor", "versicolor")
    assert found.remarks == ("label 'versicolor' became +1 and every other −1",)


def test_numbers_are_labels_however_they_are_typed() -> None:
    assert chosen("0", "2.0", b"5,0\n6,1\n7,2\n") == ([5, 7], [-1, 1])


def test_without_a_choice_the_options_are_named_for_the_terminal_and_the_window() -> None:
    with pytest.raises(ManyClassesError) as caught:
        read_csv(ROWS, "iris.csv")
    place = "iris.csv, line 3, column 3: 'virginica' is a third label after 'setosa' and "
    options = "choose two with --classes setosa,versicolor, or --one-vs-rest setosa"
    assert str(caught.value) == f"{place}'versicolor'; {options}"
    assert "--" not in window_sentence(caught.value)
    assert caught.value.table.classes == {"setosa": 1, "versicolor": 2, "virginica": 1}


@pytest.mark.parametrize("label", ["\x1a-1", "a" * 3000, '"a,b"', "\ufeffx"])
def test_labels_that_nobody_can_type_are_not_in_the_advice(label: str) -> None:
    with pytest.raises(ManyClassesError) as caught:
        read_csv(f"1,{label}\n2,x\n3,y\n".encode(), "some.csv")
    said = str(caught.value)
    assert said.endswith("; choose two with --classes A,B, or --one-vs-rest A")
    assert said.isprintable()
    assert len(said) < 300


def test_a_label_that_there_is_not_is_told() -> None:
    with pytest.raises(DataError, match="no label 'setose'; did you mean 'setosa'"):
        chosen("setose", "virginica")
    with pytest.raises(DataError, match="cannot be both classes"):
        chosen("setosa", "setosa")


def test_numbers_that_are_no_classes_are_refused() -> None:
    rows = "".join(f"1,{value}\n" for value in range(MOST_CLASSES + 1)).encode()
    with pytest.raises(DataError, match="line 21, column 2: '20' is one more label after 20"):
        read_csv(rows, "numbers.csv")


def test_the_command_line_takes_the_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (path := tmp_path / "iris.csv").write_bytes(ROWS)
    picture = tmp_path / "plane.svg"
    for words in (["run"], ["check"], ["figure", "--out", str(picture), "boundary"]):
        assert main([*words, str(path), "--one-vs-rest", "virginica"]) == 0
        assert words[0] == "figure" or "4 points" in capsys.readouterr().out
    assert picture.exists()
    for options, said in (
        ([], "choose two with --classes setosa,versicolor, or --one-vs-rest setosa"),
        (["--classes", "setosa"], "give two labels, that of −1 first, as in a,b"),
        (["--classes", "a,b", "--one-vs-rest", "a"], "give one of them"),
        (["--one-vs-rest", "rose"], "no label 'rose'"),
    ):
        assert main(["run", str(path), *options]) == 2
        assert said in capsys.readouterr().err
