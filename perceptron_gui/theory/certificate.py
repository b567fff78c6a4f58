"""The certificate that no line separates, in exact numbers and of the simplest kind there is."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run
from perceptron_gui.core.separability import Separability
from perceptron_gui.core.space import Space
from perceptron_gui.core.values import frozen_value

ORIGIN, DUPLICATES, HULLS, SUM = "origin", "duplicates", "hulls", "sum"


@frozen_value
class Witness:
    """A point that counts: its label, its λ > 0, and x̃ with the constant coordinate last."""

    index: int
    label: int
    share: Fraction
    features: tuple[Fraction, ...]


@frozen_value
class Certificate:
    """λ > 0 of a few points with Σλ = 1 and Σλ·y·x̃ = 0 (Gordan), verified when it was made.

    The kind says how to read it: one point at the origin, the same point in both classes, a
    point common to both hulls, or, without an offset, a sum of signed points that is nought.
    """

    kind: str
    witnesses: tuple[Witness, ...]
    has_offset: bool

    @property
    def common(self) -> tuple[Fraction, ...]:
        """The point of the lifted space that both hulls share; without an offset the origin."""
        if not self.has_offset:
            return (Fraction(0),) * len(self.witnesses[0].features)
        return self.mean_of(1)

    def mean_of(self, label: int) -> tuple[Fraction, ...]:
        """Return the weighted mean of one class, the constant coordinate left out.

        With an offset Σλ = ½ in each class, so the weights of the mean are 2λ.
        """
        found = [w for w in self.witnesses if w.label == label]
        total = sum(w.share for w in found)
        columns = zip(*(w.features[:-1] for w in found), strict=True)
        return tuple(
            sum((w.share * v for w, v in zip(found, column, strict=True)), Fraction(0)) / total
            for column in columns
        )


def certificate_of(space: Space, verdict: Separability) -> Certificate:
    """Return a certificate for points that are not separable: the simplest kind that applies."""
    if verdict.separable:
        raise ValueError("separable points have no certificate")
    kind, shares = _simplest(space, verdict)
    named = sorted(shares)
    rows, unit = space.exact_rows(np.array(named))
    sums = [sum(shares[i] * int(v) for i, v in zip(named, c, strict=True)) for c in rows.T]
    if any(sums):
        raise AssertionError("the weights of a certificate do not cancel")
    labels = [int(space.labels[i]) for i in named]
    witnesses = tuple(
        Witness(i, label, shares[i], tuple(label * int(v) * unit for v in row))
        for i, label, row in zip(named, labels, rows, strict=True)
    )
    return Certificate(kind, witnesses, space.offset)


def meets_certificate(run: Run) -> bool:
    """Tell whether a run visits all points of a proof that nothing separates them."""
    visited = set(run.path.visiting.sequence.tolist())
    return not run.verdict.separable and visited.issuperset(run.verdict.support)


def _simplest(space: Space, verdict: Separability) -> tuple[str, dict[int, Fraction]]:
    if not space.offset:
        at_origin = np.flatnonzero(~space.dataset.points.any(axis=1))
        if len(at_origin):
            return ORIGIN, {int(at_origin[0]): Fraction(1)}
    pairs = contradictions(space.dataset)
    if len(pairs):
        return DUPLICATES, dict.fromkeys(map(int, pairs[0]), Fraction(1, 2))
    return HULLS if space.offset else SUM, verdict.support


def contradictions(dataset: Dataset) -> NDArray[np.int64]:
    """Return pairs (m, 2) of equal points with both labels, one of every such place."""
    points, labels = dataset.points, dataset.labels
    order = np.lexsort((labels, *points.T))
    here, after = order[:-1], order[1:]
    both = labels[here] != labels[after]
    both[both] = (points[here[both]] == points[after[both]]).all(axis=1)
    pairs = np.sort(np.column_stack([here[both], after[both]]), axis=1)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
