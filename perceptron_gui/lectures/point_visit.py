"""The arithmetic of a visit to one point: score, prediction, comparison, and perhaps an update."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.base.number_text import added, product_latex, sign_of

from .notation import factor, number, products, rounded, vector
from .visit import Step, VisitContext

# Up to so many coordinates each gets a symbol and a line of its own where the lecture does so.
FEW = 3
_TIES = {"minus": "-1", "plus": "+1", "always": r"\text{a mistake}", "never": r"\text{correct}"}
# Where the data are sign-switched there are classes instead of signs.
_CLASS_TIES = _TIES | {"minus": r"\text{class 2}", "plus": r"\text{class 1}"}


def on_line_note(context: VisitContext, what: str = "on the line") -> str:
    """Write what a point on the line counts as, in brackets."""
    ties = _CLASS_TIES if context.notation.sign_switched else _TIES
    return rf"\text{{ ({what} counts as }}{ties[context.run.rule.tie]}\text{{)}}"


class PointVisit:
    """One point, one comparison, and perhaps one update."""

    def __init__(self, context: VisitContext, i: int) -> None:
        self.context = context
        self.notation = context.notation
        self.i = i
        self.y = context.label(i)
        self.x = context.features(i)
        self.agreement, self.agreement_after = context.agreements(i)
        self.score = self.agreement * self.y
        self.symbols = context.symbols
        self.predicted = context.predicted(i)
        self.product = context.score_latex(self.symbols.before)
        # What a sign-switched product shows is y·s, elsewhere it is s.
        self.shown = self.agreement if self.notation.sign_switched else self.score

    def steps(self) -> Iterator[Step]:
        """Yield the steps in the order of a lecture."""
        context = self.context
        yield Step("point", context.point_latex(self.i))
        yield self._score()
        if (predicted := self._prediction()) is not None:
            yield predicted
        yield self._comparison()
        if context.is_update:
            yield from self._updates()
            yield self._agreement_step()

    def _score(self) -> Step:
        context, w = self.context, self.context.before
        point = context.signed(self.i) if self.notation.sign_switched else self.x
        if context.offset_apart:
            # A constant coordinate of 1 is not written beside an offset of its own.
            last = (w[-1], point[-1] if context.has_scale else None)
            pairs = [*zip(w[:-1], point[:-1], strict=True), last]
        else:
            pairs = list(zip(context.in_order(w), context.in_order(point), strict=True))
        sides = [self.product]
        count = len(self.x) - context.offset_apart
        if self.notation.score and count > FEW:
            sides.append(rf"\sum_{{i={int(not context.offset_apart)}}}^{{{count}}} w_ix_i")
        elif self.notation.score:  # 000 writes w_1x_1 + w_2x_2 + w_0
            constant = "w_0x_0" if context.has_scale else "w_0"
            terms = [f"w_{j}x_{j}" for j in range(1, count + 1)]
            terms += [constant] * context.offset_apart
            sides.append(" + ".join(terms))
        formula = " = ".join([*sides, products(pairs), number(self.shown)])
        return Step("score", formula)

    def _prediction(self) -> Step | None:
        predicted = self.predicted
        if self.notation.sign_switched or predicted is None:
            return None
        if self.notation.score:
            side = ">" if self.score > 0 else "<"
            compared = f"s = {number(self.score)} {side} 0" if self.score else "s = 0"
            formula = rf"{compared} \to \text{{predict }}{sign_of(predicted)}"
        else:
            sign = rf"\text{{{self.notation.sign}}}({rounded(self.score)})"
            formula = f"{self._hypothesis()} = {sign} = {sign_of(predicted)}"
        note = "" if self.score else on_line_note(self.context)
        return Step("prediction", formula + note)

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
            agreement = self.notation.agreement_of(self.symbols.label, self.product)
            sides = "<", r"\ge"
            sides = sides if context.run.rule.uses_option("loss") else (r"\le", ">")
            side = sides[0] if moved else sides[1]
            verdict = r"\text{not enough}" if moved else r"\text{enough}"
            formula = f"{agreement} = {number(self.agreement)} {side} {number(context.bound)}"
        elif self.score == 0 and (predicted is None or self.notation.sign_switched):
            formula = f"{self.product} = 0"
            verdict += on_line_note(context)
        elif self.notation.sign_switched:
            formula = f"{self.product} {'<' if moved else '>'} 0"
        else:
            named = self.notation.prediction and f" = {self._hypothesis()}"
            formula = f"{self.symbols.label} = {y}"
            formula += rf" \ne {sign_of(-self.y)}{named}" if moved else named
        return Step("comparison", rf"{formula} \to {verdict}")

    def _rate(self) -> str:
        """Write the step in front of y·x, where the lecture has one or the run needs one."""
        if self.notation.step != r"\eta":
            return f"2{self.notation.step}"
        return r"\eta" if self.notation.always_shows_step or self.context.eta != 1 else ""

    def _updates(self) -> Iterator[Step]:
        """Yield the new weights: coordinate by coordinate, or as a vector and an offset."""
        context = self.context
        count = len(self.x) - context.offset_apart
        if self.notation.score and count <= FEW:
            for j in range(1, count + 1):
                yield self._component(f"w_{j}", f"x_{j}", j - 1)
        else:
            yield from self._vector()
        if context.offset_apart:
            yield self._offset()
        if self.notation.score:
            yield Step("weights", context.weights_latex(self.symbols.after, context.after))

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
        return Step("update", formula)

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
        return Step("update", formula)

    def _vector(self) -> Iterator[Step]:
        """Write \\theta = \\theta + yx = (0, 0) + 1·(2, 1) = (2, 1)."""
        context, symbols, down = self.context, self.symbols, self.y < 0
        point = context.without_offset(self.x)
        change = product_latex(self._rate(), symbols.label, symbols.point)
        if self.notation.by_update:
            yield self._alpha()
            change = product_latex(self._alpha_name, symbols.point)
        elif self.notation.score:
            change = product_latex(self._rate(), symbols.point)
        elif self.notation.sign_switched:
            change = product_latex(self._rate(), symbols.point)
            point, down = context.signed(self.i), False
        moved = vector(point)
        if self._rate() or not self.notation.sign_switched:
            moved = rf"{factor(context.eta)}\cdot {moved}"
        minus = down and bool(self.notation.score)
        formula = " ".join(
            [
                f"{symbols.after} {self.notation.assign} {added(symbols.before, (minus, change))}",
                f"= {added(vector(context.without_offset(context.before)), (down, moved))}",
                f"= {vector(context.without_offset(context.after))}",
            ]
        )
        yield Step("update", formula)

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
        return Step("update", " = ".join([self._alpha_name, *parts, number(value)]))

    @property
    def _alpha_name(self) -> str:
        return rf"\alpha({self.context.updates_after})"

    def _agreement_step(self) -> Step:
        """Return how far the update raises y·s, and whether that is enough."""
        context, norm = self.context, rf"\|{self.symbols.point}\|^2"
        if context.offset_apart:
            norm += " + B^2" if context.has_scale else " + 1"
        size = sum(value * value for value in self.x)
        rise, rate = context.eta * size, self._rate()
        symbols = (f"{rate}({norm})" if " + " in norm else rate + norm) if rate else norm
        plugged = [rf"{factor(context.eta)}\cdot {factor(size)}"] if rate else []
        product = context.score_latex(self.notation.bare_weights)
        name = self.notation.agreement_of(self.symbols.label, product)
        formula = " = ".join(
            [rf"\text{{agreement }}{name}\text{{ rises by }}{symbols}", *plugged, number(rise)]
        )
        before, after = number(self.agreement), number(self.agreement_after)
        formula += rf"\text{{, from }}{before}\text{{ to }}{after}"
        if context.is_wrong(self.i, self.agreement_after):
            still = "still a mistake" if context.bound == 0 else "not yet enough"
            formula += rf"\text{{: {still}}}"
        return Step("agreement", formula)
