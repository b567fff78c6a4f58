"""What is wrong with a CSV file is named by line and column; of many classes two are chosen."""

from __future__ import annotations

import codecs
import io
import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perceptron_gui.base import files
from perceptron_gui.base.errors import DataError, window_sentence
from perceptron_gui.base.files import read_limited
from perceptron_gui.base.text import printable
from perceptron_gui.cli import main
from perceptron_gui.document.csv.labels import MOST_CLASSES, ClassChoice
from perceptron_gui.document.csv.reader import read_csv, write_csv
from perceptron_gui.document.csv.table import ManyClassesError
from perceptron_gui.document.sources import load_data
from tests.conftest import Approve

WRONG: list[bytes] = [
    b"",
    codecs.BOM_UTF8,
    b"\n \n,,\n",
    b"# nothing\n",
    b"x1,x2,label\n",
    b"1\n2\n",
    b"# c\n\n1 2 +1\n",
    b"1,2,+1\n\n1,2\n",
    b"a,b,l\n1,2,3,4\n",
    b"1,2,+1\n7\n",
    b"1,2,+1\n1,nan,+1\n",
    b"-inf,2,+1\n1,2,+1\n",
    b"1,1e400,+1\n",
    b"1,2,+1\n# c\n1,two,+1\n",
    b"1,2,+1\n1_000,2,+1\n",
    b'1,2,+1\n"1,5",2,+1\n',
    b"1;2;+1\n1.000,5;2;+1\n",
    b"1,oops,+1\n1,2,-1\n",
    b"oops,oops,+1\n1,2,1\n",
    b"NA,setosa\n1,setosa\n",
    b"x,l\ncm,l2\n1,a\n",
    b"1,2,+1\n1,,+1\n",
    b"1,2,+1\n1,2,\n",
    b"1,2,NaN\n",
    b"1,a\n2,b\n3,a\n4,c\n5,d\n",
    b"1,0\n2,1\n3,-1\n",
    b"1,5;2;a\n1.5;2;a\n",
    b'1,2,a\n1,2,"b\n1,2,a\n',
    b'1\t2\ta\n"1"2\t"\ta\n',
    b"1,a\n" + b"2" * 140_000 + b",a\n",
    b'1,2,a\n"1,",' + b"2" * 140_000 + b",a\n",
    b'1,2,a\n1,"' + b"2," * 70_000 + b'",a\n',
    b"1,a\n" + b"2," * 600_000 + b"a\n",
    b"1,2,a\r\n1,2,\0\r\n",
    "1,2,a\n".encode("utf-16-le"),
    "1,2,a\n".encode("utf-32"),
    b"\x89PNG\r\n\x1a\n",
    "1,2,a\n1,2,grün\n".encode("latin-1"),
    codecs.BOM_UTF16_LE + b"1\0,",
    b"# perceptron-gui classes,a\n1,a\n",
    b"# perceptron-gui classes,a,b\n1,a\n2,c\n",
    b"# perceptron-gui features,1,2\n1,a\n",
]


def error_of(data: bytes) -> str:
    with pytest.raises(DataError) as caught:
        read_csv(data, "points.csv")
    message = str(caught.value)
    assert message.isprintable()
    return message


def test_what_is_wrong_is_named_by_line_and_column_as_approved(approve: Approve) -> None:
    told = [f"{printable(ascii(data)[1:], 60)}\n  {error_of(data)}" for data in WRONG]
    approve("bad_tables", "\n".join(told) + "\n")


def test_a_fault_far_down_is_named_by_its_line_too() -> None:
    rows = [f"{i / 8},{i % 7},{'ab'[i % 2]}\n" for i in range(30_000)]
    rows[20_000:20_000] = ["# a comment\n", "\n"]
    rows[25_000] = "1,x,a\n"
    message = (
        "points.csv, line 25001, column 2: 'x' is not a number; words belong into the last column"
    )
    assert error_of("".join(rows).encode()) == message


def test_a_long_word_is_shortened_in_messages() -> None:
    assert len(error_of(b"1,+1\n" + b"x" * 100_000 + b",+1\n")) < 130


@given(st.text(st.sampled_from('01.,;\t\n"#-ax e') | st.characters(), max_size=60))
@example('a"b,c"d,1\n')
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        data = read_csv(text.encode("utf-8", "surrogatepass"), "p")
    except DataError as error:
        assert str(error).startswith("p") and str(error).isprintable()
    else:
        assert read_csv(write_csv(data.dataset).encode(), "p").dataset.points.size


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_in_one_line(data: bytes) -> None:
    try:
        read_csv(data, "p")
    except DataError as error:
        assert str(error).startswith("p") and str(error).isprintable()


@pytest.mark.parametrize("name", ["a\nb.csv", "a\0b.csv", "x" * 5000, "\udcff.csv"])
def test_a_strange_file_name_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError) as caught:
        load_data(f"{tmp_path}/{name}")
    assert str(caught.value).isprintable()


def test_a_file_without_permission_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("1,+1\n", encoding="utf-8")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(DataError, match=r"points\.csv: no permission to read it"):
        load_data(str(path))


@pytest.mark.parametrize(
    ("text", "what"), [("{},label\n1,+1\n2,-1\n", "column"), ("1,{}\n2,other\n", "class")]
)
def test_a_name_too_long_to_be_written_anywhere_is_refused(
    text: str, what: str, tmp_path: Path
) -> None:
    """Figures drew names of thousands of letters for minutes."""
    path = tmp_path / "points.csv"
    path.write_text(text.format("n" * 201), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_data(str(path))
    wanted = f"{path}: the name of a {what} has 201 letters; names have at most 200"
    assert str(caught.value) == wanted
    path.write_text(text.format("n" * 200), encoding="utf-8")
    assert len(load_data(str(path)).dataset) == 2


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.truncate(2_000_000_000)
    with pytest.raises(DataError) as caught:
        load_data(str(path))
    assert str(caught.value) == f"{path}: larger than 100 MB; take fewer rows or columns"


def test_an_endless_stream_is_refused_after_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert size > 0
            return b"1" * size

    monkeypatch.setattr(files, "SIZE_LIMIT", 1_000_000)
    with pytest.raises(DataError, match="stream: larger than 1 MB"):
        read_limited(Endless(), "stream")  # type: ignore[arg-type]


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
