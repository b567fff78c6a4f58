"""From the bytes of a CSV file to rows of cells: encoding, lines, separator and quotes."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator

from perceptron_gui.base.cancel import Progress
from perceptron_gui.base.errors import DataError

NumberedLine = tuple[int, str]

_PIECE = 1 << 16  # characters read at a time, so that few rows are held as strings
_LONGEST_LINE = 1_000_000
_LONGEST_CELL = csv.field_size_limit()
_BLANK = " \t\n,;"
_ROW = re.compile(r"(?!\s*#)[\s,;]*[^\s,;]")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_SAVE = "save it as text (CSV, UTF-8)"


def error_at(name: str, line: int, what: str, column: int | None = None) -> DataError:
    """Return an error for a line of a file and a field of it, both 1-based."""
    field = f", column {column}" if column else ""
    return DataError(f"{name}, line {line}{field}: {what}")


def pieces_of(data: bytes, name: str, progress: Progress) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines in pieces, each with the number of its first line, 1-based."""
    text = io.StringIO(_decoded(data, name), newline=None)
    start = 1
    while piece := text.read(_PIECE) + text.readline():
        progress(min(text.tell(), len(data)), len(data))
        if not piece.strip(_BLANK):  # millions of blank lines are not looked at one by one
            start += piece.count("\n")
            continue
        lines = io.StringIO(piece).readlines()
        if max(map(len, lines)) > _LONGEST_LINE:
            line = next(i for i, line in enumerate(lines, start) if len(line) > _LONGEST_LINE)
            what = f"longer than {_LONGEST_LINE} characters; end every row with a line break"
            raise error_at(name, line, what)
        yield start, lines
        start += len(lines)


def _decoded(data: bytes, name: str) -> str:
    """Return the text of the bytes."""
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if utf16 and not data.startswith(codecs.BOM_UTF32_LE) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        valid = encoding.removesuffix("-sig").upper()
        what = f"the byte 0x{data[error.start]:02x} is not valid {valid}; {_SAVE}"
        before = data[: error.start].decode(encoding, "ignore")
        raise error_at(name, _lines_of(before), what) from error
    before, nul, _ = text.partition("\0")
    if nul:
        what = f"a NUL character, so this is not a text file; {_SAVE}"
        raise error_at(name, _lines_of(before), what)
    return text


def _lines_of(text: str) -> int:
    return 1 + text.count("\n") + text.count("\r") - text.count("\r\n")


def rows_of(start: int, lines: list[str]) -> list[NumberedLine]:
    """Number the lines that are neither comments nor blank, where separators count as blank."""
    return [(number, line) for number, line in enumerate(lines, start) if _ROW.match(line)]


def find_delimiter(lines: list[str]) -> str:
    """Return the separator of the first rows, or "" if the first has none.

    Of several the one with the same count in every row; the semicolon and the tab come before
    the comma, which may be the decimal mark between them.
    """
    bare = [_QUOTED.sub("", line) for line in lines]
    found = [mark for mark in ";\t," if mark in bare[0]]
    steady = [mark for mark in found if len({line.count(mark) for line in bare}) == 1]
    return (steady or found or [""])[0]


def split_rows(lines: list[NumberedLine], delimiter: str, name: str) -> list[list[str]]:
    """Return the cells of each line; a quoted cell ends on the line it begins on."""
    try:
        rows = list(_reader([line for _, line in lines], delimiter, strict=True))
        if len(rows) == len(lines):
            return rows
    except csv.Error:
        pass
    return [_split_one(line, number, delimiter, name) for number, line in lines]


def _split_one(line: str, number: int, delimiter: str, name: str) -> list[str]:
    # An odd quote inside a word is only a character; strict reading tells the two apart.
    strict = line.count('"') % 2 == 1
    try:
        return next(_reader([line], delimiter, strict))
    except csv.Error as error:
        # Quotes hold what is inside.
        bare = _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), line).split(delimiter)
        long = (place for place, cell in enumerate(bare, 1) if len(cell) > _LONGEST_CELL)
        if column := next(long, None):
            what = f"longer than {_LONGEST_CELL} characters; shorten it, or check its quotes"
            raise error_at(name, number, what, column) from error
        why = str(error).replace("'\t'", "a tab")
        what = f"cannot be split into cells ({why}); check its quotes and commas"
        raise error_at(name, number, what) from error


def _reader(lines: list[str], delimiter: str, strict: bool) -> Iterator[list[str]]:
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=strict)
