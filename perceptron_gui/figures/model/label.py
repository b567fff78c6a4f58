"""Words with mathematics between dollar signs, written once and rendered for every pen.

Mathematics is the small LaTeX of `base.latex`. Pens that set type themselves take the parts.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from perceptron_gui.base import latex
from perceptron_gui.base.number_text import Number, added, number, product_latex
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.lectures.notation import coordinate

# Words that come from a user may hold a dollar, which must not begin mathematics.
_DOLLAR = "\uff04"
# What Python makes of bytes that are no text, in the name of a file say. UTF-8 cannot write it.
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
# Where a formula may be broken: before an inequality, and a long one, a vector say, at commas.
_INEQUALITY = re.compile(r" (\\[lg]e) ")
_LONG = 40
_MOST_READ = 1000  # labels that are remembered: ticks and legends come again with every frame


def from_user(text: str) -> str:
    """Return words of a user as a label: a dollar sign in them is only a dollar sign."""
    return text.replace("$", _DOLLAR)


def from_formula(formula: str) -> str:
    """Return a formula of `base.latex` as a label whose words stand outside of mathematics.

    A label is broken into lines between words, mathematics is not: so inequalities are parted.
    """
    written = ""
    for is_words, piece in enumerate(re.split(r"\\text\{([^{}]*)\}", formula)):
        if is_words % 2:
            written += piece
        elif piece.strip():
            # After a sign that begins a formula, TeX leaves no room of its own.
            sides = _INEQUALITY.sub(r"$ $\1\\, ", piece).split("$ $")
            written += " ".join(
                f"${side.replace(', ', ',$ $') if len(side) > _LONG and '(' in side else side}$"
                for side in sides
            )
    return written


def parts(label: str) -> list[tuple[bool, str]]:
    """Return the pieces of a label in order, each with whether it is mathematics.

    Every pen takes them, so half characters are replaced here, for all formats alike.
    """
    pieces = _HALF_CHARACTER.sub("\ufffd", label).split("$")
    if len(pieces) % 2 == 0:
        raise ValueError(f"a dollar sign is missing in {label!r}")
    found = [(number % 2 == 1, piece) for number, piece in enumerate(pieces)]
    return [(is_math, piece.replace(_DOLLAR, "$")) for is_math, piece in found if piece]


@lru_cache(_MOST_READ)
def to_plain(label: str) -> str:
    """Return a label in Unicode."""
    return "".join(latex.to_plain(text) if is_math else text for is_math, text in parts(label))


def readable(label: str) -> str:
    """Return a label in Unicode, or as it is where it is no mathematics: after "5 $", say."""
    try:
        return to_plain(label)
    except ValueError:
        return label


@lru_cache(_MOST_READ)
def to_html(label: str) -> str:
    """Return a label as HTML."""
    return "".join(
        latex.to_html(text) if is_math else html.escape(text) for is_math, text in parts(label)
    )


def coordinate_label(dataset: Dataset, j: int) -> str:
    """Return the label of the axis of coordinate j: its name in the file, or x_j."""
    return from_user(dataset.feature_names[j]) if dataset.feature_names else f"${coordinate(j)}$"


def class_name(dataset: Dataset, label: int) -> str:
    """Return the name of a class in a legend."""
    return f"class {class_labels(dataset)[label > 0]}"


def class_labels(dataset: Dataset) -> tuple[str, str]:
    """Return the names of both classes as labels of figures."""
    negative, positive = (from_user(name.replace("-1", "−1")) for name in dataset.class_names)
    return negative, positive


def equation(terms: Sequence[tuple[Number, str]], constant: Number) -> str:
    """Return 2x_1 - x_2 + 3 = 0; terms that are 0 are left out."""

    def factor(value: Number) -> str:
        size = -value if value < 0 else value
        text = "" if size == 1 else number(size)
        return f"({text})" if isinstance(size, Fraction) and "/" in text else text

    parts = [(a < 0, product_latex(factor(a), symbol)) for a, symbol in terms if a != 0]
    if constant != 0 or not parts:
        parts.append((constant < 0, number(-constant if constant < 0 else constant)))
    return f"{added('', *parts)} = 0"
