"""All labellings of a few points: which are separable, each with an exact proof.

The labels of the data are ignored. Points are labelled one after the other, and what no line
separates stays inseparable however the other points are labelled; so of n points in the plane
only some n³ verdicts are needed, not 2ⁿ.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space

MOST_POINTS = 12
Labels = tuple[int, ...]
# The sixteen gates by their outputs for 00, 01, 10, 11.
_GATES = (
    "never", "AND", "$x_1 > x_2$", "$x_1$", "$x_1 < x_2$", "$x_2$", "XOR", "OR",
    "NOR", "XNOR", "not $x_2$", r"$x_1 \ge x_2$", "not $x_1$", r"$x_1 \le x_2$", "NAND", "always",
)  # fmt: skip


@dataclass(frozen=True)
class Labelling:
    """Labels of all points, and what proves that they are separable or not."""

    labels: Labels
    separator: tuple[Fraction, ...] | None  # w* of the rule's space, or None
    certificate: Mapping[int, Fraction]  # λ by points with Σλ·y·x̃ = 0; empty where separable

    @property
    def separable(self) -> bool:
        """Whether some line has every point strictly on its side."""
        return self.separator is not None

    @property
    def number(self) -> int:
        """The labels read as a binary number, that of the first point first."""
        return sum((y > 0) << at for at, y in enumerate(reversed(self.labels)))

    def mirrored(self) -> Labelling:
        """Return the opposite labels; the same line separates them, turned around."""
        turned = self.separator and tuple(-value for value in self.separator)
        return Labelling(tuple(-y for y in self.labels), turned, self.certificate)


@dataclass(frozen=True, eq=False)
class DichotomiesResult:
    """The labellings that are known so far, in the order of their numbers."""

    dataset: Dataset  # whose labels do not matter
    rule: Rule
    labellings: tuple[Labelling, ...]

    @property
    def points(self) -> int:
        return len(self.dataset)

    @property
    def dimension(self) -> int:
        """How many coordinates the rule's space has, the constant one included."""
        return Space.of(self.dataset, self.rule).dimension

    @property
    def separable(self) -> int:
        """How many of them a line can make."""
        return sum(each.separable for each in self.labellings)

    @property
    def in_general_position(self) -> int:
        """How many a line can make of as many points in general position (Cover)."""
        return cover(self.points, self.dimension)


class Dichotomies:
    """Decides on labellings whose first label is −1; the opposite ones follow."""

    def __init__(self, dataset: Dataset, rule: Rule) -> None:
        count = len(dataset)
        if rule.rule == "kernel":
            raise RuleError("labellings are tried with lines, not with kernels; take another rule")
        if count > MOST_POINTS:
            raise RuleError(
                f"{count} points have {2**count if count < 64 else f'2^{count}'} labellings, too "
                f"many to try; take at most {MOST_POINTS} points"
            )
        self._dataset, self._rule = dataset, rule
        self._found: list[Labelling] = []
        self._open: list[Labels] = [(-1,)]  # beginnings; the last one is next
        if rule.scale != "none":  # some of the points would be scaled otherwise than all of them
            rest = product((1, -1), repeat=count - 1)
            self._open = [(-1, *labels) for labels in rest]

    @property
    def total(self) -> int:
        """How many labellings have −1 first."""
        return 1 << (len(self._dataset) - 1)

    @property
    def done(self) -> int:
        return len(self._found)

    @property
    def is_over(self) -> bool:
        return not self._open

    def advance(self, count: int) -> None:
        """Decide on up to so many beginnings."""
        for _ in range(min(count, len(self._open) + 2 * self.total)):
            if self.is_over:
                return
            labels = self._open.pop()
            missing = len(self._dataset) - len(labels)
            points = self._dataset.points[: len(labels)]
            begun = self._dataset.with_points(points, np.array(labels, dtype=np.int8))
            verdict = separability(Space.of(begun, self._rule))
            if verdict.separable and missing:
                self._open += [(*labels, 1), (*labels, -1)]
                continue
            separator = verdict.separator if verdict.separable else None
            certificate = {} if verdict.separable else verdict.support
            for rest in product((-1, 1), repeat=missing):
                self._found.append(Labelling((*labels, *rest), separator, certificate))

    def result(self) -> DichotomiesResult:
        known = (*self._found, *(each.mirrored() for each in reversed(self._found)))
        return DichotomiesResult(self._dataset, self._rule, known)


def cover(points: int, dimension: int) -> int:
    """Return 2·Σ C(n − 1, k) over k < D: the separable labellings in general position (1965).

    D counts the constant coordinate; without one, lines through the origin are counted.
    """
    return 2 * sum(math.comb(points - 1, k) for k in range(dimension))


def name_of(labelling: Labelling, dataset: Dataset) -> str:
    """Return the name of a gate, or the signs of all labels."""
    points, labels = dataset.points, labelling.labels
    low, high = points.min(axis=0), points.max(axis=0)
    bits = (points == high) @ (2, 1) if points.shape == (4, 2) else np.empty(0)
    if sorted(bits) == [0, 1, 2, 3] and ((points == low) | (points == high)).all():
        outputs = [labels[int(np.flatnonzero(bits == row)[0])] > 0 for row in range(4)]
        return _GATES[int("".join(str(int(each)) for each in outputs), 2)]
    return "".join("+" if y > 0 else "−" for y in labels)
