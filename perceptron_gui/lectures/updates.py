"""The arithmetic of one update: the new weights, and how far the agreement rises."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.base.number_text import added, factor, number, product_latex, vector

from .explanation import Step
from .notation import product_of
from .visit import VisitContext

# Up to so many coordinates each gets a symbol and a line of its own where the lecture does so.
FEW = 3


class PointUpdate:
    """A visit to one point, and what it changes if it is an update."""

    def __init__(self, context: VisitContext, i: int) -> None:
        offset = context.run.rule.offset
        self.context = context
        self.notation = context.notation
        self.i = i
        self.y = context.label(i)
        self.x = context.features(i)
        self.agreement, self.agreement_after = context.agreements(i)
        self.score = self.agreement * self.y
        self.symbols = symbols = context.symbols
        self.product = product_of(
            self.notation, symbols.before, symbols.point, offset, context.has_scale
        )
        # What a sign-switched product shows is y·s, elsewhere it is s.
        self.shown = self.agreement if self.notation.sign_switched else self.score

    @property
    def predicted(self) -> int | None:
        """The prediction, or None on the line where the rule has no sign for it."""
        if self.score == 0:
            return {"minus": -1, "plus": 1}.get(self.context.run.rule.tie)
        return 1 if self.score > 0 else -1

    def agreement_symbol(self, product: str) -> str:
        """Write y·s: ys, y(\\theta \\cdot x + \\theta_0), y w^\\top x."""
        if self.notation.sign_switched:
            return product
        if self.notation.score:
            return f"{self.symbols.label}{product}"
        inside = f"({product})" if " + " in product else rf"\,{product}"
        return self.symbols.label + inside

    def _rate(self) -> str:
        """Write the step in front of y·x, where the lecture has one or the run needs one."""
        if self.notation.step != r"\eta":
            return f"2{self.notation.step}"
        return r"\eta" if self.notation.always_shows_step or self.context.eta != 1 else ""

    def updates(self) -> Iterator[Step]:
        context, few = self.context, len(self.x) - self.context.offset_apart <= FEW
        if self.notation.score and few:
            for j in range(1, len(self.x) - context.offset_apart + 1):
                yield self._component(f"w_{j}", f"x_{j}", j - 1)
        else:
            yield from self._vector()
        if context.offset_apart:
            yield self._offset()
        if self.notation.score:
            yield Step(
                "weights", context.weights_latex(self.symbols.after, context.after), context.after
            )

    def _component(self, weight: str, coordinate: str, j: int) -> Step:
        """Write w_1 \\leftarrow w_1 - \\eta x_1 = 0.2 - 0.1·1 = 0.1."""
        context, down = self.context, self.y < 0
        change = factor(context.eta)
        if coordinate:
            change += rf"\cdot {factor(self.x[j])}"
        step = product_latex(self._rate(), coordinate)
        formula = " = ".join(
            [
                rf"{weight} \leftarrow {added(weight, (down, step))}",
                added(number(context.before[j]), (down, change)),
                number(context.after[j]),
            ]
        )
        return Step("update", formula, (context.after[j],))

    def _offset(self) -> Step:
        context = self.context
        if self.notation.score:
            return self._component("w_0", "x_0" if context.has_scale else "", -1)
        name, down = self.notation.offset, self.y < 0
        change = product_latex(self._rate(), "B" if context.has_scale else "", self.symbols.label)
        amount = number(context.eta)
        if context.has_scale:
            amount = rf"{factor(context.eta)}\cdot {factor(context.constant)}"
        sums = [f"{name} + {change}", added(number(context.before[-1]), (down, amount))]
        formula = " = ".join([name, *sums, number(context.after[-1])])
        return Step("update", formula, (context.after[-1],))

    def _vector(self) -> Iterator[Step]:
        """Write \\theta = \\theta + yx = (0, 0) + 1·(2, 1) = (2, 1)."""
        context, symbols, down = self.context, self.symbols, self.y < 0
        point = context.without_offset(self.x)
        change, size = (
            product_latex(self._rate(), symbols.label, symbols.point),
            factor(context.eta),
        )
        if self.notation.by_update:
            yield self._alpha()
            change = product_latex(self._alpha_name, symbols.point)
        elif self.notation.score:
            change = product_latex(self._rate(), symbols.point)
        elif self.notation.sign_switched:
            change, point, down = (
                product_latex(self._rate(), symbols.point),
                context.signed(self.i),
                False,
            )
        moved = vector(point)
        if self._rate() or not self.notation.sign_switched:
            moved = rf"{size}\cdot {moved}"
        minus = down and bool(self.notation.score)
        formula = " ".join(
            [
                f"{symbols.after} {self.notation.assign} {added(symbols.before, (minus, change))}",
                f"= {added(vector(context.without_offset(context.before)), (down, moved))}",
                f"= {vector(context.without_offset(context.after))}",
            ]
        )
        yield Step("update", formula, context.after)

    def _alpha(self) -> Step:
        """Write 002's \\alpha = \\mu(y - \\hat{y}); where the sign was right it is 2\\mu y."""
        label, mu = self.symbols.label, self.context.eta / 2
        value = self.context.eta * self.y
        if self.predicted in (None, self.y):
            parts = [rf"2\mu {label}", rf"2\cdot {factor(mu)}\cdot {factor(self.y)}"]
        else:
            hat = self.symbols.prediction
            gap = added(str(self.y), (self.y < 0, "1"))  # y and the prediction are opposite
            parts = [rf"\mu({label} - {hat})", rf"{factor(mu)}\cdot ({gap})"]
        return Step("update", " = ".join([self._alpha_name, *parts, number(value)]), (value,))

    @property
    def _alpha_name(self) -> str:
        return rf"\alpha({self.context.updates_after})"

    def agreement_step(self) -> Step:
        context, norm = self.context, rf"\|{self.symbols.point}\|^2"
        if context.offset_apart:
            norm += " + B^2" if context.has_scale else " + 1"
        size = sum(value * value for value in self.x)
        rise, rate = context.eta * size, self._rate()
        symbols = (f"{rate}({norm})" if " + " in norm else rate + norm) if rate else norm
        plugged = [rf"{factor(context.eta)}\cdot {factor(size)}"] if rate else []
        bare = product_of(
            self.notation,
            self.notation.bare_weights,
            self.symbols.point,
            context.run.rule.offset,
            context.has_scale,
        )
        name = self.agreement_symbol(bare)
        formula = " = ".join(
            [rf"\text{{agreement }}{name}\text{{ rises by }}{symbols}", *plugged, number(rise)]
        )
        before, after = number(self.agreement), number(self.agreement_after)
        formula += rf"\text{{, from }}{before}\text{{ to }}{after}"
        if context.is_wrong(self.i, self.agreement_after):
            still = "still a mistake" if context.bound == 0 else "not yet enough"
            formula += rf"\text{{: {still}}}"
        return Step("agreement", formula, (self.agreement, self.agreement_after))
