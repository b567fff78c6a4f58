"""The rows of one CSV text, checked and turned into arrays a piece at a time.

Numbers are read by whole columns, which is quick; only when something in a piece is wrong are its
rows gone through one by one, to name the first fault by line and column.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import Progress
from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import LARGEST, SMALLEST
from perceptron_gui.base.limits import MEMORY, MOST_COLUMNS
from perceptron_gui.base.text import quoted
from perceptron_gui.core.data.dataset import Dataset, are_usable

from .labels import ClassChoice, Decision, Labels, label_key, number, numbers, rounded_cells
from .text import NumberedLine, error_at, find_delimiter, pieces_of, rows_of, split_rows

CLASSES = "# perceptron-gui classes"
FEATURES = "# perceptron-gui features"
TARGETS = "# perceptron-gui targets,real"
_CELL_BYTES = 48  # of the copies on the way from a file to points


class ManyClassesError(DataError):
    """There are more than two classes; the table that was read offers two of them."""

    def __init__(self, table: CsvTable, place: DataError, first: str, other: str) -> None:
        names = [first, other]
        if not all(each.isprintable() and len(each) <= 40 and "," not in each for each in names):
            names = ["A", "B"]  # nobody could type these
        typed = f"choose two with --classes {','.join(names)}, or --one-vs-rest {names[0]}"
        shown = "import it, and choose two of them or one against the rest"
        if table.has_numbers_only:
            typed += "; or fit them as numbers with --targets real"
            shown += f"; to fit them as numbers, let the file begin with the line {TARGETS}"
        super().__init__(f"{place}; {typed}", f"{place}; {shown}")
        self.table = table


class CsvTable:
    """A CSV text read to its end; `name` begins every message about it."""

    def __init__(
        self, data: bytes, name: str, progress: Progress, has_targets: bool = False
    ) -> None:
        self._name = name
        self._has_targets = has_targets  # in the last column, which holds labels otherwise
        self._delimiter = ""
        self._width = 0  # of the first row, which every other must have
        self._first_line = 0
        self._features: tuple[str, ...] = ()
        self._labels = Labels()
        self._marks: set[str] = set()  # decimal marks met
        self._rounded = 0
        self._rounded_first = ""
        self._third_line = 0  # where a third label was met first
        self._points: list[NDArray[np.float64]] = []
        self._codes: list[NDArray[np.int8]] = []
        self._separators = {mark: data.count(mark.encode()) for mark in ",;\t"}
        for start, lines in pieces_of(data, name, progress):
            self._add(start, lines)
        if not self._points:
            what = "only a header" if self._width else "no rows" if data else "the file is empty"
            raise DataError(f"{name}: {what}; a row holds numbers and a label, such as 0.5,2,+1")

    @property
    def has_numbers_only(self) -> bool:
        """Tell whether every label is a number."""
        comma = self._decimal_comma
        return all(number(word, comma) is not None for word in self._labels.words)

    @property
    def classes(self) -> dict[str, int]:
        """Every label, and how many points have it."""
        counts = np.bincount(np.concatenate(self._codes), minlength=len(self._labels.words))
        return dict(zip(self._labels.words, counts.tolist(), strict=True))

    def dataset(self, choice: ClassChoice | None = None) -> Dataset:
        """Everything read, or two classes of it, as a data set."""
        more: dict[str, Any]
        points = np.concatenate(self._points)
        if self._has_targets:
            if choice is not None:
                raise DataError(f"{self._name}: real targets have no classes to choose from")
            points, more = points[:, :-1], {"targets": points[:, -1]}
            labels = np.ones(len(points), dtype=np.int8)
        else:
            decision = self._decision(choice)
            labels = np.array(decision.signs, dtype=np.int8)[np.concatenate(self._codes)]
            kept = labels != 0
            points, labels, more = points[kept], labels[kept], {"class_names": decision.names}
        try:
            return Dataset(points, labels, self._features, **more)
        except DataError as error:
            raise DataError(f"{self._name}: {error}") from error

    def _decision(self, choice: ClassChoice | None) -> Decision:
        if choice is not None:
            try:
                return self._labels.chosen(choice)
            except DataError as error:
                raise DataError(f"{self._name}: {error}") from error
        if len(self._labels.words) > 2:
            place = error_at(self._name, self._third_line, self._labels.third, self._width)
            raise ManyClassesError(self, place, *self._labels.words[:2])
        return self._labels.decision()

    def remarks(self, choice: ClassChoice | None = None) -> tuple[str, ...]:
        """What was decided in reading that the file does not say."""
        more = " (and it is not the only one)" if self._rounded > 1 else ""
        decided = "" if self._has_targets else self._decision(choice).remark
        remarks = (decided, self._rounded_first + more)
        return tuple(remark for remark in remarks if remark)

    @property
    def _decimal_comma(self) -> bool:
        return self._delimiter != ","

    def _add(self, start: int, lines: list[str]) -> None:
        """Add a piece, or raise the error for its first fault."""
        rows = rows_of(start, lines)
        if not self._width:
            self._read_names(start, lines[: rows[0][0] - start] if rows else lines)
        if not rows:
            return
        cells = split_rows(rows, self._delimiter, self._name) if self._width else self._start(rows)
        if not cells:
            return
        # Where a header was taken off the front, the cells belong to the lines after it.
        where = [line for line, _ in rows][len(rows) - len(cells) :]
        if set(map(len, cells)) != {self._width} or not self._add_columns(
            where, list(zip(*cells, strict=True))
        ):
            self._raise_first_fault(where, cells)

    def _start(self, rows: list[NumberedLine]) -> list[list[str]]:
        """Find separator, width and header from the first rows; return the cells of the rest."""
        self._delimiter = find_delimiter([line for _, line in rows[:20]])
        self._first_line = rows[0][0]
        self._labels.decimal_comma = self._decimal_comma
        cells = split_rows(rows, self._delimiter, self._name) if self._delimiter else []
        self._width = len(cells[0]) if cells else 1
        if self._width == 1:
            what = "only one column; separate numbers and label by commas, semicolons or tabs"
            raise error_at(self._name, self._first_line, what)
        # What is too wide or too much is refused before it is read.
        if self._width - 1 > MOST_COLUMNS:
            what = f"{self._width - 1} numbers; at most {MOST_COLUMNS} columns are handled"
            raise error_at(self._name, self._first_line, f"{what}, so leave some out")
        count = self._separators[self._delimiter]
        what = f"{self._name}: reading its {count} numbers"
        MEMORY.check(_CELL_BYTES * count, what, "take fewer rows or columns")
        if not self._features and self._is_header(cells[0], cells[1:]):
            self._features = tuple(cell.strip() for cell in cells.pop(0)[:-1])
        elif self._features and len(self._features) != self._width - 1:
            what = f"{self._width - 1} numbers, but {len(self._features)} names above; correct them"
            raise error_at(self._name, self._first_line, what)
        return cells

    def _is_header(self, first: list[str], others: list[list[str]]) -> bool:
        comma = self._decimal_comma
        if self._has_targets:
            return all(number(cell, comma) is None for cell in first)
        if any(number(cell, comma) is not None for cell in first[:-1]):
            return False
        words = {row[-1] for row in others if row}
        return label_key(first[-1], comma) not in {label_key(word, comma) for word in words}

    def _read_names(self, start: int, comments: list[str]) -> None:
        """Read the names that `write_csv` leaves in comments before the first row."""
        self._has_targets |= any(text.strip() == TARGETS for text in comments)
        for line, text in enumerate(comments, start):
            if not text.startswith((CLASSES + ",", FEATURES + ",")):
                continue
            names = split_rows([(line, text)], ",", self._name)[0][1:]
            if text.startswith(FEATURES):
                self._features = tuple(names)
            elif len(set(names)) == len(names) == 2 and all(names):
                self._labels.classes = (names[0], names[1])
            else:
                raise error_at(self._name, line, "name two classes here, that of −1 first")

    def _add_columns(self, where: Sequence[int], columns: Sequence[Sequence[str]]) -> bool:
        """Add rows to the arrays; return False, with none added, if one of them is faulty."""
        features = columns if self._has_targets else columns[:-1]
        words = [] if self._has_targets else list(map(str.strip, columns[-1]))
        marks = self._marks.union(*map(self._marks_in, features))
        if len(marks) > 1 or not self._labels.add(dict.fromkeys(words)):
            return False
        floats = numbers(list(chain.from_iterable(features)), self._decimal_comma)
        if floats is None:
            return False
        values = floats.reshape(len(features), -1).T.copy()
        self._marks = marks
        self._points.append(values)
        self._codes.append(np.array([self._labels.codes[word] for word in words], dtype=np.int8))
        if not self._third_line and len(self._labels.words) > 2:
            self._third_line = where[int(np.argmax(self._codes[-1] == 2))]
        if self._rounded < 2:  # after two the remark says all it will
            self._note_rounded(where, features, values)
        return True

    def _marks_in(self, cells: Sequence[str]) -> set[str]:
        """Return which decimal marks occur, where the comma may be one."""
        text = "".join(cells) if self._decimal_comma else ""
        return {mark for mark in ",." if mark in text}

    def _note_rounded(
        self, where: Sequence[int], features: Sequence[Sequence[str]], values: NDArray[np.float64]
    ) -> None:
        rows, cells = len(values), list(chain.from_iterable(features))
        places = rounded_cells(cells, values.T.ravel(), self._decimal_comma)
        found = [(place % rows, place // rows) for place in places]
        if found and not self._rounded:
            row, column = min(found)
            cell, value = features[column][row].strip(), float(values[row, column])
            self._rounded_first = (
                f"line {where[row]}, column {column + 1}: {quoted(cell)} is more exact than a "
                f"float can be and became {value!r}"
            )
        self._rounded += len(found)

    def _raise_first_fault(self, where: list[int], cells: list[list[str]]) -> NoReturn:
        """Raise the error for the first fault in these rows, one of which is faulty."""
        for line, row in zip(where, cells, strict=True):
            if len(row) != self._width:
                fields = f"{len(row)} field" + "s" * (len(row) != 1)
                what = f"{fields} where line {self._first_line} has {self._width}"
                raise error_at(self._name, line, f"{what}; give every row as many")
            for column, cell in enumerate(row if self._has_targets else row[:-1], 1):
                if what := self._fault(cell.strip(), line):
                    raise error_at(self._name, line, what, column)
            if not self._has_targets and not self._labels.add([row[-1].strip()]):
                what = self._labels.fault(row[-1].strip())
                raise error_at(self._name, line, what, self._width)
        raise AssertionError("none of these rows is faulty by itself")

    def _fault(self, cell: str, line: int) -> str:
        """Return what is wrong with a cell that should hold a number, and what to do; or ""."""
        if not cell:
            return "the number is missing; write it or remove the row"
        value = number(cell, self._decimal_comma)
        if value is None:
            hint = " (a header is words only)" if line == self._first_line else ""
            if self._has_targets:
                return f"{quoted(cell)} is not a number, as points and real targets are{hint}"
            return f"{quoted(cell)} is not a number; words belong into the last column{hint}"
        if not math.isfinite(value):
            return f"{quoted(cell)} is not a finite number; correct it or remove the row"
        if not are_usable(np.array([value])).all():
            size = f"between {SMALLEST:g} and {LARGEST:g}"
            return f"{quoted(cell)} is out of reach; use another unit, so that it is {size}"
        self._marks |= self._marks_in(cell)
        if len(self._marks) > 1:
            return f"{quoted(cell)} has another decimal mark than before; use one in the whole file"
        return ""
