"""The arithmetic of one point: score, prediction, comparison, and then the update."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.base.number_text import number, products, sign_of

from .explanation import Step
from .updates import FEW, PointUpdate

_TIES = {
    "minus": r"0\text{ counts as }-1\text{ here}",
    "plus": r"0\text{ counts as }+1\text{ here}",
    "always": r"\text{a point on the line is always a mistake here}",
    "never": r"\text{a point on the line is never a mistake here}",
}
# Where the data are sign-switched there are classes instead of signs.
_CLASS_TIES = _TIES | {
    "minus": r"0\text{ counts as class 2 here}",
    "plus": r"0\text{ counts as class 1 here}",
}


class PointVisit(PointUpdate):
    """One point, one comparison, and perhaps one update."""

    def steps(self) -> Iterator[Step]:
        """Tell everything in the order of the board."""
        context = self.context
        yield Step("point", context.point_latex(self.i), self.x)
        yield self._score()
        if (predicted := self._prediction()) is not None:
            yield predicted
        yield self._comparison()
        if context.is_update:
            yield from self.updates()
            yield self.agreement_step()
        elif self.notation.counts == "visits":
            same = context.weights_latex(
                f"{self.symbols.after} = {self.symbols.before}", context.after
            )
            yield Step("update", rf"{same}\text{{, no update}}", context.after)
        else:
            yield Step("update", r"\text{no update}", context.after)

    def _score(self) -> Step:
        context, w = self.context, self.context.before
        point = context.signed(self.i) if self.notation.sign_switched else self.x
        if context.offset_apart:
            # A constant coordinate of 1 is not written beside an offset of its own.
            last = (w[-1], point[-1] if context.has_scale else None)
            pairs = [*zip(w[:-1], point[:-1], strict=True), last]
        else:
            pairs = list(zip(context.in_order(w), context.in_order(point), strict=True))
        parts = [self.product, *([self._in_symbols()] if self.notation.score else [])]
        formula = " = ".join([*parts, products(pairs), number(self.shown)])
        return Step("score", formula, (self.score,))

    def _in_symbols(self) -> str:
        """Write the sum of 000: w_1x_1 + w_2x_2 + w_0."""
        count = len(self.x) - self.context.offset_apart
        if count > FEW:
            return rf"\sum_{{i={int(not self.context.offset_apart)}}}^{{{count}}} w_ix_i"
        terms = [f"w_{j}x_{j}" for j in range(1, count + 1)]
        last = "w_0x_0" if self.context.has_scale else "w_0"
        return " + ".join([*terms, *([last] if self.context.offset_apart else [])])

    def _prediction(self) -> Step | None:
        predicted = self.predicted
        if self.notation.sign_switched or predicted is None:
            return None
        value, tie = number(self.score), _TIES[self.context.run.rule.tie]
        if self.notation.score:
            side = ">" if self.score > 0 else "<"
            formula = rf"s = {value} {side} 0 \to \text{{predict }}{sign_of(predicted)}"
            if self.score == 0:
                formula = f"s = {tie}"
        else:
            note = rf"\text{{ (}}{tie}\text{{)}}" if self.score == 0 else ""
            sign = rf"\text{{{self.notation.sign}}}({value}) = {sign_of(predicted)}{note}"
            formula = f"{self._hypothesis()} = {sign}"
        return Step("prediction", formula, (predicted,))

    def _hypothesis(self) -> str:
        """Write what is predicted with: h(x; \\theta), \\hat{y}, sign(…)."""
        if self.notation.prediction == "h":
            inside = f"; {self.symbols.before}"
            inside += f", {self.notation.offset}" if self.context.offset_apart else ""
            return f"h({self.symbols.point}{inside})"
        return self.symbols.prediction or rf"\text{{{self.notation.sign}}}({self.product})"

    def _comparison(self) -> Step:
        context, moved = self.context, self.context.is_update
        verdict = r"\text{mistake}" if moved else r"\text{correct}"
        predicted, y = self.predicted, sign_of(self.y)
        if context.bound > 0:
            agreement = self.agreement_symbol(self.product)
            sides = "<", r"\ge"
            sides = sides if context.run.rule.uses_option("loss") else (r"\le", ">")
            side = sides[0] if moved else sides[1]
            verdict = r"\text{not enough}" if moved else r"\text{enough}"
            formula = f"{agreement} = {number(self.agreement)} {side} {number(context.bound)}"
        elif self.score == 0 and (predicted is None or self.notation.sign_switched):
            ties = _CLASS_TIES if self.notation.sign_switched else _TIES
            formula = f"{self.product} = 0"
            verdict += rf"\text{{ (}}{ties[context.run.rule.tie]}\text{{)}}"
        elif self.notation.sign_switched:
            formula = f"{self.product} {'<' if moved else '>'} 0"
        else:
            named = self.notation.prediction and f" = {self._hypothesis()}"
            formula = f"{self.symbols.label} = {y}"
            formula += rf" \ne {sign_of(-self.y)}{named}" if moved else named
        return Step("comparison", rf"{formula} \to {verdict}", (self.agreement,))
