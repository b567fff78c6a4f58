"""The symbols of the five lectures, and numbers on screen, exact where that is short to read.

Each symbol is held once, as small LaTeX; `#` stands for a number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from perceptron_gui.base import number_text
from perceptron_gui.base.exact import format_number
from perceptron_gui.base.number_text import APPROX, Number, Numbers, Product, product_latex
from perceptron_gui.base.text import listed
from perceptron_gui.core.data.library import LECTURES

DEFAULT = "000"
_MOST_NAMED = 6  # points; more nobody reads


@dataclass(frozen=True)
class Notation:
    """The symbols of a lecture, and where it puts the offset."""

    name: str  # a key of `LECTURES`
    weights: str
    point: str
    label: str
    summand: str  # what a step over several points adds up
    agreement_with_offset: str  # y·s
    line_offset: str = "w_0"  # the offset of the line, where it is apart from the weights
    line_normal: str = ""  # what figures draw where formulas have one vector with the offset in it
    tally: str = r"\alpha"  # how often a point was mistaken
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
    # Of the proofs: w₀, w*, R², and the weights after k updates.
    start: str = "w^{(0)}"
    separator: str = "w^*"
    radius_squared: str = "R^2"
    weights_after: str = "w^{(k)}"
    any_length: bool = False  # the proofs are for any w* that separates, else for one as long as γ
    least: str = r"\gamma^2"  # of all ⟨z, w*⟩, where z = yx
    signed: str = "z"
    last_update: str = "k^*"  # of the proof by distances

    @property
    def title(self) -> str:
        """What the notes are called on screen."""
        return LECTURES[self.name]

    @property
    def bare_weights(self) -> str:
        """The weights without their number."""
        return self.weights.split("(#)")[0].removesuffix("^{")

    @property
    def normal(self) -> str:
        """The normal of the line, as figures write it."""
        return self.line_normal or self.bare_weights

    @property
    def path(self) -> str:
        """What walks through the plane of the weights: 004 draws w, 003 speaks of a."""
        return self.bare_weights if self.sign_switched else self.normal

    @property
    def radius(self) -> str:
        """R."""
        squared = self.radius_squared
        return squared.removesuffix("^2") if "^" in squared else rf"\sqrt{{{squared}}}"

    @property
    def margin(self) -> tuple[str, str]:
        """The margin and its square: γ, or where w* has any length γ/‖w*‖."""
        if not self.any_length:
            return r"\gamma", r"\gamma^2"
        length = rf"\|{self.separator}\|"
        return f"{self.least}/{length}", f"{self.least}^2/{length}^2"

    def over_margin(self, grown: str) -> str:
        """Return R²/γ² of R², or with any w* R²‖w*‖²/γ²."""
        if not self.any_length:
            return rf"{grown or 1}/\gamma^2"
        return rf"{grown}\|{self.separator}\|^2/{self.least}^2"

    @property
    def eta(self) -> str:
        """η; the μ of 002 makes steps of 2μ."""
        return r"2\mu" if self.step == r"\mu" else self.step

    @property
    def index(self) -> str:
        """The index of any point in a sum."""
        return "n" if self.sign_switched else "i"

    @property
    def epochs_length(self) -> str:
        """The visits of all epochs."""
        return "NT" if self.score or self.sign_switched else "nT"

    @property
    def count(self) -> str:
        """How often point i was mistaken."""
        return f"{self.tally}_{self.index}"

    def weight(self, j: int) -> str:
        """Return the weight of coordinate j, counted from 0."""
        return numbered(self.normal, j)

    def agreement(self, offset: bool) -> str:
        """Return y·s."""
        named = self.agreement_with_offset
        return named if offset or self.name != "001" else r"y\,\theta \cdot x"

    def agreement_of(self, label: str, product: str) -> str:
        r"""Return y·s of this label and score: ys, y(\theta \cdot x + \theta_0), y w^\top x."""
        if self.sign_switched:
            return product
        if self.score:
            return f"{label}{product}"
        return label + (f"({product})" if " + " in product else rf"\,{product}")

    def of_point(self, symbol: str) -> str:
        """Return x_i of x, x^{(i)} of x^{(#)}, and x_i of x(#), where updates number the points."""
        if "#" not in symbol:
            return f"{symbol}_{self.index}"
        if self.by_update:
            return symbol.replace("(#)", f"_{self.index}")
        return symbol.replace("#", self.index)

    def product(self, weights: str, point: str, offset: bool, scaled: bool) -> str:
        r"""Return how the score is written in symbols: \theta \cdot x + \theta_0, w^\top x, …"""
        if self.score:
            return self.score
        if self.sign_switched:
            return product_latex(f"{point}^\\top", weights)
        if not self.offset:
            return product_latex(f"{weights}^\\top", point)
        constant = product_latex("B" if scaled else "", self.offset)
        return f"{weights} \\cdot {point}" + (f" + {constant}" if offset else "")


def numbered(symbol: str, j: int) -> str:
    """Return x_1, or x_{10}, for the coordinate j counted from 0."""
    return f"{symbol}_{j + 1}" if j < 9 else f"{symbol}_{{{j + 1}}}"


def coordinate(j: int) -> str:
    """Return coordinate j of a point, counted from 0."""
    return numbered("x", j)


def point_number(index: int) -> int:
    """Return the number of a point where a person reads it; files and options count from 0."""
    return index + 1


def named_points(indices: Sequence[int]) -> str:
    """Write point 3, points 1, 2 and 3, or 17 points."""
    if len(indices) == 1:
        return f"point {point_number(indices[0])}"
    if len(indices) > _MOST_NAMED:
        return f"{len(indices)} points"
    return f"points {listed([str(point_number(i)) for i in indices])}"


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
        agreement_with_offset="ys", any_length=True, least=r"\gamma",
    ),
    Notation(
        "001",
        weights=r"\theta", offset=r"\theta_0", point="x^{(#)}", label="y^{(#)}",
        summand="y^{(i)}x^{(i)}", prediction="h",
        agreement_with_offset=r"y\,(\theta \cdot x + \theta_0)", line_offset=r"\theta_0",
        start=r"\theta^{(0)}", weights_after=r"\theta^{(k)}", separator=r"\hat{\theta}",
    ),
    Notation(
        "002",
        weights="w(#)", counts="updates", point="x(#)", label="y(#)", by_update=True,
        summand="y_ix_i", prediction=r"\hat{y}(#)", sign="sgn", step=r"\mu",
        always_shows_step=True,
        agreement_with_offset=r"y\,w^\top x", line_offset="b", tally="m",  # α is its step
        start="w(0)", weights_after="w(k)", radius_squared="M", any_length=True, least="b",
        signed=r"\bar{x}",
    ),
    Notation(
        "003",
        weights="a^{(#)}", counts="updates", first=1, point="y_{#}", label="f_{#}",
        sign_switched=True, summand="y_n",
        agreement_with_offset=r"a^\top y_n", line_normal="w",
        tally="m",  # α is the length of a solution
        start="a^{(1)}", weights_after="a^{(k+1)}", separator=r"\hat{a}", radius_squared=r"\beta^2",
        any_length=True, least=r"\gamma", last_update="k_0",
    ),
    Notation(
        "004",
        weights=r"\theta(#)", counts="visits", constant_first=True, point="x_{#}",
        label="y_{#}", summand="y_ix_i",
        agreement_with_offset=r"y\,\theta^\top x", line_offset="b", line_normal="w",
        start=r"\theta(0)", weights_after=r"\theta", separator=r"\theta^*",
    ),
)}
# fmt: on


