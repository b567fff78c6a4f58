"""One visit of a run as a lecture writes it: its points, weights and scores in LaTeX.

Its explanation is a value, which is rendered as plain text or as LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np

from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import Number, Numbers, sign_of
from perceptron_gui.core.paths.history import PointHistory
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.runs.measures import own_kind
from perceptron_gui.core.runs.run import Run

from .notation import Notation, Symbols, factor, number, vector

Entry = TypeVar("Entry")


class VisitContext:
    """A visit of a run in the notation of a lecture; vectors have the constant coordinate last."""

    def __init__(self, run: Run, visit: int, notation: Notation) -> None:
        if not 0 <= visit <= run.visits:
            raise IndexError(f"visits go from 0 to {run.visits}")
        self.run = run
        self.visit = visit
        self.notation = notation
        self.updates_before = int(run.updates_at(max(visit - 1, 0)))
        self.updates_after = int(run.updates_at(visit))
        self.is_update = self.updates_after > self.updates_before
        raw = run.history.weights_after(np.array([self.updates_before, self.updates_after]))
        self._raw_before, self._raw_after = raw[0], raw[1]
        self.before = self.numbers(run.path.arithmetic.fractions(raw[0]))
        self.after = self.numbers(run.path.arithmetic.fractions(raw[1]))
        self.eta = self.numbers([run.rule.eta])[0]
        self.constant = self.numbers([run.rule.bias_scale])[0]
        self.offset_apart = bool(notation.offset) and run.rule.offset  # it has its own symbol
        self.has_scale = run.rule.offset and run.rule.bias_scale != 1
        visiting, self.points = run.path.visiting, list[int]()
        if visit and visiting.chooses_mistakes and isinstance(run.history, PointHistory):
            chosen = run.point_of_update(self.updates_before)
            self.points = [] if chosen is None else [chosen]
        elif visit:
            self.points = [int(i) for i in visiting.points_of(visit)]
        is_one = bool(self.points) and visiting.block == 1
        self.index = self.points[0] if is_one else None  # None where several are visited
        self.symbols = Symbols.of(
            notation, visit, self.updates_before, self.index or 0, self.is_update
        )

    def label(self, i: int) -> int:
        """Return y of a point."""
        return int(self.run.dataset.labels[i])

    def target(self, i: int) -> Number:
        """Return what least squares fits at a point: its real target, or its label."""
        return self.numbers([exact_number(float(self.run.dataset.fitted[i]))])[0]

    def numbers(self, values: Sequence[Fraction]) -> tuple[Number, ...]:
        """Return fractions where the run is exact, else floats."""
        return tuple(values) if self.run.arithmetic == "exact" else tuple(map(float, values))

    def signed(self, i: int) -> tuple[Number, ...]:
        """Return z = y·x̃ of a point as the run holds it."""
        arithmetic = self.run.path.arithmetic
        if not arithmetic.is_exact:
            return tuple(arithmetic.z[i].tolist())
        return tuple(int(v) * arithmetic.point_unit for v in arithmetic.z[i])

    def features(self, i: int) -> tuple[Number, ...]:
        """Return x̃ of a point: its coordinates, lifted ones too, and the constant last."""
        if isinstance(self.run.path, KernelPath):  # which has no others than those typed
            return self.numbers([exact_number(v) for v in self.run.dataset.points[i].tolist()])
        signed = self.signed(i)
        return signed if self.label(i) > 0 else tuple(-value for value in signed)

    def raw_counts(self, i: int) -> tuple[int, int]:
        """Return how often a point was counted before and after the visit, by a kernel run."""
        return int(self._raw_before[i]), int(self._raw_after[i])

    def agreements(self, i: int) -> tuple[Number, ...]:
        """Return y·s before and after the visit, as the run computes it."""
        path, raws = self.run.path, (self._raw_before, self._raw_after)
        if isinstance(path, KernelPath) and self.is_update and i == self.index:
            after = path.arithmetic.agreement(raws[1], i)
            return self.numbers([path.recorded_agreement(self.updates_before), after])
        return self.numbers([self.run.path.arithmetic.agreement(raw, i) for raw in raws])

    @property
    def bound(self) -> Fraction:
        """The y·s below which a point makes a step: 0, the margin, or 1 of the hinge."""
        return self.run.mistakes[0]

    def predicted(self, i: int) -> int | None:
        """Return the prediction before the visit; None on the line if the rule has no sign."""
        score = self.agreements(i)[0] * self.label(i)
        if score == 0:
            return self.run.rule.sign_on_line or None
        return 1 if score > 0 else -1

    def is_wrong(self, i: int, agreement: Number) -> bool:
        """Return whether a point with this y·s makes a step under the run's rule."""
        bound, inclusive = self.run.mistakes
        return agreement < bound or (agreement == bound and bool(inclusive[i]))

    def in_order(self, values: Sequence[Entry]) -> Sequence[Entry]:
        """Return a vector, or rows, in the order of the lecture: the constant last, or first."""
        if self.notation.constant_first and self.run.rule.offset:
            return [values[-1], *values[:-1]]
        return values

    def without_offset(self, values: Numbers) -> Numbers:
        """Return the vector as written: without an offset that has a symbol of its own."""
        return values[:-1] if self.offset_apart else self.in_order(values)

    def weights_latex(self, symbol: str, values: Numbers) -> str:
        """Write w = (2, 1), w_0 = -1."""
        text = f"{symbol} = {vector(self.without_offset(values))}"
        if not self.offset_apart:
            return text
        return f"{text}\\text{{, }} {self.notation.offset} = {number(values[-1])}"

    @property
    def _steps_in_eta(self) -> Fraction:
        """How many steps of the lecture η is.

        A mistake moves 002's weights by μ(y − ŷ)x = 2μyx. Where it descends, it is on ½(y − ŷ)²,
        whose slope is half of that of our squared loss; Newton's steps are the same for both.
        """
        rule = self.run.rule
        by_newton = rule.rule == "least-squares" and rule.solver == "newton"
        if self.notation.step == r"\eta" or by_newton:
            return Fraction(1)
        special = {"squared": Fraction(1, 2), "logistic": Fraction(1)}
        return special.get(own_kind(self.run), Fraction(2))

    def rate_latex(self, slowed: str = "") -> str:
        """Write η as the lecture has it, over what a schedule divides it by: η, (μ/2)."""
        ratio = self._steps_in_eta
        top = "2" * (ratio == 2) + self.notation.step
        below = "2" * (ratio.denominator == 2)
        if slowed:
            below = rf"({below}\cdot {slowed})" if below else slowed
        return f"({top}/{below})" if below else top

    @property
    def rate_meaning(self) -> str:
        """Write what the lecture's step is of η: μ = η/2 = 0.05."""
        ratio = self._steps_in_eta
        eta = {2: r"\eta/2", 1: r"\eta"}.get(int(ratio), r"2\eta")
        return rf"{self.notation.step} = {eta} = {number(self.eta / self.numbers([ratio])[0])}"

    def score_latex(self, weights: str) -> str:
        """Write the score of the visited point: w^\\top x, \\theta \\cdot x + \\theta_0."""
        rule = self.run.rule
        return self.notation.product(weights, self.symbols.point, rule.offset, self.has_scale)

    def point_latex(self, i: int) -> str:
        """Write x = (2, 1), y = +1; sign-switched data y = -(2, 1, 1) = (-2, -1, -1), class 2."""
        x, label = self.features(i), self.label(i)
        text = f"{self.symbols.point} = {vector(self.without_offset(x))}"
        switches = self.notation.sign_switched and self.run.path.mistake_driven
        if switches and label < 0:
            text = f"{self.symbols.point} = -{vector(x)} = {vector(self.signed(i))}"
        if made := self.run.space.made_by:
            typed = self.numbers([exact_number(v) for v in self.run.dataset.points[i].tolist()])
            text += f"\\text{{ {made} from }}{vector(typed)}"
        if switches:
            return f"{text}\\text{{, class {1 if label > 0 else 2}}}"
        if self.run.dataset.targets is not None:
            return f"{text}\\text{{, }} {self.symbols.label} = {number(self.target(i))}"
        return f"{text}\\text{{, }} {self.symbols.label} = {sign_of(label)}"


