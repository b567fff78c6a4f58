"""The symbols of the five lectures. Each is held once, as small LaTeX; `#` stands for a number."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.base.number_text import product_latex
from perceptron_gui.core.data.library import LECTURES

DEFAULT = "000"


@dataclass(frozen=True)
class Notation:
    """The symbols of a lecture, and where it puts the offset."""

    name: str  # a key of `LECTURES`
    weights: str
    point: str
    label: str
    summand: str  # what a step over several points adds up
    offset: str = ""  # where empty, the constant coordinate is part of points and weights
    counts: str = ""  # the number of the weights: updates made, or visits
    first: int = 0  # the number of the initial weights
    constant_first: bool = False
    by_update: bool = False  # points are numbered by the update they cause
    sign_switched: bool = False  # the data are y·(x, 1), so there is nothing to predict
    score: str = ""
    prediction: str = ""
    sign: str = "sign"
    step: str = r"\eta"
    always_shows_step: bool = False
    assign: str = "="

    @property
    def title(self) -> str:
        """What the notes are called on screen."""
        return LECTURES[self.name]

    @property
    def bare_weights(self) -> str:
        """The weights without their number."""
        return self.weights.split("(#)")[0].removesuffix("^{")


@dataclass(frozen=True)
class Symbols:
    """The symbols of one visit, numbers filled in."""

    before: str
    after: str
    point: str
    label: str
    prediction: str

    @classmethod
    def of(cls, notation: Notation, visit: int, updates: int, index: int, moved: bool) -> Symbols:
        """Fill in the numbers; `updates` were made before this visit to point `index`."""
        made = updates if notation.counts == "updates" else visit - 1
        number = made + notation.first
        # A point that causes no update has no number where points are counted by updates.
        which = "" if notation.by_update and not moved else str(index + 1)
        which = str(updates + 1) if notation.by_update and moved else which

        def filled(symbol: str) -> str:
            return symbol.replace("#", which) if which else symbol.replace("(#)", "")

        after = number + 1 if moved or notation.counts == "visits" else number
        return cls(
            notation.weights.replace("#", str(number)),
            notation.weights.replace("#", str(after)),
            filled(notation.point),
            filled(notation.label),
            filled(notation.prediction),
        )


# fmt: off
NOTATIONS: dict[str, Notation] = {notation.name: notation for notation in (
    Notation(
        "000",
        weights="w", offset="w_0", point="x", label="y", summand="yx",
        score="s", always_shows_step=True, assign=r"\leftarrow",
    ),
    Notation(
        "001",
        weights=r"\theta", offset=r"\theta_0", point="x^{(#)}", label="y^{(#)}",
        summand="y^{(i)}x^{(i)}", prediction="h",
    ),
    Notation(
        "002",
        weights="w(#)", counts="updates", point="x(#)", label="y(#)", by_update=True,
        summand="y_ix_i", prediction=r"\hat{y}(#)", sign="sgn", step=r"\mu",
        always_shows_step=True,
    ),
    Notation(
        "003",
        weights="a^{(#)}", counts="updates", first=1, point="y_{#}", label="f_{#}",
        sign_switched=True, summand="y_n",
    ),
    Notation(
        "004",
        weights=r"\theta(#)", counts="visits", constant_first=True, point="x_{#}",
        label="y_{#}", summand="y_ix_i",
    ),
)}
# fmt: on


_COUNT = r"\alpha"
# 002 calls its step α, 003 the length of a solution.
_COUNTS = {"002": "m", "003": "m"}


def count_symbol(notation: Notation) -> str:
    """Return the symbol of how often point i was mistaken."""
    index = "n" if notation.sign_switched else "i"
    return f"{_COUNTS.get(notation.name, _COUNT)}_{index}"


def point_symbol(notation: Notation, symbol: str) -> str:
    """Return x_i of x, x^{(i)} of x^{(#)}, and x_i of x(#), where updates number the points."""
    index = "n" if notation.sign_switched else "i"
    if "#" not in symbol:
        return f"{symbol}_{index}"
    return symbol.replace("(#)", f"_{index}") if notation.by_update else symbol.replace("#", index)


def point_number(index: int) -> int:
    """Return the number of a point where a person reads it; files and options count from 0."""
    return index + 1


def product_of(notation: Notation, weights: str, point: str, offset: bool, scaled: bool) -> str:
    r"""Return how the score is written in symbols: \theta \cdot x + \theta_0, w^\top x, …"""
    if notation.score:
        return notation.score
    if notation.sign_switched:
        return product_latex(f"{point}^\\top", weights)
    if not notation.offset:
        return product_latex(f"{weights}^\\top", point)
    constant = product_latex("B" if scaled else "", notation.offset)
    return f"{weights} \\cdot {point}" + (f" + {constant}" if offset else "")