# What a side of an equation begins after, and what it ends at; words stand between sides.
_SIDES = re.compile(r"( = |\\text\{[^{}]*\})")


def rounded(value: Number) -> str:
    """Write a number in as few digits as a reader needs, and do not tell whether it is exact."""
    return number_text.number(value if is_readable(value) else float(value))


@lru_cache(512, typed=True)  # coordinates come again with every visit
def number(value: Number) -> str:
    """Write an exact number, or \\approx before a rounded one."""
    if is_readable(value):
        return number_text.number(value)
    return APPROX + number_text.number(float(value))


def equals(value: Number) -> str:
    """Write = 1/17, or \\approx 0.190365 where the fraction is too long to be read."""
    text = number(value)
    return text if text.startswith(APPROX) else f"= {text}"


def root_equals(square: Fraction) -> str:
    """Write = 0.4 for the root of 4/25, or \\approx 0.65192 where the root is no fraction."""
    root = number_text.surd(square, square)
    return rf"\approx {number_text.number(math.sqrt(square))}" if "sqrt" in root else f"= {root}"


def factor(value: Number) -> str:
    """Write a number that something is multiplied by."""
    return number_text.factor(value, number)


def vector(values: Numbers) -> str:
    """Write (2, -1)."""
    return number_text.vector(values, number)


def products(pairs: list[Product]) -> str:
    """Write a·b + c·d - e."""
    return number_text.products(pairs, number)


def hoisted(formula: str) -> str:
    """Write x \\approx (0.333333, 2) for x = (\\approx 0.333333, 2): once, before all of a side."""
    parts = _SIDES.split(formula)
    for place in range(0, len(parts), 2):
        side = parts[place].replace(APPROX, "")
        if side == parts[place]:
            continue
        if place and parts[place - 1] == " = ":
            parts[place - 1] = f" {APPROX}"
            parts[place] = side
        else:
            parts[place] = APPROX + side
    return "".join(parts)


def is_readable(value: Number) -> bool:
    """Tell whether the exact number is no longer than a rounded one; floats are as they are."""
    if not isinstance(value, Fraction):
        return True
    below = -abs(value)  # a number and its opposite are written alike
    text = format_number(below)
    if "/" in text:
        return len(text) <= len(f"{float(below):.6g}")
    return "e" not in text and Decimal(text).as_integer_ratio() == below.as_integer_ratio()