@dataclass(frozen=True)
class Step:
    """One line: what it is about, and its formula as small LaTeX."""

    kind: str  # point, score, prediction, comparison, loss, gradient, update, …
    formula: str


def all_weights(context: VisitContext) -> tuple[str, str]:
    """Return the symbols of all weights before and after; a separate offset joins them."""
    before, after = context.symbols.before, context.symbols.after
    if not context.offset_apart:
        return before, after
    return f"({before}, {context.notation.offset})", f"({after}, {context.notation.offset})"


def update_step(
    context: VisitContext, change: str, sign: str, size: Number, amount: Numbers
) -> Step:
    """Write w = w + \\eta\\sum yx = (0, 0) + 1·(2, 1) = (2, 1), offset included."""
    before, after = all_weights(context)
    moved = vector(context.in_order(amount))
    if size != 1:
        moved = rf"{factor(size)}\cdot {moved}"
    steps = [
        f"{after} {context.notation.assign} {before} {sign} {change}",
        f"{vector(context.in_order(context.before))} {sign} {moved}",
        vector(context.in_order(context.after)),
    ]
    return Step("update", " = ".join(steps))


@dataclass(frozen=True)
class Explanation:
    """What happened at a visit, line by line."""

    visit: int
    epoch: int
    is_update: bool
    steps: tuple[Step, ...]
    number: int | None  # of a single point, in words; None where its symbol has another number

    @property
    def heading(self) -> str:
        """Where in the run this is; the first step goes on from here."""
        if not self.visit:
            return "Start"
        point = "" if self.number is None else f", point {self.number}"
        return f"Visit {self.visit}, epoch {self.epoch}{point}"


def render_text(explanation: Explanation) -> str:
    """Return a heading line and one indented line for every further step."""
    first, *rest = (to_plain(step.formula) for step in explanation.steps)
    return "\n".join([f"{explanation.heading}: {first}", *(f"  {line}" for line in rest)])


def render_latex(explanation: Explanation) -> str:
    """Return an align* block; it needs the package amsmath and nothing else."""
    first, *rest = (step.formula for step in explanation.steps)
    return aligned(
        [f"&\\text{{{explanation.heading}: }} {first}", *(f"&\\quad {row}" for row in rest)]
    )


def aligned(rows: Sequence[str]) -> str:
    """Return rows of formulas as an align* block."""
    # After words TeX would space a sign as if it added something to them.
    rows = [re.sub(r"(\\text\{[^{}]*\}\s*)([+-])", r"\1{\2}", row) for row in rows]
    return "\n".join([r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"])
