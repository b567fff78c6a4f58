"""How certificates write numbers: shares as fractions, and what is too long shortened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from perceptron_gui.core.chalkboard import added, factor, number
from perceptron_gui.core.exact import chalk
from perceptron_gui.core.run import Run

from .certificate import Witness

# More terms than this, or longer fractions, nobody reads.
MOST_TERMS = 6
_LONGEST = 13


def separating(run: Run) -> str:
    """Return what would have to separate the points: a line, a threshold, a plane …"""
    if run.rule.lift != "none":
        return "boundary of this lift"
    dimension = run.dataset.dimension
    name = {1: "threshold", 2: "line", 3: "plane"}.get(dimension, "hyperplane")
    if run.rule.offset:
        return name
    return f"{name} at the origin" if dimension == 1 else f"{name} through the origin"


def is_short(value: Fraction) -> bool:
    """Tell whether a fraction can be read."""
    return len(str(value)) <= _LONGEST


def share(value: Fraction) -> str:
    """Write λ as a fraction, 1/4; four digits of it where that is too long."""
    return str(value) if is_short(value) else number(float(f"{float(value):.4g}"))


def is_exact(value: Fraction) -> bool:
    """Tell whether a coordinate is written as it is, as a decimal or a fraction."""
    text = chalk(value)
    return len(text) <= _LONGEST and Fraction(text) == value


def coordinate(value: Fraction) -> str:
    """Write a coordinate: 0.5, 2/3; six digits of it where that is too long."""
    return number(value if is_exact(value) else float(value))


def equals(value: Fraction) -> str:
    """Write = 51, = 1/17 ≈ 0.0588235, or only ≈ where the fraction is too long to read."""
    if not is_exact(value):
        return rf"\approx {number(float(value))}"
    text = number(value)
    return rf"= {text} \approx {number(float(value))}" if "/" in text else f"= {text}"


def place(values: Sequence[Fraction]) -> str:
    """Write a point: (0.5, 2/3), or a number where there is one coordinate."""
    if len(values) == 1:
        return coordinate(values[0])
    dots = [r"\dots"] if len(values) > MOST_TERMS else []
    return "(" + ", ".join([*map(coordinate, values[:MOST_TERMS]), *dots]) + ")"


def at(values: Sequence[Fraction]) -> str:
    """Write = (0.5, 2/3), and ≈ where a coordinate had to be rounded."""
    relation = "=" if all(map(is_exact, values[:MOST_TERMS])) else r"\approx"
    return f"{relation} {place(values)}"


def stated_shares(shares: Mapping[int, Fraction]) -> str:
    """Write λ_0 = 1/4, λ_3 = 1/4, and how many more there are."""
    parts = []
    for index, value in [*shares.items()][:MOST_TERMS]:
        relation = "=" if is_short(value) else r"\approx"
        parts.append(rf"$\lambda_{{{index}}} {relation} {share(value)}$")
    more = len(shares) - MOST_TERMS
    return ", ".join(parts) + (f" and {more} more" if more > 0 else "")


def coordinate_sum(witnesses: Sequence[Witness], j: int) -> str:
    """Write Σλ·y·x_j with numbers: -(1/4)·0 + (1/4)·1 …"""
    parts = [
        (w.label < 0, rf"{_bracketed(w.share)}\cdot {factor(w.features[j])}")
        for w in witnesses[:MOST_TERMS]
    ]
    return _dotted(added("", *parts), witnesses)


def mean_sum(witnesses: Sequence[Witness]) -> str:
    """Write the mean of one class, whose weights are 2λ: (1/2)·(0, 1) + (1/2)·(1, 0)."""
    parts = []
    for each in witnesses[:MOST_TERMS]:
        point = place(each.features[:-1])
        weight = 2 * each.share
        parts.append(point if weight == 1 else rf"{_bracketed(weight)}\cdot {point}")
    return _dotted(" + ".join(parts), witnesses)


def _bracketed(value: Fraction) -> str:
    text = share(value)
    return f"({text})" if "/" in text else text


def _dotted(text: str, witnesses: Sequence[Witness]) -> str:
    return rf"{text} + \dots" if len(witnesses) > MOST_TERMS else text
