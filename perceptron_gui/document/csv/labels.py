"""Numbers and labels in the cells of a CSV file, and which of two labels is +1."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.data.dataset import are_usable


def number(cell: str, decimal_comma: bool = False) -> float | None:
    """Return the number in a cell, which may be nan or inf, or None for anything else."""
    text = plain(cell, decimal_comma)
    if "_" in text:  # Python reads 1_000 as a number; people do not
        return None
    try:
        return float(text)
    except ValueError:
        return None


def plain(cell: str, decimal_comma: bool = False) -> str:
    """Return the cell with a hyphen for the minus sign and, if asked, a point for the comma."""
    text = cell.strip().replace("−", "-")
    if decimal_comma and "." not in text:
        text = text.replace(",", ".")
    return text


def numbers(cells: Sequence[str], decimal_comma: bool) -> NDArray[np.float64] | None:
    """Return cells as floats (n,), or None if one holds no finite number."""
    found = [number(cell, decimal_comma) for cell in cells]
    if None in found:
        return None
    values = np.array(found, dtype=np.float64)
    return values if bool(are_usable(values).all()) else None


def rounded_cells(
    cells: Sequence[str], values: NDArray[np.float64], decimal_comma: bool
) -> list[int]:
    """Return the indices of cells whose number is not the shortest decimal of its float."""
    suspects = np.abs(values) < 1e-300  # where floats run out of digits
    if max(map(len, cells), default=0) > 15:  # up to 15 digits always survive
        suspects |= np.fromiter((len(cell) > 15 for cell in cells), bool, len(cells))
    places: list[int] = np.flatnonzero(suspects).tolist()
    return [i for i in places if not _survives(plain(cells[i], decimal_comma), float(values[i]))]


def _survives(text: str, value: float) -> bool:
    try:
        return Decimal(text) == Decimal(repr(value))
    except ArithmeticError:  # an exponent beyond even Decimal
        return False


# Of nearly every other pair, the one that says yes comes later in the alphabet.
_NATURAL = {("-", "+"), ("−", "+"), ("nein", "ja")}


@dataclass(frozen=True)
class Decision:
    """The names of the classes −1 and +1, the sign of each label, and a remark for the user."""

    names: tuple[str, str]
    signs: tuple[int, ...]
    remark: str = ""


MOST_CLASSES = 20


@dataclass(frozen=True)
class ClassChoice:
    """Two classes of several: the names of −1 and +1; without the first all others are −1."""

    minus: str
    plus: str


@dataclass
class Labels:
    """The labels met so far, a few; `classes` (−1, +1) if the file names them itself."""

    classes: tuple[str, str] | None = None
    decimal_comma: bool = False
    words: list[str] = field(default_factory=list)  # as first typed
    places: dict[float | str, int] = field(default_factory=dict)  # in words, by what they mean
    codes: dict[str, int] = field(default_factory=dict)  # the same by every spelling

    def add(self, spellings: Iterable[str]) -> bool:
        """Add labels as typed; return False if one is no label, or one too many."""
        for spelling in spellings:
            if spelling in self.codes:
                continue
            key = self._key(spelling)
            if key is None or (key not in self.places and len(self.words) == MOST_CLASSES):
                return False
            if key not in self.places:
                self.places[key] = len(self.words)
                self.words.append(spelling)
            self.codes[spelling] = self.places[key]
        return True

    def _key(self, word: str) -> float | str | None:
        if self.classes:
            return word if word in self.classes else None
        return label_key(word, self.decimal_comma)

    def fault(self, word: str) -> str:
        """Return why `add` refused a label, and what to do."""
        if not word:
            return "the label is missing; end every row with one"
        if self.classes:
            return f"{quoted(word)} is not one of the two classes named above; correct either"
        if self._key(word) is None:
            return f"{quoted(word)} cannot be a label; write −1 or +1, 0 or 1, or one of two words"
        return f"{quoted(word)} is one more label after {MOST_CLASSES} others; keep two classes"

    @property
    def third(self) -> str:
        """Say that there is a third label, where there is one."""
        known = " and ".join(map(quoted, self.words[:2]))
        return f"{quoted(self.words[2])} is a third label after {known}"

    def chosen(self, choice: ClassChoice) -> Decision:
        """Return two classes of several; those that are neither have the sign 0."""
        plus = self._place(choice.plus)
        if not choice.minus:
            signs = tuple(1 if place == plus else -1 for place in range(len(self.words)))
            name = self.words[plus]
            remark = f"label {quoted(name)} became +1 and every other −1"
            return Decision((f"not {name}", name), signs, remark)
        minus = self._place(choice.minus)
        if minus == plus:
            raise DataError(f"{quoted(choice.plus)} cannot be both classes; name two")
        signs = tuple((place == plus) - (place == minus) for place in range(len(self.words)))
        names = self.words[minus], self.words[plus]
        remark = f"label {quoted(names[0])} became −1 and {quoted(names[1])} became +1"
        left = len(self.words) - 2
        others = "others were" if left > 1 else "other was"
        return Decision(names, signs, remark + (f"; the {others} left out" if left else ""))

    def _place(self, name: str) -> int:
        """Return which of the labels is called so."""
        key = self._key(name.strip())
        if key is None or key not in self.places:
            hint = did_you_mean(name, self.words)
            known = ", ".join(map(quoted, self.words))
            raise DataError(f"no label {quoted(name)}{hint or ';'} there are {known}")
        return self.places[key]

    def decision(self) -> Decision:
        """Return which of the labels added is +1."""
        if self.classes is None:
            return decide(self.words, self.decimal_comma)
        return Decision(self.classes, tuple(2 * self.classes.index(w) - 1 for w in self.words))


def label_key(word: str, decimal_comma: bool = False) -> float | str | None:
    """Return what makes a label that label: +1, 1 and 1.0 are one; None if it is no label."""
    value = number(word, decimal_comma)
    if value is None:
        return word.strip() or None
    return value if math.isfinite(value) else None


def decide(words: Sequence[str], decimal_comma: bool = False) -> Decision:
    """Return which of one or two labels is +1.

    −1/+1 and 0/1 mean what they say; of two other numbers the larger is +1, of two words the
    later in the alphabet whatever its case. A label alone is +1 unless it is −1 or 0.
    """
    keys = [label_key(word, decimal_comma) for word in words]
    if len(words) == 1:
        (word,), (key,) = words, keys
        if isinstance(key, float) and key in (-1.0, 1.0):
            sign = int(key)
            said = "+1" if sign > 0 else "−1"
            return Decision(("-1", "+1"), (sign,), f"there is only one class, {said}")
        if key == 0.0:
            return Decision(("0", "1"), (-1,), "there is only one class: label 0 became −1")
        remark = f"there is only one class: label {quoted(word)} became +1"
        return Decision((f"not {word}", word), (1,), remark)
    (first, other), (key, rival) = (tuple(map(str.casefold, words)), keys)
    if isinstance(key, float) and isinstance(rival, float):
        first_is_plus = key > rival
    elif {(first, other), (other, first)} & _NATURAL:
        first_is_plus = (other, first) in _NATURAL
    else:
        first_is_plus = (first, words[0]) > (other, words[1])
    minus, plus = (words[1], words[0]) if first_is_plus else (words[0], words[1])
    signs = (1, -1) if first_is_plus else (-1, 1)
    if set(keys) == {-1.0, 1.0}:
        return Decision(("-1", "+1"), signs)
    if set(keys) == {0.0, 1.0}:
        return Decision(("0", "1"), signs, "label 0 became −1 and label 1 became +1")
    remark = f"label {quoted(minus)} became −1 and {quoted(plus)} became +1"
    return Decision((minus, plus), signs, remark)
