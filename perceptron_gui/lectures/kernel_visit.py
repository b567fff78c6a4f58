r"""The arithmetic of a visit of the kernel perceptron: s = \sum \alpha_j y_j k(x_j, x)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from perceptron_gui.base.number_text import Number, Product, product_latex, sign_of
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import MistakeTally

from .notation import Notation, count_symbol, point_symbol
from .point_visit import PointVisit
from .rounded import factor, number, products, vector
from .visit import Step, VisitContext

_MOST_TERMS = 12  # of a score that is written out
_MOST_LETTERS = 80  # of a sum that is written out; the rest is dots


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
    own = "n" if notation.sign_switched else "i"
    index = index or own
    point = f"x_{own}" if notation.sign_switched else point_symbol(notation, notation.point)
    label = point_symbol(notation, notation.label.replace("{#}", "#"))
    parts = [part.replace(own, index) for part in (count_symbol(notation), label, point)]
    return rf"\sum {product_latex(parts[0], parts[1])}\,k({parts[2]}, x)"


def kernel_sum(run: Run, tally: MistakeTally, notation: Notation) -> str:
    """Write s(x) = \\sum \\alpha_i y_i k(x_i, x) = -k((0, 1), x) + 2k((1, 1), x)."""
    context = VisitContext(run, 0, notation)
    step = "" if tally.factor == 1 else r"\eta "
    text = rf"s(x) = {step}{sum_symbols(notation)}"
    mistaken = tally.mistaken
    if not mistaken:
        return f"{text} = 0"
    terms = ""
    written = 0
    for i in mistaken:
        if len(terms) > _MOST_LETTERS:
            break
        written += 1
        times = "" if tally.counts[i] == 1 else str(tally.counts[i])
        sign = " - " if context.label(i) < 0 else " + "
        terms += f"{sign}{times}k({vector(context.features(i))}, x)"
    terms = terms[3:] if terms.startswith(" + ") else f"-{terms[3:]}"
    terms += r" + \dots" if len(mistaken) > written else ""
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
        self._row = path.arithmetic.rows_of([i])[0]

    def steps(self) -> Iterator[Step]:
        """Yield the steps in the order of a lecture."""
        point = rf"x = {vector(self.x)}\text{{, }} {self.symbols.label} = {sign_of(self.y)}"
        yield Step("point", point, self.x)
        yield self._score()
        if (predicted := self._prediction()) is not None:
            yield predicted
        yield self._comparison()
        if self.context.is_update:
            yield self._count_step()
            yield self._agreement_step()
        else:
            yield Step("update", r"\text{no update}", self.context.after)

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
        if len(pairs) > _MOST_TERMS:  # those that decide are told first
            pairs.sort(key=lambda pair: -abs(float(pair[0]) * float(pair[1] or 0)))
        step = r"\eta " if context.eta != 1 else ""
        parts = ["s", step + sum_symbols(self.notation, "j")]
        parts += [products(pairs)] if pairs else []
        formula = " = ".join([*parts, number(self.score)])
        return Step("score", formula, (self.score,))

    def _hypothesis(self) -> str:
        if self.notation.prediction == "h":
            return "h(x)"
        return self.symbols.prediction or rf"\text{{{self.notation.sign}}}(s)"

    def _count_step(self) -> Step:
        own = "n" if self.notation.sign_switched else "i"
        which = str(self.i + 1) if self.i < 9 else f"{{{self.i + 1}}}"
        name = count_symbol(self.notation).replace(f"_{own}", f"_{which}")
        raw = self.context.raw_counts(self.i)
        formula = rf"{name} \leftarrow {name} + 1 = {raw[0]} + 1 = {raw[1]}"
        return Step("update", formula, (self.context.after[self.i],))

    def _agreement_step(self) -> Step:
        r"""Write ys \text{ is now } -7 + k(x, x) = -7 + 9 = 2."""
        own = self._kernel(self.i)
        rate = "" if self.context.eta == 1 else r"\eta\,"
        amount = number(own)
        if self.context.eta != 1:
            amount = rf"{factor(self.context.eta)}\cdot {factor(own)}"
        name = self._agreement_symbol(self.product)
        before, after = number(self.agreement), number(self.agreement_after)
        formula = rf"{name} + {rate}k(x, x) = {before} + {amount} = {after}"
        return Step("agreement", formula, (self.agreement_after,))
