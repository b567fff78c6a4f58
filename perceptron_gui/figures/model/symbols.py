"""The symbols of a lecture for what figures name: weights, w*, coordinates, the offset.

All are small LaTeX, to be put between dollar signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.base.number_text import Number, added, number, product_latex
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.convergence.formulas import margin as margin
from perceptron_gui.theory.convergence.formulas import radius as radius
from perceptron_gui.theory.convergence.formulas import radius_squared as radius_squared
from perceptron_gui.theory.convergence.formulas import separator as separator
from perceptron_gui.theory.convergence.formulas import weights_after as weights_after

from .label import from_user

_AGREEMENT = {
    "000": "ys",
    "001": r"y\,(\theta \cdot x + \theta_0)",
    "002": r"y\,w^\top x",
    "003": r"a^\top y_n",
    "004": r"y\,\theta^\top x",
}
_OFFSET = {"001": r"\theta_0", "002": "b", "003": "w_0", "004": "b"}
# The lectures whose formulas hold the offset in one vector with the normal, a or θ, and whose
# figures write the normal alone.
_NORMAL = {"003": "w", "004": "w"}


def offset(notation: Notation) -> str:
    """Return the symbol of the offset of the line."""
    return _OFFSET.get(notation.name, "w_0")


def normal(notation: Notation) -> str:
    """Return the symbol of the normal of the line, as the figures of the lecture write it."""
    return _NORMAL.get(notation.name, notation.bare_weights)


def has_two_parts(notation: Notation) -> bool:
    """Tell whether figures write w and an offset where formulas have one vector."""
    return notation.name in _NORMAL


def path(notation: Notation) -> str:
    """Return what walks through the plane of the weights: 004 draws w, 003 speaks of a."""
    return notation.bare_weights if notation.sign_switched else normal(notation)


def weight(notation: Notation, j: int) -> str:
    """Return the weight of coordinate j, counted from 0."""
    base = normal(notation)
    return f"{base}_{j + 1}" if j < 9 else f"{base}_{{{j + 1}}}"


def agreement(notation: Notation, offset: bool) -> str:
    """Return the symbol of y·s."""
    if notation.name == "001" and not offset:
        return r"y\,\theta \cdot x"
    return _AGREEMENT[notation.name]


def coordinate(j: int) -> str:
    """Return coordinate j of a point, counted from 0."""
    return f"x_{j + 1}" if j < 9 else f"x_{{{j + 1}}}"


def coordinate_label(dataset: Dataset, j: int) -> str:
    """Return the label of the axis of coordinate j: its name in the file, or x_j."""
    return from_user(dataset.feature_names[j]) if dataset.feature_names else f"${coordinate(j)}$"


def class_name(dataset: Dataset, label: int) -> str:
    """Return the name of a class in a legend."""
    name = dataset.class_names[label > 0]
    return f"class {from_user(name.replace('-', '−'))}"


def equation(terms: Sequence[tuple[Number, str]], constant: Number) -> str:
    """Return 2x_1 - x_2 + 3 = 0; terms that are 0 are left out."""
    parts = [(a < 0, product_latex(_factor(a), symbol)) for a, symbol in terms if a != 0]
    if constant != 0 or not parts:
        parts.append((constant < 0, number(-constant if constant < 0 else constant)))
    return f"{added('', *parts)} = 0"


def _factor(value: Number) -> str:
    size = -value if value < 0 else value
    if size == 1:
        return ""
    text = number(size)
    return f"({text})" if isinstance(size, Fraction) and "/" in text else text
