r"""The weights as a sum over the mistakes, and the visits of the kernel perceptron made of it.

(w, w_0) = \sum_i \alpha_i y_i (x_i, 1) = -(0, 0, 1) - 3(0, 1, 1) + … = (2, 1, -2); of a kernel
s = \sum \alpha_j y_j k(x_j, x).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.base.number_text import Number, Product, added, product_latex, sign_of
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import MistakeTally

from .notation import Notation, factor, hoisted, number, numbered, products, vector
from .point_visit import PointVisit
from .visit import Step, VisitContext

_MOST_TERMS = 6  # of a sum that is written out; the others are dots
_MOST_NUMBERS = 24  # in the vectors of all terms together
_MOST_LETTERS = 80  # of all terms together, so that a line holds them
_MOST_PRODUCTS = 12  # of a score that is written out


def tally_latex(run: Run, visit: int, tally: MistakeTally, notation: Notation) -> str:
    """Write the weights after a visit as the sum over all mistakes so far."""
    if isinstance(run.path, KernelPath):
        return hoisted(kernel_sum(run, tally, notation))
    context = VisitContext(run, visit, notation)
    start, total = context.numbers(run.start), context.after
    terms = _terms(context, tally)
    factor = "" if tally.factor == 1 else number(context.numbers([tally.factor])[0])
    if factor and len(tally.mistaken) > 1:
        terms = rf"{factor}\,[{terms}]"
    elif factor:
        terms = rf"{factor}\cdot({terms})"
    if any(start) and tally.mistaken:
        sign, rest = ("-", terms[1:]) if terms.startswith("-") else ("+", terms)
        terms = f"{vector(context.in_order(start))} {sign} {rest}"
    apart = bool(notation.offset) and run.rule.offset
    names = f"({notation.bare_weights}, {notation.offset})" if apart else notation.bare_weights
    sides = [names, _symbols(run, tally, notation)]
    if tally.mistaken:
        sides.append(terms)
    return hoisted(" = ".join([*sides, vector(context.in_order(total))]))


def _terms(context: VisitContext, tally: MistakeTally) -> str:
    """Write -(0, 0, 1) + 4(1, 1, 1); of many points the first ones, and dots."""
    mistaken, switched = tally.mistaken, context.notation.sign_switched
    each = max(1, len(context.after))
    most = max(2, min(_MOST_TERMS, _MOST_NUMBERS // each))
    parts: list[tuple[bool, str]] = []
    for i in mistaken[:most]:
        times = int(tally.counts[i])
        values: Sequence[object] = context.signed(i) if switched else context.features(i)
        negative = not switched and context.label(i) < 0
        text = vector(context.in_order(values))  # type: ignore[arg-type]
        letters = sum(len(part) for _, part in parts) + len(text)
        if len(parts) > 1 and letters > _MOST_LETTERS:
            break
        parts.append((negative, text if times == 1 else f"{times}{text}"))
    return added("", *parts) + (r" + \dots" if len(mistaken) > len(parts) else "")


def _symbols(run: Run, tally: MistakeTally, notation: Notation) -> str:
    r"""Write \eta \sum_i \alpha_i y_i (x_i, 1)."""
    point = notation.of_point(notation.point)
    if notation.offset and run.rule.offset:
        point = rf"({point}, {'1' if run.rule.bias_scale == 1 else 'B'})"
    label = "" if notation.sign_switched else notation.of_point(notation.label)
    summed = rf"\sum {product_latex(notation.count, label, point)}"
    if tally.factor != 1:
        step = r"2\mu" if notation.step == r"\mu" else notation.step
        summed = f"{step} {summed}" if tally.factor == run.rule.eta else f"c {summed}"
    return rf"\text{{start}} + {summed}" if any(run.start) else summed


def kernel_latex(run: Run) -> str:
    """Write what k is: k(x, z) = (1 + x \\cdot z)^2."""
    rule = run.rule
    if rule.kernel == "linear":
        return r"k(x, z) = x \cdot z"
    if rule.kernel == "poly":
        power = "" if rule.degree == 1 else f"^{{{rule.degree}}}"
        return rf"k(x, z) = (1 + x \cdot z){power}"
    width = number(rule.width)
    return rf"k(x, z) = \text{{exp}}(-\|x - z\|^2/2\sigma^2)\text{{, }} \sigma = {width}"


def sum_symbols(notation: Notation, index: str = "") -> str:
    r"""Write \sum \alpha_i y_i k(x_i, x) in the letters of a lecture, which may be by j."""
    own = notation.index
    index = index or own
    point = f"x_{own}" if notation.sign_switched else notation.of_point(notation.point)
    label = notation.of_point(notation.label.replace("{#}", "#"))
    parts = [part.replace(own, index) for part in (notation.count, label, point)]
    return rf"\sum {product_latex(parts[0], parts[1])}\,k({parts[2]}, x)"


def kernel_sum(run: Run, tally: MistakeTally, notation: Notation) -> str:
    """Write s(x) = \\sum \\alpha_i y_i k(x_i, x) = -k((0, 1), x) + 2k((1, 1), x)."""
    context = VisitContext(run, 0, notation)
    step = "" if tally.factor == 1 else r"\eta "
    text = rf"s(x) = {step}{sum_symbols(notation)}"
    mistaken = tally.mistaken
    if not mistaken:
        return f"{text} = 0"
    parts: list[tuple[bool, str]] = []
    for i in mistaken:
        if sum(len(part) + len(" + ") for _, part in parts) > _MOST_LETTERS:
            break
        times = "" if tally.counts[i] == 1 else str(tally.counts[i])
        parts.append((context.label(i) < 0, f"{times}k({vector(context.features(i))}, x)"))
    terms = added("", *parts) + (r" + \dots" if len(mistaken) > len(parts) else "")
    if step:
        terms = rf"{number(context.numbers([tally.factor])[0])}\,[{terms}]"
    return f"{text} = {terms}"


class KernelVisit(PointVisit):
    """One point, its kernels with those that were mistaken, and perhaps one more mistake."""

    def __init__(self, context: VisitContext, i: int) -> None:
        super().__init__(context, i)
        self.product = rf"{self.symbols.label}\,s" if self.notation.sign_switched else "s"
        path = context.run.path
        assert isinstance(path, KernelPath)
        self._unit = path.arithmetic.kernel_unit
        self._row = path.arithmetic.row_of(i)

    def steps(self) -> Iterator[Step]:
        """Yield the steps in the order of a lecture."""
        point = rf"x = {vector(self.x)}\text{{, }} {self.symbols.label} = {sign_of(self.y)}"
        yield Step("point", point)
        yield self._score()
        if (predicted := self._prediction()) is not None:
            yield predicted
        yield self._comparison()
        if self.context.is_update:
            name = numbered(self.notation.tally, self.i)
            before, after = self.context.raw_counts(self.i)
            formula = rf"{name} \leftarrow {name} + 1 = {before} + 1 = {after}"
            yield Step("update", formula)
            yield self._agreement_step()

    def _kernel(self, j: int) -> Number:
        """Return k(x_j, x)."""
        sign = self.context.label(j) * self.y
        return self.context.numbers([Fraction(self._row[j].item()) * sign * self._unit])[0]

    def _score(self) -> Step:
        r"""Write s = \sum \alpha_j y_j k(x_j, x) = -1·9 + 2·1 = -7."""
        context = self.context
        weights = np.flatnonzero([float(v) for v in context.before]).tolist()
        pairs: list[Product] = [
            (context.before[j] * context.label(j), self._kernel(j)) for j in weights
        ]
        if len(pairs) > _MOST_PRODUCTS:  # those that decide are told first
            pairs.sort(key=lambda pair: -abs(float(pair[0]) * float(pair[1] or 0)))
        step = r"\eta " if context.eta != 1 else ""
        parts = ["s", step + sum_symbols(self.notation, "j")]
        parts += [products(pairs)] if pairs else []
        formula = " = ".join([*parts, number(self.score)])
        return Step("score", formula)

    def _hypothesis(self) -> str:
        if self.notation.prediction == "h":
            return "h(x)"
        return self.symbols.prediction or rf"\text{{{self.notation.sign}}}(s)"

    def _agreement_step(self) -> Step:
        r"""Write ys \text{ is now } -7 + k(x, x) = -7 + 9 = 2."""
        own = self._kernel(self.i)
        rate = "" if self.context.eta == 1 else r"\eta\,"
        amount = number(own)
        if self.context.eta != 1:
            amount = rf"{factor(self.context.eta)}\cdot {factor(own)}"
        name = self.notation.agreement_of(self.symbols.label, self.product)
        before, after = number(self.agreement), number(self.agreement_after)
        formula = rf"{name} + {rate}k(x, x) = {before} + {amount} = {after}"
        return Step("agreement", formula)
