"""A visit to one point as a step of descent: loss, gradient, and the step against it.

000 writes a partial derivative for every weight, 004 the gradient of (4) and the step of (5). On
a kink of the loss every v between two slopes is a subgradient, and a rule chooses one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from perceptron_gui.base.number_text import Number, product_latex, sign_of

from .point_visit import CLASS_TIES, FEW, TIES, PointVisit
from .rounded import factor, number, vector
from .visit import Step, VisitContext, update_step


class DescentVisit(PointVisit):
    """One point of a loss with two straight pieces: max(0, −y·s), or the hinge max(0, 1 − y·s)."""

    def __init__(self, context: VisitContext, i: int) -> None:
        super().__init__(context, i)
        self._kink = 1 if context.bound else 0
        self._is_tie = self.agreement == self._kink
        self._name = loss_name(context)
        self._agreement = self._agreement_symbol(self.product)
        # −y·x̃ in symbols: -y(x, 1), -y_ix_i, and -y_n of sign-switched data.
        switched = self.notation.sign_switched
        self._full = f"-{self.symbols.point if switched else labelled_point(context)}"
        # The gradient, or the subgradient that the rule takes: −y·x̃ or 0.
        moved = int(context.is_update)
        self._gradient: list[Number] = [-moved * value for value in context.signed(i)]
        # Every weight may have a line of its own, as in 000.
        count = len(self.x) - context.offset_apart
        self._has_lines = bool(self.notation.score) and count <= FEW
        self._weight_numbers = [*map(str, range(1, count + 1)), *["0"] * context.offset_apart]

    def steps(self) -> Iterator[Step]:
        """Yield score, loss, gradient and update."""
        yield Step("point", self.context.point_latex(self.i), self.x)
        yield self._score()
        yield self._loss()
        yield from self._slope()
        if self.context.is_update:
            yield from self._descent()
            yield self._agreement_step()

    def _loss(self) -> Step:
        """Write L = max(0, -ys) = max(0, 0.1) = 0.1."""
        value = max(0, self._kink - self.agreement)
        symbol = self._agreement
        inside = f"1 - {symbol}" if self._kink else f"-{symbol}"
        minus = -self.agreement
        plugged = number(minus)
        if self._kink:
            plugged = f"1 + {number(minus)}" if minus >= 0 else f"1 - {number(self.agreement)}"
        sides = [self._name, rf"\text{{max}}(0, {inside})", rf"\text{{max}}(0, {plugged})"]
        return Step("loss", " = ".join([*sides, number(value)]), (value,))

    def _slope(self) -> Iterator[Step]:
        """Yield on which piece of the loss the point is, and the gradient there."""
        if self._is_tie:
            yield from self._subgradient()
            return
        side = "<" if self.agreement < self._kink else ">"
        where = f"{self._agreement} = {number(self.agreement)} {side} {self._kink}"
        zero = "0" if side == ">" else ""
        if self.notation.score:
            if side == "<" and not self._kink:  # as 000 tells the two kinds of mistakes apart
                against = "<" if self.y > 0 else ">"
                where = rf"y = {sign_of(self.y)}\text{{, }}s = {number(self.score)} {against} 0"
                partial = f"{'-' if self.y > 0 else ''}x_i"
            else:
                partial = "-yx_i"
            yield Step("gradient", rf"{where} \to {_partial('i')} = {zero or partial}")
            if not zero:
                yield self._partials()
            return
        found = zero or f"{self._full} = {vector(self.context.in_order(self._gradient))}"
        yield Step("gradient", rf"{where} \to \nabla {self._name} = {found}", tuple(self._gradient))

    def _partials(self) -> Step:
        """Write ∂L/∂w_1 = 1, ∂L/∂w_2 = 1, ∂L/∂w_0 = 1."""
        formula = rf"\nabla L = {self._full} = {vector(self._gradient)}"
        if self._has_lines:
            pairs = zip(self._weight_numbers, self._gradient, strict=True)
            formula = r"\text{, }".join(f"{_partial(j)} = {number(v)}" for j, v in pairs)
        return Step("gradient", formula, tuple(self._gradient))

    def _subgradient(self) -> Iterator[Step]:
        """Write v ∈ [0, 1]·(−y·x) at a kink, and which v the rule takes."""
        product = self._agreement if self._kink else self.product
        yield Step("gradient", rf"{product} = {self._kink} \to v \in [0, 1]\cdot ({self._full})")
        ties = CLASS_TIES if self.notation.sign_switched else TIES
        why = r"1\text{ is enough here}" if self._kink else ties[self.context.run.rule.tie]
        share, value = "0", "0"
        if self.context.is_update:
            share, value = "1", vector(self.context.in_order(self._gradient))
        formula = rf"v = {share}\cdot ({self._full}) = {value}\text{{ (}}{why}\text{{)}}"
        yield Step("gradient", formula, tuple(self._gradient))

    def _descent(self) -> Iterator[Step]:
        """Yield w_1 \\leftarrow w_1 - \\eta ∂L/∂w_1 = …, or θ(j+1) = θ(j) - ∇ℓ_i = …"""
        context, gradient = self.context, self._gradient
        if self._has_lines:
            for j, name in enumerate(self._weight_numbers):
                yield self._line(j, name, gradient[j])
            after = context.weights_latex(self.symbols.after, context.after)
            yield Step("weights", after, context.after)
            return
        slope = "v" if self._is_tie else rf"\nabla {self._name}"
        yield update_step(context, product_latex(self._rate(), slope), "-", context.eta, gradient)

    def _line(self, j: int, name: str, slope: Number) -> Step:
        context, weight = self.context, f"w_{name}"
        step = f"v_{name}" if self._is_tie else _partial(name)
        change = product_latex(self._rate(), rf"\, {step}")
        before, after = number(context.before[j]), context.after[j]
        amount = rf"{factor(context.eta)}\cdot {factor(slope)}"
        sides = [rf"{weight} \leftarrow {weight} - {change}", f"{before} - {amount}", number(after)]
        return Step("update", " = ".join(sides), (after,))


def full_point(context: VisitContext) -> str:
    """Write x̃ in symbols: (x, 1), x_i."""
    point = context.symbols.point
    if not context.offset_apart:
        return point
    return f"({point}, {'B' if context.has_scale else '1'})"


def labelled_point(context: VisitContext) -> str:
    """Write y·x̃ in symbols: y(x, 1), y_ix_i."""
    return product_latex(context.symbols.label, full_point(context))


def loss_name(context: VisitContext) -> str:
    """Write the loss of one point as a lecture calls it: L, 003's E_P and e_n², 004's ℓ_i."""
    if context.notation.sign_switched and context.run.path.mistake_driven:
        return "E_P"
    if context.index is None:
        return "L"
    if context.notation.sign_switched and context.run.rule.loss == "squared":
        return error_name(context.index)
    return rf"\ell_{{{context.index + 1}}}" if context.notation.name == "004" else "L"


def error_name(i: int) -> str:
    """Write the squared error of a point: e_n², where the residual is e_n."""
    return f"e_{{{i + 1}}}^2"


def _partial(name: str) -> str:
    return rf"\partial L/\partial w_{name}"


def logistic_steps(context: VisitContext, i: int) -> Iterator[Step]:
    """Yield what a logistic run predicts of a point before the visit, and what that costs."""
    agreement = float(context.agreements(i)[0])
    score = agreement * context.label(i)
    chance = (1.0 + math.tanh(score / 2.0)) / 2.0
    product = context.score_latex(context.symbols.before)
    is_one = r"\text{class 1}" if context.notation.sign_switched else "y = 1"
    formula = rf"P({is_one}) = 1/(1 + e^{{-s}}) = {number(chance)}\text{{ at }}s = {number(score)}"
    if not context.notation.score:
        formula += rf"\text{{, }}s\text{{ being }}{product}"
    yield Step("prediction", formula, (chance,))
    loss = max(0.0, -agreement) + math.log1p(math.exp(-abs(agreement)))
    formula = rf"{loss_name(context)} = \text{{ln}}(1 + e^{{-ys}}) = {number(loss)}"
    yield Step("loss", formula, (loss,))
