"""A second, obvious implementation of the rules, in fractions, to test the engine against."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction

Vector = list[Fraction]


@dataclass
class Trace:
    """Every visit of a textbook run: (visit, point, score before, weights after, update?)."""

    start: Vector
    visits: list[tuple[int, int, Fraction, Vector, bool]] = field(default_factory=list)

    @property
    def updates(self) -> list[tuple[int, int, Fraction, Vector]]:
        return [(t, i, s, w) for t, i, s, w, updated in self.visits if updated]

    def weights_at(self, visit: int) -> Vector:
        return self.visits[visit - 1][3] if visit else self.start


def augmented(points: Iterable[Iterable[Fraction]], offset: bool, bias: Fraction) -> list[Vector]:
    return [[*point, bias] if offset else list(point) for point in points]


def dot(a: Vector, b: Vector) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def is_mistake(label: int, score: Fraction, tie: str, margin: Fraction = Fraction(0)) -> bool:
    if margin > 0:
        return label * score <= margin
    if score == 0:
        return tie == "always" or (tie == "minus" and label > 0) or (tie == "plus" and label < 0)
    return label * score < 0


def errors(points: list[Vector], labels: list[int], weights: Vector, tie: str) -> int:
    return sum(is_mistake(y, dot(weights, x), tie) for x, y in zip(points, labels, strict=True))


def perceptron(
    points: list[Vector],
    labels: list[int],
    visits: Iterable[int],
    start: Vector,
    *,
    eta: Fraction,
    tie: str,
    margin: Fraction = Fraction(0),
) -> Trace:
    """Visit points (already augmented) one by one; a mistake adds η·y·x."""
    weights = list(start)
    trace = Trace(list(start))
    for t, i in enumerate(visits, start=1):
        score = dot(weights, points[i])
        wrong = is_mistake(labels[i], score, tie, margin)
        if wrong:
            weights = [w + eta * labels[i] * x for w, x in zip(weights, points[i], strict=True)]
        trace.visits.append((t, i, score, list(weights), wrong))
    return trace


def cyclic(n: int, epochs: int) -> Iterator[int]:
    return itertools.chain.from_iterable(range(n) for _ in range(epochs))


def chosen_mistakes(
    points: list[Vector], labels: list[int], start: Vector, *, eta: Fraction, tie: str,
    worst: bool, most: int,
) -> Trace:  # fmt: skip
    """Visit the first, or the worst, mistake of all points until there is none."""
    weights = list(start)
    trace = Trace(list(start))
    for t in range(1, most + 1):
        wrong = [
            (labels[i] * dot(weights, x), i)
            for i, x in enumerate(points)
            if is_mistake(labels[i], dot(weights, x), tie)
        ]
        if not wrong:
            break
        i = min(wrong)[1] if worst else wrong[0][1]
        score = dot(weights, points[i])
        weights = [w + eta * labels[i] * x for w, x in zip(weights, points[i], strict=True)]
        trace.visits.append((t, i, score, list(weights), True))
    return trace


def average(trace: Trace, visit: int) -> Vector:
    """001: add the weights after every visit, divide by the visits."""
    total = [Fraction(0)] * len(trace.start)
    for _, _, _, weights, _ in trace.visits[:visit]:
        total = [a + b for a, b in zip(total, weights, strict=True)]
    return [a / visit for a in total]


def pocket(
    trace: Trace, visit: int, points: list[Vector], labels: list[int], tie: str, mode: str
) -> Vector:
    """Gallant's pocket, visit by visit, as his paper tells it."""
    kept = trace.start
    kept_errors = errors(points, labels, kept, tie)
    kept_run = run = 0
    for _, _, _, weights, updated in trace.visits[:visit]:
        if mode == "errors":
            now = errors(points, labels, weights, tie)
            if updated and now < kept_errors:
                kept, kept_errors = weights, now
            continue
        if updated:
            run = 0
            continue
        run += 1
        if run <= kept_run:
            continue
        now = errors(points, labels, weights, tie)
        if mode == "gallant" or now < kept_errors:
            kept, kept_errors, kept_run = weights, now, run
    return kept


def votes(trace: Trace, visit: int, points: list[Vector], tie: str) -> list[int]:
    """Every visit's weights vote once on every point."""
    at_zero = {"minus": -1, "plus": 1}.get(tie, 0)
    totals = [0] * len(points)
    for _, _, _, weights, _ in trace.visits[:visit]:
        for i, point in enumerate(points):
            score = dot(weights, point)
            totals[i] += (score > 0) - (score < 0) if score else at_zero
    return totals


