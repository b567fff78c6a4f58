"""Data sets as CSV: reading what people have, and writing what reads back the same.

A table has one or more columns of numbers and the label last. Columns are separated by commas,
semicolons or tabs, found from the first lines; with the last two a decimal comma is allowed.
Blank lines, lines of separators only, and lines that begin with # are skipped.

The first row is a header if none of its cells before the last is a number and its last cell is
not a label of a row that follows; otherwise it is data, and a word in it is an error.

What a plain table cannot say is said in comments that begin with `# perceptron-gui`: the names of
the two classes (−1, +1) where the rule of `labels` would choose otherwise, names of columns
that look like numbers, and that the last column holds real targets instead of labels.
"""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.exact import decimal
from perceptron_gui.base.text import printable
from perceptron_gui.core.data.dataset import Dataset

from .labels import ClassChoice, decide, label_key, number
from .table import CLASSES, FEATURES, TARGETS, CsvTable


@dataclass(frozen=True)
class CsvData:
    """A data set as read, and what the reader decided that the user should know."""

    dataset: Dataset
    remarks: tuple[str, ...]


def read_csv(
    data: bytes,
    name: str,
    progress: Progress = no_progress,
    choice: ClassChoice | None = None,
    has_targets: bool = False,
) -> CsvData:
    """Read a data set from the bytes of a CSV file; `name` is what messages call it.

    Of more than two classes a choice is needed; a ManyClassesError has the table to choose from.
    With `has_targets` the last column holds numbers to be fitted; a comment can say so, too.
    """
    table = CsvTable(data, printable(name), progress, has_targets)
    return CsvData(table.dataset(choice), table.remarks(choice))


def write_csv(dataset: Dataset) -> str:
    """Return the data set as CSV text; reading it gives an equal data set.

    Names are written as one line can show them, without space at the ends, and class names that
    are then empty or equal as −1 and +1.
    """
    features = [_one_line(name) for name in dataset.feature_names]
    if dataset.targets is not None:
        lines, last = [TARGETS], "target"
        cells = map(decimal, dataset.targets.tolist())
    else:
        minus, plus = (_one_line(name) for name in dataset.class_names)
        if not minus or not plus or minus == plus:
            minus, plus = "-1", "+1"
        labels = dataset.labels.tolist()
        present = [word for word, sign in ((minus, -1), (plus, 1)) if sign in labels]
        is_found = _rule_agrees(minus, plus, present)
        lines = [] if is_found else [f"{CLASSES},{_cell(minus)},{_cell(plus)}"]
        # The last cell of a header may not be one of the labels.
        last = next(word for word in ("label", "class", "y") if word not in (minus, plus))
        cells = map({-1: _cell(minus), 1: _cell(plus)}.__getitem__, labels)
    names = list(map(_cell, features))
    if any(number(name) is not None for name in features):
        lines.append(",".join([FEATURES, *names]))
    elif features:
        lines.append(",".join([*names, last]))
    columns = [map(decimal, column) for column in dataset.points.T.tolist()]
    lines += map(",".join, zip(*columns, cells, strict=True))
    return "".join(f"{line}\n" for line in lines)


def _rule_agrees(minus: str, plus: str, present: list[str]) -> bool:
    """Whether reading the labels alone would find these classes."""
    if not present or label_key(minus) == label_key(plus):
        return (minus, plus) == ("-1", "+1")
    if any(label_key(word) is None for word in present):
        return False
    decision = decide(present)
    signs = tuple(-1 if word == minus else 1 for word in present)
    return decision.names == (minus, plus) and decision.signs == signs


def _one_line(name: str) -> str:
    return "".join(c if c.isprintable() else " " for c in name).strip()


def _cell(word: str) -> str:
    if word.startswith("#") or any(c in word for c in ',;\t"'):
        return '"' + word.replace('"', '""') + '"'
    return word
