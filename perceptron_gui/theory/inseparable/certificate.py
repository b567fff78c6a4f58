"""The certificate that no line separates, in exact numbers and of the simplest kind there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import format_number, is_short, whole_numbers
from perceptron_gui.base.number_text import added, factor, number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.kernel_space import KernelSpace
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.lectures.notation import point_number

ORIGIN, DUPLICATES, HULLS, SUM = "origin", "duplicates", "hulls", "sum"


@dataclass(frozen=True)
class Witness:
    """A point that counts: its label, its λ > 0, and x̃ with the constant coordinate last."""

    index: int
    label: int
    share: Fraction
    features: tuple[Fraction, ...]


@dataclass(frozen=True)
class Certificate:
    """λ > 0 of a few points with Σλ = 1 and Σλ·y·x̃ = 0 (Gordan), verified when it was made.

    The kind says how to read it: one point at the origin, the same point in both classes, a
    point common to both hulls, or, without an offset, a sum of signed points that is nought.
    """

    kind: str
    witnesses: tuple[Witness, ...]
    has_offset: bool
    # All pairs (m, 2) of equal points with both labels, where these are the proof.
    pairs: NDArray[np.int64] | None = field(default=None, compare=False)

    @property
    def common(self) -> tuple[Fraction, ...]:
        """The point of the lifted space that both hulls share; without an offset the origin."""
        if not self.has_offset:
            return (Fraction(0),) * len(self.witnesses[0].features)
        return self.mean_of(1)

    def mean_of(self, label: int) -> tuple[Fraction, ...]:
        """Return the weighted mean of one class, the constant coordinate left out."""
        found = [w for w in self.witnesses if w.label == label]
        shares, _ = whole_numbers([w.share for w in found])
        total, means = sum(shares), []
        for column in zip(*(w.features[:-1] for w in found), strict=True):
            values, below = whole_numbers(column)  # sums of long fractions would take seconds
            added = sum(share * value for share, value in zip(shares, values, strict=True))
            means.append(Fraction(added, total * below))
        return tuple(means)


def certificate_of(space: Space, verdict: Separability) -> Certificate:
    """Return a certificate for points that are not separable: the simplest kind that applies."""
    if verdict.separable:
        raise ValueError("separable points have no certificate")
    kind, shares, pairs = _simplest(space, verdict)
    named = sorted(shares)
    rows, unit = space.exact_rows(np.array(named))
    top, below = unit.as_integer_ratio()
    whole, _ = whole_numbers([shares[i] for i in named])
    if any(np.array(whole, dtype=object) @ rows):
        raise AssertionError("the weights of a certificate do not cancel")
    labels = [int(space.labels[i]) for i in named]
    witnesses = tuple(
        Witness(i, label, shares[i], tuple(Fraction(label * int(v) * top, below) for v in row))
        for i, label, row in zip(named, labels, rows, strict=True)
    )
    return Certificate(kind, witnesses, space.offset, pairs)


def certificate_of_run(run: Run) -> Certificate:
    """Return the same of a run, found once: among many points equal ones take long to find."""
    return run.cache.get_or_compute(
        "why not separable", None, lambda: certificate_of(run.space, run.verdict)
    )


def meets_certificate(run: Run) -> bool:
    """Return whether a run visits all points of a proof that nothing separates them."""
    visited = set(run.path.visiting.sequence.tolist())
    return not run.verdict.separable and visited.issuperset(run.verdict.support)


def _simplest(
    space: Space, verdict: Separability
) -> tuple[str, dict[int, Fraction], NDArray[np.int64] | None]:
    if not space.offset:
        at_origin = np.flatnonzero(~space.signed.any(axis=1))
        if len(at_origin):
            return ORIGIN, {int(at_origin[0]): Fraction(1)}, None
    pairs = contradictions(space.dataset)
    if len(pairs):
        return DUPLICATES, dict.fromkeys(map(int, pairs[0]), Fraction(1, 2)), pairs
    return HULLS if space.offset else SUM, verdict.support, None


def contradictions(dataset: Dataset) -> NDArray[np.int64]:
    """Return pairs (m, 2) of equal points with both labels, one of every such place."""
    points, labels = dataset.points, dataset.labels
    suspects = _suspects(points, labels)
    order = suspects[np.lexsort((labels[suspects], *points[suspects].T))]
    here, after = order[:-1], order[1:]
    both = labels[here] != labels[after]
    both[both] = (points[here[both]] == points[after[both]]).all(axis=1)
    pairs = np.sort(np.column_stack([here[both], after[both]]), axis=1)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def _suspects(points: NDArray[np.float64], labels: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return all points (n, d) that may equal one of the other class, and few others.

    Equal points have equal mixtures of their coordinates, and sorting one number a point takes a
    tenth of the time of sorting the points.
    """
    dimension = points.shape[1]
    # Unlike a product with a matrix, this rounds in the same way in every row; nothing overflows.
    mixture = np.einsum("ij,j->i", points, np.cos(np.arange(dimension)) / dimension)
    order = np.argsort(mixture)
    begins = np.append(True, np.diff(mixture[order]) != 0)[: len(order)]
    group = np.cumsum(begins) - 1
    is_mixed = np.zeros(len(order), dtype=bool)
    is_mixed[group[1:][~begins[1:] & (np.diff(labels[order]) != 0)]] = True
    return np.sort(order[is_mixed[group]])


# More terms than this, or longer fractions, nobody reads.
MOST_TERMS = 6
_LONGEST = 13


def separating(space: Space) -> str:
    """Return what would have to separate the points: a line, a threshold, a plane …"""
    if isinstance(space, KernelSpace):
        return "boundary of this kernel"
    if space.made_by == "lifted":
        return "boundary of this lift"
    dimension = space.dataset.dimension
    name = {1: "threshold", 2: "line", 3: "plane"}.get(dimension, "hyperplane")
    if space.offset:
        return name
    origin = "the origin" if space.is_plain else "the middle of the points"
    return f"{name} at {origin}" if dimension == 1 else f"{name} through {origin}"


def no_separator(space: Space) -> str:
    """Say that nothing separates the points; without a full stop, so that a proof can follow."""
    return f"No {separating(space)} separates these points"


def is_readable(value: Fraction) -> bool:
    """Return whether a fraction can be read."""
    return is_short(value, _LONGEST)


def share(value: Fraction) -> str:
    """Write λ as a fraction, 1/4; four digits of it where that is too long."""
    return str(value) if is_readable(value) else number(float(f"{float(value):.4g}"))


def is_exact(value: Fraction) -> bool:
    """Return whether a coordinate is written as it is, as a decimal or a fraction."""
    text = format_number(value)
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


def shares_latex(shares: Mapping[int, Fraction]) -> str:
    """Write λ_1 = 1/4, λ_4 = 1/4, and how many more there are."""
    parts = []
    for index, value in [*shares.items()][:MOST_TERMS]:
        relation = "=" if is_readable(value) else r"\approx"
        parts.append(rf"$\lambda_{{{point_number(index)}}} {relation} {share(value)}$")
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