def kernel_perceptron(
    points: list[Vector], labels: list[int], *, kernel: str, degree: int, eta: Fraction, tie: str,
    margin: Fraction, epochs: int,
) -> list[tuple[int, int]]:  # fmt: skip
    """Return visit and point of every mistake; each score is summed anew: η·Σ α_j·y_j·k(x_j, x)."""

    def value(x: Vector, z: Vector) -> Fraction:
        return dot(x, z) if kernel == "linear" else (1 + dot(x, z)) ** degree

    gram = [[y * value(z, x) for z, y in zip(points, labels, strict=True)] for x in points]
    alpha, updates = [Fraction(0)] * len(points), list[tuple[int, int]]()
    for visit, i in enumerate(cyclic(len(points), epochs), start=1):
        if is_mistake(labels[i], eta * dot(alpha, gram[i]), tie, margin):
            alpha[i] += 1
            updates.append((visit, i))
    return updates


def seen_by(points: list[Vector], scale: str) -> Callable[[Vector], Vector]:
    """Return how a run on these points sees any point: centred, or from −1 to 1 among them."""
    columns = list(zip(*points, strict=True))
    shifts, sizes = [Fraction(0)] * len(columns), [Fraction(1)] * len(columns)
    if scale == "centre":
        shifts = [sum(column, Fraction(0)) / len(points) for column in columns]
    if scale == "range":
        shifts = [(min(column) + max(column)) / 2 for column in columns]
        sizes = [(max(column) - min(column)) / 2 or Fraction(1) for column in columns]
    return lambda x: [(v - a) / b for v, a, b in zip(x, shifts, sizes, strict=True)]


def left_out(
    points: list[Vector], labels: list[int], start: Vector, *, eta: Fraction, tie: str, scale: str,
    order: str, epochs: int,
) -> list[int] | None:  # fmt: skip
    """Train without each point in turn; return those got wrong, or None if a run goes on longer.

    The start is as long as the points, or has one number more: the weight of a constant 1.
    """
    found = []
    for i, (left, own) in enumerate(zip(points, labels, strict=True)):
        others, signs = points[:i] + points[i + 1 :], labels[:i] + labels[i + 1 :]
        seen, has_offset = seen_by(others, scale) if others else list, len(start) > len(left)
        rows = augmented(map(seen, others), has_offset, Fraction(1))
        if order == "cyclic":
            visits = cyclic(len(rows), epochs)
            trace = perceptron(rows, signs, visits, start, eta=eta, tie=tie)
        else:
            most, worst = epochs * len(rows), order == "worst"
            trace = chosen_mistakes(rows, signs, start, eta=eta, tie=tie, worst=worst, most=most)
        weights = trace.weights_at(len(trace.visits))
        if errors(rows, signs, weights, tie):
            return None
        (row,) = augmented([seen(left)], has_offset, Fraction(1))
        if is_mistake(own, dot(weights, row), tie):
            found.append(i)
    return found


def gaussian_margin_squared(points: list[Vector], labels: list[int], width: Fraction) -> Decimal:
    """Return γ² in 60 digits: the least ‖p‖² of all supports whose nearest point p is inside.

    Points must differ. With G of all y·y'·k(x, x') and Gu = 1, p has weights u/Σu and ‖p‖² = 1/Σu.
    """
    with localcontext(prec=60):
        gram = [
            [y * other * _gaussian(x, z, width) for z, other in zip(points, labels, strict=True)]
            for x, y in zip(points, labels, strict=True)
        ]
        found = []
        for size in range(1, len(points) + 1):
            for support in itertools.combinations(range(len(points)), size):
                shares = _solved([[gram[i][j] for j in support] + [Decimal(1)] for i in support])
                if min(shares) > 0:
                    found.append(1 / sum(shares, Decimal(0)))
        return min(found)


def _gaussian(x: Vector, z: Vector, width: Fraction) -> Decimal:
    square = sum(((a - b) ** 2 for a, b in zip(x, z, strict=True)), Fraction(0)) / (2 * width**2)
    return (-Decimal(square.numerator) / Decimal(square.denominator)).exp()


def _solved(rows: list[list[Decimal]]) -> list[Decimal]:
    """Return u of Gu = 1 for rows (G | 1) of a positive definite G, by elimination."""
    for i, lead in enumerate(rows):
        for row in rows[i + 1 :]:
            share = row[i] / lead[i]
            row[i:] = [a - share * b for a, b in zip(row[i:], lead[i:], strict=True)]
    found: list[Decimal] = []
    for i, row in reversed(list(enumerate(rows))):
        known = sum((a * b for a, b in zip(row[i + 1 : -1], found, strict=True)), Decimal(0))
        found.insert(0, (row[-1] - known) / row[i])
    return found
