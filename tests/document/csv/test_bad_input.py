"""What is wrong with a CSV file is named by line and column, in one line."""

from __future__ import annotations

import codecs
import io
import os
import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perceptron_gui.base import files
from perceptron_gui.base.errors import DataError
from perceptron_gui.base.files import read_limited
from perceptron_gui.document.csv.reader import read_csv, write_csv
from perceptron_gui.document.sources import load_data

ROW = "a row holds numbers and a label, such as 0.5,2,+1"
TEXT = "save it as text (CSV, UTF-8)"
WORDS = "is not a number; words belong into the last column"
ONE_COLUMN = "only one column; separate numbers and label by commas, semicolons or tabs"
FINITE = "is not a finite number; correct it or remove the row"
AS_MANY = "give every row as many"
NUL = f"a NUL byte, so this is not a text file; {TEXT}"
NO_LABEL = "cannot be a label; write −1 or +1, 0 or 1, or one of two words"
THIRD = "is a third label after"
CHOOSE = "choose two with --classes {0},{1}, or --one-vs-rest {0}"
FIT = "; or fit them as numbers with --targets real"
NOT_NAMED = "is not one of the two classes named above; correct either"
DECIMAL_MARK = "has another decimal mark than before; use one in the whole file"
CELLS, QUOTES = "cannot be split into cells", "check its quotes and commas"
LONG_CELL = "longer than 131072 characters; shorten it, or check its quotes"
LONG_ROW = "longer than 1000000 characters; end every row with a line break"
HEADER = f"{WORDS} (a header is words only)"


def error_of(data: bytes) -> str:
    with pytest.raises(DataError) as caught:
        read_csv(data, "points.csv")
    message = str(caught.value)
    assert message.isprintable()
    return message


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        (b"", (), f"the file is empty; {ROW}"),
        (codecs.BOM_UTF8, (), f"no rows; {ROW}"),
        (b"\n \n,,\n", (), f"no rows; {ROW}"),
        (b"# nothing\n", (), f"no rows; {ROW}"),
        (b"x1,x2,label\n", (), f"only a header; {ROW}"),
        (b"1\n2\n", (1,), ONE_COLUMN),
        (b"# c\n\n1 2 +1\n", (3,), ONE_COLUMN),
        (b"1,2,+1\n\n1,2\n", (3,), f"2 fields where line 1 has 3; {AS_MANY}"),
        (b"a,b,l\n1,2,3,4\n", (2,), f"4 fields where line 1 has 3; {AS_MANY}"),
        (b"1,2,+1\n7\n", (2,), f"1 field where line 1 has 3; {AS_MANY}"),
        (b"1,2,+1\n1,nan,+1\n", (2, 2), f"'nan' {FINITE}"),
        (b"-inf,2,+1\n1,2,+1\n", (1, 1), f"'-inf' {FINITE}"),
        (b"1,1e400,+1\n", (1, 2), f"'1e400' {FINITE}"),
        (b"1,2,+1\n# c\n1,two,+1\n", (3, 2), f"'two' {WORDS}"),
        (b"1,2,+1\n1_000,2,+1\n", (2, 1), f"'1_000' {WORDS}"),
        (b'1,2,+1\n"1,5",2,+1\n', (2, 1), f"'1,5' {WORDS}"),
        (b"1;2;+1\n1.000,5;2;+1\n", (2, 1), f"'1.000,5' {WORDS}"),
        (b"1,oops,+1\n1,2,-1\n", (1, 2), f"'oops' {HEADER}"),
        (b"oops,oops,+1\n1,2,1\n", (1, 1), f"'oops' {HEADER}"),
        (b"NA,setosa\n1,setosa\n", (1, 1), f"'NA' {HEADER}"),
        (b"x,l\ncm,l2\n1,a\n", (2, 1), f"'cm' {WORDS}"),
        (b"1,2,+1\n1,,+1\n", (2, 2), "the number is missing; write it or remove the row"),
        (b"1,2,+1\n1,2,\n", (2, 3), "the label is missing; end every row with one"),
        (b"1,2,NaN\n", (1, 3), f"'NaN' {NO_LABEL}"),
        (
            b"1,a\n2,b\n3,a\n4,c\n5,d\n",
            (4, 2),
            f"'c' {THIRD} 'a' and 'b'; {CHOOSE.format('a', 'b')}",
        ),
        (b"1,0\n2,1\n3,-1\n", (3, 2), f"'-1' {THIRD} '0' and '1'; {CHOOSE.format(0, 1) + FIT}"),
        (b"1,5;2;a\n1.5;2;a\n", (2, 1), f"'1.5' {DECIMAL_MARK}"),
        (b'1,2,a\n1,2,"b\n1,2,a\n', (2,), f"{CELLS} (unexpected end of data); {QUOTES}"),
        (b'1\t2\ta\n"1"2\t"\ta\n', (2,), f"{CELLS} (a tab expected after '\"'); {QUOTES}"),
        (b"1,a\n" + b"2" * 140_000 + b",a\n", (2, 1), LONG_CELL),
        (b'1,2,a\n"1,",' + b"2" * 140_000 + b",a\n", (2, 2), LONG_CELL),
        (b'1,2,a\n1,"' + b"2," * 70_000 + b'",a\n', (2, 2), LONG_CELL),
        (b"1,a\n" + b"2," * 600_000 + b"a\n", (2,), LONG_ROW),
        (b"1,2,a\r\n1,2,\0\r\n", (2,), NUL),
        ("1,2,a\n".encode("utf-16-le"), (1,), NUL),
        ("1,2,a\n".encode("utf-32"), (1,), NUL),
        (b"\x89PNG\r\n\x1a\n", (1,), f"the byte 0x89 is not UTF-8; {TEXT}"),
        ("1,2,a\n1,2,grün\n".encode("latin-1"), (2,), f"the byte 0xfc is not UTF-8; {TEXT}"),
        (codecs.BOM_UTF16_LE + b"1\0,", (), f"this is not valid UTF-16; {TEXT}"),
        (b"# perceptron-gui classes,a\n1,a\n", (1,), "name two classes here, that of −1 first"),
        (b"# perceptron-gui classes,a,b\n1,a\n2,c\n", (3, 2), f"'c' {NOT_NAMED}"),
        (
            b"# perceptron-gui features,1,2\n1,a\n",
            (2,),
            "1 numbers, but 2 names above; correct them",
        ),
    ],
)
def test_what_is_wrong_is_named_by_line_and_column(
    data: bytes, where: tuple[int, ...], what: str
) -> None:
    place = "".join(f", {word} {n}" for word, n in zip(("line", "column"), where, strict=False))
    assert error_of(data) == f"points.csv{place}: {what}"


def test_a_fault_far_down_is_named_by_its_line_too() -> None:
    rows = [f"{i / 8},{i % 7},{'ab'[i % 2]}\n" for i in range(30_000)]
    rows[20_000:20_000] = ["# a comment\n", "\n"]
    rows[25_000] = "1,x,a\n"
    message = f"points.csv, line 25001, column 2: 'x' {WORDS}"
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
    start = time.perf_counter()
    with pytest.raises(DataError) as caught:
        load_data(str(path))
    assert str(caught.value) == f"{path}: larger than 100 MB; take fewer rows or columns"
    assert time.perf_counter() - start < 2


def test_an_endless_stream_is_refused_after_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert size > 0
            return b"1" * size

    monkeypatch.setattr(files, "SIZE_LIMIT", 1_000_000)
    with pytest.raises(DataError, match="stream: larger than 1 MB"):
        read_limited(Endless(), "stream")  # type: ignore[arg-type]
